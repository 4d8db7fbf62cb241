"""Start positions drawn from a seed: a few towers of each player, the same for all four by a quarter turn.

Each of them can come up in play from the contest's own start: every player builds its towers one a round, each with the
magic of that round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from joute.core.chance import MASK, draw

from .board import SIMPLE, Board
from .params import PLAYERS

TOWERS = 5
"""Of each player: so many that hardly two seeds draw the same, and too few to hold a fountain from the start."""

Cell = tuple[int, int]


def start_position(board: Board, params: Mapping[str, Any], seed: int) -> Board:
    """A board with towers, drawn for the north-west corner and turned into the three others."""
    rng = [(seed ^ (seed >> 32)) & MASK]
    limit = params["MAX_NUMBER_TOURELLE"]
    towers: list[Cell] = []
    for _ in range(TOWERS if limit is None else min(TOWERS, limit)):
        free = sites(board, params, towers)
        if free:
            towers.append(free[draw(rng, len(free))])
    owners, side = list(board.owners), board.side
    owner_of = {divmod(int(base), side): seat for seat, base in enumerate(board.bases)}
    for base, *images in zip(*(turns(cell, side) for cell in ((0, 0), *towers)), strict=True):
        for x, y in images:
            owners[x * side + y] = owner_of[base]
    return board._replace(owners=owners)


def turns(cell: Cell, side: int) -> list[Cell]:
    """The images of a cell under no, one, two and three quarter turns around the middle of the board."""
    images = [cell]
    for _ in range(PLAYERS - 1):
        x, y = images[-1]
        images.append((side - 1 - y, x))
    return images


def sites(board: Board, params: Mapping[str, Any], towers: list[Cell]) -> list[Cell]:
    """4.4.2  The cells of the north-west quarter where its player may build the next tower, as the others do."""
    side, half = board.side, board.side // 2
    others = [image for tower in towers for image in turns(tower, side)[1:]]
    enemies = others + (turns((0, 0), side)[1:] if params["BASE_ENNEMIE_BLOQUE"] else [])
    free = []
    for cell in ((x, y) for x in range(half) for y in range(half + 1)):
        support = nearest(cell, [(0, 0), *towers])
        legal = support <= params["CONSTRUCTION_TOURELLE"] and support < nearest(cell, enemies)
        if legal and board.kinds[cell[0] * side + cell[1]] == SIMPLE and not touches(cell, [*towers, *others]):
            free.append(cell)
    return free


def nearest(cell: Cell, others: Iterable[Cell]) -> int:
    """The distance to the nearest of some cells; more than any on a board where there are none."""
    return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in others), default=MASK)


def touches(cell: Cell, others: Iterable[Cell]) -> bool:
    """Whether a cell has one of the others beside it, diagonally too: towers that do not touch close no way."""
    return any(max(abs(cell[0] - x), abs(cell[1] - y)) <= 1 for x, y in others)
