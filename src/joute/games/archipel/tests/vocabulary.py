"""What the scenarios of this game say beside the common notation (`core/conformance/scenario.py`; rules, section 8.1).

`boat ID TYPE P0|P1 (x,y) [or N] [fixe|mobile]` and `island (x,y) owner N gold N` are given or hold then; `turn P1` is
given; `alive ID ...`, `tour N` and `over yes` hold then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import joute
from joute.core.conformance import scenario
from joute.core.conformance.scenario import Backend, Outcome, Scenario, State, Vocabulary, interpreted, position_of

FOLDER = Path(__file__).resolve().parents[1]
GAME = FOLDER.name
TYPES = ("caravelle", "galion")
S = (FOLDER / "maps" / "exemple-32.txt").read_text(encoding="utf-8")
M1 = """\
1 1
6 6
~~~~~~~~
~o~~~~~~
~~~~^~~~
~~o~~~~~
~~~~~~~~
~~~~oo~~
~~~~~~o~
~~~~~~~~
"""
MAPS = {"M1": M1, "S": S, "S31": S.replace("\n30 30\n", "\n31 31\n")}
SIDES = {"S": 32, "S31": 32}


def cell_of(text: str) -> dict[str, int]:
    """(x,y)"""
    x, y = text.strip("()").split(",")
    return {"x": int(x), "y": int(y)}


def boat_of(number: str, kind: str, seat: str, cell: str, *rest: str) -> dict[str, Any]:
    """A row of the table of boats."""
    gold = int(rest[1]) if rest[:1] == ("or",) else 0
    boat = {"id": int(number), **cell_of(cell), "seat": int(seat[1]), "btype": TYPES.index(kind), "nb_or": gold}
    return boat | ({"deplacable": int("fixe" not in rest)} if {"fixe", "mobile"} & set(rest) else {})


def island_of(cell: str, _owner: str, seat: str, _gold: str, gold: str) -> dict[str, int]:
    """A row of the table of islands."""
    return cell_of(cell) | {"seat": int(seat), "nb_or": int(gold)}


def row_at(rows: list[dict[str, Any]], wanted: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The row that has the same keys; empty where there is none."""
    return next((row for row in rows if all(row[key] == wanted[key] for key in keys)), {})


def give_boat(_: joute.Table, state: State, *statement: str) -> None:
    state["boats"].append({"deplacable": 1} | boat_of(*statement))


def give_island(_: joute.Table, state: State, *statement: str) -> None:
    island = island_of(*statement)
    row_at(state["islands"], island, "x", "y").update(island)


def give_turn(_: joute.Table, state: State, player: str) -> None:
    state["head"]["seat"] = int(player[1])


def settle(state: State) -> None:
    state["head"]["next_id"] = len(state["boats"])


def then_alive(table: joute.Table, *numbers: str) -> Outcome:
    return [boat["id"] for boat in truth(table)["boats"]], [int(number) for number in numbers if number != "none"]


def then_boat(table: joute.Table, *statement: str) -> Outcome:
    wanted = boat_of(*statement)
    boat = row_at(truth(table)["boats"], wanted, "id")
    return {name: boat.get(name) for name in wanted}, wanted


def then_island(table: joute.Table, *statement: str) -> Outcome:
    wanted = island_of(*statement)
    return row_at(truth(table)["islands"], wanted, "x", "y"), wanted


def then_over(table: joute.Table, answer: str) -> Outcome:
    """No round is left to play."""
    return table.turn.callback != "jouer_tour", answer == "yes"


def truth(table: joute.Table) -> State:
    """The state by its names, with what the active player has ordered so far."""
    return position_of(table)


VOCABULARY = Vocabulary(
    GAME,
    given={"boat": give_boat, "island": give_island, "turn": give_turn},
    then={
        "alive": then_alive,
        "boat": then_boat,
        "island": then_island,
        "tour": scenario.CHECKS["turn"],
        "over": then_over,
    },
    maps=lambda name, game: MAPS[name],
    defaults=lambda case: {"PREMIER_JOUEUR": 0, "TAILLE_TERRAIN": SIDES.get(case.head.get("map", ""), 8)},
    settle=settle,
)


def parse(text: str) -> Scenario:
    """The one scenario of a text."""
    (case,) = scenario.parse(text)
    return case


def play(case: Scenario, backend: Backend = interpreted) -> Any:
    return scenario.play(case, VOCABULARY, backend)


def position(case: Scenario, backend: Backend = interpreted) -> joute.Table:
    return scenario.position(case, VOCABULARY, backend)
