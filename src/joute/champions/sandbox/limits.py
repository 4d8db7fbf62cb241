"""Limits: how long a champion may think, how much it may use, and how it is isolated."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from joute.core.text import Text

if TYPE_CHECKING:
    from joute.core.game import Game

CALLBACK_MS = 1_000
"""The time for a callback where neither the user nor the game's parameters set one."""
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
"""The least and the greatest value of a limit that a file sets."""


NO_WALLS = Text(
    "only Linux can keep champions apart (on Windows: WSL); here those that are bundled play, and Python champions "
    "that you trust, with --isolation none",
    "seul Linux peut isoler les champions (sous Windows : WSL) ; ici jouent ceux qui sont fournis, et les champions en "
    "Python auxquels vous faites confiance, avec --isolation none",
)
"""What holds on every other system."""
NEEDS_LINUX = Text("this needs Linux (on Windows: WSL)", "il faut Linux pour cela (sous Windows : WSL)")


class Level(StrEnum):
    """How a champion is isolated: not at all, in a confined process of its own, or in a sandbox.

    At `none` it runs in the engine's process; a compiled one, which could take that down, in a process of its own that
    nothing confines and only the clock limits.
    """

    NONE = "none"
    PROCESS = "process"
    SANDBOX = "sandbox"


class Limits(msgspec.Struct, frozen=True):
    """What one champion may use. Times are wall times; sizes are per process, but `tmp_mb` is for all together."""

    time_ms: int | None = None
    """For each callback; None: the time of the game's parameters, else CALLBACK_MS."""
    bank_ms: int = 10_000
    """For the match: the part of a callback above `time_ms` is taken from it."""
    start_ms: int = 10_000
    """For loading; not taken from the bank."""
    memory_mb: int = 512
    processes: int = 64
    """Processes and threads at once."""
    open_files: int = 256
    tmp_mb: int = 64
    cpu_s: int = 3_600
    """CPU seconds of all its processes in the whole match: a bound for what runs without being asked."""
    clock: bool = True
    """Whether the limits of time are enforced; times are measured anyway."""
    forgive_waits: bool = False
    """Whether the time in which it waits for a core does not count (`hosting/core_waits.py`): for busy machines."""

    @property
    def callback_ms(self) -> int:
        return CALLBACK_MS if self.time_ms is None else self.time_ms

    def settled(self, game: Game) -> Limits:
        """These limits with `time_ms` filled in: the one given, else the game's, else CALLBACK_MS."""
        given = game.call_ms if self.time_ms is None else self.time_ms
        return msgspec.structs.replace(self, time_ms=CALLBACK_MS if given is None else given)


class Hosting(msgspec.Struct, frozen=True):
    """How champions that are not bundled are run.

    If there is no sandbox where one is asked for, NoSandbox is raised; with `fall_back`, champions run in a process
    without one, and `warn` is called. `strict` is for servers and tournaments: a debugger does not stop the clock,
    and a champion that cannot be loaded gets a fault in the record, where otherwise ChampionError is raised for its
    author.
    """

    level: Level = Level.SANDBOX
    limits: Limits = Limits()
    strict: bool = False
    pin: bool = False
    warn: Callable[[str], None] = lambda text: None
    fall_back: bool = False

    def settled(self, game: Game) -> Hosting:
        """This, with the limits settled for a game."""
        return msgspec.structs.replace(self, limits=self.limits.settled(game))

    def limits_record(self, game: Game) -> dict[str, object]:
        """Level and limits as the header of a replay records them."""
        return {"isolation": str(self.level), "pinned": self.pin, **msgspec.structs.asdict(self.limits.settled(game))}


class NoSandbox(RuntimeError):
    """The isolation that was asked for cannot be had here: why, and what to do."""


def require_walls(name: str) -> None:
    """Raise NoSandbox where no champion can have a process of its own."""
    if sys.platform != "linux":
        raise NoSandbox(Text(f"{name}: {NO_WALLS}", f"{name} : {NO_WALLS:fr}"))
