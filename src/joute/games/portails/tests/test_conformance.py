"""The conformance suite on both presets and on extreme boards, interpreted and native."""

from __future__ import annotations

import pytest

from joute.core.conformance import Check, parameters
from joute.core.registry import load_game

from .positions import GAME, map_text

SUJET = load_game(GAME, "sujet", NB_TOURS=40)
FINALE = load_game(GAME, "finale", NB_TOURS=40)
TINY = load_game(GAME, "finale", NB_TOURS=12, TAILLE_TERRAIN=2, COUT_VIRUS=5, COUT_LIEN=0, COUT_CAPTURE=0)
CROWDED = load_game(GAME, "finale", NB_TOURS=30, TAILLE_TERRAIN=9, COUT_VIRUS=5, COUT_LIEN=1, NB_POINTS_ACTION=90)

EMPTY = map_text(2, [(0, 0), (1, 1)], [])
ONE = map_text(2, [(0, 0), (0, 0)], [(0, 0)])
FULL = map_text(2, [(0, 0), (1, 1)], [(0, 0), (0, 1), (1, 0), (1, 1)])
EVERYWHERE = map_text(9, [(4, 3), (4, 5)], [(x, y) for x in range(9) for y in range(9)])


@pytest.mark.parametrize(**parameters(SUJET, parts=["interpreted"]))
def test_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(FINALE, parts=["interpreted"], seeds=[5]))
def test_finale_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(TINY, boards=[EMPTY, ONE, FULL], parts=["interpreted"], seeds=[1], phases=8))
def test_tiny_boards_conform(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(CROWDED, boards=[EVERYWHERE], parts=["interpreted"], seeds=[1], phases=8))
def test_a_portal_on_every_cell_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, parts=["native"]))
def test_native_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(TINY, boards=[EMPTY, FULL], parts=["native"], seeds=[1]))
def test_native_tiny_boards_conform(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(CROWDED, boards=[None, EVERYWHERE], parts=["bounds"]))
def test_checked_indices_conform(check: Check) -> None:
    check()
