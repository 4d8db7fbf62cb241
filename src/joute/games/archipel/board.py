"""Boards: reading, checking and writing maps (rules, section 3). `generator` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from joute.core.boards import Boards
from joute.core.columns import Column
from joute.core.errors import BoardError
from joute.core.maptext import Token, quoted, rows_of, shortened, tokens_of, whole_number
from joute.core.params import INT32_MOST

Cell = int
"""y * side + x"""

ILE, VOLCAN, MER = range(3)
LETTERS = "o^~"
NAMES = ("île", "volcan", "mer")

NO_ISLAND = -1
"""What a cell of the sea holds instead of the number of an island."""


class Land(NamedTuple):
    """The islands in reading order, volcanoes included."""

    x: Column
    y: Column
    terrain: Column


class Board(NamedTuple):
    """The constant data of a match: its size, the start island of each player, the island of each cell, the islands."""

    side: int
    starts: Column
    cells: Column
    islands: Land


COMMENT = "#"
UNREADABLE = "CARTE_ILLISIBLE"
"""3.2  Error 0: the code of a file that cannot be read, or is not UTF-8."""


class Start(NamedTuple):
    """Where a player starts: the coordinates as numbers, as written, and their line."""

    x: int
    y: int
    shown: str
    line: int


def read(text: str, params: Mapping[str, Any]) -> Board:
    """3.1, 3.2  Read a map; the first error in the order of the table is reported."""
    side = int(params["TAILLE_TERRAIN"])
    tokens = tokens_of(text, most=4 + side)
    starts = [read_start(tokens, player) for player in range(2)]
    terrain = [kind for y in range(side) for kind in read_row(tokens, y, side)]
    for player, start in enumerate(starts):
        check_start(terrain, side, player, start)
    if starts[0][:2] == starts[1][:2]:
        message = f"joueur 1 et joueur 2 partent tous deux de {starts[0].shown} ; il faut deux îles différentes"
        raise BoardError("CARTE_DEPARTS_IDENTIQUES", message, starts[1].line, starts[1][:2])
    return build(side, terrain, [start.y * side + start.x for start in starts])


def demands(text: str) -> dict[str, int]:
    """The side that a whole, square map has; nothing for any other text: `read` reports what is wrong with it."""
    rows = text.split()[4:]
    side = len(rows[0]) if rows else 0
    square = 2 <= side <= len(rows) and all(len(row) == side for row in rows[:side])
    return {"TAILLE_TERRAIN": side} if square else {}


def ignored(text: str, params: Mapping[str, Any]) -> list[str]:
    """3.1  What follows the last row of a map, line by line; but comments, which bundled maps have."""
    side = int(params["TAILLE_TERRAIN"])
    lines: dict[int, list[str]] = {}
    for word, line in tokens_of(text)[4 + side :]:
        lines.setdefault(line, []).append(word)
    lines = {line: words for line, words in lines.items() if not words[0].startswith(COMMENT)}
    return [f"line {line}: {quoted(' '.join(words))}, past the {side} rows of the map" for line, words in lines.items()]


def build(side: int, terrain: list[int], starts: list[Cell]) -> Board:
    """The board with this terrain on its cells and these start cells."""
    places = [cell for cell, kind in enumerate(terrain) if kind != MER]
    cells = [NO_ISLAND] * (side * side)
    for island, cell in enumerate(places):
        cells[cell] = island
    land = Land([cell % side for cell in places], [cell // side for cell in places], [terrain[cell] for cell in places])
    return Board(side, [cells[start] for start in starts], cells, land)


# 3.1  Format


def read_start(tokens: list[Token], player: int) -> Start:
    """3.1  The two integers of a player's start."""
    x, y = (read_coordinate(tokens, player, axis) for axis in range(2))
    first, second = tokens[2 * player : 2 * player + 2]
    return Start(x, y, f"({shortened(first.text)}, {shortened(second.text)})", first.line)


def read_coordinate(tokens: list[Token], player: int, axis: int) -> int:
    """3.1  One integer of a start; a number too large for any machine is simply outside the map."""
    token = tokens[2 * player + axis] if 2 * player + axis < len(tokens) else None
    value = whole_number(token.text, INT32_MOST) if token else None
    if value is None:
        found = quoted(token.text) if token else "la fin du fichier"
        message = f"{'xy'[axis]} du départ de joueur {player + 1} : trouvé {found}, attendu un nombre entier"
        raise BoardError("CARTE_DEPART_ILLISIBLE", message, token.line if token else None)
    return value


def read_row(tokens: list[Token], y: int, side: int) -> list[int]:
    """3.2  One row: it is there, it is as long as the map is wide, and its characters are known."""
    if 4 + y >= len(tokens):
        message = f"{y} ligne(s) trouvée(s), {side} attendues (TAILLE_TERRAIN)"
        raise BoardError("CARTE_LIGNES_MANQUANTES", message, tokens[-1].line)
    row, line = tokens[4 + y]
    if len(row) != side:
        message = f"la ligne y={y} a {len(row)} caractères, {side} attendus (TAILLE_TERRAIN)"
        raise BoardError("CARTE_LONGUEUR_LIGNE", message, line)
    for x, letter in enumerate(row):
        if letter not in LETTERS:
            message = f"caractère {quoted(letter)} en x={x}, y={y} ; attendu ~ (mer), o (île) ou ^ (volcan)"
            raise BoardError("CARTE_CASE_INCONNUE", message, line, (x, y))
    return [LETTERS.index(letter) for letter in row]


# 3.2  Starts


def check_start(terrain: list[int], side: int, player: int, start: Start) -> None:
    """3.2  A start is on the map, and on a plain island."""
    if not (0 <= start.x < side and 0 <= start.y < side):
        message = f"joueur {player + 1} part de {start.shown}, hors de la carte : x et y vont de 0 à {side - 1}"
        raise BoardError("CARTE_DEPART_HORS_CARTE", message, start.line)
    kind = terrain[start.y * side + start.x]
    if kind != ILE:
        terrain_found = f"joueur {player + 1} part de {start.shown}, terrain trouvé : {NAMES[kind]}"
        message = f"{terrain_found} ; attendu une île (o), {nearest_island(terrain, side, start)}"
        raise BoardError("CARTE_DEPART_PAS_ILE", message, start.line, start[:2])


def nearest_island(terrain: list[int], side: int, start: Start) -> str:
    """The plain island nearest to a start, the first in reading order among equals, for the message."""
    islands = [divmod(cell, side) for cell, kind in enumerate(terrain) if kind == ILE]
    if not islands:
        return "mais la carte n'en a aucune"
    y, x = min(islands, key=lambda cell: abs(cell[0] - start.y) + abs(cell[1] - start.x))
    return f"la plus proche est ({x}, {y})"


# Writing and drawing


def write(board: Board) -> str:
    """3.1  The text of a board."""
    land = board.islands
    starts = [f"{land.x[start]} {land.y[start]}" for start in board.starts]
    letters = "".join(LETTERS[MER if island == NO_ISLAND else land.terrain[island]] for island in board.cells)
    return "\n".join([*starts, *rows_of(letters, board.side), ""])


def generate(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """The board of a seed: symmetric, so that only the first move tells the players apart; `seats` is always 2."""
    from .generator import draw_board  # which builds on this module

    return draw_board(int(params["TAILLE_TERRAIN"]), seed)


BOARDS = Boards(
    kind=Board,
    read=read,
    write=write,
    generate=generate,
    default=generate,
    demands=demands,
    ignored=ignored,
    unreadable=UNREADABLE,
)
