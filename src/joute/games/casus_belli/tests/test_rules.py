"""Clauses of section 4 that no worked example pins alone."""

from __future__ import annotations

from typing import Any

import pytest

import joute

from .vocabulary import played, then_at

P10 = ("map P10", "given phase attaque")


def run(preset: str, *lines: str) -> None:
    played(*lines, preset=preset)


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_4_1_occupants_in_order_of_arrival(preset: str) -> None:
    """Shorter paths arrive first; in one step, canonical order; who stays is first."""
    run(
        preset,
        "map P9",
        "given phase deplacement",
        "given put E1 4,2 SUD",
        "given put V0 2,2 SUD",
        "given put B0 3,2 SUD",
        "given put V1 4,1 SUD",
        "given put B1 5,2 SUD",
        "P0 perso_deplace(V0, [(3,2), (4,2)], ORIENTATION_SUD) = OK",
        "P1 perso_deplace(B1, [(4,2)], ORIENTATION_SUD) = OK",
        "P1 perso_deplace(V1, [(4,2)], ORIENTATION_SUD) = OK",
        "P0 perso_deplace(B0, [(4,2)], ORIENTATION_SUD) = OK",
        "end",
        "P0 carte_zone_perso((4,2)) = [(1,2,10,2), (0,1,10,2), (1,1,10,2), (1,0,10,2), (0,0,10,2)]",
    )


def test_4_1_merging_seats_in_another_order() -> None:
    """A replay may give the seats in another order: it is the canonical order of that phase."""
    table = played("map P9", "given phase deplacement", "given put V0 2,2 SUD", "given put V1 4,2 SUD")
    for seat, path in ((0, [(3, 2)]), (1, [(3, 2)])):
        assert table.seat(seat).call("perso_deplace", (seat, 0, 10, 0), path, 2) == 4
    table.end_phase(order=[1, 0])
    assert [info.equipe for info in table.seat(0).call("carte_zone_perso", (3, 2))] == [1, 0]


def test_4_1_moved_to_its_own_cell_is_filed_again() -> None:
    """A push of length 0 takes out and appends: the shouter, not pushed, comes first."""
    run(
        "sujet",
        "maptext",
        "  3 3",
        "  0 2",
        "  0",
        "  50",
        "  ..#",
        "  ###",
        "  .##",
        "given phase attaque",
        "given put V1 1,0 SUD",
        "given put B0 1,0 EST",
        "given put E1 1,0 SUD",
        "P0 carte_zone_perso((1,0)) = [(1,0,10,2), (0,1,10,1), (1,2,10,2)]",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "end",
        "P0 carte_zone_perso((1,0)) = [(0,1,10,1), (1,0,10,2), (1,2,10,2)]",
    )


def test_4_4_orders_change_nothing_before_the_resolution() -> None:
    run(
        "sujet",
        *P10,
        "given put V0 4,2 EST",
        "given put V1 5,2 OUEST",
        "P0 perso_attaque(V0, ATTAQUE_PALANTIR, (7,2)) = OK",
        "P0 perso_attaque_recharge(V0, ATTAQUE_PALANTIR) = 0",
        "P0 palantir_vision() = []",
        "end",
        "P0 palantir_vision() = [(4,2), (5,2)]",
    )


def test_4_5_still_characters_keep_recording_after_a_short_path() -> None:
    """V0 stops after one step and looks on towards EST while V1 comes nearer; final directions come last."""
    run(
        "sujet",
        "map P9",
        "given phase deplacement",
        "given put V0 1,2 NORD",
        "given put V1 8,2 NORD",
        "P0 perso_deplace(V0, [(2,2)], ORIENTATION_NORD) = OK",
        "P1 perso_deplace(V1, [(7,2), (6,2), (5,2)], ORIENTATION_NORD) = OK",
        "end",
        "P0 perso_penombre(V0) = [(7,2), (6,2), (5,2)]",
        "P1 perso_penombre(V1) = [(2,2), (2,2), (2,2)]",
        "P0 perso_vision_personnages(V0) = [(2,2)]",
        "end",
        "P0 perso_penombre(V0) = [(7,2), (6,2), (5,2)]",
        "end",
        "P0 perso_penombre(V0) = []",
    )


def test_4_5_pénombre_survives_death_and_push() -> None:
    run(
        "finale",
        "map P10",
        "given phase deplacement",
        "given put V1 8,2 OUEST 2",
        "given put E0 4,2 EST",
        "P1 perso_deplace(V1, [(7,2)], ORIENTATION_OUEST) = OK",
        "end",
        "P1 perso_penombre(V1) = [(7,2)]",
        "P0 perso_attaque(E0, ATTAQUE_NORMALE, (7,2)) = OK",
        "end",
        "then scores 1 -1",
        "P1 perso_penombre(V1) = [(7,2)]",
    )


def test_4_6_the_dying_still_strike() -> None:
    """29: the victims of Traîtrise execute their orders."""
    run(
        "sujet",
        *P10,
        "given put V0 2,2 EST",
        "given put V1 2,2 EST",
        "given put E0 3,2 OUEST 5",
        "P0 perso_attaque(V0, ATTAQUE_TRAITRISE, (2,2)) = OK",
        "P1 perso_attaque(V1, ATTAQUE_NORMALE, (3,2)) = OK",
        "end",
        "then scores 0 0",
        "then at V1 0,6 NORD",
        "then at E0 0,6 NORD",
    )


def test_4_6_5_a_dead_barbare_strikes_with_eleven_or_more() -> None:
    run(
        "sujet",
        *P10,
        "given put B0 2,2 EST 5",
        "given put V1 3,2 OUEST",
        "given put E1 5,2 OUEST",
        "P0 perso_attaque(B0, ATTAQUE_BASTOOOON, (3,2)) = OK",
        "P1 perso_attaque(V1, ATTAQUE_NORMALE, (2,2)) = OK",
        "P1 perso_attaque(E1, ATTAQUE_LOTO, (2,2)) = OK",
        "end",
        "then scores 0 0",
        "then vie B0 10",
        "then at V1 0,6 NORD",
    )


@pytest.mark.parametrize(("preset", "scores"), [("sujet", "0 0 0 0"), ("finale", "0 1 1 -1")])
def test_14_of_three_shouts_only_the_first_two_handled_are_credited(preset: str, scores: str) -> None:
    """In reverse canonical order: teams 2 and 1. B0 and B1 die of the shout of B2 and their own: nobody scores."""
    run(
        preset,
        "seats 4",
        "maptext",
        "  9 12",
        "  0 11",
        "  0",
        "  50",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  .........",
        "  #########",
        "  .########",
        "given phase attaque",
        "given put V3 4,4 NORD",
        "given put B0 0,4 EST",
        "given put B1 8,4 OUEST",
        "given put B2 4,8 NORD",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "P1 perso_attaque(B1, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "P2 perso_attaque(B2, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "end",
        f"then scores {scores}",
    )


def test_4_6_1_last_push_is_remembered_for_a_later_turn() -> None:
    """finale: a thrown character that gave no order keeps its shift for its next attack, even through death."""
    run(
        "finale",
        *P10,
        "given put B0 1,2 EST",
        "given put E1 3,2 OUEST",
        "given put V0 9,0 NORD",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (1,2)) = OK",
        "end",
        "then at E1 6,2 OUEST",
        "end",
        "P1 perso_attaque(E1, ATTAQUE_LOTO, (6,0)) = OK",
        "end",
        "then vie V0 6",
    )


def test_4_6_1_shot_is_void_when_the_comrade_who_saw_is_thrown_away() -> None:
    """The bow re-checks on the present state; only V0 sees V1, and B1 throws him behind a corner."""
    run(
        "sujet",
        "maptext",
        "  9 7",
        "  0 6",
        "  0",
        "  50",
        "  .........",
        "  .........",
        "  .........",
        "  .....#...",
        "  .....#...",
        "  #########",
        "  .########",
        "given phase attaque",
        "given put E0 0,4 SUD",
        "given put V0 3,2 EST",
        "given put V1 8,2 NORD",
        "given put B1 3,0 SUD",
        "P0 perso_attaque(E0, ATTAQUE_NORMALE, (8,2)) = OK",
        "P1 perso_attaque(B1, ATTAQUE_FUS_RO_DAH, (3,0)) = OK",
        "end",
        "then at V0 3,4 EST",
        "then vie V1 10",
    )


@pytest.mark.parametrize(("first", "life"), [("V0", 10), ("E0", 8)])
def test_4_6_4_order_between_a_palantír_and_the_own_shot(first: str, life: int) -> None:
    """A shot through the palantír lands only if it is executed before the palantír is laid elsewhere."""
    calls = {
        "V0": "P0 perso_attaque(V0, ATTAQUE_PALANTIR, (0,2)) = OK",
        "E0": "P0 perso_attaque(E0, ATTAQUE_NORMALE, (9,4)) = OK",
    }
    second = "E0" if first == "V0" else "V0"
    run(
        "sujet",
        *P10,
        "given put V0 2,2 EST",
        "given put E0 1,0 OUEST",
        "given put E1 9,4 NORD",
        "P0 perso_attaque(V0, ATTAQUE_PALANTIR, (6,2)) = OK",
        *["end", "end"] * 3,
        "then callback jouer_attaque",
        "given put V0 2,2 OUEST",
        calls[first],
        calls[second],
        "end",
        f"then vie E1 {life}",
    )


def test_26_palantír_and_zone_survive_their_owner() -> None:
    run(
        "sujet",
        *P10,
        "given put V0 2,2 EST",
        "given put E0 2,2 EST 2",
        "given put E1 7,2 OUEST",
        "P0 perso_attaque(E0, ATTAQUE_I_SEE, (7,2)) = OK",
        "P1 perso_attaque(E1, ATTAQUE_LOTO, (2,2)) = OK",
        "end",
        "then scores -1 1",
        "P0 elfe_vision() = [(7,2)]",
    )


def test_4_7_every_distinct_enemy_team_scores_lethal_blow_or_not() -> None:
    """5: three teams hit, one of them twice; hits beyond death count."""
    run(
        "sujet",
        "seats 4",
        *P10,
        "given put V3 4,2 NORD 1",
        "given put E0 2,2 EST",
        "given put V0 4,2 NORD",
        "given put E1 6,2 OUEST",
        "given put E2 6,1 OUEST",
        "P0 perso_attaque(E0, ATTAQUE_LOTO, (4,2)) = OK",
        "P0 perso_attaque(V0, ATTAQUE_TRAITRISE, (4,2)) = OK",
        "P1 perso_attaque(E1, ATTAQUE_NORMALE, (4,2)) = OK",
        "P2 perso_attaque(E2, ATTAQUE_NORMALE, (4,2)) = OK",
        "end",
        "then scores 1 1 1 -1",
    )


def test_4_6_3_from_a_tower_those_behind_fly_over_the_barbare() -> None:
    lines = [
        "maptext",
        "  11 7",
        "  0 6",
        "  0",
        "  50",
        "  ...........",
        "  ...........",
        "  .....T.....",
        "  ...........",
        "  ...........",
        "  ###########",
        "  .##########",
        "given phase attaque",
        "given put B0 5,2 EST",
        "given put V1 2,2 NORD",
        "given put E1 7,1 NORD",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "end",
    ]
    run("sujet", *lines, "then at V1 10,2 NORD", "then at E1 10,1 NORD")
    # 4 + 1 - |-3| = 2 cells for V1, 4 + 1 - 2 = 3 for E1.
    run("finale", *lines, "then at V1 4,2 NORD", "then at E1 10,1 NORD")


def test_10_depth_with_its_sign() -> None:
    """FUS_PROFONDEUR_SIGNEE: behind a tower the depth is negative, 4 + 1 + 3 = 8 cells."""
    rows = [*["." * 14] * 2, ".....T........", *["." * 14] * 2, "#" * 14, "." + "#" * 13]
    table = played(
        "with FUS_PROFONDEUR_SIGNEE=true",
        "maptext",
        *(f"  {line}" for line in ["14 7", "0 6", "0", "50", *rows]),
        "given phase attaque",
        "given put B0 5,2 EST",
        "given put V1 2,2 NORD",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "end",
        preset="finale",
    )
    assert then_at(table, "V1", "10,2", "NORD")[0][0] == ((10, 2), "NORD")


def test_14_cones_are_judged_even_from_a_tower() -> None:
    """finale: V2, behind the tower of B0, is in his square but not in his cone: only B1 marks it."""
    run(
        "finale",
        "seats 3",
        "maptext",
        "  10 7",
        "  0 6",
        "  0",
        "  50",
        "  ..........",
        "  ..........",
        "  .....T....",
        "  ..........",
        "  ..........",
        "  ##########",
        "  .#########",
        "given phase attaque",
        "given put B0 5,2 EST",
        "given put B1 0,2 EST",
        "given put V2 3,2 NORD",
        "P0 perso_attaque(B0, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "P1 perso_attaque(B1, ATTAQUE_FUS_RO_DAH, (0,0)) = OK",
        "end",
        "then scores 0 0 0",
        "then vie V2 10",
    )


def test_2_2_a_preset_is_a_full_set_of_values() -> None:
    """A dash in `sujet` stands for the value of `finale`."""
    sujet, finale = (joute.load_game("casus_belli", preset).params for preset in ("sujet", "finale"))
    for name in ("FUS_COEF_EO", "FUS_COEF_NS", "FUS_PROFONDEUR_SIGNEE", "FUS_DOUBLE_DEGATS"):
        assert sujet[name] == finale[name]
    different = {name: (sujet[name], finale[name]) for name in sujet if sujet[name] != finale[name]}
    assert different == {
        "ORDRE_PHASES": (("attaque", "deplacement"), ("deplacement", "attaque")),
        "POINTS_TEAMKILL": (-1, -2),
        "FORET_VUE_DEHORS": (False, True),
        "VISION_LIGNE": ("segment", "colonne"),
        "REGARD_EN_MARCHE": ("deplacement", "nord"),
        "PENOMBRE_SOI": (False, True),
        "PORTEE": ("distance", "champ"),
        "FUS_ARRET": ("champ", "longueur"),
        "FUS_DECALAGE": ("total", "dernier"),
        "FUS_CIBLE_LIBRE": (True, False),
        "FUS_DOUBLE_MORTEL": (False, True),
        "I_SEE_TIR_RESOLUTION": (True, False),
        "VOLEUR_TRAITRISE_DEGATS": (9001, 255),
    }


CONSTANTS = {
    "VOLEUR_VISION_PORTEE": 5,
    "VOLEUR_DEPLACEMENT": 10,
    "VOLEUR_VIE": 10,
    "VOLEUR_ATTAQUE": 5,
    "VOLEUR_PALANTIR_CD": 3,
    "VOLEUR_TRAITRISE_CD": 5,
    "BARBARE_VISION_PORTEE": 4,
    "BARBARE_DEPLACEMENT": 8,
    "BARBARE_VIE": 10,
    "BARBARE_ATTAQUE": 3,
    "BARBARE_BASTOOOON_CD": 3,
    "BARBARE_BASTOOOON_PORTEE": 3,
    "BARBARE_FUS_RO_DAH_CD": 5,
    "ELFE_VISION_PORTEE": 4,
    "ELFE_DEPLACEMENT": 6,
    "ELFE_VIE": 10,
    "ELFE_ATTAQUE": 2,
    "ELFE_LOTO_CD": 5,
    "ELFE_I_SEE_CD": 5,
}


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_2_1_constants(preset: str) -> None:
    assert joute.load_game("casus_belli", preset).constants == CONSTANTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ORDRE_PHASES", ["attaque"]),
        ("ORDRE_PHASES", ["attaque", "attaque"]),
        ("VISION_LIGNE", "ligne"),
        ("POINTS_MORT", "1"),
        ("ELFE_VIE", 0),
        ("VOLEUR_VISION_PORTEE", 21),
        ("FUS_DOUBLE_MORTEL", 1),
        ("PREMIER_JOUEUR", -1),
        ("NOPE", 1),
    ],
)
def test_2_wrong_parameters_are_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        joute.load_game("casus_belli", **{name: value})
