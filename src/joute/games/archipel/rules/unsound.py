"""What makes a loaded state impossible. A state is loaded as a turn begins, before any order."""

from __future__ import annotations

from .state import END, INIT, NOBODY, PLAY, SEATS, World

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
    islands, land = w.state.islands, w.board.islands
    for island in range(len(land.x)):
        if islands.x[island] != land.x[island] or islands.y[island] != land.y[island]:
            return UNSOUND_ISLAND
        if islands.seat[island] == NOBODY and islands.nb_or[island] > 0:
            return UNSOUND_FREE_GOLD
    return 0


def unsound_boats(w: World) -> int:
    """4.2  Ids grow and stay below the next one; fleets have room."""
    head, ids = w.state.head, w.state.boats.id
    before = -1
    for row in range(head.boats):
        if ids[row] <= before or ids[row] >= head.next_id:
            return UNSOUND_IDS
        before = ids[row]
    for seat in range(SEATS):
        if w.state.fleets[seat] > w.params.limite_bateaux:
            return UNSOUND_FLEET
    return 0


def unsound_clock(w: World) -> int:
    """4.4  The first round begins the match, the end follows the last one; only in a turn is it anybody's turn."""
    phase, turn = w.state.head.phase, w.state.head.turn
    if (phase >= END) != (turn > w.params.fin_partie) or (phase == INIT and turn != 1):
        return UNSOUND_CLOCK
    if phase != PLAY and w.state.head.seat != 0:
        return UNSOUND_SEAT
    return 0
