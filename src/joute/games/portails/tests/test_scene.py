"""What viewers show: the scene, and its drawing in a terminal (rules, 6.11)."""

from __future__ import annotations

from typing import Any

import joute

from ..scene import drawing
from .positions import arranged, do, table_of

P, Q, R, S = (1, 1), (7, 1), (1, 7), (2, 2)
OUTER = [(P, Q), (Q, R), (P, R)]
INNER = [(P, S), (Q, S), (R, S)]


def text_of(scene: dict[str, Any]) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in drawing(scene)]


def drawn(table: joute.Table, seat: int | None = None) -> list[str]:
    return text_of(table.scene(seat))


def nested() -> joute.Table:
    portals = dict.fromkeys([P, Q, R, S], "J0") | {(8, 8): "neutral", (8, 6): "J1"}
    return arranged("finale", S, portals, [*OUTER, *INNER], shields={Q: 3}, TAILLE_TERRAIN=10)


def test_scene_of_nested_fields() -> None:
    scene = nested().scene()
    assert scene["size"] == 10
    assert scene["bases"] == [[2, 2], [0, 0]]
    assert scene["portals"][3] == {"x": 7, "y": 1, "owner": 0, "shields": 3}
    assert scene["portals"][5] == {"x": 8, "y": 8, "owner": None, "shields": 0}
    assert scene["fields"] == [
        {"corners": [0, 1, 3], "owner": 0, "twice_area": 36},
        {"corners": [1, 2, 3], "owner": 0, "twice_area": 24},
        {"corners": [0, 1, 2], "owner": 0, "twice_area": 6},
        {"corners": [0, 2, 3], "owner": 0, "twice_area": 6},
    ]
    assert scene["links"][0] == {"ends": [0, 1], "owner": 0, "fresh": False}
    first, second = scene["players"]
    assert [first[name] for name in ("portals", "links", "fields", "twice_area")] == [4, 6, 4, 72]
    assert [second[name] for name in ("portals", "links", "fields", "twice_area")] == [1, 0, 0, 0]


def test_drawing_shows_links_fields_and_pawns() -> None:
    lines = drawn(nested())
    assert lines == [
        "round 1 / 100   J1 to play",
        "J1 ◆ score 0   4 portals, 6 links, 4 fields of area 36   42 action, 6 move",
        "J2 ◇ score 0   1 portals, 0 links, 0 fields of area 0   42 action, 6 move",
        "",
        "   0",
        "   0 1 2 3 4 5 6 7 8 9",
        " 0 ∆◇· · · · · · · · ·",
        " 1 · ●───────────3 · ·",
        " 2 · │╲●◆────▒▒╱╱· · ·",
        " 3 · │ │▒▒▒▒▒╱╱· · · ·",
        " 4 · ││▒▒▒▒╱╱· · · · ·",
        " 5 · ││▒▒╱╱· · · · · ·",
        " 6 · │ ╱╱· · · · · ■ ·",
        " 7 · ●╱· · · · · · · ·",
        " 8 · · · · · · · · ○ ·",
        " 9 · · · · · · · · · ·",
        "",
        "○ portal of nobody   ◈ both pawns",
        "J1: ● portal, 1 to 9 with 1 to 9 shields   ◆ pawn   ⌂ base   ─ link   ░▒▓ inside 1, 2, 3 fields",
        "J2: ■ portal, a to i with 1 to 9 shields   ◇ pawn   ∆ base   ═ link   :%# inside 1, 2, 3 fields",
    ]


def test_drawings_tell_players_apart_without_colour() -> None:
    scene = nested().scene()
    others = scene | {
        "portals": [portal | {"owner": {0: 1, 1: 0}.get(portal["owner"])} for portal in scene["portals"]],
        "links": [link | {"owner": 1} for link in scene["links"]],
        "fields": [field | {"owner": 1} for field in scene["fields"]],
        "players": [player | {"x": 9 - player["x"]} for player in scene["players"]],
    }
    assert text_of(others)[6:14] == [
        " 0 ∆ · · · · · · · · ·◇",
        " 1 · ■═══════════c · ·",
        " 2 · ║\\■═════%%//·◆· ·",
        " 3 · ║ ║%%%%%//· · · ·",
        " 4 · ║║%%%%//· · · · ·",
        " 5 · ║║%%//· · · · · ·",
        " 6 · ║ //· · · · · ● ·",
        " 7 · ■/· · · · · · · ·",
    ]
    assert drawing(nested().scene())[12][1:] == [
        ("· ", "dim"),
        ("│", "seat0"),
        (" ", "dim"),
        ("╱╱", "seat0"),
        ("· · · · · ", "dim"),
        ("■", "seat1"),
        (" · ", "dim"),
    ]


def test_scene_hides_only_the_points_an_opponent_has_left() -> None:
    table = nested()
    own, other = table.scene(0)["players"], table.scene(1)["players"]
    assert (own[0]["action_points"], own[1]["action_points"]) == (42, None)
    assert (other[0]["action_points"], other[1]["action_points"]) == (None, 42)
    assert "action" not in drawn(table, 1)[1]


def test_scene_tells_the_last_turn_and_what_fields_paid() -> None:
    table = arranged("finale", P, dict.fromkeys([P, Q, R], "J0"), OUTER[1:], TAILLE_TERRAIN=10)
    table.world = table.game.listening(table.world, 8)
    do(table, 0, ("lier", Q), "ajouter_bouclier")
    table.end(0)
    scene = table.scene()
    assert scene["last"] == {
        "player": 0,
        "taken": [],
        "lost": [],
        "shielded": [0],
        "links": [[0, 2]],
        "fields": [[0, 1, 2]],
    }
    assert scene["paid"] == [{"kind": "paid", "player": 0, "points": 36}]
    assert drawn(table)[-1] == "J1: 1 new links, 1 new fields, 36 points from fields"


def heading(table: joute.Table) -> str:
    return drawn(table)[0]


def test_headings_of_a_match() -> None:
    table = table_of("finale", [P, P], [P], NB_TOURS=1, TAILLE_TERRAIN=10)
    fresh = joute.Table(table.game, table.dump()["board"])
    assert heading(fresh) == "round 1 / 1   before the first turn"
    assert "◈" in "".join(drawn(fresh))
    do(table, 0, "capturer")
    table.end(0)
    assert heading(table) == "round 1 / 1   J2 to play"
    table.end(1)
    assert heading(table) == "round 1 / 1   J1 wins"
    table.end_phase()
    assert heading(table) == "round 1 / 1   J1 wins"
    drawn_match = table_of("finale", [P, P], [], NB_TOURS=1, TAILLE_TERRAIN=10)
    drawn_match.end(0)
    drawn_match.end(1)
    assert heading(drawn_match) == "round 1 / 1   a draw"


def test_wide_boards_are_drawn_with_one_character_a_cell() -> None:
    table: Any = table_of("finale", [(0, 0), (59, 59)], [(30, 30)], TAILLE_TERRAIN=60)
    lines = drawn(table)
    assert lines[6] == " 0 ◆" + "·" * 59
    assert lines[36] == "30 " + "·" * 30 + "○" + "·" * 29
