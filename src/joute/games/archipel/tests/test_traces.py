"""Recordings of the original engine, replayed call by call: every answer and every dump is the same.

Preset `finale` with the recording's own constants and players counted from 0 (D35). A dump of the end of a turn was
taken after the fights, before the round is closed. There is no exception: the faults of the original that the rules
mend (D24 to D26, D28 to D30) do not occur in the recordings.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.recordings import lines_of, name_of, plain, recordings

from ..rules.fights import fights
from .vocabulary import GAME

FILES = recordings(Path(__file__).parent, "archipel")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_recording(path: Path) -> None:
    header, *calls, last = lines_of(path)
    game = joute.load_game(GAME, "finale", PREMIER_JOUEUR=0, **header["constants"])
    table = joute.Table(game, header["map"])
    for line in calls:
        if line.get("at") == "start":
            assert dump_of(table, table.state) == flat(line["dump"])
            continue
        catch_up(table, line)
        seat = table.seat(line["player"])
        if "dump" in line:
            assert dump_of(table, after_fights(seat)) == flat(line["dump"]), line["turn"]
        else:
            assert plain(seat.call(line["fn"], *line["args"])) == line["ret"], line
    assert table.turn.callback == "partie_fin"
    assert table.scores == last["final_scores"]


CALLBACKS = {"init": "partie_init", "turn": "jouer_tour", "end": "partie_fin"}


def catch_up(table: joute.Table, line: dict[str, Any]) -> None:
    """End the turns before the one a line belongs to."""
    wanted = CALLBACKS[line.get("phase", "turn")], line["turn"]
    while (table.turn.callback, table.turn.number) != wanted or line["player"] not in table.turn.seats:
        table.end_phase()


def after_fights(seat: Any) -> Any:
    """The state once the turn of a seat has been fought out."""
    world = seat.game.copy(seat.world)
    fights(world, seat.index)
    return world.state


def dump_of(table: joute.Table, state: Any) -> dict[str, Any]:
    """A state as the recordings write it."""
    found = table.game.layout.dump(state, table.game.dims(table.board, table.seats))
    terrain = [table.seat(0).call("info_terrain", (isle["x"], isle["y"])) for isle in found["islands"]]
    return {
        "turn": [found["head"]["turn"], table.game.constants["FIN_PARTIE"]],
        "scores": found["scores"],
        "cells": [
            {"x": isle["x"], "y": isle["y"], "type": kind, "gold": isle["nb_or"], "player": isle["seat"]}
            for isle, kind in zip(found["islands"], terrain, strict=True)
        ],
        "boats": [
            {"x": boat["x"], "y": boat["y"], "player": boat["seat"], "type": boat["btype"], "gold": boat["nb_or"]}
            for boat in found["boats"]
        ],
    }


def flat(dump: dict[str, Any]) -> dict[str, Any]:
    """A recorded dump without its levels."""
    scores = [dump["players"][str(player)]["score"] for player in range(2)]
    return {"turn": dump["turn"], "scores": scores} | dump["map"]
