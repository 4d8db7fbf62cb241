"""Limits: how long a champion may think, how much it may use, and how it is walled in."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from joute.core.game import Game

CALLBACK_MS = 1_000
"""The time for a callback where neither a person nor the game's parameters say one."""
LEAST = {
    "time_ms": 1,
    "bank_ms": 0,
    "start_ms": 1,
    "memory_mb": 32,
    "processes": 1,
    "open_files": 8,
    "tmp_mb": 1,
    "cpu_s": 1,
}
LIMIT_MOST = 10**9
"""What limits may be, where a file says them."""


class Level(StrEnum):
    """How a champion is kept apart: not at all, in a process of its own, or in a sandbox."""

    NONE = "none"
    PROCESS = "process"
    SANDBOX = "sandbox"


class Limits(msgspec.Struct, frozen=True):
    """What one champion may use. Times are wall times; sizes are of each process, but `tmp_mb`, which is of all."""

    time_ms: int | None = None
    """For each callback; None for what the game's parameters say, else the usual."""
    bank_ms: int = 10_000
    """For the match: callbacks that take longer eat it."""
    start_ms: int = 10_000
    """To be loaded, apart from the others."""
    memory_mb: int = 512
    processes: int = 64
    """Processes and threads at once."""
    open_files: int = 256
    tmp_mb: int = 64
    cpu_s: int = 3_600
    """CPU seconds of its processes in the whole match: a stop for what runs on when nobody has asked."""
    clock: bool = True
    """Without it, times are measured and nobody is stopped for them."""

    @property
    def callback_ms(self) -> int:
        return CALLBACK_MS if self.time_ms is None else self.time_ms

    def settled(self, game: Game) -> Limits:
        """The same, with a time for each callback: the one given, else the game's, else the usual."""
        given = game.call_ms if self.time_ms is None else self.time_ms
        return msgspec.structs.replace(self, time_ms=CALLBACK_MS if given is None else given)


class Hosting(msgspec.Struct, frozen=True):
    """How champions that are not bundled are run.

    Where a sandbox is asked for and cannot be built, nobody plays, but with `fall_back`: then a process without one has
    to do, and `warn` is told. `strict` is for servers and tournaments: no debugger stops a clock, and a champion that
    cannot be loaded has a fault in the record, where else its author is told at once.
    """

    level: Level = Level.SANDBOX
    limits: Limits = Limits()
    strict: bool = False
    pin: bool = False
    warn: Callable[[str], None] = lambda text: None
    fall_back: bool = False

    def settled(self, game: Game) -> Hosting:
        """The same for the champions of a game."""
        return msgspec.structs.replace(self, limits=self.limits.settled(game))

    def told(self, game: Game) -> dict[str, object]:
        """The limits as the header of a replay has them."""
        return {"isolation": str(self.level), "pinned": self.pin, **msgspec.structs.asdict(self.limits.settled(game))}


class NoSandbox(RuntimeError):
    """The walls of the level that was asked for do not stand here: why, and what to do."""
