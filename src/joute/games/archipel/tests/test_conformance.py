"""The conformance suite on both presets, interpreted and native."""

from __future__ import annotations

import pytest

from joute.core.conformance import Check, parameters
from joute.core.registry import load_game

from .vocabulary import GAME, M1, S

SUJET = load_game(GAME, FIN_PARTIE=60, LIMITE_BATEAUX=200)
FINALE = load_game(GAME, "finale", FIN_PARTIE=60, LIMITE_BATEAUX=40)
SKIRMISH = load_game(GAME, "finale", FIN_PARTIE=40, TAILLE_TERRAIN=8, LIMITE_BATEAUX=20, PREMIER_JOUEUR=7)


@pytest.mark.parametrize(**parameters(SUJET, parts=["interpreted"]))
def test_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(FINALE, boards=[S], seeds=[3], parts=["interpreted"]))
def test_finale_conforms_on_the_example(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SKIRMISH, boards=[M1], seeds=[4, 5], parts=["interpreted"]))
def test_skirmish_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SUJET, boards=[None, S], parts=["native"]))
def test_native_sujet_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(SKIRMISH, boards=[M1], parts=["native"]))
def test_native_skirmish_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(SKIRMISH, boards=[M1], parts=["bounds"]))
def test_skirmish_with_checked_indices_conforms(check: Check) -> None:
    check()
