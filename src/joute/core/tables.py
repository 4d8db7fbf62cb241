"""Rows of a table: made, removed, moved and found. Compiled code has its own text of these (`backends/proxies.py`).

A table is a NamedTuple of columns, or one column. A row that is not in use is zero in every column.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache
from typing import Any

from .columns import Column, Family, parts_of

OUTSIDE = "rows outside a table"


def insert(table: Any, row: int, count: int) -> None:
    """Make room for a new row, of zeros, before `row`; `count` rows are in use, and there is room for one more."""
    for column, width in _columns(table):
        first, end = row * width, count * width
        _require(0 <= first <= end <= len(column) - width)
        column[first : end + width] = [0] * width + column[first:end]


def remove(table: Any, row: int, count: int) -> None:
    """Remove a row; `count` rows were in use, and those behind it close up."""
    for column, width in _columns(table):
        first, end = row * width, count * width
        _require(0 <= first < end <= len(column))
        column[first:end] = column[first + width : end] + [0] * width


def copy_row(source: Any, row: int, target: Any, to: int) -> None:
    """Write a row of a table over a row of the same or of another table of its kind."""
    for (column, width), other in zip(_columns(source), _each(target), strict=True):
        if width == 1:
            other[to] = column[row]
        else:
            other[to * width : (to + 1) * width] = column[row * width : (row + 1) * width]


def copy_rows(source: Any, target: Any, count: int) -> None:
    """Write the first `count` rows of a table over those of another table of its kind."""
    for (column, width), other in zip(_columns(source), _each(target), strict=True):
        _require(0 <= count * width <= min(len(column), len(other)))
        other[: count * width] = column[: count * width]


def clear(table: Any, first: int, last: int) -> None:
    """Make the rows from `first` to `last` - 1 zero."""
    for column, width in _columns(table):
        _require(first >= 0 and last * width <= len(column))
        column[first * width : last * width] = [0] * ((last - first) * width)


def sort(table: Any, count: int) -> None:
    """Sort the first `count` rows by their columns, the first column first."""
    columns = list(_columns(table))
    rows = sorted(zip(*(_grouped(column, width, count) for column, width in columns), strict=True))
    for number, (column, _) in enumerate(columns):
        values = [value for row in rows for value in row[number]]
        column[: len(values)] = values


def find(table: Any, count: int, *key: int) -> int:
    """The first of `count` sorted rows that does not come before `key`, the values of its first columns."""
    low, high = 0, count
    for column, value in zip(table if isinstance(table, tuple) else _each(table), key, strict=False):
        low = bisect_left(column, value, low, high)
        high = bisect_right(column, value, low, high)
    return low


def is_at(table: Any, row: int, count: int, *key: int) -> bool:
    """Whether `row` is in use and its first columns hold `key`: whether `find` has found it."""
    if row >= count:
        return False
    for column, value in zip(table if isinstance(table, tuple) else _each(table), key, strict=False):
        if column[row] != value:
            return False
    return True


def _require(within: bool) -> None:
    if not within:
        raise IndexError(OUTSIDE)


def _grouped(column: Column, width: int, count: int) -> list[tuple[int, ...]]:
    return [tuple(column[row * width : (row + 1) * width]) for row in range(count)]


def _each(table: Any) -> Iterable[Column]:
    """The columns of a table; `find` and `is_at` also read views of a block (`backends/blocks.py`)."""
    if isinstance(table, tuple):
        return table
    columns: Iterable[Column] = (table,) if isinstance(table, list) or hasattr(table, "tolist") else table
    return columns


def _columns(table: Any) -> Iterable[tuple[Column, int]]:
    """The columns of a table of lists, each with the number of its values in a row."""
    if isinstance(table, list):
        return ((table, 1),)
    kind: Any = type(table)
    return zip(table, widths(kind), strict=True)


@cache
def widths(kind: Any) -> tuple[int, ...]:
    families = [part.note(Family) for part in parts_of(kind)]
    return tuple(1 if family is None else len(family.names) for family in families)
