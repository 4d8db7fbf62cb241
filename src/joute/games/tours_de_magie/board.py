"""The board (rules, section 3). Its places follow from its size and the order of the bases; a text is a picture of it,
with the towers that stand there as the match begins. The contest's own start has none; `generator` makes others.

A cell is x * side + y, so that cells come in the order in which `tourelles_joueur` lists towers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from joute.core.boards import Boards
from joute.core.columns import Column
from joute.core.errors import BoardError
from joute.core.text import Text

from .params import CORNERS, NOBODY, PLAYERS


class Board(NamedTuple):
    """The constant data of a match: its side, the kind of every cell, and the cells of each kind of place.

    `owners` has for each cell the seat whose tower stands there as the match begins, or NOBODY.
    """

    side: int
    artefact: int
    kinds: Column
    bases: Column
    fountains: Column
    owners: Column


# Kinds of cell, as in `case_info`; a board has no towers.
SIMPLE, TOURELLE, BASE, FONTAINE, ARTEFACT, ERREUR = range(6)
FOUNTAINS = 4

PLAIN, FOUNTAIN, ARTEFACT_MARK = ".", "F", "A"
BASE_MARKS, TOWER_MARKS = "1234", "abcd"
STARTS = 128
"""How many start positions come with the game."""


def default(params: Mapping[str, Any], seats: int = PLAYERS, seed: int = 0) -> Board:
    """3  The board of the contest for these parameters, without towers."""
    side = int(params["TAILLE_TERRAIN"])
    half, last = side // 2, side - 1
    corners = dict(zip(CORNERS, ((0, 0), (last, 0), (0, last), (last, last)), strict=True))
    bases = [_cell(side, corners[name]) for name in params["BASES"]]
    fountains = [_cell(side, place) for place in ((half, 0), (half, last), (0, half), (last, half))]
    artefact = _cell(side, (half, half))
    kinds = [SIMPLE] * (side * side)
    for kind, cells in ((BASE, bases), (FONTAINE, fountains), (ARTEFACT, [artefact])):
        for cell in cells:
            kinds[cell] = kind
    return Board(side, artefact, kinds, bases, fountains, [NOBODY] * len(kinds))


def generate(params: Mapping[str, Any], seats: int = PLAYERS, seed: int = 0) -> Board:
    """The start position of a seed, the same for all four players; seed 0 is the contest's own start."""
    from .generator import start_position  # which builds on this module

    board = default(params)
    return start_position(board, params, seed) if seed else board


def _cell(side: int, place: tuple[int, int]) -> int:
    return place[0] * side + place[1]


# Pictures


def write(board: Board) -> str:
    """The board as a picture: a line for each row, from north to south."""
    return "\n".join(rows(board)) + "\n"


def rows(board: Board) -> list[str]:
    """The rows of the picture."""
    side = board.side
    return ["".join(mark(board, x * side + y) for x in range(side)) for y in range(side)]


def mark(board: Board, cell: int) -> str:
    """One character of the picture; bases and towers show their player: 1 and a are those of the first."""
    kind, owner = int(board.kinds[cell]), int(board.owners[cell])
    if owner != NOBODY:
        return TOWER_MARKS[owner]
    if kind == BASE:
        return BASE_MARKS[[int(base) for base in board.bases].index(cell)]
    return {SIMPLE: PLAIN, FONTAINE: FOUNTAIN, ARTEFACT: ARTEFACT_MARK}[kind]


def read(text: str, params: Mapping[str, Any]) -> Board:
    """The board of a picture: the places that the parameters give, and towers on ordinary cells."""
    board = default(params)
    wanted = rows(board)
    lines = text.removesuffix("\n").split("\n") if text else []
    given = [line.removesuffix("\r") for line in lines]
    for number, (line, expected) in enumerate(zip(given, wanted, strict=False)):
        _check_row(number, line, expected)
    if len(given) != len(wanted):
        raise BoardError(
            "board/rows",
            Text(
                f"found {len(given)} rows, expected {len(wanted)}, because TAILLE_TERRAIN is {len(wanted)}",
                f"trouvé {len(given)} lignes, attendu {len(wanted)}, car TAILLE_TERRAIN vaut {len(wanted)}",
            ),
            min(len(given), len(wanted)) + 1,
        )
    _check_towers(given, params["MAX_NUMBER_TOURELLE"])
    return board._replace(owners=[_owner(line[x]) for x in range(board.side) for line in given])


def _owner(character: str) -> int:
    return TOWER_MARKS.index(character) if character in TOWER_MARKS else NOBODY


def _check_row(y: int, line: str, expected: str) -> None:
    """A row of the right length, of known characters, with every place where the rules put it."""
    known = {PLAIN, FOUNTAIN, ARTEFACT_MARK, *BASE_MARKS, *TOWER_MARKS}
    for x, character in enumerate(line):
        if character not in known:
            legend = Text(
                f"{PLAIN} (nothing), {FOUNTAIN} (fountain), {ARTEFACT_MARK} (artefact), "
                f"1 to {PLAYERS} (bases) or {TOWER_MARKS[0]} to {TOWER_MARKS[-1]} (their towers)",
                f"{PLAIN} (rien), {FOUNTAIN} (fontaine), {ARTEFACT_MARK} (artefact), 1 à {PLAYERS} (bases) ou "
                f"{TOWER_MARKS[0]} à {TOWER_MARKS[-1]} (leurs tourelles)",
            )
            raise BoardError(
                "board/character",
                Text(f"found {character!r}, expected {legend}", f"trouvé {character!r}, attendu {legend:fr}"),
                y + 1,
                (x, y),
            )
    if len(line) != len(expected):
        raise BoardError(
            "board/columns",
            Text(
                f"found {len(line)} cells, expected {len(expected)}",
                f"trouvé {len(line)} cases, attendu {len(expected)}",
            ),
            y + 1,
        )
    for x, (character, place) in enumerate(zip(line, expected, strict=True)):
        if character != place and not (place == PLAIN and character in TOWER_MARKS):
            message = Text(
                f"found {character!r}, expected {place!r}: the places follow from TAILLE_TERRAIN and BASES",
                f"trouvé {character!r}, attendu {place!r} : les lieux suivent de TAILLE_TERRAIN et BASES",
            )
            raise BoardError("board/place", message, y + 1, (x, y))


def _check_towers(lines: list[str], most: int | None) -> None:
    """2.2  No player has more towers than MAX_NUMBER_TOURELLE."""
    for mark in TOWER_MARKS:
        count = sum(line.count(mark) for line in lines)
        if most is not None and count > most:
            message = Text(
                f"found {count} towers {mark!r}, expected at most {most}, because of MAX_NUMBER_TOURELLE",
                f"trouvé {count} tourelles {mark!r}, attendu {most} au plus, à cause de MAX_NUMBER_TOURELLE",
            )
            raise BoardError("board/towers", message)


BOARDS = Boards(
    kind=Board,
    read=read,
    write=write,
    generate=generate,
    default=default,
    seeds={"concours": 0} | {f"depart-{number}": number for number in range(1, STARTS + 1)},
)
