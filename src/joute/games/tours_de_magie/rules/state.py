"""The tables of a state, and what all phases read (rules, 4.1).

Towers and groups of wizards are sorted by x, y, seat, without gaps, zero beyond their end. A group is what one player
has on one cell: it is there as long as it counts wizards, or movable ones that have died since (4.5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.columns import MOST, Column, Dims, bounded, rows
from joute.core.params import INT32_MOST
from joute.core.tables import clear, copy_rows

from ..board import Board
from ..params import PLAYERS, Params
from .terms import INIT, OVER

AMOUNT_MOST = MOST >> 2
"""The most magic of a player and the most wizards of a group: sums of four stay numbers that a state holds."""
TOWER_NUMBERS = 6
"""How many numbers a `tourelle` of the API has."""


# 4.1  The state


def side_of(dims: Dims) -> int:
    return int(dims.board.side)


def last_of(dims: Dims) -> int:
    return side_of(dims) - 1


def cells_of(dims: Dims) -> int:
    return side_of(dims) ** 2


def tower_room(dims: Dims) -> int:
    """4.4.4  A tower on each cell; until the phase is resolved, two on a cell within building reach of a base."""
    cells, reach = cells_of(dims), int(dims.params["CONSTRUCTION_TOURELLE"]) + 1
    return cells if dims.params["BASE_ENNEMIE_BLOQUE"] else cells + PLAYERS * reach**2


def group_room(dims: Dims) -> int:
    """4.1  Until the phase is resolved, wizards of every player on each cell."""
    return PLAYERS * cells_of(dims)


# 6.3  Which arguments the orders that are numbered have


RANGES_NUMBERED = 6
"""Ranges of towers from the basic one on, where there is no largest one: each costs more than the one before."""


def range_least(dims: Dims) -> int:
    return int(dims.params["PORTEE_TOURELLE"])


def range_most(dims: Dims) -> int:
    most = dims.params["PORTEE_TOURELLE_MAX"]
    return range_least(dims) + RANGES_NUMBERED - 1 if most is None else int(most)


def walk_most(dims: Dims) -> int:
    return int(dims.params["PORTEE_SORCIER"])


def points_most(dims: Dims) -> int:
    return int(dims.params["ATTAQUE_TOURELLE"])


@dataclass(slots=True)
class Head:
    """The match as a whole; `towers` and `groups` count rows."""

    turn: Annotated[int, bounded(0, lambda dims: int(dims.params["NB_TOURS_JOUES"]))]
    phase: Annotated[int, bounded(INIT, OVER)]
    towers: int
    groups: int


class Players(NamedTuple):
    """One for each seat; `score` counts captures alone."""

    magie: Annotated[Column, bounded(0, AMOUNT_MOST)]
    vivant: Annotated[Column, bounded(0, 1)]
    score: Annotated[Column, bounded(0, AMOUNT_MOST)]


class Towers(NamedTuple):
    """`neuve` are those built in this phase."""

    x: Annotated[Column, bounded(0, last_of)]
    y: Annotated[Column, bounded(0, last_of)]
    seat: Annotated[Column, bounded(0, PLAYERS - 1)]
    portee: Annotated[Column, bounded(0, INT32_MOST)]
    vie: Annotated[Column, bounded(1, lambda dims: int(dims.params["VIE_TOURELLE"]))]
    attaque: Annotated[Column, bounded(0, lambda dims: int(dims.params["ATTAQUE_TOURELLE"]))]
    neuve: Annotated[Column, bounded(0, 1)]


class Groups(NamedTuple):
    """Wizards of a player on a cell: how many, how many may move, how many have attacked; whether they occupy it."""

    x: Annotated[Column, bounded(0, last_of)]
    y: Annotated[Column, bounded(0, last_of)]
    seat: Annotated[Column, bounded(0, PLAYERS - 1)]
    sorciers: Annotated[Column, bounded(0, AMOUNT_MOST)]
    deplacables: Annotated[Column, bounded(0, AMOUNT_MOST)]
    engages: Annotated[Column, bounded(0, AMOUNT_MOST)]
    occupant: Annotated[Column, bounded(0, 1)]


class State(NamedTuple):
    head: Head
    players: Annotated[Players, rows(PLAYERS)]
    towers: Annotated[Towers, rows(tower_room, count="towers")]
    groups: Annotated[Groups, rows(group_room, count="groups")]
    walls: Annotated[Column, rows(side_of, derived=True)]
    """For each x, a bit for each y with a tower."""


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]
    answer: Annotated[Column, rows(lambda dims: TOWER_NUMBERS * cells_of(dims))]
    reach: Annotated[Column, rows(side_of)]
    """The cells of each x that a walk has reached, a bit for each y."""
    before: Annotated[Column, rows(lambda dims: (side_of(dims) + 1) * (side_of(dims) + 2))]
    """For each cell, from where a search has found it; with an edge around them (`queries.py`)."""
    queue: Annotated[Column, rows(cells_of)]
    """The cells that a search has found."""


World = world.World[State, Board, Params, Scratch]


# The state as a whole


def reindex(w: World) -> None:
    """Rebuild the walls from the towers."""
    towers, walls = w.state.towers, w.state.walls
    clear(walls, 0, w.board.side)
    for tower in range(w.state.head.towers):
        walls[towers.x[tower]] |= 1 << towers.y[tower]


def renew(source: State, target: State) -> None:
    """Make one state equal to another: of a table, only what either uses."""
    copy_rows(source.towers, target.towers, max(source.head.towers, target.head.towers))
    copy_rows(source.groups, target.groups, max(source.head.groups, target.head.groups))
    copy_rows(source.players, target.players, PLAYERS)
    copy_rows(source.walls, target.walls, len(source.walls))
    target.head.turn = source.head.turn
    target.head.phase = source.head.phase
    target.head.towers = source.head.towers
    target.head.groups = source.head.groups


# Reading the state


def on_board(w: World, x: int, y: int) -> bool:
    return 0 <= x < w.board.side and 0 <= y < w.board.side


def kind_of(w: World, x: int, y: int) -> int:
    """3  What a cell is when no tower stands on it."""
    return w.board.kinds[x * w.board.side + y]


def distance(x: int, y: int, to_x: int, to_y: int) -> int:
    """Manhattan distance."""
    return abs(x - to_x) + abs(y - to_y)


def base_distance(w: World, seat: int, x: int, y: int) -> int:
    """How far a cell is from a player's base."""
    base, side = w.board.bases[seat], w.board.side
    return abs(x - base // side) + abs(y - base % side)


def same_cell(table: Towers | Groups, one: int, other: int) -> bool:
    """Whether two rows of a table are on one cell."""
    return table.x[one] == table.x[other] and table.y[one] == table.y[other]


def earn(w: World, seat: int, amount: int) -> None:
    """Magic stops growing at the largest amount a state holds."""
    magie = w.state.players.magie
    magie[seat] = min(AMOUNT_MOST, magie[seat] + amount)
