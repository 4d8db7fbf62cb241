"""7.5 to 7.7  What is accepted, what is refused, and which check comes first; bad input of every kind."""

from __future__ import annotations

import json
from typing import Any

import pytest

import joute

from .vocabulary import plain_map, played

POSITION, PERSONNAGE, CHEMIN, INDISPONIBLE, OK = range(5)
NORMALE, PALANTIR, TRAITRISE, BASTOOOON, FUS_RO_DAH, I_SEE, LOTO = range(7)
NORD, EST, SUD, OUEST = range(4)
FAR = 2**31 - 1
ATTACK_NAMES = ("NORMALE", "PALANTIR", "TRAITRISE", "BASTOOOON", "FUS_RO_DAH", "I_SEE", "LOTO")


def table(phase: str, *lines: str, preset: str = "sujet", **params: Any) -> joute.Table:
    """Map P9 with V0 at (4,2), B0 at (2,2), E0 at (6,2), all facing EST."""
    settings = [f"with {name}={json.dumps(value)}" for name, value in params.items()]
    puts = ["given put V0 4,2 EST", "given put B0 2,2 EST", "given put E0 6,2 EST"]
    return played(*settings, "map P9", f"given phase {phase}", *puts, *lines, preset=preset)


def v(seat: int = 0, rank: int = 0) -> tuple[int, int, int, int]:
    return (seat, rank, 10, NORD)


# 7.5


PATHS = [
    ("a jump", [(6, 2)]),
    ("a step on the spot", [(4, 2)]),
    ("a diagonal", [(5, 3)]),
    ("back to the present cell first", [(4, 2), (5, 2)]),
    ("off the map", [(4, 1), (4, 0), (4, -1)]),
    ("into a wall", [(4, 3), (4, 4), (4, 5)]),
    ("too long", [(4, 1), (4, 2), (4, 1), (4, 2), (4, 1), (4, 2)]),
    ("through nothing", [(5, 2), (7, 2)]),
    ("far away", [(FAR, FAR)]),
    ("far below", [(-FAR - 1, 2)]),
    ("wrapped around the rim", [(5, 2), (6, 2), (7, 2), (8, 2), (0, 3)]),
    ("no number", [None]),
    ("no pair", [(5,)]),
    ("three numbers", [(5, 2, 0)]),
    ("a float", [(5.0, 2)]),
    ("no list", 7),
    ("a text", "ab"),
    ("nothing", None),
    ("very long", [(5, 2)] * 257),
    ("more than 32 bits", [(2**31, 2)]),
]


@pytest.mark.parametrize("path", [path for _, path in PATHS], ids=[name for name, _ in PATHS])
def test_7_5_path_refused(path: Any) -> None:
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", v(), path, EST) == CHEMIN
    assert seat.orders == []


@pytest.mark.parametrize("path", [[], [(5, 2)], [(5, 2), (4, 2), (3, 2), (4, 2), (5, 2)], [(4, 1), (4, 0)]])
def test_7_5_path_accepted(path: Any) -> None:
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", v(), path, SUD) == OK


@pytest.mark.parametrize("direction", [4, -1, FAR, None, "EST", 1.0])
def test_7_5_direction_refused_last(direction: Any) -> None:
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", v(), [(5, 2)], direction) == CHEMIN
    assert seat.call("perso_deplace", v(), [], direction) == CHEMIN
    assert seat.call("perso_deplace", v(1), [], direction) == PERSONNAGE


def test_7_5_order_of_checks() -> None:
    attack = table("attaque").seat(0)
    assert attack.call("perso_deplace", v(1, 7), [(9, 9)], 9) == CHEMIN
    seat = table("deplacement").seat(0)
    assert seat.call("perso_deplace", v(1), [(9, 9)], 9) == PERSONNAGE
    assert seat.call("perso_deplace", v(0, 3), [(9, 9)], 9) == PERSONNAGE
    assert seat.call("perso_deplace", v(0, -1), [(9, 9)], 9) == PERSONNAGE
    assert seat.call("perso_deplace", v(), [], NORD) == OK
    assert seat.call("perso_deplace", v(), [(9, 9)], 9) == PERSONNAGE
    assert seat.call("perso_deplace", v(0, 1), [], NORD) == OK
    assert seat.call("perso_deplace", v(0, 2), [], NORD) == OK
    assert seat.call("perso_deplace", v(0, 2), [], NORD) == PERSONNAGE
    assert seat.call("perso_attaque", v(), NORMALE, (4, 2)) == INDISPONIBLE


def test_7_5_movement_points_of_each_class() -> None:
    """Grass costs 2: the Voleur makes 5 steps, the Barbare 4, the Elfe 3."""
    for rank, steps in ((0, 5), (1, 4), (2, 3)):
        cells = [(x, 0) for x in range(1, 9)]
        seat = table("deplacement", f"given put {'VBE'[rank]}0 0,0 EST").seat(0)
        assert seat.call("perso_deplace", v(0, rank), cells[: steps + 1], EST) == CHEMIN
        assert seat.call("perso_deplace", v(0, rank), cells[:steps], EST) == OK


def test_7_5_points_are_full_at_every_phase() -> None:
    game = table("deplacement")
    for phase in range(2):
        path = [(x, 2) for x in (range(5, 9) if phase == 0 else range(7, 3, -1))]
        assert game.seat(0).call("perso_deplace", v(), path, EST) == OK
        game.end_phase()
        game.end_phase()


# 7.6


def test_7_6_order_of_checks() -> None:
    walk = table("deplacement").seat(0)
    assert walk.call("perso_attaque", v(1, 7), 9, (99, 99)) == INDISPONIBLE
    seat = table("attaque").seat(0)
    assert seat.call("perso_attaque", v(1), 9, (99, 99)) == PERSONNAGE
    assert seat.call("perso_attaque", v(0, 3), 9, (99, 99)) == PERSONNAGE
    assert seat.call("perso_attaque", v(), 9, (99, 99)) == INDISPONIBLE
    assert seat.call("perso_attaque", v(), -1, (99, 99)) == INDISPONIBLE
    assert seat.call("perso_attaque", v(), LOTO, (99, 99)) == INDISPONIBLE
    assert seat.call("perso_attaque", v(), TRAITRISE, (99, 99)) == POSITION
    assert seat.call("perso_attaque", v(), TRAITRISE, (5, 2)) == POSITION
    assert seat.call("perso_attaque", v(), TRAITRISE, (4, 2)) == OK
    assert seat.call("perso_attaque", v(), 9, (99, 99)) == PERSONNAGE


def test_7_6_recharge_comes_before_the_target() -> None:
    game = table("attaque")
    assert game.seat(0).call("perso_attaque", v(0, 1), FUS_RO_DAH, (0, 0)) == OK
    game.end_phase()
    game.end_phase()
    assert game.seat(0).call("perso_attaque", v(0, 1), FUS_RO_DAH, (-1, -1)) == INDISPONIBLE
    assert game.seat(0).call("perso_attaque_recharge", v(0, 1), FUS_RO_DAH) == 4


@pytest.mark.parametrize("rank", range(3))
@pytest.mark.parametrize("attack", range(7))
def test_2_4_each_class_has_three_attacks(rank: int, attack: int) -> None:
    own = {0: (NORMALE, PALANTIR, TRAITRISE), 1: (NORMALE, BASTOOOON, FUS_RO_DAH), 2: (NORMALE, I_SEE, LOTO)}[rank]
    seat = table("attaque").seat(0)
    here = seat.call("perso_position", v(0, rank))
    assert seat.call("perso_attaque", v(0, rank), attack, here) == (OK if attack in own else INDISPONIBLE)
    assert seat.call("perso_attaque_recharge", v(0, rank), attack) == (0 if attack in own else -1)


@pytest.mark.parametrize(
    "place", [(9, 0), (-1, 0), (0, 7), (0, -1), (FAR, FAR), None, (1,), "ab", (2**40, 0), (1.0, 1)]
)
@pytest.mark.parametrize(("rank", "attack"), [(0, NORMALE), (0, PALANTIR), (1, FUS_RO_DAH), (2, I_SEE), (2, LOTO)])
def test_7_6_target_off_the_map(rank: int, attack: int, place: Any) -> None:
    seat = table("attaque").seat(0)
    assert seat.call("perso_attaque", v(0, rank), attack, place) == POSITION


@pytest.mark.parametrize("perso", [None, 0, (0, 0), (0, 0, 10), (0, 0, 10, 0, 0), (0, "V", 10, 0), {"equipe": 0}, "V0"])
def test_malformed_character_is_nobody(perso: Any) -> None:
    seat = table("attaque").seat(0)
    assert seat.call("perso_attaque", perso, NORMALE, (4, 2)) == PERSONNAGE
    assert seat.call("perso_position", perso) == (-1, -1)
    assert seat.call("perso_vision", perso) == []
    assert seat.call("perso_attaque_recharge", perso, NORMALE) == -1


def test_7_2_life_and_direction_of_an_argument_are_ignored() -> None:
    seat = table("attaque").seat(0)
    assert seat.call("perso_position", (0, 0, -77, 99)) == (4, 2)
    assert seat.call("perso_attaque", (0, 0, 123, -5), NORMALE, (5, 2)) == OK


def test_7_2_teams_count_from_premier_joueur() -> None:
    seat = table("attaque", PREMIER_JOUEUR=7).seat(1)
    assert seat.call("mon_equipe") == 8
    assert seat.call("perso_classe_info", 2) == (8, 2, 10, SUD)
    assert seat.call("perso_attaque", (1, 2, 10, 0), LOTO, (0, 0)) == PERSONNAGE
    assert seat.call("perso_attaque", (8, 2, 10, 0), LOTO, (0, 0)) == OK
    assert seat.call("scores") == [0, 0]


# 7.7


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_7_7_orders_in_partie_init_are_judged_and_forgotten(preset: str) -> None:
    game = joute.Table(joute.load_game("casus_belli", preset), plain_map(9, "1 2"), 2)
    assert game.turn.callback == "partie_init"
    seat = game.seat(0)
    assert seat.call("perso_attaque", v(), NORMALE, (0, 6)) == INDISPONIBLE
    assert seat.call("perso_deplace", v(), [], EST) == OK
    assert seat.call("perso_deplace", v(), [], EST) == PERSONNAGE
    game.end_phase()
    assert game.seat(0).call("perso_classe_info", 0).direction == NORD
    assert game.seat(0).call("perso_deplace", v(), [], EST) == OK


@pytest.mark.parametrize(
    ("preset", "turns", "deplace", "attaque"),
    [
        ("sujet", "0 0", CHEMIN, OK),
        ("finale", "0 0", OK, INDISPONIBLE),
        ("sujet", "3 2", OK, INDISPONIBLE),
        ("sujet", "2 2", CHEMIN, OK),
        ("finale", "2 2", OK, INDISPONIBLE),
        ("sujet", "1 3", CHEMIN, OK),
        ("finale", "1 3", OK, INDISPONIBLE),
    ],
)
def test_7_7_orders_in_partie_fin(preset: str, turns: str, deplace: int, attaque: int) -> None:
    game = joute.Table(joute.load_game("casus_belli", preset), plain_map(9, turns), 2)
    while game.turn.callback != "partie_fin":
        game.end_phase()
    assert game.seat(0).call("perso_deplace", v(), [], EST) == deplace
    assert game.seat(0).call("perso_attaque", v(0, 2), LOTO, (0, 0)) == attaque
    before = game.digest
    game.end_phase()
    assert game.turn.seats == ()
    assert game.seat(0).call("perso_deplace", v(), [], EST) == deplace
    assert game.digest != before
    assert game.seat(0).call("perso_classe_info", 0).direction == NORD


@pytest.mark.parametrize(
    ("turns", "callbacks"),
    [
        ("0 0", []),
        ("2 0", []),
        ("3 2", ["jouer_placement"] * 2),
        ("0 1", ["jouer_attaque", "jouer_deplacement"]),
        ("1 2", ["jouer_placement", "jouer_attaque", "jouer_deplacement"]),
    ],
)
def test_4_3_calendar(turns: str, callbacks: list[str]) -> None:
    game = joute.Table(joute.load_game("casus_belli"), plain_map(9, turns), 2)
    found = []
    while game.turn.seats:
        found.append(game.turn.callback)
        game.end_phase()
    assert found == ["partie_init", *callbacks, "partie_fin"]


# 7.4  afficher_*


@pytest.mark.parametrize(
    ("function", "value", "shown"),
    [
        ("afficher_perso_classe", 1, "PERSO_BARBARE"),
        ("afficher_zone_type", 6, "ZONE_ERREUR"),
        ("afficher_attaque_type", 3, "ATTAQUE_BASTOOOON"),
        ("afficher_orientation", 3, "ORIENTATION_OUEST"),
        ("afficher_erreur", 4, "OK"),
        ("afficher_position", (3, 4), "{ x=3, y=4 }"),
        (
            "afficher_perso_info",
            (0, 2, 7, 1),
            "{ equipe=0, classe=PERSO_ELFE, vie=7, direction=ORIENTATION_EST }",
        ),
    ],
)
def test_7_4_afficher(function: str, value: Any, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert table("attaque").seat(0).call(function, value) is None
    assert capsys.readouterr().out == shown + "\n"


def test_36_number_of_teams() -> None:
    game = joute.load_game("casus_belli")
    with pytest.raises(ValueError, match="2 to"):
        joute.Table(game, plain_map(9), 1)
    assert joute.Table(game, plain_map(9), 1000).seat(999).call("nombre_equipes") == 1000
