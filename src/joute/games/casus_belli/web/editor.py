"""What the page paints on boards and positions of casus_belli. A brush of a position paints for the team that its
amount says, counted from 1."""

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
)
from joute.core.hand import Cell
from joute.core.text import Text

from ..board import FORET, HERBE, LETTERS, MARAIS, MUR, ROUTE, TOUR
from ..rules.vocabulary import CLASSES, NOWHERE
from ..scene import CLASS_NAMES

GROUNDS = (
    (HERBE, "grass", Text("Grass", "Herbe")),
    (ROUTE, "road", Text("Road", "Route")),
    (FORET, "forest", Text("Forest", "Forêt")),
    (MARAIS, "marsh", Text("Marsh", "Marais")),
    (TOUR, "tower", Text("Tower", "Tour")),
    (MUR, "wall", Text("Wall", "Mur")),
)
WALL = Text("A wall: nobody can stand there.", "Un mur : personne ne peut s'y tenir.")
TEAMS_MOST = 1000
TEAM = Amount(Text("team", "équipe"), 1, TEAMS_MOST, 1)
TEXT = Letters((("width", "height"), ("start_x", "start_y"), ("placement",), ("turns",)))


# Boards


def start(sketch: Sketch) -> Cell:
    return sketch.head["start_x"], sketch.head["start_y"]


def paint_ground(zone: int, sketch: Sketch, cell: Cell, amount: int) -> Text | None:
    if zone == MUR and cell == start(sketch):
        return Text(
            "Everybody starts here: move the start before you wall it in.",
            "Tous partent d'ici : déplacez le départ avant d'y mettre un mur.",
        )
    sketch.put(cell, LETTERS[zone])
    return None


def paint_start(sketch: Sketch, cell: Cell, amount: int) -> Text | None:
    if sketch.at(cell) == LETTERS[MUR]:
        return WALL
    sketch.head |= {"start_x": cell[0], "start_y": cell[1]}
    return None


def resized(sketch: Sketch, columns: int, rows: int) -> None:
    """The start stays on the board, and on ground."""
    (x, y), (width, height) = start(sketch), sketch.size
    x, y = brought_along(x, columns, width), brought_along(y, rows, height)
    sketch.head |= {"width": width, "height": height, "start_x": x, "start_y": y}
    if sketch.at((x, y)) == LETTERS[MUR]:
        sketch.put((x, y), LETTERS[HERBE])


def ground_brush(zone: int, kind: str, words: Text) -> Brush[Sketch]:
    return Brush(kind=kind, words=words, paint=partial(paint_ground, zone))


BOARD = BoardEditor(
    read=TEXT.read,
    write=TEXT.write,
    brushes=(
        *(ground_brush(*ground) for ground in GROUNDS),
        Brush(kind="start", words=Text("Start of everybody", "Départ de tous"), paint=paint_start, single=True),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=partial(paint_ground, HERBE)),
    figures=(
        Figure("placement", Text("turns of placement", "tours de placement")),
        Figure("turns", Text("turns in all", "tours en tout")),
    ),
    sides=(1, 150),
    blank=LETTERS[HERBE],
    resized=resized,
)


# Positions


def refused(position: Position, cell: Cell, team: int) -> Text | None:
    """Why nothing of a team can be put on a cell."""
    if not 1 <= team <= position.seats:
        last = position.seats
        return Text(
            f"There is no team {team}: they are numbered 1 to {last}.",
            f"Il n'y a pas d'équipe {team} : elles vont de 1 à {last}.",
        )
    return WALL if position.board.ground[number(position, cell)] == MUR else None


def number(position: Position, cell: Cell) -> int:
    return cell[1] * int(position.board.width) + cell[0]


def paint_character(rank: int, position: Position, cell: Cell, team: int) -> Text | None:
    """A character comes to a cell as the last one, and its walk is forgotten."""
    why = refused(position, cell, team)
    if why is not None:
        return why
    character, place = (team - 1) * CLASSES + rank, number(position, cell)
    arrived = {"arrived": position.head["arrivals"], "cell": place, "walk_from": place, "walk_length": 0}
    position.rows("characters")[character] |= arrived
    position.keep("routes", lambda route: route["character"] != character)
    position.head["arrivals"] += 1
    return None


def paint_mark(column: str, position: Position, cell: Cell, team: int) -> Text | None:
    """A palantír or a zone."""
    why = refused(position, cell, team)
    if why is None:
        position.rows("teams")[team - 1][column] = number(position, cell)
    return why


def erase(position: Position, cell: Cell, amount: int) -> Text | None:
    """Palantírs and zones go; a character always stands somewhere."""
    place, gone = number(position, cell), False
    for team in position.rows("teams"):
        for column in ("palantir", "zone"):
            if team[column] == place:
                team[column], gone = NOWHERE, True
    if not gone and any(one["cell"] == place for one in position.rows("characters")):
        return Text(
            "A character always stands somewhere: place it on another cell.",
            "Un personnage se tient toujours quelque part : placez-le sur une autre case.",
        )
    return None


def character_cells(position: Position, row: int) -> list[Cell]:
    cell, width = position.rows("characters")[row]["cell"], int(position.board.width)
    return [(cell % width, cell // width)] if cell != NOWHERE else []


def character_title(position: Position, row: int) -> Text:
    name, team = CLASS_NAMES[row % CLASSES], position.game.info.seat_name(row // CLASSES)
    return Text(f"{name} of {team}", f"{name} de {team}")


def team_title(position: Position, row: int) -> Text:
    return Text(position.game.info.seat_name(row), position.game.info.seat_name(row))


PHASES = (
    (0, Text("before the match", "avant le match")),
    (1, Text("placement", "placement")),
    (2, Text("attack", "attaque")),
    (3, Text("movement", "déplacement")),
    (4, Text("the end", "la fin")),
)
DIRECTIONS = (
    (0, Text("north", "nord")),
    (1, Text("east", "est")),
    (2, Text("south", "sud")),
    (3, Text("west", "ouest")),
)

POSITION = PositionEditor(
    brushes=(
        *(
            Brush(
                kind=name.lower(),
                words=Text(name, name),
                paint=partial(paint_character, rank),
                amount=TEAM,
                single=True,
            )
            for rank, name in enumerate(CLASS_NAMES)
        ),
        Brush(
            kind="palantir",
            words=Text("Palantír", "Palantír"),
            paint=partial(paint_mark, "palantir"),
            amount=TEAM,
            single=True,
        ),
        Brush(
            kind="zone",
            words=Text("Revealed zone (I see)", "Zone révélée (I see)"),
            paint=partial(paint_mark, "zone"),
            amount=TEAM,
            single=True,
        ),
    ),
    eraser=Brush(kind="erase", words=Text("Erase", "Effacer"), paint=erase),
    sheets=(
        Sheet(
            table="head",
            figures=(
                Figure("turn", Text("turn", "tour")),
                Figure("phase", Text("phase", "phase"), PHASES),
            ),
        ),
        Sheet(table="teams", title=team_title, figures=(Figure("score", Text("score", "score")),)),
        Sheet(
            table="characters",
            title=character_title,
            figures=(
                Figure("life", Text("life", "vie")),
                Figure("direction", Text("looks", "regarde"), DIRECTIONS),
                Figure(
                    "recharge_1", Text("recharge of the first special attack", "recharge de la 1re attaque spéciale")
                ),
                Figure("recharge_2", Text("recharge of the second one", "recharge de la 2e")),
            ),
            cells=character_cells,
        ),
    ),
)

EDITOR = Editor(board=BOARD, position=POSITION)
