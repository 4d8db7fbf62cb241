"""Positions made by hand: boards of named cells, and tables loaded from a dump, as `Table.load` allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hypothesis import settings

import joute

GAME = Path(__file__).resolve().parents[1].name
"""The name of this game: that of the folder, wherever it was copied to."""

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

STEADY = settings(derandomize=True, deadline=None)
"""Hypothesis without chance or clock."""

Cell = tuple[int, int]
HOLDERS = {"neutral": -1, "J0": 0, "J1": 1}


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


def arranged(
    preset: str,
    pawn: Cell,
    portals: Mapping[Cell, str],
    links: Iterable[tuple[Cell, Cell]] = (),
    *,
    shields: Mapping[Cell, int] | None = None,
    action: int | None = None,
    move: int | None = None,
    **params: Any,
) -> joute.Table:
    """A table in the first turn of J0, whose pawn stands at `pawn`; portals by their holder, and links between them."""
    if preset == "sujet":
        params = {"DEPARTS_EN_COIN": False, **params}
    data = table_of(preset, [pawn, (0, 0)], portals, **params).dump()
    cells = sorted(portals)
    for row, cell in zip(data["state"]["portals"], cells, strict=True):
        row["owner"] = row["start_owner"] = HOLDERS[portals[cell]]
        row["shields"] = row["start_shields"] = (shields or {}).get(cell, 0)
    numbers = sorted(tuple(sorted((cells.index(a), cells.index(b)))) for a, b in links)
    data["state"]["links"] = [{"a": a, "b": b, "fresh": 0} for a, b in numbers]
    if action is not None:
        data["state"]["players"][0]["action_points"] = action
    if move is not None:
        data["state"]["players"][0]["move_points"] = move
    return joute.Table.load(data)


def act(table: joute.Table, seat: int, name: str, *arguments: Any) -> str:
    """The name of the answer to an action."""
    return ERRORS[table.seat(seat).call(name, *arguments)]


def do(table: joute.Table, seat: int, *actions: Any) -> None:
    """Actions that must all be accepted: a name, or a name with arguments."""
    for action in actions:
        name, *arguments = (action,) if isinstance(action, str) else action
        assert act(table, seat, name, *arguments) == "ok", action
