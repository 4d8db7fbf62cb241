"""What makes a loaded state impossible. A state is loaded as a turn begins, before any order."""

from __future__ import annotations

from ..board import ISLAND_COLUMNS, X, Y
from ..params import FIN_PARTIE
from .state import (
    ACTIVE,
    BOAT_COLUMNS,
    BOATS,
    END,
    ID,
    INIT,
    ISLE_COLUMNS,
    ISLE_GOLD,
    ISLE_OWNER,
    ISLE_X,
    ISLE_Y,
    NEXT_ID,
    NOBODY,
    PHASE,
    PLAY,
    SEATS,
    TOUR,
    World,
)

UNSOUND = (
    "",
    "an island is not where the board has it, or not in reading order",
    "a free island holds gold",
    "the ids of the boats do not grow, or reach next_id",
    "a player has more boats than LIMITE_BATEAUX",
    "head.turn and head.phase contradict each other: after FIN_PARTIE rounds the match is at its end, and not before",
    "head.seat is not the first seat although no turn is being played",
)
UNSOUND_ISLAND, UNSOUND_FREE_GOLD, UNSOUND_IDS, UNSOUND_FLEET, UNSOUND_CLOCK, UNSOUND_SEAT = range(1, 7)


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    reason = unsound_islands(w)
    if reason == 0:
        reason = unsound_boats(w)
    if reason == 0:
        reason = unsound_clock(w)
    return reason


def unsound_islands(w: World) -> int:
    """4.3  Islands are where the board has them; a free one holds nothing, since gold comes with an owner."""
    s, b = w.state, w.board
    for isle in range(len(s.islands) // ISLE_COLUMNS):
        at, place = isle * ISLE_COLUMNS, isle * ISLAND_COLUMNS
        if s.islands[at + ISLE_X] != b.islands[place + X] or s.islands[at + ISLE_Y] != b.islands[place + Y]:
            return UNSOUND_ISLAND
        if s.islands[at + ISLE_OWNER] == NOBODY and s.islands[at + ISLE_GOLD] > 0:
            return UNSOUND_FREE_GOLD
    return 0


def unsound_boats(w: World) -> int:
    """4.2  Ids grow and stay below the next one; fleets have room."""
    s = w.state
    before = -1
    for row in range(s.head[BOATS]):
        number = s.boats[row * BOAT_COLUMNS + ID]
        if number <= before or number >= s.head[NEXT_ID]:
            return UNSOUND_IDS
        before = number
    for seat in range(SEATS):
        if s.fleets[seat] * SEATS > len(s.links):
            return UNSOUND_FLEET
    return 0


def unsound_clock(w: World) -> int:
    """4.4  The first round begins the match, the end follows the last one; only in a turn is it anybody's turn."""
    phase, turn = w.state.head[PHASE], w.state.head[TOUR]
    if (phase >= END) != (turn > w.params[FIN_PARTIE]) or (phase == INIT and turn != 1):
        return UNSOUND_CLOCK
    if phase != PLAY and w.state.head[ACTIVE] != 0:
        return UNSOUND_SEAT
    return 0
