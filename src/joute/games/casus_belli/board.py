"""Boards (rules, section 3): reading, checking, writing; `terrain.py` generates them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from joute.core.boards import Boards
from joute.core.columns import Column, family
from joute.core.errors import BoardError
from joute.core.maptext import Token, quoted, rows_of, tokens_of, whole_number
from joute.core.params import INT32_MOST
from joute.core.text import Text, text_of

from .params import size_most

# 2.3  Terrain, and what leaving a cell costs
HERBE, ROUTE, FORET, MARAIS, MUR, TOUR = range(6)
LETTERS = "._F~#T"
LEAVING = (2, 1, 2, 4, 0, 2)
NO_EXIT = -1

BLANKS = " \t\r\n"
"""What separates the words of a map, and nothing else does."""


class Head(NamedTuple):
    """The six numbers of the header."""

    width: int
    height: int
    start_x: int
    start_y: int
    placement_turns: int
    turns: int


class Board(NamedTuple):
    """The map: its header; terrain, leaving cost and exits of each cell; which cells each line of sight crosses.

    A cell is y * width + x. Its exits are the cells next to it, to the north, east, south and west. `lines` starts with
    one pair (start, end) for each depth i and column j of a cone, j from 0 to i + 1; the cells crossed on the way to
    cell(i, j) are the pairs (k, m) in lines[start:end].
    """

    width: int
    height: int
    start_x: int
    start_y: int
    placement_turns: int
    turns: int
    ground: Column
    cost: Column
    exits: Annotated[Column, family("north", "east", "south", "west")]
    lines: Column


def board_of(head: Head, ground: Sequence[int], params: Mapping[str, Any]) -> Board:
    costs = [LEAVING[zone] for zone in ground]
    numbers = Head(*map(int, head))  # a huge one is shown as written until here
    return Board(*numbers, list(ground), costs, exits_of(head, ground), lines_of_sight(size_most(params)))


def exits_of(head: Head, ground: Sequence[int]) -> list[int]:
    """Where a step leads from each cell, NO_EXIT into a wall or off the map."""
    exits: list[int] = []
    for cell in range(len(ground)):
        x, y = cell % head.width, cell // head.width
        exits.append(cell - head.width if y > 0 else NO_EXIT)
        exits.append(cell + 1 if x + 1 < head.width else NO_EXIT)
        exits.append(cell + head.width if y + 1 < head.height else NO_EXIT)
        exits.append(cell - 1 if x > 0 else NO_EXIT)
    return [NO_EXIT if cell == NO_EXIT or ground[cell] == MUR else cell for cell in exits]


def lines_of_sight(size: int) -> list[int]:
    """5.3  The cells crossed by the segments from the viewer to the cells of a cone, for columns j >= 0."""
    places = [(i, j) for i in range(size + 1) for j in range(i + 2)]
    pairs: list[int] = []
    cells: list[int] = []
    for i, j in places:
        start = 2 * len(places) + len(cells)
        for k in range(i + 1):
            for m in range(j + 1):
                if (k, m) not in ((0, 0), (i, j)) and 2 * abs(i * m - j * k) < i + j:
                    cells += [k, m]
        pairs += [start, 2 * len(places) + len(cells)]
    return pairs + cells


# Reading


def read(text: str, params: Mapping[str, Any]) -> Board:
    """3  The board a text describes; the first error is reported."""
    tokens = tokens_of(text, BLANKS)
    head = read_head(tokens)
    rows = tokens[len(head) :]
    ground: list[int] = []
    for y in range(head.height):
        ground += read_row(rows, y, head)
    if len(rows) > head.height:
        extra = rows[head.height]
        message = Text(
            f"found {quoted(extra.text)} after the last row; expected nothing after {head.height} row(s)",
            f"trouvé {quoted(extra.text)} après la dernière ligne ; rien n'est attendu après {head.height} ligne(s)",
        )
        raise BoardError("carte_donnees_en_trop", message, extra.line)
    check_start(ground, head, rows)
    return board_of(head, ground, params)


def read_head(tokens: Sequence[Token]) -> Head:
    """The six numbers of the header."""
    names = ("width", "height", "start x", "start y", "placement turns", "maximum turns")
    numbers = [read_number(name, token) for name, token in zip(names, tokens, strict=False)]
    if len(tokens) < len(names):
        expected = f"{', '.join(names)}, then the rows"
        raise BoardError("carte_entete_invalide", f"found {len(tokens)} header number(s); expected {expected}")
    head = Head(*numbers)
    check_head(head, Head(*(token.line for token in tokens[: len(names)])))
    return head


def read_number(name: str, token: Token) -> int:
    """A number of the header, at most as large as champions can be told."""
    value = whole_number(token.text, INT32_MOST, plus=False)
    if value is None:
        message = Text(
            f"{name} is {quoted(token.text)}; expected a whole number",
            f"{name} vaut {quoted(token.text)} ; attendu un nombre entier",
        )
        raise BoardError("carte_entete_invalide", message, token.line)
    return value


def check_head(head: Head, lines: Head) -> None:
    """The checks that need no row."""
    width, height, x, y, placement, turns = head
    if width < 1 or height < 1:
        message = Text(
            f"the map is {width} wide and {height} high; expected at least 1 and 1",
            f"la carte a une largeur de {width} et une hauteur de {height} ; attendu au moins 1 et 1",
        )
        raise BoardError("carte_dimensions_invalides", message, lines.width)
    if placement < 0 or turns < 0:
        message = Text(
            f"{placement} placement turn(s) and {turns} turn(s) in all; expected none below 0",
            f"{placement} tour(s) de placement et {turns} tour(s) en tout ; attendu aucun négatif",
        )
        raise BoardError("carte_tours_invalides", message, lines.placement_turns)
    if not (0 <= x < width and 0 <= y < height):
        message = Text(
            f"the start cell is outside the map of {width} columns and {height} rows",
            f"la case de départ est hors de la carte de {width} colonnes et {height} lignes",
        )
        raise BoardError("carte_depart_hors_carte", message, lines.start_x, (x, y))


def read_row(rows: Sequence[Token], y: int, head: Head) -> list[int]:
    """One row: there, of the right length, of known letters."""
    width, height = head.width, head.height
    if y >= len(rows):
        message = Text(
            f"found {len(rows)} row(s); expected {height}", f"trouvé {len(rows)} ligne(s) ; attendu {height}"
        )
        raise BoardError("carte_ligne_manquante", message, rows[-1].line if rows else None)
    row = rows[y]
    if len(row.text) != width:
        swapped = len(rows) == width and all(len(other.text) == height for other in rows)
        hint = (
            Text(
                "; the header gives the width first: exchange its first two numbers",
                " ; l'en-tête donne la largeur d'abord : échangez ses deux premiers nombres",
            )
            if swapped
            else ""
        )
        message = Text(
            f"row y = {y} has {len(row.text)} character(s); expected {width}{hint}",
            f"la ligne y = {y} a {len(row.text)} caractère(s) ; attendu {width}{text_of(hint):fr}",
        )
        raise BoardError("carte_ligne_longueur", message, row.line, (0, y))
    for x, letter in enumerate(row.text):
        if letter not in LETTERS:
            message = Text(
                f"found {letter!r}; expected one of {' '.join(LETTERS)}",
                f"trouvé {letter!r} ; attendu l'un de {' '.join(LETTERS)}",
            )
            raise BoardError("carte_caractere_inconnu", message, row.line, (x, y))
    return [LETTERS.index(letter) for letter in row.text]


def check_start(ground: Sequence[int], head: Head, rows: Sequence[Token]) -> None:
    x, y = head.start_x, head.start_y
    if ground[y * head.width + x] == MUR:
        message = Text(
            "the start cell is a wall; expected a cell that can be entered",
            "la case de départ est un mur ; attendu une case où l'on peut entrer",
        )
        raise BoardError("carte_depart_mur", message, rows[y].line, (x, y))


# Writing


def write(board: Board) -> str:
    """The canonical text of a board."""
    rows = rows_of("".join(LETTERS[zone] for zone in board.ground), board.width)
    head = [f"{board.width} {board.height}", f"{board.start_x} {board.start_y}"]
    return "\n".join([*head, str(board.placement_turns), str(board.turns), *rows, ""])


def default(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """The board of a match that is given no map: a generated one."""
    return generate(params, seats, seed)


def generate(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """A board for so many teams: connected ground, the same distances in all four directions from the start."""
    from .terrain import drawn  # which knows the terrain of this module

    side, placement, turns, ground = drawn(seats, seed)
    return board_of(Head(side, side, side // 2, side // 2, placement, turns), ground, params)


BOARDS = Boards(kind=Board, read=read, write=write, generate=generate, default=default)
