"""Random play: a legal order of some boat or island, or none. Boats make for islands, so that fleets meet there."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from .actions import check_charger, check_coloniser, check_construire, check_decharger, check_deplacer, check_transferer
from .boats import cell_of
from .places import island_gold, owner_of
from .rounds import plays
from .state import CHARGER, COLONISER, CONSTRUIRE, DECHARGER, DEPLACER, OK, TRANSFERER, TYPES, World

STOP_ONE_IN = 6
TRIES = 4
LOOKS = 16
"""How many boats or islands are looked at to find an own one."""
AMOUNT_MOST = 1 << 20
LANDFALL_IN = 4
"""One move in so many goes anywhere but to an island."""


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the turn."""
    if not plays(w, seat) or draw(rng, STOP_ONE_IN) == 0:
        return 0
    for _ in range(TRIES):
        boat = own_boat(w, seat, rng)
        length = propose_build(w, seat, rng, row) if boat < 0 else propose(w, seat, boat, rng, row)
        if length > 0:
            return length
    return 0


def own_boat(w: World, seat: int, rng: Buffer) -> int:
    """The row of a boat of the seat's; -1 now and then, and when none is near the row drawn."""
    boats, owners = w.state.head.boats, w.state.boats.seat
    if draw(rng, LANDFALL_IN) == 0 or boats == 0:
        return -1
    boat = draw(rng, boats)
    for _ in range(LOOKS):
        if owners[boat] == seat:
            return boat
        boat = (boat + 1) % boats
    return -1


def propose(w: World, seat: int, boat: int, rng: Buffer, row: Buffer) -> int:
    """Something for a boat to do; 0 if the rules do not allow it."""
    boats = w.state.boats
    choice = draw(rng, TYPES * TYPES)
    owner = owner_of(w, cell_of(w, boat))
    if choice == 0 and owner == seat:
        return propose_cargo(w, seat, boat, rng, row)
    if choice == 0 and boats.nb_or[boat] > 0:
        return propose_transfer(w, seat, boat, rng, row)
    if (choice == 1 and owner != seat) or not boats.deplacable[boat]:
        return propose_colony(w, seat, boat, row)
    return propose_move(w, seat, boat, rng, row)


def propose_build(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A boat on an island, one of the seat's if a few looks find one."""
    islands, owners = w.state.islands, w.state.islands.seat
    island = draw(rng, len(owners))
    looks = 1
    while looks < LOOKS and owners[island] != seat:
        island = (island + 1) % len(owners)
        looks += 1
    row[0] = CONSTRUIRE
    row[1] = draw(rng, TYPES)
    row[2] = islands.x[island]
    row[3] = islands.y[island]
    return 4 if check_construire(w, seat, row[1], row[2], row[3]) == OK else 0


def propose_cargo(w: World, seat: int, boat: int, rng: Buffer, row: Buffer) -> int:
    """Load some of the island's gold, or unload some of the boat's."""
    unload = draw(rng, 2)
    gold = w.state.boats.nb_or[boat] if unload else island_gold(w, cell_of(w, boat))
    row[0] = DECHARGER if unload else CHARGER
    row[1] = w.state.boats.id[boat]
    row[2] = draw(rng, min(gold, AMOUNT_MOST) + 1)
    if unload:
        return 3 if check_decharger(w, seat, row[1], row[2]) == OK else 0
    return 3 if check_charger(w, seat, row[1], row[2]) == OK else 0


def propose_transfer(w: World, seat: int, boat: int, rng: Buffer, row: Buffer) -> int:
    """Pass gold to the next boat of the cell, or to itself."""
    boats, link = w.state.boats, w.state.links[boat]
    other = boat if link == 0 else link - 1
    row[0] = TRANSFERER
    row[1] = draw(rng, min(boats.nb_or[boat], AMOUNT_MOST) + 1)
    row[2] = boats.id[boat]
    row[3] = boats.id[other]
    return 4 if check_transferer(w, seat, row[1], row[2], row[3]) == OK else 0


def propose_colony(w: World, seat: int, boat: int, row: Buffer) -> int:
    """Settle where the boat is."""
    row[0] = COLONISER
    row[1] = w.state.boats.x[boat]
    row[2] = w.state.boats.y[boat]
    return 3 if check_coloniser(w, seat, row[1], row[2]) == OK else 0


def propose_move(w: World, seat: int, boat: int, rng: Buffer, row: Buffer) -> int:
    """As far as the boat gets towards an island, first along its row; now and then no farther than half way."""
    islands, boats = w.state.islands, w.state.boats
    island = draw(rng, len(islands.x))
    x, y = boats.x[boat], boats.y[boat]
    far = w.params.deplacement[boats.btype[boat]]
    if draw(rng, LANDFALL_IN) == 0:
        far = far // 2
    across = max(-far, min(far, islands.x[island] - x))
    far -= abs(across)
    row[0] = DEPLACER
    row[1] = boats.id[boat]
    row[2] = x + across
    row[3] = y + max(-far, min(far, islands.y[island] - y))
    return 4 if check_deplacer(w, seat, row[1], row[2], row[3]) == OK else 0
