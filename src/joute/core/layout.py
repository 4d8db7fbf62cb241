"""What follows from the declaration of a state (`columns.py`): copy, digest, dump, load, news for other processes."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from operator import methodcaller
from typing import Any, NamedTuple

from .columns import ONE_ROW, Bounds, Dims, Family, Rows, is_record, parts_of
from .errors import StateError, shown

Runs = list[tuple[int, bytes]]
"""The changed values of a column: runs of them, each with its index and its bytes, for another process here."""
RUN = 64
"""How many values a run has: smaller runs take longer to find, larger ones longer to send."""
ZERO = [0]
"""A column of one zero: n times it is a column of n."""
Known = Sequence[Any]
"""What another process was sent: the values of each column, or as the backend remembers it."""
ByteCache = dict[str, tuple[list[list[int]], "array[int]"]]
"""The columns of each table, and the same as the words of a digest."""


class ColumnSpec(NamedTuple):
    """A column of a table: its field, and the name and bounds of each of its values in a row."""

    name: str
    names: tuple[str, ...]
    bounds: Bounds

    @property
    def width(self) -> int:
        return len(self.names)


class Table:
    """A table of a layout. A record has one row, of numbers; a bare column is a table of one column, without a name."""

    def __init__(self, name: str, kind: Any, notes: Any) -> None:
        self.name = name
        self.kind = kind
        self.record = is_record(kind)
        self.rows: Rows = ONE_ROW if self.record else notes(Rows)
        if self.rows is None:
            raise TypeError(f"table {name}: rows(...) is missing")
        self.columns = [ColumnSpec("", (name,), notes(Bounds) or Bounds())] if kind is None else list(_columns(kind))
        self._places = [(column, part) for column in self.columns for part in range(column.width)]
        self.width = len(self._places)
        self.names = [column.names[part] for column, part in self._places]
        """The names of a dumped row."""
        named = [*self.names, *(self.rows.keys or ())]
        if len(set(named)) < len(named):
            raise TypeError(f"table {name}: a name is given twice among {', '.join(named)}")
        self.bounds = [column.bounds for column, _ in self._places]

    def empty(self, dims: Dims, zero: Any) -> Any:
        size = self.rows.shape(dims)[0]
        return self.of([0 if self.record else zero * (size * column.width) for column in self.columns])

    def of(self, columns: Sequence[Any]) -> Any:
        """The table made of these columns."""
        return columns[0] if self.kind is None else self.kind(*columns)

    def columns_of(self, state: Any) -> list[Any]:
        """The columns of this table in a state; a record has one, of all its numbers."""
        table = getattr(state, self.name)
        if self.kind is None:
            return [table]
        if self.record:
            return [[int(getattr(table, column.name)) for column in self.columns]]
        return [getattr(table, column.name) for column in self.columns]

    def values(self, columns: Sequence[list[int]]) -> list[list[int]]:
        """Columns of lists with each family split up: one list for each name of a dumped row."""
        if self.record:
            return [[value] for value in columns[0]]
        split: list[list[int]] = []
        for column, values in zip(self.columns, columns, strict=True):
            split += [values] if column.width == 1 else [values[part :: column.width] for part in range(column.width)]
        return split

    def store(self, state: Any, row: int, number: int, value: int) -> None:
        """Set a value: its row, and its place among the names of a row."""
        table = getattr(state, self.name)
        column, part = self._places[number]
        if self.record:
            setattr(table, column.name, value)
        else:
            (table if self.kind is None else getattr(table, column.name))[row * column.width + part] = value


def _columns(kind: Any) -> Iterator[ColumnSpec]:
    for part in parts_of(kind):
        family = part.note(Family)
        if part.form is not (int if is_record(kind) else list) or (family and is_record(kind)):
            raise TypeError(f"{kind.__qualname__}.{part.name}: a record has numbers, a table has columns")
        yield ColumnSpec(part.name, family.names if family else (part.name,), part.note(Bounds) or Bounds())


class Layout:
    """The tables of a NamedTuple, in the order of its fields."""

    def __init__(self, kind: Any) -> None:
        if not parts_of(kind):
            raise TypeError(f"{kind.__qualname__}: a layout has at least one table")
        self.kind = kind
        self.tables = {part.name: Table(part.name, part.kind, part.note) for part in parts_of(kind)}
        self.counts = {name: table.rows.count for name, table in self.tables.items() if table.rows.count}
        """The field of the head that counts the rows of a table, for those that have one."""
        self._primary = [table for table in self.tables.values() if not table.rows.derived]
        head = self.tables.get("head")
        for count in self.counts.values():
            if head is None or not head.record or count not in head.names:
                raise TypeError(f"{kind.__qualname__}: the record `head` has no field {count} to count rows")
        self.copy = _copier(self)
        """Copies a state of lists."""

    def empty(self, dims: Dims, zero: Any = ZERO) -> Any:
        """A fresh set of columns, all zero: lists, or whatever a column of one zero is."""
        return self.kind(*(table.empty(dims, zero) for table in self.tables.values()))

    def used(self, state: Any, name: str) -> int | None:
        """How many rows of a table are in use; None for all."""
        count = self.counts.get(name)
        return None if count is None else int(getattr(state.head, count))

    def columns(self, state: Any, table: Table) -> list[list[int]]:
        """The columns of a table as lists, up to its count; not to be changed."""
        used, columns = self.used(state, table.name), table.columns_of(state)
        if used is not None:
            widths = [column.width for column in table.columns]
            columns = [values[: used * width] for values, width in zip(columns, widths, strict=True)]
        return [values if isinstance(values, list) else values.tolist() for values in columns]

    def planes(self, state: Any) -> list[list[int]]:
        """All columns of a state, up to their counts."""
        return [values for table in self.tables.values() for values in self.columns(state, table)]

    def snapshot(self, state: Any) -> list[list[list[int]]]:
        """A copy of all values of a state, whole, as lists: those of each table, column by column."""
        return [
            [list(values) if isinstance(values, list) else values.tolist() for values in table.columns_of(state)]
            for table in self.tables.values()
        ]

    def listed(self, state: Any) -> Any:
        """A copy of a state of any backend, as lists."""
        made = []
        for table in self.tables.values():
            columns = table.columns_of(state)
            values = columns[0] if table.record else [values.tolist() for values in columns]
            made.append(table.of(values))
        return self.kind(*made)

    # Other processes

    def news(self, state: Any, known: Known) -> tuple[list[Runs], Known]:
        """What changed in each column since a process was sent `known`, and what it knows once it is sent that too.

        Rows beyond the count of a table are sent as zeros.
        """
        now = self.planes(state)
        old = known or [[] for _ in now]
        changes = [[] if new == before else _runs(new, before) for new, before in zip(now, old, strict=True)]
        return changes, [before if new == before else list(new) for new, before in zip(now, old, strict=True)]

    def learn(self, state: Any, news: Sequence[Runs]) -> None:
        """Write news into a state of lists."""
        runs = iter(news)
        for table in self.tables.values():
            for values in table.columns_of(state):
                for start, data in next(runs):
                    new = array("q", data)
                    values[start : start + len(new)] = new.tolist()
                if table.record:
                    for number, value in enumerate(values):
                        table.store(state, 0, number, value)

    # Digests

    def content(self, state: Any, cache: ByteCache | None = None) -> bytes:
        """The primary values as bytes, row by row, the same on every backend: equal bytes, equal states.

        `cache` holds those of the state before, so that only columns that have changed are written again.
        """
        cached = {} if cache is None else cache
        words = []
        for table in self._primary:
            columns = self.columns(state, table)
            old, packed = cached.get(table.name, ([], array("q")))
            if columns != old:
                packed = _packed(table, columns, old, packed)
                cached[table.name] = [list(values) for values in columns], packed
            words.append(packed)
        return b"".join(map(_little, words))

    def digest(self, state: Any, cache: ByteCache | None = None) -> str:
        """A short hash of the content."""
        return _hex(self.content(state, cache))

    # Dumps

    def dump(self, state: Any, dims: Dims) -> dict[str, Any]:
        """The primary tables under their column names, as JSON-able values."""
        return {table.name: self._dump_rows(table, state, dims) for table in self._primary}

    def _dump_rows(self, table: Table, state: Any, dims: Dims) -> Any:
        values = table.values(self.columns(state, table))
        if table.kind is None and table.rows.keys is None:
            return list(values[0])
        rows = enumerate(zip(*values, strict=True))
        if table.rows.keys is not None:
            (y, x), line = table.rows.keys, table.rows.shape(dims)[1]
            return [
                {y: row // line, x: row % line}
                | {n: value for n, value in zip(table.names, entry, strict=True) if value}
                for row, entry in rows
                if any(entry)
            ]
        named = [dict(zip(table.names, entry, strict=True)) for _, entry in rows]
        if not table.record:
            return named
        hidden = self._counts(table)
        return {name: value for name, value in named[0].items() if name not in hidden}

    def load(self, data: Any, dims: Dims) -> Any:
        """The state a dump describes, as lists; derived tables are left empty. A StateError names what is wrong."""
        given = _mapping(data, "state")
        _require_names("state", given, [table.name for table in self._primary])
        state = self.empty(dims)
        for table in self._primary:
            self._load_rows(state, table, given[table.name], dims)
        return state

    def _load_rows(self, state: Any, table: Table, data: Any, dims: Dims) -> None:
        capacity, line = table.rows.shape(dims)
        entries = [data] if table.record else _sequence(data, f"state.{table.name}")
        if table.rows.keys is None and table.rows.count is None and len(entries) != capacity:
            raise StateError(f"state.{table.name}: {len(entries)} rows, expected {capacity}")
        if len(entries) > capacity:
            raise StateError(f"state.{table.name}: {len(entries)} rows, at most {capacity} fit")
        if table.rows.count is not None:
            setattr(state.head, table.rows.count, len(entries))
        limits = [bounds.at(dims) for bounds in table.bounds]
        if table.kind is None and table.rows.keys is None:
            for number, entry in enumerate(entries):
                getattr(state, table.name)[number] = _checked(entry, limits[0], f"state.{table.name}[{number}]")
            return
        hidden = self._counts(table)
        wanted = {name: place for place, name in enumerate(table.names) if name not in hidden}
        seen: set[int] = set()
        for number, entry in enumerate(entries):
            where = f"state.{table.name}" if table.record else f"state.{table.name}[{number}]"
            values, row = dict(_mapping(entry, where)), number
            if table.rows.keys is not None:
                row = _row_of(table.rows.keys, values, where, capacity, line)
            if row in seen:
                raise StateError(f"{where}: this row is given twice")
            seen.add(row)
            if values.keys() != wanted.keys():  # a row with keys may leave out what is zero
                missing = dict.fromkeys(wanted, 0) if table.rows.keys else {}
                _require_names(where, missing | values, list(wanted))
            for name, value in values.items():
                place = wanted[name]
                low, high = limits[place]
                if type(value) is not int or not low <= value <= high:
                    value = _checked(value, (low, high), f"{where}.{name}")
                table.store(state, row, place, value)

    def _counts(self, table: Table) -> set[str]:
        """The fields of the head that only count the rows of tables: a dump leaves them out."""
        return set(self.counts.values()) if table.name == "head" else set()


def hashed(content: array[int], words: int) -> str:
    """The digest of a state whose content was written by compiled code, into so many words."""
    return _hex(_little(content[:words]) if sys.byteorder == "big" else memoryview(content)[:words])


def _hex(content: bytes | memoryview) -> str:
    from hashlib import blake2b  # imported here: a host process hashes nothing and starts faster without it

    return blake2b(content, digest_size=12).hexdigest()


def _copier(layout: Layout) -> Any:
    """The function that copies a state of lists, written out for this layout: it is called once for every draft."""
    names: dict[str, Any] = {"State": layout.kind, "new": tuple.__new__, "copy": methodcaller("copy")}
    copies = []
    for number, (name, table) in enumerate(layout.tables.items()):
        names[f"T_{name}"] = table.kind
        if table.kind is None:
            copies.append(f"s[{number}].copy()")
        elif table.record:
            copies.append(f"T_{name}({', '.join(f's.{name}.{column.name}' for column in table.columns)})")
        else:
            copies.append(f"new(T_{name}, map(copy, s[{number}]))")
    return eval(f"lambda s: new(State, ({', '.join(copies)},))", names)


def _runs(values: list[int], old: list[int]) -> Runs:
    """The runs of values that differ from the old ones; what is no longer in use is zero."""
    values = values + [0] * (len(old) - len(values))
    size = RUN if old else len(values)
    starts = range(0, len(values), size or 1)
    changed = [start for start in starts if values[start : start + size] != old[start : start + size]]
    return [(start, array("q", values[start : start + size]).tobytes()) for start in changed]


def _packed(table: Table, columns: list[list[int]], old: list[list[int]], packed: array[int]) -> array[int]:
    """The columns row by row: those of the old ones, with the columns that have changed written over."""
    if table.record or table.width == 1:
        return array("q", columns[0])
    size = sum(map(len, columns))
    if len(packed) != size or not old:
        packed, old = array("q", bytes(8 * size)), [[]] * len(columns)
    place = 0
    for column, values, before in zip(table.columns, columns, old, strict=True):
        if values != before:
            for part in range(column.width):
                family = values if column.width == 1 else values[part :: column.width]
                packed[place + part :: table.width] = array("q", family)
        place += column.width
    return packed


def _little(packed: array[int]) -> bytes:
    """The words in the order of a little-endian machine, whatever this one is."""
    if sys.byteorder == "big":
        packed = packed[:]
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


def _require_names(where: str, given: Mapping[str, Any], wanted: list[str]) -> None:
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


def _checked(value: Any, limits: tuple[int, int], where: str) -> int:
    """A value of a dump, if its column may hold it."""
    low, high = limits
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise StateError(f"{where}: found {shown(value)}, expected a number from {low} to {high}")
    return value
