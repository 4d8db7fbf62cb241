"""Final tables of tournaments, each worked out once for all who look at it: with many entrants that takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from joute.arena.tournament.standings import Final

KEPT = 16


class Tables:
    """The last tables asked for."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, Final]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def of(self, name: str, state: Any, work_out: Callable[[], Final]) -> Final:
        """The table of a tournament in a state; another state needs another table."""
        async with self._one_at_a_time:
            known = self._kept.pop(name, None)
            if known is None or known[0] != state:
                known = state, await asyncio.to_thread(work_out)
            self._kept[name] = known
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return known[1]
