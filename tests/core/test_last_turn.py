"""Pages say "turn 100 of 100": the last turn is the last one in which somebody plays, also where turns count from 0."""

from __future__ import annotations

import pytest

import joute
from joute.core.registry import game_names, load_game

GAMES = [name for name in game_names() if load_game(name).scenes.last_turn]
PRESETS = [(name, preset) for name in GAMES for preset in load_game(name).parameters.presets]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_no_turn_is_shown_after_the_last_one_that_is_played(name: str, preset: str) -> None:
    table = joute.Table(load_game(name, preset=preset))
    game, played, shown = table.game, [0], [0]
    while table.turn.seats:
        if game.acts(table.world):
            played.append(table.turn.number)
        table.end_phase()
        shown.append(game.shown_turn(table.world, table.turn.number))
    assert game.last_turn(table.world) == played[-1] == max(shown) == shown[-1]
