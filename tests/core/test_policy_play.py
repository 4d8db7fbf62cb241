"""Matches played by policies: those of a batch are those of a table, one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from joute import Batch, Table, load_game
from joute.core.conformance.trial import values_of
from joute.core.policy import Policy, policy_of
from joute.core.policy_player import BoundPolicy, match_seeds, play_table
from joute.core.registry import game_names
from joute.core.sampler import SAMPLER

pytest.importorskip("numba")
PROSPECTOR = Path(__file__).parents[1] / "games" / "toy" / "champions" / "prospector.py"
SEEDS = (0, 0, 7, 2**32 - 1)
WEIGHTS = (
    (None, {"worth": 1}, {"roam": 9}),
    ({"roam": 40}, None, None),
    (None, None, None),
    ({"worth": 0, "roam": 3}, {"worth": 99}, None),
)


def prospector() -> Policy:
    found = policy_of(PROSPECTOR)
    assert found is not None
    return found


def played(table: Table, policy: Policy, seed: int, weights: Any = None) -> Any:
    minds = BoundPolicy(policy, table.game).minds(
        table.game.dims(table.board, table.seats), match_seeds(seed, table.seats), weights
    )
    play_table(BoundPolicy(policy, table.game), table, minds)
    return values_of(table.game, table.state)


@pytest.mark.parametrize("preset", ["petit", "grand"])
@pytest.mark.parametrize("threads", [1, 3])
def test_weights_are_those_of_each_game_and_seat(preset: str, threads: int) -> None:
    game = load_game("toy", preset=preset)
    batch = Batch(Table(game.native(), seats=3, seed=3), SEEDS, prospector(), WEIGHTS)
    batch.play(threads=threads)
    expected = [
        played(Table(game, seats=3, seed=3), prospector(), seed, weights)
        for seed, weights in zip(SEEDS, WEIGHTS, strict=True)
    ]
    assert [values_of(batch.game, batch.world(number).state) for number in range(len(SEEDS))] == expected
    assert len({str(values) for values in expected}) == len(SEEDS)


def test_a_batch_goes_on_where_it_stopped_with_what_its_seats_remember() -> None:
    table = Table(load_game("toy").native(), seats=3, seed=3)
    once, twice = (Batch(table, SEEDS, prospector(), WEIGHTS) for _ in range(2))
    once.play()
    twice.play(3)
    twice.play()
    assert (once.states.flat() == twice.states.flat()).all()
    assert (once.orders, once.phases) == (twice.orders, twice.phases)


@pytest.mark.parametrize("name", [name for name in game_names() if load_game(name).rules.fog is None])
def test_every_game_is_played_in_a_batch_as_at_a_table(name: str) -> None:
    """Live, in the fog, at once or in turn: by the policy that plays at random, by what each seat sees."""
    game = load_game(name)
    batch = Batch(Table(game.native(), seed=3), (5, 6), SAMPLER)
    batch.play()
    expected = [played(Table(game.native(), seed=3), SAMPLER, seed) for seed in (5, 6)]
    assert [values_of(batch.game, batch.world(number).state) for number in range(2)] == expected


def test_a_batch_is_refused_where_views_have_sizes_of_their_own() -> None:
    with pytest.raises(ValueError, match="casus_belli: a batch cannot play by a policy where views have sizes"):
        Batch(Table(load_game("casus_belli").native()), [1], SAMPLER)
