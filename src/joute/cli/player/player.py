"""The terminal player: a replay, a clock and a few keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from joute.cli.commands.watch import FASTEST, SLOWEST
from joute.core.drawing import Line, seat_style
from joute.core.text import words

from .drawing import lines_at
from .terminal import Terminal

if TYPE_CHECKING:
    from joute.match.positions import Positions

RESIZED_S = 0.3
"""How soon a paused player notices that its window has another size."""
HELP: list[Line] = [
    [("space", "bold"), (words("         pause, go on", "         arrêter, reprendre"), "")],
    [
        (words("left, right", "gauche, droite"), "bold"),
        (words("   one phase back, one forward", "une phase en arrière, en avant"), ""),
    ],
    [
        (words("up, down", "haut, bas"), "bold"),
        (words("      faster, slower (also + and -)", "    plus vite, moins vite (aussi + et -)"), ""),
    ],
    [
        (words("home, end", "début, fin"), "bold"),
        (words("     the first position, the last", "    la première position, la dernière"), ""),
    ],
    [
        ("s", "bold"),
        (
            words(
                "             what each seat knows in turn, then everything",
                "             ce que sait chaque place tour à tour, puis tout",
            ),
            "",
        ),
    ],
    [
        (words("page up/down", "page haut/bas"), "bold"),
        (
            words("  scroll a board that is higher than the screen", " fait défiler une carte plus haute que l'écran"),
            "",
        ),
    ],
    [("?", "bold"), (words("             this help", "             cette aide"), "")],
    [("q", "bold"), (words("             quit", "             quitter"), "")],
]


class ReplayPlayer:
    """Shows a replay until the person quits."""

    def __init__(self, positions: Positions, seat: int | None, speed: float, start: int) -> None:
        self.positions = positions
        self.seat = seat
        self.speed = speed
        self.index = start
        self.playing = start < positions.last
        self.helping = False
        self.top = 0
        self.quitting = False
        self._actions: dict[str, Callable[[], None]] = {
            "space": self._pause,
            "left": lambda: self._step(-1),
            "right": lambda: self._step(1),
            "up": lambda: self._pace(2),
            "+": lambda: self._pace(2),
            "=": lambda: self._pace(2),
            "down": lambda: self._pace(0.5),
            "-": lambda: self._pace(0.5),
            "home": lambda: self._jump(0),
            "end": lambda: self._jump(self.positions.last),
            "page up": lambda: self._scroll(-1),
            "page down": lambda: self._scroll(1),
            "s": self._next_seat,
            "?": self._help,
            "q": self._quit,
        }

    def run(self) -> None:
        """Take the terminal over until the person quits."""
        with Terminal() as self.terminal:
            due = time.monotonic()
            while not self.quitting:
                self.draw()
                due = max(due + 1 / self.speed, time.monotonic())
                key = self._wait(due)
                if key is not None:
                    self.press(key)
                    due = time.monotonic()
                elif self.playing:
                    self._advance()

    def _wait(self, due: float) -> str | None:
        """A key, or None when the next frame is due."""
        if self.playing:
            return self.terminal.key(max(0.0, due - time.monotonic()))
        size, key = self.terminal.size(), None
        while key is None and size == self.terminal.size():
            key = self.terminal.key(RESIZED_S)
        return key

    def press(self, key: str) -> None:
        """What a key does; any key but the help key ends the help."""
        helped, self.helping = self.helping, False
        if key == "?" and helped:
            return
        self._actions.get(key, lambda: None)()

    def draw(self) -> None:
        _, rows = self.terminal.size()
        lines = HELP if self.helping else lines_at(self.positions, self.index, self.seat)
        room = max(1, rows - 1)
        self.top = max(0, min(self.top, len(lines) - room))
        self.terminal.show(lines[self.top :], self._status(len(lines) - room))

    def _status(self, hidden: int) -> Line:
        """The last line of the screen: where we are, and how fast."""
        positions = self.positions
        still = words("paused", "arrêt") if self.index < positions.last else words("end", "fin")
        state = words("playing", "lecture") if self.playing else still
        line: Line = [
            (f" {state} ", "bold"),
            (
                words(
                    f" position {self.index}/{positions.last}  {self.speed:g} a second  ",
                    f" position {self.index}/{positions.last}  {self.speed:g} par seconde  ",
                ),
                "dim",
            ),
        ]
        if self.seat is None:
            line.append((words("all seats", "toutes les places"), "dim"))
        else:
            line.append(
                (
                    words(
                        f"seat {positions.table.game.info.seat_name(self.seat)}",
                        f"place {positions.table.game.info.seat_name(self.seat)}",
                    ),
                    seat_style(self.seat),
                )
            )
        if hidden > 0:
            line.append((words(f"  {hidden} lines more", f"  {hidden} lignes de plus"), "warn"))
        return [*line, (words("  ? help  q quit", "  ? aide  q quitter"), "dim")]

    def _advance(self) -> None:
        self.index += 1
        self.playing = self.index < self.positions.last

    def _pause(self) -> None:
        self.playing = not self.playing and self.index < self.positions.last

    def _step(self, by: int) -> None:
        self._jump(self.index + by)

    def _jump(self, index: int) -> None:
        self.playing = False
        self.index = max(0, min(self.positions.last, index))

    def _pace(self, factor: float) -> None:
        self.speed = max(SLOWEST, min(FASTEST, self.speed * factor))

    def _scroll(self, pages: int) -> None:
        self.top += pages * max(1, self.terminal.size()[1] // 2)

    def _next_seat(self) -> None:
        seats = self.positions.table.seats
        following = 0 if self.seat is None else self.seat + 1
        self.seat = following if following < seats else None

    def _help(self) -> None:
        self.playing = False
        self.helping = True

    def _quit(self) -> None:
        self.quitting = True
