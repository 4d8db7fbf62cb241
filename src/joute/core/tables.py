"""Rows of a table: made, removed, moved and found. Compiled code has its own text of these (`backends/proxies.py`).

A table is a NamedTuple of columns, or one column. A row that is not in use is zero in every column.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .columns import Column, Family, parts_of


def insert(table: Any, row: int, count: int) -> None:
    """Make room for a new row, of zeros, before `row`; `count` rows are in use, and there is room for one more."""
    for column, width in _columns(table):
        column[(row + 1) * width : (count + 1) * width] = column[row * width : count * width]
        for at in range(row * width, (row + 1) * width):
            column[at] = 0


def remove(table: Any, row: int, count: int) -> None:
    """Remove a row; `count` rows were in use, and those behind it close up."""
    for column, width in _columns(table):
        column[row * width : (count - 1) * width] = column[(row + 1) * width : count * width]
        for at in range((count - 1) * width, count * width):
            column[at] = 0


def copy_row(source: Any, row: int, target: Any, to: int) -> None:
    """Write a row of a table over a row of the same or of another table of its kind."""
    for (column, width), (other, _) in zip(_columns(source), _columns(target), strict=True):
        for part in range(width):
            other[to * width + part] = column[row * width + part]


def clear(table: Any, first: int, last: int) -> None:
    """Make the rows from `first` to `last` - 1 zero."""
    for column, width in _columns(table):
        for at in range(first * width, last * width):
            column[at] = 0


def sort(table: Any, count: int) -> None:
    """Sort the first `count` rows by their columns, the first column first."""
    columns = _columns(table)
    rows = sorted(zip(*(_grouped(column, width, count) for column, width in columns), strict=True))
    for number, (column, _) in enumerate(columns):
        values = [value for row in rows for value in row[number]]
        column[: len(values)] = values


def find(table: Any, count: int, *key: int) -> int:
    """The first of `count` sorted rows that does not come before `key`, the values of its first columns."""
    columns = [column for column, _ in _columns(table)[: len(key)]]
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if tuple(column[middle] for column in columns) < key:
            low = middle + 1
        else:
            high = middle
    return low


def is_at(table: Any, row: int, count: int, *key: int) -> bool:
    """Whether `row` is in use and its first columns hold `key`: whether `find` has found it."""
    columns = [column for column, _ in _columns(table)[: len(key)]]
    return row < count and tuple(column[row] for column in columns) == key


def _grouped(column: Column, width: int, count: int) -> list[tuple[int, ...]]:
    return [tuple(column[row * width : (row + 1) * width]) for row in range(count)]


def _columns(table: Any) -> list[tuple[Column, int]]:
    """The columns of a table, each with the number of its values in a row."""
    if isinstance(table, list):
        return [(table, 1)]
    kind: Any = type(table)
    return list(zip(table, widths(kind), strict=True))


@cache
def widths(kind: Any) -> tuple[int, ...]:
    families = [part.note(Family) for part in parts_of(kind)]
    return tuple(1 if family is None else len(family.names) for family in families)
