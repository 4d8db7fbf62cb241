"""Recordings of the original engine, replayed call by call: every answer and every dump is the same.

Preset `finale` with the recording's own constants and players counted from 0 (Decision 1). Calls flagged `ub` read
outside a container in the original (Decision 24) and are left out. The original has one defect that changes the course
of a match (Decision 16); for these tests the rules are given that defect, and then nothing differs. Without it, the
first difference is a wizard that the defect made.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.recordings import lines_of, name_of, plain, recordings

from ..board import BASE
from ..rules.movement import deplacer
from ..rules.state import World, kind_of
from ..rules.wizards import gather, group_of
from .vocabulary import GAME

FILES = recordings(Path(__file__).parent, "tours_de_magie")
PHASES = {"construction": "construction", "move": "deplacement", "shoot": "tirs", "siege": "siege"}
"""The phases as the dumps name them."""


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_recording(path: Path) -> None:
    header, *calls, last = lines_of(path)
    game = joute.load_game(GAME, "finale", PREMIER_JOUEUR=0, **header["constants"])
    moves = {"deplacer": decision_16}
    actions = [replace(action, apply=moves.get(action.name, action.apply)) for action in game.rules.actions]
    game.rules = replace(game.rules, actions=tuple(actions))
    table = joute.Table(game)
    for line in calls:
        if line.get("at") == "start":
            assert dump_of(table) == flat(line["dump"])
        elif "dump" in line:
            catch_up(table, line)
            arrival = list(dict.fromkeys(order[0] for order in line["applied"]))
            assert [*applied(table, arrival)] == line["applied"], line
            table.end_phase(arrival)
            assert dump_of(table) == flat(line["dump"]), (line["turn"], line["phase"])
        else:
            catch_up(table, line)
            answer(table, line)
    assert table.turn.callback == "partie_fin"
    assert table.scores == last["final_scores"]


def decision_16(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> None:
    """The original: when all movable wizards leave a base, they still count as movable, and can leave it again."""
    groups, group = w.state.groups, group_of(w, seat, x, y)
    if nb > 0 and kind_of(w, x, y) == BASE and nb == groups.deplacables[group]:
        groups.sorciers[group] = max(0, groups.sorciers[group] - nb)
        gather(w, seat, to_x, to_y, nb, 0)
    else:
        deplacer(w, seat, x, y, to_x, to_y, nb)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_without_the_defect_of_decision_16_the_first_difference_is_its_own(path: Path) -> None:
    header, *calls, _ = lines_of(path)
    table = joute.Table(joute.load_game(GAME, "finale", PREMIER_JOUEUR=0, **header["constants"]))
    for line in calls:
        if "dump" not in line:
            catch_up(table, line)
            found = plain(table.seat(line["player"]).call(line["fn"], *line["args"]))
            if found != line["ret"] and not line.get("ub"):
                assert line["fn"] in ("nb_sorciers_deplacables", "deplacer")
                assert table.seat(0).call("info_case", line["args"][0]) == BASE
                return
    raise AssertionError("the recording does not show the defect any more")


def catch_up(table: joute.Table, line: dict[str, Any]) -> None:
    """End the phases before the one a line belongs to."""
    while (table.turn.phase, table.turn.number) != (line["phase"], line["turn"]):
        table.end_phase()


def answer(table: joute.Table, line: dict[str, Any]) -> None:
    """One call, answered as recorded."""
    found = plain(table.seat(line["player"]).call(line["fn"], *line["args"]))
    if not line.get("ub"):
        assert found == line["ret"], line


def applied(table: joute.Table, arrival: list[int]) -> Any:
    """The noted orders as the recordings list them: seat by seat, as they came in."""
    for index in sorted(range(table.seats), key=lambda seat: [*arrival, seat].index(seat)):
        for row in table.seat(index).orders:
            action, values = table.game.api.unflatten(row)
            yield [index, action.name, plain(values)]


def dump_of(table: joute.Table) -> dict[str, Any]:
    """A state as the recordings write it, without levels."""
    found = table.game.layout.dump(table.state, table.game.dims(table.board, table.seats))
    return {
        "turn": found["head"]["turn"],
        "phase": table.turn.phase if table.turn.phase not in ("init", "end") else "construction",
        "players": [(player["vivant"], player["magie"], player["score"]) for player in found["players"]],
        "wizards": {(g["x"], g["y"]): (g["seat"], g["sorciers"]) for g in found["groups"] if g["sorciers"]},
        "owners": owners(table, {(row["x"], row["y"]) for row in (*found["towers"], *found["groups"])}),
        "towers": {(t["x"], t["y"]): (t["seat"], t["portee"], t["vie"], t["attaque"]) for t in found["towers"]},
    }


def owners(table: joute.Table, taken: set[tuple[int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """The type and owner of the cells that have an owner or are not plain: special cells and some of those taken."""
    seat, side = table.seat(0), table.game.constants["TAILLE_TERRAIN"]
    places = {divmod(cell, side) for cell, kind in enumerate(table.board.kinds) if kind}
    found = {cell: (int(seat.call("info_case", cell)), seat.call("joueur_case", cell)) for cell in places | taken}
    return {cell: (kind, owner) for cell, (kind, owner) in found.items() if kind or owner >= 0}


def flat(dump: dict[str, Any]) -> dict[str, Any]:
    """A recorded dump in the same form."""
    players = [dump["players"][str(player)] for player in range(4)]
    cells, towers = dump["map"]["cells"], dump["map"]["towers"]
    return {
        "turn": dump["turn"][0],
        "phase": PHASES[dump["phase"]],
        "players": [(int(player["alive"]), player["magic"], player["score"]) for player in players],
        "wizards": {(c["x"], c["y"]): (c["wizards-player"], c["wizards"]) for c in cells if c["wizards"]},
        "owners": {(c["x"], c["y"]): (c["type"], c["object-player"]) for c in cells},
        "towers": {(t["x"], t["y"]): (t["player"], t["scope"], t["life"], t["attack"]) for t in towers},
    }
