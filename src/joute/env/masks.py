"""Which numbers the rules accept: every order that is numbered is checked, natively where the library is there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from joute.core.api import Function, Row
from joute.core.game import NATIVE, Game
from joute.core.types import Array
from joute.core.world import AnyWorld

from .numbering import END, ITEMS_MOST, ROWS_CHOSEN, Block, Numbering, Numbers


class List(NamedTuple):
    """The list that a seat is giving: the number of its action, and its items as numbers."""

    action: int = -1
    items: tuple[int, ...] = ()

    def of(self, action: Function) -> tuple[int, ...]:
        """The items so far, for an action."""
        return self.items if action.code == self.action else ()


NO_LIST = List()


class Masks:
    """The numbers of a game, on what a seat knows."""

    def __init__(self, game: Game, numbering: Numbering) -> None:
        self.game, self.numbering = game, numbering

    def mask(self, world: AnyWorld, seat: int, given: List = NO_LIST) -> Any:
        """1 for each number that the rules accept, else 0. An item is accepted if the list can be given with it."""
        mask = numpy.zeros(self.numbering.size, dtype=numpy.int8)
        mask[END] = 1
        for block in self.numbering.blocks:
            if self._open(world, seat, block):
                accepted = self._adding if block.adds else self._giving
                found = accepted(block, world, seat, given)
                mask[block.first : block.first + len(found)] = found
        return mask

    def order(self, world: AnyWorld, seat: int, number: int, given: List = NO_LIST) -> Row | List | None:
        """The order of a number as a seat gives it, or its list with one more item; None: there is no such row, or the
        list can never be given."""
        block = self.numbering.block(number)
        at = number - block.first
        rows, there = self._rows(block, world, seat, slice(at, at + 1))
        if not there.all():
            return None
        if block.adds:
            longer = List(block.action.code, (*given.of(block.action), *rows[0, 1:].tolist()))
            give = self.numbering.gives[block.action.code]
            full = len(longer.items) > self._width(block) * items_most(block.action)
            return None if full or not self._giving(give, world, seat, longer).any() else longer
        return tuple(_with_list(block, rows, given.of(block.action), self._width(block))[0].tolist())

    def _open(self, world: AnyWorld, seat: int, block: Block) -> bool:
        """Whether the rules look at the arguments of an action at all; the library is as quick to ask them."""
        gate = self.game.rules.gate
        native = self.game.backend == NATIVE
        return native or gate is None or gate(world, seat, block.action.code) == self.game.ok

    def _giving(self, block: Block, world: AnyWorld, seat: int, given: List) -> Any:
        """Which orders of a block are accepted, up to the last one whose row is there."""
        rows, there = self._rows(block, world, seat)
        return self._accepted(world, seat, _with_list(block, rows, given.of(block.action), self._width(block))) & there

    def _adding(self, block: Block, world: AnyWorld, seat: int, given: List) -> Any:
        """Which items can be added: some order is accepted with the list that they make."""
        items, there = self._rows(block, world, seat)
        give = self.numbering.gives[block.action.code]
        orders, real = self._rows(give, world, seat)
        done, width = given.of(block.action), self._width(block)
        if len(done) >= width * items_most(block.action):
            return there & False
        longer = _with_list(give, orders[real], (*done, *[0] * width), width)
        every = numpy.tile(longer, (len(items), 1))
        assert give.split is not None
        start = give.split + 1 + len(done)
        every[:, start : start + width] = numpy.repeat(items[:, 1:], len(longer), axis=0)
        return self._accepted(world, seat, every).reshape(len(items), len(longer)).any(axis=1) & there

    def _width(self, block: Block) -> int:
        """How many numbers an item of the list of an action has."""
        return int(self.numbering.items.get(block.action.code, 0))

    def _rows(self, block: Block, world: AnyWorld, seat: int, part: slice | None = None) -> tuple[Numbers, Any]:
        """The orders of a block, or of a part of it, in a state; and for which of them the rows of tables are there.

        Orders at the end whose rows are not there are left out.
        """
        chosen = {table: self._chosen(world, seat, table) for table, _ in block.picks}
        if part is None:
            first = len(next(iter(chosen.values()))) if chosen else ROWS_CHOSEN
            part = slice(0, len(block.rows) * first // ROWS_CHOSEN)
        rows = block.rows[part]
        there = numpy.ones(len(rows), dtype=bool)
        for table, picks in block.picks:
            there &= picks[part] < len(chosen[table])
        if block.patches or block.seats:
            rows = rows.copy()
            rows[:, block.seats] += seat
        for patch in block.patches:
            values = numpy.zeros(ROWS_CHOSEN, dtype=numpy.int64)
            own = chosen[patch.table]
            values[: len(own)] = numpy.asarray(getattr(getattr(world.state, patch.table), patch.column))[own]
            rows[:, patch.at] += values[patch.picks[part]]
        return rows, there

    def _chosen(self, world: AnyWorld, seat: int, name: str) -> Any:
        """The first rows of a table that are those of a seat, where it says whose they are."""
        layout = self.game.layout
        table = getattr(world.state, name)
        used = layout.used(world.state, name)
        if "seat" not in layout.tables[name].names:
            rows = len(table[0]) // layout.tables[name].columns[0].width
            return numpy.arange(min(ROWS_CHOSEN, rows if used is None else used))
        return numpy.flatnonzero(numpy.asarray(table.seat)[:used] == seat)[:ROWS_CHOSEN]

    def _accepted(self, world: AnyWorld, seat: int, rows: Numbers) -> Any:
        """Whether the rules accept each of some orders."""
        if self.game.backend != NATIVE:
            return numpy.array([self.game.check(world, seat, row) == self.game.ok for row in rows.tolist()], dtype=bool)
        codes = numpy.empty(len(rows), dtype=numpy.int64)
        words = numpy.ascontiguousarray(rows).reshape(-1)
        self.game.kernels.checks(world, seat, words, rows.shape[1], codes)
        return codes == self.game.ok


def items_most(action: Function) -> int:
    """How many items the list of an action is given at most."""
    lists = [argument.type.most for argument in action.arguments if isinstance(argument.type, Array)]
    return min(ITEMS_MOST, *lists)


def _with_list(block: Block, rows: Numbers, items: tuple[int, ...], width: int) -> Numbers:
    """Orders with their list, where the action has one."""
    if block.split is None:
        return rows
    middle = numpy.array([len(items) // width, *items], dtype=numpy.int64)
    return numpy.hstack([rows[:, : block.split], numpy.tile(middle, (len(rows), 1)), rows[:, block.split :]])
