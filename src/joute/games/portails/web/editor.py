"""What the page paints on boards and positions of portails."""

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
    Letters,
    Position,
    PositionEditor,
    Sheet,
    Sketch,
    brought_along,
)
from joute.core.hand import Cell
from joute.core.text import Text

from ..board import EMPTY, PLAYERS, PORTAL, Board, cells_of, read, starts_of
from ..rules.state import NOBODY

SHIELDS_MOST = 2**31 - 1
TEXT = Letters((("x0", "y0"), ("x1", "y1")))


def player(seat: int) -> str:
    return f"J{seat + 1}"


# Boards


def starts(sketch: Sketch) -> list[Cell]:
    return [(sketch.head[f"x{seat}"], sketch.head[f"y{seat}"]) for seat in range(PLAYERS)]


def paint_cell(token: str, sketch: Sketch, cell: Cell, amount: int) -> None:
    sketch.put(cell, token)


def paint_start(seat: int, sketch: Sketch, cell: Cell, amount: int) -> None:
    sketch.head |= {f"x{seat}": cell[0], f"y{seat}": cell[1]}


def resized(sketch: Sketch, columns: int, rows: int) -> None:
    """A start in a corner stays there."""
    for seat in range(PLAYERS):
        x, y = starts(sketch)[seat]
        paint_start(
            seat, sketch, (brought_along(x, columns, sketch.size[0]), brought_along(y, rows, sketch.size[1])), 0
        )


def rough(text: str, params: Mapping[str, Any]) -> Board:
    """The board wherever the players start."""
    return read(text, {**params, "DEPARTS_EN_COIN": False})


BOARD = BoardEditor(
    read=TEXT.read,
    write=TEXT.write,
    brushes=(
        Brush(kind="portal", words=Text("Portal", "Portail"), paint=partial(paint_cell, PORTAL)),
        *(
            Brush(
                kind="start",
                seat=seat,
                words=Text(f"Base of {player(seat)}", f"Base de {player(seat)}"),
                paint=partial(paint_start, seat),
                single=True,
            )
            for seat in range(PLAYERS)
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=partial(paint_cell, EMPTY)),
    sides=(2, 100),
    square=True,
    blank=EMPTY,
    resized=resized,
    homes=starts,
    rough=rough,
)


# Positions


def portal_at(position: Position, cell: Cell) -> int | Text:
    """The number of a portal."""
    portals = cells_of(position.board)
    x, y = cell
    return portals.index(cell) if cell in portals else Text(f"No portal on {x}, {y}.", f"Pas de portail en {x}, {y}.")


def paint_owner(seat: int, position: Position, cell: Cell, amount: int) -> Text | None:
    """A portal that changes hands loses its links, and its shields where nobody has it."""
    number = portal_at(position, cell)
    if isinstance(number, Text):
        return number
    portal = position.rows("portals")[number]
    if portal["owner"] != seat:
        position.keep("links", lambda link: number not in (link["a"], link["b"]))
    shields = 0 if seat == NOBODY else portal["shields"]
    portal |= {"owner": seat, "shields": shields, "start_owner": seat, "start_shields": shields}
    return None


def paint_shields(position: Position, cell: Cell, amount: int) -> Text | None:
    number = portal_at(position, cell)
    if isinstance(number, Text):
        return number
    portal, most = position.rows("portals")[number], int(position.game.params["MAX_BOUCLIERS"])
    if portal["owner"] == NOBODY and amount:
        x, y = cell
        return Text(
            f"The portal on {x}, {y} is nobody's, so that it has no shield: give it to a player first.",
            f"Le portail en {x}, {y} n'est à personne, donc sans bouclier : donnez-le d'abord à un joueur.",
        )
    if amount > most:
        return Text(f"A portal has at most {most} shields.", f"Un portail a au plus {most} boucliers.")
    portal |= {"shields": amount, "start_shields": amount}
    return None


def join(position: Position, cell: Cell, other: Cell) -> Text | None:
    """A link between two portals of one player; none where there was one."""
    a, b = portal_at(position, cell), portal_at(position, other)
    if isinstance(a, Text):
        return a
    if isinstance(b, Text):
        return b
    portals = position.rows("portals")
    if a == b or portals[a]["owner"] == NOBODY or portals[a]["owner"] != portals[b]["owner"]:
        return Text(
            "A link joins two portals of one player: give them to a player first.",
            "Un lien joint deux portails d'un même joueur : donnez-les d'abord à un joueur.",
        )
    a, b = min(a, b), max(a, b)
    if not position.keep("links", lambda link: (link["a"], link["b"]) != (a, b)):
        position.insert("links", {"a": a, "b": b, "fresh": 0}, "a", "b")
    return None


def paint_pawn(seat: int, position: Position, cell: Cell, amount: int) -> None:
    position.rows("players")[seat] |= {"x": cell[0], "y": cell[1]}


def erase(position: Position, cell: Cell, amount: int) -> Text | None:
    return None if isinstance(portal_at(position, cell), Text) else paint_owner(NOBODY, position, cell, 0)


def link_cells(position: Position, row: int) -> list[Cell]:
    link, portals = position.rows("links")[row], cells_of(position.board)
    return [portals[link[end]] for end in "ab"]


def link_title(position: Position, row: int) -> Text:
    (x, y), (u, v) = link_cells(position, row)
    return Text(f"Link {x}, {y} – {u}, {v}", f"Lien {x}, {y} – {u}, {v}")


def player_title(position: Position, row: int) -> Text:
    return Text(player(row), player(row))


SEATS = tuple((seat, Text(player(seat), player(seat))) for seat in range(PLAYERS))
OWNERS = ((NOBODY, Text("nobody", "personne")), *SEATS)
PHASES = (
    (0, Text("before the match", "avant le match")),
    (1, Text("a turn", "un tour")),
    (2, Text("the end", "la fin")),
)


POSITION = PositionEditor(
    brushes=(
        *(
            Brush(
                kind="owner",
                seat=seat,
                words=Text(f"Portal of {player(seat)}", f"Portail de {player(seat)}"),
                paint=partial(paint_owner, seat),
            )
            for seat in range(PLAYERS)
        ),
        Brush(kind="free", words=Text("Portal of nobody", "Portail à personne"), paint=partial(paint_owner, NOBODY)),
        Brush(
            kind="shields",
            words=Text("Shields of a portal", "Boucliers d'un portail"),
            paint=paint_shields,
            amount=Amount(Text("shields", "boucliers"), 0, SHIELDS_MOST, 1),
        ),
        Brush(kind="link", words=Text("Link between two portals", "Lien entre deux portails"), join=join),
        *(
            Brush(
                kind="pawn",
                seat=seat,
                words=Text(f"Pawn of {player(seat)}", f"Pion de {player(seat)}"),
                paint=partial(paint_pawn, seat),
                single=True,
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
                Figure("player", Text("whose turn", "à qui le tour"), SEATS),
            ),
        ),
        Sheet(
            table="players",
            title=player_title,
            figures=(
                Figure("score", Text("score", "score")),
                Figure("action_points", Text("action points", "points d'action")),
                Figure("move_points", Text("move points", "points de déplacement")),
            ),
        ),
        Sheet(
            table="portals",
            title=lambda position, row: Text("Portal", "Portail"),
            figures=(
                Figure("owner", Text("owner", "à qui"), OWNERS),
                Figure("shields", Text("shields", "boucliers")),
            ),
            cells=lambda position, row: [cells_of(position.board)[row]],
        ),
        Sheet(table="links", title=link_title, figures=(), cells=link_cells),
    ),
    homes=lambda position: starts_of(position.board),
)

EDITOR = Editor(board=BOARD, position=POSITION)
