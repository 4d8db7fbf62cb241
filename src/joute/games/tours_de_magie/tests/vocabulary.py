"""The language of the worked examples (rules, section 8): a position, then calls with their answers.

A case is a title and lines: `with NAME=VALUE...` (parameters), `phase NAME`, `last round`, `given W|T|magie|score|dead
...`, `Jn call = answer`, `end` (of the phase), `end round`, `start` (back to the first position), `rounds n`, `score`
and four numbers, `wizards n` and `constant NAME value`. A line that opens with `[sujet]` or `[finale]` holds in that
preset alone.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import joute

FOLDER = Path(__file__).resolve().parents[1]
GAME = FOLDER.name
PRESETS = ("sujet", "finale")
PHASES = ("init", "construction", "deplacement", "tirs", "siege", "end")

Backend = Callable[[Any], Any]
"""What a game goes through before it is played: nothing, or compilation."""


class Case(NamedTuple):
    """One example: its name, its parameters, what is given, and what is done and found."""

    name: str
    params: dict[str, Any]
    phase: str
    last: bool
    given: list[str]
    steps: list[str]


# Reading


def blocks(text: str) -> list[str]:
    """The cases of a text."""
    return [block.strip("\n") for block in re.split(r"^(?=case )", text, flags=re.MULTILINE) if block.strip()]


def parse(block: str, preset: str) -> Case:
    """A case as data, in one preset."""
    title, *lines = block.splitlines()
    params: dict[str, Any] = {}
    phase, last, given, steps = "construction", False, [], []
    for line in held(lines, preset):
        what, _, rest = line.partition(" ")
        if what == "with":
            params = {name: json.loads(value) for name, value in re.findall(r"(\w+)=(\S+)", rest)}
        elif what == "phase":
            phase = rest
        elif line == "last round":
            last = True
        elif what == "given":
            given.append(rest)
        else:
            steps.append(line)
    return Case(title.split()[1], params, phase, last, given, steps)


def held(lines: list[str], preset: str) -> list[str]:
    """The lines that hold in a preset."""
    found = []
    for line in lines:
        only = re.match(r"\[(\w+)\] ", line)
        if only is None:
            found.append(line)
        elif only[1] == preset:
            found.append(line[only.end() :])
    return found


def seat_of(name: str) -> int:
    """J1 is seat 0."""
    return int(name[1:]) - 1


# Positions


def position(case: Case, preset: str, backend: Backend) -> joute.Table:
    """The table a case starts from."""
    game = backend(joute.load_game(GAME, preset, **case.params))
    data = joute.Table(game).dump()
    state = data["state"]
    state["head"]["phase"] = PHASES.index(case.phase)
    if case.last:
        state["head"]["turn"] = game.params["NB_TOURS_JOUES"] - 1
    for line in case.given:
        give(game, state, line)
    for name in ("towers", "groups"):
        state[name].sort(key=lambda row: (row["x"], row["y"], row["seat"]))
    return joute.Table.load(data, compiled=game.compiled_backend)


def give(game: Any, state: dict[str, Any], line: str) -> None:
    """One change to the initial state."""
    what, who, *rest = line.split()
    seat, player = seat_of(who), state["players"][seat_of(who)]
    if what == "W":
        state["groups"].append(wizards(game, seat, *cell_of(rest[0]), int(rest[1])))
    elif what == "T":
        given = dict(zip(rest[1::2], map(int, rest[2::2]), strict=True))
        state["towers"].append(tower(game, seat, *cell_of(rest[0]), **given))
    elif what == "magie":
        player["magie"] = int(rest[0])
    elif what == "score":
        player["score"] = int(rest[0])
    elif what == "dead":
        player.update(magie=0, vivant=0, score=int(rest[0]))
    else:
        raise ValueError(line)


def wizards(game: Any, seat: int, x: int, y: int, number: int) -> dict[str, int]:
    """A group of wizards, all movable, the occupant set."""
    base = x * game.params["TAILLE_TERRAIN"] + y in game.board(None, 4, 0).bases
    group = {"x": x, "y": y, "seat": seat, "sorciers": number, "deplacables": number}
    return group | {"engages": 0, "occupant": int(not base)}


def tower(game: Any, seat: int, x: int, y: int, **given: int) -> dict[str, int]:
    """A finished tower."""
    values = {"portee": 3, "vie": game.params["VIE_TOURELLE"], "attaque": game.params["ATTAQUE_TOURELLE"], "neuve": 0}
    return {"x": x, "y": y, "seat": seat} | values | given


def cell_of(text: str) -> tuple[int, int]:
    """(x,y)"""
    x, y = ast.literal_eval(text)
    return x, y


# Playing


def play(case: Case, preset: str, backend: Backend) -> joute.Table:
    """Run a case, checking every answer; the table as the case leaves it."""
    table = position(case, preset, backend)
    for line in case.steps:
        if line == "start":
            table = position(case, preset, backend)
        elif line == "end":
            table.end_phase()
        elif line == "end round":
            end_round(table)
        else:
            found, wanted = outcome(table, line)
            if found != wanted or (type(found) is bool) != (type(wanted) is bool):
                raise AssertionError(f"{case.name} [{preset}]: {line}: found {found!r}, expected {wanted!r}")
    return table


def end_round(table: joute.Table) -> None:
    """End phases until a round begins."""
    table.end_phase()
    while table.turn.phase not in ("construction", "end"):
        table.end_phase()


def outcome(table: joute.Table, line: str) -> tuple[Any, Any]:
    """What a line found, and what it wanted."""
    what, _, rest = line.partition(" ")
    if what == "score":
        return table.scores, [int(word) for word in rest.split()]
    if what == "wizards":
        return sum(group["sorciers"] for group in table.dump()["state"]["groups"]), int(rest)
    if what == "constant":
        name, value = rest.split()
        return table.seat(0).api.__dict__[name], int(value)
    if what == "rounds":
        return rounds(table), list(range(int(rest)))
    call, _, wanted = rest.rpartition(" = ")
    api = table.seat(seat_of(what)).api
    name, _, values = call.partition("(")
    arguments = ast.literal_eval(f"({values[:-1]},)") if values != ")" else ()
    return getattr(api, name)(*arguments), value_of(api, wanted)


def value_of(api: Any, text: str) -> Any:
    """A literal, or the name of a member of an enumeration."""
    return int(getattr(api, text)) if re.fullmatch(r"[A-Z_]+", text) else ast.literal_eval(text)


def rounds(table: joute.Table) -> list[int]:
    """The number of the round at each call of phase_construction, to the end."""
    found = []
    while table.turn.callback != "partie_fin":
        if table.turn.callback == "phase_construction":
            found.append(table.seat(0).call("tour_actuel"))
        table.end_phase()
    return found
