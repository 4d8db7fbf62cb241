"""Boards, clause by clause: section 3 of the rules, the maps of this folder and the generator."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from joute import load_game
from joute.core.errors import BoardError

from ..board import ILE, NO_ISLAND, VOLCAN, Board, demands, generate, ignored, read, write
from ..generator import NEIGHBOUR, SYMMETRIES, draw_board
from .vocabulary import FOLDER, GAME, M1, S

GOOD = "0 0\n3 3\no~~~\n~~^~\n~o~~\n~~~o\n"
SIDE_4: dict[str, Any] = {"TAILLE_TERRAIN": 4}
MAPS = sorted((FOLDER / "maps").glob("*.txt"))


def refusal(text: str) -> BoardError:
    with pytest.raises(BoardError) as caught:
        read(text, SIDE_4)
    return caught.value


# 3.1  Format


def test_3_1_a_board_is_its_islands_in_reading_order() -> None:
    board = read(GOOD, SIDE_4)
    assert (board.side, board.starts) == (4, [0, 3])
    assert [*zip(*board.islands, strict=True)] == [(0, 0, ILE), (2, 1, VOLCAN), (1, 2, ILE), (3, 3, ILE)]
    assert [cell for cell, island in enumerate(board.cells) if island != NO_ISLAND] == [0, 6, 9, 15]
    assert write(board) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.rstrip(),
        "\n\n  " + GOOD.replace("\n", " \t\n\n  "),
        " ".join(GOOD.split()),
        GOOD.replace("\n", "\v").replace(" ", "\f"),
        GOOD + "o o o and more, whatever it is",
        GOOD.replace("0 0", "+0 -0").replace("3 3", "003 +3"),
        GOOD.replace("0 0", "0" * 5000 + " 0"),
    ],
)
def test_3_1_white_space_signs_and_what_follows_are_harmless(text: str) -> None:
    assert read(text, SIDE_4) == read(GOOD, SIDE_4)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (GOOD, []),
        (GOOD + " \t\n\n", []),
        ("", []),
        (
            GOOD + "o~~~\n\n  ~~o~\n",
            ["line 7: 'o~~~', past the 4 rows of the map", "line 9: '~~o~', past the 4 rows of the map"],
        ),
        (GOOD.rstrip() + " and more\r\n", ["line 6: 'and more', past the 4 rows of the map"]),
        (GOOD + "\x1b" + "~" * 40, ["line 7: '\\x1b" + "~" * 23 + "...', past the 4 rows of the map"]),
    ],
)
def test_3_1_what_follows_the_last_row_is_ignored(text: str, lines: list[str]) -> None:
    assert ignored(text, SIDE_4) == lines


# 3.2  Validation


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("0", "CARTE_DEPART_ILLISIBLE", "y du départ de joueur 1 : trouvé la fin du fichier"),
        ("0 0", "CARTE_DEPART_ILLISIBLE", "x du départ de joueur 2"),
        ("0 0\n3", "CARTE_DEPART_ILLISIBLE", "y du départ de joueur 2"),
        (GOOD.replace("0 0", "0 0.5"), "CARTE_DEPART_ILLISIBLE", "trouvé '0.5'"),
        (GOOD.replace("3 3", "x 3"), "CARTE_DEPART_ILLISIBLE", "joueur 2 : trouvé 'x'"),
        (GOOD.replace("3 3", "٣ 3"), "CARTE_DEPART_ILLISIBLE", "joueur 2"),
        (GOOD.replace("3 3", "3-3 3"), "CARTE_DEPART_ILLISIBLE", "joueur 2"),
        (GOOD.replace("~~~o\n", ""), "CARTE_LIGNES_MANQUANTES", "3 ligne(s) trouvée(s), 4 attendues"),
        ("0 0 3 3", "CARTE_LIGNES_MANQUANTES", "0 ligne(s) trouvée(s), 4 attendues"),
        (GOOD.replace("~~^~", "~~^"), "CARTE_LONGUEUR_LIGNE", "y=1 a 3 caractères, 4 attendus"),
        (GOOD.replace("~~^~", "~~^~~"), "CARTE_LONGUEUR_LIGNE", "y=1 a 5 caractères, 4 attendus"),
        (GOOD.replace("~~^~", "~~O~"), "CARTE_CASE_INCONNUE", "'O' en x=2, y=1"),
        (GOOD.replace("0 0", "-1 0"), "CARTE_DEPART_HORS_CARTE", "joueur 1 part de (-1, 0)"),
        (GOOD.replace("3 3", "3 4"), "CARTE_DEPART_HORS_CARTE", "joueur 2 part de (3, 4)"),
        (GOOD.replace("3 3", "9" * 5000 + " 3"), "CARTE_DEPART_HORS_CARTE", "joueur 2"),
        (GOOD.replace("0 0", "-" + "9" * 5000 + " 3"), "CARTE_DEPART_HORS_CARTE", "joueur 1"),
        (GOOD.replace("0 0", "1 0"), "CARTE_DEPART_PAS_ILE", "joueur 1 part de (1, 0), terrain trouvé : mer"),
        (GOOD.replace("3 3", "2 1"), "CARTE_DEPART_PAS_ILE", "volcan ; attendu une île (o), la plus proche est (1, 2)"),
        ("0 0 3 3" + " ~~~~" * 4, "CARTE_DEPART_PAS_ILE", "mais la carte n'en a aucune"),
        (GOOD.replace("3 3", "0 0"), "CARTE_DEPARTS_IDENTIQUES", "joueur 1 et joueur 2 partent tous deux de (0, 0)"),
    ],
)
def test_3_2_every_error(text: str, code: str, words: str) -> None:
    error = refusal(text)
    assert error.code == code
    assert words in error.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a 0\n9 9\n~~~", "CARTE_DEPART_ILLISIBLE"),  # 1 before 3 and 5
        ("9 9\n9 9\no~~~\n~~x~~\n~o~~", "CARTE_LONGUEUR_LIGNE"),  # row by row: length of row 1 before the missing row
        (
            "9 9\n9 9\no~x~\n~~~~~\n~o~~",
            "CARTE_CASE_INCONNUE",
        ),  # row by row: characters of row 0 before length of row 1
        ("9 9\n9 9\no~~~\n~~^~\n~o~~", "CARTE_LIGNES_MANQUANTES"),  # rows before starts
        (GOOD.replace("0 0", "1 0").replace("3 3", "9 9"), "CARTE_DEPART_PAS_ILE"),  # joueur 1 whole, then joueur 2
        (GOOD.replace("0 0", "1 0").replace("3 3", "1 0"), "CARTE_DEPART_PAS_ILE"),  # 7 comes last
    ],
)
def test_3_2_the_first_error_in_order(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_3_2_errors_tell_their_line_and_cell() -> None:
    error = refusal(GOOD.replace("~~^~", "~~O~"))
    assert (error.line, error.cell) == (4, (2, 1))
    assert refusal("\n\n" + GOOD.replace("3 3", "9 9")).line == 4


def test_3_3_the_example_of_the_subject() -> None:
    board = read(S, {"TAILLE_TERRAIN": 32})
    terrains = board.islands.terrain
    assert (len(terrains), terrains.count(VOLCAN)) == (27, 8)
    with pytest.raises(BoardError, match=r"CARTE_DEPART_PAS_ILE.*joueur 2.*la plus proche est \(30, 30\)"):
        read(S.replace("\n30 30\n", "\n31 31\n"), {"TAILLE_TERRAIN": 32})


# The maps of this folder


def symmetric_by(board: Board) -> set[str]:
    """The symmetries that carry each start to the other and every terrain to itself."""
    islands = {(x, y): kind for x, y, kind in zip(*board.islands, strict=True)}
    last, places = board.side - 1, list(islands)
    starts = [places[start] for start in board.starts]
    return {
        name
        for name, image in SYMMETRIES.items()
        if {image(x, y, last): kind for (x, y), kind in islands.items()} == islands
        and image(*starts[0], last) == starts[1]
    }


@pytest.mark.parametrize("path", MAPS, ids=[path.stem for path in MAPS])
def test_maps_are_read_and_balanced(path: Any) -> None:
    board = read(path.read_text(encoding="utf-8"), {"TAILLE_TERRAIN": int(path.stem.rpartition("-")[2])})
    assert path.stem.startswith("exemple") or symmetric_by(board)


def test_there_are_maps_of_every_size() -> None:
    sides = [int(path.stem.rpartition("-")[2]) for path in MAPS if not path.stem.startswith("exemple")]
    assert len(sides) >= 6
    assert {12, 16, 20, 24, 32} <= set(sides)


# The generator


def distances(board: Board) -> list[int]:
    """Between all islands, two by two."""
    places = list(zip(board.islands.x, board.islands.y, strict=True))
    return [abs(a[0] - b[0]) + abs(a[1] - b[1]) for n, a in enumerate(places) for b in places[:n]]


@settings(max_examples=150, deadline=None)
@given(
    side=st.integers(2, 40),
    seed=st.integers(0, 2**64 - 1),
    symmetry=st.sampled_from([None, *SYMMETRIES]),
    islands=st.integers(0, 40),
    volcanoes=st.integers(0, 12),
    apart=st.integers(0, 6),
)
def test_drawn_boards_pass_the_checker(
    side: int, seed: int, symmetry: str | None, islands: int, volcanoes: int, apart: int
) -> None:
    board = draw_board(side, seed, symmetry, islands, volcanoes, apart, side // 2)
    assert read(write(board), {"TAILLE_TERRAIN": side}) == board
    assert symmetric_by(board) >= ({symmetry} if symmetry else set())
    kinds = board.islands.terrain
    assert kinds.count(VOLCAN) <= volcanoes
    assert kinds.count(ILE) <= max(2, islands)
    between = sorted(distances(board))
    assert between[0] >= 1
    assert all(gap >= apart for gap in between) or side < 2 * apart


@pytest.mark.parametrize("side", [2, 3, 5, 12, 32, 64])
def test_default_boards_pass_the_checker(side: int) -> None:
    for seed in range(20):
        board = generate({"TAILLE_TERRAIN": side}, 2, seed)
        assert read(write(board), {"TAILLE_TERRAIN": side}) == board
        assert symmetric_by(board)


def test_a_drawn_board_has_what_was_asked_where_there_is_room() -> None:
    board = draw_board(32, 7, "half_turn", islands=21, volcanoes=6, apart=3, starts_apart=30)
    kinds = board.islands.terrain
    assert (kinds.count(ILE), kinds.count(VOLCAN)) == (20, 6)  # 21 is odd, and no cell is its own image here
    assert min(distances(board)) == 3
    one, other = board.starts
    assert sum(abs(axis[one] - axis[other]) for axis in (board.islands.x, board.islands.y)) >= 30


def test_a_start_has_a_neighbour() -> None:
    for seed in range(20):
        board = draw_board(32, seed)
        places = list(zip(board.islands.x, board.islands.y, strict=True))
        x, y = places[board.starts[0]]
        assert sorted(abs(x - a) + abs(y - b) for a, b in places)[1] <= NEIGHBOUR


def test_the_same_seed_draws_the_same_board_and_another_another() -> None:
    assert draw_board(32, 5) == draw_board(32, 5)
    assert len({write(draw_board(32, seed)) for seed in range(50)}) == 50


def test_no_board_is_drawn_beyond_reason() -> None:
    with pytest.raises(BoardError, match=r"CARTE_A_DONNER.*TAILLE_TERRAIN=1001"):
        generate({"TAILLE_TERRAIN": 1001}, 2, 0)


def test_maps_of_another_size_say_so() -> None:
    with pytest.raises(BoardError, match=r"CARTE_LONGUEUR_LIGNE.*y=0 a 8 caractères, 32 attendus \(TAILLE_TERRAIN\)"):
        read(M1, {"TAILLE_TERRAIN": 32})


def test_3_1_a_whole_map_says_its_own_side() -> None:
    square = "0 0 1 1\no~\n~o\ntrailing words"
    assert demands(square) == {"TAILLE_TERRAIN": 2}
    assert load_game(GAME).fitted(square).params["TAILLE_TERRAIN"] == 2
    assert load_game(GAME, TAILLE_TERRAIN=8).fitted(square).params["TAILLE_TERRAIN"] == 8
    for other in ("", "0 0 1 1", "0 0 1 1\no~\n~", "0 0 1 1\no~o\n~o~", "0 0 1 1\no"):
        assert demands(other) == {}
