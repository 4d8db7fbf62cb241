"""4.1 to 4.3  The words of the game, its tables and how a match begins.

A seat is 0 or 1, NOBODY owns a free island. A cell is y * side + x. Boats are rows in the order of their ids; a boat is
named by its row inside the rules and by its id outside. A row in a derived table is written as row + 1, 0 for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.columns import MOST, Column, Dims, bounded, family, rows
from joute.core.world import Phase

from ..board import Board
from ..params import ORDERS_MOST, Params

# Players and boats
SEATS = 2
NOBODY = -1
CARAVELLE, GALION = 0, 1
TYPES = 2
SUNK_ID = -1
"""The id of a boat between its sinking and the removal of its row."""

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))

# Actions, in the order of RULES, and the answer to one that is accepted
CONSTRUIRE, DEPLACER, COLONISER, CHARGER, DECHARGER, TRANSFERER = range(6)
OK = 0

BOAT_NUMBERS = 7
"""6.2  How many numbers a `bateau` of the API has."""
GOLD_MOST = MOST >> 1
"""Gold stops here, so that two purses never add up to more than a word holds."""


# Sizes and bounds


def last_line(dims: Dims) -> int:
    """The largest x and y of the map."""
    return int(dims.board.side) - 1


def cells_of(dims: Dims) -> int:
    return len(dims.board.cells)


def islands_of(dims: Dims) -> int:
    return len(dims.board.islands.x)


def boats_most(dims: Dims) -> int:
    """4.2  The most living boats of both sides."""
    return SEATS * int(dims.params["LIMITE_BATEAUX"])


def reach_most(dims: Dims) -> int:
    """4.5  How far the faster of the two types moves."""
    return max(int(dims.params["CARAVELLE_DEPLACEMENT"]), int(dims.params["GALION_DEPLACEMENT"]))


def rounds_most(dims: Dims) -> int:
    """4.4  The round after the last one, in which the match is over."""
    return int(dims.params["FIN_PARTIE"]) + 1


def ids_most(dims: Dims) -> int:
    """6.5  How many boats can be built in a match: an accepted action builds one at most."""
    return int(dims.params["FIN_PARTIE"]) * SEATS * ORDERS_MOST


def answer_most(dims: Dims) -> int:
    """6.3  The longest answer to a query: all boats on one cell, or all islands."""
    return max(BOAT_NUMBERS * max(1, boats_most(dims)), 2 * islands_of(dims))


Linked = Annotated[Column, bounded(0, boats_most)]
"""A row of boats plus one; 0 for none."""


# Tables


@dataclass(slots=True)
class Head:
    """4.4  The round, who plays, how many boats live and the id of the next one."""

    turn: Annotated[int, bounded(1, rounds_most)]
    phase: Annotated[int, bounded(INIT, OVER)]
    seat: Annotated[int, bounded(0, SEATS - 1)]
    boats: int
    next_id: Annotated[int, bounded(0, ids_most)]


class Islands(NamedTuple):
    """4.1  The islands in reading order, volcanoes included."""

    x: Annotated[Column, bounded(0, last_line)]
    y: Annotated[Column, bounded(0, last_line)]
    seat: Annotated[Column, bounded(NOBODY, SEATS - 1)]
    nb_or: Annotated[Column, bounded(0, GOLD_MOST)]


class Boats(NamedTuple):
    """4.2  The living boats."""

    id: Annotated[Column, bounded(SUNK_ID, ids_most)]
    x: Annotated[Column, bounded(0, last_line)]
    y: Annotated[Column, bounded(0, last_line)]
    seat: Annotated[Column, bounded(0, SEATS - 1)]
    btype: Annotated[Column, bounded(0, TYPES - 1)]
    nb_or: Annotated[Column, bounded(0, GOLD_MOST)]
    deplacable: Annotated[Column, bounded(0, 1)]


class Cells(NamedTuple):
    """The boats of a cell as a chain, and how many of each side and type there are."""

    first: Linked
    last: Linked
    boats: Annotated[Column, family("caravelles_0", "galions_0", "caravelles_1", "galions_1"), bounded(0, boats_most)]


class State(NamedTuple):
    head: Head
    scores: Annotated[Column, rows(SEATS)]
    islands: Annotated[Islands, rows(islands_of)]
    boats: Annotated[Boats, rows(boats_most, count="boats")]
    fleets: Annotated[Column, bounded(0, boats_most), rows(SEATS, derived=True)]
    """How many living boats each side has."""
    cells: Annotated[Cells, rows(cells_of, derived=True)]
    links: Annotated[Linked, rows(boats_most, count="boats", derived=True)]
    """The next boat in the chain of a boat's cell."""


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]
    answer: Annotated[Column, rows(answer_most)]


World = world.World[State, Board, Params, Scratch]


# 4.3  Start


def setup(w: World, seats: int, seed: int) -> None:
    """4.3  Each player owns his start island and its gold; every other island is free; there are no boats."""
    islands, land = w.state.islands, w.board.islands
    w.state.head.turn = 1
    for island in range(len(islands.x)):
        islands.x[island] = land.x[island]
        islands.y[island] = land.y[island]
        islands.seat[island] = NOBODY
    for seat in range(seats):
        islands.seat[w.board.starts[seat]] = seat
        islands.nb_or[w.board.starts[seat]] = w.params.or_initial
