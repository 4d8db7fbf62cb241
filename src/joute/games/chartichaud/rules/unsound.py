"""What makes a loaded state impossible (4.2, 4.5, 4.11)."""

from __future__ import annotations

from ..board import TURN
from ..params import BUILDINGS_MOST, ELIMINATION_WINS, ENEMY_BUILDING_BLOCKS, MAX_TURNS
from .state import (
    A_WINS,
    ACTED,
    BUILDING,
    CELL_COLUMNS,
    CIVILIAN,
    ELIMINATION,
    END,
    GOLD,
    HARVESTED,
    KINDS,
    NO_ONE,
    PHASE,
    PLAYER_COLUMNS,
    PLAYERS,
    REASON,
    RUNNING,
    TALLY_COLUMNS,
    TOTAL,
    TURN_LIMIT,
    TURN_NO,
    UNKNOWN,
    WINNER,
    A,
    B,
    World,
    cell_count,
    count,
    current_player,
)
from .turns import leader

UNSOUND = (
    "",
    "the phase and the winner contradict each other",
    "the gold of a player is not known",
    "a player has no unit, but the match goes on",
    "more units of a kind have acted on a cell than stand there",
    "a cell is harvested, but no civilian has acted there",
    "a cell holds more buildings than the parameters allow",
    "head.turn has reached max_turns, but the match goes on",
    "head.reason and head.winner contradict each other",
    "head.reason is elimination, but both players have units, or the winner is not the one who has some",
    "head.reason is turn_limit, but head.turn is below max_turns, or the winner is not who leads",
    "a unit has acted although the turn is over",
)
UNSOUND_PHASE, UNSOUND_GOLD, UNSOUND_UNITS, UNSOUND_ACTED, UNSOUND_HARVESTED, UNSOUND_BUILDINGS = range(1, 7)
UNSOUND_CLOCK, UNSOUND_REASON, UNSOUND_ELIMINATION, UNSOUND_LIMIT, UNSOUND_RESTED = range(7, 12)


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    s = w.state
    if (s.head[WINNER] != RUNNING) != (s.head[PHASE] >= END):
        return UNSOUND_PHASE
    for player in range(PLAYERS):
        if s.players[player * PLAYER_COLUMNS + GOLD] == UNKNOWN:
            return UNSOUND_GOLD
        if s.head[REASON] != ELIMINATION and s.tallies[player * TALLY_COLUMNS + TOTAL] == 0:
            return UNSOUND_UNITS
    for cell in range(cell_count(w)):
        reason = unsound_cell(w, cell)
        if reason > 0:
            return reason
    return unsound_ending(w)


def unsound_cell(w: World, cell: int) -> int:
    """What is impossible on one cell: marks without the units that made them, buildings against 4.5."""
    s = w.state
    at = cell * CELL_COLUMNS
    rested = s.head[REASON] == ELIMINATION or s.head[REASON] == TURN_LIMIT
    for kind in range(KINDS):
        if s.cells[at + ACTED + kind] > count(w, current_player(w), kind, cell):
            return UNSOUND_ACTED
        if rested and s.cells[at + ACTED + kind] > 0:
            return UNSOUND_RESTED
    if s.cells[at + HARVESTED] and s.cells[at + ACTED + CIVILIAN] == 0:
        return UNSOUND_HARVESTED
    most = max(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    least = min(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    if (w.params[ENEMY_BUILDING_BLOCKS] and least > 0) or 0 <= w.params[BUILDINGS_MOST] < most:
        return UNSOUND_BUILDINGS
    return 0


# 4.11  The end


def unsound_ending(w: World) -> int:
    """4.11  The match goes on below the limit, and ends for a reason that the board shows."""
    s = w.state
    reason, winner = s.head[REASON], s.head[WINNER]
    if (reason == 0) != (winner == RUNNING):
        return UNSOUND_REASON
    if reason == ELIMINATION:
        return UNSOUND_ELIMINATION if winner != survivor(w) else 0
    if reason == TURN_LIMIT:
        return UNSOUND_LIMIT if s.head[TURN_NO] < w.params[MAX_TURNS] or winner != leader(w) else 0
    if s.head[TURN_NO] > max(w.params[MAX_TURNS] - 1, w.board.head[TURN]):
        return UNSOUND_CLOCK
    return UNSOUND_REASON if winner == NO_ONE else 0


def survivor(w: World) -> int:
    """4.11  Who has won by elimination, or RUNNING where nobody has been eliminated."""
    for player in range(PLAYERS):
        if w.state.tallies[player * TALLY_COLUMNS + TOTAL] == 0:
            return A_WINS + 1 - player if w.params[ELIMINATION_WINS] else leader(w)
    return RUNNING
