"""4.3 to 4.7  What a player may order: the checks in their order, then the effect, at once."""

from __future__ import annotations

from joute.core.columns import MOST

from . import answers
from .answers import OK
from .state import World, act, add_units, count, current_player, gain, on_board, place_at, ready
from .vocabulary import BUILDING, CIVILIAN, KINDS, MILITARY, PLAY, RUNNING


def gate(w: World, seat: int, action: int) -> int:
    """4.3  The checks common to all actions."""
    head = w.state.head
    if head.winner != RUNNING:
        return answers.MATCH_OVER
    if head.phase != PLAY or seat != current_player(w):
        return answers.NOT_YOUR_TURN
    return OK


def check_unit(w: World, seat: int, kind: int, cell: int) -> int:
    """The player has a unit of the kind on the cell, and one that has not acted."""
    if count(w, seat, kind, cell) == 0:
        return answers.NO_SUCH_UNIT
    if ready(w, kind, cell) == 0:
        return answers.ALREADY_ACTED
    return OK


# 4.4  move


def check_move(w: World, seat: int, kind: int, y: int, x: int, ny: int, nx: int) -> int:
    """4.4"""
    if kind == BUILDING:
        return answers.CANNOT_MOVE
    if kind != CIVILIAN and kind != MILITARY:
        return answers.UNKNOWN_KIND
    if not on_board(w, y, x) or not on_board(w, ny, nx):
        return answers.OUT_OF_BOARD
    if abs(y - ny) + abs(x - nx) != 1:
        return answers.NOT_ADJACENT
    return check_unit(w, seat, kind, y * w.board.width + x)


def move(w: World, seat: int, kind: int, y: int, x: int, ny: int, nx: int) -> None:
    """4.4  One unit that has not acted goes, and counts there as having acted."""
    goal = ny * w.board.width + nx
    add_units(w, seat, kind, goal, 1)
    add_units(w, seat, kind, y * w.board.width + x, -1)
    act(w, kind, goal)


# 4.5  build


def producer(kind: int) -> int:
    """4.5  A civilian constructs buildings, a building recruits the rest."""
    return CIVILIAN if kind == BUILDING else BUILDING


def check_build(w: World, seat: int, y: int, x: int, kind: int) -> int:
    """4.5"""
    if kind < 0 or kind >= KINDS:
        return answers.UNKNOWN_KIND
    if not on_board(w, y, x):
        return answers.OUT_OF_BOARD
    cell = y * w.board.width + x
    refusal = check_unit(w, seat, producer(kind), cell)
    if refusal != OK:
        return refusal
    if w.params.enemy_building_blocks and count(w, 1 - seat, BUILDING, cell) > 0:
        return answers.ENEMY_BUILDING
    limit = w.params.max_buildings_per_cell
    if kind == BUILDING and limit >= 0 and count(w, seat, BUILDING, cell) >= limit:
        return answers.BUILDING_LIMIT
    if w.state.players.gold[seat] < w.params.price[kind]:
        return answers.NOT_ENOUGH_GOLD
    return OK


def build(w: World, seat: int, y: int, x: int, kind: int) -> None:
    """4.5  The producer acts, the price is paid, the unit appears; 4.2 says whether it may act."""
    cell = y * w.board.width + x
    act(w, producer(kind), cell)
    w.state.players.gold[seat] -= w.params.price[kind]
    add_units(w, seat, kind, cell, 1)
    if not w.params.fresh_units_act:
        act(w, kind, cell)


# 4.6  farm


def check_farm(w: World, seat: int, y: int, x: int) -> int:
    """4.6"""
    if not on_board(w, y, x):
        return answers.OUT_OF_BOARD
    cell = y * w.board.width + x
    refusal = check_unit(w, seat, CIVILIAN, cell)
    if refusal != OK:
        return refusal
    if w.state.cells.gold[cell] == 0:
        return answers.NO_GOLD
    if w.state.cells.harvested[cell]:
        return answers.ALREADY_HARVESTED
    return OK


def farm(w: World, seat: int, y: int, x: int) -> None:
    """4.6  One gold from the cell to the player, and one point."""
    cell, cells, gold = y * w.board.width + x, w.state.cells, w.state.players.gold
    act(w, CIVILIAN, cell)
    cells.gold[cell] -= 1
    cells.harvested[cell] = 1
    gold[seat] = min(MOST, gold[seat] + 1)
    gain(w, seat, 1)


# 4.7  autofarm


def check_autofarm(w: World, seat: int) -> int:
    """4.7  It succeeds even if nothing is harvested."""
    return OK


def autofarm(w: World, seat: int) -> None:
    """4.7  Harvest wherever a harvest would be accepted."""
    width = w.board.width
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        y, x = cell // width, cell % width
        if check_farm(w, seat, y, x) == OK:
            farm(w, seat, y, x)
