"""How the first game shows itself: its scene, and the drawing of it."""

from __future__ import annotations

import json

import pytest

import joute
from joute.cli.output.paint import painted
from joute.cli.player.drawing import drawn
from joute.core.drawing import STYLES
from joute.match.positions import listen


def table_of(rows: str, seat_rows: int, turn: int = 0, **params) -> joute.Table:
    """A table on a map, standing at the first turn that counts."""
    game = joute.load_game("chartichaud", **params)
    lines = rows.split("\n")
    text = f"chartichaud-map 1\nsize {seat_rows} {len(lines[0].split())}\nturn {turn}\ngrid\n{rows}\nend\n"
    table = joute.Table(game, text)
    table.end_phase()
    return table


def text_of(table: joute.Table, seat: int | None = None) -> list[str]:
    return [painted(line, colour=False) for line in drawn(table, [], seat)]


def test_a_scene_says_everything_and_is_json():
    table = table_of("9+A2C1B . . . B1M", 1)
    scene = table.scene()
    assert json.loads(json.dumps(scene)) == scene
    assert scene == {
        "game": "chartichaud",
        "turn": 0,
        "max_turns": 300,
        "phase": "turn",
        "current": 0,
        "seat": None,
        "players": [{"name": "A", "gold": 25, "score": 0}, {"name": "B", "gold": 25, "score": 0}],
        "winner": "",
        "reason": "",
        "height": 1,
        "width": 5,
        "cells": [[{"gold": 9, "units": [[2, 0, 1], [0, 0, 0]]}, {}, {}, {}, {"units": [[0, 0, 0], [0, 1, 0]]}]],
        "events": [],
    }


def test_the_scene_of_a_seat_hides_what_it_does_not_see():
    scene = table_of("9+A2C1B . . . B1M", 1).scene(0)
    assert scene["seat"] == 0
    assert scene["cells"] == [[{"gold": 9, "units": [[2, 0, 1], [0, 0, 0]]}, {}, {}, None, None]]
    assert [player["gold"] for player in scene["players"]] == [25, None]


def test_units_that_have_acted_are_in_the_scene():
    table = table_of("9+A2C1B . . . B1M", 1)
    table.seat(0).call("farm", 0, 0)
    cell = table.scene()["cells"][0][0]
    assert cell == {"gold": 8, "harvested": True, "units": [[2, 0, 1], [0, 0, 0]], "acted": [1, 0, 0]}


def test_a_cell_is_two_lines_with_gold_above_units():
    table = table_of("12+A3C1M . A1C+B1C . 7+A1C+B1B 144\n" + ". . . . . B1C", 2)
    assert text_of(table)[3:8] == [
        "    0         1         2         3         4         5",
        " 0  12                  A1C                 7 A1C     144",
        "    A3C1M     ·         B1C       ·         B1B",
        " 1",
        "    ·         ·         ·         ·         ·         B1C",
    ]


@pytest.mark.parametrize(
    ("cell", "upper", "lower"),
    [
        ("A3C1M1B", "     ", "A3CMB"),
        ("A30C10M4B", "     ", "A*44 "),
        ("12345+A1C", "12k  ", "A1C  "),
        ("3000000+A1C", "3e6  ", "A1C  "),
        ("99+A30C+B1C", "A30C ", "B1C  "),
    ],
)
def test_a_small_cell_keeps_to_its_width(cell, upper, lower):
    lines = text_of(table_of(" ".join([cell, *["."] * 14, "B1C"]), 1))
    assert f"{lines[4]:9}"[3:9] == f" {upper}"
    assert lines[5][3:9] == f" {lower}"


def test_the_usual_board_fits_in_100_columns():
    table = joute.Table(joute.load_game("chartichaud"), seed=3)
    for seat in (None, 0, 1):
        lines = text_of(table, seat)
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 25


def test_a_big_board_is_one_character_a_cell():
    game = joute.load_game("chartichaud", height=100, width=90, start_units_A=[["C", 1, 0, 0], ["M", 1, 0, 2]])
    lines = text_of(joute.Table(game, seed=1), 0)
    assert max(map(len, lines)) <= 100
    grid = lines[5:105]
    assert grid[0][:8] == " 0 a·A··"
    assert grid[99] == "99 " + "░" * 90


def test_drawings_tell_players_apart_without_colour():
    assert text_of(table_of("A1C . . . B1M", 1)) != text_of(table_of("B1C . . . A1M", 1))


def test_drawings_use_the_styles_of_the_contract():
    for size in (9, 60):
        game = joute.load_game("chartichaud", height=size, width=size)
        for seat in (None, 1):
            lines = drawn(joute.Table(game, seed=1), ["x", "y"], seat)
            assert {style for line in lines for _, style in line} <= set(STYLES)


def test_fights_are_told_where_somebody_listens():
    table = table_of("A4M+B1C3M . B1C", 1)
    listen(table)
    table.end_phase()
    assert table.scene()["events"] == [
        {"kind": "fight", "y": 0, "x": 0, "attacker": 0, "attacking": 4, "defending": 3, "survivor": 1, "left": 1}
    ]
    assert text_of(table, 1)[-1] == "fight at 0,0: A 4 against B 3, B keeps 1"


def test_only_the_first_fights_are_told_in_words():
    table = table_of(" ".join(["A1M+B1C"] * 9 + ["B1C"]), 1)
    listen(table)
    table.end_phase()
    assert len(table.scene()["events"]) == 9
    assert text_of(table)[-1] == "and 3 more fights"


def test_the_header_says_who_won_and_why():
    table = table_of("A1M B1C", 1)
    table.seat(0).call("move", "M", 0, 0, 0, 1)
    table.end(0)
    assert text_of(table)[0] == "turn 1 / 299   A wins (elimination)"
    table = table_of("A1M . B1C", 1)
    table.forfeit(0, "crash")
    assert text_of(table)[0] == "turn 0 / 299   B wins (crash of A)"
    table = table_of("A1C . . B1C", 1, max_turns=1)
    table.end(0)
    assert text_of(table)[0] == "turn 0 / 0   no one wins (turn limit, equal scores)"
