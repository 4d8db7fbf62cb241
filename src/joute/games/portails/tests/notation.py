"""The language of the worked examples (rules, section 8): a map, turns of calls with their answers, and scores.

`parse` reads a case; `play` runs one on a game of either backend, by the public API alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

import joute

GAME = Path(__file__).resolve().parents[1].name
"""The name of this game: that of the folder, wherever it was copied to."""
SHARED = next((up / "shared" for up in Path(__file__).resolve().parents if (up / "shared").is_dir()), Path("shared"))
"""The rules and the recordings, where they stand beside the checkout."""

ERRORS = [
    "ok",
    "pa_insuffisants",
    "aucun_portail",
    "position_invalide",
    "position_eloignee",
    "portail_ami",
    "portail_neutre",
    "portail_ennemi",
    "lien_intersection",
    "lien_champ",
    "lien_degenere",
    "limite_boucliers",
]

HEADER = re.compile(
    r"\*\*(E\d+)\. .*?\*\* — `(sujet\*?|finale)`(?: with `PREMIER_JOUEUR` = (\d+))?; "
    r"starts (\(.*?\)) / (\(.*?\)); portals (.*)\."
)
CALL = re.compile(r"`(\w+)\((.*)\)` → (.*?)(?: \(×(\d+)\))?")
PLACE = re.compile(r"\(\d+,\d+\)")

STEADY = settings(derandomize=True, deadline=None)
"""Hypothesis without chance or clock."""

Cell = tuple[int, int]
Backend = Callable[[Any], Any]
"""What a game goes through before it is played: nothing, or compilation."""


def interpreted(game: Any) -> Any:
    return game


def compiled(game: Any) -> Any:
    return game.compiled()


BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(compiled, id="compiled", marks=pytest.mark.xdist_group("portails")),
]


class Case(NamedTuple):
    """One example: its name, the game and the map it starts from, and its turns: a seat and what happens in it."""

    name: str
    preset: str
    params: dict[str, Any]
    starts: tuple[Cell, Cell]
    portals: list[Cell]
    turns: list[tuple[int, list[str]]]


# Reading


def blocks(text: str) -> list[str]:
    """The cases of a text."""
    return [block.strip("\n") for block in re.split(r"^(?=\*\*E\d+\.)", text, flags=re.MULTILINE) if block.strip()]


def parse(block: str) -> Case:
    """A case as data."""
    head, *lines = block.splitlines()
    found = HEADER.fullmatch(head)
    assert found, f"not the head of an example: {head}"
    name, preset, first, start_0, start_1, portals = found.groups()
    params: dict[str, Any] = {"PREMIER_JOUEUR": int(first or 0)}
    if preset == "sujet*":
        params["DEPARTS_EN_COIN"] = False
    turns = [(int(line[3]), re.split(r"; | (?=end →)", line.partition(": ")[2])) for line in lines]
    starts = ast.literal_eval(start_0), ast.literal_eval(start_1)
    cells = [ast.literal_eval(cell) for cell in PLACE.findall(portals)]
    return Case(name, preset.rstrip("*"), params, starts, cells, turns)


def map_text(size: int, starts: Iterable[Cell], portals: Iterable[Cell]) -> str:
    """A map file."""
    there = set(portals)
    lines = [f"{x} {y}" for x, y in starts]
    lines += ["".join("X" if (x, y) in there else "." for x in range(size)) for y in range(size)]
    return "\n".join([*lines, ""])


def table_of(preset: str, starts: Iterable[Cell], portals: Iterable[Cell], **params: Any) -> joute.Table:
    """A table at the first turn, with players numbered from 0."""
    game = joute.load_game(GAME, preset, **{"PREMIER_JOUEUR": 0, **params})
    table = joute.Table(game, map_text(game.params["TAILLE_TERRAIN"], starts, portals))
    table.end_phase()
    return table


# Playing


def play(case: Case, backend: Backend) -> joute.Table:
    """Run a case, checking every answer; the table as the case leaves it."""
    game = backend(joute.load_game(GAME, case.preset, **case.params))
    table = joute.Table(game, map_text(game.params["TAILLE_TERRAIN"], case.starts, case.portals))
    table.end_phase()
    for seat, steps in case.turns:
        for step in steps:
            run(case.name, table, seat, step)
    return table


def run(name: str, table: joute.Table, seat: int, step: str) -> None:
    """One step of a turn: a call, the end of the turn with the scores after it, or nothing."""
    if step == "(nothing)":
        return
    if step.startswith("end → "):
        assert table.turn.seats == (seat,), f"{name}: it is not the turn of J{seat}"
        table.end(seat)
        found, wanted = "–".join(map(str, table.scores)), step.removeprefix("end → ")
        assert found == wanted, f"{name}: {step}: found {found}"
        return
    matched = CALL.fullmatch(step)
    assert matched, f"{name}: not a step: {step}"
    function, arguments, wanted, times = matched.groups()
    for _ in range(int(times or 1)):
        found = call(table, seat, function, ast.literal_eval(f"[{arguments}]"))
        assert found == wanted, f"{name}: {step}: found {found}"


def call(table: joute.Table, seat: int, function: str, arguments: list[Any]) -> str:
    """The answer to a call, in the notation of the examples."""
    answer = table.seat(seat).call(function, *arguments)
    if table.game.api.functions[function].kind == "action":
        return ERRORS[answer]
    return shown(answer, table.game.params["PREMIER_JOUEUR"])


def shown(value: Any, first: int) -> str:
    """A value in the notation of the examples."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(shown(item, first) for item in value) + "]"
    if isinstance(value, tuple) and hasattr(value, "x"):
        return f"({value.x},{value.y})"
    if isinstance(value, tuple):
        *corners, player = value
        return "{" + " ".join(shown(corner, first) for corner in corners) + f" J{player - first}" + "}"
    return str(value)
