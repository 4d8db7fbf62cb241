"""The diagrams of the chapter on portails."""

from __future__ import annotations

from drawing import Diagram, Figure, cell, line

import joute
from joute.core.table import Table
from joute.match.start import table_from

SIDE = 12
FIRST, SECOND = 0, 1
Cell = tuple[int, int]


def board(*portals: Cell) -> str:
    """A map with portals at some cells, on which the pawns start in two corners."""
    rows = ["".join("X" if (x, y) in portals else "." for x in range(SIDE)) for y in range(SIDE)]
    return "\n".join(["0 0", f"{SIDE - 1} {SIDE - 1}", *rows, ""])


def woven(
    portals: list[Cell], links: list[tuple[Cell, Cell]], ours: list[Cell] | None = None, at: Cell = (0, 0)
) -> Table:
    """A first turn with points for everything: `ours`, all portals if not said, are captured and linked."""
    game = joute.load_game("portails", TAILLE_TERRAIN=SIDE, NB_POINTS_ACTION=500, NB_POINTS_DEPLACEMENT=500)
    table = joute.Table(game, board(*portals))
    table.end_phase()
    seat = table.seat(FIRST)
    for portal in portals if ours is None else ours:
        give(seat.call("deplacer", portal), seat.call("capturer"))
    for first, second in links:
        give(seat.call("deplacer", first), seat.call("lier", second))
    give(seat.call("deplacer", at))
    table.end_phase()
    return table


def give(*answers: int) -> None:
    """Every order of a diagram is accepted."""
    if any(answers):
        raise ValueError(f"the rules refuse an order of this diagram: {answers}")


FIELD: list[Cell] = [(1, 1), (1, 5), (7, 1)]
NEST: list[Cell] = [(1, 1), (1, 7), (7, 1), (2, 2)]
CROSS: list[Cell] = [(1, 2), (9, 2), (3, 0), (7, 4), (1, 6), (5, 6), (9, 6), (5, 9), (1, 10), (9, 10)]


def sides(*corners: Cell) -> list[tuple[Cell, Cell]]:
    """The links between every two of some portals, in the order in which they may be laid."""
    return [(first, second) for at, first in enumerate(corners) for second in corners[:at]]


FIGURES = {
    "idea": Figure(table_from("docs/films/portails.jsonl:14"), Diagram(14)),
    "field": Figure(woven(FIELD, sides(*FIELD)), Diagram(34, part=(0, 0, 10, 7))),
    "crossing": Figure(
        woven(CROSS, [((1, 2), (9, 2)), ((1, 6), (5, 6)), ((5, 6), (9, 6)), ((5, 9), (5, 6))], at=(11, 0)),
        Diagram(34, part=(0, 0, 11, 11), shapes=[line(3, 0, 7, 4, "red"), line(1, 10, 9, 10, "green")]),
    ),
    "over": Figure(
        woven([(1, 2), (5, 2), (9, 2), (5, 5)], [((1, 2), (9, 2))], [(1, 2), (9, 2), (5, 2), (5, 5)], at=(5, 5)),
        Diagram(34, part=(0, 0, 11, 7), shapes=[line(5, 5, 5, 2, "red")]),
    ),
    "nested": Figure(
        woven(NEST, sides((2, 2), (1, 1), (1, 7), (7, 1)), at=(11, 0)),
        Diagram(34, part=(0, 0, 9, 9)),
    ),
    "inside": Figure(
        woven([*FIELD, (3, 2), (9, 4)], sides(*FIELD), at=(3, 2)),
        Diagram(34, part=(0, 0, 11, 7), shapes=[line(3, 2, 9, 4, "red"), cell(3, 2, "red")]),
    ),
}
