"""3  Map files: every error in its order; the maps that come with the game; generated boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import joute
from joute.core.errors import BoardError

from ..board import LETTERS, MUR, TOUR, Board, generate, read, write
from .vocabulary import SEED_MAP

PARAMS = joute.load_game("casus_belli").params
MAPS = sorted((Path(__file__).resolve().parents[1] / "maps").glob("*.txt"))


def refused(text: str) -> BoardError:
    with pytest.raises(BoardError) as caught:
        read(text, PARAMS)
    return caught.value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "carte_entete_invalide"),
        ("3 1 0 0 1", "carte_entete_invalide"),
        ("3 1 0 0 1 x ...", "carte_entete_invalide"),
        ("3 1 0 0 1 +5 ...", "carte_entete_invalide"),
        ("3 1 0 0 1 5.0 ...", "carte_entete_invalide"),
        ("3 1 0 0 1 0x5 ...", "carte_entete_invalide"),
        ("3 1 0 0 1 ٣ ...", "carte_entete_invalide"),
        ("3\u00a01 0 0 1 5 ...", "carte_entete_invalide"),
        ("0 -1 9 9 -1 -1 X", "carte_dimensions_invalides"),
        ("3 0 9 9 -1 -1 X", "carte_dimensions_invalides"),
        ("3 1 9 9 -1 5 X", "carte_tours_invalides"),
        ("3 1 9 9 1 -5 X", "carte_tours_invalides"),
        ("3 1 3 0 1 5 X", "carte_depart_hors_carte"),
        ("3 1 0 1 1 5 X", "carte_depart_hors_carte"),
        ("3 1 -1 0 1 5 X", "carte_depart_hors_carte"),
        ("3 1 0 0 1 5", "carte_ligne_manquante"),
        ("3 2 0 0 1 5 ... XX", "carte_ligne_longueur"),
        ("3 3 0 0 1 5 ... XX", "carte_ligne_longueur"),
        ("3 2 0 0 1 5 ..x ..", "carte_caractere_inconnu"),
        ("3 2 0 0 1 5 #.. ... ...", "carte_donnees_en_trop"),
        ("3 2 0 0 1 5 #.. ...", "carte_depart_mur"),
    ],
)
def test_3_first_error_is_reported(text: str, code: str) -> None:
    assert refused(text).code == code


def test_3_errors_name_line_and_cell() -> None:
    error = refused("3 2\n0 0\n1\n5\n...\n.?.\n")
    assert (error.code, error.line, error.cell) == ("carte_caractere_inconnu", 6, (1, 1))
    assert str(error) == "carte_caractere_inconnu: line 6, cell 1,1: found '?'; expected one of . _ F ~ # T"


def test_3_swapped_header_gets_a_hint_only_when_it_fits() -> None:
    assert "width first" in refused("2 3 0 0 1 5 ... ...").message
    assert "width first" not in refused("2 3 0 0 1 5 ... .. ...").message
    assert "width first" not in refused("2 3 0 0 1 5 ...").message


@pytest.mark.parametrize("blank", [" ", "\t", "\r\n", "\n\n", " \t\r\n "])
def test_3_any_blanks_separate_tokens(blank: str) -> None:
    board = read(blank.join(["", *SEED_MAP.split(), ""]), PARAMS)
    assert write(board) == SEED_MAP


def test_3_placement_may_exceed_the_turns() -> None:
    assert list(read("1 1 0 0 9 2 .", PARAMS)[:6]) == [1, 1, 0, 0, 9, 2]


def test_3_huge_numbers_are_cut_to_what_champions_can_be_told() -> None:
    board = read(f"1 1 0 -000 {'9' * 5000} {10**30} .", PARAMS)
    assert list(board[:6]) == [1, 1, 0, 0, 2**31 - 1, 2**31 - 1]
    table = joute.Table(joute.load_game("casus_belli"), write(board), 2)
    assert table.seat(0).call("nombre_tours") == 2**31 - 1
    assert refused(f"{'9' * 50} 1 0 0 1 5 ...").code == "carte_ligne_longueur"


@given(st.data())
def test_3_what_is_written_is_read_again(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    rows = [data.draw(st.text(LETTERS, min_size=width, max_size=width)) for _ in range(height)]
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    rows[y] = rows[y][:x] + "." + rows[y][x + 1 :]
    text = "\n".join([f"{width} {height}", f"{x} {y}", "2", "9", *rows, ""])
    assert write(read(text, PARAMS)) == text


@given(st.text(LETTERS + "0123456789 -\n", max_size=60))
def test_3_any_text_is_read_or_refused(text: str) -> None:
    try:
        board = read(text, PARAMS)
    except BoardError:
        return
    assert read(write(board), PARAMS) == board


# Maps and generated boards


def reached(board: Board) -> set[int]:
    start = board.start_y * board.width + board.start_x
    found, waiting = {start}, [start]
    while waiting:
        for cell in neighbours(board, waiting.pop()):
            if cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


def neighbours(board: Board, cell: int) -> list[int]:
    """The cells next to a cell that can be entered."""
    x, y = cell % board.width, cell // board.width
    places = [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]
    cells = [b * board.width + a for a, b in places if 0 <= a < board.width and 0 <= b < board.height]
    return [other for other in cells if board.ground[other] != MUR]


def ground(board: Board) -> set[int]:
    return {cell for cell, zone in enumerate(board.ground) if zone != MUR}


def test_maps_are_there() -> None:
    names = {path.stem for path in MAPS}
    assert {"exemple", "duel", "trefle", "labyrinthe", "colline", "vingt", "cent"} <= names


@pytest.mark.parametrize("path", MAPS, ids=[path.stem for path in MAPS])
def test_map_is_canonical_and_connected(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    board = read(text, PARAMS)
    assert write(board) == text
    assert reached(board) == ground(board)


@pytest.mark.parametrize("seats", [2, 3, 5, 20, 100])
@pytest.mark.parametrize("seed", range(4))
def test_generated_board_is_connected_and_fair(seats: int, seed: int) -> None:
    """All ground can be reached, and a quarter turn around the start changes nothing: equal distances for all."""
    board = generate(PARAMS, seats, seed)
    side = board.width
    assert board.height == side
    assert (board.start_x, board.start_y) == (side // 2, side // 2)
    assert reached(board) == ground(board)
    assert len(ground(board)) >= 60 * seats
    assert TOUR in board.ground
    turned = [board.ground[x * side + side - 1 - y] for y in range(side) for x in range(side)]
    assert turned == board.ground


def test_generated_boards_follow_from_the_seed() -> None:
    boards = [generate(PARAMS, 3, seed) for seed in range(20)]
    assert boards == [generate(PARAMS, 3, seed) for seed in range(20)]
    assert len({write(board) for board in boards}) == 20
    assert generate(PARAMS, 3, 2**64 - 1) != generate(PARAMS, 3, 0)


# 7.3  Distances and paths


def brute(board: Board, start: int, cap: int) -> dict[int, tuple[int, int, list[int]]]:
    """The key (cost, sum of 2^id) and the walk to each cell, by relaxing every edge until nothing changes."""
    height, width = board.height, board.width
    best: dict[int, tuple[int, int, list[int]]] = {start: (0, 0, [])}
    changed = True
    while changed:
        changed = False
        for cell, (cost, total, walk) in list(best.items()):
            through = 0 if cell == start else 1 << (cell % width * height + cell // width)
            for other in neighbours(board, cell):
                key = (cost + board.cost[cell], total + through, [*walk, other])
                if other != start and (other not in best or key[:2] < best[other][:2]):
                    best[other] = key
                    changed = True
    return {cell: key for cell, key in best.items() if key[0] < cap + 4}


@given(st.data())
def test_7_3_paths_are_the_least_of_the_cheapest(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    letters = data.draw(st.text(LETTERS + "..._", min_size=width * height, max_size=width * height))
    rows = [letters[at : at + width] for at in range(0, len(letters), width)]
    rows[0] = "." + rows[0][1:]
    cap = data.draw(st.integers(1, 25))
    game: Any = joute.load_game("casus_belli", DISTANCE_PLAFOND=cap)
    table = joute.Table(game, f"{width} {height} 0 0 0 1 " + " ".join(rows), 2)
    seat, board = table.seat(0), table.board
    found = brute(board, 0, 10**6)
    for cell in ground(board) - {0}:
        place = cell % width, cell // width
        cost, _, walk = found.get(cell, (cap, 0, []))
        assert seat.call("distance", (0, 0), place) == (cost if cost < cap else -1)
        reverse = cost - board.cost[0] + board.cost[cell]
        wanted = walk if cell in found and reverse < cap else []
        assert seat.call("chemin", (0, 0), place) == [(other % width, other // width) for other in wanted]


def test_7_3_cap_of_a_path_is_on_its_reverse() -> None:
    """From a marsh to a road at cost 4: the reverse costs 1."""
    game: Any = joute.load_game("casus_belli", DISTANCE_PLAFOND=4)
    seat = joute.Table(game, "2 1 0 0 0 1 ~_", 2).seat(0)
    assert seat.call("distance", (0, 0), (1, 0)) == -1
    assert seat.call("chemin", (0, 0), (1, 0)) == [(1, 0)]
    assert seat.call("distance", (1, 0), (0, 0)) == 1
    assert seat.call("chemin", (1, 0), (0, 0)) == []


def test_7_3_paths_on_a_large_open_map() -> None:
    rows = "\n".join(["." * 200] * 200)
    seat = joute.Table(joute.load_game("casus_belli"), f"200 200\n0 0\n0\n1\n{rows}\n", 2).seat(0)
    assert seat.call("distance", (50, 50), (113, 113)) == 252
    walk = seat.call("chemin", (50, 50), (113, 113))
    assert walk[:63] == [(50, y) for y in range(51, 114)]
    assert walk[63:] == [(x, 113) for x in range(51, 114)]
    assert seat.call("distance", (50, 50), (114, 114)) == -1
