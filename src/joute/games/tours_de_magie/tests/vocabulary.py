"""What the scenarios of this game say beside the common notation (`core/conformance/scenario.py`).

Given: `W P0 (x,y) N` (wizards), `T P0 (x,y) [portee|vie|attaque|neuve N]` (a tower), `dead P0 SCORE`, `last round`.
Then: `rounds N` (the rounds played from here to the end).
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import joute
from joute.core.conformance import scenario
from joute.core.conformance.scenario import Backend, Outcome, Scenario, State, Vocabulary, interpreted

FOLDER = Path(__file__).resolve().parents[1]
GAME = FOLDER.name
PRESETS = ("sujet", "finale")


def seat_and_cell(player: str, cell: str) -> dict[str, int]:
    """The columns that P0 (x,y) stand for."""
    x, y = ast.literal_eval(cell)
    return {"x": x, "y": y, "seat": int(player[1:])}


def give_wizards(table: joute.Table, state: State, player: str, cell: str, number: str) -> None:
    """A group of wizards, all movable, the occupant set."""
    row = seat_and_cell(player, cell)
    base = row["x"] * table.game.params["TAILLE_TERRAIN"] + row["y"] in table.board.bases
    counts = {"sorciers": int(number), "deplacables": int(number), "engages": 0, "occupant": int(not base)}
    state["groups"].append(row | counts)


def give_tower(table: joute.Table, state: State, player: str, cell: str, *given: str) -> None:
    """A finished tower."""
    params = table.game.params
    usual = {"portee": 3, "vie": params["VIE_TOURELLE"], "attaque": params["ATTAQUE_TOURELLE"], "neuve": 0}
    values = dict(zip(given[::2], map(int, given[1::2]), strict=True))
    state["towers"].append(seat_and_cell(player, cell) | usual | values)


def give_dead(_: joute.Table, state: State, player: str, score: str) -> None:
    state["players"][int(player[1:])].update(magie=0, vivant=0, score=int(score))


def give_last_round(table: joute.Table, state: State, _round: str) -> None:
    state["head"]["turn"] = table.game.params["NB_TOURS_JOUES"] - 1


def settle(state: State) -> None:
    for name in ("towers", "groups"):
        state[name].sort(key=lambda row: (row["x"], row["y"], row["seat"]))


def then_rounds(table: joute.Table, number: str) -> Outcome:
    """The number of the round at each call of phase_construction, to the end."""
    rounds = []
    while table.turn.callback != "partie_fin":
        if table.turn.callback == "phase_construction":
            rounds.append(table.seat(0).call("tour_actuel"))
        table.end_phase()
    return rounds, list(range(int(number)))


VOCABULARY = Vocabulary(
    GAME,
    given={"W": give_wizards, "T": give_tower, "dead": give_dead, "last": give_last_round},
    then={"rounds": then_rounds},
    settle=settle,
)


def parse(text: str) -> Scenario:
    """The one scenario of a text."""
    (case,) = scenario.parse(text)
    return case


def play(case: Scenario, preset: str, backend: Backend = interpreted) -> Any:
    return scenario.play(case, VOCABULARY, backend, preset)


def position(case: Scenario, preset: str, backend: Backend = interpreted) -> joute.Table:
    return scenario.position(case, VOCABULARY, backend, preset)
