"""Clauses of the rules that the worked examples leave open: precedence of errors, edges, bad input."""

from __future__ import annotations

import re
from typing import Any

import pytest

import joute
from joute.core.errors import StateError

from .vocabulary import GAME, PRESETS, parse, play, position


def table_of(lines: str, preset: str = "sujet") -> joute.Table:
    """The table that a position describes, in the language of the examples."""
    return position(parse(f"case R\n{lines}"), preset)


def run(lines: str, preset: str = "sujet") -> joute.Table:
    """Play lines in the language of the examples."""
    return play(parse(f"case R\n{lines}"), preset)


# 6.3  Precedence: each line violates its own check and all that come later in the list


CONSTRUIRE = """\
with MAX_NUMBER_TOURELLE=1
given T P0 (1,1)
given T P0 (3,3)
given W P1 (2,2) 1
given players[0].magie = 0
"""


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("construire((31,0),2)", "CASE_IMPOSSIBLE"),
        ("construire((-1,0),2)", "CASE_IMPOSSIBLE"),
        ("construire((0,31),2)", "CASE_IMPOSSIBLE"),
        ("construire((15,15),2)", "CASE_UTILISEE"),
        ("construire((1,1),2)", "CASE_UTILISEE"),
        ("construire((2,2),2)", "CASE_UTILISEE"),
        ("construire((20,20),2)", "CASE_ADVERSE"),
        ("construire((1,2),2)", "VALEUR_INVALIDE"),
        ("construire((1,2),-2147483648)", "VALEUR_INVALIDE"),
        ("construire((1,2),3)", "MAGIE_INSUFFISANTE"),
        ("construire((1,2),2147483647)", "MAGIE_INSUFFISANTE"),
    ],
)
def test_6_3_construire(call: str, answer: str) -> None:
    run(CONSTRUIRE.replace("with MAX_NUMBER_TOURELLE=1\n", "") + f"P0 {call} = {answer}")


def test_6_3_construire_limits_come_before_the_price() -> None:
    start = "with PORTEE_TOURELLE_MAX=5 MAX_NUMBER_TOURELLE=1\ngiven T P0 (1,1)\ngiven players[0].magie = 0\n"
    run(start + "P0 construire((1,2),6) = VALEUR_INVALIDE\nP0 construire((1,2),3) = VALEUR_INVALIDE")
    run(start.replace("T P0 (1,1)", "T P1 (9,9)") + "P0 construire((0,1),3) = MAGIE_INSUFFISANTE")


def test_6_3_construire_counts_new_towers_towards_the_limit() -> None:
    run(
        "with MAX_NUMBER_TOURELLE=2\ngiven players[0].magie = 99\nP0 construire((0,1),3) = OK\n"
        "P0 construire((0,2),3) = OK\nP0 construire((0,3),3) = VALEUR_INVALIDE\n"
        "P0 supprimer((0,1)) = OK\nP0 construire((0,3),3) = OK"
    )


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("deplacer((31,0),(31,31),-1)", "CASE_IMPOSSIBLE"),
        ("deplacer((5,5),(31,31),-1)", "CASE_IMPOSSIBLE"),
        ("deplacer((6,5),(9,9),-1)", "VALEUR_INVALIDE"),
        ("deplacer((5,5),(5,5),-2147483648)", "VALEUR_INVALIDE"),
        ("deplacer((6,5),(20,20),99)", "CASE_UTILISEE"),
        ("deplacer((5,5),(6,5),99)", "CASE_UTILISEE"),
        ("deplacer((5,5),(20,20),99)", "SORCIERS_INSUFFISANTS"),
        ("deplacer((5,5),(5,5),7)", "SORCIERS_INSUFFISANTS"),
        ("deplacer((9,9),(9,9),0)", "OK"),
        ("deplacer((9,9),(9,8),0)", "OK"),
        ("deplacer((9,9),(9,8),1)", "SORCIERS_INSUFFISANTS"),
        ("deplacer((5,5),(9,6),6)", "PORTEE_INSUFFISANTE"),
        ("deplacer((5,5),(8,5),6)", "CASE_IMPOSSIBLE"),
        ("deplacer((8,8),(8,9),1)", "SORCIERS_INSUFFISANTS"),
        ("deplacer((5,5),(9,5),0)", "CASE_IMPOSSIBLE"),
    ],
)
def test_6_3_deplacer(call: str, answer: str) -> None:
    start = "given phase deplacement\ngiven W P0 (5,5) 6\ngiven W P1 (8,8) 1\ngiven T P1 (6,5)\n"
    run(f"{start}P0 {call} = {answer}")


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("tirer(-1,(31,0),(31,0))", "CASE_IMPOSSIBLE"),
        ("tirer(-1,(2,2),(0,-1))", "CASE_IMPOSSIBLE"),
        ("tirer(-1,(9,9),(2,2))", "VALEUR_INVALIDE"),
        ("tirer(99,(9,9),(2,2))", "CASE_UTILISEE"),
        ("tirer(99,(9,9),(20,20))", "CASE_VIDE"),
        ("tirer(99,(12,12),(20,20))", "VALEUR_INVALIDE"),
        ("tirer(99,(2,2),(2,6))", "VALEUR_INVALIDE"),
        ("tirer(99,(12,12),(12,13))", "CASE_ADVERSE"),
        ("tirer(0,(12,12),(12,13))", "CASE_ADVERSE"),
        ("tirer(11,(2,2),(2,5))", "ATTAQUE_INSUFFISANTE"),
        ("tirer(2147483647,(2,2),(2,5))", "ATTAQUE_INSUFFISANTE"),
        ("tirer(0,(2,2),(2,5))", "OK"),
    ],
)
def test_6_3_tirer(call: str, answer: str) -> None:
    run(f"given phase tirs\ngiven T P0 (2,2)\ngiven T P1 (12,12)\nP0 {call} = {answer}")


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("assieger((31,0),(31,0),-1)", "CASE_IMPOSSIBLE"),
        ("assieger((9,10),(0,31),-1)", "CASE_IMPOSSIBLE"),
        ("assieger((9,10),(20,20),-1)", "SORCIERS_INSUFFISANTS"),
        ("assieger((9,10),(20,20),13)", "SORCIERS_INSUFFISANTS"),
        ("assieger((20,20),(20,21),0)", "SORCIERS_INSUFFISANTS"),
        ("assieger((10,10),(9,10),0)", "SORCIERS_INSUFFISANTS"),
        ("assieger((8,8),(8,9),0)", "SORCIERS_INSUFFISANTS"),
        ("assieger((9,10),(20,20),12)", "CASE_VIDE"),
        ("assieger((9,10),(9,9),0)", "CASE_VIDE"),
        ("assieger((9,10),(11,11),1)", "VALEUR_INVALIDE"),
        ("assieger((9,10),(9,10),1)", "CASE_VIDE"),
        ("assieger((9,10),(10,10),0)", "OK"),
    ],
)
def test_6_3_assieger(call: str, answer: str) -> None:
    start = "given phase siege\ngiven T P1 (10,10)\ngiven T P1 (11,11)\ngiven W P0 (9,10) 12\ngiven W P1 (8,8) 5\n"
    run(f"{start}P0 {call} = {answer}")


CALLS = {
    "construire": ("construction", "(1,1),3"),
    "supprimer": ("construction", "(1,1)"),
    "creer": ("construction", "1"),
    "deplacer": ("deplacement", "(1,1),(1,1),0"),
    "tirer": ("tirs", "0,(1,1),(1,1)"),
    "assieger": ("siege", "(1,1),(1,1),0"),
}


@pytest.mark.parametrize("phase", ["init", "construction", "deplacement", "tirs", "siege", "end"])
@pytest.mark.parametrize("name", CALLS)
def test_6_3_eliminated_then_wrong_phase(name: str, phase: str) -> None:
    own, arguments = CALLS[name]
    end = "with NB_TOURS_JOUES=0\n" if phase == "end" else ""
    dead = f"{end}given phase {phase}\ngiven dead P0 0\n"
    run(f"{dead}P0 {name}({arguments}) = PERDANT\nP0 {name}({re.sub(r'[0-9]+', '0.5', arguments)}) = PERDANT")
    if phase != own:
        alive = f"{end}given phase {phase}\n"
        run(
            f"{alive}P0 {name}({arguments}) = PHASE_INCORRECTE\nP0 {name}({', '.join(['0.5'] * argument_count(name))}) "
            "= PHASE_INCORRECTE"
        )


def argument_count(name: str) -> int:
    return len(joute.load_game(GAME).api.functions[name].arguments)


@pytest.mark.parametrize("phase", ["init", "construction", "deplacement", "tirs", "siege"])
def test_6_3_annuler_has_nothing_to_undo_for_an_eliminated_player(phase: str) -> None:
    run(f"given phase {phase}\ngiven dead P0 0\nP0 annuler() = ANNULER_IMPOSSIBLE")


def test_1_eliminated_players_are_asked_to_the_end() -> None:
    table = table_of(
        "with MAX_TOUR=2\ngiven phase siege\ngiven W P1 (0,0) 1\ngiven W P1 (0,30) 1\ngiven W P1 (30,30) 1"
    )
    while table.turn.phase != "over":
        assert table.turn.seats == (0, 1, 2, 3)
        table.end_phase()
    assert table.result.scores == (0, 4, 0, 0)
    assert table.result.ranks == (2, 1, 2, 2)


# 4.4  Construction


def test_4_4_4_a_tower_deleted_again_does_not_clash() -> None:
    start = (
        "given T P1 (3,0)\ngiven players[0].magie = 100\ngiven players[1].magie = 100\nP1 construire((1,0),4) = OK\n"
    )
    deleted = "P0 construire((1,0),3) = OK\nP0 supprimer((1,0)) = OK\n"
    run(start + deleted + "end\nP2 joueur_case((1,0)) = 2\nP2 magie(1) = 90\nP2 magie(2) = 75", "finale")
    run(start + "P1 supprimer((1,0)) = OK\nP0 construire((1,0),3) = OK\nend\nP2 joueur_case((1,0)) = 1", "finale")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_4_4_4_the_base_owner_keeps_the_cell_whoever_comes_first(order: tuple[int, int]) -> None:
    """The full price of the range comes back."""
    table = table_of("given T P1 (3,0)\ngiven players[0].magie = 100\ngiven players[1].magie = 100", "finale")
    for seat, portee in ((0, 3), (1, 7)):
        assert table.seat(seat).call("construire", (1, 0), portee) == 0
    table.end_phase(order)
    seat = table.seat(2)
    assert seat.call("tourelle_case", (1, 0)) == ((1, 0), 3, 1, 10, 10)
    assert (seat.call("magie", 1), seat.call("magie", 2)) == (80, 100)
    assert len(seat.call("tourelles_joueur", 2)) == 1


def test_4_4_2_a_captured_base_supports_and_blocks_nobody() -> None:
    lines = "given T P1 (3,0)\ngiven dead P0 0\n"
    run(lines + "P1 constructible((1,1),2) = true\nP0 constructible((0,1),1) = false\nP1 joueur_case((0,0)) = -1")


def test_4_4_2_new_enemy_towers_of_the_same_phase_are_not_seen() -> None:
    start = "given T P0 (10,10)\ngiven T P1 (16,10)\ngiven players[0].magie = 100\ngiven players[1].magie = 100\n"
    run(
        start + "P0 construire((12,10),3) = OK\nP1 constructible((14,10),2) = true\nP1 constructible((14,10),1) = false"
    )


def test_4_4_5_a_deleted_tower_may_be_built_again() -> None:
    run("given T P0 (1,1) vie 2\nP0 supprimer((1,1)) = OK\nP0 construire((1,1),3) = OK\nP0 magie(1) = 10")


def test_4_4_3_a_huge_range_has_its_exact_price() -> None:
    """Decision 15."""
    portee = 3 + 2**29
    price = 20 + 4 + 2**58
    run(f"given players[0].magie = {price - 1}\nP0 construire((1,1),{portee}) = MAGIE_INSUFFISANTE")
    table = run(f"given players[0].magie = {price}\nP0 construire((1,1),{portee}) = OK\nP0 magie(1) = 0")
    assert table.seat(0).call("tourelle_case", (1, 1)).portee == portee
    run(f"given players[0].magie = {2**60}\nP0 construire((1,1),2147483647) = MAGIE_INSUFFISANTE")


# 4.5  Déplacement


def test_4_5_own_towers_block_and_wizards_do_not() -> None:
    start = "given phase deplacement\ngiven W P0 (0,0) 3\ngiven T P0 (0,1)\ngiven T P0 (1,1)\ngiven W P1 (1,0) 50\n"
    run(start + "P0 deplacer((0,0),(2,1),1) = OK\nP0 deplacer((0,0),(0,2),1) = CASE_IMPOSSIBLE")
    walled = start.replace("given W P1 (1,0) 50", "given T P1 (1,0)")
    run(
        walled
        + "P0 deplacer((0,0),(2,0),1) = CASE_IMPOSSIBLE\nP0 chemin((0,0),(2,0)) = []\nP0 chemin((0,0),(1,0)) = [(1,0)]"
    )


def test_4_5_the_occupant_leaves_with_the_last_wizard() -> None:
    run(
        "given phase deplacement\ngiven W P0 (5,5) 2\ngiven W P0 (5,6) 1\n"
        "P0 deplacer((5,5),(5,4),1) = OK\nP0 joueur_case((5,5)) = 1\nP0 deplacer((5,5),(5,4),1) = OK\n"
        "P0 joueur_case((5,5)) = -1\nP0 deplacer((5,6),(5,5),1) = OK\nP0 joueur_case((5,5)) = -1\n"
        "P0 nb_sorciers((5,5),1) = 1\nend\nP0 joueur_case((5,5)) = 1"
    )
    run(
        "given phase deplacement\ngiven W P0 (5,5) 2\ngiven W P0 (5,6) 1\n"
        "P0 deplacer((5,6),(5,5),1) = OK\nP0 deplacer((5,5),(5,4),2) = OK\nP0 joueur_case((5,5)) = 1"
    )


def test_4_5_movable_counts_are_left_stale_by_fights_and_shots() -> None:
    """Decision 26."""
    table = run(
        "given phase deplacement\ngiven W P0 (5,5) 4\ngiven W P1 (5,6) 4\ngiven W P2 (9,9) 3\ngiven T P3 (9,8)\n"
        "P1 deplacer((5,6),(5,5),4) = OK\nend\nP0 nb_sorciers((5,5),1) = 0\nP0 nb_sorciers_deplacables((5,5),1) = 4\n"
        "P0 joueur_case((5,5)) = -1\nP3 tirer(3,(9,8),(9,9)) = OK\nP3 nb_sorciers_deplacables((9,9),3) = 3\n"
        "end\nP0 nb_sorciers_deplacables((9,9),3) = 3\nend\nP0 nb_sorciers_deplacables((5,5),1) = 0\n"
        "P0 nb_sorciers_deplacables((9,9),3) = 0"
    )
    assert table.dump()["state"]["groups"] == []


def test_4_5_a_fight_on_a_base_is_paid_and_leaves_no_occupant() -> None:
    run(
        "given phase deplacement\ngiven W P1 (0,3) 3\ngiven W P0 (0,0) 5\nP1 deplacer((0,3),(0,0),3) = OK\nend\n"
        "P0 nb_sorciers((0,0),1) = 2\nP0 magie(1) = 23\nP0 joueur_case((0,0)) = 1"
    )


# 4.6 to 4.8


def test_4_6_shots_at_nothing_and_in_excess_are_lost() -> None:
    run(
        "given phase tirs\ngiven T P0 (2,2)\ngiven W P1 (2,4) 1\nP0 tirer(4,(2,2),(3,2)) = OK\n"
        "P0 tirer(6,(2,2),(2,4)) = OK\nP0 tirer(1,(2,2),(2,4)) = ATTAQUE_INSUFFISANTE\n"
        "P0 tirer(0,(2,2),(2,4)) = OK\nP0 magie(1) = 20"
    )


def test_4_7_attack_on_a_tower_that_another_has_felled_is_without_effect() -> None:
    lines = (
        "given phase siege\ngiven T P2 (10,10) vie 6\ngiven W P0 (9,10) 6\ngiven W P1 (11,10) 6\n"
        "P0 assieger((9,10),(10,10),6) = OK\nP1 assieger((11,10),(10,10),6) = OK\nend\n"
    )
    assert run(lines).dump()["state"]["towers"] == []


def test_4_7_captors_at_rest_may_besiege() -> None:
    run(
        "given phase siege\ngiven W P1 (0,0) 3\ngiven T P2 (0,1)\nend\nend\nend\nend\n"
        "P1 nb_sorciers_deplacables((0,0),2) = 0\nP1 assieger((0,0),(0,1),3) = OK",
        "finale",
    )


def test_4_8_entering_a_captured_base_earns_nothing() -> None:
    run(
        "given phase deplacement\ngiven dead P0 0\ngiven W P1 (0,3) 3\nP1 deplacer((0,3),(0,0),3) = OK\nend round\n"
        "then scores 0 0 0 0\nP1 nb_sorciers((0,0),2) = 3\nP1 base_joueur(1) = (0,0)\nP1 info_case((0,0)) = CASE_BASE\n"
        "P1 nb_sorciers_deplacables((0,0),2) = 3",
        "finale",
    )


def test_4_8_wizards_of_the_vanquished_leave_other_bases() -> None:
    table = run(
        "given phase siege\ngiven W P0 (30,0) 2\ngiven W P1 (0,0) 2\ngiven W P2 (0,15) 1\ngiven T P0 (5,5)\nend\n"
        "then scores 1 1 0 0\nP2 adversaires() = [4]"
    )
    assert [group["seat"] for group in table.dump()["state"]["groups"]] == [2]
    assert table.dump()["state"]["towers"] == []


def test_4_10_equal_scores_share_a_rank() -> None:
    table = run(
        "given last round\ngiven phase siege\ngiven W P0 (15,0) 1\ngiven W P2 (15,30) 1\nend\nthen scores 2 1 2 1"
    )
    assert table.result.ranks == (1, 3, 1, 3)
    assert table.result.winners == (0, 2)


def test_2_amounts_stop_at_what_a_state_holds() -> None:
    """Enormous prices and rewards: no word overflows, magic stays at the most."""
    most = 2**60
    table = run(
        f"with MAGIE_COMBAT=2147483647\ngiven phase deplacement\ngiven W P0 (5,5) {most}\ngiven W P1 (5,6) {most - 1}\n"
        f"given players[0].magie = {most}\nP1 deplacer((5,6),(5,5),2147483647) = OK\nend\nend round\n"
    )
    assert table.dump()["state"]["players"][0]["magie"] == most
    assert table.seat(0).call("magie", 1) == 2**31 - 1


# 6.2  Questions


@pytest.mark.parametrize("number", [0, 5, -1, 2**31 - 1, -(2**31)])
def test_6_2_unknown_players(number: int) -> None:
    """Decision 24."""
    seat = table_of("given T P0 (1,1)").seat(0)
    assert seat.call("tourelles_joueur", number) == []
    assert seat.call("magie", number) == 0
    assert seat.call("nb_sorciers", (0, 0), number) == 0
    assert seat.call("nb_sorciers_deplacables", (0, 0), number) == 0
    assert seat.call("base_joueur", number) == (-1, -1)
    assert seat.call("constructible", (0, 1), number) is False


@pytest.mark.parametrize("bad", ["x", None, 2.5, (1,), (1, 2, 3), (2**31, 0), (0, -(2**31) - 1), 7, {"x": 1}])
def test_6_2_malformed_positions_are_off_the_board(bad: Any) -> None:
    seat = table_of("given T P0 (1,1)").seat(0)
    assert seat.call("info_case", bad) == 5
    assert seat.call("nb_sorciers", bad, bad) == -1
    assert seat.call("joueur_case", bad) == -1
    assert seat.call("tourelle_case", bad) == ((-1, -1), 0, -1, 0, 0)
    assert seat.call("constructible", bad, 1) is False
    assert seat.call("chemin", bad, (0, 0)) == seat.call("chemin", (0, 0), bad) == []
    assert seat.call("distance", bad, (0, 0)) == seat.call("distance", (0, 0), bad) == -1


def test_6_2_towers_of_cells() -> None:
    seat = table_of("given T P1 (1,1) vie 4 portee 5").seat(0)
    assert seat.call("tourelle_case", (1, 1)) == ((1, 1), 5, 2, 4, 10)
    assert seat.call("tourelle_case", (1, 2)) == ((-1, -1), -1, -1, -1, -1)
    assert seat.call("tourelle_case", (31, 2)) == ((-1, -1), 0, -1, 0, 0)
    assert seat.call("joueur_case", (1, 1)) == 2


def test_6_2_distance_of_far_positions_is_as_large_as_an_answer_can_be() -> None:
    seat = table_of("").seat(0)
    assert seat.call("distance", (-(2**31), 0), (2**31 - 1, 0)) == 2**31 - 1
    assert seat.call("distance", {"x": 1, "y": 2}, [4, 6]) == 7


def test_6_2_path_from_and_to_towers() -> None:
    seat = table_of("given T P0 (5,5)\ngiven T P0 (5,7)").seat(0)
    assert seat.call("chemin", (5, 5), (5, 7)) == [(5, 6), (5, 7)]
    assert seat.call("chemin", (5, 4), (5, 6)) == [(6, 4), (6, 5), (6, 6), (5, 6)]


@pytest.mark.parametrize("preset", PRESETS)
def test_6_2_in_partie_fin(preset: str) -> None:
    table = joute.Table(joute.load_game(GAME, preset, MAX_TOUR=1))
    while table.turn.callback != "partie_fin":
        table.end_phase()
    seat = table.seat(0)
    rounds = 1 if preset == "sujet" else 2
    assert seat.call("tour_actuel") == rounds
    assert seat.call("magie", 1) == 20 + 20 * rounds
    assert seat.call("creer", 1) == 10
    assert seat.call("annuler") == 1


def test_6_2_debug_helpers_print_on_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    seat = table_of("given T P0 (1,1)").seat(0)
    seat.call("afficher_case_info", 3)
    seat.call("afficher_erreur", 12)
    seat.call("afficher_position", (3, 4))
    seat.call("afficher_tourelle", seat.call("tourelle_case", (1, 1)))
    assert capsys.readouterr() == (
        "",
        "CASE_FONTAINE\nPERDANT\n{ x=3, y=4 }\n{ pos={ x=1, y=1 }, portee=3, joueur=1, vie=10, attaque=10 }\n",
    )


# Positions written by hand


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("given T P0 (0,0)", "a tower stands on a base"),
        ("given T P0 (15,15)", "a tower stands on a base"),
        ("given T P0 (1,1)\ngiven T P1 (1,1)", "two are on one cell"),
        ("given T P0 (1,1) portee 2", "range below PORTEE_TOURELLE"),
        ("given T P0 (1,1) neuve 1", "marked `neuve`"),
        ("given T P0 (1,1) attaque 9", "has shot before the siege"),
        ("given T P0 (1,1)\ngiven W P0 (1,1) 3", "wizards stand on a tower"),
        ("given W P0 (1,1) 3\ngiven W P1 (1,1) 2", "wizards of two players on one cell"),
        ("given W P0 (1,1) 3\ngiven W P0 (1,1) 2", "given twice"),
        ("given W P0 (1,1) 0", "a group counts nothing"),
        ("given dead P0 0\ngiven W P0 (1,1) 1", "an eliminated player has"),
        ("given dead P0 0\ngiven T P0 (1,1)", "an eliminated player has"),
        ("given dead P0 0\ngiven players[0].magie = 1", "an eliminated player has"),
        ("given phase end", "contradict each other"),
        ("given phase init\ngiven last round", "contradict each other"),
        ("with MAX_NUMBER_TOURELLE=1\ngiven T P0 (1,1)\ngiven T P0 (1,2)", "more towers than MAX_NUMBER_TOURELLE"),
    ],
)
def test_4_1_impossible_positions_are_refused(lines: str, message: str) -> None:
    with pytest.raises(StateError, match=message):
        table_of(lines)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"occupant": 0}, "the occupant of a cell"),
        ({"x": 0, "y": 0}, "the occupant of a cell"),
        ({"deplacables": 4}, "more movable wizards"),
        ({"engages": 1}, "engaged"),
        ({"sorciers": 2**60 + 1}, "sorciers"),
        ({"x": 31}, "x"),
        ({"seat": 4}, "seat"),
    ],
)
def test_4_1_impossible_groups_are_refused(change: dict[str, int], message: str) -> None:
    data = table_of("given W P0 (1,1) 3").dump()
    data["state"]["groups"][0] |= change
    with pytest.raises(StateError, match=message):
        joute.Table.load(data)


@pytest.mark.parametrize(
    ("head", "player", "message"),
    [
        ({"turn": 101}, {}, "state.head.turn: found 101, expected a number from 0 to 100"),
        ({"turn": 100}, {}, "head.turn and head.phase contradict each other"),
        ({"phase": 5}, {}, "head.turn and head.phase contradict each other"),
        ({"phase": 0, "turn": 1}, {}, "head.turn and head.phase contradict each other"),
        ({}, {"vivant": 2}, "state.players\\[0\\].vivant: found 2, expected a number from 0 to 1"),
        ({}, {"vivant": 0}, "an eliminated player has magic, a tower or wizards"),
    ],
)
def test_4_3_a_turn_or_player_out_of_reach_is_refused(head: Any, player: Any, message: str) -> None:
    data = table_of("given W P0 (1,1) 3").dump()
    data["state"]["head"] |= head
    data["state"]["players"][0] |= player
    with pytest.raises(StateError, match=message):
        joute.Table.load(data)


def test_4_1_lists_out_of_order_are_refused() -> None:
    data = table_of("given W P0 (1,1) 3\ngiven W P1 (2,1) 3\ngiven T P0 (5,5)\ngiven T P0 (5,6)").dump()
    for name in ("groups", "towers"):
        spoilt = data | {"state": data["state"] | {name: data["state"][name][::-1]}}
        with pytest.raises(StateError, match=f"{name} are not in the order"):
            joute.Table.load(spoilt)
