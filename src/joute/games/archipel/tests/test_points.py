"""Where points come from: the fortune of every instant, and of the last one what the rules count (4.9)."""

from __future__ import annotations

from random import Random

import pytest

import joute
from joute.core.conformance.trial import play_phase
from joute.games.archipel.scene import held


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_4_9_the_fortune_is_the_score_that_is_published(preset: str) -> None:
    game = joute.load_game("archipel", preset, FIN_PARTIE=12)
    table, rng = joute.Table(game, seed=2), Random(2)
    while table.turn.seats:
        before = table.turn
        play_phase(table, rng)
        fortunes = [sum(parts) for parts in held(table.world)]
        closed = table.turn.number > before.number
        if closed and (preset == "sujet" or table.turn.phase != "turn"):
            assert fortunes == table.scores
        elif closed:  # the income came after the score
            assert fortunes == [score + income for score, income in zip(table.scores, incomes(table), strict=True)]
    assert [sum(parts) for parts in held(table.world)] == table.scores
    assert all(score > 20 for score in table.scores)


def incomes(table: joute.Table) -> list[int]:
    """4.7  What each player earns in a round with what it owns now."""
    players = table.scene()["players"]
    per = {"islands": table.game.params["REVENU_ILE"], "volcanoes": table.game.params["REVENU_VOLCAN"]}
    return [sum(player[kind] * gold for kind, gold in per.items()) for player in players]
