"""The clock of one champion: so much for each callback, and a bank for the match that overruns eat."""

from __future__ import annotations

import time
from contextlib import suppress

from joute.champions.sandbox.limits import Limits

NEVER = float("inf")


class Clock:
    """Runs while the champion thinks, and stands while we serve it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.bank_ms = float(limits.bank_ms)
        self.used_ms = 0.0
        self._allowed_ms = NEVER
        self._since: float | None = None

    def start(self, allowed_ms: float, always: bool = False) -> None:
        """Something begins that may take so long in all; `always`, even where no clock is kept."""
        self.used_ms = 0.0
        self._allowed_ms = allowed_ms if self.limits.clock or always else NEVER
        self._since = time.perf_counter()

    def start_callback(self) -> None:
        self.start(self.limits.callback_ms + self.bank_ms)

    def go_on(self) -> None:
        if self._since is None:
            self._since = time.perf_counter()

    def stand(self) -> None:
        """The champion waits for us."""
        if self._since is not None:
            self.used_ms += (time.perf_counter() - self._since) * 1e3
            self._since = None

    def end_callback(self) -> float:
        """The time the callback took; what is over the limit is taken from the bank."""
        self.stand()
        if self.limits.clock:
            self.bank_ms = max(0.0, self.bank_ms - max(0.0, self.used_ms - self.limits.callback_ms))
        return self.used_ms

    @property
    def spent_ms(self) -> float:
        """How long the champion has thought until now."""
        return self.used_ms + (0.0 if self._since is None else (time.perf_counter() - self._since) * 1e3)

    @property
    def left_ms(self) -> float:
        """How long the champion may still think, from now on."""
        return self._allowed_ms - self.spent_ms


def cpu_ms_of(pid: int | None) -> float:
    """The CPU time that a process has used, all threads together, as the kernel counts it."""
    try:
        return 0.0 if pid is None else time.clock_gettime((~pid << 3) | 2) * 1e3
    except OSError:
        return 0.0


def traced(pid: int | None) -> bool:
    """Whether a debugger is attached to a process."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        return any(line.startswith("TracerPid:") and int(line.split()[1]) != 0 for line in status)
    return False
