"""What a seat knows, as numbers: which seat it is, then the declared columns of its view, in the order of the rules.

A table has as many rows as it can have; one that counts its rows shows the first `ROWS_SHOWN`, and zeros after those in
use. Derived tables are left out. Last come, in games whose orders have lists, how many items the list that is being
given has, and the items. Numbers beyond 32 bits are cut off there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy

from joute.core.backends.blocks import Node, NumberAt
from joute.core.columns import Dims
from joute.core.game import NATIVE, Game
from joute.core.layout import Table
from joute.core.types import INT32_LEAST, INT32_MOST
from joute.core.world import AnyWorld

from .masks import List
from .numbering import ITEMS_MOST

ROWS_SHOWN = 256
"""How many rows of a table that counts its rows are shown."""


class Shown(NamedTuple):
    """A column of an observation: the values `start` to `start + rows` of one name of a table."""

    table: str
    name: str
    start: int
    rows: int
    low: int
    high: int


class Places(NamedTuple):
    """The word of each value of an observation in a block, and whether there is one."""

    words: Any
    there: Any


class Observing:
    """The observations of a game on some boards, whose tables may have more or fewer rows. `rows` says how many rows of
    a table are shown, by its name, where it is not the most that these boards have."""

    def __init__(
        self, game: Game, every: Sequence[Dims], item_widths: Sequence[int], rows: Mapping[str, int] | None = None
    ) -> None:
        self.game: Any = game
        self.columns: list[Shown] = []
        self.size = 0
        self._add("seat", "seat", 1, 0, max(dims.seats for dims in every) - 1)
        rooms = dict(rows or {})
        self._tables = [table for table in game.layout.tables.values() if not table.rows.derived]
        for table in self._tables:
            room = rooms.pop(table.name, max(_rows_shown(game, table, dims) for dims in every))
            for name, bounds in zip(table.names, table.bounds, strict=True):
                low, high = zip(*(bounds.at(dims) for dims in every), strict=True)
                self._add(table.name, name, room, min(0, *low), max(0, *high))
        if rooms:
            shown = ", ".join(table.name for table in self._tables)
            raise ValueError(f"rows: {game.name} shows no table {', '.join(rooms)}; it shows {shown}")
        self._list = self.size
        if item_widths:
            self._add("list", "count", 1, 0, ITEMS_MOST)
            self._add("list", "items", ITEMS_MOST * max(item_widths), INT32_LEAST, INT32_MOST)
        self._of = {table.name: [c for c in self.columns if c.table == table.name] for table in self._tables}
        self._gathered: tuple[bytes, Places] | None = None

    def _add(self, table: str, name: str, rows: int, low: int, high: int) -> None:
        self.columns.append(Shown(table, name, self.size, rows, max(low, INT32_LEAST), min(high, INT32_MOST)))
        self.size += rows

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The least and the largest value at each place."""
        rows = [column.rows for column in self.columns]
        low, high = ([getattr(column, name) for column in self.columns] for name in ("low", "high"))
        return numpy.repeat(low, rows).astype(numpy.int32), numpy.repeat(high, rows).astype(numpy.int32)

    def observe(self, world: AnyWorld, seat: int, given: List, item_width: int) -> Any:
        """What a seat knows in its view, and the list that it is giving."""
        seen = self._from_block(world) if self.game.backend == NATIVE else self._from_lists(world)
        return self.completed(seen[None], [seat], [given], [item_width])[0]

    def completed(self, seen: Any, seats: Any, given: Sequence[List], item_widths: Sequence[int]) -> Any:
        """The observations of many games, with the seats and what they are giving, in 32 bits."""
        seen[:, 0] = seats
        for row, (items, width) in enumerate(zip(given, item_widths, strict=True)):
            if items.items:
                seen[row, self._list] = len(items.items) // width
                seen[row, self._list + 1 : self._list + 1 + len(items.items)] = items.items
        return numpy.clip(seen, INT32_LEAST, INT32_MOST).astype(numpy.int32)

    def _from_lists(self, world: AnyWorld) -> Any:
        seen = numpy.zeros(self.size, dtype=numpy.int64)
        for table in self._tables:
            values = table.values(self.game.layout.columns(world.state, table))
            for column, items in zip(self._of[table.name], values, strict=True):
                items = items[: column.rows]
                seen[column.start : column.start + len(items)] = items
        return seen

    def _from_block(self, world: AnyWorld) -> Any:
        """The same from the words of a block, whose sizes are mostly those of the block before."""
        block = world.state.block
        offsets = self.game.offsets(block).tobytes()
        if self._gathered is None or self._gathered[0] != offsets:
            self._gathered = offsets, self.places(block, world.state.node)
        return self.gathered(numpy.frombuffer(block, dtype=numpy.int64)[None], self._gathered[1])[0]

    def gathered(self, words: Any, places: Places) -> Any:
        """What many blocks of the same sizes show, a row each; rows of tables that are not in use are zero."""
        seen = words[:, places.words] * places.there
        for name, count in self.game.layout.counts.items():
            if name not in self._of:
                continue
            used = seen[:, next(column.start for column in self._of["head"] if column.name == count)]
            for column in self._of[name]:
                seen[:, column.start : column.start + column.rows] *= numpy.arange(column.rows) < used[:, None]
        return seen

    def places(self, block: Any, node: Node) -> Places:
        """Where each value of an observation stands in blocks of the sizes of this one."""
        words, there = numpy.zeros(self.size, dtype=numpy.int64), numpy.zeros(self.size, dtype=numpy.int64)
        for table in self._tables:
            columns = iter(self._of[table.name])
            inner = node[table.name]
            for spec in table.columns:
                at = inner[spec.name] if isinstance(inner, dict) else inner
                start, end = (at.word, at.word + 1) if isinstance(at, NumberAt) else block[at.word : at.word + 2]
                for part in range(spec.width):
                    shown = next(columns)
                    found = numpy.arange(start + part, end, spec.width)[: shown.rows]
                    words[shown.start : shown.start + len(found)] = found
                    there[shown.start : shown.start + len(found)] = 1
        return Places(words, there)


def _rows_shown(game: Game, table: Table, dims: Dims) -> int:
    """How many rows of a table an observation has room for. Tables that views alone hold have rows of their own."""
    rows = table.rows.shape(dims)[0]
    if table.rows.count is None:
        return rows
    fog = game.rules.fog
    return ROWS_SHOWN if fog is not None and table.name in fog.view_only else min(rows, ROWS_SHOWN)
