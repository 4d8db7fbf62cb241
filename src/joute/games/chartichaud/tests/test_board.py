"""Boards, clause by clause: sections 3.3 to 3.7 of the rules and the map examples of section 8."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from joute.core.errors import BoardError
from joute.games.chartichaud import board as boards
from joute.games.chartichaud.board import UNITS, Board, Cell, Cells, Starts, read, write, write_json
from joute.games.chartichaud.params import PARAMETERS


def sujet(**changes: Any) -> dict[str, Any]:
    return PARAMETERS.resolve("sujet", changes)


SUJET = sujet()
ORIGINAL = PARAMETERS.resolve("original", {})

E36 = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
E36_JSON: dict[str, Any] = {
    "format": "chartichaud-map",
    "version": 1,
    "height": 1,
    "width": 6,
    "cells": [{"y": 0, "x": 0, "G": 5, "A": {"C": 1}}, {"y": 0, "x": 5, "G": 5, "B": {"C": 1}}],
}
SEED_1 = """\
chartichaud-map 1
size 9 16
grid
A3C . . 16 4 . . . . . . 36 . . 121 .
25 . . . . . . . . . . 9 . . 49 .
. . . 162 . . . . . 121 . . . . . .
. . . . . 82 . . . . . 81 4 . . .
4 . . . . . . . . . . . . . . 4
. . . 4 81 . . . . . 82 . . . . .
. . . . . . 121 . . . . . 162 . . .
. 49 . . 9 . . . . . . . . . . 25
. 121 . . 36 . . . . . . 4 16 . . B3C
end
"""
EVERYTHING = """\
chartichaud-map 1
size 2 3
gold A 0
gold B 1000000000
score A 3
score B 4
turn 7
symmetry central
grid
49+A2C1M3B+B1C 7 A1M
B1M 7 49+A1C+B2C1M3B
end
"""


def refused(text: str, params: dict[str, Any] = SUJET) -> tuple[str, int | None, tuple[int, int] | None]:
    """The code, the line and the cell of the error that a map gives."""
    with pytest.raises(BoardError) as caught:
        read(text, params)
    return caught.value.code, caught.value.line, caught.value.cell


def message(text: str, params: dict[str, Any] = SUJET) -> str:
    with pytest.raises(BoardError) as caught:
        read(text, params)
    return caught.value.message


def headed(*headers: str) -> str:
    """The map of E36 with header lines added from line 3 on."""
    return E36.replace("grid\n", "".join(f"{line}\n" for line in (*headers, "grid")))


def row(tokens: str) -> str:
    """The map of E36 with another row."""
    return E36.replace("5+A1C . . . . 5+B1C", tokens)


def second(token: str) -> str:
    """The map of E36 with another second cell."""
    return row(f"5+A1C {token} . . . 5+B1C")


def as_json(**changes: Any) -> str:
    """The map of E36 in its JSON form, changed; None takes a key away."""
    return json.dumps({key: value for key, value in (E36_JSON | changes).items() if value is not None})


def with_cell(**item: Any) -> str:
    """The map of E36 in its JSON form with a second item in `cells`."""
    first, last = E36_JSON["cells"]
    return as_json(cells=[first, item, last])


def token(board: Board, y: int, x: int) -> str:
    return boards.write_cell(boards.cell_at(board, y, x))


def total_gold(board: Board) -> int:
    return sum(board.cells.gold)


def head(board: Board) -> list[int]:
    """Size, turn, gold and score of both players, symmetry."""
    return [board.height, board.width, board.turn, *board.players.gold, *board.players.score, board.symmetry]


# Section 8, map examples


def test_E36_valid_map() -> None:
    units = [1, 0, 0, 0, 0, 0, *[0] * 24, 0, 0, 0, 1, 0, 0]
    cells = Cells([5, 0, 0, 0, 0, 5], units)
    assert read(E36, SUJET) == Board(1, 6, 0, 0, Starts([25, 25], [0, 0]), cells)


def test_E47_other_version() -> None:
    assert refused(E36.replace("map 1", "map 2")) == ("map/magic", 1, None)


def test_E48_row_of_five_tokens() -> None:
    text = row("5+A1C . . . 5+B1C")
    assert refused(text) == ("map/columns", 4, None)
    assert message(text).startswith("row y 0 has 5 cell(s); expected 6")


def test_E49_zero_is_no_gold() -> None:
    assert refused(second("0")) == ("map/cell-syntax", 4, (0, 1))


def test_E50_mixed_buildings() -> None:
    params = SUJET | {"enemy_building_blocks": True}
    assert refused(second("A1B+B1B"), params) == ("map/mixed-buildings", 4, (0, 1))


def test_E51_no_units() -> None:
    text = E36.replace("5+B1C", "5")
    assert refused(text) == ("map/no-units", 3, None)
    assert "player B" in message(text)
    assert "player A" in message(E36.replace("5+A1C", "5"))


def test_E52_order_of_kinds() -> None:
    assert refused(second("A2M1C")) == ("map/cell-syntax", 4, (0, 1))
    assert "C, M, B" in message(second("A2M1C"))


def test_E53_asymmetric() -> None:
    text = headed("symmetry central").replace("5+B1C", "4+B1C")
    assert refused(text) == ("map/asymmetric", 5, (0, 0))


def test_E54_symmetric() -> None:
    assert head(read(headed("symmetry central"), SUJET)) == [1, 6, 0, 25, 25, 0, 0, 1]


def test_E55_end_removed() -> None:
    assert refused(E36.replace("end\n", "")) == ("map/rows", 4, None)


def test_E76_mixed_buildings_by_preset() -> None:
    assert token(read(second("A1B+B1B"), SUJET), 0, 1) == "A1B+B1B"
    assert refused(second("A1B+B1B"), ORIGINAL) == ("map/mixed-buildings", 4, (0, 1))


def test_E62_map_wins_over_start_parameters() -> None:
    params = SUJET | {"start_gold": 7, "start_units_A": [["M", 9, 0, 0]]}
    board = read("chartichaud-map 1\nsize 1 3\ngold B 40\ngrid\nA1C . B1C\nend\n", params)
    assert head(board) == [1, 3, 0, 25, 40, 0, 0, 0]
    assert token(board, 0, 0) == "A1C"


# 3.3, 3.4  Generated boards


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (42, [0xBDD732262FEB6E95, 0x28EFE333B266F103, 0x47526757130F9F52]),
    ],
)
def test_3_4_splitmix64_check_values(seed: int, expected: list[int]) -> None:
    numbers, state = [], seed
    for _ in expected:
        state, number = boards.splitmix64(state)
        numbers.append(number)
    assert numbers == expected


def test_3_4_draw_rejects_what_would_be_uneven() -> None:
    """With 2^63 + 1 values about half of the numbers are refused: the first of seed 0 is, the second is not."""
    count = 2**63 + 1
    state, value = boards.draw(0, 10, 9 + count)
    assert value == 10 + 0x6E789E6AA1B965F4
    assert state == 2 * 0x9E3779B97F4A7C15 % 2**64


def check_spots(seed: int, expected: str, total: int) -> None:
    written = " ".join(f"({x},{y},{n})" for x, y, n in boards.spots(SUJET, seed))
    assert written == expected
    assert total_gold(boards.generate(SUJET, 2, seed)) == total


def test_3_4_spots_of_seed_0() -> None:
    expected = (
        "(15,0,8) (12,4,7) (1,8,12) (6,1,11) (11,6,6) (11,3,3) (4,7,4) (13,6,5) (9,2,9) (0,7,11) (15,2,1) (9,1,8) "
        "(3,6,12) (9,6,7) (8,3,1)"
    )
    check_spots(0, expected, 1850)


def test_3_4_spots_of_seed_1() -> None:
    expected = (
        "(1,7,7) (11,3,9) (5,3,1) (6,6,11) (0,1,5) (11,0,6) (14,0,11) (12,6,9) (15,4,2) (11,1,3) (4,0,2) (12,6,9) "
        "(5,3,9) (12,8,4) (3,5,2)"
    )
    check_spots(1, expected, 1428)


def test_3_4_spots_of_seed_42() -> None:
    expected = (
        "(5,1,7) (4,7,7) (13,5,2) (14,8,11) (6,1,9) (2,5,10) (7,0,1) (9,6,2) (0,0,2) (15,7,4) (5,4,6) (14,1,8) "
        "(1,5,5) (4,1,6) (12,7,12)"
    )
    check_spots(42, expected, 1468)


def test_3_4_whole_board_of_seed_1() -> None:
    assert write(boards.generate(SUJET, 2, 1)) == SEED_1
    assert boards.default(SUJET, 2, 1) == boards.generate(SUJET, 2, 1) == read(SEED_1, SUJET)


def test_3_4_centre_receives_twice() -> None:
    params = sujet(height=1, width=1, gold_spots=1, gold_root_min=3, gold_root_max=3)
    assert token(boards.generate(params, 2, 5), 0, 0) == "18+A3C+B3C"


def test_3_4_largest_seed() -> None:
    state, number = boards.splitmix64(2**64 - 1)
    assert 0 <= number < 2**64
    assert state == 0x9E3779B97F4A7C14


def test_E01_starting_position_of_seed_0() -> None:
    board = boards.generate(SUJET, 2, 0)
    assert head(board) == [9, 16, 0, 25, 25, 0, 0, 0]
    cells = [(0, 0), (8, 15), (0, 14), (8, 1), (3, 8), (5, 7)]
    assert [token(board, *cell) for cell in cells] == ["A3C", "B3C", "144", "144", "1", "1"]
    assert total_gold(board) == 1850


def test_E63_start_parameters_on_a_generated_board() -> None:
    units = [["M", 2, 4, 4], ["C", 1, 4, 4], ["C", 1, 4, 4]]
    params = sujet(start_gold=7, start_units_A=units, height=5, width=5, gold_spots=0)
    board = boards.generate(params, 2, 0)
    assert head(board) == [5, 5, 0, 7, 7, 0, 0, 0]
    assert (token(board, 0, 0), token(board, 4, 4), total_gold(board)) == (".", "A2C2M+B3C", 0)


@pytest.mark.parametrize(
    ("changes", "code", "cell"),
    [
        ({"start_units_A": [["C", 1, 0, 16]]}, "map/cell-range", (0, 16)),
        ({"start_units_B": [["C", 1, 9, 0]]}, "map/cell-range", (9, 0)),
        ({"start_units_B": [["C", 1, -1, 0]]}, "map/cell-range", (-1, 0)),
        ({"start_units_A": []}, "map/no-units", None),
        ({"start_units_A": [["C", 10**9, 1, 2], ["C", 1, 1, 2]]}, "map/cell-syntax", (1, 2)),
        ({"start_units_A": [["B", 1, 8, 15]], "start_units_B": [["B", 1, 8, 15]]}, "map/mixed-buildings", (8, 15)),
        ({"start_units_B": [["B", 1, 2, 3], ["B", 1, 2, 3]]}, "map/building-limit", (2, 3)),
    ],
)
def test_2_start_units_refused(changes: dict[str, Any], code: str, cell: tuple[int, int] | None) -> None:
    with pytest.raises(BoardError) as caught:
        boards.generate(ORIGINAL | changes, 2, 0)
    assert (caught.value.code, caught.value.line, caught.value.cell) == (code, None, cell)
    if code == "map/cell-range":
        assert next(iter(changes)) in caught.value.message


# 3.5  Text form


def test_3_5_every_header() -> None:
    board = read(EVERYTHING, SUJET)
    assert head(board) == [2, 3, 7, 0, 1000000000, 3, 4, 1]
    assert boards.cell_at(board, 0, 0) == Cell(49, [2, 1, 3, 1, 0, 0])
    assert write(board) == EVERYTHING


def test_3_5_headers_in_any_order_and_defaults_left_out() -> None:
    headers = ("turn 1", "symmetry none", "score B 0", "gold B 25", "score A 0", "gold A 9")
    assert write(read(headed(*headers), SUJET)) == headed("gold A 9", "turn 1")


def test_3_5_comments_blank_lines_tabs_and_crlf() -> None:
    text = (
        "\n# a map\n  \t\nchartichaud-map 1\n \t# \x00\ufeff size\nsize\t1  6\n\ngrid\n#\n\t5+A1C .\t. \t.  . 5+B1C \n"
        "\nend\n\n# the end\n"
    )
    assert read(text, SUJET) == read(E36, SUJET)
    assert read(text.replace("\n", "\r\n"), SUJET) == read(E36, SUJET)
    assert read(E36.removesuffix("\n"), SUJET) == read(E36, SUJET)


def test_3_5_comments_count_as_lines() -> None:
    assert refused("# one\r\n\r\n" + second("0").replace("\n", "\r\n")) == ("map/cell-syntax", 6, (0, 1))


def test_3_5_largest_numbers() -> None:
    largest = "1000000000+A1000000000C1000000000M1000000000B+B1000000000C"
    assert token(read(second(largest), SUJET), 0, 1) == largest
    assert read(headed("turn 1000000000"), SUJET | {"max_turns": 1000000001}).turn == 1000000000


def test_3_5_largest_board() -> None:
    rows = [["."] * 100 for _ in range(100)]
    rows[0][0], rows[99][99] = "A1C", "B1B"
    text = "\n".join(["chartichaud-map 1", "size 100 100", "grid", *map(" ".join, rows), "end", ""])
    assert write(read(text, SUJET)) == text


# 3.7  Structural errors of the text form


@pytest.mark.parametrize("text", ["", "\n", " ", "size 1 6\n", "chartichaud-map  1\n", " chartichaud-map 1\n", "\x00"])
def test_3_7_magic(text: str) -> None:
    assert refused(text) == ("map/magic", 1, None)


def test_3_7_magic_at_the_line_where_it_is_looked_for() -> None:
    assert refused("# one\n\nchartichaud\n") == ("map/magic", 3, None)
    assert refused("# one\n# two\n") == ("map/magic", 2, None)


@pytest.mark.parametrize("text", [E36, as_json()])
def test_3_7_byte_order_mark(text: str) -> None:
    assert refused("\ufeff" + text) == ("map/magic", 1, None)
    assert "byte order mark" in message("\ufeff" + text)


@pytest.mark.parametrize(
    "line", ["colour red", "Turn 0", "gold C 5", "gold a 5", "grid 1", "seed\x00 1", "\ud800", "\rturn 1"]
)
def test_3_7_header_unknown(line: str) -> None:
    assert refused(headed("turn 0", line)) == ("map/header-unknown", 4, None)


def test_3_7_row_without_grid_is_an_unknown_header() -> None:
    text = E36.replace("grid\n", "")
    assert refused(text) == ("map/header-unknown", 3, None)
    assert message(text).endswith("is the line grid missing before it?")


@pytest.mark.parametrize(
    "line", ["size 1 6", "gold A 25", "gold B 1", "score A 0", "score B 0", "turn 0", "symmetry none"]
)
def test_3_7_header_duplicate(line: str) -> None:
    number = 3 if line.startswith("size") else 4
    assert refused(headed(line, line)) == ("map/header-duplicate", number, None)


@pytest.mark.parametrize(
    "line",
    [
        "gold", "gold A", "gold 5", "gold A x", "gold A -1", "gold A +1", "gold A 01", "gold A 1.0", "gold A 1 2",
        "gold A \u0661", "gold A 1\xa0", "gold B 1000000001", "gold B 99999999999999999999999999", "score", "score B",
        "score A -1", "turn", "turn x", "turn 1000000001", "turn 1 1", "symmetry", "symmetry Central", "symmetry 1",
    ],
)  # fmt: skip
def test_3_7_header_value(line: str) -> None:
    assert refused(headed(line)) == ("map/header-value", 3, None)


@pytest.mark.parametrize("size", ["", "1", "1 6 1", "0 6", "1 0", "101 6", "1 101", "-1 6", "1 x", "1 06"])
def test_3_7_size_value(size: str) -> None:
    assert refused(E36.replace("size 1 6", f"size {size}")) == ("map/header-value", 2, None)


def test_3_7_size_missing() -> None:
    assert refused(E36.replace("size 1 6\n", "")) == ("map/size-missing", 2, None)


def test_3_7_grid_missing() -> None:
    assert refused("chartichaud-map 1\nsize 1 6\n") == ("map/grid-missing", 2, None)
    assert refused("chartichaud-map 1\nsize 1 6\nend\n") == ("map/grid-missing", 3, None)


def test_3_7_rows() -> None:
    assert refused(E36.replace("size 1", "size 2")) == ("map/rows", 5, None)
    assert refused(E36.replace("end", ". . . . . .\nend")) == ("map/rows", 5, None)
    assert refused(E36.replace("end", "END")) == ("map/rows", 5, None)
    assert refused("chartichaud-map 1\nsize 1 6\ngrid") == ("map/rows", 3, None)


def test_3_7_columns_of_a_later_row() -> None:
    text = "chartichaud-map 1\nsize 2 2\ngrid\nA1C B1C\n# here\n. . .\nend\n"
    assert refused(text) == ("map/columns", 6, None)
    assert "row y 1 " in message(text)


@pytest.mark.parametrize(
    "cell",
    [
        "00", "01", "-1", "+1", "1+", "..", ".+1", "x", "1x", "A", "AC", "A0C", "A01C", "A1", "A1c", "a1C", "A1D",
        "C1C", "A1C1", "1A1C", "A1C+1", "B1C+A1C", "B1C+1", "A1M1C", "A1B1M", "A1C++B1C", "1000000001", "A1000000001C",
        "A1C+B9999999999M", "99999999999", "A1C-B1C", "\u0661", "\xa0", "1\x0c", "\x00", "\ud800", "\ufeff", "\r", "#",
        "A1M1C1M",
    ],
)  # fmt: skip
def test_3_7_cell_syntax(cell: str) -> None:
    assert refused(second(cell)) == ("map/cell-syntax", 4, (0, 1))


@pytest.mark.parametrize("cell", ["5+5", "A1C+A1M", "A1C+A1C", "B1C+B1M", "A1C1C", "1+B2M2M", "1+A1C+1", "A1C+B1C+A1M"])
def test_3_7_cell_duplicate(cell: str) -> None:
    assert refused(second(cell)) == ("map/cell-duplicate", 4, (0, 1))


def test_3_7_trailing() -> None:
    assert refused(E36 + "\n# comment\nmore") == ("map/trailing", 8, None)
    assert refused(E36 + "end\n") == ("map/trailing", 6, None)


# 3.7  Whole-map checks


def test_3_7_building_limit() -> None:
    assert refused(second("B2B"), ORIGINAL) == ("map/building-limit", 4, (0, 1))
    assert refused(second("A3B"), SUJET | {"max_buildings_per_cell": 2}) == ("map/building-limit", 4, (0, 1))
    assert token(read(second("A2B"), SUJET | {"max_buildings_per_cell": 2}), 0, 1) == "A2B"


def test_3_7_turn_range() -> None:
    assert refused(headed("gold A 1", "turn 300")) == ("map/turn-range", 4, None)
    assert read(headed("turn 299"), SUJET).turn == 299


def test_3_7_asymmetric_units_must_be_exchanged() -> None:
    text = "chartichaud-map 1\nsize 2 2\nsymmetry central\ngrid\nA1C B1M\nB1M B1C\nend\n"
    assert refused(text) == ("map/asymmetric", 5, (0, 1))
    assert read(text.replace("\nB1M", "\nA1M"), SUJET).symmetry == 1


def test_3_7_asymmetric_centre() -> None:
    text = "chartichaud-map 1\nsize 1 3\nsymmetry central\ngrid\nA1C A1M B1C\nend\n"
    assert refused(text) == ("map/asymmetric", 5, (0, 1))
    assert token(read(text.replace("A1M", "3+A1M+B1M"), SUJET), 0, 1) == "3+A1M+B1M"


def test_3_7_whole_map_checks_in_the_order_of_the_table() -> None:
    text = headed("turn 999", "symmetry central").replace("5+A1C . . . . 5+B1C", "A2B+B1B B2B . . . .")
    no_b = headed("turn 999", "symmetry central").replace("+B1C", "")
    assert refused(text, ORIGINAL)[0] == "map/mixed-buildings"
    assert refused(text.replace("+B1B", ""), ORIGINAL) == ("map/building-limit", 6, (0, 0))
    assert refused(no_b, ORIGINAL)[0] == "map/no-units"
    assert refused(text)[0] == "map/turn-range"
    assert refused(text.replace("turn 999", "turn 9")) == ("map/asymmetric", 6, (0, 0))


def test_3_7_first_error_in_reading_order() -> None:
    assert refused(headed("turn x").replace(" .", " 0") + "more") == ("map/header-value", 3, None)
    assert refused(second("0").replace("5+B1C", "5") + "more") == ("map/cell-syntax", 4, (0, 1))
    assert refused(headed("turn 999") + "more") == ("map/trailing", 7, None)


# 3.6  JSON form


def test_3_6_example() -> None:
    text = """
        {"format": "chartichaud-map", "version": 1, "height": 3, "width": 4,
         "gold": {"A": 25, "B": 25}, "score": {"A": 0, "B": 0}, "turn": 0, "symmetry": "none",
         "cells": [{"y": 0, "x": 0, "A": {"C": 3}},
                   {"y": 1, "x": 2, "G": 49, "B": {"C": 1, "B": 1}},
                   {"y": 2, "x": 3, "B": {"M": 2}}]}"""
    board = read(text, SUJET)
    assert write(board) == "chartichaud-map 1\nsize 3 4\ngrid\nA3C . . .\n. . 49+B1C1B .\n. . . B2M\nend\n"
    assert write_json(board) == " ".join(text.split())


def test_3_6_same_board_as_the_text_form() -> None:
    assert read(as_json(), SUJET) == read(E36, SUJET)
    everything = read(EVERYTHING, SUJET)
    assert read(write_json(everything), SUJET) == everything


def test_3_6_any_order_of_keys_and_cells() -> None:
    changed = dict(reversed(E36_JSON.items())) | {"cells": E36_JSON["cells"][::-1], "gold": {"B": 40}}
    assert read(json.dumps(changed), SUJET) == read(headed("gold B 40"), SUJET)


@pytest.mark.parametrize(
    "text",
    [
        "{", "{}", '{"format": "chartichaud-map"}', as_json(format="map"), as_json(version=2), as_json(version=True),
        as_json(version=1.0), as_json(version="1"), as_json() + "x", as_json()[:-1], as_json().replace(":", "=", 1),
        '{"a": \x00}', '{"a":' * 100_000, '{"a":' + "[" * 100_000,
    ],
    ids=range(14),
)  # fmt: skip
def test_3_6_magic(text: str) -> None:
    assert refused(text) == ("map/magic", None, None)


def test_3_6_malformed_json_names_the_place() -> None:
    assert "line 2, column 7" in message('{"format":\n  "a" "b"}')


def test_3_6_header_unknown() -> None:
    assert refused(as_json(size=[1, 6])) == ("map/header-unknown", None, None)
    assert refused(as_json(gold={"C": 1})) == ("map/header-unknown", None, None)
    assert refused(with_cell(y=0, x=1, g=3)) == ("map/header-unknown", None, (0, 1))
    assert refused(with_cell(y=0, x=1, A={"D": 3})) == ("map/header-unknown", None, (0, 1))
    assert refused(as_json(**{"\ud800": 1})) == ("map/header-unknown", None, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"height": 1', '"height": 1, "height": 1'),
        ('"version": 1', '"version": 1, "version": 1'),
        ('"height": 1', '"height": 1, "gold": {"A": 1, "A": 1}'),
        ('"cells"', '"cells": [], "cells"'),
    ],
)
def test_3_6_header_duplicate(old: str, new: str) -> None:
    assert refused(as_json().replace(old, new)) == ("map/header-duplicate", None, None)


@pytest.mark.parametrize(
    "changes",
    [
        {"height": 0}, {"height": 101}, {"width": "6"}, {"width": 6.0}, {"height": True}, {"turn": -1}, {"turn": False},
        {"turn": 1000000001}, {"turn": []}, {"turn": {}}, {"symmetry": "Central"}, {"symmetry": 1}, {"symmetry": []},
        {"symmetry": "\ud800"}, {"gold": 25}, {"gold": {"A": "25"}}, {"gold": {"A": -1}}, {"score": {"B": 0.5}},
        {"score": {"B": float("inf")}}, {"score": []}, {"cells": {}}, {"cells": 0}, {"gold": {"A": {"A": 1}}},
    ],
    ids=str,
)  # fmt: skip
def test_3_6_header_value(changes: dict[str, Any]) -> None:
    assert refused(as_json(**changes)) == ("map/header-value", None, None)


def test_3_6_null_is_no_value() -> None:
    assert refused(as_json().replace('"height": 1', '"height": null')) == ("map/header-value", None, None)


def test_3_6_huge_integers() -> None:
    huge = "9" * 100_000
    assert refused(as_json().replace('"width": 6', f'"width": {huge}')) == ("map/header-value", None, None)
    assert refused(as_json().replace('"width": 6', f'"width": -{huge}')) == ("map/header-value", None, None)
    assert refused(as_json().replace('"G": 5', f'"G": {huge}', 1)) == ("map/cell-syntax", None, (0, 0))
    assert refused(as_json().replace('"x": 5', f'"x": {huge}'))[0] == "map/cell-range"
    assert len(message(as_json().replace('"width": 6', f'"width": {huge}'))) < 200


def test_3_6_deep_values_that_can_still_be_parsed() -> None:
    deep = "[" * 400 + "]" * 400
    assert refused(as_json().replace('"width": 6', f'"width": {deep}')) == ("map/header-value", None, None)


def test_3_6_size_and_grid_missing() -> None:
    assert refused(as_json(height=None)) == ("map/size-missing", None, None)
    assert refused(as_json(width=None, cells=None)) == ("map/size-missing", None, None)
    assert refused(as_json(cells=None)) == ("map/grid-missing", None, None)


@pytest.mark.parametrize(
    "item",
    [
        {"G": 0}, {"G": -1}, {"G": True}, {"G": "5"}, {"G": 1.0}, {"G": 1000000001}, {"A": {}}, {"A": []}, {"A": "1C"},
        {"A": {"C": 0}}, {"B": {"M": True}}, {"B": {"M": {}}}, {"G": None}, {},
    ],
    ids=str,
)  # fmt: skip
def test_3_6_cell_syntax(item: dict[str, Any]) -> None:
    assert refused(with_cell(y=0, x=1, **item)) == ("map/cell-syntax", None, (0, 1))


@pytest.mark.parametrize(
    "item", [0, None, [], {}, {"y": 0}, {"x": 0}, {"y": True, "x": 0}, {"y": 0, "x": "0"}], ids=str
)
def test_3_6_cell_without_position(item: Any) -> None:
    assert refused(as_json(cells=[item])) == ("map/cell-syntax", None, None)


@pytest.mark.parametrize(("y", "x"), [(1, 0), (0, 6), (-1, 0), (0, -1)])
def test_3_6_cell_range(y: int, x: int) -> None:
    assert refused(with_cell(y=y, x=x, G=1)) == ("map/cell-range", None, (y, x))


def test_3_6_cell_duplicate() -> None:
    assert refused(with_cell(y=0, x=0, G=1)) == ("map/cell-duplicate", None, (0, 0))
    for old, new in [('"G": 5', '"G": 5, "G": 5'), ('"C": 1', '"C": 1, "C": 1'), ('"x": 0', '"x": 0, "x": 0')]:
        assert refused(as_json().replace(old, new, 1)) == ("map/cell-duplicate", None, (0, 0))


def test_3_6_whole_map_checks_apply() -> None:
    assert refused(with_cell(y=0, x=1, A={"B": 1}, B={"B": 1}), ORIGINAL) == ("map/mixed-buildings", None, (0, 1))
    assert refused(as_json(cells=[])) == ("map/no-units", None, None)
    assert refused(as_json(turn=300)) == ("map/turn-range", None, None)
    assert refused(with_cell(y=0, x=1, G=1)[:-1] + ', "symmetry": "central"}') == ("map/asymmetric", None, (0, 1))


# Whatever the text, a board or a BoardError; whatever the board, the same one back


UNTIMED = settings(deadline=None)


@st.composite
def some_boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    amounts = st.one_of(st.just(0), st.integers(0, 12), st.integers(0, boards.LARGEST))
    turn = draw(st.integers(0, 299))
    starts = Starts(*([draw(amounts) for _ in boards.PLAYERS] for _ in Starts._fields))
    gold = draw(st.lists(amounts, min_size=height * width, max_size=height * width))
    units = draw(st.lists(amounts, min_size=height * width * UNITS, max_size=height * width * UNITS))
    for first in boards.FIRST.values():
        units[first] = units[first] or 1
    return Board(height, width, turn, 0, starts, Cells(gold, units))


@UNTIMED
@given(some_boards())
def test_3_5_round_trip(board: Board) -> None:
    assert read(write(board), SUJET) == board
    assert write(read(write(board), SUJET)) == write(board)


@UNTIMED
@given(some_boards())
def test_3_6_round_trip(board: Board) -> None:
    assert read(write_json(board), SUJET) == board
    assert write_json(read(write_json(board), SUJET)) == write_json(board)


@UNTIMED
@given(st.integers(0, 2**64 - 1), st.integers(1, 8), st.integers(1, 8))
def test_3_4_generated_boards_are_symmetric_and_readable(seed: int, height: int, width: int) -> None:
    board = boards.generate(sujet(height=height, width=width), 2, seed)
    assert read(write(board).replace("grid", "symmetry central\ngrid"), SUJET).cells == board.cells


def check_board_or_board_error(text: str) -> None:
    try:
        board = read(text, ORIGINAL)
    except BoardError as error:
        str(error).encode()
    else:
        assert read(write(board), ORIGINAL) == board


@UNTIMED
@given(st.text(st.characters(codec=None)))
def test_3_7_any_text(text: str) -> None:
    check_board_or_board_error(text)
    check_board_or_board_error("chartichaud-map 1\n" + text)
    check_board_or_board_error("{" + text)


@UNTIMED
@given(st.binary())
def test_3_7_any_bytes(data: bytes) -> None:
    for text in (data.decode("latin-1"), data.decode("utf-8", "replace"), data.decode("utf-8", "surrogateescape")):
        check_board_or_board_error(text)


PIECES = [
    *"\n\r\t 0159+-.ABCM#{}[],:\"'\x00\ufeff\ud800",
    "end\n",
    "grid\n",
    "size 2 2\n",
    "turn 1\n",
    "null",
    '"G": 1',
]


@UNTIMED
@given(
    st.sampled_from([E36, EVERYTHING, as_json(), write_json(read(EVERYTHING, SUJET))]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.sampled_from(PIECES) | st.text(max_size=3)), max_size=4),
)
def test_3_7_mutated_maps(text: str, changes: list[tuple[float, int, str]]) -> None:
    for where, removed, added in changes:
        at = int(where * len(text))
        text = text[:at] + added + text[at + removed :]
    check_board_or_board_error(text)


@st.composite
def json_values(draw: st.DrawFn) -> Any:
    names = ["y", "x", "G", "A", "B", "C", "M", "gold", "score", "turn", "symmetry", "cells", "height", "width"]
    scalars = st.none() | st.booleans() | st.integers() | st.integers(0, 2) | st.floats() | st.text(max_size=3)
    leaves = scalars | st.sampled_from(["none", "central"])
    keys = st.sampled_from(names) | st.text(max_size=2)
    return draw(st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=12))


@UNTIMED
@given(
    st.dictionaries(st.sampled_from(["height", "width", "gold", "score", "turn", "symmetry", "cells"]), json_values())
)
def test_3_7_any_json(changes: dict[str, Any]) -> None:
    check_board_or_board_error(as_json(**changes))
    check_board_or_board_error(as_json(cells=[*E36_JSON["cells"], *changes.values()]))
