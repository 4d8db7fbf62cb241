"""What makes a loaded state impossible (4.2, 4.5, 4.11)."""

from __future__ import annotations

from .ending import leader, survivor
from .state import World, acted, cell_count, count, current_player
from .vocabulary import BUILDING, CIVILIAN, ELIMINATION, END, KINDS, NO_ONE, PLAYERS, RUNNING, TURN_LIMIT, UNKNOWN, A, B

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
    if (s.head.winner != RUNNING) != (s.head.phase >= END):
        return UNSOUND_PHASE
    for player in range(PLAYERS):
        if s.players.gold[player] == UNKNOWN:
            return UNSOUND_GOLD
        if s.head.reason != ELIMINATION and s.tallies.units[player] == 0:
            return UNSOUND_UNITS
    for cell in range(cell_count(w)):
        reason = unsound_cell(w, cell)
        if reason > 0:
            return reason
    return unsound_ending(w)


def unsound_cell(w: World, cell: int) -> int:
    """What is impossible on one cell: marks without the units that made them, buildings against 4.5."""
    s, params = w.state, w.params
    rested = s.head.reason == ELIMINATION or s.head.reason == TURN_LIMIT
    for kind in range(KINDS):
        if acted(w, kind, cell) > count(w, current_player(w), kind, cell):
            return UNSOUND_ACTED
        if rested and acted(w, kind, cell) > 0:
            return UNSOUND_RESTED
    if s.cells.harvested[cell] and acted(w, CIVILIAN, cell) == 0:
        return UNSOUND_HARVESTED
    most = max(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    least = min(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    if (params.enemy_building_blocks and least > 0) or 0 <= params.max_buildings_per_cell < most:
        return UNSOUND_BUILDINGS
    return 0


# 4.11  The end


def unsound_ending(w: World) -> int:
    """4.11  The match goes on below the limit, and ends for a reason that the board shows."""
    turn, reason, winner = w.state.head.turn, w.state.head.reason, w.state.head.winner
    if (reason == 0) != (winner == RUNNING):
        return UNSOUND_REASON
    if reason == ELIMINATION:
        return UNSOUND_ELIMINATION if winner != survivor(w) else 0
    if reason == TURN_LIMIT:
        return UNSOUND_LIMIT if turn < w.params.max_turns or winner != leader(w) else 0
    if turn > max(w.params.max_turns - 1, w.board.turn):
        return UNSOUND_CLOCK
    return UNSOUND_REASON if winner == NO_ONE else 0
