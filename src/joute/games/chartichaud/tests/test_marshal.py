"""The marshal: what it knows, and how well it plays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.core.backends.building import require
from joute.core.game import Game
from joute.core.policy import policy_of
from joute.core.policy_player import bound, give_turn
from joute.games.chartichaud.rules.vocabulary import BUILD, CIVILIAN, FARM, MILITARY, MOVE
from joute.match.referee import Referee

GAME = "chartichaud"
PATH = bundled(joute.load_game(GAME))["marshal"]
assert PATH is not None
POLICY = policy_of(PATH)


def orders(*lines: str, gold: int = 0) -> list[tuple[int, ...]]:
    """What A does in the first turn of a map."""
    height, width = len(lines), len(lines[0].split())
    text = "\n".join(["chartichaud-map 1", f"size {height} {width}", f"gold A {gold}", "grid", *lines, "end", ""])
    game = joute.load_game(GAME)
    table = joute.Table(game, text)
    table.end_phase()
    assert POLICY is not None
    policy = bound(POLICY, game)
    give_turn(policy, table.seat(0), policy.minds(game.dims(table.board, 2), [1, 2]))
    return [tuple(row) for row in table.seat(0).orders]


def test_a_worker_takes_the_gold_it_stands_on() -> None:
    assert orders("9+A1C . . . . B1C") == [(FARM, 0, 0)]


def test_workers_go_to_mines_of_their_own() -> None:
    assert orders("9+A2C . 4 . . . B1C") == [(FARM, 0, 0), (MOVE, CIVILIAN, 0, 0, 0, 1)]


def test_soldiers_strike_together_where_they_win() -> None:
    assert orders("A1M B1C1M . B1C") == []
    assert orders("A2M B1C1M . B1C") == [(MOVE, MILITARY, 0, 0, 0, 1)] * 2


def test_a_soldier_takes_what_nobody_defends() -> None:
    assert orders("A1M B2C1B . . B1C") == [(MOVE, MILITARY, 0, 0, 0, 1)]


def test_a_building_in_danger_recruits_a_soldier() -> None:
    assert orders("A1C1B B1M . . B1C", gold=10)[0] == (BUILD, 0, 0, MILITARY)


def test_a_worker_in_danger_flees() -> None:
    assert orders(". 9+A1C B1M . B1C") == [(MOVE, CIVILIAN, 0, 1, 0, 0)]


def native(preset: str, **params: int) -> Game:
    game = joute.load_game(GAME, preset, **params)
    require(game)
    require(game, policy=POLICY)
    return game.native()


def played(game: Game, names: Sequence[str], seed: int) -> joute.Table:
    table = joute.Table(game, seed=seed)
    outcome = Referee(table, [find(game, name, seed) for name in names]).play()
    assert not outcome.failed
    return table


@pytest.mark.parametrize("preset", ["sujet", "original"])
def test_it_plays_the_same_on_both_backends(preset: str) -> None:
    here = played(joute.load_game(GAME, preset, max_turns=60), ("marshal:tries=3", "raider"), 4)
    assert here.digest == played(native(preset, max_turns=60), ("marshal:tries=3", "raider"), 4).digest


@pytest.mark.parametrize("other", ["raider", "settler"])
@pytest.mark.parametrize("preset", ["sujet", "original"])
def test_it_beats_the_others(preset: str, other: str) -> None:
    game = native(preset)
    for seed in range(2):
        for names in (("marshal", other), (other, "marshal")):
            assert played(game, names, seed).result.winners == (names.index("marshal"),)
