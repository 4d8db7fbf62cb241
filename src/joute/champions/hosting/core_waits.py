"""Waiting for a core: the time in which a champion was ready to run, and the machine ran something else instead.

The kernel counts it for each thread (schedstat; see sched-stats in its documentation). It is no fault of the champion,
so its clock can forgive it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

OWN = "thread-self"


class CoreWaits:
    """The waits of a champion's processes (of their main threads), and of the engine before it reads the answer."""

    def __init__(self) -> None:
        self._files: dict[int | str, int] = {}
        self._before: dict[int | str, float] = {}

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

    def waited_ms(self) -> float:
        """How long the callback was held up. Of several processes the longest wait counts, not the sum: they may have
        waited for each other."""
        waits = {who: now - self._before[who] for who, now in self._now().items() if who in self._before}
        return max(0.0, waits.pop(OWN, 0.0) + max(waits.values(), default=0.0))

    def _now(self) -> dict[int | str, float]:
        return {who: _waited_ms(file) for who, file in self._files.items()}

    def close(self) -> None:
        for file in self._files.values():
            os.close(file)
        self._files = {}


def _waited_ms(file: int) -> float:
    try:
        return int(os.pread(file, 100, 0).split()[1]) / 1e6
    except (OSError, ValueError, IndexError):  # it has ended
        return 0.0
