"""The diagrams of the chapter on Casus Belli."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drawing import Diagram, Figure, cell, line

import joute
from joute.core.table import Table
from joute.match.start import table_from
from joute.web.wire import Drawing

VOLEUR, BARBARE, ELFE = range(3)
NORD, EST, SUD, OUEST = range(4)
FUS_RO_DAH, OK = 4, 4
Cell = tuple[int, int]
Stand = tuple[int, int, Cell, int]
"""A team, a class, where it stands and where it looks."""

MEADOW = [
    ".............",
    ".............",
    "......#......",
    "....#...FF...",
    "........FF...",
    ".............",
    ".............",
]
WOOD = [
    ".............",
    "..FFFFF......",
    ".FFFFFFF.....",
    ".FFFFFFFF....",
    "..FFFFFF.....",
    "...FFF.......",
    ".............",
]
KEEP = [
    ".............",
    "..FFFF..#....",
    "..F.#.F......",
    "..F#T.F......",
    "..F...F..#...",
    "...FFF.......",
    ".............",
]
BEACH = [
    ".............",
    ".............",
    "....#........",
    ".............",
    ".............",
    ".............",
    ".............",
]
FIELD = ["............."] * 7


def placed(rows: list[str], *stands: Stand) -> Table:
    """A first attack phase in which some stand where they are wanted; the others wait at the start, (0, 0)."""
    game = joute.load_game("casus_belli", VOLEUR_DEPLACEMENT=250, BARBARE_DEPLACEMENT=250, ELFE_DEPLACEMENT=250)
    table = joute.Table(game, "\n".join([f"{len(rows[0])} {len(rows)}", "0 0", "1", "9", *rows]), 2)
    table.end_phase()
    for team, kind, where, side in stands:
        api = table.seat(team).api
        give(api.perso_deplace(me(table, team, kind), api.chemin((0, 0), where), side))
    table.end_phase()
    return table


def me(table: Table, team: int, kind: int) -> Any:
    return table.seat(team).api.perso_classe_info(kind)


def give(answer: int) -> None:
    """Every order of a diagram is accepted."""
    if answer != OK:
        raise ValueError(f"the rules refuse an order of this diagram: {answer}")


def lit(cells: Iterable[Cell], colour: str) -> list[Drawing]:
    return [cell(x, y, colour) for x, y in cells]


def seen(table: Table, kind: int, team: int = 0) -> list[Drawing]:
    """The field of vision of a character."""
    return lit(table.seat(team).api.perso_vision(me(table, team, kind)), "gold")


def sight(rows: list[str], kind: int, where: Cell, side: int) -> Figure:
    """What one character sees, all others at the start left out of the picture."""
    table = placed(rows, (0, kind, where, side))
    return Figure(table, Diagram(34, part=(1, 0, 12, 7), shapes=seen(table, kind)))


def strike(colour: str, *targets: Cell) -> list[Drawing]:
    """The crosses of the hammer."""
    return lit([(x + dx, y + dy) for x, y in targets for dx, dy in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))], colour)


def shout() -> Figure:
    """A Barbare in a field throws everybody he sees."""
    enemies = [(VOLEUR, (6, 3)), (BARBARE, (4, 4)), (ELFE, (9, 3))]
    table = placed(BEACH, (0, BARBARE, (6, 5), NORD), *((1, kind, where, SUD) for kind, where in enemies))
    thrown = table.copy()
    give(thrown.seat(0).call("perso_attaque", me(thrown, 0, BARBARE), FUS_RO_DAH, (6, 5)))
    thrown.end_phase()
    flights = [line(*where, *thrown.seat(1).api.perso_position(me(thrown, 1, kind)), "red") for kind, where in enemies]
    return Figure(table, Diagram(34, part=(1, 0, 12, 7), shapes=[*seen(table, BARBARE), *flights]))


def blows() -> Figure:
    """A hammer that hurts its owner, and a knife's cells."""
    table = placed(FIELD, (0, BARBARE, (4, 3), EST), (0, VOLEUR, (9, 3), NORD), (1, VOLEUR, (5, 3), OUEST))
    knife = [(9, 3), (8, 3), (10, 3), (9, 2)]
    return Figure(table, Diagram(34, part=(1, 0, 12, 7), shapes=[*strike("red", (5, 3)), *lit(knife, "gold")]))


def glimpse() -> Figure:
    """A Voleur looks where he walks, and turns away in the end: what he glimpsed is in red."""
    start = (2, 2)
    table = placed(FIELD, (0, VOLEUR, start, EST), (1, ELFE, (9, 1), OUEST), (1, BARBARE, (10, 4), OUEST))
    table.end_phase()
    goal = (6, 2)
    api = table.seat(0).api
    give(api.perso_deplace(me(table, 0, VOLEUR), api.chemin(start, goal), SUD))
    table.end_phase()
    glimpsed = [where for where in api.perso_penombre(me(table, 0, VOLEUR)) if where != goal]
    shapes = [*seen(table, VOLEUR), *lit(sorted(set(glimpsed)), "red"), line(*start, *goal, "blue")]
    return Figure(table, Diagram(34, part=(1, 0, 12, 7), shapes=shapes))


FIGURES = {
    "idea": Figure(table_from("docs/films/casus_belli.jsonl:30"), Diagram(24)),
    "cone": sight(MEADOW, VOLEUR, (6, 6), NORD),
    "inside": sight(WOOD, VOLEUR, (3, 3), EST),
    "outside": sight(WOOD, VOLEUR, (5, 6), NORD),
    "tower": sight(KEEP, BARBARE, (4, 3), NORD),
    "blows": blows(),
    "shout": shout(),
    "glimpse": glimpse(),
}
