"""Final tables are worked out once for all who ask, and again when the tournament has changed."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

from joute.web.lobby.table_cache import SIZE, TableCache


class Work:
    """Tables that are only names, and how often each was worked out."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.free = Event()
        self.free.set()

    def of(self, name: str) -> Any:
        def work_out() -> Any:
            assert self.free.wait(60)
            self.done.append(name)
            return f"{name} {len(self.done)}"

        return work_out


def test_all_who_ask_at_once_get_the_same() -> None:
    async def ask() -> list[Any]:
        tables, work = TableCache(), Work()
        work.free.clear()
        asked = [asyncio.create_task(tables.of("cup", 1, work.of("cup"))) for _ in range(5)]
        await asyncio.sleep(0)
        work.free.set()
        return [*await asyncio.gather(*asked), *work.done]

    assert asyncio.run(ask()) == ["cup 1"] * 5 + ["cup"]


def test_another_state_has_another_table() -> None:
    async def ask() -> list[Any]:
        tables, work = TableCache(), Work()
        return [await tables.of("cup", state, work.of("cup")) for state in (1, 1, 2, 2, 1)]

    assert asyncio.run(ask()) == ["cup 1", "cup 1", "cup 2", "cup 2", "cup 3"]


def test_only_the_last_are_kept() -> None:
    async def ask() -> list[str]:
        tables, work = TableCache(), Work()
        for name in [*map(str, range(SIZE)), "0", "new", "0", "1"]:
            await tables.of(name, 1, work.of(name))
        return work.done[SIZE:]

    assert asyncio.run(ask()) == ["new", "1"]
