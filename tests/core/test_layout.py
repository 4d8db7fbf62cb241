"""What follows from a declared state: emptied, copied, hashed, dumped, loaded and sent by name."""

from __future__ import annotations

import copy
import pickle
from array import array
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joute.core.columns import MOST, Column, Dims, bounded, family, from_planes, planes, rows
from joute.core.errors import StateError
from joute.core.layout import RUN, ByteCache, Known, Layout

Data = dict[str, Any]


@dataclass(slots=True)
class Head:
    turn: int
    phase: Annotated[int, bounded(0, 3)]
    used: int


class Cells(NamedTuple):
    gold: Annotated[Column, bounded(-1, 9)]
    units: Column


class Pool(NamedTuple):
    a: Column
    pair: Annotated[Column, family("b", "c")]


class State(NamedTuple):
    head: Head
    cells: Annotated[Cells, rows(lambda d: (2, 3), keys=("y", "x"))]
    marks: Annotated[Column, bounded(0, lambda d: d.seats - 1), rows(lambda d: d.seats)]
    pool: Annotated[Pool, rows(2, count="used")]
    index: Annotated[Column, rows(4, derived=True)]


LAYOUT = Layout(State)
DIMS = Dims(None, 3, {})


def state() -> State:
    return State(
        Head(5, 1, 1),
        Cells([0, 9, 0, 0, 0, -1], [0, 0, 0, 0, 0, 7]),
        [0, 1, 2],
        Pool([3, 88], [4, 5, 98, 99]),
        [1, 1, 1, 1],
    )


def dumped() -> Data:
    return {
        "head": {"turn": 5, "phase": 1},
        "cells": [{"y": 0, "x": 1, "gold": 9}, {"y": 1, "x": 2, "gold": -1, "units": 7}],
        "marks": [0, 1, 2],
        "pool": [{"a": 3, "b": 4, "c": 5}],
    }


def loaded() -> State:
    return state()._replace(pool=Pool([3, 0], [4, 5, 0, 0]), index=[0] * 4)


# Declarations


class NoRows(NamedTuple):
    head: Head
    cells: Cells


class NoCount(NamedTuple):
    head: Head
    pool: Annotated[Pool, rows(2, count="uses")]


class NoColumns(NamedTuple):
    turn: int


class Mixed(NamedTuple):
    mixed: Annotated[NoColumns, rows(1)]


class Texts(NamedTuple):
    name: str


class Twins(NamedTuple):
    a: Column
    pair: Annotated[Column, family("a", "b")]


class Twice(NamedTuple):
    twins: Annotated[Twins, rows(2)]


class Keyed(NamedTuple):
    cells: Annotated[Cells, rows(lambda d: (2, 3), keys=("gold", "x"))]


@dataclass
class Slotless:
    turn: int


class NoSlots(NamedTuple):
    head: Slotless


class Nothing(NamedTuple):
    pass


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Twice, "table twins: a name is given twice among a, a, b"),
        (Keyed, "table cells: a name is given twice among gold, units, gold, x"),
        (NoSlots, "Slotless: a record is a dataclass with slots=True"),
        (Nothing, "Nothing: a layout has at least one table"),
        (NoRows, r"table cells: rows\(\.\.\.\) is missing"),
        (NoCount, "NoCount: the record `head` has no field uses to count rows"),
        (Mixed, "NoColumns.turn: a record has numbers, a table has columns"),
        (Texts, "Texts.name: <class 'str'> is no number, column or table"),
        (int, "<class 'int'> is neither a NamedTuple nor a dataclass"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_wrong_declaration_is_refused_by_name(kind: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Layout(kind)


# Values


def test_empty_is_all_zero_and_as_large_as_declared() -> None:
    empty = State(Head(0, 0, 0), Cells([0] * 6, [0] * 6), [0] * 3, Pool([0] * 2, [0] * 4), [0] * 4)
    assert LAYOUT.empty(DIMS) == empty


def test_a_copy_is_equal_and_shares_nothing() -> None:
    first = state()
    second = LAYOUT.copy(first)
    assert second == first
    second.head.turn += 1
    second.cells.gold[0] += 1
    second.marks[0] += 1
    second.pool.pair[0] += 1
    second.index[0] += 1
    assert first == state()


def test_dump_names_columns_and_leaves_out_counts_zeros_and_derived_tables() -> None:
    assert LAYOUT.dump(state(), DIMS) == dumped()


def test_load_gives_back_what_was_dumped_and_counts_the_rows() -> None:
    assert LAYOUT.load(dumped(), DIMS) == loaded()


def test_content_is_the_primary_values_row_by_row_up_to_their_count() -> None:
    same = state()._replace(pool=Pool([3, 0], [4, 5, 0, 0]), index=[7] * 4)
    words = [5, 1, 1, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, -1, 7, 0, 1, 2, 3, 4, 5]
    assert LAYOUT.content(state()) == LAYOUT.content(same) == array("q", words).tobytes()
    assert LAYOUT.digest(state()) == LAYOUT.digest(same)


def test_digest_tells_one_value_apart() -> None:
    assert LAYOUT.digest(state()) != LAYOUT.digest(state()._replace(marks=[0, 1, 1]))


def test_values_in_a_block_are_those_of_lists() -> None:
    pytest.importorskip("numpy")
    from joute.core.backends.blocks import Plan, View

    plan = Plan({"state": State})
    view = View(plan.pack({"state": state()}), plan.nodes["state"])
    assert LAYOUT.content(view) == LAYOUT.content(state())
    assert LAYOUT.dump(view, DIMS) == dumped()
    assert LAYOUT.snapshot(view) == LAYOUT.snapshot(state())
    assert copy.deepcopy(view) == view == pickle.loads(pickle.dumps(view))
    with pytest.raises(AttributeError, match="marks is no number"):
        view.marks = 3
    view.head.phase = 2
    view.pool.pair[1] = 6
    assert LAYOUT.dump(view, DIMS) == dumped() | {
        "head": {"turn": 5, "phase": 2},
        "pool": [{"a": 3, "b": 4, "c": 6}],
    }


REFUSED: list[tuple[Data, str]] = [
    ({"head": None}, "state.head: found None, expected an object with named fields"),
    ({"head": {"turn": 5}}, "state.head: field 'phase' is missing"),
    ({"head": {"turn": 5, "phase": 1, "used": 1}}, "state.head: unknown field 'used', expected one of turn, phase"),
    ({"head": {"turn": 5, "phase": 4}}, "state.head.phase: found 4, expected a number from 0 to 3"),
    ({"head": {"turn": True, "phase": 1}}, f"state.head.turn: found True, expected a number from 0 to {MOST}"),
    ({"head": {"turn": 1.0, "phase": 1}}, f"state.head.turn: found 1.0, expected a number from 0 to {MOST}"),
    ({"head": {"turn": MOST + 1, "phase": 1}}, "state.head.turn: found 4611686018427387905, expected"),
    ({"cells": {}}, "state.cells: found {}, expected a list"),
    ({"cells": [{"y": 2, "x": 0}]}, "state.cells[0].y: found 2, expected a number from 0 to 1"),
    ({"cells": [{"y": 0, "x": 3}]}, "state.cells[0].x: found 3, expected a number from 0 to 2"),
    ({"cells": [{"y": 0}]}, "state.cells[0].x: found None, expected a number from 0 to 2"),
    ({"cells": [{"y": 0, "x": 1}, {"y": 0, "x": 1}]}, "state.cells[1]: this row is given twice"),
    ({"cells": [{"y": 0, "x": 1, "gold": -2}]}, "state.cells[0].gold: found -2, expected a number from -1 to 9"),
    ({"cells": [{"y": 0, "x": 1, "z": 0}]}, "state.cells[0]: unknown field 'z'"),
    ({"marks": [0, 1]}, "state.marks: 2 rows, expected 3"),
    ({"marks": [0, 1, 3]}, "state.marks[2]: found 3, expected a number from 0 to 2"),
    ({"pool": [{"a": 1, "b": 1, "c": 1}] * 3}, "state.pool: 3 rows, at most 2 fit"),
    ({"pool": [{"a": 1, "b": 1, "pair": 1}]}, "state.pool[0]: unknown field 'pair', expected one of a, b, c"),
    ({"index": []}, "state: unknown field 'index', expected one of head, cells, marks, pool"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_load_refuses_by_name(change: Data, message: str) -> None:
    with pytest.raises(StateError) as refusal:
        LAYOUT.load(dumped() | change, DIMS)
    assert message in str(refusal.value)


def test_load_refuses_a_missing_table() -> None:
    with pytest.raises(StateError, match="state: field 'pool' is missing"):
        LAYOUT.load({name: rows for name, rows in dumped().items() if name != "pool"}, DIMS)


def test_load_shortens_what_it_found() -> None:
    with pytest.raises(StateError) as refusal:
        LAYOUT.load(dumped() | {"head": {"turn": "x" * 1000, "phase": 1}}, DIMS)
    assert len(str(refusal.value)) < 200


# News


def test_news_of_a_state_have_no_values_beyond_its_counts() -> None:
    (news, known), told = LAYOUT.news(state(), ()), LAYOUT.empty(DIMS)
    assert [[(start, len(data) // 8) for start, data in runs] for runs in news] == [
        [(0, 3)],
        [(0, 6)],
        [(0, 6)],
        [(0, 3)],
        [(0, 1)],
        [(0, 2)],
        [(0, 4)],
    ]
    LAYOUT.learn(told, news)
    assert told == state()._replace(pool=Pool([3, 0], [4, 5, 0, 0]))
    assert LAYOUT.news(state(), known) == ([[]] * 7, known)


class Wide(NamedTuple):
    head: Head
    index: Annotated[Column, rows(3 * RUN)]


def test_news_are_runs_of_what_has_changed() -> None:
    wide, before = Layout(Wide), Wide(Head(0, 0, 0), [7] * 3 * RUN)
    _, known = wide.news(before, ())
    after = before._replace(index=[7] * RUN + [7, 8] * (RUN // 2) + [7] * RUN)
    news, now = wide.news(after, known)
    assert news == [[], [(RUN, array("q", [7, 8] * (RUN // 2)).tobytes())]]
    assert (known[1], now[1]) == (before.index, after.index)


def test_rows_that_are_gone_are_sent_as_zeros() -> None:
    before, after, told = state(), state(), LAYOUT.empty(DIMS)
    news, known = LAYOUT.news(before, ())
    LAYOUT.learn(told, news)
    after.head.used = 0
    LAYOUT.learn(told, LAYOUT.news(after, known)[0])
    assert told == after._replace(pool=Pool([0, 0], [0] * 4))


VALUES = st.integers(-MOST, MOST)
STATES = st.builds(
    lambda turn, used, gold, units, marks, a, pair: State(
        Head(turn, 0, used), Cells(gold, units), marks, Pool(a, pair), [0] * 4
    ),
    VALUES,
    st.integers(0, 2),
    *(st.lists(VALUES, min_size=size, max_size=size) for size in (6, 6, 3, 2, 4)),
)


@given(st.lists(STATES, min_size=1, max_size=4))
def test_a_process_that_is_sent_all_news_has_the_state(states: list[State]) -> None:
    known: Known = ()
    told = LAYOUT.empty(DIMS)
    for sent in states:
        news, known = LAYOUT.news(sent, known)
        LAYOUT.learn(told, news)
        assert LAYOUT.planes(told) == LAYOUT.planes(sent)


@given(st.lists(STATES, min_size=1, max_size=4))
def test_content_with_a_cache_is_content(states: list[State]) -> None:
    cache: ByteCache = {}
    for each in states:
        assert LAYOUT.content(each, cache) == LAYOUT.content(each)


@given(STATES)
def test_planes_give_the_values_back(each: State) -> None:
    assert from_planes(State, iter(planes(each, State))) == each


def test_a_block_keeps_all_of_64_bits_beside_empty_columns() -> None:
    pytest.importorskip("numpy")
    from joute.core.backends.blocks import Plan, View

    plan = Plan({"state": State})
    first = State(Head(2**61 + 1, 0, 0), Cells([], [-(2**61) - 1]), [], Pool([], []), [])
    view = View(plan.pack({"state": first}), plan.nodes["state"])
    assert (view.head.turn, view.cells.units.tolist()) == (2**61 + 1, [-(2**61) - 1])
