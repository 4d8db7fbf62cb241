"""Random play: a legal order of a random unit, or none."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from .actions import check_build, check_farm, check_move, gate
from .answers import OK
from .state import World, place_at
from .vocabulary import BUILD, BUILDING, CIVILIAN, FARM, KINDS, MOVE, NEIGHBOURS

STOP_ONE_IN = 16
TRIES = 8


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order of a random unit, or 0 to end the turn."""
    if gate(w, seat, MOVE) != OK or draw(rng, STOP_ONE_IN) == 0:
        return 0
    for _ in range(TRIES):
        cell = place_at(w, seat, draw(rng, w.state.tallies.places[seat]))
        length = sample_unit(w, seat, cell, rng, row)
        if length > 0:
            return length
    return 0


def sample_unit(w: World, seat: int, cell: int, rng: Buffer, row: Buffer) -> int:
    """An order that some unit on the cell might be given, or 0 if it is not legal."""
    y, x = cell // w.board.width, cell % w.board.width
    kind = draw(rng, KINDS)
    choice = draw(rng, 8)
    if kind == BUILDING:
        return sample_build(w, seat, y, x, choice % 2, row)
    if kind == CIVILIAN and choice == 0:
        return sample_build(w, seat, y, x, BUILDING, row)
    if kind == CIVILIAN and choice < NEIGHBOURS:
        return sample_farm(w, seat, y, x, row)
    return sample_move(w, seat, kind, y, x, choice % NEIGHBOURS, row)


def sample_move(w: World, seat: int, kind: int, y: int, x: int, side: int, row: Buffer) -> int:
    """A step north, south, west or east."""
    row[0] = MOVE
    row[1] = kind
    row[2] = y
    row[3] = x
    row[4] = y + (side == 1) - (side == 0)
    row[5] = x + (side == 3) - (side == 2)
    return 6 if check_move(w, seat, kind, y, x, row[4], row[5]) == OK else 0


def sample_build(w: World, seat: int, y: int, x: int, kind: int, row: Buffer) -> int:
    row[0] = BUILD
    row[1] = y
    row[2] = x
    row[3] = kind
    return 4 if check_build(w, seat, y, x, kind) == OK else 0


def sample_farm(w: World, seat: int, y: int, x: int, row: Buffer) -> int:
    row[0] = FARM
    row[1] = y
    row[2] = x
    return 3 if check_farm(w, seat, y, x) == OK else 0
