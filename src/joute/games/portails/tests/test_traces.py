"""Matches recorded from the original engine, replayed call by call: every answer and every state must be the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.recordings import Line, lines_of, name_of, plain, recordings

from .positions import GAME

FILES = recordings(Path(__file__).parent, "portails")
UNORDERED = ("liste_champs", "case_champs", "hist_champs_crees")
"""Decision 12: the original's order of fields depended on a sort with ties."""


def decision(line: Line) -> int:
    """The Decision by which the original's answer is not ours, or 0."""
    if line.get("exc"):
        return 17
    if line["phase"] == "end" and line["player"] == 1 and line["fn"].startswith("hist_"):
        return 20
    return 0


def in_any_order(fields: list[Any]) -> list[str]:
    return sorted(json.dumps(field, sort_keys=True) for field in fields)


def answer(table: joute.Table, line: Line, told: Line) -> None:
    """Repeat one call; `told` is what the caller must be told of its opponent's last turn."""
    seat = table.seat(line["player"])
    found = plain(seat.call(line["fn"], *line["args"]))
    if decision(line) == 17:
        assert found == ([-1, -1] if line["fn"] == "position_agent" else -1), line
    elif decision(line) == 20:
        assert found == told[line["fn"]], line
    elif line["fn"] in UNORDERED:
        assert found == sorted(found, key=lambda field: [field["som1"], field["som2"], field["som3"]]), line
        assert in_any_order(found) == in_any_order(line["ret"]), line
    else:
        assert (type(found), found) == (type(line["ret"]), line["ret"]), line


def compare(table: joute.Table, dump: Line) -> None:
    """Compare the truth with a recorded state."""
    state = table.dump()["state"]
    cells = table.seat(0).call("liste_portails")
    players = {str(n): {name: row[name] for name in ("x", "y", "score")} for n, row in enumerate(state["players"])}
    assert players == dump["players"]
    found = [
        {"x": cell.x, "y": cell.y, "owner": None if row["owner"] < 0 else row["owner"], "shields": row["shields"]}
        for cell, row in zip(cells, state["portals"], strict=True)
    ]
    wanted = [{name: portal[name] for name in ("x", "y", "owner", "shields")} for portal in dump["map"]["portals"]]
    assert found == wanted
    assert [(link["a"], link["b"]) for link in state["links"]] == edges(dump)
    numbers = {tuple(cell): number for number, cell in enumerate(cells)}
    fields = [tuple(numbers[tuple(corner)] for corner in field[:3]) for field in table.seat(0).call("liste_champs")]
    assert fields == triangles(dump)


def edges(dump: Line) -> list[tuple[int, int]]:
    return [(edge["from"], edge["to"]) for edge in dump["map"]["edges"]]


def triangles(dump: Line) -> list[tuple[int, ...]]:
    return sorted((t["s0"], t["s1"], t["s2"]) for t in dump["map"]["triangles"])


def history(before: Line, after: Line, player: int) -> Line:
    """5  What the opponent of a player is told of its turn, from the states at the two ends of it."""
    old, new = before["map"]["portals"], after["map"]["portals"]
    place = [[portal["x"], portal["y"]] for portal in new]
    then = {edge: old[edge[0]]["owner"] for edge in edges(before)}
    links = [edge for edge in edges(after) if then.get(edge) != new[edge[0]]["owner"]]
    fields = [(a, b, c) for a, b, c in triangles(after) if {(a, b), (a, c), (b, c)} & set(links)]
    pairs = [(number, was, now) for number, (was, now) in enumerate(zip(old, new, strict=True))]
    taken = [n for n, was, now in pairs if now["owner"] == player != was["owner"]]
    lost = [n for n, was, now in pairs if was["owner"] == 1 - player != now["owner"]]
    shields = [n for n, was, now in pairs for _ in range(now["shields"] - was["shields"])]
    return {
        "hist_portails_captures": [place[n] for n in taken],
        "hist_portails_neutralises": [place[n] for n in lost],
        "hist_liens_crees": [{"extr1": place[a], "extr2": place[b], "joueur_l": new[a]["owner"]} for a, b in links],
        "hist_champs_crees": [
            {"som1": place[a], "som2": place[b], "som3": place[c], "joueur_c": new[a]["owner"]} for a, b, c in fields
        ],
        "hist_boucliers_ajoutes": [place[n] for n in shields],
    }


def replay(path: Path, game: Any) -> joute.Table:
    """Replay a recording to its end."""
    header, *lines = lines_of(path)
    assert game.constants.items() >= header["constants"].items()
    assert [member.lower() for member in game.api.enums["erreur"].__members__] == header["enums"]["erreur"]
    table = joute.Table(game, header["map"])
    dumps = [next(line["dump"] for line in lines if "dump" in line)] * 2
    told: list[Line] = [{}, {}]
    for line in lines:
        if "final_scores" in line:
            assert table.scores == line["final_scores"]
        elif "dump" in line:
            if line["at"] != "start":
                assert table.turn.seats == (line["player"],)
                table.end(line["player"])
                dumps = [dumps[1], line["dump"]]
                told[1 - line["player"]] = history(*dumps, line["player"])
            compare(table, line["dump"])
        else:
            if line["phase"] == "turn" and table.turn.callback == "partie_init":
                table.end_phase()
            assert line["player"] in table.turn.seats
            answer(table, line, told[line["player"]])
    return table


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_recording(path: Path) -> None:
    table = replay(path, joute.load_game(GAME, "finale", PREMIER_JOUEUR=0))
    assert table.turn.callback == "partie_fin"


def test_recording_compiled() -> None:
    table = replay(FILES[-1], joute.load_game(GAME, "finale", PREMIER_JOUEUR=0).native())
    assert table.turn.callback == "partie_fin"
