"""Every order of a game as one number: 0 ends the turn, then come the orders of each action, in the order of the API.

The orders of an action are counted out: its arguments take the values that their types and notes (`core/choices.py`)
say, rows of tables first, then the others as they stand; the last one changes fastest. A list is given one item at a
time: an action with a list has numbers that add an item, and numbers that give the order with the items so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy

from joute.core.api import Argument, Function
from joute.core.choices import Amount, Choice, Fields, Near, Own, Player
from joute.core.columns import Bound, Bounds, Dims
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Struct, Type

END = 0
"""The number that ends the turn."""
ROWS_CHOSEN = 32
"""How many rows of a table an order chooses among."""
ITEMS_MOST = 32
"""How many items a list is given at most."""

Numbers = numpy.ndarray[Any, numpy.dtype[numpy.int64]]


class NotNumbered(ValueError):
    """An argument that the game does not say the values of."""


class Leaf(NamedTuple):
    """One number of an order: its argument, its field, where a row of a table has it, its bounds, and its note."""

    argument: str
    field: str
    note: Choice
    bounds: Bounds | None

    @property
    def name(self) -> str:
        return f"{self.argument}.{self.field}" if self.field else self.argument


class Digit(NamedTuple):
    """What one number among the arguments chooses, and among how many."""

    name: str
    size: int
    values: Text
    """Which they are, in words."""
    table: str = ""
    """The table of which it chooses a row."""


class Patch(NamedTuple):
    """A value that follows from the state: that of a column, in the row that each order chooses, is added."""

    at: int
    table: str
    column: str
    picks: Numbers


class Block(NamedTuple):
    """The orders of one action. One with a list has two blocks: items to add, and orders without the list."""

    action: Function
    first: int
    """The number of its first order."""
    digits: tuple[Digit, ...]
    rows: Numbers
    """One order a row, the number of the action first, without what follows from the state."""
    patches: tuple[Patch, ...]
    picks: tuple[tuple[str, Numbers], ...]
    """The tables of which orders choose a row, and which row each of them chooses."""
    seats: tuple[int, ...]
    """Where the seat is added."""
    adds: bool
    """Whether its orders are items to add to the list."""
    split: int | None
    """Where in an order its list stands."""

    @property
    def end(self) -> int:
        return self.first + len(self.rows)


class Numbering:
    """The numbers of all orders of a game, for a board and so many seats."""

    def __init__(self, game: Game, dims: Dims) -> None:
        self.blocks: list[Block] = []
        self.size = 1
        for action in game.api.actions:
            for block in _blocks(action, dims, self.size):
                self.blocks.append(block)
                self.size = block.end
        self.gives = {block.action.code: block for block in self.blocks if not block.adds}
        self.items = {block.action.code: block.rows.shape[1] - 1 for block in self.blocks if block.adds}
        """How many numbers an item of a list has, by the number of its action."""

    def block(self, number: int) -> Block:
        """The block of a number other than END."""
        return next(block for block in self.blocks if number < block.end)


def _blocks(action: Function, dims: Dims, first: int) -> Iterator[Block]:
    lists = [argument for argument in action.arguments if isinstance(argument.type, Array)]
    if len(lists) > 1:
        raise NotNumbered(f"{action.name}: {len(lists)} lists in one order are not numbered")
    leaves: list[Leaf] = []
    split = None
    for argument in action.arguments:
        if isinstance(argument.type, Array):
            items = _block(action, [*_leaves(action, argument, argument.type.item)], dims, first, adds=True)
            first, split = items.end, 1 + len(leaves)
            yield items
        else:
            leaves += _leaves(action, argument, argument.type)
    yield _block(action, leaves, dims, first, split=split)


# The numbers of one order


def _leaves(action: Function, argument: Argument, kind: Type, field: str = "", given: Any = None) -> Iterator[Leaf]:
    """The numbers of an argument; `given` is the note of what it is part of."""
    note = given or next((note for note in kind.notes if isinstance(note, (Choice, Fields))), None)
    if isinstance(kind, Struct):
        for number, (name, part) in enumerate(kind.fields):
            yield from _leaves(action, argument, part, f"{field}.{name}" if field else name, _of_field(note, number))
        return
    bounds = _declared(kind)
    if not isinstance(note, Choice):
        note = bounds
    if isinstance(kind, Array) or note is None:
        raise NotNumbered(
            f"{action.name}: argument {argument.name} has no bounds, so its orders have no numbers; note them in "
            "api.py: Annotated[int, bounded(low, high)]"
        )
    yield Leaf(argument.name, field, note, bounds)


def _of_field(note: Any, number: int) -> Any:
    if isinstance(note, Fields):
        return note.notes[number]
    return Own(note.table, note.columns[number : number + 1]) if isinstance(note, Own) else note


def _declared(kind: Type) -> Bounds | None:
    """The bounds of a number: those noted, or the members of an enumeration."""
    noted = next((note for note in kind.notes if isinstance(note, Bounds)), None)
    if noted is None and isinstance(kind, Enum):
        return Bounds(min(kind.kind), max(kind.kind))
    return Bounds(0, 1) if noted is None and isinstance(kind, Bool) else noted


# Counting them out


STEPS = ""
"""The name of the digit of all numbers that are near to others."""


class _Count:
    """The digits of the orders of one action, rows of tables first."""

    def __init__(self, leaves: Sequence[Leaf], dims: Dims) -> None:
        self.leaves, self.dims = leaves, dims
        self.digits: list[Digit] = []
        self.place: dict[str, int] = {}
        """The digit of each number that has one, by its name; a row of a table by the name of its argument."""
        for leaf in leaves:
            if isinstance(leaf.note, Own) and leaf.argument not in self.place:
                table = leaf.note.table
                values = Text(f"the first {ROWS_CHOSEN} of {table}", f"les {ROWS_CHOSEN} premiers de {table}")
                self._add(leaf.argument, Digit(leaf.argument, ROWS_CHOSEN, values, table))
        for leaf in leaves:
            if isinstance(leaf.note, Bounds):
                low, high = leaf.note.at(dims)
                values = Text(f"{low} to {high}", f"{low} à {high}")
                if low != high:
                    self._add(leaf.name, Digit(leaf.name, max(0, high - low + 1), values))
            elif isinstance(leaf.note, Amount):
                powers = self._value(leaf.note.most).bit_length()
                last = 1 << max(0, powers - 1)
                self._add(leaf.name, Digit(leaf.name, powers, Text(f"1, 2, 4 to {last}", f"1, 2, 4 à {last}")))
        self.steps = self._steps([leaf for leaf in leaves if isinstance(leaf.note, Near)])
        self.sizes = [digit.size for digit in self.digits]
        self.count = prod(self.sizes)
        self.grid = numpy.indices(self.sizes, dtype=numpy.int64).reshape(len(self.sizes), self.count)

    def _add(self, name: str, digit: Digit) -> None:
        self.place[name] = len(self.digits)
        self.digits.append(digit)

    def _value(self, bound: Bound) -> int:
        return bound if isinstance(bound, int) else int(bound(self.dims))

    def _steps(self, leaves: Sequence[Leaf]) -> dict[str, Numbers]:
        """How far each number is from the one it is near to, by name: a digit for all of them together."""
        if not leaves:
            return {}
        notes = [leaf.note for leaf in leaves if isinstance(leaf.note, Near)]
        reach = max(self._value(note.reach) for note in notes)
        spans = [leaf.bounds.at(self.dims) for leaf in leaves if leaf.bounds is not None]
        if len(spans) == len(leaves):
            reach = min(reach, sum(high - low for low, high in spans))
        steps = [step for step in product(range(-reach, reach + 1), repeat=len(leaves)) if sum(map(abs, step)) <= reach]
        names = ", ".join(dict.fromkeys(leaf.argument for leaf in leaves))
        base = notes[0].argument
        values = Text(f"at most {reach} away from {base}", f"à {reach} au plus de {base}")
        self._add(STEPS, Digit(names, len(steps), values))
        columns = numpy.array(steps, dtype=numpy.int64).T
        return {leaf.name: column for leaf, column in zip(leaves, columns, strict=True)}

    def column(self, leaf: Leaf) -> Numbers:
        """The value of a number in each order, without what follows from the state."""
        note = leaf.note
        if isinstance(note, Bounds):
            low = note.at(self.dims)[0]
            return self.picks(leaf.name) + low if leaf.name in self.place else numpy.full(self.count, low)
        if isinstance(note, Amount):
            return 1 << self.picks(leaf.name)
        if isinstance(note, Player):
            return numpy.full(self.count, self._value(note.first))
        if isinstance(note, Own):
            return numpy.zeros(self.count, dtype=numpy.int64)
        steps: Numbers = self.steps[leaf.name][self.picks(STEPS)]
        return steps if self.patched(leaf) else steps + self.column(self._base(leaf))

    def picks(self, name: str) -> Numbers:
        """What each order chooses of a digit."""
        chosen: Numbers = self.grid[self.place[name]]
        return chosen

    def patched(self, leaf: Leaf) -> tuple[str, str, str] | None:
        """The table and the column whose value in a row is added to a number, and the argument that chooses the row."""
        if isinstance(leaf.note, Own):
            return leaf.note.table, leaf.note.columns[0], leaf.argument
        if not isinstance(leaf.note, Near):
            return None
        base = self._base(leaf)
        if not isinstance(base.note, Own):
            return None
        return base.note.table, base.note.columns[0] if base.field else leaf.field, base.argument

    def _base(self, leaf: Leaf) -> Leaf:
        """The number that one is near to, or the row of a table."""
        assert isinstance(leaf.note, Near)
        name = leaf.note.argument
        return next(other for other in self.leaves if other.argument == name and other.field in ("", leaf.field))


def _block(
    action: Function, leaves: Sequence[Leaf], dims: Dims, first: int, adds: bool = False, split: int | None = None
) -> Block:
    count = _Count(leaves, dims)
    columns = [numpy.full(count.count, action.code), *map(count.column, leaves)]
    sources = [(at, source) for at, leaf in enumerate(leaves, 1) if (source := count.patched(leaf)) is not None]
    return Block(
        action,
        first,
        tuple(count.digits),
        numpy.ascontiguousarray(numpy.stack(columns, axis=1), dtype=numpy.int64),
        tuple(Patch(at, table, column, count.picks(name)) for at, (table, column, name) in sources),
        tuple((digit.table, count.picks(digit.name)) for digit in count.digits if digit.table),
        tuple(at for at, leaf in enumerate(leaves, 1) if isinstance(leaf.note, Player)),
        adds,
        split,
    )
