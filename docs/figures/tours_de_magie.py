"""The diagrams of the chapter on tours de magie."""

from __future__ import annotations

from typing import Any

from drawing import Diagram, Figure, cell, line

import joute
from joute.core.table import Table
from joute.match.start import table_from

SIDE = 15
CONSTRUCTION, MOVES, SHOTS, SIEGE = range(1, 5)
FIRST, SECOND, THIRD, FOURTH = range(4)
Cell = tuple[int, int]


def position(
    phase: int, towers: dict[Cell, tuple[int, int]], wizards: dict[Cell, tuple[int, int]] | None = None
) -> Table:
    """A phase with whole towers, (seat, range) by cell, and wizards, (seat, number) by cell."""
    data = joute.Table(joute.load_game("tours_de_magie", TAILLE_TERRAIN=SIDE)).dump()
    state: dict[str, Any] = data["state"]
    state["head"] = {"turn": 20, "phase": phase}
    state["towers"] = [
        {"x": x, "y": y, "seat": seat, "portee": reach, "vie": 10, "attaque": 10, "neuve": 0}
        for (x, y), (seat, reach) in sorted(towers.items())
    ]
    state["groups"] = [
        {"x": x, "y": y, "seat": seat, "sorciers": number, "deplacables": number, "engages": 0, "occupant": int(y > 0)}
        for (x, y), (seat, number) in sorted((wizards or {}).items())
    ]
    return joute.Table.load(data)


BUILD = position(CONSTRUCTION, {(3, 1): (FIRST, 3), (7, 2): (SECOND, 3)})
WALL: dict[Cell, tuple[int, int]] = {(4, row): (FIRST, 3) for row in (1, 2, 3, 4)}

FIGURES = {
    "idea": Figure(table_from("docs/films/tours_de_magie.jsonl:43"), Diagram(16)),
    "build": Figure(
        BUILD,
        Diagram(
            34,
            part=(0, 0, 10, 6),
            shapes=[
                cell(x, y, "green")
                for x in range(SIDE)
                for y in range(SIDE)
                if BUILD.seat(FIRST).api.constructible((x, y), 1)
            ],
        ),
    ),
    "way": Figure(
        position(MOVES, WALL, {(3, 3): (FIRST, 12)}),
        Diagram(
            34,
            part=(0, 0, 10, 7),
            shapes=[
                line(3, 3, 3, 5, "green"),
                line(3, 5, 5, 5, "green"),
                line(5, 5, 5, 3, "red"),
                cell(5, 5, "green"),
                cell(5, 3, "red"),
            ],
        ),
    ),
    "fight": Figure(
        position(MOVES, {}, {(2, 2): (FIRST, 7), (6, 2): (SECOND, 3), (2, 5): (THIRD, 3), (6, 5): (FOURTH, 1)}),
        Diagram(
            34,
            part=(0, 0, 9, 7),
            shapes=[cell(4, 3, "red"), *(line(x, y, 4, 3, "red") for x, y in ((2, 2), (6, 2), (2, 5), (6, 5)))],
        ),
    ),
    "shots": Figure(
        position(SHOTS, {(1, 1): (FIRST, 3), (2, 2): (FIRST, 3)}, {(0, 0): (SECOND, 8), (3, 3): (THIRD, 14)}),
        Diagram(
            34,
            part=(0, 0, 8, 6),
            shapes=[line(1, 1, 0, 0, "red"), line(2, 2, 3, 3, "red")],
        ),
    ),
    "siege": Figure(
        position(SIEGE, {(4, 3): (SECOND, 5)}, {(3, 3): (FIRST, 6), (4, 4): (THIRD, 4), (5, 2): (FIRST, 20)}),
        Diagram(
            34,
            part=(1, 1, 7, 5),
            shapes=[line(3, 3, 4, 3, "red"), line(4, 4, 4, 3, "red")],
        ),
    ),
    "sealed": Figure(
        position(MOVES, {(1, 0): (FIRST, 3), (0, 1): (FIRST, 3)}, {(0, 0): (FIRST, 30)}),
        Diagram(34, part=(0, 0, 7, 4)),
    ),
}
