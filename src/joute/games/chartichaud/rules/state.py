"""3.3, 4.1, 4.2  The tables of the state, the start, and what all chapters read and change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.columns import MOST, Column, Dims, bounded, family, rows
from joute.core.tables import clear, find, insert, remove

from ..board import Board
from ..params import Params
from .vocabulary import INIT, KINDS, NO_ONE, OVER, PLAYERS, REASONS, RUNNING, UNKNOWN, A

UNITS_MOST = MOST >> 22
"""The most units of a kind on a cell: at any price, what they are worth stays a number that a state holds."""


# 4.1  State


def first_turn(dims: Dims) -> int:
    return int(dims.board.turn)


def turns_most(dims: Dims) -> int:
    """4.11  The number of turns after the last one; a board may begin past the limit, and then one turn is played."""
    return max(int(dims.params["max_turns"]), first_turn(dims) + 1)


def cells_of(dims: Dims) -> int:
    return int(dims.board.height * dims.board.width)


def seers_most(dims: Dims) -> int:
    """5.1  How many cells see one."""
    return min(cells_of(dims), (2 * int(dims.params["vision"]) + 1) ** 2)


@dataclass(slots=True)
class Head:
    """The match as a whole."""

    turn: Annotated[int, bounded(first_turn, turns_most)]
    phase: Annotated[int, bounded(INIT, OVER)]
    winner: Annotated[int, bounded(RUNNING, NO_ONE)]
    reason: Annotated[int, bounded(0, len(REASONS) - 1)]


class Players(NamedTuple):
    gold: Annotated[Column, bounded(UNKNOWN)]
    score: Column


class Cells(NamedTuple):
    """A cell is y * width + x. `acted` counts units of the current player only, as in 4.2."""

    gold: Column
    harvested: Annotated[Column, bounded(0, 1)]
    units: Annotated[Column, family("A_C", "A_M", "A_B", "B_C", "B_M", "B_B"), bounded(0, UNITS_MOST)]
    acted: Annotated[Column, family("acted_C", "acted_M", "acted_B"), bounded(0, UNITS_MOST)]


class Tallies(NamedTuple):
    """How many cells a player occupies, and with how many units."""

    places: Annotated[Column, bounded(0, cells_of)]
    units: Column


Seers = Annotated[Column, bounded(0, seers_most), rows(cells_of, derived=True)]
Places = Annotated[Column, bounded(0, cells_of), rows(cells_of, derived=True)]


class State(NamedTuple):
    head: Head
    players: Annotated[Players, rows(PLAYERS)]
    cells: Annotated[Cells, rows(lambda dims: (dims.board.height, dims.board.width), keys=("y", "x"))]
    sight_a: Seers
    """How many of the occupied cells of A see a cell."""
    sight_b: Seers
    places_a: Places
    """The cells that A occupies, ascending."""
    places_b: Places
    tallies: Annotated[Tallies, rows(PLAYERS, derived=True)]


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]


World = world.World[State, Board, Params, Scratch]


# 3.3  Start


def setup(w: World, seats: int, seed: int) -> None:
    """3.3  Everything about the start is on the board."""
    s, b = w.state, w.board
    s.head.turn = b.turn
    s.head.phase = INIT
    for player in range(seats):
        s.players.gold[player] = b.players.gold[player]
        s.players.score[player] = b.players.score[player]
    for cell in range(cell_count(w)):
        s.cells.gold[cell] = b.cells.gold[cell]
    for unit in range(len(b.cells.units)):
        s.cells.units[unit] = b.cells.units[unit]


def reindex(w: World) -> None:
    """Rebuild sight, places and tallies from the cells."""
    s, tallies, cells = w.state, w.state.tallies, cell_count(w)
    clear(tallies, 0, PLAYERS)
    clear(s.sight_a, 0, cells)
    clear(s.sight_b, 0, cells)
    clear(s.places_a, 0, cells)
    clear(s.places_b, 0, cells)
    for player in range(PLAYERS):
        places = s.places_a if player == A else s.places_b
        for cell in range(cells):
            here = units_on(w, player, cell)
            if here > 0:
                places[tallies.places[player]] = cell
                tallies.places[player] += 1
                tallies.units[player] += here
                look(w, player, cell, 1)


# Reading the state


def cell_count(w: World) -> int:
    return w.board.height * w.board.width


def on_board(w: World, y: int, x: int) -> bool:
    return 0 <= y < w.board.height and 0 <= x < w.board.width


def current_player(w: World) -> int:
    """4.1  A when the number of completed turns is even."""
    return w.state.head.turn % PLAYERS


def place_at(w: World, player: int, place: int) -> int:
    """A cell that a player occupies, by its number among them."""
    return w.state.places_a[place] if player == A else w.state.places_b[place]


def count(w: World, player: int, kind: int, cell: int) -> int:
    """Units of a player and kind on a cell."""
    return w.state.cells.units[(cell * PLAYERS + player) * KINDS + kind]


def units_on(w: World, player: int, cell: int) -> int:
    """Units of a player on a cell, of all kinds."""
    units, first = w.state.cells.units, (cell * PLAYERS + player) * KINDS
    return units[first] + units[first + 1] + units[first + 2]


def acted(w: World, kind: int, cell: int) -> int:
    """4.2  Units of the current player that have acted."""
    return w.state.cells.acted[cell * KINDS + kind]


def ready(w: World, kind: int, cell: int) -> int:
    """4.2  Units of the current player that have not acted."""
    return count(w, current_player(w), kind, cell) - acted(w, kind, cell)


# Changing the state


def act(w: World, kind: int, cell: int) -> None:
    """4.2  One unit more of the current player has acted."""
    w.state.cells.acted[cell * KINDS + kind] += 1


def add_units(w: World, player: int, kind: int, cell: int, number: int) -> None:
    """Put units on a cell, or take them off it, and keep what is derived in step."""
    before = units_on(w, player, cell)
    w.state.cells.units[(cell * PLAYERS + player) * KINDS + kind] += number
    w.state.tallies.units[player] += number
    if before == 0 and number > 0:
        occupy(w, player, cell)
    elif number < 0 and before + number == 0:
        leave(w, player, cell)


def occupy(w: World, player: int, cell: int) -> None:
    """A cell joins the places of a player."""
    s, occupied = w.state, w.state.tallies.places
    places = s.places_a if player == A else s.places_b
    place = find(places, occupied[player], cell)
    insert(places, place, occupied[player])
    places[place] = cell
    occupied[player] += 1
    look(w, player, cell, 1)


def leave(w: World, player: int, cell: int) -> None:
    """A cell leaves the places of a player."""
    s, occupied = w.state, w.state.tallies.places
    places = s.places_a if player == A else s.places_b
    remove(places, find(places, occupied[player], cell), occupied[player])
    occupied[player] -= 1
    look(w, player, cell, -1)


def look(w: World, player: int, cell: int, change: int) -> None:
    """5.1  A unit sees the cells within Chebyshev distance `vision`."""
    height, width, far = w.board.height, w.board.width, w.params.vision
    y, x = cell // width, cell % width
    sight = w.state.sight_a if player == A else w.state.sight_b
    first, last = max(0, x - far), min(width, x + far + 1)
    for row in range(max(0, y - far), min(height, y + far + 1)):
        for seen in range(row * width + first, row * width + last):
            sight[seen] += change


def gain(w: World, player: int, points: int) -> None:
    """Scores only grow, and stop at the largest number a state holds."""
    score = w.state.players.score
    score[player] = min(MOST, score[player] + points)
