"""6.0  What a champion may ask, from what it may know."""

from __future__ import annotations

from .sight import sees
from .state import World, count, current_player, on_board, ready
from .vocabulary import KINDS, PLAYERS, RUNNING, UNKNOWN


def player(w: World, seat: int) -> int:
    return seat


def opponent(w: World, seat: int) -> int:
    return 1 - seat


def turn(w: World, seat: int) -> int:
    return w.state.head.turn


def max_turns(w: World, seat: int) -> int:
    return w.params.max_turns


def height(w: World, seat: int) -> int:
    return w.board.height


def width(w: World, seat: int) -> int:
    return w.board.width


def seen_cell(w: World, seat: int, y: int, x: int) -> int:
    """The cell at (y, x), or UNKNOWN off the board or hidden."""
    if not on_board(w, y, x):
        return UNKNOWN
    cell = y * w.board.width + x
    return cell if sees(w, seat, cell) else UNKNOWN


def visible(w: World, seat: int, y: int, x: int) -> bool:
    return seen_cell(w, seat, y, x) >= 0


def gold_at(w: World, seat: int, y: int, x: int) -> int:
    cell = seen_cell(w, seat, y, x)
    return UNKNOWN if cell < 0 else w.state.cells.gold[cell]


def units_at(w: World, seat: int, player: int, kind: int, y: int, x: int) -> int:
    cell = seen_cell(w, seat, y, x)
    if not 0 <= player < PLAYERS or not 0 <= kind < KINDS or cell < 0:
        return UNKNOWN
    return count(w, player, kind, cell)


def ready_at(w: World, seat: int, kind: int, y: int, x: int) -> int:
    """Nobody may act when the match is over, nor who waits."""
    cell = seen_cell(w, seat, y, x)
    if not 0 <= kind < KINDS or cell < 0:
        return UNKNOWN
    if w.state.head.winner != RUNNING or current_player(w) != seat:
        return 0
    return ready(w, kind, cell)


def gold(w: World, seat: int) -> int:
    return w.state.players.gold[seat]


def score_of(w: World, seat: int, player: int) -> int:
    return w.state.players.score[player] if 0 <= player < PLAYERS else UNKNOWN
