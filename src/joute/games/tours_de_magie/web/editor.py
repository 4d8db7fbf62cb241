"""What the page paints on boards and positions of tours_de_magie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from joute.core.editor import (
    Amount,
    BoardEditor,
    Brush,
    Editor,
    Figure,
    Letters,
    Position,
    PositionEditor,
    Sheet,
    Sketch,
    standing,
)
from joute.core.hand import Cell
from joute.core.text import Text

from ..board import BASE, BASE_MARKS, PLAIN, SIMPLE, TOWER_MARKS, Board, read
from ..params import PLAYERS, SIZE_LEAST, SIZE_MOST

TEXT = Letters()
WIZARDS_MOST = 10**9
OCCUPIED = Text(
    "Nothing is built on a base, a fountain or the artefact.",
    "On ne bâtit ni sur une base, ni sur une fontaine, ni sur l'artefact.",
)


def player(seat: int) -> str:
    return f"J{seat + 1}"


# Boards


def paint_mark(token: str, sketch: Sketch, cell: Cell, amount: int) -> Text | None:
    """A tower, or none: the places of a board follow from its size."""
    if sketch.at(cell) not in (PLAIN, *TOWER_MARKS):
        return OCCUPIED
    sketch.put(cell, token)
    return None


def erase_mark(sketch: Sketch, cell: Cell, amount: int) -> None:
    paint_mark(PLAIN, sketch, cell, amount)


def bases(sketch: Sketch) -> list[Cell]:
    places = {token: (x, y) for y, row in enumerate(sketch.rows) for x, token in enumerate(row)}
    return [places[token] for token in BASE_MARKS if token in places]


def rough(text: str, params: Mapping[str, Any]) -> Board:
    """The board with as many towers as it has."""
    return read(text, {**params, "MAX_NUMBER_TOURELLE": None})


BOARD = BoardEditor(
    read=TEXT.read,
    write=TEXT.write,
    brushes=tuple(
        Brush(
            kind="tower",
            seat=seat,
            words=Text(f"Tower of {player(seat)}", f"Tourelle de {player(seat)}"),
            paint=partial(paint_mark, token),
        )
        for seat, token in enumerate(TOWER_MARKS)
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=erase_mark),
    sides=(SIZE_LEAST, SIZE_MOST),
    square=True,
    size_param="TAILLE_TERRAIN",
    homes=bases,
    rough=rough,
)


# Positions


def kind_at(position: Position, cell: Cell) -> int:
    return int(position.board.kinds[cell[0] * position.board.side + cell[1]])


def other_than(cell: Cell) -> Callable[[dict[str, int]], bool]:
    return lambda row: (row["x"], row["y"]) != cell


def is_there(position: Position, table: str, cell: Cell) -> bool:
    return not all(map(other_than(cell), position.rows(table)))


def paint_tower(seat: int, position: Position, cell: Cell, amount: int) -> Text | None:
    """A new tower, in the place of another one."""
    if kind_at(position, cell) != SIMPLE:
        return OCCUPIED
    if is_there(position, "groups", cell):
        return Text(
            f"Wizards stand on {cell[0]}, {cell[1]}: erase them first.",
            f"Des sorciers sont en {cell[0]}, {cell[1]} : effacez-les d'abord.",
        )
    position.keep("towers", other_than(cell))
    params = position.game.params
    tower = {"x": cell[0], "y": cell[1], "seat": seat, "portee": params["PORTEE_TOURELLE"], "neuve": 0}
    tower |= {"vie": params["VIE_TOURELLE"], "attaque": params["ATTAQUE_TOURELLE"]}
    position.insert("towers", tower, "x", "y")
    return None


def paint_wizards(seat: int, position: Position, cell: Cell, amount: int) -> Text | None:
    """So many wizards, alone there and all free to move."""
    if is_there(position, "towers", cell):
        return Text(
            f"A tower stands on {cell[0]}, {cell[1]}: erase it first.",
            f"Une tourelle est en {cell[0]}, {cell[1]} : effacez-la d'abord.",
        )
    position.keep("groups", other_than(cell))
    if amount:
        group = {"x": cell[0], "y": cell[1], "seat": seat, "sorciers": amount, "deplacables": amount, "engages": 0}
        position.insert("groups", group | {"occupant": int(kind_at(position, cell) != BASE)}, "x", "y", "seat")
    return None


def erase(position: Position, cell: Cell, amount: int) -> None:
    position.keep("groups", other_than(cell))
    position.keep("towers", other_than(cell))


def title_of(table: str, words: Text) -> Callable[[Position, int], Text]:
    def title(position: Position, row: int) -> Text:
        name = player(position.rows(table)[row]["seat"])
        return Text(f"{words} of {name}", f"{words:fr} de {name}")

    return title


def player_title(position: Position, row: int) -> Text:
    return Text(player(row), player(row))


PHASES = (
    (0, Text("before the match", "avant le match")),
    (1, Text("construction", "construction")),
    (2, Text("moves", "déplacement")),
    (3, Text("shots", "tirs")),
    (4, Text("siege", "siège")),
    (5, Text("the end", "la fin")),
)
ALIVE = ((1, Text("yes", "oui")), (0, Text("no", "non")))

POSITION = PositionEditor(
    brushes=(
        *(
            Brush(
                kind="tower",
                seat=seat,
                words=Text(f"Tower of {player(seat)}", f"Tourelle de {player(seat)}"),
                paint=partial(paint_tower, seat),
            )
            for seat in range(PLAYERS)
        ),
        *(
            Brush(
                kind="wizards",
                seat=seat,
                words=Text(f"Wizards of {player(seat)}", f"Sorciers de {player(seat)}"),
                paint=partial(paint_wizards, seat),
                amount=Amount(Text("wizards", "sorciers"), 0, WIZARDS_MOST, 5),
            )
            for seat in range(PLAYERS)
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=erase),
    sheets=(
        Sheet(
            table="head",
            figures=(
                Figure("turn", Text("round", "manche")),
                Figure("phase", Text("phase", "phase"), PHASES),
            ),
        ),
        Sheet(
            table="players",
            title=player_title,
            figures=(
                Figure("magie", Text("magic", "magie")),
                Figure("vivant", Text("alive", "en vie"), ALIVE),
                Figure("score", Text("bases captured", "bases prises")),
            ),
        ),
        Sheet(
            table="towers",
            title=title_of("towers", Text("Tower", "Tourelle")),
            figures=(
                Figure("vie", Text("life", "vie")),
                Figure("portee", Text("range", "portée")),
                Figure("attaque", Text("attack left", "attaque restante")),
            ),
            cells=standing("towers"),
        ),
        Sheet(
            table="groups",
            title=title_of("groups", Text("Wizards", "Sorciers")),
            figures=(
                Figure("sorciers", Text("how many", "combien")),
                Figure("deplacables", Text("free to move", "libres de bouger")),
            ),
            cells=standing("groups"),
        ),
    ),
    homes=lambda position: [
        (int(base) // position.board.side, int(base) % position.board.side) for base in position.board.bases
    ],
)

EDITOR = Editor(board=BOARD, position=POSITION)
