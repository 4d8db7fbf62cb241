"""A terminal of our own, with the command in it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE_S = 30
"""Only a hanging program waits so long."""
ROWS, COLUMNS = 40, 110
UP, DOWN, RIGHT, LEFT, HOME, END = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


class Screen:
    """A terminal of our own with a program in it."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.read = b""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def until(self, text: str) -> str:
        """Read until a text appears in what came since the last call, colours aside; all of it."""
        while text not in plain(self.seen):
            self._more(text)
        found, self.read = self.seen, b""
        return found

    @property
    def seen(self) -> str:
        return self.read.decode("utf-8", "replace")

    def _more(self, wanted: str) -> None:
        ready, _, _ = select.select([self.master], [], [], PATIENCE_S)
        try:
            data = os.read(self.master, 1 << 16) if ready else b""
        except OSError:  # the program closed its side
            data = b""
        if not data:
            pytest.fail(f"no {wanted!r} in {plain(self.seen)[-3000:]!r}")
        self.read += data

    def ended(self) -> int:
        """The exit code, once everything has been read."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < deadline:
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                self.read += os.read(self.master, 1 << 16)
        return self.process.wait(1)


def plain(text: str) -> str:
    """A text without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def resize(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextmanager
def terminal(
    *words: str, folder: Path | None = None, size: tuple[int, int] = (COLUMNS, ROWS), language: str = "C.UTF-8"
) -> Iterator[Screen]:
    """A command of joute in a terminal of this size; afterwards the terminal is as it was."""
    master, slave = pty.openpty()
    resize(slave, *size)
    before = termios.tcgetattr(slave)
    environment = {key: value for key, value in os.environ.items() if key not in ("LINES", "COLUMNS", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "joute.cli", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment | {"TERM": "xterm-256color", "LC_ALL": language},
        cwd=folder,
        start_new_session=True,
    )
    try:
        yield Screen(master, process)
        assert termios.tcgetattr(slave) == before
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)
        os.close(slave)
