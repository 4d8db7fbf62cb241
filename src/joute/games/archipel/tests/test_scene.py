"""The scene of a position and its drawing in a terminal."""

from __future__ import annotations

import json
from typing import Any

import joute
from joute.champions.sources.find import find
from joute.core.drawing import STYLES
from joute.match.positions import Positions
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, Recorder, Replay

from ..scene import drawing
from .vocabulary import FOLDER, GAME, M1, parse, position

CASE = parse(
    """case T
preset sujet; map M1
given
  boat 0 galion P0 (6,6); boat 1 galion P0 (6,6); boat 2 caravelle P1 (6,6) or 4; boat 3 caravelle P0 (0,0) or 2
  boat 4 caravelle P1 (0,0); boat 5 galion P1 (3,4)"""
)


def fought() -> tuple[joute.Table, dict[str, Any]]:
    """A position after the fights of J1's turn, and its scene."""
    table = position(CASE, lambda game: game)
    table.world = table.game.listening(table.world, 30)
    table.end(0)
    return table, table.scene()


def text_of(scene: dict[str, Any]) -> list[str]:
    return ["".join(text for text, _ in line) for line in drawing(scene)]


def test_a_scene_tells_the_whole_position() -> None:
    _, scene = fought()
    assert (scene["turn"], scene["max_turns"], scene["phase"], scene["current"]) == (1, 200, "turn", 1)
    assert (scene["height"], scene["width"], scene["map"]) == (8, 8, M1.split("\n")[2:-1])
    assert scene["players"][0] == {
        "name": "J1",
        "score": 0,
        "islands": 2,
        "volcanoes": 0,
        "caravelles": 1,
        "galions": 2,
        "gold": 44,
        "cargo": 2,
    }
    assert scene["islands"][-1] == {"x": 6, "y": 6, "volcano": False, "owner": 0, "gold": 24}
    assert scene["islands"][1] == {"x": 4, "y": 2, "volcano": True, "owner": None, "gold": 0}
    assert [(fleet["x"], fleet["y"]) for fleet in scene["fleets"]] == [(0, 0), (3, 4), (6, 6)]
    assert scene["fleets"][0]["sides"] == [
        {"caravelles": 1, "galions": 0, "gold": 2},
        {"caravelles": 1, "galions": 0, "gold": 0},
    ]
    assert [boat["id"] for boat in scene["boats"]] == [0, 1, 3, 4, 5]
    assert json.loads(json.dumps(scene)) == scene


def test_a_scene_tells_the_fights() -> None:
    _, scene = fought()
    assert scene["events"] == [
        {
            "kind": "fight",
            "x": 6,
            "y": 6,
            "attacker": 0,
            "galions": [2, 0],
            "winner": 0,
            "taken": True,
            "sunk": [{"id": 2, "seat": 1, "btype": 0, "nb_or": 4}],
            "loot": 4,
            "receiver": "island",
        }
    ]


def test_the_income_of_a_round_is_told() -> None:
    table, _ = fought()
    table.world = table.game.listening(table.world, 30)
    table.end(1)
    assert table.scene()["events"] == [{"kind": "income", "gold": [20, 0], "scores": [71, 4]}]


def test_a_drawing_has_the_map_the_fleets_and_the_fights() -> None:
    lines = text_of(fought()[1])
    assert lines[0] == "round 1 / 200   J2 to play"
    assert lines[1].startswith(
        "J1      0    2 islands  0 volcanoes     2 galions   1 caravelles   44 on land, 2 afloat"
    )
    assert lines[5] == " 0  X2·  ·  ·  ·  ·  ·  ·  "
    assert lines[6].split() == ["1", "·", "I", *"······"]
    assert lines[9] == " 4 ·  ·  ·   g ·  ·  ·  ·  "
    assert lines[11] == " 6 ·  ·  ·  ·  ·  ·  IG2·  "
    assert (
        lines[-1] == "fight at 6,6: J1 2 against J2 0, J1 sinks 1 and loses 0, takes the island, 4 gold on the island"
    )


def test_drawings_tell_players_apart_without_colour() -> None:
    scene = fought()[1]
    boats, none = {"caravelles": 1, "galions": 0, "gold": 0}, {"caravelles": 0, "galions": 0, "gold": 0}
    galions = none | {"galions": 2}
    fleets = [[boats, none], [none, boats], [galions, none], [none, galions]]
    drawings = [text_of(scene | {"fleets": [{"x": 1, "y": 0, "sides": sides}]}) for sides in fleets]
    assert [drawing[5][6:8] for drawing in drawings] == [" C", " c", " G", " g"]
    islands = [[{"x": 1, "y": 1, "gold": 0, "owner": owner}] for owner in (None, 0, 1)]
    lands = [text_of(scene | {"islands": island})[6][6] for island in islands]
    assert lands == ["o", "I", "i"]
    volcano = scene | {"map": [row.replace("o", "^") for row in scene["map"]]}
    assert [text_of(volcano | {"islands": island})[6][6] for island in islands] == ["^", "V", "v"]


def test_drawings_keep_to_the_styles_and_the_width() -> None:
    game = joute.load_game(GAME, FIN_PARTIE=3)
    table = joute.Table(game)
    rng = game.generator(1)
    while table.turn.seats:
        for seat in table.turn.seats:
            row = game.sample(table.seat(seat).world, seat, rng)
            while row is not None:
                table.seat(seat).order(row)
                row = game.sample(table.seat(seat).world, seat, rng)
        for line in drawing(table.scene()):
            assert all(style in STYLES for _, style in line)
            assert sum(len(text) for text, _ in line) <= 100
        table.end_phase()
    assert text_of(table.scene())[0].startswith("after 3 rounds   ")


def test_many_fights_are_told_in_few_lines() -> None:
    boats = [f"boat {2 * n} galion P0 ({n},0); boat {2 * n + 1} caravelle P1 ({n},0)" for n in range(8)]
    table = position(parse("case T\npreset finale; map M1\ngiven\n  " + "\n  ".join(boats)), lambda game: game)
    table.world = table.game.listening(table.world, 60)
    table.end(0)
    assert text_of(table.scene())[-1] == "and 2 more fights"


def test_4_6_step_8_a_film_tells_every_loss_of_a_great_battle() -> None:
    """The winner of each fight is said to lose one galion less than the loser had."""
    text = (FOLDER / "maps" / "escarmouche-12.txt").read_text(encoding="utf-8")
    game = joute.load_game(GAME).fitted(text)
    recorder = Recorder()
    table = joute.Table(game, text)
    Referee(table, [find(game, "corsair"), find(game, "settler")], recorder).play()
    header, *lines = recorder.lines
    film = Positions(Replay(header, tuple(line for line in lines if isinstance(line, PhaseLine))))
    events = [event for index in range(1, 41) for event in film.at(index).scene()["events"]]
    fights = [event for event in events if event["kind"] == "fight"]
    assert max(fight["galions"][1 - fight["winner"]] for fight in fights) > 40
    for fight in fights:
        lost = sum(boat["seat"] == fight["winner"] for boat in fight["sunk"])
        assert lost == max(0, fight["galions"][1 - fight["winner"]] - 1)
