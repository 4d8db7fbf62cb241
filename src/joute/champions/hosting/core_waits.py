"""Waiting for a core: the time in which a champion was ready to run, and the machine ran something else instead.

The kernel counts it for each thread (schedstat; see sched-stats in its documentation). It is no fault of the champion,
so its clock can forgive it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from .clock import cpu_ms_of

OWN = "thread-self"


class CoreWaits:
    """The waits of a champion's processes (of their main threads), and of the engine before it reads the answer."""

    def __init__(self) -> None:
        self._files: dict[int | str, int] = {}
        self._before: dict[int | str, tuple[float, float]] = {}

    def follow(self, pids: Iterable[int]) -> None:
        """Count the waits of these processes from the next callback on."""
        self.close()
        everybody: list[int | str] = [OWN, *pids]
        for who in everybody:
            with suppress(OSError):  # it has ended, or this kernel counts nothing
                self._files[who] = os.open(f"/proc/{who}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def begin(self) -> None:
        """A callback begins."""
        self._before = self._now()

    def forgiven_ms(self, wall_ms: float) -> float:
        """The part of a callback, which has lasted so long, that its clock forgives; what it computed is never."""
        spent = {
            who: (waited - self._before[who][0], used - self._before[who][1])
            for who, (waited, used) in self._now().items()
            if who in self._before
        }
        own, _ = spent.pop(OWN, (0.0, 0.0))
        # Of several processes the longest wait, not the sum: they may have waited for each other.
        waited = own + max((waited for waited, _ in spent.values()), default=0.0)
        return max(0.0, min(waited, wall_ms - sum(used for _, used in spent.values())))

    def _now(self) -> dict[int | str, tuple[float, float]]:
        """Milliseconds that each has waited until now, and has computed."""
        return {
            who: (_waited_ms(file), cpu_ms_of(who) if isinstance(who, int) else 0.0)
            for who, file in self._files.items()
        }

    def close(self) -> None:
        for file in self._files.values():
            os.close(file)
        self._files = {}


def _waited_ms(file: int) -> float:
    try:
        return int(os.pread(file, 100, 0).split()[1]) / 1e6
    except (OSError, ValueError, IndexError):  # it has ended
        return 0.0
