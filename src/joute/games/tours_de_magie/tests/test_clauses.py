"""Clauses of the rules, one scenario each, under both presets and on both backends; `clauses.txt` names the clause."""

from __future__ import annotations

import pytest

import joute
from joute.core.conformance.scenario import Backend, Scenario, read

from .test_examples import BACKENDS
from .vocabulary import FOLDER, GAME, PRESETS, play

CASES = read(FOLDER / "tests" / "clauses.txt")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", CASES, ids=[f"{case.name} {case.title}" for case in CASES])
def test_clause(case: Scenario, preset: str, backend: Backend) -> None:
    play(case, preset, backend)


# 6.1  Types

ERREUR = """OK ANNULER_IMPOSSIBLE CASE_IMPOSSIBLE CASE_ADVERSE CASE_UTILISEE CASE_VIDE VALEUR_INVALIDE
MAGIE_INSUFFISANTE SORCIERS_INSUFFISANTS ATTAQUE_INSUFFISANTE PHASE_INCORRECTE PORTEE_INSUFFISANTE PERDANT"""
CASE_INFO = "CASE_SIMPLE CASE_TOURELLE CASE_BASE CASE_FONTAINE CASE_ARTEFACT CASE_ERREUR"


def test_6_1_enumerations_are_numbered_from_0() -> None:
    enums = joute.load_game(GAME).api.enums
    assert {name: [(m.name, m.value) for m in kind] for name, kind in enums.items()} == {
        name: [(word, number) for number, word in enumerate(words.split())]
        for name, words in (("case_info", CASE_INFO), ("erreur", ERREUR))
    }


def test_6_1_structures() -> None:
    structs = joute.load_game(GAME).api.structs
    assert {name: kind._fields for name, kind in structs.items()} == {
        "position": ("x", "y"),
        "tourelle": ("pos", "portee", "joueur", "vie", "attaque"),
    }


SIGNATURES = """\
info_case(pos: position)
tourelles_joueur(joueur: int)
magie(joueur: int)
nb_sorciers(pos: position, joueur: int)
nb_sorciers_deplacables(pos: position, joueur: int)
joueur_case(pos: position)
tourelle_case(pos: position)
base_joueur(joueur: int)
constructible(pos: position, joueur: int)
chemin(pos1: position, pos2: position)
moi()
adversaires()
tour_actuel()
distance(depart: position, arrivee: position)
construire(pos: position, portee: int)
supprimer(pos: position)
creer(nb: int)
deplacer(depart: position, arrivee: position, nb: int)
tirer(pts: int, pos: position, cible: position)
assieger(pos: position, cible: position, nb_sorciers: int)
annuler()
afficher_case_info(v: case_info)
afficher_erreur(v: erreur)
afficher_position(v: position)
afficher_tourelle(v: tourelle)
"""


def test_6_functions_and_their_arguments() -> None:
    """5: none of them tells a score."""
    functions = joute.load_game(GAME).api.functions.values()
    assert sorted(function.signature for function in functions) == sorted(SIGNATURES.splitlines())
