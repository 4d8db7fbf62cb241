"""The conformance suite on both presets and on a small board, interpreted and native."""

from __future__ import annotations

import pytest

from joute.core.conformance import Check, parameters
from joute.core.registry import load_game

from .vocabulary import GAME

SUJET = load_game(GAME, MAX_TOUR=30)
FINALE = load_game(GAME, "finale", MAX_TOUR=40)
SKIRMISH = load_game(GAME, "finale", TAILLE_TERRAIN=9, MAX_TOUR=25, MAGIE_TOUR=45, COUT_TOURELLE=9, PREMIER_JOUEUR=0)


@pytest.mark.parametrize(**parameters(SUJET, seeds=[0, 1], phases=10, parts=["interpreted"]))
def test_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(FINALE, seeds=[3], phases=10, parts=["interpreted"]))
def test_finale_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SKIRMISH, seeds=[4, 5, 6], phases=12, parts=["interpreted"]))
def test_skirmish_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, parts=["native"]))
def test_native_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SKIRMISH, parts=["native"]))
def test_native_skirmish_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(SKIRMISH, parts=["bounds"]))
def test_skirmish_with_checked_indices_conforms(check: Check) -> None:
    check()
