"""What viewers are shown, and which positions can be loaded."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.core.errors import StateError

from ..scene import drawing
from .vocabulary import played


def table(preset: str = "sujet") -> joute.Table:
    """A Barbare shouts at an enemy, and kills another by the hammer next time; listened to."""
    puts = ["given put B0 1,2 EST", "given put V1 3,2 NORD 3", "given put E0 4,4 EST"]
    found = played("map P9", "given phase attaque", *puts, preset=preset)
    found.world = found.game.listening(found.world, 50)
    return found


def drawing_text(scene: dict[str, Any]) -> list[str]:
    return ["".join(text for text, _ in line) for line in drawing(scene)]


def told(game: joute.Table, seat: int | None = None) -> list[str]:
    return drawing_text(game.scene(seat))


def test_events_tell_the_resolution() -> None:
    game = table()
    assert game.seat(0).call("perso_attaque", (0, 1, 10, 1), 0, (3, 2)) == 4
    assert game.seat(0).call("perso_attaque", (0, 2, 10, 1), 6, (8, 4)) == 4
    game.end_phase()
    lines = told(game)
    assert lines[-4:] == [
        "In the attack before:",
        "Voleur of J2 dies at 3,2 by J1",
        "Barbare of J1 swings the hammer at 3,2: Voleur of J2 -3",
        "Elfe of J1 plays Loto on 8,4",
    ]
    assert [event["kind"] for event in game.scene()["events"]] == ["struck", "hit", "struck", "died"]
    assert told(game, 1)[-2:] == ["In the attack before:", "Voleur of J2 dies at 3,2"]


def test_pushes_and_lost_orders_are_told() -> None:
    """The palantír of the thrown Voleur would lie off the map, three columns further."""
    game = table()
    assert game.seat(0).call("perso_attaque", (0, 1, 10, 1), 4, (0, 0)) == 4
    assert game.seat(1).call("perso_attaque", (1, 0, 10, 1), 1, (6, 0)) == 4
    game.end_phase()
    assert told(game)[-2:] == [
        "Barbare of J1 shouts Fus Ro Dah from 1,2: Voleur of J2 flies 3,2 to 6,2, Elfe of J1 flies 4,4 to 6,4",
        "Voleur of J2 loses its order (palantír)",
    ]
    assert told(game, 1)[-2:] == ["Voleur of J2 loses its order (palantír)", "Voleur of J2 flies 3,2 to 6,2"]


def test_walks_are_told_team_by_team() -> None:
    game = table("finale")
    game.end_phase()
    assert game.turn.phase == "deplacement"
    for perso, path in (((0, 2), [(5, 4)]), ((1, 0), [(3, 1), (3, 0)]), ((0, 1), [(1, 1)])):
        assert game.seat(perso[0]).call("perso_deplace", (*perso, 10, 0), path, 1) == 4
    assert game.seat(1).call("perso_deplace", (1, 1, 10, 0), [], 1) == 4
    game.end_phase()
    assert told(game)[-3:] == [
        "In the walk before:",
        "J1 walks: Barbare 1,2 to 1,1, Elfe 4,4 to 5,4",
        "J2 walks: Voleur 3,2 to 3,0",
    ]
    game.world = game.game.listening(game.world, 50)
    game.end_phase()
    assert told(game)[-1] == ". grass  _ road  F forest  ~ marsh  # wall  T tower"


@pytest.mark.parametrize(
    ("hits", "said"),
    [
        ([(0, 0)], "Voleur of J2 dies at 3,2 by J1"),
        ([(0, 0), (2, 2)], "Voleur of J2 dies at 3,2 by J1 and J3"),
        ([(0, 0), (2, 2), (3, 1)], "Voleur of J2 dies at 3,2 by J1, J3 and J4"),
        ([(1, 2)], "Voleur of J2 dies at 3,2 by its own team"),
        ([(1, 2), (0, 0)], "Voleur of J2 dies at 3,2 by J1 and J2: friend and enemy, no points"),
    ],
)
def test_a_death_says_by_whose_hand(hits: list[tuple[int, int]], said: str) -> None:
    scene = joute.Table(joute.load_game("casus_belli"), "9 9 0 0 0 1 " + " ".join(["." * 9] * 9), 4).scene()
    scene["events"] = [{"kind": "hit", "character": 3 * t + c, "victim": 3, "damage": 3} for t, c in hits]
    scene["events"].append({"kind": "died", "character": 3, "cell": 3 + 2 * scene["width"]})
    lines = drawing_text(scene)
    assert lines[lines.index("In the attack before:") + 1] == said


def test_two_shouts_that_kill_are_told() -> None:
    """finale, 4.6.2: both shouters hit before either has shouted."""
    puts = ["given put B0 0,2 EST", "given put B1 8,2 OUEST", "given put V2 4,2 NORD"]
    game = played("seats 3; map P9", "given phase attaque", *puts, preset="finale")
    game.world = game.game.listening(game.world, 50)
    for seat in (0, 1):
        assert game.seat(seat).call("perso_attaque", (seat, 1, 10, 0), 4, (0, 0)) == 4
    game.end_phase()
    assert told(game)[-6:] == [
        "In the attack before:",
        "Voleur of J3 dies at 5,2 by J1 and J2",
        "Barbare of J1 is one of two who shout: Voleur of J3 -255",
        "Barbare of J2 is one of two who shout: Voleur of J3 -255",
        "Barbare of J2 shouts Fus Ro Dah from 8,2: Voleur of J3 flies 4,2 to 3,2",
        "Barbare of J1 shouts Fus Ro Dah from 0,2: Voleur of J3 flies 3,2 to 5,2",
    ]


def test_scene_of_a_seat_shows_its_sight_alone() -> None:
    game = table()
    scene = game.scene(1)
    assert {(c["team"], c["class"]) for c in scene["characters"] if c["team"] == 1} == {(1, 0), (1, 1), (1, 2)}
    assert not any(c["team"] == 0 and (c["x"], c["y"]) == (1, 2) for c in scene["characters"])
    assert scene["sight"] == [
        "111111100",
        "011111000",
        "001110000",
        "000000000",
        "000000000",
        "000000000",
        "100000000",
    ]
    assert game.scene()["sight"] is None
    assert "as seen by J2" in told(game, 1)[0]


def test_a_scene_tells_sizes_as_the_parameters_have_them() -> None:
    game = joute.load_game("casus_belli", ELFE_VISION_PORTEE=2, VOLEUR_DEPLACEMENT=7)
    scene = joute.Table(game, "4 2 0 0 1 9 ...# ....", 2).scene()
    assert (scene["zone_size"], scene["pace"]) == (2, 8)


def test_drawing_shows_letters_and_arrows() -> None:
    lines = told(table())
    assert lines[0].startswith("turn 0 / 49   attack")
    row = next(line for line in lines if line.startswith("  2 "))
    assert row == "  2 .  B1>.  V2^.  .  .  .  .  "
    assert next(line for line in lines if line.startswith("  6 ")) == "  6 X  " + "###" * 8


@pytest.mark.parametrize("width", [9, 40, 120])
def test_drawings_tell_teams_apart_without_colour(width: int) -> None:
    """Whatever room there is: three columns a cell, two, or one."""
    scene = table().scene()
    scene |= {"width": width, "ground": ["." * width] * 9, "palantirs": [[2, 2], None], "zones": [[2, 3], None]}
    lone = [{"class": 0, "team": 0, "life": 10, "full": 10, "x": 1, "y": 1, "direction": 0}]
    first = scene | {"characters": lone}
    for other in (
        {"characters": [lone[0] | {"team": 1}]},
        {"palantirs": [None, [2, 2]]},
        {"zones": [None, [2, 3]]},
    ):
        assert drawing_text(first) != drawing_text(first | other)


def test_drawing_of_a_hundred_teams_stays_short() -> None:
    game = joute.Table(joute.load_game("casus_belli"), seats=100, seed=1)
    lines = told(game)
    assert "and 90 more teams" in lines
    assert len(lines) < 130


# Positions by hand


def spoil(edit: Any) -> dict[str, Any]:
    dump = joute.Table(joute.load_game("casus_belli"), "4 2 0 0 1 9 ...# ....", 2).dump()
    edit(dump["state"])
    return dump


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: s["characters"][0].update(cell=-1), "stands nowhere"),
        (lambda s: s["characters"][0].update(life=0), "no life"),
        (lambda s: s["characters"][0].update(respawn=-1), "no respawn point"),
        (lambda s: s["characters"][4].update(cell=3), "in a wall"),
        (lambda s: s["characters"][4].update(respawn=3), "in a wall"),
        (lambda s: s["characters"][4].update(arrived=99), "after the last arrival"),
        (lambda s: s["characters"][2].update(walk_length=1), "leaves the map"),
        (lambda s: s["head"].update(viewer=1) or s["characters"][0].update(cell=-1), "this is the view of a player"),
        (lambda s: s["head"].update(viewer=1), "this is the view of a player"),
        (lambda s: s["plans"].extend([plan(0), plan(0)]), "the state holds orders of this phase"),
        (lambda s: s["plans"].append(plan(0, attack=0)), "the state holds orders of this phase"),
        (lambda s: s["plans"].append(plan(0, length=2)), "the state holds orders of this phase"),
        (lambda s: s["head"].update(phase=2) or s["plans"].append(plan(0, attack=6)), "the state holds orders of this"),
        (lambda s: s["head"].update(turn=10), "state.head.turn: found 10, expected a number from 0 to 9"),
        (lambda s: s["head"].update(turn=1), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=1, turn=1), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=2), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=3, turn=9), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=4, turn=8), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=5, turn=0), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(arrivals=2**62), "state.head.arrivals"),
        (lambda s: s["characters"][4].update(arrived=0), "two characters arrived at the same moment"),
        (lambda s: s["characters"][0].update(life=11), "a character has more life than its class"),
        (lambda s: s["characters"][0].update(recharge_1=3), "a recharge is longer than the cooldown of its attack"),
        (lambda s: s["characters"][5].update(recharge_2=5), "a recharge is longer than the cooldown of its attack"),
        (lambda s: s["teams"][0].update(palantir=3), "a palantír is in a wall"),
        (lambda s: s["teams"][0].update(score=2**62), r"state.teams\[0\].score"),
        (lambda s: s["characters"][0].update(shift_x=1), "shifted as no push can shift it"),
        (lambda s: s["characters"][0].update(walk_from=-1), "stands nowhere"),
        (lambda s: s["characters"][0].update(walk_from=3), "in a wall"),
        (lambda s: s["routes"].append({"character": 0, "word": 0, "walked": 1}), "has steps beyond its length"),
        (lambda s: s["routes"].append({"character": 0, "word": 0, "planned": 1}), "has steps beyond its length"),
        (lambda s: walk(s, 8), "costs more than its class has movement points"),
    ],
)
def test_impossible_positions_are_refused(edit: Any, said: str) -> None:
    with pytest.raises(StateError, match=said):
        joute.Table.load(spoil(edit))


def walk(state: dict[str, Any], length: int) -> None:
    """The first character went to and fro, east and west, over grass that costs two points a step."""
    state["characters"][0]["walk_length"] = length
    steps = sum((1 if step % 2 == 0 else 3) << 2 * step for step in range(length))
    state["routes"].append({"character": 0, "word": 0, "walked": steps})


@pytest.mark.parametrize(
    "edit",
    [
        lambda s: s["head"].update(phase=1) or walk(s, 4),
        lambda s: s["head"].update(phase=2, turn=1) or s["characters"][0].update(life=1, recharge_1=2, respawn=1),
        lambda s: s["head"].update(phase=3, turn=1) or s["characters"][0].update(recharge_1=3, recharge_2=5),
        lambda s: s["head"].update(phase=4, turn=9),
        lambda s: s["head"].update(phase=5, turn=9) or s["teams"][0].update(palantir=2, zone=3, score=-1),
    ],
)
def test_positions_that_play_can_reach_are_loaded(edit: Any) -> None:
    data = spoil(edit)
    assert joute.Table.load(data).dump() == data


def plan(character: int, attack: int = 7, length: int = 0) -> dict[str, int]:
    return {"character": character, "attack": attack, "x": 0, "y": 0, "length": length, "direction": 0}
