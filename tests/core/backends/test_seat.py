"""Seats in compiled code: the same answers, orders and states as interpreted ones, whatever is ordered and undone."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from joute import Table
from joute.core.api import Function
from joute.core.backends import exchange
from joute.core.backends.seat import LOG_WORDS, NativeSeat
from joute.core.conformance.trial import random_row, random_value
from joute.core.seat import CHECKPOINT, Seat
from tests.champions import native_support

RICH = {"NB_POINTS_ACTION": 1_000_000, "NB_POINTS_DEPLACEMENT": 1_000_000, "MAX_BOUCLIERS": 100_000}
"""In portails: so many points that a turn can hold hundreds of orders."""
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("order"), st.integers(1, 3 * CHECKPOINT)),
        st.tuples(st.just("undo"), st.integers(1, 4 * CHECKPOINT)),
        st.tuples(st.just("query"), st.integers(1, 20)),
        st.tuples(st.just("renew"), st.just(1)),
    ),
    max_size=10,
)


class Twins:
    """The same seat twice, compiled and interpreted."""

    def __init__(self, name: str, seed: int, **overrides: Any) -> None:
        native = native_support.native(name, **overrides)
        tables = Table(native), Table(native.interpreted)
        for table in tables:
            table.end_phase()
        self.index = tables[0].turn.seats[0]
        self.native: NativeSeat = native_support.native_seat(tables[0], self.index)
        self.plain: Seat = tables[1].seat(self.index)
        self.rng = Random(seed)
        self.sampled = self.plain.game.generator(seed)

    def order(self) -> None:
        """An order: one that the rules accept, if they offer one, or any."""
        offered = self.plain.game.sample(self.plain.world, self.index, self.sampled)
        row = offered if offered and self.rng.random() < 0.9 else random_row(self.plain.game, self.rng)
        assert self.native.order(row) == self.plain.order(row)

    def undo(self) -> None:
        assert self.native.undo() == self.plain.undo()

    def query(self) -> None:
        queries = [f for f in self.plain.game.api.functions.values() if f.kernel is not None]
        function = self.rng.choice(queries)
        values = [random_value(argument.type, self.rng) for argument in function.arguments]
        assert exchanged(self.native, function, values) == self.plain.call(function.name, *values)

    def renew(self) -> None:
        self.native.renew()
        self.plain.renew()

    def same(self) -> None:
        assert self.native.orders == self.plain.orders
        assert self.native.game.digest(self.native.world) == self.plain.game.digest(self.plain.world)


def exchanged(seat: NativeSeat, function: Function, values: list[Any]) -> Any:
    """What a call through the exchange is answered."""
    words = array("q", function.flat(values))
    seat.exchange[exchange.COUNT] = len(words)
    seat.exchange[exchange.GIVEN : exchange.GIVEN + len(words)] = words
    number = list(seat.game.api.functions).index(function.name)
    assert seat._call(number) == exchange.DONE
    return seat.answered(function)


@pytest.mark.parametrize(("name", "overrides"), [("toy", {}), ("portails", RICH)], ids=["toy", "portails"])
@settings(max_examples=25)
@given(seed=st.integers(0, 2**31), steps=STEPS)
def test_a_seat_in_compiled_code_is_the_interpreted_seat(
    name: str, overrides: dict[str, int], seed: int, steps: list[tuple[str, int]]
) -> None:
    twins = Twins(name, seed, **overrides)
    for step, times in steps:
        for _ in range(times):
            getattr(twins, step)()
        twins.same()


def test_orders_are_taken_back_across_all_checkpoints() -> None:
    """One by one to the first, from beyond the sixteenth checkpoint: the state before each order comes back."""
    twins = Twins("portails", 3, **RICH)
    while len(twins.plain.orders) < 16 * CHECKPOINT + 5:
        twins.order()
    before = len(twins.native.orders)
    for left in reversed(range(before)):
        twins.undo()
        if left % 50 in (0, 1) or left % CHECKPOINT in (0, 1):
            twins.same()
    assert twins.native.orders == []
    assert not twins.native.undo()


@pytest.mark.parametrize("length", [-2, -1, 0, LOG_WORDS, 2**62, -(2**63)])
@pytest.mark.parametrize("end", [None, -1, 2**62])
def test_a_log_is_read_as_far_as_it_makes_sense(length: int, end: int | None) -> None:
    seat = Twins("portails", 1, **RICH).native
    rows = [(1, 3, 4), (2, 5, 6)]
    seat._log[:10] = array("q", [3, *rows[0], 3, length, *rows[1], 3])
    seat.exchange[exchange.LOG_END] = 10 if end is None else end
    assert seat.orders == ([] if end == -1 else rows[:1])


def test_the_log_grows_with_the_orders() -> None:
    twins = Twins("portails", 5, **RICH)
    room = twins.native.exchange[exchange.LOG_ROOM]
    while len(twins.plain.orders) < room // 2:
        twins.order()
    twins.same()
    assert twins.native.exchange[exchange.LOG_ROOM] > room
