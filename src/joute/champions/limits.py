"""Limits: how long a champion may think, how much it may use, and how it is walled in."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How a champion is kept apart: not at all, in a process of its own, or in a sandbox."""

    NONE = "none"
    PROCESS = "process"
    SANDBOX = "sandbox"


class Limits(msgspec.Struct, frozen=True):
    """What one champion may use. Times are wall times; sizes are of each process, but `tmp_mb`, which is of all."""

    time_ms: int = 1_000
    """For each callback."""
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
    """CPU seconds of one process in the whole match: a stop for what runs on when nobody has asked."""
    clock: bool = True
    """Without it, times are measured and nobody is stopped for them."""


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

    def told(self) -> dict[str, object]:
        """The limits as the header of a replay has them."""
        return {"isolation": str(self.level), "pinned": self.pin, **msgspec.structs.asdict(self.limits)}


class NoSandbox(RuntimeError):
    """The walls of the level that was asked for do not stand here: why, and what to do."""
