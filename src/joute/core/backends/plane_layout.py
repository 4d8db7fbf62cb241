"""Where the values of games lie that lie side by side: each value has a plane, as wide as its bounds ask for.

In a plane the game is the index. Numbers come first, then the columns, and of both the widest first. All planes begin
at a number of bytes a game, so they are aligned where the number of games is a multiple of eight.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.core.columns import Dims
from joute.core.layout import Layout

from .blocks import Block, ColumnAt, Node, NumberAt, mind_plan, plans_of

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.policy import Policy

SIZES = (1, 2, 4, 8)
TYPE_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
"""Of `array`, and of numpy."""
ALIGNED = 8
"""The number of games that an area has is a multiple of this."""


class PlaneNumber(NamedTuple):
    """A number: how many bytes a game come before its plane, and its bytes."""

    start: int
    size: int


class PlaneColumn(NamedTuple):
    """A column: between the offsets in this word and in the next one; `width` values a row, and the bytes of one."""

    word: int
    width: int
    size: int


Path = tuple[str, ...]


class PlanePlan:
    """Where everything lies in the planes of a declared kind."""

    def __init__(self, node: Node, sizes: Mapping[Path, int]) -> None:
        places = list(_leaves(node))
        numbers = sorted((path for path, place in places if isinstance(place, NumberAt)), key=lambda p: -sizes[p])
        columns = sorted((path for path, place in places if isinstance(place, ColumnAt)), key=lambda p: -sizes[p])
        starts = list(accumulate((sizes[path] for path in numbers), initial=0))
        self.first = starts[-1]
        """How many bytes a game come before the columns."""
        self.leaves: dict[Path, tuple[Any, Any]] = {}
        """By path, where a value lies in a block, and where it lies in planes."""
        for path, place in places:
            if isinstance(place, NumberAt):
                made: Any = PlaneNumber(starts[numbers.index(path)], sizes[path])
            else:
                made = PlaneColumn(columns.index(path), place.width, sizes[path])
            self.leaves[path] = place, made
        self.columns = columns
        self.sizes = [sizes[path] for path in columns]
        words = groupby(range(len(columns)), key=lambda word: self.sizes[word])
        groups = [(size, list(group)) for size, group in words]
        self.runs = [(size, group[0], group[-1] + 1) for size, group in groups]
        """The columns of each size: from which word of the offsets to which."""
        self.node = self._node(node, ())

    def _node(self, node: Node, path: Path) -> Node:
        return {
            name: self._node(place, (*path, name)) if isinstance(place, dict) else self.leaves[(*path, name)][1]
            for name, place in node.items()
        }

    def offsets(self, block: Block) -> Block:
        """The offsets of the columns of blocks as long as this one; the last is the bytes of a game."""
        lengths = (_length(block, self.leaves[path][0]) * self.leaves[path][1].size for path in self.columns)
        return array("q", accumulate(lengths, initial=self.first))


def plane(memory: Any, games: int, offsets: Block, place: PlaneNumber | PlaneColumn) -> Any:
    """The values at a place: of a number by game, of a column by row and game."""
    if isinstance(place, PlaneNumber):
        return memory[place.start * games : (place.start + place.size) * games].view(TYPE_CODES[place.size])
    start, end = offsets[place.word], offsets[place.word + 1]
    found = memory[start * games : end * games].view(TYPE_CODES[place.size])
    return found.reshape((end - start) // place.size, games)


class PlanePlans(NamedTuple):
    """Where everything lies in the planes of a game: state, scratch, lookup, and what the policy of a seat goes by."""

    state: PlanePlan
    scratch: PlanePlan
    lookup: PlanePlan | None
    mind: PlanePlan | None
    code: str
    """It names the sizes of all values."""


def plane_plans(game: Game, dims: Dims, policy: Policy | None = None) -> PlanePlans:
    """The planes of a game, and of a policy of it, whose widths follow from board, seats and parameters."""
    rules = game.rules
    plans = plans_of(game)
    layouts = {"state": rules.layout, "scratch": rules.scratch_layout}
    nodes = plans.state.nodes | plans.rest.nodes
    if rules.fog is not None and plans.lookup is not None:
        layouts["lookup"] = rules.fog.layout
        nodes |= plans.lookup.nodes
    sizes = {name: dict(sizes_of(layout, dims)) for name, layout in layouts.items()}
    if policy is not None:
        sizes["mind"], nodes["mind"] = dict(_mind_sizes(policy, dims)), mind_plan(policy).nodes
    text = "".join("".join(map(str, own.values())) + "." for own in sizes.values())
    found = {name: PlanePlan(nodes[name], own) for name, own in sizes.items()}
    code = blake2b(text.encode(), digest_size=4).hexdigest()
    return PlanePlans(found["state"], found["scratch"], found.get("lookup"), found.get("mind"), code)


def sizes_of(layout: Layout, dims: Dims) -> Iterator[tuple[Path, int]]:
    """The bytes of a value of each field: as many as its bounds ask for, or as the rows that it counts. A table without
    rows is one that views alone hold, of any length."""
    rooms = {count: layout.tables[table].rows.shape(dims)[0] for table, count in layout.counts.items()}
    counts = {count: room for count, room in rooms.items() if room}
    for table in layout.tables.values():
        for column in table.columns:
            path = (table.name, column.name) if column.name else (table.name,)
            low, high = column.bounds.at(dims)
            if table.name == "head" and column.name in counts:
                low, high = 0, counts[column.name]
            yield path, _size(low, high)


def _mind_sizes(policy: Policy, dims: Dims) -> Iterator[tuple[Path, int]]:
    """The bytes of a value of each field of a mind; the generator is a word, as that of random play."""
    for name, weight in policy.bounds.items():
        yield ("weights", name), _size(weight.low, weight.high)
    for path, size in sizes_of(policy.layout, dims):
        yield ("memory", *path), size
    yield ("chance", "rng"), SIZES[-1]


def _size(low: int, high: int) -> int:
    """The bytes of a value within these bounds."""
    return next(size for size in SIZES if -(1 << 8 * size - 1) <= low and high < 1 << 8 * size - 1)


def _leaves(node: Node, path: Path = ()) -> Iterator[tuple[Path, NumberAt | ColumnAt]]:
    for name, place in node.items():
        if isinstance(place, dict):
            yield from _leaves(place, (*path, name))
        else:
            yield (*path, name), place


def _length(block: Block, place: ColumnAt) -> int:
    return int(block[place.word + 1] - block[place.word])


def to_planes(plan: PlanePlan, block: Block, memory: Any, games: int, offsets: Block) -> None:
    """Write a block into the memory of all games, an array of bytes of numpy."""
    for place, there in plan.leaves.values():
        values = plane(memory, games, offsets, there)
        if isinstance(place, NumberAt):
            values[:] = block[place.word]
        else:
            values[:] = _column(block, place)[:, None]


def to_block(plan: PlanePlan, like: Block, values: Mapping[Path, Any]) -> Block:
    """A block as long as `like`, of the values of one game."""
    made = like[:]
    for path, (place, _) in plan.leaves.items():
        if isinstance(place, NumberAt):
            made[place.word] = int(values[path])
        else:
            _column(made, place)[:] = values[path]
    return made


def _column(block: Block, place: ColumnAt) -> Any:
    import numpy

    return numpy.frombuffer(block, dtype=numpy.int64)[block[place.word] : block[place.word + 1]]


def aligned(games: int) -> int:
    """The number of games for which an area has room."""
    return -(-games // ALIGNED) * ALIGNED
