"""Positions made by hand: tables loaded from a dump, as `Table.load` allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import joute

from .notation import ERRORS, Cell, table_of

HOLDERS = {"neutral": -1, "J0": 0, "J1": 1}


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
