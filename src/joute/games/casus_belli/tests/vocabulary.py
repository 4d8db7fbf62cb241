"""What the scenarios of this game say beside the common notation (`core/conformance/scenario.py`).

A character is named by its class and team: V0, B1, E2. Maps: `seed`, and `P9` or `P9 0 3` (nine columns of grass; turns
of placement and of the match). Given: `phase NAME` (everybody looks to SUD), `put V0|all x,y DIRECTION [life]`,
`respawn V0 x,y`. Then: `at V0 x,y DIRECTION`, `vie V0 n`, `respawn V0 x,y`, `scores n ...`, `accepted V0 ATTACK (x,y)`,
`targets V0 ATTACK (x,y) ...`.
"""

from __future__ import annotations

import ast
from typing import Any

import joute
from joute.core.conformance import scenario
from joute.core.conformance.scenario import Backend, Outcome, Scenario, State, Vocabulary, interpreted
from joute.games.casus_belli.rules.unsound import UNSOUND, UNSOUND_CLOCK

SEED_MAP = """\
10 9
5 4
3
20
##########
#FFF_....#
#FFF_..T.#
#FFF_....#
#..._....#
#~~~_....#
#~T~_....#
#~~~_....#
##########
"""
PRESETS = ("sujet", "finale")
LETTERS = "VBE"
DIRECTIONS = ("NORD", "EST", "SUD", "OUEST")


# Maps and names


def map_text(start: str, rows: list[str], turns: str) -> str:
    """The map file of an example."""
    placement, most = turns.split()
    x, y = start.split(",")
    return "\n".join([f"{len(rows[0])} {len(rows)}", f"{x} {y}", placement, most, *rows, ""])


def plain_map(columns: int, turns: str = "0 50") -> str:
    """Map Pn: five rows of grass, a wall, and a pocket for those who do not play."""
    return map_text("0,6", ["." * columns] * 5 + ["#" * columns, "." + "#" * (columns - 1)], turns)


def named_map(name: str) -> str:
    columns, _, turns = name[1:].partition(" ")
    return SEED_MAP if name == "seed" else plain_map(int(columns), turns or "0 50")


def character(name: str) -> tuple[int, int]:
    """Team and class of V0, B1, ..."""
    return int(name[1:]), LETTERS.index(name[0])


def row_of(state: State, name: str) -> dict[str, Any]:
    """The row of a character."""
    team, rank = character(name)
    row: dict[str, Any] = state["characters"][team * len(LETTERS) + rank]
    return row


def names(table: joute.Table) -> dict[str, Any]:
    """Every character as the API takes it."""
    return {f"{c}{team}": (team, rank, 10, 0) for team in range(table.seats) for rank, c in enumerate(LETTERS)}


def cell_at(table: joute.Table, place: str) -> int:
    x, y = map(int, place.split(","))
    return y * table.board.width + x


# Given


def give_phase(table: joute.Table, state: State, name: str) -> None:
    """A phase, everybody facing SUD."""
    state["head"]["phase"] = [phase.name for phase in table.game.phases].index(name)
    south = DIRECTIONS.index("SUD")
    for row in state["characters"]:
        row |= {"direction": south, "walk_facing": south}


def give_put(table: joute.Table, state: State, name: str, place: str, direction: str, life: str | None = None) -> None:
    """A character, or all of them, on a cell, behind those who are there."""
    cell, facing = cell_at(table, place), DIRECTIONS.index(direction)
    for one in names(table) if name == "all" else [name]:
        row = row_of(state, one)
        row |= {"cell": cell, "direction": facing, "arrived": state["head"]["arrivals"]}
        row |= {"walk_from": cell, "walk_facing": facing} | ({"life": int(life)} if life is not None else {})
        state["head"]["arrivals"] += 1


def give_respawn(table: joute.Table, state: State, name: str, place: str) -> None:
    row_of(state, name)["respawn"] = cell_at(table, place)


# What holds then


def own(table: joute.Table, name: str) -> Any:
    """A character as its own team sees it."""
    team, rank = character(name)
    return table.seat(team).call("perso_classe_info", rank)


def then_at(table: joute.Table, name: str, place: str, direction: str) -> Outcome:
    """The truth, and what its own team sees."""
    width, row, info = table.board.width, row_of(table.dump()["state"], name), own(table, name)
    seen = tuple(table.seat(character(name)[0]).call("perso_position", info)), DIRECTIONS[info.direction]
    truth = (row["cell"] % width, row["cell"] // width), DIRECTIONS[row["direction"]]
    x, y = map(int, place.split(","))
    return (truth, seen), (((x, y), direction),) * 2


def then_vie(table: joute.Table, name: str, life: str) -> Outcome:
    return (row_of(table.dump()["state"], name)["life"], own(table, name).vie), (int(life),) * 2


def then_respawn(table: joute.Table, name: str, place: str) -> Outcome:
    return row_of(table.dump()["state"], name)["respawn"], cell_at(table, place)


def then_scores(table: joute.Table, *scores: str) -> Outcome:
    """The truth, and what every team sees."""
    seen = [table.seat(seat).call("scores") for seat in range(table.seats)]
    return [table.scores, *seen], [[int(score) for score in scores]] * (1 + table.seats)


def accepts(table: joute.Table, name: str, attack: str, place: tuple[int, int]) -> bool:
    """Whether an attack would be accepted; it is not given."""
    seat = table.copy().seat(character(name)[0])
    return bool(seat.call("perso_attaque", names(table)[name], getattr(seat.api, attack), place) == seat.api.OK)


def then_accepted(table: joute.Table, name: str, attack: str, place: str) -> Outcome:
    return accepts(table, name, attack, ast.literal_eval(place)), True


def then_targets(table: joute.Table, name: str, attack: str, *places: str) -> Outcome:
    width, height = table.board.width, table.board.height
    targets = [(x, y) for x in range(width) for y in range(height) if accepts(table, name, attack, (x, y))]
    return targets, [ast.literal_eval(place) for place in places]


VOCABULARY = Vocabulary(
    "casus_belli",
    given={"phase": give_phase, "put": give_put, "respawn": give_respawn},
    then={
        "at": then_at,
        "vie": then_vie,
        "respawn": then_respawn,
        "scores": then_scores,
        "accepted": then_accepted,
        "targets": then_targets,
    },
    names=names,
    maps=lambda name, game: named_map(name),
    tolerated=(UNSOUND[UNSOUND_CLOCK],),
)


def play(case: Scenario, preset: str, backend: Backend = interpreted) -> Any:
    return scenario.play(case, VOCABULARY, backend, preset)


def played(*lines: str, preset: str = "sujet") -> joute.Table:
    """The table as the lines of a scenario leave it; two teams unless they say more."""
    (case,) = scenario.parse("\n".join(["case lines", "seats 2", *lines]))
    table: joute.Table = play(case, preset)
    return table
