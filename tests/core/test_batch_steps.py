"""Steps of a batch: the games of tables, order by order."""

from __future__ import annotations

import re
from typing import Any

import numpy
import pytest

from joute import Batch, Table, load_game
from joute.core.batch import Autoreset
from joute.core.conformance.trial import values_of
from joute.core.game import Game
from joute.core.registry import game_names
from joute.core.stepping import ENDED, MALFORMED, OVER, RENEWED

pytest.importorskip("numba")
SEEDS = (1, 2, 3)
STEPS = 400


class Twin:
    """A table that plays the orders of one game of a batch, which it makes up."""

    def __init__(self, game: Game, seed: int) -> None:
        self.table = Table(game, seed=3)
        self.rng = game.generator(seed)
        self.ended = 0
        self._begin()

    @property
    def seat(self) -> int:
        """Who acts."""
        return ([*self.table.turn.seats, -1][self.ended]) if self.table.turn.seats else -1

    def _begin(self) -> None:
        self.ended, self.begun = 0, True
        while self.table.turn.seats and not self.table.game.acts(self.table.world):
            self.table.end_phase()

    def step(self) -> tuple[list[int], int]:
        """An order, and the answer to it."""
        self.begun = False
        if self.seat < 0:
            return [-1], OVER
        seat = self.table.seat(self.seat)
        row = self.table.game.sample(seat.world, self.seat, self.rng)
        if row is None:
            return [-1], self._end()
        return list(row), seat.order(row)

    def _end(self) -> int:
        seat, last = self.seat, self.ended + 1 == len(self.table.turn.seats)
        self.ended += 1
        self.table.end(seat)
        if last:
            self._begin()
        return ENDED


def rows(orders: list[list[int]]) -> Any:
    """Orders filled up to rows of one length."""
    width = max(map(len, orders))
    return numpy.array([[*order, *[0] * (width - len(order))] for order in orders])


def named(game: Game, view: Any, index: int) -> Any:
    """The values of a view of a batch, up to the counts of its tables."""
    found = {}
    for name, table in game.layout.tables.items():
        part = getattr(view, name)
        columns = (
            {"": part} if table.kind is None else {column.name: getattr(part, column.name) for column in table.columns}
        )
        count = game.layout.counts.get(name)
        for column in table.columns:
            values = columns[column.name]
            used = None if count is None else int(getattr(view.head, count)[index]) * column.width
            found[name, column.name] = values[index].tolist() if values.ndim == 1 else values[:used, index].tolist()
    return found


def of_state(game: Game, state: Any) -> Any:
    """The same of a state."""
    found = {}
    for name, table in game.layout.tables.items():
        columns = game.layout.columns(state, table)
        values = columns[0] if table.record else columns
        for column, value in zip(table.columns, values, strict=True):
            found[name, column.name] = value
    return found


@pytest.mark.parametrize("name", game_names())
def test_a_batch_is_stepped_as_tables_are(name: str) -> None:
    game = load_game(name).native()
    twins = [Twin(game, seed) for seed in SEEDS]
    batch = Batch(Table(game, seed=3), SEEDS)
    for number in range(STEPS):
        assert batch.acting.tolist() == [twin.seat for twin in twins]
        if number % 7 == 0:
            seen = batch.observe()
            for index, twin in enumerate(twins):
                if twin.seat >= 0:
                    state = twin.table.seat(twin.seat).state
                    assert named(game, seen, index) == of_state(game, state)
        given = [twin.step() for twin in twins]
        done = batch.step(rows([order for order, _ in given]))
        assert done.answers.tolist() == [answer for _, answer in given]
        for index, twin in enumerate(twins):
            if twin.begun:  # later in a turn, what it has ordered may stand in the truth
                assert values_of(game, batch.world(index).state) == values_of(game, twin.table.state)
                result = game.result(twin.table.world, batch.seats)
                assert (done.over[index], *map(tuple, (done.scores[index], done.ranks[index]))) == result[:3]


def test_arrays_are_handed_on_without_copying() -> None:
    batch = Batch(first(), SEEDS)
    assert {"head", "walkers", "flat"} <= set(dir(batch.states))
    assert re.fullmatch(r"(Batch|Plane)View\(.*\bscore\b.*\)", repr(batch.states.walkers))
    for values in (batch.states.walkers.score, batch.states.flat(), batch.observe().flat(), batch.acting):
        assert numpy.shares_memory(numpy.from_dlpack(values), values)


def play_out(batch: Batch) -> None:
    """End turns until every game is over."""
    while (batch.acting >= 0).any():
        batch.step([[-1]] * batch.size)


def first() -> Table:
    return Table(load_game("toy").native(), seats=3, seed=3)


def test_games_that_are_over_stay_so_unless_they_are_reset() -> None:
    batch = Batch(first(), SEEDS)
    start = batch.acting
    before = batch.states.flat().copy()
    play_out(batch)
    done = batch.step([[-1]] * 3)
    assert done.answers.tolist() == [OVER] * 3
    assert done.over.tolist() == [True] * 3
    batch.reset([1])
    assert batch.acting.tolist() == [-1, start[1], -1]
    assert (batch.states.flat()[1] == before[1]).all()
    batch.reset(numpy.array([True, False, False]))
    assert batch.acting.tolist() == [start[0], start[1], -1]


@pytest.mark.parametrize("mode", [Autoreset.SAME_STEP, Autoreset.NEXT_STEP])
def test_games_that_are_over_begin_anew_by_themselves(mode: Autoreset) -> None:
    batch = Batch(first(), SEEDS, autoreset=mode)
    start, before = batch.acting, batch.states.flat().copy()
    while not (done := batch.step([[-1]] * 3)).over.all():
        pass
    result = Batch(first(), SEEDS)
    play_out(result)
    assert [(o, tuple(s), tuple(r)) for o, s, r in zip(*done[2:], strict=True)] == [r[:3] for r in result.results()]
    if mode == Autoreset.NEXT_STEP:
        assert done.acting.tolist() == [-1] * 3
        done = batch.step([[0, 99]] * 3)
        assert done.answers.tolist() == [RENEWED] * 3
        assert not done.over.any()
    assert done.acting.tolist() == start.tolist()
    assert (batch.states.flat() == before).all()


def test_what_no_call_could_give_is_refused_and_changes_nothing() -> None:
    batch = Batch(first(), SEEDS)
    before = batch.acting, batch.states.flat().copy()
    for row in ([4], [-2], [0], [0, 2**31], [0, 1025], [0, 2, 1, 1, 1]):
        assert batch.step([row] * 3).answers.tolist() == [MALFORMED] * 3, row
    assert batch.acting.tolist() == before[0].tolist()
    assert (batch.states.flat() == before[1]).all()
    with pytest.raises(ValueError, match=r"orders have the shape \(2, 1\), expected a row for each of 3 games"):
        batch.step([[-1], [-1]])


def test_clones_bring_back_what_was_and_can_be_had_many_times() -> None:
    twins = [Twin(first().game, seed) for seed in SEEDS]
    table = Table(first().game, seed=3)
    batch = Batch(table, SEEDS)
    for _ in range(20):
        batch.step(rows([twin.step()[0] for twin in twins]))
    saved, one = batch.clone(), batch.clone([1])
    before, acting = batch.states.flat().copy(), batch.acting
    play_out(batch)
    batch.restore(saved)
    assert (batch.states.flat() == before).all()
    assert batch.acting.tolist() == acting.tolist()
    batch.restore(one, [0, 2])
    assert (batch.states.flat() == before[1]).all()
    assert batch.acting.tolist() == [acting[1]] * 3
    play_out(batch)
    assert len(set(map(str, batch.results()))) == 1


def test_legal_orders_are_those_that_check_accepts() -> None:
    batch = Batch(first(), SEEDS)
    orders = [[2, 0, 0, 0], [3, 5, 0, 0], [3, 5000, 0, 0], [9, 0, 0, 0]]
    legal = batch.legal(orders)
    for number, order in enumerate(orders):
        answers = batch.step([order] * 3).answers
        assert legal[:, number].tolist() == (answers == batch.game.ok).tolist()
        batch.reset()


def test_play_goes_on_from_steps_and_steps_from_play() -> None:
    table = Table(load_game("toy").native(), seed=3)
    batch, other = Batch(table, SEEDS), Batch(table, SEEDS)
    batch.play(3)
    other.play(3)
    assert batch.acting.tolist() == other.acting.tolist()
    batch.step([[-1]] * 3)
    batch.play()
    assert all(result.over for result in batch.results())
