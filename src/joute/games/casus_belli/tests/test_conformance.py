"""The conformance suite: both presets, 2 to 20 teams, boards made to tempt the fog, interpreted and native."""

from __future__ import annotations

from random import Random

import pytest

from joute import Batch, Table
from joute.core.batch import RandomPlayer
from joute.core.conformance import Check, parameters
from joute.core.conformance.trial import values_of
from joute.core.registry import load_game

from ..rules.state import World
from .fog import scramble

CROWDED = """\
9 8
4 3
1
9
#########
#.F.T..F#
#.#F._#.#
#T__.F~.#
#.F#__..#
#~..F#T.#
#..F..F.#
#########
"""
OPEN = """\
7 5
3 2
0
7
..F.T..
.F...#.
~._.._F
.#F.T..
T....F.
"""
"""No border, no placement, towers at the rim: half of the field of vision lies off the map."""

THREE_TURNS = CROWDED.replace("1\n9\n", "1\n3\n")


def unmoved(world: World, seat: int, rng: Random) -> None:
    """Of a hundred teams, all that a seat may not know but the walks: those take minutes to compare."""
    scramble(world, seat, rng, walks=False)


SUJET = load_game("casus_belli")
FINALE = load_game("casus_belli", "finale")
MIXED = load_game(
    "casus_belli",
    "finale",
    PREMIER_JOUEUR=7,
    VISION_LIGNE="segment",
    FUS_ARRET="champ",
    REGARD_EN_MARCHE="deplacement",
    PENOMBRE_SOI=False,
    VOLEUR_DEPLACEMENT=40,
    VOLEUR_VISION_PORTEE=7,
)
"""A path of forty steps needs two words, a field of vision of size 7 is wider than these boards."""


@pytest.mark.parametrize(
    **parameters(SUJET, boards=[CROWDED, OPEN], seats=3, seeds=[0, 1], scramble=scramble, parts=["interpreted"])
)
def test_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(FINALE, boards=[CROWDED], seats=2, seeds=[0, 1], scramble=scramble, parts=["interpreted"])
)
def test_finale_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(MIXED, boards=[OPEN], seats=5, seeds=[1], phases=10, scramble=scramble, parts=["interpreted"])
)
def test_other_parameters_conform(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, seats=3, seeds=[5], phases=6, scramble=scramble, parts=["interpreted"]))
def test_generated_board_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(
    **parameters(FINALE, boards=[CROWDED], seats=20, seeds=[2], phases=5, scramble=scramble, parts=["interpreted"])
)
def test_twenty_teams_conform(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(FINALE, boards=[THREE_TURNS], seats=100, seeds=[0], phases=4, scramble=unmoved))
def test_three_turns_of_a_hundred_teams_conform(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, boards=[CROWDED], seats=3, scramble=scramble, parts=["native"]))
def test_native_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(FINALE, boards=[OPEN], seats=5, scramble=scramble, parts=["native"]))
def test_native_finale_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(MIXED, boards=[CROWDED], seats=3, scramble=scramble, parts=["bounds"]))
def test_checked_indices_conform(check: Check) -> None:
    check()


@pytest.mark.slow
def test_a_batch_is_its_games_one_by_one() -> None:
    """Also with a table that is empty in the truth."""
    table, batch = (Table(game, CROWDED, 3) for game in (SUJET, SUJET.native()))
    games = Batch(batch, range(4))
    games.play(20)
    for seed in range(4):
        single = table.copy()
        RandomPlayer(SUJET, single.world, 3).play(single.world, seed, 20)
        assert values_of(SUJET, games.world(seed).state) == values_of(SUJET, single.state)
