"""The clock of one champion: a time for each callback, and a bank for the whole match from which overruns are taken."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from joute.champions.sandbox.limits import Limits

from . import procfs

NEVER = float("inf")


class CallbackClock:
    """Runs while the champion thinks, and is paused while the engine works for it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.bank_ms = float(limits.bank_ms)
        self.used_ms = 0.0
        self.forgiven_ms = 0.0
        """The part of the time used that does not count."""
        self._allowed_ms = NEVER
        self._since: float | None = None
        self.stopped = False
        """Whether nothing counts: a champion is fed what was played before."""

    def start(self, allowed_ms: float, always: bool = False) -> None:
        """Start a period of `allowed_ms`; with `always` it is limited even where limits have no clock."""
        self.used_ms = self.forgiven_ms = 0.0
        clock = self.limits.clock and not self.stopped
        self._allowed_ms = allowed_ms if clock or always else NEVER
        self._since = time.perf_counter()

    def start_callback(self) -> None:
        self.start(self.limits.callback_ms + self.bank_ms)

    def resume(self) -> None:
        """The champion may think on."""
        if self._since is None:
            self._since = time.perf_counter()

    def pause(self) -> None:
        """The champion waits for the engine."""
        if self._since is not None:
            self.used_ms += (time.perf_counter() - self._since) * 1e3
            self._since = None

    def end_callback(self) -> float:
        """The time that the callback took; the part above the limit is taken from the bank."""
        self.pause()
        if not self.stopped:
            self.spend(self._counted_ms)
        return self.used_ms

    def spend(self, callback_ms: float) -> None:
        """Take from the bank what a callback took above the limit."""
        if self.limits.clock:
            self.bank_ms = max(0.0, self.bank_ms - max(0.0, callback_ms - self.limits.callback_ms))

    @property
    def over(self) -> bool:
        """Whether the callback has taken more than its own time, and so begins to eat the bank."""
        return self._counted_ms > self.limits.callback_ms

    @property
    def _counted_ms(self) -> float:
        return self.elapsed_ms - self.forgiven_ms

    @property
    def elapsed_ms(self) -> float:
        """How long the champion has thought in this period."""
        return self.used_ms + (0.0 if self._since is None else (time.perf_counter() - self._since) * 1e3)

    @property
    def left_ms(self) -> float:
        """How long the champion may still think in this period."""
        return self._allowed_ms - self._counted_ms


def cpu_ms_of(pid: int | None) -> float:
    """The CPU time of all threads of a process; 0 if it is gone.

    Each process has a CPU clock of its own, whose id is made from the pid like this (clock_getcpuclockid(3)).
    """
    try:
        return 0.0 if pid is None else time.clock_gettime((~pid << 3) | 2) * 1e3
    except OSError:
        return 0.0


def cpu_ms_with_children(pid: int) -> float:
    """The CPU time of a process and of its children that have ended and were waited for, in ticks of the kernel."""
    with suppress(OSError, ValueError, IndexError):
        ticks = sum(map(int, procfs.read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[11:15]))
        return ticks * 1e3 / os.sysconf("SC_CLK_TCK")
    return 0.0


def traced(pid: int | None) -> bool:
    """Whether a debugger is attached to a process."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        return any(line.startswith("TracerPid:") and int(line.split()[1]) != 0 for line in status)
    return False
