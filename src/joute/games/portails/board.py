"""Boards: reading, checking and writing maps (rules, section 3). `generator` draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from joute.core.boards import Boards
from joute.core.columns import Column
from joute.core.errors import BoardError
from joute.core.maptext import Token, quoted, tokens_of, until_the_end, whole_number
from joute.core.text import Text, text_of

PLAYERS = 2


class Places(NamedTuple):
    """Cells of the map."""

    x: Column
    y: Column


class Board(NamedTuple):
    """The constant data of a match: size and start cells, the portals, and where each column of them begins.

    Portals are numbered by x, then by y; `columns[x]` is the number of the first portal in column x or to its right.
    """

    size: int
    portal_count: int
    starts: Places
    portals: Places
    columns: Column


PORTAL, EMPTY = "X", "."
NUMBER_MOST = 10**18
"""Larger numbers are read as this one: both are off every map."""

UNREADABLE = "carte_illisible"
"""The code of a file that cannot be read, or is not UTF-8."""


def read(text: str, params: Mapping[str, Any]) -> Board:
    """Read a map and check it whole; the first error in the order of section 3 is reported."""
    size: int = params["TAILLE_TERRAIN"]
    tokens = until_the_end(tokens_of(text))
    starts = [read_start(tokens, player, size, params["DEPARTS_EN_COIN"]) for player in range(PLAYERS)]
    if params["DEPARTS_EN_COIN"] and starts[0] == starts[1]:
        message = Text(
            f"both players start at {shown(starts[0])}; expected two different corners, as DEPARTS_EN_COIN is true",
            f"les deux joueurs partent de {shown(starts[0])} ; attendu deux coins différents, puisque "
            "DEPARTS_EN_COIN est vrai",
        )
        raise BoardError("departs_confondus", message, cell=starts[1])
    portals = [(x, y) for y in range(size) for x in read_row(next(tokens), y, size)]
    rest = next(tokens)
    if rest.text:
        message = Text(
            f"found {quoted(rest.text)} after the last row; expected nothing more",
            f"trouvé {quoted(rest.text)} après la dernière ligne ; rien d'autre n'est attendu",
        )
        raise BoardError("contenu_en_trop", message, rest.line)
    return board_of(size, starts, portals)


def demands(text: str) -> dict[str, int]:
    """The side that a whole, square map has; nothing for any other text: `read` reports what is wrong with it."""
    rows = text.split()[2 * PLAYERS :]
    square = len(rows) >= 2 and all(len(row) == len(rows) for row in rows)
    return {"TAILLE_TERRAIN": len(rows)} if square else {}


def board_of(size: int, starts: Iterable[tuple[int, int]], portals: Iterable[tuple[int, int]]) -> Board:
    """The board with these start cells and portals."""
    ordered = sorted(portals)
    columns = [0] * (size + 1)
    for x, _ in ordered:
        columns[x + 1] += 1
    for x in range(size):
        columns[x + 1] += columns[x]
    return Board(size, len(ordered), places_of(starts), places_of(ordered), columns)


def places_of(cells: Iterable[tuple[int, int]]) -> Places:
    listed = list(cells)
    return Places([x for x, _ in listed], [y for _, y in listed])


def read_start(tokens: Iterator[Token], player: int, size: int, corners: bool) -> tuple[int, int]:
    """The start cell of one player."""
    first = next(tokens)
    x = read_number(first, player)
    y = read_number(next(tokens), player)
    last = size - 1
    if not (0 <= x <= last and 0 <= y <= last):
        message = Text(
            f"J{player + 1} starts at {shown((x, y))}; expected x and y from 0 to {last}",
            f"J{player + 1} part de {shown((x, y))} ; attendu x et y de 0 à {last}",
        )
        raise BoardError("depart_hors_carte", message, first.line, (x, y))
    if corners and (x not in (0, last) or y not in (0, last)):
        message = Text(
            f"J{player + 1} starts at {shown((x, y))}; expected a corner of the map, as DEPARTS_EN_COIN is true",
            f"J{player + 1} part de {shown((x, y))} ; attendu un coin de la carte, puisque DEPARTS_EN_COIN est vrai",
        )
        raise BoardError("depart_hors_coin", message, first.line, (x, y))
    return x, y


def read_number(token: Token, player: int) -> int:
    """One coordinate of a start cell."""
    value = whole_number(token.text, NUMBER_MOST)
    if value is None:
        found = quoted(token.text) if token.text else Text("the end of the file", "la fin du fichier")
        message = Text(
            f"J{player + 1}: found {found}; expected the x and the y of the start cell, two whole numbers",
            f"J{player + 1} : trouvé {text_of(found):fr} ; attendu le x et le y de la case de départ, deux "
            "nombres entiers",
        )
        raise BoardError("depart_illisible", message, token.line)
    return value


def read_row(token: Token, y: int, size: int) -> list[int]:
    """The columns of the portals in one row."""
    row = token.text
    if not row:
        raise BoardError(
            "ligne_manquante",
            Text(
                f"row y {y} is missing; expected {size} rows, 0 to {size - 1}",
                f"la ligne y {y} manque ; attendu {size} lignes, 0 à {size - 1}",
            ),
            token.line,
        )
    if len(row) != size:
        message = Text(
            f"row y {y} has {len(row)} characters; expected {size}, as TAILLE_TERRAIN says",
            f"la ligne y {y} a {len(row)} caractères ; attendu {size}, comme le dit TAILLE_TERRAIN",
        )
        raise BoardError("ligne_longueur", message, token.line)
    for x, cell in enumerate(row):
        if cell not in (PORTAL, EMPTY):
            message = Text(
                f"found {cell!r}; expected {PORTAL!r} for a portal or {EMPTY!r} for none",
                f"trouvé {cell!r} ; attendu {PORTAL!r} pour un portail ou {EMPTY!r} pour rien",
            )
            raise BoardError("case_inconnue", message, token.line, (x, y))
    return [x for x, cell in enumerate(row) if cell == PORTAL]


def shown(cell: tuple[int, int]) -> str:
    return f"({cell[0]},{cell[1]})"


def starts_of(board: Board) -> list[tuple[int, int]]:
    """The start cells in seat order."""
    return list(zip(*board.starts, strict=True))


def cells_of(board: Board) -> list[tuple[int, int]]:
    """The positions of the portals in the order of their numbers."""
    return list(zip(*board.portals, strict=True))


def write(board: Board) -> str:
    """The map file of a board."""
    size, portals = board.size, set(cells_of(board))
    lines = [f"{x} {y}" for x, y in starts_of(board)]
    lines += ["".join(PORTAL if (x, y) in portals else EMPTY for x in range(size)) for y in range(size)]
    return "\n".join([*lines, ""])


def generate(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """A centrally symmetric board with few aligned portals; the seed also chooses how many there are."""
    from .generator import scattered  # which builds on this module

    return scattered(params["TAILLE_TERRAIN"], params["DEPARTS_EN_COIN"], seed)


BOARDS = Boards(
    kind=Board,
    read=read,
    write=write,
    generate=generate,
    default=generate,
    demands=demands,
    unreadable=UNREADABLE,
)
