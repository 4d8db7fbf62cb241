"""What the page paints on boards and positions of chartichaud."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from joute.core.editor import (
    Amount,
    BoardEditor,
    Brush,
    Editor,
    Figure,
    Position,
    PositionEditor,
    Sheet,
    Sketch,
    standing,
)
from joute.core.errors import BoardError
from joute.core.hand import Cell
from joute.core.text import Text

from .. import board
from ..board import FIRST, KINDS, LARGEST, LARGEST_SIDE, PLAYERS, SYMMETRIES, Board, Location
from ..rules.state import UNITS_MOST

EMPTY = "."
KIND_WORDS = (
    Text("Civilians", "Civils"),
    Text("Military", "Militaires"),
    Text("Buildings", "Bâtiments"),
)
NOWHERE = Location()


# Boards


def read(text: str) -> Sketch | None:
    """The head of a board, and the token of each cell."""
    try:
        made = parsed(text)
    except BoardError:
        return None
    head = {name: value for name, value in board.head_of(made).items() if name not in ("height", "width")}
    tokens = [board.write_cell(cell) for _, _, cell in board.cells_of(made)]
    width = made.width
    return Sketch(head, [tokens[first : first + width] for first in range(0, len(tokens), width)])


def parsed(text: str) -> Board:
    """The board of a text, in either form, without the checks on the whole."""
    if text.lstrip(" \t\r\n").startswith("{"):
        from ..board_json import read_json

        return read_json(text)
    return board.read_text(text, {})


def write(sketch: Sketch) -> str:
    width, height = sketch.size
    cells = [board.read_cell(token, NOWHERE) for row in sketch.rows for token in row]
    return board.write(board.assembled({"height": height, "width": width, **sketch.head}, cells))


def rough(text: str, params: Mapping[str, Any]) -> Board:
    """The board whatever it holds; a match that is past its end begins none."""
    return parsed(text)


def paint_gold(sketch: Sketch, cell: Cell, amount: int) -> None:
    held = board.read_cell(sketch.at(cell), NOWHERE)
    sketch.put(cell, board.write_cell(held._replace(gold=amount)))


def paint_units(seat: int, kind: int, sketch: Sketch, cell: Cell, amount: int) -> None:
    held = board.read_cell(sketch.at(cell), NOWHERE)
    held.units[FIRST[PLAYERS[seat]] + kind] = amount
    sketch.put(cell, board.write_cell(held))


def clear(sketch: Sketch, cell: Cell, amount: int) -> None:
    sketch.put(cell, EMPTY)


def units_words(seat: int, kind: int) -> Text:
    words = KIND_WORDS[kind]
    return Text(f"{words} of {PLAYERS[seat]}", f"{words:fr} de {PLAYERS[seat]}")


GOLD = Text("gold", "or")
BOARD = BoardEditor(
    read=read,
    write=write,
    brushes=(
        Brush(kind="gold", words=Text("Gold", "Or"), paint=paint_gold, amount=Amount(GOLD, 0, LARGEST, 25)),
        *(
            Brush(
                kind=KINDS[kind],
                seat=seat,
                words=units_words(seat, kind),
                paint=partial(paint_units, seat, kind),
                amount=Amount(KIND_WORDS[kind], 0, LARGEST, 1),
            )
            for kind in range(len(KINDS))
            for seat in range(len(PLAYERS))
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=clear),
    figures=(
        *(Figure(f"gold {name}", Text(f"gold of {name}", f"or de {name}"), most=LARGEST) for name in PLAYERS),
        *(Figure(f"score {name}", Text(f"score of {name}", f"score de {name}"), most=LARGEST) for name in PLAYERS),
        Figure("turn", Text("first turn", "premier tour"), most=LARGEST),
        Figure(
            "symmetry",
            Text("symmetry that is checked", "symétrie vérifiée"),
            tuple(zip(range(len(SYMMETRIES)), (Text("none", "aucune"), Text("half turn", "demi-tour")), strict=True)),
        ),
    ),
    sides=(1, LARGEST_SIDE),
    blank=EMPTY,
    rough=rough,
)


# Positions


def held(position: Position, cell: Cell) -> dict[str, int]:
    """The row of a cell, made where it is missing: a dump leaves out cells that hold nothing."""
    rows = position.rows("cells")
    for row in rows:
        if (row["x"], row["y"]) == cell:
            return row
    position.insert("cells", {"y": cell[1], "x": cell[0]}, "y", "x")
    return next(row for row in rows if (row["x"], row["y"]) == cell)


def set_gold(position: Position, cell: Cell, amount: int) -> None:
    held(position, cell)["gold"] = amount


def set_units(seat: int, kind: int, position: Position, cell: Cell, amount: int) -> None:
    """So many units; of those of the player in turn, no more than that have acted."""
    row, acted = held(position, cell), f"acted_{KINDS[kind]}"
    row[f"{PLAYERS[seat]}_{KINDS[kind]}"] = amount
    if position.head["turn"] % len(PLAYERS) == seat and row.get(acted, 0) > amount:
        row[acted] = amount
    if row.get("acted_C", 0) == 0:
        row["harvested"] = 0


def erase(position: Position, cell: Cell, amount: int) -> None:
    position.keep("cells", lambda row: (row["x"], row["y"]) != cell)


PLAYER_CHOICES = tuple(
    (number, Text(en, fr))
    for number, (en, fr) in enumerate(
        (("the match goes on", "la partie continue"), ("A", "A"), ("B", "B"), ("nobody", "personne"))
    )
)
REASON_CHOICES = tuple(
    (number, Text(en, fr))
    for number, (en, fr) in enumerate(
        (
            ("none", "aucune"),
            ("elimination", "élimination"),
            ("last turn", "dernier tour"),
            ("out of time", "temps écoulé"),
            ("a champion crashed", "un champion a planté"),
            ("resignation", "abandon"),
        )
    )
)
PHASES = (
    (0, Text("before the match", "avant le match")),
    (1, Text("a turn", "un tour")),
    (2, Text("the end", "la fin")),
)
POSITION = PositionEditor(
    brushes=(
        Brush(kind="gold", words=Text("Gold", "Or"), paint=set_gold, amount=Amount(GOLD, 0, LARGEST, 25)),
        *(
            Brush(
                kind=KINDS[kind],
                seat=seat,
                words=units_words(seat, kind),
                paint=partial(set_units, seat, kind),
                amount=Amount(KIND_WORDS[kind], 0, UNITS_MOST, 1),
            )
            for kind in range(len(KINDS))
            for seat in range(len(PLAYERS))
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=erase),
    sheets=(
        Sheet(
            table="head",
            figures=(
                Figure("turn", Text("turns completed", "tours accomplis")),
                Figure("phase", Text("phase", "phase"), PHASES),
                Figure("winner", Text("winner", "gagnant"), PLAYER_CHOICES),
                Figure("reason", Text("reason of the end", "cause de la fin"), REASON_CHOICES),
            ),
        ),
        Sheet(
            table="players",
            title=lambda position, row: Text(PLAYERS[row], PLAYERS[row]),
            figures=(Figure("gold", GOLD), Figure("score", Text("score", "score"))),
        ),
        Sheet(
            table="cells",
            title=lambda position, row: Text("On this cell", "Sur cette case"),
            figures=(
                Figure("gold", GOLD),
                *(
                    Figure(f"{name}_{kind}", units_words(seat, number))
                    for seat, name in enumerate(PLAYERS)
                    for number, kind in enumerate(KINDS)
                ),
                *(
                    Figure(f"acted_{kind}", Text(f"{words} that have acted", f"{words:fr} qui ont agi"))
                    for kind, words in zip(KINDS, KIND_WORDS, strict=True)
                ),
                Figure("harvested", Text("harvested", "récoltée"), ((0, Text("no", "non")), (1, Text("yes", "oui")))),
            ),
            cells=standing("cells"),
        ),
    ),
)

EDITOR = Editor(board=BOARD, position=POSITION)
