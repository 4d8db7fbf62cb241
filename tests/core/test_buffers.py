"""State buffers: declared once, then emptied, copied, hashed, dumped and loaded by name."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joute.core.buffers import MOST, RUN, ByteCache, Col, Dims, Known, Layout, Rows
from joute.core.errors import StateError

Data = dict[str, Any]


class State(NamedTuple):
    head: list[int]
    cells: list[int]
    marks: list[int]
    pool: list[int]
    index: list[int]


LAYOUT = Layout(
    State,
    head=Rows(Col("turn"), Col("phase", 0, 3), Col("used")),
    cells=Rows(Col("gold", -1, 9), Col("units"), size=lambda d: (2, 3), keys=("y", "x")),
    marks=Rows(Col("mark", 0, lambda d: d.seats - 1), size=lambda d: d.seats),
    pool=Rows(Col("a"), Col("b"), size=lambda d: 2, count="used"),
    index=Rows(Col("word"), size=lambda d: 4, derived=True),
)
DIMS = Dims(None, 3, {})


def state() -> State:
    return State([5, 1, 1], [0, 0, 9, 0, 0, 0, 0, 0, 0, 0, -1, 7], [0, 1, 2], [3, 4, 88, 99], [1, 1, 1, 1])


def dumped() -> Data:
    return {
        "head": {"turn": 5, "phase": 1},
        "cells": [{"y": 0, "x": 1, "gold": 9}, {"y": 1, "x": 2, "gold": -1, "units": 7}],
        "marks": [0, 1, 2],
        "pool": [{"a": 3, "b": 4}],
    }


def test_fields_and_tables_must_agree() -> None:
    with pytest.raises(TypeError, match="head"):
        Layout(State, head=Rows(Col("turn")))


def test_empty_is_all_zero_and_as_large_as_declared() -> None:
    assert LAYOUT.empty(DIMS) == State([0] * 3, [0] * 12, [0] * 3, [0] * 4, [0] * 4)


def test_dump_names_columns_and_leaves_out_counts_zeros_and_derived_tables() -> None:
    assert LAYOUT.dump(state(), DIMS) == dumped()


def test_load_gives_back_what_was_dumped_and_counts_the_rows() -> None:
    assert LAYOUT.load(dumped(), DIMS) == state()._replace(pool=[3, 4, 0, 0], index=[0] * 4)


def test_content_is_the_primary_words_up_to_their_count() -> None:
    same = state()._replace(pool=[3, 4, 0, 0], index=[7] * 4)
    assert LAYOUT.content(state()) == LAYOUT.content(same)
    assert LAYOUT.digest(state()) == LAYOUT.digest(same)
    assert len(LAYOUT.content(state())) == 8 * (3 + 12 + 3 + 2)
    assert LAYOUT.content(state())[:8] == (5).to_bytes(8, "little")


def test_digest_tells_one_word_apart() -> None:
    assert LAYOUT.digest(state()) != LAYOUT.digest(state()._replace(marks=[0, 1, 1]))


def test_content_of_arrays_is_that_of_lists() -> None:
    numpy = pytest.importorskip("numpy")
    arrays = State(*(numpy.array(buffer, dtype=numpy.int64) for buffer in state()))
    assert LAYOUT.content(arrays) == LAYOUT.content(state())
    assert LAYOUT.dump(arrays, DIMS) == dumped()


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
    ({"marks": [0, 1, 3]}, "state.marks[2].mark: found 3, expected a number from 0 to 2"),
    ({"pool": [{"a": 1, "b": 1}] * 3}, "state.pool: 3 rows, at most 2 fit"),
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


def test_news_of_a_state_have_no_words_beyond_its_counts() -> None:
    (news, known), told = LAYOUT.news(state(), {}), LAYOUT.empty(DIMS)
    assert [[(start, len(data) // 8) for start, data in runs] for runs in news] == [
        [(0, 3)],
        [(0, 12)],
        [(0, 3)],
        [(0, 2)],
        [(0, 4)],
    ]
    LAYOUT.learn(told, news)
    assert told == state()._replace(pool=[3, 4, 0, 0])
    assert LAYOUT.news(state(), known) == ([[]] * 5, known)


def test_news_are_runs_of_what_has_changed() -> None:
    wide = Layout(State, **LAYOUT.tables | {"index": Rows(Col("word"), size=lambda d: 3 * RUN, derived=True)})
    before = state()._replace(index=[7] * 3 * RUN)
    _, known = wide.news(before, {})
    after = before._replace(index=[7] * RUN + [7, 8] * (RUN // 2) + [7] * RUN)
    news, now = wide.news(after, known)
    assert news == [[], [], [], [], [(RUN, array("q", [7, 8] * (RUN // 2)).tobytes())]]
    assert (known["index"], now["index"]) == (before.index, after.index)


words = st.integers(0, 3)
states = st.builds(
    lambda used, rest: State([1, 1, used], rest[:12], rest[12:15], rest[15:19], rest[19:]),
    st.integers(0, 2),
    st.lists(words, min_size=23, max_size=23),
)


class Pools(NamedTuple):
    head: list[int]
    one: list[int]
    other: list[int]


POOLS = Layout(
    Pools,
    head=Rows(Col("ones"), Col("others")),
    one=Rows(Col("word"), size=lambda d: 3, count="ones"),
    other=Rows(Col("word"), size=lambda d: 3, count="others"),
)
pools = st.builds(
    lambda ones, others, rest: Pools([ones, others], rest[:3], rest[3:]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.lists(words, min_size=6, max_size=6),
)


@given(st.lists(pools, max_size=6))
def test_content_that_is_kept_is_the_content(found: list[Pools]) -> None:
    """Whichever table is in use first."""
    cache: ByteCache = {}
    for one in found:
        used = [one.one[: one.head[0]], one.other[: one.head[1]]]
        expected = b"".join(word.to_bytes(8, "little") for part in (one.head, *used) for word in part)
        assert POOLS.content(one, cache) == expected


@given(st.lists(states, max_size=6))
def test_who_is_told_the_news_knows_the_state(found: list[State]) -> None:
    known: Known = {}
    told = LAYOUT.empty(DIMS)
    for one in found:
        news, known = LAYOUT.news(one, known)
        LAYOUT.learn(told, news)
        used = LAYOUT.used(one, "pool")
        assert told == one._replace(pool=one.pool[:used] + [0] * (4 - used))
