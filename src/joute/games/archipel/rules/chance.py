"""Random play: a legal order of some boat or island, or none. Boats make for islands, so that fleets meet there."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..params import RANGE
from .actions import check
from .state import (
    ACTIVE,
    BOAT_COLUMNS,
    BOAT_X,
    BOAT_Y,
    BOATS,
    CHARGER,
    COLONISER,
    CONSTRUIRE,
    DECHARGER,
    DEPLACER,
    GOLD,
    ID,
    ISLE_COLUMNS,
    ISLE_GOLD,
    ISLE_OWNER,
    ISLE_X,
    ISLE_Y,
    MOVABLE,
    OK,
    OWNER,
    PHASE,
    PLAY,
    TRANSFERER,
    TYPE,
    TYPES,
    World,
    cell_of,
    owner_of,
)

STOP_ONE_IN = 6
TRIES = 4
LOOKS = 16
"""How many boats or islands are looked at to find an own one."""
AMOUNT_MOST = 1 << 20
LANDFALL_IN = 4
"""One move in so many goes anywhere but to an island."""


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the turn."""
    if w.state.head[PHASE] != PLAY or seat != w.state.head[ACTIVE] or draw(rng, STOP_ONE_IN) == 0:
        return 0
    for _ in range(TRIES):
        boat = own_boat(w, seat, rng)
        length = propose_build(w, seat, rng, row) if boat < 0 else propose(w, seat, boat, rng, row)
        if check(w, seat, row) == OK:
            return length
    return 0


def own_boat(w: World, seat: int, rng: Buffer) -> int:
    """The row of a boat of the seat's; -1 now and then, and when none is near the row drawn."""
    boats = w.state.head[BOATS]
    if draw(rng, LANDFALL_IN) == 0 or boats == 0:
        return -1
    boat = draw(rng, boats)
    for _ in range(LOOKS):
        if w.state.boats[boat * BOAT_COLUMNS + OWNER] == seat:
            return boat
        boat = (boat + 1) % boats
    return -1


def propose(w: World, seat: int, boat: int, rng: Buffer, row: Buffer) -> int:
    """Something for a boat to do, legal or not."""
    at = boat * BOAT_COLUMNS
    choice = draw(rng, TYPES * TYPES)
    owner = owner_of(w, cell_of(w, boat))
    row[1] = w.state.boats[at + ID]
    if choice == 0 and owner == seat:
        return propose_cargo(w, boat, rng, row)
    if choice == 0 and w.state.boats[at + GOLD] > 0:
        return propose_transfer(w, boat, rng, row)
    if (choice == 1 and owner != seat) or not w.state.boats[at + MOVABLE]:
        row[0] = COLONISER
        row[1] = w.state.boats[at + BOAT_X]
        row[2] = w.state.boats[at + BOAT_Y]
        return 3
    return propose_move(w, boat, rng, row)


def propose_build(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A boat on an island, one of the seat's if a few looks find one."""
    islands = w.state.islands
    isles = len(islands) // ISLE_COLUMNS
    isle = draw(rng, isles)
    looks = 1
    while looks < LOOKS and islands[isle * ISLE_COLUMNS + ISLE_OWNER] != seat:
        isle = (isle + 1) % isles
        looks += 1
    row[0] = CONSTRUIRE
    row[1] = draw(rng, TYPES)
    row[2] = islands[isle * ISLE_COLUMNS + ISLE_X]
    row[3] = islands[isle * ISLE_COLUMNS + ISLE_Y]
    return 4


def propose_cargo(w: World, boat: int, rng: Buffer, row: Buffer) -> int:
    """Load some of the island's gold, or unload some of the boat's."""
    unload = draw(rng, 2)
    gold = w.state.boats[boat * BOAT_COLUMNS + GOLD]
    if unload == 0:
        gold = w.state.islands[w.board.cells[cell_of(w, boat)] * ISLE_COLUMNS + ISLE_GOLD]
    row[0] = DECHARGER if unload else CHARGER
    row[2] = draw(rng, min(gold, AMOUNT_MOST) + 1)
    return 3


def propose_transfer(w: World, boat: int, rng: Buffer, row: Buffer) -> int:
    """Pass gold to the next boat of the cell, or to itself."""
    s = w.state
    other = boat if s.links[boat] == 0 else s.links[boat] - 1
    row[0] = TRANSFERER
    row[1] = draw(rng, min(s.boats[boat * BOAT_COLUMNS + GOLD], AMOUNT_MOST) + 1)
    row[2] = s.boats[boat * BOAT_COLUMNS + ID]
    row[3] = s.boats[other * BOAT_COLUMNS + ID]
    return 4


def propose_move(w: World, boat: int, rng: Buffer, row: Buffer) -> int:
    """As far as the boat gets towards an island, first along its row; now and then no farther than half way."""
    islands, at = w.state.islands, boat * BOAT_COLUMNS
    isle = draw(rng, len(islands) // ISLE_COLUMNS) * ISLE_COLUMNS
    x, y = w.state.boats[at + BOAT_X], w.state.boats[at + BOAT_Y]
    far = w.params[RANGE + w.state.boats[at + TYPE]]
    if draw(rng, LANDFALL_IN) == 0:
        far = far // 2
    across = max(-far, min(far, islands[isle + ISLE_X] - x))
    far -= abs(across)
    row[0] = DEPLACER
    row[2] = x + across
    row[3] = y + max(-far, min(far, islands[isle + ISLE_Y] - y))
    return 4
