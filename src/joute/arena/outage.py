"""Waiting for what has gone away and may come back: a database, a scheduler, the workers of a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable

FIRST_S, LONGEST_S = 0.5, 60.0
"""Seconds before the first attempt to reach it again, and the most between two; each pause is twice the one before."""


class Outage:
    """Whether something is away: told once when it goes and once when it is back, however often it was tried."""

    def __init__(self, what: str, tell: Callable[[str], None]) -> None:
        self._what, self._tell = what, tell
        self._began: float | None = None
        self._pause_s = FIRST_S
        self._next = 0.0

    def failed(self, why: str) -> None:
        """It does not answer: try again after a pause."""
        now = time.monotonic()
        if self._began is None:
            self._began, self._pause_s = now, FIRST_S
            self._tell(f"{why}; waiting until {self._what} is back")
        else:
            self._pause_s = min(2 * self._pause_s, LONGEST_S)
        self._next = now + self._pause_s

    def over(self) -> None:
        """It answers."""
        if self._began is not None:
            self._tell(f"{self._what} is back after {self.seconds:.0f} s")
            self._began = None

    @property
    def lasts(self) -> bool:
        """Whether it is away."""
        return self._began is not None

    @property
    def seconds(self) -> float:
        """How long it has been away; 0 where it is not."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    @property
    def due(self) -> bool:
        """Whether it is time to try again."""
        return not self.lasts or time.monotonic() >= self._next
