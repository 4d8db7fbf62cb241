"""Clauses of the rules, one scenario each, under both presets and on both backends; `clauses.txt` names the clause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.scenario import Backend, Scenario, read

from .test_examples import BACKENDS
from .vocabulary import PRESETS, SEED_MAP, plain_map, play

CASES = read(Path(__file__).resolve().parent / "clauses.txt")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_clause(case: Scenario, preset: str, backend: Backend) -> None:
    play(case, preset, backend)


# Clauses about what is fixed before a match


def test_0_default_preset_is_sujet() -> None:
    assert joute.load_game("casus_belli").preset == "sujet"
    assert joute.load_game("casus_belli").params == joute.load_game("casus_belli", "sujet").params


@pytest.mark.parametrize("preset", PRESETS)
def test_0_nothing_is_left_to_chance(preset: str) -> None:
    """On a given map the seed changes nothing."""
    game = joute.load_game("casus_belli", preset)
    tables = [joute.Table(game, SEED_MAP, 3, seed) for seed in (0, 1, 2**64 - 1)]
    while tables[0].turn.seats:
        assert len({table.digest for table in tables}) == 1
        for table in tables:
            table.seat(1).call("perso_deplace", (1, 0, 10, 0), [(5, 3), (5, 4)], 1)
            table.seat(2).call("perso_attaque", (2, 2, 10, 0), 6, (5, 4))
            table.end_phase()


RULE_PARAMETERS: dict[str, tuple[Any, Any]] = {
    "PREMIER_JOUEUR": (0, 0),
    "ORDRE_PHASES": (("attaque", "deplacement"), ("deplacement", "attaque")),
    "POINTS_MEURTRE": (1, 1),
    "POINTS_MORT": (-1, -1),
    "POINTS_TEAMKILL": (-1, -2),
    "POINTS_MIXTE": (0, 0),
    "FORET_VUE_DEHORS": (False, True),
    "VISION_LIGNE": ("segment", "colonne"),
    "REGARD_EN_MARCHE": ("deplacement", "nord"),
    "PENOMBRE_SOI": (False, True),
    "PORTEE": ("distance", "champ"),
    "FUS_ARRET": ("champ", "longueur"),
    "FUS_COEF_EO": (-1, -1),
    "FUS_COEF_NS": (1, 1),
    "FUS_PROFONDEUR_SIGNEE": (False, False),
    "FUS_DECALAGE": ("total", "dernier"),
    "FUS_CIBLE_LIBRE": (True, False),
    "FUS_DOUBLE_MORTEL": (False, True),
    "FUS_DOUBLE_DEGATS": (255, 255),
    "I_SEE_TIR_RESOLUTION": (True, False),
    "VOLEUR_TRAITRISE_DEGATS": (9001, 255),
    "VOLEUR_ATTAQUE_PORTEE": (1, 1),
    "ELFE_LOTO_DEGATS": (4, 4),
    "BARBARE_BASTOOOON_BASE": (11, 11),
    "DISTANCE_PLAFOND": (255, 255),
    "TEMPS_APPEL_MS": (1000, 1000),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_2_2_rule_parameters(preset: str) -> None:
    """All of the table, and beside the constants of 2.1 nothing else."""
    game = joute.load_game("casus_belli", preset)
    found = {name: value for name, value in game.params.items() if name not in game.constants}
    assert found == {name: values[PRESETS.index(preset)] for name, values in RULE_PARAMETERS.items()}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("placement", "most"), [(0, 0), (2, 0), (3, 2), (2, 2), (0, 1), (1, 3), (2, 4)])
def test_4_3_calendar_of_both_presets(preset: str, placement: int, most: int) -> None:
    """min(placement, maximum) placement turns, then maximum - placement turns of two phases."""
    table = joute.Table(joute.load_game("casus_belli", preset), plain_map(9, f"{placement} {most}"), 2)
    found = []
    while table.turn.seats:
        found.append((table.turn.callback, table.turn.number))
        table.end_phase()
    names = ["jouer_attaque", "jouer_deplacement"][:: 1 if preset == "sujet" else -1]
    wanted = [("jouer_placement", turn) for turn in range(min(placement, most))]
    wanted += [(name, turn) for turn in range(placement, most) for name in names]
    assert found == [("partie_init", 0), *wanted, ("partie_fin", most)]


def test_3_maps_may_be_larger_than_those_of_the_final() -> None:
    table = joute.Table(joute.load_game("casus_belli"), f"201 1 200 0 0 1 {'.' * 201}", 2)
    assert table.seat(0).call("carte_taille") == (201, 1)
    assert table.seat(0).call("perso_position", (0, 0, 10, 0)) == (200, 0)


# 7.1, 7.2  Types

ENUMERATIONS = {
    "perso_classe": ["perso_voleur", "perso_barbare", "perso_elfe"],
    "zone_type": [f"zone_{name}" for name in ("herbe", "route", "foret", "marais", "mur", "tour", "erreur")],
    "attaque_type": [
        f"attaque_{name}" for name in ("normale", "palantir", "traitrise", "bastoooon", "fus_ro_dah", "i_see", "loto")
    ],
    "orientation": [f"orientation_{name}" for name in ("nord", "est", "sud", "ouest")],
    "erreur": ["position_impossible", "personnage_impossible", "chemin_impossible", "attaque_indisponible", "ok"],
}


def test_7_1_enumerations_are_numbered_from_0() -> None:
    enums = joute.load_game("casus_belli").api.enums
    assert {name: [(m.name.lower(), m.value) for m in kind] for name, kind in enums.items()} == {
        name: [(word, number) for number, word in enumerate(words)] for name, words in ENUMERATIONS.items()
    }


def test_7_2_structures() -> None:
    structs = joute.load_game("casus_belli").api.structs
    assert {name: kind._fields for name, kind in structs.items()} == {
        "position": ("x", "y"),
        "perso_info": ("equipe", "classe", "vie", "direction"),
    }


SIGNATURES = """\
carte_taille()
carte_depart()
carte_zone_type(pos: position)
carte_zone_perso(pos: position)
distance(p1: position, p2: position)
chemin(p1: position, p2: position)
perso_penombre(perso: perso_info)
perso_vision(perso: perso_info)
perso_vision_personnages(perso: perso_info)
palantir_vision()
elfe_vision()
perso_attaque_recharge(perso: perso_info, attaque: attaque_type)
perso_position(perso: perso_info)
perso_classe_info(classe: perso_classe)
mon_equipe()
nombre_equipes()
scores()
tour_actuel()
nombre_tours_placement()
nombre_tours()
perso_deplace(perso: perso_info, chemin: position array, direction: orientation)
perso_attaque(perso: perso_info, attaque: attaque_type, pos: position)
afficher_perso_classe(v: perso_classe)
afficher_zone_type(v: zone_type)
afficher_attaque_type(v: attaque_type)
afficher_orientation(v: orientation)
afficher_erreur(v: erreur)
afficher_position(v: position)
afficher_perso_info(v: perso_info)
"""


def test_7_functions_and_their_arguments() -> None:
    functions = joute.load_game("casus_belli").api.functions.values()
    assert [function.signature for function in functions] == SIGNATURES.splitlines()


@pytest.mark.parametrize("preset", PRESETS)
def test_7_2_returned_arrays_are_fresh(preset: str) -> None:
    table = joute.Table(joute.load_game("casus_belli", preset), SEED_MAP, 2)
    seat, me = table.seat(0), (0, 0, 10, 0)
    calls: list[tuple[Any, ...]] = [
        ("scores",),
        ("perso_vision", me),
        ("perso_vision_personnages", me),
        ("carte_zone_perso", (5, 4)),
        ("chemin", (5, 4), (5, 1)),
    ]
    for call in calls:
        kept = list(seat.call(*call))
        assert kept
        seat.call(*call).clear()
        assert seat.call(*call) == kept
