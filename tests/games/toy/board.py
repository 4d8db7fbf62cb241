"""Boards: a row of characters a line; `.` sand, `1` to `9` coins buried there, `@` where walkers start."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, NamedTuple

from joute.core.boards import Boards
from joute.core.chance import MASK, draw
from joute.core.columns import Column
from joute.core.errors import BoardError

from .params import TREASURE_MOST

SAND, START = ".", "@"
SIDE_MOST = 40


class Board(NamedTuple):
    """The size, the coins of every cell, and the cells where walkers start, taken in turn."""

    height: int
    width: int
    coins: Column
    starts: Column


def read(text: str, params: Mapping[str, Any]) -> Board:
    """Read a board and check it whole."""
    rows = text.split()
    if not rows or len(rows) > SIDE_MOST or len(rows[0]) > SIDE_MOST:
        raise BoardError(
            "map/size", f"found {len(rows)} rows; expected 1 to {SIDE_MOST} rows of 1 to {SIDE_MOST} cells"
        )
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BoardError("map/columns", f"found {len(row)} cells; expected {len(rows[0])}", line=y + 1)
        for x, mark in enumerate(row):
            if mark not in ".@123456789":
                raise BoardError("map/cell", f"found {mark!r}; expected '.', '@' or 1 to 9", y + 1, (y, x))
    cells = "".join(rows)
    if START not in cells:
        raise BoardError("map/start", "found no start; expected at least one @")
    coins = [int(mark) if mark.isdigit() else 0 for mark in cells]
    return Board(len(rows), len(rows[0]), coins, [cell for cell, mark in enumerate(cells) if mark == START])


def write(board: Board) -> str:
    """The text of a board."""
    marks = [str(coins) if coins else SAND for coins in board.coins]
    for cell in board.starts:
        marks[cell] = START
    rows = range(0, len(marks), board.width)
    return "".join("".join(marks[row : row + board.width]) + "\n" for row in rows)


def generate(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """A square with room for everybody: a start for each seat, and coins drawn among the other cells."""
    side = max(params["TAILLE"], isqrt(2 * seats) + 1)
    rng = [seed & MASK]
    cells = list(range(side * side))
    starts = sorted(cells.pop(draw(rng, len(cells))) for _ in range(seats))
    coins = [0] * (side * side)
    for _ in range(params["TRESORS"]):
        cell = cells[draw(rng, len(cells))]
        coins[cell] = min(TREASURE_MOST, coins[cell] + 1)
    return Board(side, side, coins, starts)


BOARDS = Boards(kind=Board, read=read, write=write, generate=generate, default=generate)
