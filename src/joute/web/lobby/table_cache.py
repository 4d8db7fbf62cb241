"""A cache of the final tables of tournaments: with many entrants computing one takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from joute.arena.tournament.standings import Final

SIZE = 16


class TableCache:
    """The final tables that were asked for last."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Any, Final]] = {}
        self._lock = asyncio.Lock()

    async def of(self, name: str, state: Any, compute: Callable[[], Final]) -> Final:
        """The table of a tournament, computed again only when `state` has changed."""
        async with self._lock:
            known = self._tables.pop(name, None)
            if known is None or known[0] != state:
                known = state, await asyncio.to_thread(compute)
            self._tables[name] = known
            if len(self._tables) > SIZE:
                del self._tables[next(iter(self._tables))]
        return known[1]
