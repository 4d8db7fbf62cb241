"""The screen and the keyboard of a terminal, taken over for a while and given back whatever happens."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

from joute.cli.exits import Exit, Stop
from joute.cli.output.paint import coloured, cropped, painted
from joute.core.control_chars import styled
from joute.core.drawing import Line
from joute.core.text import words

if sys.platform != "win32":
    import termios
    import tty
else:
    raise Stop(
        Exit.USAGE,
        words(
            "boards are shown in a terminal on Linux and macOS alone; «joute serve» shows them in the browser",
            "les plateaux ne s'affichent dans un terminal que sous Linux et macOS ; « joute serve » les montre dans "
            "le navigateur",
        ),
    )

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
HOME, REST_OF_LINE, REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"

KEYS = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1bOH": "home",
    "\x1b[1~": "home",
    "\x1b[7~": "home",
    "\x1b[F": "end",
    "\x1bOF": "end",
    "\x1b[4~": "end",
    "\x1b[8~": "end",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    "\x1b[Z": "back tab",
    "\x1b[1;2A": "far up",
    "\x1b[1;2B": "far down",
    "\x1b[1;2C": "far right",
    "\x1b[1;2D": "far left",
    " ": "space",
    "\t": "tab",
    "\n": "enter",
    "\r": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x03": "interrupt",
}
ESCAPE = "\x1b"
UNKNOWN = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.)")
"""A key that no name is given to: its sequence is one key, whose characters are no keys."""
BEGUN = re.compile(r"\x1b(\[[0-9;?]*[ -/]*|O)?")
"""A sequence that was broken off."""
NO_CHARACTER = b"\0"
"""What stands in the settings of a terminal where no character has a meaning."""
ENDINGS = (signal.SIGTERM, signal.SIGHUP)


class Terminal:
    """A context in which the whole screen is ours and keys come one by one."""

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._pending = ""
        self._colour = coloured()
        self._handlers: dict[int, Any] = {}
        self._interruptible = True

    def __enter__(self) -> Terminal:
        self._settings = termios.tcgetattr(self._input)
        for number in ENDINGS:
            self._handlers[number] = signal.signal(number, _interrupt)
        self._handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, self._suspend)
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._give_back()

    def _take(self) -> None:
        tty.setcbreak(self._input)
        self.interruptible(self._interruptible)
        self._write(ENTER)

    def interruptible(self, whether: bool) -> None:
        """Whether Ctrl-C interrupts the program, or is a key like others."""
        self._interruptible = whether
        settings = termios.tcgetattr(self._input)
        settings[6][termios.VINTR] = self._settings[6][termios.VINTR] if whether else NO_CHARACTER
        termios.tcsetattr(self._input, termios.TCSANOW, settings)

    def _give_back(self) -> None:
        try:
            self._write(LEAVE)
        finally:
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._settings)

    def _suspend(self, *_: object) -> None:
        """Ctrl-Z: the shell gets its terminal back, and we take it again when we go on."""
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._take()

    def _write(self, text: str) -> None:
        out = styled(sys.stdout)
        out.write(text)
        out.flush()

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return shutil.get_terminal_size()

    def show(self, lines: Sequence[Line], status: Line) -> None:
        """Fill the screen with lines, as much of them as fits above a line at the bottom."""
        columns, rows = self.size()
        room = max(0, rows - 1)
        filled = [*lines[:room], *[[]] * (room - len(lines)), status]
        shown = [painted(cropped(line, columns), self._colour, marked=True) + REST_OF_LINE for line in filled]
        self._write(HOME + "\n".join(shown) + REST_OF_SCREEN)

    def key(self, wait_s: float | None) -> str | None:
        """The next key by name, or None when none came in time."""
        while True:
            key = self._next()
            if key is not None:
                return key
            ready, _, _ = select.select([self._input], [], [], wait_s)
            if not ready:
                return self._lone_escape()
            data = os.read(self._input, 256)
            if not data:
                return "q"  # the terminal is gone
            self._pending += data.decode("utf-8", "replace")

    def _next(self) -> str | None:
        """Take a key off what was read; a sequence broken off at the end waits for its rest."""
        if not self._pending:
            return None
        for sequence, name in KEYS.items():
            if self._pending.startswith(sequence):
                self._pending = self._pending[len(sequence) :]
                return name
        if BEGUN.fullmatch(self._pending):
            return None
        unknown = UNKNOWN.match(self._pending)
        if unknown is not None:
            self._pending = self._pending[unknown.end() :]
            return unknown[0]
        key, self._pending = self._pending[0], self._pending[1:]
        return key

    def _lone_escape(self) -> str | None:
        """The escape key, after which no sequence came."""
        if self._pending != ESCAPE:
            return None
        self._pending = ""
        return "escape"


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
