"""The board and its picture (rules, section 3), and the parameters it follows from (2.2)."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.core.errors import BoardError, ParamError

from ..board import default, generate, read, write
from .vocabulary import GAME, PRESETS

SMALL = "1..F..2\n.......\n.......\nF..A..F\n.......\n.......\n3..F..4\n"


def params(**overrides: Any) -> dict[str, Any]:
    return joute.load_game(GAME, "sujet", **{"TAILLE_TERRAIN": 7} | overrides).params


def test_3_picture_of_a_small_board() -> None:
    assert write(default(params())) == SMALL
    assert read(SMALL, params()) == default(params()) == generate(params(), 4, 0)


def test_a_picture_has_the_towers_of_the_start() -> None:
    picture = SMALL.replace(".", "a", 1).replace("3.", "3d")
    board = read(picture, params())
    assert write(board) == picture
    assert {divmod(cell, 7): owner for cell, owner in enumerate(board.owners) if owner != -1} == {(1, 0): 0, (1, 6): 3}
    table = joute.Table(joute.load_game(GAME, "sujet", TAILLE_TERRAIN=7), picture)
    first, second = table.dump()["state"]["towers"]
    assert first == {"x": 1, "y": 0, "seat": 0, "portee": 3, "vie": 10, "attaque": 10, "neuve": 0}
    assert second == first | {"y": 6, "seat": 3}
    assert table.seat(0).call("magie", 1) == 20
    assert joute.Table.load(table.dump()).board == board


def test_3_places_of_the_standard_board() -> None:
    board = default(joute.load_game(GAME).params)
    side = 31
    assert [divmod(cell, side) for cell in board.bases] == [(0, 0), (30, 0), (0, 30), (30, 30)]
    assert [divmod(cell, side) for cell in board.fountains] == [(15, 0), (15, 30), (0, 15), (30, 15)]
    assert divmod(board.artefact, side) == (15, 15)
    assert sum(kind != 0 for kind in board.kinds) == 9


def test_2_2_bases_in_another_order() -> None:
    other = params(BASES=["SE", "SW", "NE", "NW"])
    assert write(default(other)).splitlines()[::6] == ["4..F..3", "2..F..1"]
    with pytest.raises(BoardError, match="BASES"):
        read(SMALL, other)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_board_is_read_as_it_was_written(preset: str) -> None:
    game = joute.load_game(GAME, preset)
    text = write(game.board(None, 4, 0))
    assert game.board(text, 4, 5) == game.board(text.replace("\n", "\r\n"), 4, 6) == game.board(None, 4, 7)


@pytest.mark.parametrize(
    ("text", "code", "line", "cell", "words"),
    [
        ("", "board/rows", 1, None, "found 0 rows, expected 7, because TAILLE_TERRAIN is 7"),
        (SMALL[:-8], "board/rows", 7, None, "found 6 rows"),
        (SMALL + ".......\n", "board/rows", 8, None, "found 8 rows"),
        (SMALL + "\n", "board/rows", 8, None, "found 8 rows"),
        (SMALL.replace("2", "2."), "board/columns", 1, None, "found 8 cells, expected 7"),
        (SMALL.replace("F..A", "F.A"), "board/columns", 4, None, "found 6 cells"),
        (SMALL.replace("A", "x"), "board/character", 4, (3, 3), "found 'x'"),
        (SMALL.replace("A", "A\t"), "board/character", 4, (4, 3), "found"),
        (SMALL.replace("A", "."), "board/place", 4, (3, 3), "found '.', expected 'A'"),
        (SMALL.replace("3", "4", 1), "board/place", 7, (0, 6), "found '4', expected '3'"),
        (SMALL.replace(".", "F", 1), "board/place", 1, (1, 0), "found 'F', expected '.'"),
        (SMALL.replace("A", "a"), "board/place", 4, (3, 3), "found 'a', expected 'A'"),
        (SMALL.replace(".", "e", 1), "board/character", 1, (1, 0), "a to d (their towers)"),
        (SMALL.replace("..", "bb", 1), "board/towers", None, None, "found 2 towers 'b', expected at most 1"),
    ],
)
def test_pictures_that_are_refused(text: str, code: str, line: int, cell: tuple[int, int] | None, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        read(text, params(MAX_NUMBER_TOURELLE=1))
    assert (caught.value.code, caught.value.line, caught.value.cell) == (code, line, cell)
    assert words in caught.value.message


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAILLE_TERRAIN", 63),
        ("TAILLE_TERRAIN", 2**40),
        ("TAILLE_TERRAIN", -31),
        ("TAILLE_TERRAIN", 31.0),
        ("TAILLE_TERRAIN", True),
        ("NB_JOUEURS", 5),
        ("MAX_TOUR", -1),
        ("NB_TOURS_JOUES", -1),
        ("MAGIE_TOUR", -1),
        ("COUT_SORCIER", 2**31),
        ("VIE_TOURELLE", 0),
        ("RECOMPENSE_COMBAT", "first"),
        ("PORTEE_TOURELLE_MAX", -1),
        ("MAX_NUMBER_TOURELLE", "none"),
        ("BASE_ENNEMIE_BLOQUE", 1),
        ("BASES", "NW NE SE SW"),
        ("BASES", ["NW", "NE", "SE"]),
        ("PREMIER_JOUEUR", 2**31 - 1),
    ],
)
def test_2_2_values_that_are_refused(preset: str, name: str, value: Any) -> None:
    with pytest.raises(ParamError, match=name):
        joute.load_game(GAME, preset, **{name: value})


def test_2_2_presets_differ_where_the_rules_say() -> None:
    sujet, finale = (joute.load_game(GAME, preset).params for preset in PRESETS)
    assert {name: (sujet[name], finale[name]) for name in sujet if sujet[name] != finale[name]} == {
        "BASES": (["NW", "NE", "SW", "SE"], ["NW", "NE", "SE", "SW"]),
        "NB_TOURS_JOUES": (100, 101),
        "RECOMPENSE_COMBAT": ("total", "second"),
        "PORTEE_TOURELLE_MAX": (None, 7),
        "MAX_NUMBER_TOURELLE": (None, 9),
        "BASE_ENNEMIE_BLOQUE": (True, False),
        "REPOS_APRES_CAPTURE": (False, True),
    }


def test_2_1_constants_that_champions_see() -> None:
    assert joute.load_game(GAME).constants == {
        "TAILLE_TERRAIN": 31,
        "NB_JOUEURS": 4,
        "MAX_TOUR": 100,
        "MAGIE_TOUR": 20,
        "MAGIE_FONTAINES": 15,
        "MAGIE_COMBAT": 1,
        "REVENU_SORCIER": 1,
        "MAGIE_SUPPRESSION": 10,
        "COUT_SORCIER": 2,
        "COUT_TOURELLE": 20,
        "COUT_PORTEE": 4,
        "PORTEE_SORCIER": 4,
        "PORTEE_TOURELLE": 3,
        "CONSTRUCTION_TOURELLE": 3,
        "VIE_TOURELLE": 10,
        "ATTAQUE_TOURELLE": 10,
        "POINTS_SURVIVRE": 1,
        "POINTS_VAINQUEUR": 1,
        "POINTS_CONTROLE_FONTAINE": 1,
        "POINTS_CONTROLE_ARTEFACT": 4,
    }


def test_a_match_of_no_rounds_is_over_at_once() -> None:
    table = joute.Table(joute.load_game(GAME, NB_TOURS_JOUES=0))
    table.end_phase()
    assert table.turn.callback == "partie_fin"
    assert table.scores == [1, 1, 1, 1]
    table.end_phase()
    assert table.turn.seats == ()
