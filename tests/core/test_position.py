"""Positions: what is tried on one is what a table does, and each stands for itself."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import joute
from joute.core.batch import RandomPlayer
from joute.core.game import BACKENDS, Game
from joute.core.position import Calls, Position
from joute.core.table import Table

GAMES = [name for name in joute.game_names() if name != "toy"] + ["toy"]
pytestmark = pytest.mark.parametrize("backend", BACKENDS)


def played(name: str, backend: str, phases: int) -> Table:
    """A table after so many random phases."""
    game = joute.load_game(name).on(backend)
    table = Table(game, seed=5)
    RandomPlayer(game, table.world, table.seats).play(table.world, 5, phases)
    table._renew()
    return table


def at(table: Table, seat: int = 0) -> Position:
    """The truth of a table as a position; champions have a view."""
    made = Position(RandomPlayer(table.game, table.world, table.seats), table.world, seat, Calls())
    made._observer = None
    return made


def same(game: Game, position: Position, table: Table) -> None:
    assert game.layout.snapshot(position.world.state) == game.layout.snapshot(table.world.state)


def asked(position: Position) -> list[int]:
    return [seat for seat in range(position.seats) if position.asked(seat)]


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_ends_as_that_of_a_table_does(name: str, backend: str) -> None:
    table = played(name, backend, 3)
    position = at(table)
    for _ in range(8):
        for seat in reversed(asked(position)):
            position.play_as(seat).random_turn()
            for row in position.orders:
                if table.game.live:
                    table.apply_now(seat, row)
                else:
                    table.seat(seat).orders.append(row)
        position.end()
        table.end_phase()
        same(table.game, position, table)
        assert (position.result, position.turn, asked(position)) == (
            table.result,
            table.turn.number,
            list(table.turn.seats),
        )
        if position.over:
            break


@pytest.mark.parametrize("name", GAMES)
def test_a_rollout_is_the_random_play_of_batches(name: str, backend: str) -> None:
    table = played(name, backend, 2)
    position = at(table)
    player = position._player
    player.rng[0] = 77
    assert position.rollout(9) == 9
    RandomPlayer(table.game, table.world, table.seats).play(table.world, 77, 9)
    same(table.game, position, table)


@pytest.mark.parametrize("name", GAMES)
def test_orders_given_stand_in_a_rollout(name: str, backend: str) -> None:
    table = played(name, backend, 3)
    position = at(table, table.turn.seats[0])
    while not position.random_turn():
        position.end_random()
        position.play_as(asked(position)[0])
    twin = position.copy()
    position._player.rng[0] = 3
    assert position.rollout(1) == 1
    position._player.rng[0] = 3
    twin.end_random()
    assert table.game.layout.snapshot(position.world.state) == table.game.layout.snapshot(twin.world.state)
    assert position.orders == twin.orders == []


def test_a_copy_has_the_orders_and_goes_its_own_way(backend: str) -> None:
    position = at(played("toy", backend, 1))
    position.play_as(1).random_turn()
    theirs = position.orders
    position.play_as(0).random_turn()
    ours, before = position.orders, position.game.layout.snapshot(position.world.state)
    twin = position.copy()
    assert (twin.seat, twin.orders, twin.play_as(1).orders) == (0, ours, theirs)
    twin.end()
    assert position.orders == ours
    assert position.game.layout.snapshot(position.world.state) == before
    twin.become(position)
    assert (twin.seat, twin.orders, twin.play_as(1).orders) == (0, ours, theirs)
    twin.become(twin)
    assert twin.orders == theirs


def test_check_changes_nothing_and_act_does(backend: str) -> None:
    position = at(played("portails", backend, 1))
    position.play_as(asked(position)[0])
    row = position.sample()
    assert row is not None
    assert (position.check(row), position.orders) == (position.game.ok, [])
    assert (position.act(row), position.orders) == (position.game.ok, [row])
    for wrong in ((), (99,), (0, 1), (0, 1, 2, 3)):
        with pytest.raises(ValueError, match="is no order of portails"):
            position.act(wrong)
        with pytest.raises(ValueError, match="is no order of portails"):
            position.check(wrong)
    with pytest.raises(IndexError, match="this position has seats 0 to 1"):
        position.play_as(2)


def test_others_are_played_at_their_seats(backend: str) -> None:
    position = at(played("toy", backend, 1))
    position.act((3, 11))
    seen: list[Any] = []

    def play(p: Position) -> None:
        seen.append((p.seat, p.draft.call("moi"), p.act((3, 100 + p.seat))))

    position.end_with(play)
    assert position.seat == 0
    assert seen == [(seat, seat, position.game.ok) for seat in range(1, position.seats)]
    assert [position.world.state.walkers.flag[seat] for seat in range(position.seats)] == [
        11,
        *(100 + seat for seat in range(1, position.seats)),
    ]


def test_random_positions_never_change_where_they_come_from(backend: str) -> None:
    table = played("toy", backend, 2)
    before, rng = table.digest, Random(1)
    position = at(table)
    for _ in range(20):
        position.play_as(rng.randrange(position.seats)).random_turn()
        position.end_random()
        position.rollout(2)
    assert table.game.digest(table.world) == before
