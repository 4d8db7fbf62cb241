"""4.3 to 4.7  What a player may order: the checks in their order, then the effect, at once."""

from __future__ import annotations

from joute.core.buffers import MOST
from joute.core.world import Buffer

from ..board import WIDTH
from ..params import BUILDINGS_MOST, ENEMY_BUILDING_BLOCKS, FRESH_ACT, PRICE
from .state import (
    ACTED,
    ALREADY_ACTED,
    ALREADY_HARVESTED,
    BUILD,
    BUILD_KIND,
    BUILD_X,
    BUILD_Y,
    BUILDING,
    BUILDING_LIMIT,
    CANNOT_MOVE,
    CELL_COLUMNS,
    CELL_GOLD,
    CIVILIAN,
    ENEMY_BUILDING,
    FARM,
    FARM_X,
    FARM_Y,
    GOLD,
    HARVESTED,
    KINDS,
    MATCH_OVER,
    MILITARY,
    MOVE,
    MOVE_KIND,
    MOVE_NX,
    MOVE_NY,
    MOVE_X,
    MOVE_Y,
    NO_GOLD,
    NO_SUCH_UNIT,
    NOT_ADJACENT,
    NOT_ENOUGH_GOLD,
    NOT_YOUR_TURN,
    OK,
    OUT_OF_BOARD,
    PHASE,
    PLACES,
    PLAY,
    PLAYER_COLUMNS,
    RUNNING,
    TALLY_COLUMNS,
    UNKNOWN_KIND,
    WINNER,
    World,
    add_units,
    cell_count,
    count,
    current_player,
    gain,
    on_board,
    ready,
)


def check(w: World, seat: int, order: Buffer) -> int:
    """4.3  The checks common to all actions, then the action's own."""
    s = w.state
    if s.head[WINNER] != RUNNING:
        return MATCH_OVER
    if s.head[PHASE] != PLAY or seat != current_player(w):
        return NOT_YOUR_TURN
    if order[0] == MOVE:
        return check_move(w, seat, order[MOVE_KIND], order[MOVE_Y], order[MOVE_X], order[MOVE_NY], order[MOVE_NX])
    if order[0] == BUILD:
        return check_build(w, seat, order[BUILD_Y], order[BUILD_X], order[BUILD_KIND])
    if order[0] == FARM:
        return check_farm(w, seat, order[FARM_Y], order[FARM_X])
    return OK


def check_move(w: World, seat: int, kind: int, y: int, x: int, ny: int, nx: int) -> int:
    """4.4"""
    if kind == BUILDING:
        return CANNOT_MOVE
    if kind != CIVILIAN and kind != MILITARY:
        return UNKNOWN_KIND
    if not on_board(w, y, x) or not on_board(w, ny, nx):
        return OUT_OF_BOARD
    if abs(y - ny) + abs(x - nx) != 1:
        return NOT_ADJACENT
    return check_unit(w, seat, kind, y * w.board.head[WIDTH] + x)


def check_unit(w: World, seat: int, kind: int, cell: int) -> int:
    """The player has a unit of the kind on the cell, and one that has not acted."""
    if count(w, seat, kind, cell) == 0:
        return NO_SUCH_UNIT
    if ready(w, kind, cell) == 0:
        return ALREADY_ACTED
    return OK


def producer(kind: int) -> int:
    """4.5  A civilian constructs buildings, a building recruits the rest."""
    return CIVILIAN if kind == BUILDING else BUILDING


def check_build(w: World, seat: int, y: int, x: int, kind: int) -> int:
    """4.5"""
    if kind < 0 or kind >= KINDS:
        return UNKNOWN_KIND
    if not on_board(w, y, x):
        return OUT_OF_BOARD
    cell = y * w.board.head[WIDTH] + x
    refusal = check_unit(w, seat, producer(kind), cell)
    if refusal != OK:
        return refusal
    if w.params[ENEMY_BUILDING_BLOCKS] and count(w, 1 - seat, BUILDING, cell) > 0:
        return ENEMY_BUILDING
    limit = w.params[BUILDINGS_MOST]
    if kind == BUILDING and limit >= 0 and count(w, seat, BUILDING, cell) >= limit:
        return BUILDING_LIMIT
    if w.state.players[seat * PLAYER_COLUMNS + GOLD] < w.params[PRICE + kind]:
        return NOT_ENOUGH_GOLD
    return OK


def check_farm(w: World, seat: int, y: int, x: int) -> int:
    """4.6"""
    if not on_board(w, y, x):
        return OUT_OF_BOARD
    cell = y * w.board.head[WIDTH] + x
    refusal = check_unit(w, seat, CIVILIAN, cell)
    if refusal != OK:
        return refusal
    if w.state.cells[cell * CELL_COLUMNS + CELL_GOLD] == 0:
        return NO_GOLD
    if w.state.cells[cell * CELL_COLUMNS + HARVESTED]:
        return ALREADY_HARVESTED
    return OK


# 4.4 to 4.7  Actions


def apply(w: World, seat: int, order: Buffer) -> None:
    """Make an accepted order."""
    width = w.board.head[WIDTH]
    if order[0] == MOVE:
        start = order[MOVE_Y] * width + order[MOVE_X]
        move(w, seat, order[MOVE_KIND], start, order[MOVE_NY] * width + order[MOVE_NX])
    elif order[0] == BUILD:
        build(w, seat, order[BUILD_Y] * width + order[BUILD_X], order[BUILD_KIND])
    elif order[0] == FARM:
        farm(w, seat, order[FARM_Y] * width + order[FARM_X])
    else:
        autofarm(w, seat)


def move(w: World, seat: int, kind: int, start: int, goal: int) -> None:
    """4.4  One unit that has not acted goes, and counts there as having acted."""
    add_units(w, seat, kind, goal, 1)
    add_units(w, seat, kind, start, -1)
    w.state.cells[goal * CELL_COLUMNS + ACTED + kind] += 1


def build(w: World, seat: int, cell: int, kind: int) -> None:
    """4.5  The producer acts, the price is paid, the unit appears; 4.2 says whether it may act."""
    s = w.state
    s.cells[cell * CELL_COLUMNS + ACTED + producer(kind)] += 1
    s.players[seat * PLAYER_COLUMNS + GOLD] -= w.params[PRICE + kind]
    add_units(w, seat, kind, cell, 1)
    if not w.params[FRESH_ACT]:
        s.cells[cell * CELL_COLUMNS + ACTED + kind] += 1


def farm(w: World, seat: int, cell: int) -> None:
    """4.6  One gold from the cell to the player, and one point."""
    s = w.state
    at = cell * CELL_COLUMNS
    s.cells[at + ACTED + CIVILIAN] += 1
    s.cells[at + CELL_GOLD] -= 1
    s.cells[at + HARVESTED] = 1
    s.players[seat * PLAYER_COLUMNS + GOLD] = min(MOST, s.players[seat * PLAYER_COLUMNS + GOLD] + 1)
    gain(w, seat, 1)


def autofarm(w: World, seat: int) -> None:
    """4.7  Harvest wherever a harvest would be accepted."""
    s = w.state
    start, width = seat * cell_count(w), w.board.head[WIDTH]
    for place in range(s.tallies[seat * TALLY_COLUMNS + PLACES]):
        cell = s.places[start + place]
        if check_farm(w, seat, cell // width, cell % width) == OK:
            farm(w, seat, cell)
