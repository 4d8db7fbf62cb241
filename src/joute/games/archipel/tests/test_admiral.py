"""The admiral: what it knows, and how well it plays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.core.backends.building import require
from joute.core.game import Game
from joute.core.policy import policy_of
from joute.core.policy_player import bound, give_turn
from joute.games.archipel.rules.state import CARAVELLE, CHARGER, COLONISER, DECHARGER, DEPLACER, GALION, NOBODY
from joute.match.referee import Referee

from .vocabulary import GAME, M1

PATH = bundled(joute.load_game(GAME))["admiral"]
assert PATH is not None
POLICY = policy_of(PATH)
HOME, THEIRS, VOLCANO, NEAR = (1, 1), (6, 6), (4, 2), (2, 3)
"""The starts of M1, its volcano, and a plain island."""
Island = tuple[tuple[int, int], int, int]
Boat = tuple[tuple[int, int], int, int, int]


def orders(preset: str, islands: Sequence[Island], boats: Sequence[Boat]) -> list[tuple[int, ...]]:
    """The first turn from a position: islands as (place, seat, gold), boats as (place, seat, type, gold)."""
    game = joute.load_game(GAME, preset, TAILLE_TERRAIN=8)
    data = joute.Table(game, M1).dump()
    data["state"]["head"] |= {"phase": 1, "turn": 10, "next_id": len(boats)}
    for island in data["state"]["islands"]:
        known = {place: (seat, gold) for place, seat, gold in islands}
        island["seat"], island["nb_or"] = known.get((island["x"], island["y"]), (NOBODY, 0))
    names = ("id", "x", "y", "seat", "btype", "nb_or", "deplacable")
    rows = [(number, *place, seat, kind, gold, 1) for number, (place, seat, kind, gold) in enumerate(boats)]
    data["state"]["boats"] = [dict(zip(names, row, strict=True)) for row in rows]
    table = joute.Table.load(data)
    assert POLICY is not None
    policy = bound(POLICY, game)
    give_turn(policy, table.seat(0), policy.minds(game.dims(table.board, 2), [1, 2]))
    return [tuple(row) for row in table.seat(0).orders]


def test_it_settles_where_its_caravelle_is_and_sails_on() -> None:
    given = orders("sujet", [(HOME, 0, 0), (THEIRS, 1, 0)], [(NEAR, 0, CARAVELLE, 0)])
    assert given == [(COLONISER, *NEAR), (DEPLACER, 0, *VOLCANO), (COLONISER, *VOLCANO)]


def test_it_strikes_only_with_more_galions() -> None:
    islands = [(HOME, 0, 0), (THEIRS, 1, 0)]
    fleet = [((3, 5), 0, GALION, 0)] * 2
    assert orders("sujet", islands, [*fleet, (THEIRS, 1, GALION, 0)]) == [
        (DEPLACER, 0, *THEIRS),
        (DEPLACER, 1, *THEIRS),
    ]
    stronger = orders("sujet", islands, [*fleet, *[(THEIRS, 1, GALION, 0)] * 3])
    assert all(order[2:] != THEIRS for order in stronger)


def test_a_garrison_that_holds_its_island_stays() -> None:
    islands = [(NEAR, 0, 0), (THEIRS, 1, 0), (VOLCANO, 1, 500)]
    assert orders("sujet", islands, [(NEAR, 0, GALION, 0), ((5, 5), 1, GALION, 0), ((5, 5), 1, GALION, 0)]) != []
    held = [(NEAR, 0, GALION, 0)] * 2 + [((5, 5), 1, GALION, 0)] * 2
    islands = [(NEAR, 0, 0), (THEIRS, 1, 0), ((5, 5), 1, 0), (VOLCANO, 1, 500)]
    assert orders("sujet", islands, held) == []


def test_galions_bring_gold_home_in_one_turn() -> None:
    given = orders("finale", [(HOME, 0, 0), (THEIRS, 1, 0), (VOLCANO, 0, 40)], [(VOLCANO, 0, GALION, 0)])
    assert given[:3] == [(CHARGER, 0, 40), (DEPLACER, 0, *HOME), (DECHARGER, 0, 40)]


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


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_plays_the_same_on_both_backends(preset: str) -> None:
    params = {"FIN_PARTIE": 14, "TAILLE_TERRAIN": 12, "LIMITE_BATEAUX": 200}
    here = played(joute.load_game(GAME, preset, **params), ("admiral:tries=3", "corsair"), 4)
    assert here.digest == played(native(preset, **params), ("admiral:tries=3", "corsair"), 4).digest


@pytest.mark.parametrize("other", ["corsair", "settler"])
@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_it_beats_the_others(preset: str, other: str) -> None:
    game = native(preset, FIN_PARTIE=100)
    for seed in range(2):
        for names in (("admiral", other), (other, "admiral")):
            assert played(game, names, seed).result.winners == (names.index("admiral"),)
