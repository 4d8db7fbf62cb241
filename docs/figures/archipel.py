"""The diagrams of the chapter on archipel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drawing import Diagram, Figure, cell, line

import joute
from joute.core.table import Table
from joute.match.start import table_from

SIDE = 14
FIRST, SECOND = 0, 1
FREE = -1
CARAVELLE, GALION = 0, 1
Cell = tuple[int, int]
Fleet = tuple[int, int, int, int]
"""A seat, a type of boat, how many there are, and the gold in each."""


def sea(
    islands: Mapping[Cell, tuple[str, int, int]], fleets: Mapping[Cell, list[Fleet]], preset: str = "sujet"
) -> Table:
    """The first turn of the first player, with islands (letter, owner, gold) and fleets; starts in two corners."""
    lands = {(0, SIDE - 1): ("o", FIRST, 0), (SIDE - 1, 0): ("o", SECOND, 0), **islands}
    rows = ["".join(lands.get((x, y), "~")[0] for x in range(SIDE)) for y in range(SIDE)]
    board = "\n".join([f"0 {SIDE - 1}", f"{SIDE - 1} 0", *rows, ""])
    table = joute.Table(joute.load_game("archipel", preset, TAILLE_TERRAIN=SIDE), board)
    table.end_phase()
    saved: dict[str, Any] = table.dump()
    for island in saved["state"]["islands"]:
        _, island["seat"], island["nb_or"] = lands[island["x"], island["y"]]
    places = [(place, fleet) for place, fleet_list in fleets.items() for fleet in fleet_list for _ in range(fleet[2])]
    saved["state"]["boats"] = [
        {"id": number, "x": x, "y": y, "seat": seat, "btype": kind, "nb_or": gold, "deplacable": 1}
        for number, ((x, y), (seat, kind, _, gold)) in enumerate(places)
    ]
    saved["state"]["head"]["next_id"] = len(places)
    return Table.load(saved)


def ended(table: Table) -> Table:
    """The same at the end of the turn, after its fights."""
    table.end_phase()
    return table


def around(centre: Cell, reach: int) -> list[Cell]:
    """The cells that a boat reaches, but its own."""
    across, down = centre
    steps = range(-reach, reach + 1)
    near = [(across + dx, down + dy) for dx in steps for dy in steps if 0 < abs(dx) + abs(dy) <= reach]
    return [(x, y) for x, y in near if 0 <= x < SIDE and 0 <= y < SIDE]


def galions(seat: int, count: int) -> Fleet:
    return (seat, GALION, count, 0)


def fights() -> Table:
    """Four fights: two at sea, two on islands of the second player."""
    return sea(
        {(8, 2): ("o", SECOND, 7), (8, 5): ("o", SECOND, 12)},
        {
            (2, 2): [galions(FIRST, 3), galions(SECOND, 2)],
            (2, 5): [galions(FIRST, 2), galions(SECOND, 2)],
            (8, 2): [galions(FIRST, 2), galions(SECOND, 2)],
            (8, 5): [galions(FIRST, 1), (SECOND, CARAVELLE, 1, 0)],
        },
    )


FIGHTS = Diagram(34, part=(0, 0, 11, 8))
CENTRE: Cell = (6, 6)

FIGURES = {
    "idea": Figure(table_from("docs/films/archipel.jsonl:17"), Diagram(24, part=(14, 4, 18, 19))),
    "reach": Figure(
        sea({}, {CENTRE: [(FIRST, CARAVELLE, 1, 0), galions(FIRST, 1)]}),
        Diagram(
            26,
            part=(0, 0, 13, 13),
            shapes=[
                *(cell(*place, "orange") for place in around(CENTRE, 6) if place not in around(CENTRE, 4)),
                *(cell(*place, "green") for place in around(CENTRE, 4)),
            ],
        ),
    ),
    "gold": Figure(
        sea(
            {(1, 1): ("o", FIRST, 20), (9, 2): ("^", FIRST, 40), (5, 4): ("o", FIRST, 2), (10, 5): ("o", FREE, 0)},
            {(7, 3): [(FIRST, CARAVELLE, 1, 60)], (10, 5): [(FIRST, CARAVELLE, 1, 0)]},
        ),
        Diagram(34, part=(0, 0, 12, 7), shapes=[line(8.4, 2.3, 5.7, 3.7, "green")]),
    ),
    "before": Figure(fights(), FIGHTS),
    "after": Figure(ended(fights()), FIGHTS),
    "together": Figure(
        sea(
            {(6, 4): ("o", SECOND, 9), (1, 3): ("o", FIRST, 0), (10, 6): ("o", FIRST, 0)},
            {
                (6, 4): [galions(SECOND, 5)],
                (1, 3): [galions(FIRST, 2)],
                (10, 6): [galions(FIRST, 3)],
                (6, 8): [galions(FIRST, 1)],
            },
        ),
        Diagram(
            34,
            part=(0, 0, 13, 10),
            shapes=[line(1.8, 3.2, 5.2, 3.8, "red"), line(9.3, 5.6, 6.8, 4.4, "red"), line(6, 7.3, 6, 4.8, "red")],
        ),
    ),
    "landing": Figure(
        ended(
            sea(
                {(2, 2): ("o", SECOND, 8), (8, 2): ("o", SECOND, 3)},
                {(2, 2): [galions(FIRST, 1)], (8, 2): [galions(FIRST, 1), (SECOND, CARAVELLE, 1, 0)]},
                "finale",
            )
        ),
        Diagram(34, part=(0, 0, 11, 5)),
    ),
}
