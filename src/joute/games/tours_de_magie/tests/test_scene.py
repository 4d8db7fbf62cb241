"""What viewers show of a state (rules, section 9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import joute

from ..scene import drawing
from .vocabulary import GAME, parse, position

FIGHT = """\
given phase deplacement
given W P0 (8,8) 1
given W P3 (9,9) 7
given W P1 (0,3) 3
given W P2 (15,15) 1234
given T P0 (2,2) vie 7
given players[1].magie = 12345
"""


def table_of(lines: str, preset: str = "sujet") -> joute.Table:
    table = position(parse(f"case S\n{lines}"), preset)
    table.world = table.game.listening(table.world, 100)
    return table


def text_of(scene: dict[str, Any]) -> list[str]:
    return ["".join(text for text, _ in line) for line in drawing(scene)]


def test_9_a_scene_tells_all_there_is() -> None:
    scene = table_of(FIGHT).scene()
    assert (scene["turn"], scene["max_turns"], scene["phase"], scene["side"]) == (0, 100, "deplacement", 31)
    assert (scene["tower_life"], scene["steps"]) == (10, 4)
    assert scene["players"][0] == {
        "name": "J1",
        "alive": True,
        "magic": 20,
        "score": 0,
        "towers": 1,
        "wizards": 1,
        "fountains": 0,
    }
    assert scene["towers"] == [{"x": 2, "y": 2, "owner": 0, "range": 3, "life": 7, "attack": 10}]
    assert scene["wizards"][0] == {"x": 0, "y": 3, "owner": 1, "count": 3, "movable": 3}
    assert [place["owner"] for place in scene["places"]] == [0, 1, 2, 3, None, None, None, None, 2]
    assert json.loads(json.dumps(scene)) == scene


def test_9_a_scene_tells_sizes_as_the_parameters_have_them() -> None:
    scene = joute.Table(joute.load_game(GAME, VIE_TOURELLE=7, PORTEE_SORCIER=2)).scene()
    assert (scene["tower_life"], scene["steps"]) == (7, 2)


def test_9_a_drawing_fits_and_shows_cells_in_the_colour_of_their_owner() -> None:
    lines = drawing(table_of(FIGHT).scene(1))
    texts = text_of(table_of(FIGHT).scene(1))
    assert max(map(len, texts)) <= 100
    assert texts[0] == "round 0 / 99   moves   as seen by J2"
    assert "magic  12k" in texts[2]
    row = next(line for line in lines if line and line[0][0].startswith(" 2 "))
    assert (" ▲7", "seat0") in row
    row = next(line for line in lines if line and line[0][0].startswith("15 "))
    assert ("C1k", "seat2") in row


@pytest.mark.parametrize("size", [31, 33, 61])
def test_9_drawings_tell_players_apart_without_colour(size: int) -> None:
    """Whatever room there is: three columns a cell, two, or one."""
    scene = joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=size)).scene()
    group, tower = {"x": 2, "y": 2, "count": 120}, {"x": 3, "y": 3, "life": 7}
    middle = size // 2
    for changed in (
        lambda seat: {"wizards": [group | {"owner": seat}]},
        lambda seat: {"towers": [tower | {"owner": seat}]},
        lambda seat: {"places": [{"kind": "artefact", "x": middle, "y": middle, "owner": seat}]},
    ):
        drawings = {"\n".join(text_of(scene | changed(seat))) for seat in range(4)}
        assert len(drawings) == 4


def test_9_events_are_told() -> None:
    table = table_of(FIGHT)
    assert table.seat(0).call("deplacer", (8, 8), (9, 8), 1) == 0
    assert table.seat(3).call("deplacer", (9, 9), (9, 8), 7) == 0
    assert table.seat(1).call("deplacer", (0, 3), (0, 0), 3) == 0
    table.end_phase()
    assert "fight at 9,8: J1, J4; 2 wizards lost, J4 keeps 6" in text_of(table.scene())
    for _ in range(2):
        table.end_phase()
    table.end_phase()
    assert "J2 captures the base of J1" in text_of(table.scene())
    assert "  J1  score  0   eliminated" in text_of(table.scene())


def test_9_two_towers_on_one_cell_are_told() -> None:
    table = table_of("given T P1 (3,0)\ngiven players[0].magie = 100\ngiven players[1].magie = 100", "finale")
    for seat in (0, 1):
        assert table.seat(seat).call("construire", (1, 0), 3) == 0
    table.end_phase()
    assert "two towers at 1,0: J1 keeps its own, J2 is paid back 20" in text_of(table.scene())


def test_9_equal_groups_leave_nobody() -> None:
    table = table_of("given phase deplacement\ngiven W P0 (8,8) 2\ngiven W P1 (8,9) 2")
    assert table.seat(1).call("deplacer", (8, 9), (8, 8), 2) == 0
    table.end_phase()
    assert "fight at 8,8: J1, J2; 4 wizards lost, nobody remains" in text_of(table.scene())


def test_9_large_boards_are_drawn_with_smaller_cells() -> None:
    for size in (3, 33, 49, 61):
        game = joute.load_game(GAME, TAILLE_TERRAIN=size)
        texts = text_of(joute.Table(game).scene())
        assert max(map(len, texts)) <= 100
        assert len([text for text in texts if text[:2].strip().isdigit()]) >= size
