"""Blocks: declared NamedTuples laid out in one array of 64-bit words, and views of them for Python.

A block starts with the offsets of its columns, one more than there are columns; then come all its numbers, at places
that are the same in every block of a kind; then the columns. So a copy of a state is one copy of memory, and the
attributes of a view, or of a proxy in compiled code, find their words by a constant index.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.core.columns import parts_of
from joute.core.policy_play import Chance
from joute.core.tables import widths

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.policy import Policy

Block = Any
"""An `array` of words of 64 bits."""


class NumberAt(NamedTuple):
    """A number, at this word of its block."""

    word: int


class ColumnAt(NamedTuple):
    """A column, between the offsets in this word and in the next one; it has `width` values a row."""

    word: int
    width: int


Node = dict[str, Any]
"""The fields of a group: a NumberAt, a ColumnAt or a Node for each."""


class Plan:
    """Where everything lies in the blocks of some declared kinds, by name."""

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self._numbers: list[tuple[str, ...]] = []
        self._columns: list[tuple[str, ...]] = []
        for name, kind in kinds.items():
            self._collect((name,), kind)
        self.header = len(self._columns) + 1
        self.nodes: Node = {name: self._node((name,), kind) for name, kind in kinds.items()}

    def _collect(self, path: tuple[str, ...], kind: Any) -> None:
        for part in parts_of(kind):
            where = (*path, part.name)
            if part.form is None:
                self._collect(where, part.kind)
            else:
                (self._numbers if part.form is int else self._columns).append(where)

    def _node(self, path: tuple[str, ...], kind: Any) -> Node:
        node: Node = {}
        for part in parts_of(kind):
            where = (*path, part.name)
            if part.form is None:
                node[part.name] = self._node(where, part.kind)
            elif part.form is int:
                node[part.name] = NumberAt(self.header + self._numbers.index(where))
            else:
                width = dict(zip((p.name for p in parts_of(kind)), widths(kind), strict=True))[part.name]
                node[part.name] = ColumnAt(self._columns.index(where), width)
        return node

    def pack(self, values: Mapping[str, Any]) -> Block:
        """The block of some values, by name as the kinds."""
        columns = [_at(values, path) for path in self._columns]
        return self._joined([int(_at(values, path)) for path in self._numbers], columns)

    def blank(self, block: Block) -> Block:
        """A block of the same sizes, all zero."""
        return block[: self.header] + array("q", bytes(8 * (len(block) - self.header)))

    def replaced(self, block: Block, columns: Mapping[ColumnAt, Any]) -> Block:
        """A copy of a block with other columns, shorter or longer."""
        made = block[:] if not columns else block
        for place, values in columns.items():
            made = self._with_column(made, place, _words(values))
        return made

    def _with_column(self, block: Block, place: ColumnAt, words: Block) -> Block:
        start, end = block[place.word : place.word + 2]
        more = len(words) - (end - start)
        made = block + words[:more] if more > 0 else block[: len(block) + more]
        new, old = memoryview(made), memoryview(block)
        new[start : start + len(words)] = memoryview(words)
        new[start + len(words) :] = old[end:]
        for word in range(place.word + 1, self.header):
            made[word] += more
        return made

    def _joined(self, numbers: Sequence[int], columns: Sequence[Any]) -> Block:
        first = self.header + len(numbers)
        block = array("q", accumulate(map(len, columns), initial=first))
        block.extend(numbers)
        for column in columns:
            block.extend(column)
        return block


class Plans(NamedTuple):
    """Where everything lies in the blocks of a game: its state; parameters, board and scratch; and its lookup."""

    state: Plan
    rest: Plan
    lookup: Plan | None


def plans_of(game: Game) -> Plans:
    rules = game.rules
    rest = Plan({"params": rules.params, "board": rules.board, "scratch": rules.scratch})
    return Plans(Plan({"state": rules.state}), rest, None if rules.fog is None else Plan({"lookup": rules.fog.lookup}))


def mind_plan(policy: Policy) -> Plan:
    """Where everything lies in what the policy of a seat goes by."""
    return Plan({"weights": policy.weights, "memory": policy.memory, "chance": Chance})


def _words(values: Any) -> Block:
    return values if isinstance(values, array) else array("q", values)


def _at(values: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    value = values[path[0]]
    for name in path[1:]:
        value = getattr(value, name)
    return value


class View:
    """A group of a block, read and written by the names of its fields: numbers, and columns that are memoryviews."""

    __slots__ = ("block", "node")
    block: Block
    node: Node

    def __init__(self, block: Block, node: Node) -> None:
        object.__setattr__(self, "block", block)
        object.__setattr__(self, "node", node)

    def __getattr__(self, name: str) -> Any:
        try:
            place = self.node[name]
        except KeyError:
            raise AttributeError(name) from None
        if isinstance(place, NumberAt):
            return self.block[place.word]
        if isinstance(place, ColumnAt):
            return memoryview(self.block)[self.block[place.word] : self.block[place.word + 1]]
        return View(self.block, place)

    def __setattr__(self, name: str, value: Any) -> None:
        place = self.node.get(name)
        if not isinstance(place, NumberAt):
            raise AttributeError(f"{name} is no number: write its values, {name}[row] = value")
        self.block[place.word] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.node == other.node and self.block == other.block

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return type(self), (self.block, self.node)

    def __iter__(self) -> Iterator[Any]:
        """The fields, as those of a NamedTuple."""
        return (getattr(self, name) for name in self.node)


class Fields:
    """What names the fields of a view to whoever explores it: `dir()`, completion, `print`."""

    _node: Node

    def __dir__(self) -> list[str]:
        return [*self._node, *super().__dir__()]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._node)})"


class BatchView(Fields):
    """The same of many blocks of one size, a row each of a numpy array: every value has the game as its last index."""

    def __init__(self, blocks: Any, node: Node, header: int) -> None:
        self._blocks = blocks
        self._node = node
        self._header = header

    def __getattr__(self, name: str) -> Any:
        place = self._node.get(name)
        if place is None:
            raise AttributeError(name)
        if isinstance(place, NumberAt):
            return self._blocks[:, place.word]
        if isinstance(place, ColumnAt):
            start, end = self._blocks[0, place.word : place.word + 2]
            return self._blocks[:, start:end].T
        return BatchView(self._blocks, place, self._header)

    def flat(self) -> Any:
        """All values in the order of the declaration, numbers before columns: a row a game."""
        return self._blocks[:, self._header :]
