"""Rows of tables: the same on lists and compiled, whatever the table."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from joute.core import tables
from joute.core.columns import Column, family, rows

SIZE = 6


class Pairs(NamedTuple):
    a: Column
    b: Column
    more: Annotated[Column, family("c", "d")]


class Held(NamedTuple):
    pairs: Annotated[Pairs, rows(SIZE)]
    marks: Annotated[Column, rows(SIZE)]
    others: Annotated[Pairs, rows(SIZE)]


Row = tuple[int, int, int, int]
ROWS = st.lists(st.tuples(*[st.integers(-3, 3)] * 4), max_size=SIZE)


def table(values: list[Row]) -> Pairs:
    filled = values + [(0, 0, 0, 0)] * (SIZE - len(values))
    return Pairs([r[0] for r in filled], [r[1] for r in filled], [v for r in filled for v in r[2:]])


def read(pairs: Any) -> list[Row]:
    return [
        (int(pairs.a[row]), int(pairs.b[row]), int(pairs.more[2 * row]), int(pairs.more[2 * row + 1]))
        for row in range(SIZE)
    ]


ZERO = (0, 0, 0, 0)


def padded(values: list[Row]) -> list[Row]:
    return values + [ZERO] * (SIZE - len(values))


@given(ROWS.filter(lambda rows: len(rows) < SIZE), st.data())
def test_insert_makes_room_for_a_row_of_zeros(values: list[Row], data: st.DataObject) -> None:
    row, pairs = data.draw(st.integers(0, len(values))), table(values)
    tables.insert(pairs, row, len(values))
    assert read(pairs) == padded([*values[:row], ZERO, *values[row:]])


@given(ROWS.filter(bool), st.data())
def test_remove_closes_the_gap(values: list[Row], data: st.DataObject) -> None:
    row, pairs = data.draw(st.integers(0, len(values) - 1)), table(values)
    tables.remove(pairs, row, len(values))
    assert read(pairs) == padded(values[:row] + values[row + 1 :])


@given(ROWS.filter(bool), st.data())
def test_copy_row_writes_over_a_row(values: list[Row], data: st.DataObject) -> None:
    row, to = (data.draw(st.integers(0, len(values) - 1)) for _ in range(2))
    pairs = table(values)
    tables.copy_row(pairs, row, pairs, to)
    assert read(pairs) == padded([*values[:to], values[row], *values[to + 1 :]])


@given(ROWS, ROWS, st.integers(0, SIZE))
def test_copy_rows_writes_over_the_first_rows(values: list[Row], old: list[Row], count: int) -> None:
    pairs = table(old)
    tables.copy_rows(table(values), pairs, count)
    assert read(pairs) == padded(values)[:count] + padded(old)[count:]


@given(ROWS, st.data())
def test_clear_leaves_zeros(values: list[Row], data: st.DataObject) -> None:
    first, last = sorted(data.draw(st.integers(0, SIZE)) for _ in range(2))
    pairs = table(values)
    tables.clear(pairs, first, last)
    assert read(pairs) == padded(values)[:first] + [ZERO] * (last - first) + padded(values)[last:]


@given(ROWS)
def test_sort_is_by_the_first_column_first(values: list[Row]) -> None:
    pairs = table(values)
    tables.sort(pairs, len(values))
    assert read(pairs) == padded(sorted(values))


@given(ROWS, st.integers(-4, 4), st.integers(-4, 4))
def test_find_is_the_first_row_that_does_not_come_before(values: list[Row], a: int, b: int) -> None:
    ordered = sorted(values)
    pairs, count = table(ordered), len(ordered)
    row = sum(1 for each in ordered if each[:2] < (a, b))
    assert tables.find(pairs, count, a, b) == row
    assert tables.is_at(pairs, row, count, a, b) == any(each[:2] == (a, b) for each in ordered)
    assert tables.find(pairs, count, a) == sum(1 for each in ordered if each[0] < a)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("insert", (0, SIZE)),
        ("insert", (4, 3)),
        ("remove", (3, 3)),
        ("remove", (0, SIZE + 1)),
        ("clear", (0, SIZE + 1)),
    ],
)
def test_rows_outside_a_table_are_refused(operation: str, arguments: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        getattr(tables, operation)(table([]), *arguments)


def test_compiled_rows_outside_a_table_are_refused(compiled: Any) -> None:
    plan, operate = compiled
    block = plan.pack({"state": Held(table([]), [0] * SIZE, table([]))})
    for what, p, q in (
        (0, 0, SIZE),
        (0, 4, 3),
        (1, 3, 3),
        (1, 0, SIZE + 1),
        (3, 0, SIZE + 1),
        (2, 0, SIZE),
        (7, SIZE + 1, 0),
    ):
        with pytest.raises(IndexError, match="rows outside a table"):
            operate(block.buffer_info()[0], what, p, q, 0)


def test_one_column_is_a_table_too() -> None:
    marks = [1, 3, 5, 0, 0, 0]
    row = tables.find(marks, 3, 4)
    tables.insert(marks, row, 3)
    marks[row] = 4
    assert marks == [1, 3, 4, 5, 0, 0]
    tables.remove(marks, 0, 4)
    assert marks == [3, 4, 5, 0, 0, 0]


# Compiled

OPERATIONS = ("insert", "remove", "copy", "clear", "sort", "find", "at", "copy rows")


@pytest.fixture(scope="module")
def compiled() -> Any:
    """All operations on a block, by number."""
    numba = pytest.importorskip("numba")
    from joute.core.backends import proxies
    from joute.core.backends.blocks import Plan

    plan = Plan({"state": Held})
    state = proxies.Group("test.state", plan.nodes["state"], constant=False)
    made = proxies.makers(proxies.WorldType("test.world", {"state": state}), None)
    state_of, insert, remove, copy_row = made["state_of"], tables.insert, tables.remove, tables.copy_row
    clear, sort, find, is_at, copy_rows = tables.clear, tables.sort, tables.find, tables.is_at, tables.copy_rows

    @numba.njit(_nrt=False)
    def operate(block: Any, what: int, p: int, q: int, r: int) -> int:
        pairs, marks = state_of(block).pairs, state_of(block).marks
        if what == 0:
            insert(pairs, p, q)
            insert(marks, p, q)
        elif what == 1:
            remove(pairs, p, q)
            remove(marks, p, q)
        elif what == 2:
            copy_row(pairs, p, pairs, q)
            copy_row(marks, p, marks, q)
        elif what == 3:
            clear(pairs, p, q)
            clear(marks, p, q)
        elif what == 4:
            sort(pairs, p)
            sort(marks, p)
        elif what == 7:
            copy_rows(pairs, state_of(block).others, p)
        elif what == 5:
            return find(pairs, p, q, r) * 100 + find(pairs, p, q) * 10 + find(marks, p, q)
        else:
            return int(is_at(pairs, p, q, r, 0)) * 2 + int(is_at(marks, p, q, r))
        return 0

    return plan, operate


def interpreted(held: Held, what: int, p: int, q: int, r: int) -> int:
    pairs, marks, others = held
    for each in (pairs, marks):
        if what == 0:
            tables.insert(each, p, q)
        elif what == 1:
            tables.remove(each, p, q)
        elif what == 2:
            tables.copy_row(each, p, each, q)
        elif what == 3:
            tables.clear(each, p, q)
        elif what == 4:
            tables.sort(each, p)
    if what == 5:
        return tables.find(pairs, p, q, r) * 100 + tables.find(pairs, p, q) * 10 + tables.find(marks, p, q)
    if what == 6:
        return tables.is_at(pairs, p, q, r, 0) * 2 + tables.is_at(marks, p, q, r)
    if what == 7:
        tables.copy_rows(pairs, others, p)
    return 0


@settings(deadline=None)
@given(values=ROWS, marks=st.lists(st.integers(-3, 3), min_size=SIZE, max_size=SIZE), data=st.data())
def test_compiled_tables_do_the_same(compiled: Any, values: list[Row], marks: list[int], data: st.DataObject) -> None:
    plan, operate = compiled
    what, count = data.draw(st.integers(0, len(OPERATIONS) - 1)), len(values)
    within = st.integers(0, max(0, count - 1))
    p, q, r = {
        0: lambda: (data.draw(within), min(count, SIZE - 1), 0),
        1: lambda: (data.draw(within), max(1, count), 0),
        2: lambda: (data.draw(within), data.draw(within), 0),
        3: lambda: (0, count, 0),
        4: lambda: (count, 0, 0),
        5: lambda: (count, data.draw(st.integers(-3, 3)), data.draw(st.integers(-3, 3))),
        6: lambda: (data.draw(within), count, data.draw(st.integers(-3, 3))),
        7: lambda: (data.draw(st.integers(0, SIZE)), 0, 0),
    }[what]()
    held = Held(table(sorted(values)), sorted(marks), table([]))
    block = plan.pack({"state": held})
    assert operate(block.buffer_info()[0], what, p, q, r) == interpreted(held, what, p, q, r)
    assert block.tolist() == plan.pack({"state": held}).tolist()
