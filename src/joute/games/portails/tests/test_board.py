"""Boards: the map file and its errors (rules, section 3), the maps that come with the game, the generator."""

from __future__ import annotations

from math import gcd
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import joute
from joute.cli.boards import file_text
from joute.cli.exits import Stop
from joute.core.errors import BoardError

from .. import board as boards
from ..generator import CELLS_PER_PORTAL, Lines, in_line, mirrored, scattered
from .positions import GAME, STEADY, map_text

FINALE = joute.load_game(GAME, "finale").params
SUJET = joute.load_game(GAME, "sujet").params
ROWS = ["." * 30] * 30
WIDE = ["." * 40] * 40
MAPS = sorted((Path(__file__).parents[1] / "maps").glob("*.txt"))


def text(*starts: str, rows: list[str] = ROWS) -> str:
    return "\n".join([*starts, *rows, ""])


def error(source: str, params: dict[str, Any] = FINALE) -> tuple[str, Any, Any]:
    with pytest.raises(BoardError) as caught:
        boards.read(source, params)
    return caught.value.code, caught.value.line, caught.value.cell


def changed(row: int, to: str) -> list[str]:
    return [*ROWS[:row], to, *ROWS[row + 1 :]]


# E34


def test_e34_no_portal() -> None:
    table = joute.Table(joute.load_game(GAME, "finale"), text("0 0", "29 29"))
    assert table.seat(0).call("liste_portails") == []


def test_e34_both_start_on_one_cell() -> None:
    table = joute.Table(joute.load_game(GAME, "finale"), text("5 5", "5 5"))
    assert [table.seat(0).call("position_agent", number) for number in (1, 2)] == [(5, 5), (5, 5)]


@pytest.mark.parametrize(
    ("source", "code", "line", "cell", "words"),
    [
        (text("0 0", "30 29"), "depart_hors_carte", 2, (30, 29), r"J2 starts at \(30,29\)"),
        (text("-1 0", "29 29"), "depart_hors_carte", 1, (-1, 0), r"J1 starts at \(-1,0\)"),
        (text("a 0", "29 29"), "depart_illisible", 1, None, "J1: found 'a'"),
        (text("0 0", "29 29", rows=changed(3, "." * 29)), "ligne_longueur", 6, None, "y 3 has 29 .* expected 30"),
        (text("0 0", "29 29", rows=changed(2, "." * 7 + "x" + "." * 22)), "case_inconnue", 5, (7, 2), "found 'x'"),
        (text("0 0", "29 29", rows=ROWS[:29]), "ligne_manquante", 31, None, "row y 29 is missing"),
    ],
)
def test_e34_bad_maps(source: str, code: str, line: int, cell: Any, words: str) -> None:
    assert error(source) == (code, line, cell)
    with pytest.raises(BoardError, match=words):
        boards.read(source, FINALE)


def test_e34_corners() -> None:
    assert boards.starts_of(boards.read(text("0 0", "39 39", rows=WIDE), SUJET)) == [(0, 0), (39, 39)]
    assert boards.starts_of(boards.read(text("39 0", "0 39", rows=WIDE), SUJET)) == [(39, 0), (0, 39)]
    assert error(text("0 0", "38 39", rows=WIDE), SUJET) == ("depart_hors_coin", 2, (38, 39))
    assert error(text("0 39", "0 39", rows=WIDE), SUJET) == ("departs_confondus", None, (0, 39))
    assert error(text("0 0", "39 39"), SUJET) == ("ligne_longueur", 3, None)


# Order of the errors, and the rest of the table


@pytest.mark.parametrize(
    ("source", "params", "code"),
    [
        ("", FINALE, "depart_illisible"),
        ("5", FINALE, "depart_illisible"),
        ("99 x", FINALE, "depart_illisible"),
        ("99 0 x", FINALE, "depart_hors_carte"),
        ("5 5 x", SUJET, "depart_hors_coin"),
        ("0 0 x", FINALE, "depart_illisible"),
        ("0 0 0", FINALE, "depart_illisible"),
        ("0 0 0 30", FINALE, "depart_hors_carte"),
        ("0 0 0 0", SUJET, "departs_confondus"),
        ("0 0 0 0", FINALE, "ligne_manquante"),
        ("0 0 0 0 " + "x" * 29, FINALE, "ligne_longueur"),
        ("0 0 0 0 " + "x" * 30, FINALE, "case_inconnue"),
        ("1.0 0 0 0", FINALE, "depart_illisible"),
        ("0x1 0 0 0", FINALE, "depart_illisible"),
        ("٣ 0 0 0", FINALE, "depart_illisible"),
        ("- 0 0 0", FINALE, "depart_illisible"),
        ("\ufeff0 0 0 0", FINALE, "depart_illisible"),
        ("\u00a00 0 0 0", FINALE, "depart_illisible"),
        ("9" * 5000 + " 0 0 0", FINALE, "depart_hors_carte"),
    ],
)
def test_3_first_error_wins(source: str, params: dict[str, Any], code: str) -> None:
    assert error(source, params)[0] == code


def test_3_rows_are_checked_one_after_the_other() -> None:
    rows = [*ROWS[:4], "?" * 30, "." * 31, *ROWS[6:]]
    assert error(text("0 0", "1 1", rows=rows)) == ("case_inconnue", 7, (0, 4))


def test_3_leftmost_unknown_character() -> None:
    assert error(text("0 0", "1 1", rows=changed(0, "." * 5 + "oé" + "." * 23)))[2] == (5, 0)


def test_3_lengths_count_characters() -> None:
    assert error(text("0 0", "1 1", rows=changed(0, "é" * 30))) == ("case_inconnue", 3, (0, 0))


def test_3_trailing_content() -> None:
    assert error(text("0 0", "1 1") + "\n\n x\n") == ("contenu_en_trop", 35, None)


def test_3_any_white_space_separates() -> None:
    rows = changed(3, "." * 9 + "X" + "." * 20)
    source = " \r\n\t+0  00 \v29\f29" + "".join(f"\r\n\t{row} " for row in rows) + "\r\n\r\n"
    board = boards.read(source, FINALE)
    assert (boards.starts_of(board), boards.cells_of(board)) == ([(0, 0), (29, 29)], [(9, 3)])


def test_3_unreadable_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"0 0 \xff")
    for path in (bad, tmp_path / "absent.txt", tmp_path):
        with pytest.raises(Stop, match=": carte_illisible: "):
            file_text(joute.load_game(GAME), path)


@STEADY
@given(st.integers(2, 12).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_3_maps_are_read_as_written(drawn: tuple[int, set[tuple[int, int]]]) -> None:
    size, portals = drawn
    params = FINALE | {"TAILLE_TERRAIN": size}
    source = map_text(size, [(0, 1), (size - 1, 0)], portals)
    board = boards.read(source, params)
    assert boards.cells_of(board) == sorted(portals)
    assert boards.write(board) == source
    assert [board.columns[x] for x in range(size + 1)] == [sum(px < x for px, _ in portals) for x in range(size + 1)]


# Our own maps, and the generator


def aligned(cells: list[tuple[int, int]]) -> float:
    """The part of all triples of portals that are in line."""
    triples = found = 0
    for number, (x, y) in enumerate(cells):
        lines: dict[tuple[int, int], int] = {}
        for ox, oy in cells[:number]:
            step = gcd(ox - x, oy - y)
            dx, dy = (ox - x) // step, (oy - y) // step
            line = (dx, dy) if (dx, dy) > (0, 0) else (-dx, -dy)
            found += lines.get(line, 0)
            lines[line] = lines.get(line, 0) + 1
        triples += number * (number - 1) // 2
    return found / max(1, triples)


def check_board(board: boards.Board, size: int, corners: bool) -> int:
    """The properties of a good board; the number of its portals."""
    cells = boards.cells_of(board)
    first, second = boards.starts_of(board)
    assert {(size - 1 - x, size - 1 - y) for x, y in cells} == set(cells)
    assert second == (size - 1 - first[0], size - 1 - first[1])
    assert not corners or set(first) <= {0, size - 1}
    assert aligned(cells) < 0.005
    return len(cells)


@pytest.mark.parametrize(("preset", "params"), [("sujet", SUJET), ("finale", FINALE)])
def test_maps_of_each_preset(preset: str, params: dict[str, Any]) -> None:
    size = params["TAILLE_TERRAIN"]
    paths = [path for path in MAPS if path.stem.endswith(f"-{size}")]
    read = [boards.read(path.read_text(encoding="utf-8"), params) for path in paths]
    counts = [check_board(board, size, params["DEPARTS_EN_COIN"]) for board in read]
    assert len(counts) >= 6
    assert 4 * min(counts) < max(counts)


def test_every_map_is_of_a_preset() -> None:
    assert [path.stem for path in MAPS if path.stem[-3:] not in ("-30", "-40")] == []


@pytest.mark.parametrize("params", [SUJET, FINALE], ids=["sujet", "finale"])
def test_generated_boards_have_the_properties(params: dict[str, Any]) -> None:
    counts = set()
    for seed in range(20):
        board = boards.generate(params, 2, seed)
        counts.add(check_board(board, params["TAILLE_TERRAIN"], params["DEPARTS_EN_COIN"]))
        assert boards.read(boards.write(board), params) == board
        assert boards.generate(params, 2, seed) == board
    assert len(counts) == len(CELLS_PER_PORTAL)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 9])
@pytest.mark.parametrize("corners", [True, False])
def test_small_boards_are_generated(size: int, corners: bool) -> None:
    board = scattered(size, corners, 2**64 - 1)
    cells = set(boards.cells_of(board))
    assert {(size - 1 - x, size - 1 - y) for x, y in cells} == cells != set()


@pytest.mark.parametrize("size", [2, 9, 10, 40, 111, 400])
def test_crowding_is_counted_as_portal_by_portal(size: int) -> None:
    lines, rng = Lines(size), Random(size)
    for _ in range(min(150, size * size // 4)):
        cell = rng.randrange(size), rng.randrange(size)
        for other in {cell, mirrored(cell, size)}:
            lines.add(other)
    for _ in range(60):
        cell = rng.randrange(size), rng.randrange(size)
        assert lines.crowding(cell) == in_line(lines.portals, cell)


def test_default_board_is_that_of_the_seed() -> None:
    game = joute.load_game(GAME)
    assert joute.Table(game, seed=7).board == boards.generate(game.params, 2, 7)
    assert joute.Table(game, seed=7).board != joute.Table(game, seed=8).board


def test_huge_boards_are_not_drawn() -> None:
    with pytest.raises(BoardError, match="carte_trop_grande"):
        joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=2**31 - 1))


def test_a_whole_map_says_its_own_side() -> None:
    assert boards.demands("0 0 1 1\nX.\n.X\n") == {"TAILLE_TERRAIN": 2}
    assert joute.load_game(GAME).fitted("0 0 1 1\nX.\n.X\n").params["TAILLE_TERRAIN"] == 2
    for other in ("", "0 0 1 1", "0 0 1 1\nX.\n.", "0 0 1 1\nX.\n.X\nX.", "0 0 1 1\nX"):
        assert boards.demands(other) == {}
