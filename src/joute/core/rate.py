"""How often a client may do something: a token bucket for each. The caller gives the time, in seconds of any clock."""

from __future__ import annotations

from collections import OrderedDict

CLIENTS_MOST = 10_000


class Rate:
    """So many at once (`burst`), then so many a second; of too many clients the longest silent are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def due_s(self, client: str, now: float) -> float:
        """How many seconds the client must wait; 0 if it may go on. Nothing is counted."""
        return max(0.0, (1 - self._now(client, now)) / self.per_second)

    def _now(self, client: str, now: float) -> float:
        left, since = self._left.get(client, (self.burst, now))
        return min(self.burst, left + (now - since) * self.per_second)

    def wait_s(self, client: str, now: float) -> float:
        """0 if the client may go on, which is counted; else how many seconds it must wait."""
        left = self._now(client, now)
        self._left.pop(client, None)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        while len(self._left) > CLIENTS_MOST:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.per_second
