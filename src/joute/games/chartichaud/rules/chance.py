"""Random play: a legal order of a random unit, or none."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..board import WIDTH
from .actions import check
from .state import (
    BUILD,
    BUILD_KIND,
    BUILD_LENGTH,
    BUILD_X,
    BUILD_Y,
    BUILDING,
    CIVILIAN,
    FARM,
    FARM_LENGTH,
    FARM_X,
    FARM_Y,
    KINDS,
    MOVE,
    MOVE_KIND,
    MOVE_LENGTH,
    MOVE_NX,
    MOVE_NY,
    MOVE_X,
    MOVE_Y,
    NEIGHBOURS,
    OK,
    PHASE,
    PLACES,
    PLAY,
    TALLY_COLUMNS,
    World,
    cell_count,
    current_player,
)

STOP_ONE_IN = 16
TRIES = 8


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order of a random unit, or 0 to end the turn."""
    s = w.state
    if s.head[PHASE] != PLAY or seat != current_player(w) or draw(rng, STOP_ONE_IN) == 0:
        return 0
    start = seat * cell_count(w)
    for _ in range(TRIES):
        cell = s.places[start + draw(rng, s.tallies[seat * TALLY_COLUMNS + PLACES])]
        length = sample_unit(w, cell, rng, row)
        if check(w, seat, row) == OK:
            return length
    return 0


def sample_unit(w: World, cell: int, rng: Buffer, row: Buffer) -> int:
    """Any order that some unit on the cell might be given, legal or not."""
    width = w.board.head[WIDTH]
    y, x = cell // width, cell % width
    kind = draw(rng, KINDS)
    choice = draw(rng, 8)
    if kind == BUILDING:
        return write_build(row, y, x, choice % 2)
    if kind == CIVILIAN and choice == 0:
        return write_build(row, y, x, BUILDING)
    if kind == CIVILIAN and choice < NEIGHBOURS:
        row[0] = FARM
        row[FARM_Y] = y
        row[FARM_X] = x
        return FARM_LENGTH
    return write_move(row, kind, y, x, choice % NEIGHBOURS)


def write_build(row: Buffer, y: int, x: int, kind: int) -> int:
    row[0] = BUILD
    row[BUILD_Y] = y
    row[BUILD_X] = x
    row[BUILD_KIND] = kind
    return BUILD_LENGTH


def write_move(row: Buffer, kind: int, y: int, x: int, side: int) -> int:
    """A step north, south, west or east."""
    row[0] = MOVE
    row[MOVE_KIND] = kind
    row[MOVE_Y] = y
    row[MOVE_X] = x
    row[MOVE_NY] = y + (side == 1) - (side == 0)
    row[MOVE_NX] = x + (side == 3) - (side == 2)
    return MOVE_LENGTH
