"""The language of the worked examples (rules, section 8.1): a position, calls with their answers, what holds then.

`parse` reads cases; `play` runs one on a game of either backend.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import joute
from joute.core.errors import BoardError

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
SIDES = {"M1": 8, "S": 32, "S31": 32}

Backend = Callable[[Any], Any]
"""What a game goes through before it is played: nothing, or compilation."""
Outcome = tuple[Any, Any]
"""What a statement found, and what it wanted."""


class Case(NamedTuple):
    """One example: its name, the game and map it is played on, and its statements by section."""

    name: str
    preset: str
    params: dict[str, Any]
    board: str
    given: list[str]
    when: list[str]
    then: list[str]


def shared(*parts: str) -> Path:
    """A path in the folder `shared` beside the checkout, whether there is such a folder or not."""
    roots = [folder / "shared" for folder in FOLDER.parents]
    return next((root for root in roots if root.is_dir()), roots[0]).joinpath(*parts)


# Reading


def blocks(text: str) -> list[str]:
    """The cases of a text, each from its line `case` on."""
    return [block.strip("\n") for block in re.split(r"^(?=case )", text, flags=re.MULTILINE) if block.strip()]


def parse(block: str) -> Case:
    """A case as data."""
    title, *lines = block.splitlines()
    sections: dict[str, list[str]] = {"head": [], "maptext": [], "given": [], "when": [], "then": []}
    section = "head"
    for line in lines:
        if line in sections:
            section = line
        else:
            sections[section].append(line)
    head = dict(statement.split(" ", 1) for statement in statements(sections["head"]))
    params: dict[str, Any] = {"PREMIER_JOUEUR": 0, "TAILLE_TERRAIN": SIDES.get(head.get("map", ""), 8)}
    params |= {name: value_of(value) for name, value in re.findall(r"(\w+)=(\S+)", head.get("with", ""))}
    board = MAPS[head["map"]] if "map" in head else "\n".join(sections["maptext"])
    spoken = (statements(sections[name]) for name in ("given", "when", "then"))
    return Case(title.split()[1], head["preset"], params, board, *spoken)


def statements(lines: list[str]) -> list[str]:
    """What the lines of a section say; `;` separates statements on one line."""
    return [part.strip() for line in lines for part in line.split(";") if part.strip()]


def value_of(text: str) -> Any:
    """A JSON value or a bare word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def cell_of(text: str) -> tuple[int, int]:
    """(x,y)"""
    x, y = text.strip("()").split(",")
    return int(x), int(y)


def boat_of(text: str) -> dict[str, Any]:
    """ID TYPE P0|P1 (x,y) [or N] [fixe|mobile]"""
    number, kind, seat, cell, *rest = text.split()
    x, y = cell_of(cell)
    gold = int(rest[1]) if rest[:1] == ["or"] else 0
    boat = {"id": int(number), "x": x, "y": y, "seat": int(seat[1]), "btype": TYPES.index(kind), "nb_or": gold}
    return boat | ({"deplacable": int("fixe" not in rest)} if {"fixe", "mobile"} & set(rest) else {})


# Playing


def play(case: Case, backend: Backend) -> joute.Table | None:
    """Run a case, checking every statement; the table as the case leaves it."""
    try:
        table = position(case, backend)
    except BoardError as error:
        agree(case, case.then[0], *then_error(error, case.then[0]))
        return None
    for statement in case.when:
        agree(case, statement, *step(table, statement))
    for statement in case.then:
        what, _, rest = statement.partition(" ")
        agree(case, statement, *CHECKS[what](table, rest))
    return table


def agree(case: Case, statement: str, found: Any, wanted: Any) -> None:
    if found != wanted or (type(found) is bool) != (type(wanted) is bool):
        raise AssertionError(f"{case.name}: {statement}: found {found!r}, expected {wanted!r}")


def position(case: Case, backend: Backend) -> joute.Table:
    """The table a case starts from, at the first turn, with what is given."""
    game = backend(joute.load_game(GAME, case.preset, **case.params))
    table = joute.Table(game, case.board)
    dims = game.dims(table.board, table.seats)
    state = game.layout.dump(table.state, dims)
    state["head"]["phase"] = 1
    for statement in case.given:
        give(state, statement)
    state["head"]["next_id"] = len(state["boats"])
    table.world = game.world(table.board, game.layout.load(state, dims), table.seats)
    game.kernels.reindex(table.world)
    assert game.fault(table.world) == ""
    return table


def give(state: dict[str, Any], statement: str) -> None:
    """One change to the initial state."""
    what, _, rest = statement.partition(" ")
    if what == "turn":
        state["head"]["seat"] = int(rest[1])
    elif what == "boat":
        state["boats"].append({"deplacable": 1} | boat_of(rest))
    else:
        cell, _, owner, _, gold = rest.split()
        isle = next(isle for isle in state["islands"] if (isle["x"], isle["y"]) == cell_of(cell))
        isle |= {"seat": int(owner), "nb_or": int(gold)}


def step(table: joute.Table, statement: str) -> Outcome:
    """P0 end, or P0 call = result."""
    who, _, said = statement.partition(" ")
    seat = int(who[1])
    if said == "end":
        table.end(seat)
        return None, None
    call, wanted = said.split(" = ")
    api = table.seat(seat).api
    names = vars(api) | {"count": len, "true": True, "false": False}
    return eval(call, names), eval(wanted, names)  # The examples are ours.


# What holds then


def truth(table: joute.Table) -> dict[str, Any]:
    """The state under its names, with what the active player has ordered so far."""
    active = table.turn.seats[:1] if table.turn.callback == "jouer_tour" else ()
    state = table.seat(*active).state if active else table.state
    found: dict[str, Any] = table.game.layout.dump(state, table.game.dims(table.board, table.seats))
    return found


def then_error(error: BoardError, statement: str) -> Outcome:
    """error CODE [words of the message]"""
    _, code, *words = statement.split()
    return (error.code, " ".join(words) in error.message), (code, True)


def then_alive(table: joute.Table, rest: str) -> Outcome:
    wanted = [] if rest == "none" else [int(number) for number in rest.split()]
    return [boat["id"] for boat in truth(table)["boats"]], wanted


def then_boat(table: joute.Table, rest: str) -> Outcome:
    wanted = boat_of(rest)
    found = next((boat for boat in truth(table)["boats"] if boat["id"] == wanted["id"]), {})
    return {name: found.get(name) for name in wanted}, wanted


def then_island(table: joute.Table, rest: str) -> Outcome:
    cell, _, owner, _, gold = rest.split()
    x, y = cell_of(cell)
    found = next((isle for isle in truth(table)["islands"] if (isle["x"], isle["y"]) == (x, y)), None)
    return found, {"x": x, "y": y, "seat": int(owner), "nb_or": int(gold)}


def then_score(table: joute.Table, rest: str) -> Outcome:
    seat, wanted = rest.split()
    return table.scores[int(seat)], int(wanted)


def then_tour(table: joute.Table, rest: str) -> Outcome:
    return table.turn.number, int(rest)


def then_over(table: joute.Table, rest: str) -> Outcome:
    """No round is left to play."""
    return table.turn.callback != "jouer_tour", rest == "yes"


CHECKS: dict[str, Callable[[joute.Table, str], Outcome]] = {
    "alive": then_alive,
    "boat": then_boat,
    "island": then_island,
    "score": then_score,
    "tour": then_tour,
    "over": then_over,
}
