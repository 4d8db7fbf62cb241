"""4.1 to 4.3  The words of the game, its state and how it begins.

A seat is 0 or 1, NOBODY owns a free island. A cell is y * side + x. Boats are rows in the order of their ids; a boat is
named by its row inside the rules and by its id outside. A row in a derived table is written as row + 1, 0 for none.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.world import Buffer, Phase

from ..board import ISLAND_COLUMNS, MER, NO_ISLAND, SIDE, START, TERRAIN, Board, X, Y
from ..params import OR_INITIAL, ORDERS_MOST, fleet_most

# Players and boats
SEATS = 2
NOBODY = -1
CARAVELLE, GALION = 0, 1
TYPES = 2

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))

# Actions, and where their orders hold the arguments, after the action's number
ACTIONS = ("construire", "deplacer", "coloniser", "charger", "decharger", "transferer")
CONSTRUIRE, DEPLACER, COLONISER, CHARGER, DECHARGER, TRANSFERER = range(6)

# Answers to an order (6.2)
OK, OR_INSUFFISANT, ILE_INVALIDE, POSITION_INVALIDE, TROP_LOIN, ILE_COLONISEE, ILE_ENNEMIE = range(7)
BATEAU_ENNEMI, ID_INVALIDE, NON_DEPLACABLE, AUCUNE_CARAVELLE, LIMITE_ATTEINTE = range(7, 12)

# Columns of the tables
TOUR, PHASE, ACTIVE, BOATS, NEXT_ID = range(5)
ISLE_X, ISLE_Y, ISLE_OWNER, ISLE_GOLD, ISLE_COLUMNS = range(5)
ID, BOAT_X, BOAT_Y, OWNER, TYPE, GOLD, MOVABLE, BOAT_COLUMNS = range(8)
FIRST, LAST, COUNTS, CELL_COLUMNS = 0, 1, 2, 2 + SEATS * TYPES

GOLD_MOST = MOST >> 1
"""Gold stops here, so that two purses never add up to more than a word holds."""


class State(NamedTuple):
    head: Buffer
    scores: Buffer
    islands: Buffer
    boats: Buffer
    fleets: Buffer
    cells: Buffer
    links: Buffer


class Scratch(NamedTuple):
    events: Buffer


def last_line(dims: Dims) -> int:
    """The largest x and y of the map."""
    return int(dims.board.head[SIDE]) - 1


def boats_most(dims: Dims) -> int:
    """4.2  The most living boats of both sides."""
    return SEATS * fleet_most(dims.params)


def rounds_most(dims: Dims) -> int:
    """4.4  The round after the last one, in which the match is over."""
    return int(dims.params["FIN_PARTIE"]) + 1


def ids_most(dims: Dims) -> int:
    """6.5  How many boats can be built in a match: an accepted action builds one at most."""
    return int(dims.params["FIN_PARTIE"]) * SEATS * ORDERS_MOST


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn", 1, rounds_most),
        Col("phase", INIT, OVER),
        Col("seat", 0, SEATS - 1),
        Col("boats", 0, boats_most),
        Col("next_id", 0, ids_most),
    ),
    scores=Rows(Col("score"), size=lambda dims: SEATS),
    islands=Rows(
        Col("x", 0, last_line),
        Col("y", 0, last_line),
        Col("seat", NOBODY, SEATS - 1),
        Col("nb_or", 0, GOLD_MOST),
        size=lambda dims: len(dims.board.islands) // ISLAND_COLUMNS,
    ),
    boats=Rows(
        Col("id"),
        Col("x", 0, last_line),
        Col("y", 0, last_line),
        Col("seat", 0, SEATS - 1),
        Col("btype", 0, TYPES - 1),
        Col("nb_or", 0, GOLD_MOST),
        Col("deplacable", 0, 1),
        size=boats_most,
        count="boats",
    ),
    # Derived: the living boats of each side; on each cell its boats as a chain, and how many of each side and type.
    fleets=Rows(Col("boats"), size=lambda dims: SEATS, derived=True),
    cells=Rows(
        Col("first"),
        Col("last"),
        *(Col(name) for name in ("caravelles_0", "galions_0", "caravelles_1", "galions_1")),
        size=lambda dims: len(dims.board.cells),
        derived=True,
    ),
    links=Rows(Col("next"), size=boats_most, count="boats", derived=True),
)
SCRATCH = Layout(Scratch, events=Rows(Col("word"), size=lambda dims: 0))

World = world.World[State, Board, Buffer, Scratch]


# 4.3  Start


def setup(w: World, seats: int, seed: int) -> None:
    """4.3  Each player owns his start island and its gold; every other island is free; there are no boats."""
    s, b = w.state, w.board
    s.head[TOUR] = 1
    for isle in range(len(s.islands) // ISLE_COLUMNS):
        at = isle * ISLE_COLUMNS
        s.islands[at + ISLE_X] = b.islands[isle * ISLAND_COLUMNS + X]
        s.islands[at + ISLE_Y] = b.islands[isle * ISLAND_COLUMNS + Y]
        s.islands[at + ISLE_OWNER] = NOBODY
    for seat in range(seats):
        at = b.head[START + seat] * ISLE_COLUMNS
        s.islands[at + ISLE_OWNER] = seat
        s.islands[at + ISLE_GOLD] = w.params[OR_INITIAL]


def reindex(w: World) -> None:
    """Rebuild fleets, cells and links from the boats."""
    s = w.state
    for cell in range(len(s.cells)):
        s.cells[cell] = 0
    for row in range(len(s.links)):
        s.links[row] = 0
    for seat in range(SEATS):
        s.fleets[seat] = 0
    for row in range(s.head[BOATS]):
        link(w, row)
        s.fleets[s.boats[row * BOAT_COLUMNS + OWNER]] += 1


# 4.1  Places


def inside(w: World, x: int, y: int) -> bool:
    """3.1"""
    side = w.board.head[SIDE]
    return 0 <= x < side and 0 <= y < side


def cell_at(w: World, x: int, y: int) -> int:
    return y * w.board.head[SIDE] + x


def terrain_of(w: World, cell: int) -> int:
    island = w.board.cells[cell]
    return MER if island == NO_ISLAND else w.board.islands[island * ISLAND_COLUMNS + TERRAIN]


def owner_of(w: World, cell: int) -> int:
    """The seat that owns the island of a cell; NOBODY for a free one and for the sea."""
    island = w.board.cells[cell]
    return NOBODY if island == NO_ISLAND else w.state.islands[island * ISLE_COLUMNS + ISLE_OWNER]


def island_gold(w: World, cell: int) -> int:
    """The gold lying on the island of a cell."""
    return w.state.islands[w.board.cells[cell] * ISLE_COLUMNS + ISLE_GOLD]


def purse(gold: int, more: int) -> int:
    """Two amounts together; gold stops at the largest a purse holds."""
    return min(GOLD_MOST, gold + more)


def lay(w: World, cell: int, gold: int) -> None:
    """Lay gold on the island of a cell, or take it off with a minus."""
    at = w.board.cells[cell] * ISLE_COLUMNS + ISLE_GOLD
    w.state.islands[at] = purse(w.state.islands[at], gold)


# 4.2  Boats


def find_boat(w: World, number: int) -> int:
    """The row of the living boat with an id, or -1. No row is past its id, nor before it by more than the sunk ids."""
    s = w.state
    low = max(0, number - (s.head[NEXT_ID] - s.head[BOATS]))
    high = min(number, s.head[BOATS] - 1)
    while low < high:
        middle = (low + high) // 2
        if s.boats[middle * BOAT_COLUMNS + ID] < number:
            low = middle + 1
        else:
            high = middle
    return low if low == high and s.boats[low * BOAT_COLUMNS + ID] == number else -1


def cell_of(w: World, row: int) -> int:
    """The cell a boat is on."""
    at = row * BOAT_COLUMNS
    return w.state.boats[at + BOAT_Y] * w.board.head[SIDE] + w.state.boats[at + BOAT_X]


def count(w: World, seat: int, kind: int, cell: int) -> int:
    """Boats of a side and type on a cell."""
    return w.state.cells[cell * CELL_COLUMNS + COUNTS + seat * TYPES + kind]


def boats_on(w: World, seat: int, cell: int) -> int:
    """Boats of a side on a cell."""
    return count(w, seat, CARAVELLE, cell) + count(w, seat, GALION, cell)


def tally(w: World, row: int, change: int) -> None:
    """Count a boat on its cell, or no longer."""
    boats, at = w.state.boats, row * BOAT_COLUMNS
    kind = boats[at + OWNER] * TYPES + boats[at + TYPE]
    w.state.cells[cell_of(w, row) * CELL_COLUMNS + COUNTS + kind] += change


def link(w: World, row: int) -> None:
    """A boat joins the chain of its cell, which follows the ids; the youngest goes straight to the end."""
    cells, links = w.state.cells, w.state.links
    at = cell_of(w, row) * CELL_COLUMNS
    before, after = cells[at + LAST], 0
    if before > row:
        before, after = 0, cells[at + FIRST]
        while after <= row:
            before, after = after, links[after - 1]
    links[row] = after
    if before == 0:
        cells[at + FIRST] = row + 1
    else:
        links[before - 1] = row + 1
    if after == 0:
        cells[at + LAST] = row + 1
    tally(w, row, 1)


def unlink(w: World, row: int) -> None:
    """A boat leaves the chain of its cell."""
    cells, links = w.state.cells, w.state.links
    at = cell_of(w, row) * CELL_COLUMNS
    before, after = 0, cells[at + FIRST]
    while after != row + 1:
        before, after = after, links[after - 1]
    after = links[row]
    if before == 0:
        cells[at + FIRST] = after
    else:
        links[before - 1] = after
    if after == 0:
        cells[at + LAST] = before
    links[row] = 0
    tally(w, row, -1)
