"""How often somebody may do something: so many at once, and then so many a second."""

from __future__ import annotations

import time
from collections import OrderedDict

CLIENTS_MOST = 10_000


class Rate:
    """An allowance for each client; those not heard of for longest are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """0: it is allowed, and counted. Else how long to wait."""
        now = time.monotonic()
        left, since = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_second)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        while len(self._left) > CLIENTS_MOST:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.per_second
