"""What the page paints on boards and positions of archipel."""

from __future__ import annotations

from functools import partial

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
    standing,
)
from joute.core.hand import Cell
from joute.core.text import Text

from ..board import ILE, LETTERS, MER, VOLCAN
from ..rules.state import CARAVELLE, GALION, GOLD_MOST, NOBODY, SEATS

TERRAINS = (
    (ILE, "island", Text("Island", "Île")),
    (VOLCAN, "volcano", Text("Volcano", "Volcan")),
    (MER, "sea", Text("Sea", "Mer")),
)
BOATS = ((CARAVELLE, "caravelle", Text("Caravelles", "Caravelles")), (GALION, "galion", Text("Galions", "Galions")))
BOATS_PAINTED = 99
"""The most boats of a kind that one stroke puts on a cell."""
TEXT = Letters((("x0", "y0"), ("x1", "y1")), square=True)


def player(seat: int) -> str:
    return f"J{seat + 1}"


# Boards


def starts(sketch: Sketch) -> list[Cell]:
    return [(sketch.head[f"x{seat}"], sketch.head[f"y{seat}"]) for seat in range(SEATS)]


def paint_terrain(terrain: int, sketch: Sketch, cell: Cell, amount: int) -> Text | None:
    if terrain != ILE and cell in starts(sketch):
        name = player(starts(sketch).index(cell))
        return Text(
            f"{name} starts on {cell[0]}, {cell[1]}: move that start first, since it must be on an island.",
            f"{name} part de {cell[0]}, {cell[1]} : déplacez d'abord ce départ, qui doit être sur une île.",
        )
    sketch.put(cell, LETTERS[terrain])
    return None


def paint_start(seat: int, sketch: Sketch, cell: Cell, amount: int) -> Text | None:
    """A start brings its island along."""
    if starts(sketch)[1 - seat] == cell:
        other = player(1 - seat)
        return Text(
            f"{other} starts on {cell[0]}, {cell[1]}: choose another island.",
            f"{other} part de {cell[0]}, {cell[1]} : choisissez une autre île.",
        )
    sketch.head |= {f"x{seat}": cell[0], f"y{seat}": cell[1]}
    sketch.put(cell, LETTERS[ILE])
    return None


def resized(sketch: Sketch, columns: int, rows: int) -> None:
    """Starts stay on the board, the last column being the last again, and on an island."""
    for seat in range(SEATS):
        x, y = starts(sketch)[seat]
        x, y = brought_along(x, columns, sketch.size[0]), brought_along(y, rows, sketch.size[1])
        sketch.head |= {f"x{seat}": x, f"y{seat}": y}
        sketch.put((x, y), LETTERS[ILE])


def terrain_brush(terrain: int, kind: str, words: Text) -> Brush[Sketch]:
    return Brush(kind=kind, words=words, paint=partial(paint_terrain, terrain))


BOARD = BoardEditor(
    read=TEXT.read,
    write=TEXT.write,
    brushes=(
        *(terrain_brush(*terrain) for terrain in TERRAINS),
        *(
            Brush(
                kind="start",
                seat=seat,
                words=Text(f"Start of {player(seat)}", f"Départ de {player(seat)}"),
                paint=partial(paint_start, seat),
                single=True,
            )
            for seat in range(SEATS)
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=partial(paint_terrain, MER)),
    sides=(2, 100),
    square=True,
    blank=LETTERS[MER],
    resized=resized,
    homes=starts,
)


# Positions


def island_at(position: Position, cell: Cell) -> dict[str, int] | Text:
    found = [island for island in position.rows("islands") if (island["x"], island["y"]) == cell]
    if found:
        return found[0]
    x, y = cell
    return Text(f"There is no island on {x}, {y}.", f"Il n'y a pas d'île en {x}, {y}.")


def paint_owner(seat: int, position: Position, cell: Cell, amount: int) -> Text | None:
    island = island_at(position, cell)
    if isinstance(island, Text):
        return island
    island |= {"seat": seat, "nb_or": 0 if seat == NOBODY else island["nb_or"]}
    return None


def paint_gold(position: Position, cell: Cell, amount: int) -> Text | None:
    island = island_at(position, cell)
    if isinstance(island, Text):
        return island
    if island["seat"] == NOBODY and amount:
        x, y = cell
        return Text(
            f"The island on {x}, {y} is nobody's, so that it holds no gold: give it to a player first.",
            f"L'île en {x}, {y} n'est à personne, donc sans or : donnez-la d'abord à un joueur.",
        )
    island["nb_or"] = amount
    return None


def paint_boats(kind: int, seat: int, position: Position, cell: Cell, amount: int) -> Text | None:
    """So many boats of a kind stand there: those that did stay, the others are new."""
    own = [boat for boat in position.rows("boats") if is_boat(boat, kind, seat, cell)]
    gone = [boat["id"] for boat in own[amount:]]
    position.keep("boats", lambda boat: boat["id"] not in gone)
    for _ in range(amount - len(own)):
        boat = {"id": position.head["next_id"], "x": cell[0], "y": cell[1], "seat": seat, "btype": kind}
        position.rows("boats").append(boat | {"nb_or": 0, "deplacable": 1})
        position.head["next_id"] += 1
    return None


def is_boat(boat: dict[str, int], kind: int, seat: int, cell: Cell) -> bool:
    return (boat["btype"], boat["seat"], boat["x"], boat["y"]) == (kind, seat, *cell)


def erase(position: Position, cell: Cell, amount: int) -> Text | None:
    """Boats go first, then the owner of the island."""
    if position.keep("boats", lambda boat: (boat["x"], boat["y"]) != cell):
        return None
    island = island_at(position, cell)
    if not isinstance(island, Text):
        island |= {"seat": NOBODY, "nb_or": 0}
    return None


def boat_title(position: Position, row: int) -> Text:
    boat = position.rows("boats")[row]
    words = Text("Caravelle", "Caravelle") if boat["btype"] == CARAVELLE else Text("Galion", "Galion")
    return Text(f"{words} {boat['id']}", f"{words:fr} {boat['id']}")


OWNERS = tuple((seat, Text(player(seat), player(seat))) for seat in range(SEATS))
FLAG = ((0, Text("no", "non")), (1, Text("yes", "oui")))
GOLD = Figure("nb_or", Text("gold", "or"))
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
                words=Text(f"Island of {player(seat)}", f"Île de {player(seat)}"),
                paint=partial(paint_owner, seat),
            )
            for seat in range(SEATS)
        ),
        Brush(kind="free", words=Text("Island of nobody", "Île à personne"), paint=partial(paint_owner, NOBODY)),
        Brush(
            kind="gold",
            words=Text("Gold on an island", "Or sur une île"),
            paint=paint_gold,
            amount=Amount(Text("gold", "or"), 0, GOLD_MOST, 10),
        ),
        *(
            Brush(
                kind=kind,
                seat=seat,
                words=Text(f"{words} of {player(seat)}", f"{words:fr} de {player(seat)}"),
                paint=partial(paint_boats, number, seat),
                amount=Amount(Text("boats", "bateaux"), 0, BOATS_PAINTED, 1),
            )
            for number, kind, words in BOATS
            for seat in range(SEATS)
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=erase),
    sheets=(
        Sheet(
            table="head",
            figures=(
                Figure("turn", Text("round", "manche")),
                Figure("phase", Text("phase", "phase"), PHASES),
                Figure("seat", Text("whose turn", "à qui le tour"), OWNERS),
            ),
        ),
        Sheet(
            table="scores",
            title=lambda position, row: Text(player(row), player(row)),
            figures=(Figure("scores", Text("score", "score")),),
        ),
        Sheet(
            table="islands",
            title=lambda position, row: Text("Island", "Île"),
            figures=(Figure("seat", Text("owner", "à qui"), ((NOBODY, Text("nobody", "personne")), *OWNERS)), GOLD),
            cells=standing("islands"),
        ),
        Sheet(
            table="boats",
            title=boat_title,
            figures=(
                Figure("seat", Text("owner", "à qui"), OWNERS),
                GOLD,
                Figure("deplacable", Text("may move", "peut bouger"), FLAG),
            ),
            cells=standing("boats"),
        ),
    ),
    homes=lambda position: [
        (position.board.islands.x[start], position.board.islands.y[start]) for start in position.board.starts
    ],
)

EDITOR = Editor(board=BOARD, position=POSITION)
