"""Batches: many games at once are the same games, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from joute import Batch, Table, load_game
from joute.core.batch import RandomPlayer
from joute.core.conformance.trial import values_of

pytest.importorskip("numba")
SEEDS = (0, 1, 2, 3, 4, 2**32 - 1, 2**63)


def first(native: bool, seats: int = 5) -> Table:
    game = load_game("toy")
    return Table(game.native() if native else game, seats=seats, seed=3)


def single(seed: int, most: int, native: bool) -> Any:
    table = first(native)
    RandomPlayer(table.game, table.world, 5).play(table.world, seed, most)
    return values_of(table.game, table.state)


@pytest.mark.parametrize("most", [1, 7, 10**6])
def test_a_batch_is_its_games_one_by_one(most: int) -> None:
    table = first(True)
    batch = Batch(table, SEEDS)
    batch.play(most)
    for index, seed in enumerate(SEEDS):
        assert values_of(table.game, batch.world(index).state) == single(seed, most, False) == single(seed, most, True)


def test_states_of_a_batch_are_read_by_name_and_game() -> None:
    batch = Batch(first(True), SEEDS)
    batch.play(9)
    for index in range(len(SEEDS)):
        state = batch.world(index).state
        assert batch.states.walkers.cell[:, index].tolist() == state.walkers.cell.tolist()
        assert batch.states.head.turn[index] == state.head.turn
    assert not hasattr(batch.states, "treasure")
    with pytest.raises(ValueError, match="at least one seed"):
        Batch(first(True), [])


def test_a_player_plays_views_longer_or_shorter_than_its_own_draft() -> None:
    table = first(True)
    player = RandomPlayer(table.game, table.world, 5)
    player.draft = table.game.copy(first(True, seats=2).world)
    player.play(table.world, 3)
    assert values_of(table.game, table.state) == single(3, 10**6, True)


def test_threads_change_nothing() -> None:
    table = first(True)
    one, two, many = (Batch(table, SEEDS) for _ in range(3))
    one.play()
    two.play(threads=2)
    many.play(threads=16)
    for index in range(len(SEEDS)):
        worlds = [batch.world(index) for batch in (one, two, many)]
        first_values, *others = [values_of(table.game, world.state) for world in worlds]
        assert others == [first_values] * 2
    assert (one.orders, one.phases) == (two.orders, two.phases) == (many.orders, many.phases)


def test_a_batch_goes_on_where_it_stopped() -> None:
    table = first(True)
    once, twice = Batch(table, SEEDS), Batch(table, SEEDS)
    once.play(9)
    twice.play(4)
    twice.play(5)
    for index in range(len(SEEDS)):
        assert values_of(table.game, once.world(index).state) == values_of(table.game, twice.world(index).state)
    assert once.phases == twice.phases == 9 * len(SEEDS)


def test_a_batch_leaves_the_first_world_alone_and_tells_results() -> None:
    table = first(True)
    before = values_of(table.game, table.state)
    batch = Batch(table, SEEDS)
    batch.play()
    assert values_of(table.game, table.state) == before
    assert [result.over for result in batch.results()] == [True] * len(SEEDS)
    assert batch.results()[2] == table.game.result(batch.world(2), 5)


def test_a_batch_needs_a_compiled_game() -> None:
    with pytest.raises(ValueError, match=r"a batch needs a table of a native game: joute\.Table\(game\.native\(\)\)"):
        Batch(first(False), SEEDS)


def test_a_player_counts_phases_orders_and_refusals() -> None:
    table = first(False)
    world = table.world
    player = RandomPlayer(table.game, world, 5)
    player.play(world, 1, 1)
    assert (player.phases, player.orders, player.refused) == (1, 0, 0)
    player.play(world, 1)
    assert player.phases == 1 + 6 * (1 + 5) + 1
    assert player.refused == 0
