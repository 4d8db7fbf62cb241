"""State buffers: declared once as rows of named columns; copied, compared, hashed, dumped and loaded for every game."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from .errors import StateError, shown

MOST = 2**62
"""The largest value a column may hold: kernels stay within 63 bits."""


Runs = list[tuple[int, bytes]]
"""The changed values of a table: runs of them, each with its index and its bytes, for another process here."""
RUN = 64
"""How many values a run has: smaller runs take longer to find, larger ones longer to send."""
INT_BYTES = 8
Known = Mapping[str, list[int]]
"""The values of each table that another process was sent."""
ByteCache = dict[str, tuple[list[int], bytearray]]
"""The values of each table, and the same as bytes."""
NOTHING: tuple[list[int], bytearray] = [], bytearray()


class Dims(NamedTuple):
    """What the sizes and bounds of a match follow from."""

    board: Any
    seats: int
    params: Mapping[str, Any]


Bound = int | Callable[[Dims], int]


class Col(NamedTuple):
    """One column: its name and the values a loaded state may hold, both ends included."""

    name: str
    low: Bound = 0
    high: Bound = MOST


class Rows:
    """A table of a state: its columns, how many rows it has room for, and what a dump shows of it.

    `size` gives the number of rows, or a pair whose product it is when `keys` names the two coordinates of a row.
    `count` names the column of `head` that says how many rows are in use; without it, all are.
    `derived` tables follow from the others: never dumped, rebuilt by the game's `reindex`.
    """

    def __init__(
        self,
        *columns: Col,
        size: Callable[[Dims], int | tuple[int, int]] | None = None,
        keys: tuple[str, str] | None = None,
        count: str | None = None,
        derived: bool = False,
    ) -> None:
        self.columns = columns
        self.size = size
        self.keys = keys
        self.count = count
        self.derived = derived

    @property
    def width(self) -> int:
        return len(self.columns)

    def shape(self, dims: Dims) -> tuple[int, int]:
        """(rows, rows per line): the second only means something for a table with keys."""
        size = 1 if self.size is None else self.size(dims)
        return (size, size) if isinstance(size, int) else (size[0] * size[1], size[1])


class Layout:
    """The tables of a NamedTuple of buffers, in the order of its fields."""

    def __init__(self, kind: Callable[..., Any], **tables: Rows) -> None:
        self.kind = kind
        self.tables = tables
        self.fields = tuple(tables)
        declared: tuple[str, ...] = getattr(kind, "_fields", ())
        if self.fields != declared:
            raise TypeError(f"{kind}: fields {declared} are declared as tables {self.fields}")

    def column(self, table: str, name: str) -> int | None:
        """The index of a column, or None."""
        names = [column.name for column in self.tables[table].columns]
        return names.index(name) if name in names else None

    def empty(self, dims: Dims) -> Any:
        """A fresh set of lists, all zero."""
        return self.kind(*([0] * (rows.shape(dims)[0] * rows.width) for rows in self.tables.values()))

    @cached_property
    def _counted(self) -> dict[str, tuple[int, int]]:
        """For each counted table the column of the head that counts its rows, and the width of a row."""
        counted = {name: rows for name, rows in self.tables.items() if rows.count is not None}
        return {name: (self._column("head", str(rows.count)), rows.width) for name, rows in counted.items()}

    def used(self, state: Any, name: str) -> int:
        """How many values of a table are in use."""
        if name not in self._counted:
            return len(getattr(state, name))
        column, width = self._counted[name]
        return int(state.head[column]) * width

    def news(self, state: Any, known: Known) -> tuple[list[Runs], Known]:
        """What changed in each table since a process was sent `known`, and what it knows once it is sent that too.

        Rows beyond the count of a table are sent as zeros.
        """
        known = known or {}
        changes, now = list[Runs](), dict(known)
        for name, values in zip(self.fields, state, strict=True):
            used = values[: self.used(state, name)] if name in self._counted else values
            used = used if isinstance(used, list) else used.tolist()
            old = known.get(name, [])
            if used == old:
                changes.append([])
            else:
                changes.append(_runs(used, old))
                now[name] = list(used)
        return changes, now

    def learn(self, state: Any, news: Sequence[Runs]) -> None:
        """Write into a state what `news` sent; the first news go into an empty state."""
        for values, runs in zip(state, news, strict=True):
            for start, data in runs:
                new = array("q", data).tolist()
                values[start : start + len(new)] = new

    def use(self, state: Any, name: str, count: int) -> None:
        """Set how many values of a counted table are in use."""
        rows = self.tables[name]
        state.head[self._column("head", str(rows.count))] = count // rows.width

    def primary(self, state: Any) -> Iterator[tuple[str, Any]]:
        """The values that make the state what it is: tables that are not derived, up to their count."""
        for name, rows in self.tables.items():
            if not rows.derived:
                values = getattr(state, name)
                yield name, values[: self.used(state, name)] if name in self._counted else values

    def content(self, state: Any, cache: ByteCache | None = None) -> bytes:
        """The primary values as bytes, the same on every backend: equal bytes, equal states.

        `cache` holds the bytes of the state before, so that only what has changed is converted again.
        """
        cached, parts = {} if cache is None else cache, []
        for name, values in self.primary(state):
            old, raw = cached.get(name, NOTHING)
            if not isinstance(values, list):
                raw = values.tobytes()
            elif values != old:
                raw = _patched(raw, values, old)
                cached[name] = list(values), raw
            parts.append(raw)
        return b"".join(parts)

    def digest(self, state: Any, cache: ByteCache | None = None) -> str:
        """A short hash of the content."""
        from hashlib import blake2b  # imported here: a host process hashes nothing and starts faster without it

        return blake2b(self.content(state, cache), digest_size=12).hexdigest()

    def dump(self, state: Any, dims: Dims) -> dict[str, Any]:
        """The primary tables under their column names, as JSON-able values."""
        return {name: self._dump_rows(name, buffer, dims) for name, buffer in self.primary(state)}

    def _dump_rows(self, name: str, buffer: Any, dims: Dims) -> Any:
        rows = self.tables[name]
        hidden = self._counts(name)
        width, (_, line) = rows.width, rows.shape(dims)
        dumped: list[Any] = []
        for row in range(len(buffer) // width):
            values = [int(value) for value in buffer[row * width : (row + 1) * width]]
            named = {col.name: value for col, value in zip(rows.columns, values, strict=True) if col.name not in hidden}
            if rows.keys:
                if any(values):
                    keys = dict(zip(rows.keys, divmod(row, line), strict=True))
                    dumped.append(keys | {name: value for name, value in named.items() if value})
            else:
                dumped.append(values[0] if width == 1 else named)
        return dumped[0] if rows.size is None else dumped

    def load(self, data: Any, dims: Dims) -> Any:
        """The state a dump describes, as lists; derived tables are left empty. A StateError names what is wrong."""
        given = _mapping(data, "state")
        wanted = [name for name, rows in self.tables.items() if not rows.derived]
        _same_names("state", given, wanted)
        state = self.empty(dims)
        for name in wanted:
            self._load_rows(state, name, given[name], dims)
        return state

    def _load_rows(self, state: Any, name: str, data: Any, dims: Dims) -> None:
        rows = self.tables[name]
        capacity, _ = rows.shape(dims)
        entries = [data] if rows.size is None else _sequence(data, f"state.{name}")
        if rows.keys is None and rows.count is None and len(entries) != capacity:
            raise StateError(f"state.{name}: {len(entries)} rows, expected {capacity}")
        if len(entries) > capacity:
            raise StateError(f"state.{name}: {len(entries)} rows, at most {capacity} fit")
        seen: set[int] = set()
        for number, entry in enumerate(entries):
            where = f"state.{name}" if rows.size is None else f"state.{name}[{number}]"
            row, values = self._entry(name, number, entry, where, dims)
            if row in seen:
                raise StateError(f"{where}: this row is given twice")
            seen.add(row)
            for index, value in values.items():
                getattr(state, name)[row * rows.width + index] = value
        if rows.count is not None:
            state.head[self._column("head", rows.count)] = len(entries)

    def _entry(self, name: str, number: int, entry: Any, where: str, dims: Dims) -> tuple[int, dict[int, int]]:
        """One dumped row: which it is, and its values by column."""
        rows = self.tables[name]
        columns = {index: column for index, column in enumerate(rows.columns) if column.name not in self._counts(name)}
        if rows.width == 1 and rows.size is not None and rows.keys is None:
            entry = {rows.columns[0].name: entry}
        values = dict(_mapping(entry, where))
        row = number
        if rows.keys is not None:
            row = _row_of(rows.keys, values, where, *rows.shape(dims))
            values = {column.name: 0 for column in columns.values()} | values
        _same_names(where, values, [column.name for column in columns.values()])
        return row, {index: _checked(values[column.name], column, where, dims) for index, column in columns.items()}

    def _counts(self, name: str) -> set[str | None]:
        """The columns of a table that only count the rows of others: a dump leaves them out."""
        return {rows.count for rows in self.tables.values()} if name == "head" else set()

    def _column(self, table: str, name: str) -> int:
        column = self.column(table, name)
        if column is None:
            raise TypeError(f"the table {table} has no column {name}")
        return column


def _runs(values: list[int], old: list[int]) -> Runs:
    """The runs of values that differ from the old ones; what is no longer in use is zero."""
    values = values + [0] * (len(old) - len(values))
    return [(run.start, array("q", values[run]).tobytes()) for run in _changed(values, old)]


def _patched(raw: bytearray, values: list[int], old: list[int]) -> bytearray:
    """The bytes of the values, made by changing those of the old ones."""
    if not old:
        return bytearray(_raw(values))
    for run in _changed(values, old):
        new = _raw(values[run])
        raw[INT_BYTES * run.start : INT_BYTES * run.start + len(new)] = new
    del raw[INT_BYTES * len(values) :]
    return raw


def _changed(values: list[int], old: list[int]) -> Iterator[slice]:
    """Where values differ from the old ones, run by run; without old ones, everywhere in one run."""
    size = RUN if old else len(values)
    for start in range(0, len(values), size or 1):
        if values[start : start + size] != old[start : start + size]:
            yield slice(start, start + size)


def _raw(values: list[int]) -> bytes:
    packed = array("q", values)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _mapping(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise StateError(f"{where}: found {shown(data)}, expected an object with named fields")
    return data


def _sequence(data: Any, where: str) -> list[Any]:
    if not isinstance(data, (list, tuple)):
        raise StateError(f"{where}: found {shown(data)}, expected a list")
    return list(data)


def _same_names(where: str, given: Mapping[str, Any], wanted: list[str]) -> None:
    for name in given:
        if name not in wanted:
            raise StateError(f"{where}: unknown field {shown(name)}, expected one of {', '.join(wanted)}")
    for name in wanted:
        if name not in given:
            raise StateError(f"{where}: field {name!r} is missing")


def _row_of(keys: tuple[str, str], values: dict[str, Any], where: str, capacity: int, line: int) -> int:
    """The row a pair of coordinates names; takes them out of `values`."""
    row, column = (values.pop(key, None) for key in keys)
    limits = (capacity // line, line)
    for key, value, limit in zip(keys, (row, column), limits, strict=True):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < limit:
            raise StateError(f"{where}.{key}: found {shown(value)}, expected a number from 0 to {limit - 1}")
    return int(row) * line + int(column)


def _checked(value: Any, column: Col, where: str, dims: Dims) -> int:
    """A value of a dump, if its column may hold it."""
    low = column.low if isinstance(column.low, int) else column.low(dims)
    high = column.high if isinstance(column.high, int) else column.high(dims)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise StateError(f"{where}.{column.name}: found {shown(value)}, expected a number from {low} to {high}")
    return value
