"""Declarations: how a game writes down, once, the tables of its state and their columns.

    @dataclass(slots=True)
    class Head:                                  # a record: one row, read as `w.state.head.turn`
        turn: Annotated[int, bounded(0, turns_most)]
        phase: Annotated[int, bounded(Phases.INIT, Phases.OVER)]
        links: int                               # counts the rows of another table

    class Links(NamedTuple):                     # a table: `w.state.links.a[link]`
        a: Annotated[Column, bounded(0, last_portal)]
        b: Annotated[Column, bounded(0, last_portal)]
        worn: Annotated[Column, family("worn_left", "worn_right")]   # `links.worn[link * 2 + side]`

    class State(NamedTuple):
        head: Head
        links: Annotated[Links, rows(links_most, count="links")]
        cover: Annotated[Column, rows(portals_of, derived=True)]     # a table of one column

Bounds and sizes are numbers, or functions of `Dims`. Boards and parameters are NamedTuples too, of numbers, columns and
such tables; they need no sizes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

Column = list[int]
"""A flat run of integers: a list when interpreted, a view of a block of 64-bit words when compiled."""

MOST = 2**62
"""The largest value a column may hold: kernels stay within 63 bits."""


class Dims(NamedTuple):
    """What the sizes and bounds of a match follow from."""

    board: Any
    seats: int
    params: Mapping[str, Any]


Bound = int | Callable[[Dims], int]
Size = Callable[[Dims], int | tuple[int, int]]


class Bounds(NamedTuple):
    """The values that a loaded state may hold in a column, both ends included."""

    low: Bound = 0
    high: Bound = MOST

    def at(self, dims: Dims) -> tuple[int, int]:
        low, high = (bound if isinstance(bound, int) else int(bound(dims)) for bound in self)
        return low, high


class Family(NamedTuple):
    """A column chosen by a number: so many values a row, each with its own name in a dump."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Rows:
    """How many rows a table has room for, and what a dump shows of it.

    `size` gives the number of rows, or a pair whose product it is where `keys` names the two coordinates of a row.
    `count` names the field of the record `head` that says how many rows are in use; without it, all are.
    `derived` tables follow from the others: never dumped, rebuilt by the game's `reindex`.
    """

    size: Size
    keys: tuple[str, str] | None = None
    count: str | None = None
    derived: bool = False

    def shape(self, dims: Dims) -> tuple[int, int]:
        """(rows, rows a line): the second only means something for a table with keys."""
        size = self.size(dims)
        return (int(size), int(size)) if not isinstance(size, tuple) else (int(size[0] * size[1]), int(size[1]))


def bounded(low: Bound = 0, high: Bound = MOST) -> Bounds:
    return Bounds(low, high)


def family(*names: str) -> Family:
    return Family(names)


def rows(
    size: Size | int, *, keys: tuple[str, str] | None = None, count: str | None = None, derived: bool = False
) -> Rows:
    return Rows(size if callable(size) else lambda dims: size, keys, count, derived)


ONE_ROW = rows(1)


class Part(NamedTuple):
    """One field of a declaration: a number, a tuple of numbers, a column, or a group of such fields."""

    name: str
    form: type | None
    """`int`, `tuple` or `list`; None for a group."""
    kind: Any
    """The class of a group."""
    notes: tuple[Any, ...]

    def note(self, sort: type) -> Any:
        """What the declaration says of one sort, or None."""
        return next((note for note in self.notes if isinstance(note, sort)), None)


@cache
def parts_of(kind: Any) -> tuple[Part, ...]:
    """The fields of a NamedTuple or of a record, in order; raises TypeError for what cannot be one."""
    if not (isinstance(kind, type) and (hasattr(kind, "_fields") or is_dataclass(kind))):
        raise TypeError(f"{kind!r} is neither a NamedTuple nor a dataclass")
    if not hasattr(kind, "_fields") and "__slots__" not in vars(kind):
        raise TypeError(f"{kind.__qualname__}: a record is a dataclass with slots=True")
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]), include_extras=True)
    return tuple(_part(kind, name, hint) for name, hint in hints.items())


def _part(kind: type, name: str, hint: Any) -> Part:
    notes: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        notes = tuple(rest)
    form = get_origin(hint) or hint
    if form in (int, list, tuple):
        return Part(name, form, None, notes)
    if isinstance(form, type) and (hasattr(form, "_fields") or is_dataclass(form)):
        return Part(name, None, form, notes)
    raise TypeError(f"{kind.__qualname__}.{name}: {hint!r} is no number, column or table")


def is_record(kind: Any) -> bool:
    """Whether a group is a record: one row, whose fields can be set."""
    return kind is not None and not hasattr(kind, "_fields")


# Values, plane by plane: a column is a plane, and so are all numbers of a group together


def planes(value: Any, kind: Any) -> list[list[int]]:
    """All values of a declared NamedTuple as lists: the numbers of each group first, then its tuples and columns."""
    found: list[list[int]] = []
    numbers = [int(getattr(value, part.name)) for part in parts_of(kind) if part.form is int]
    if numbers:
        found.append(numbers)
    for part in parts_of(kind):
        field = getattr(value, part.name)
        if part.form is None:
            found += planes(field, part.kind)
        elif part.form is not int:
            found.append(field.tolist() if hasattr(field, "tolist") else list(field))
    return found


def from_planes(kind: Any, found: Iterator[list[int]]) -> Any:
    """The NamedTuple that `planes` came from."""
    parts = parts_of(kind)
    numbers = iter(next(found) if any(part.form is int for part in parts) else ())
    values = {part.name: next(numbers) for part in parts if part.form is int}
    for part in parts:
        if part.form is None:
            values[part.name] = from_planes(part.kind, found)
        elif part.form is not int:
            values[part.name] = part.form(next(found))
    return kind(**values)
