"""The champions that every game has: idle and random."""

from __future__ import annotations

import joute
from joute.champions.players.simple import Random
from joute.match.referee import Referee


def test_random_plays_the_same_for_the_same_seed() -> None:
    def digest(seed: int) -> str:
        table = joute.Table(joute.load_game("toy"), seed=4)
        Referee(table, [Random(seed), Random(seed)]).play()
        return table.digest

    assert digest(1) == digest(1)
    assert len({digest(seed) for seed in range(5)}) > 1


def test_random_stops_where_a_turn_is_full() -> None:
    game = joute.load_game("toy")
    game.orders_most, game.orders_refusal = 2, None
    outcome = Referee(joute.Table(game), [Random(1), Random(2)]).play()
    assert outcome.void == ""
