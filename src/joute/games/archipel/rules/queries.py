"""6.3  What a champion may ask. Nothing is hidden: only its own number and islands depend on who asks."""

from __future__ import annotations

from joute.core.params import INT32_MOST
from joute.core.world import Buffer

from ..board import NO_ISLAND
from .boats import find_boat
from .places import cell_at, inside, island_gold, owner_of, terrain_of
from .state import BOAT_NUMBERS, NOBODY, SEATS, TYPES, World

NONE = -1
"""The answer where there is no such player, boat or island."""
NO_TERRAIN = 3
"""The terrain of a cell outside the map."""
NO_TYPE = TYPES
"""The type of a boat that does not exist."""


# Cells


def terrain_at(w: World, seat: int, x: int, y: int) -> int:
    return terrain_of(w, cell_at(w, x, y)) if inside(w, x, y) else NO_TERRAIN


def owner_at(w: World, seat: int, x: int, y: int) -> int:
    return player_number(w, owner_of(w, cell_at(w, x, y))) if inside(w, x, y) else NONE


def gold_at(w: World, seat: int, x: int, y: int) -> int:
    if not inside(w, x, y) or w.board.cells[cell_at(w, x, y)] == NO_ISLAND:
        return NONE
    return island_gold(w, cell_at(w, x, y))


def distance(w: World, seat: int, x: int, y: int, other_x: int, other_y: int) -> int:
    return min(INT32_MOST, abs(x - other_x) + abs(y - other_y))


# Boats


def boat(w: World, seat: int, number: int, out: Buffer) -> int:
    row = find_boat(w, number)
    if row < 0:
        write_boat(out, 0, NONE, NONE, NONE, NONE, NO_TYPE, NONE, 0)
    else:
        write_row(w, row, out, 0)
    return 1


def boat_exists(w: World, seat: int, number: int) -> bool:
    return find_boat(w, number) >= 0


def boats_at(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    links, row, boats = w.state.links, first_at(w, x, y), 0
    while row >= 0:
        write_row(w, row, out, boats)
        boats += 1
        row = links[row] - 1
    return boats


def boat_ids_at(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    ids, links, row, boats = w.state.boats.id, w.state.links, first_at(w, x, y), 0
    while row >= 0:
        out[boats] = ids[row]
        boats += 1
        row = links[row] - 1
    return boats


def first_at(w: World, x: int, y: int) -> int:
    """The row of the boat with the smallest id on a cell, or -1."""
    return w.state.cells.first[cell_at(w, x, y)] - 1 if inside(w, x, y) else -1


def write_row(w: World, row: int, out: Buffer, place: int) -> None:
    """The boat of a row as champions see it."""
    boats = w.state.boats
    player = player_number(w, boats.seat[row])
    x, y, kind, gold, movable = boats.x[row], boats.y[row], boats.btype[row], boats.nb_or[row], boats.deplacable[row]
    write_boat(out, place, boats.id[row], x, y, player, kind, gold, movable)


def write_boat(
    out: Buffer, place: int, number: int, x: int, y: int, player: int, kind: int, gold: int, movable: int
) -> None:
    """The numbers of a `bateau`, in their order."""
    at = place * BOAT_NUMBERS
    out[at], out[at + 1], out[at + 2], out[at + 3] = number, x, y, player
    out[at + 4], out[at + 5], out[at + 6] = kind, gold, movable


def last_id(w: World, seat: int) -> int:
    return w.state.head.next_id - 1


# Islands


def islands(w: World, seat: int, out: Buffer) -> int:
    land = w.board.islands
    for island in range(len(land.x)):
        out[2 * island], out[2 * island + 1] = land.x[island], land.y[island]
    return len(land.x)


def own_islands(w: World, seat: int, out: Buffer) -> int:
    land, owners, found = w.board.islands, w.state.islands.seat, 0
    for island in range(len(owners)):
        if owners[island] == seat:
            out[2 * found], out[2 * found + 1] = land.x[island], land.y[island]
            found += 1
    return found


# Players


def player_number(w: World, seat: int) -> int:
    """2.3  The number that champions see for a seat; nobody stays -1."""
    return NONE if seat == NOBODY else w.params.premier_joueur + seat


def seat_of(w: World, player: int) -> int:
    """2.3  The seat of a player's number; NOBODY if there is no such player."""
    seat = player - w.params.premier_joueur
    return seat if 0 <= seat < SEATS else NOBODY


def own_number(w: World, seat: int) -> int:
    return player_number(w, seat)


def other_number(w: World, seat: int) -> int:
    return player_number(w, 1 - seat)


def score_of(w: World, seat: int, player: int) -> int:
    other = seat_of(w, player)
    return 0 if other == NOBODY else w.state.scores[other]


def current_round(w: World, seat: int) -> int:
    return w.state.head.turn


def fleet_of(w: World, seat: int, player: int) -> int:
    other = seat_of(w, player)
    return 0 if other == NOBODY else w.state.fleets[other]
