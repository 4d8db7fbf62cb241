"""The queries of the champion API as kernels (rules, 6.2): `seat` asks, players have the numbers that champions see."""

from __future__ import annotations

from joute.core.columns import Column
from joute.core.tables import clear
from joute.core.world import Buffer

from ..board import BASE, ERREUR, TOURELLE
from ..params import NOBODY, PLAYERS
from .construction import constructible
from .state import TOWER_NUMBERS, World, kind_of, on_board
from .state import distance as between
from .towers import is_wall, tower_on
from .wizards import in_group, occupant_of

# Players


def player_number(w: World, seat: int) -> int:
    """2.2  The number that champions see for a seat; nobody stays -1."""
    return NOBODY if seat == NOBODY else seat + w.params.premier_joueur


def seat_of(w: World, player: int) -> int:
    """The seat of a player's number, or NOBODY."""
    seat = player - w.params.premier_joueur
    return seat if 0 <= seat < PLAYERS else NOBODY


def my_number(w: World, seat: int) -> int:
    return player_number(w, seat)


def opponents(w: World, seat: int, out: Buffer) -> int:
    """The other players who are alive."""
    count = 0
    for other in range(PLAYERS):
        if other != seat and w.state.players.vivant[other]:
            out[count] = player_number(w, other)
            count += 1
    return count


def magic_of(w: World, seat: int, player: int) -> int:
    owner = seat_of(w, player)
    return 0 if owner == NOBODY else w.state.players.magie[owner]


def base_of(w: World, seat: int, player: int, out: Buffer) -> int:
    owner = seat_of(w, player)
    out[0] = -1 if owner == NOBODY else w.board.bases[owner] // w.board.side
    out[1] = -1 if owner == NOBODY else w.board.bases[owner] % w.board.side
    return 1


def current_round(w: World, seat: int) -> int:
    return w.state.head.turn


# Cells


def kind_at(w: World, seat: int, x: int, y: int) -> int:
    if not on_board(w, x, y):
        return ERREUR
    return TOURELLE if is_wall(w, x, y) else kind_of(w, x, y)


def owner_at(w: World, seat: int, x: int, y: int) -> int:
    """4.9  The owner of the tower, that of the base if it lives, else the occupant."""
    if not on_board(w, x, y):
        return NOBODY
    tower = tower_on(w, x, y)
    if tower >= 0:
        return player_number(w, w.state.towers.seat[tower])
    if kind_of(w, x, y) != BASE:
        return player_number(w, occupant_of(w, x, y))
    for owner in range(PLAYERS):
        if w.board.bases[owner] == x * w.board.side + y and w.state.players.vivant[owner]:
            return player_number(w, owner)
    return NOBODY


def distance(w: World, seat: int, x: int, y: int, to_x: int, to_y: int) -> int:
    return between(x, y, to_x, to_y)


# Wizards


def wizards_at(w: World, seat: int, x: int, y: int, player: int) -> int:
    return counted_at(w, w.state.groups.sorciers, x, y, player)


def movable_at(w: World, seat: int, x: int, y: int, player: int) -> int:
    return counted_at(w, w.state.groups.deplacables, x, y, player)


def counted_at(w: World, column: Column, x: int, y: int, player: int) -> int:
    """6.2  Off the board is tested before unknown players."""
    if not on_board(w, x, y):
        return -1
    owner = seat_of(w, player)
    return 0 if owner == NOBODY else in_group(w, column, owner, x, y)


# Towers


def towers_of(w: World, seat: int, player: int, out: Buffer) -> int:
    owners, owner = w.state.towers.seat, seat_of(w, player)
    count = 0
    for tower in range(w.state.head.towers):
        if owners[tower] == owner:
            write_tower(w, tower, out, count * TOWER_NUMBERS)
            count += 1
    return count


def tower_at(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    tower = tower_on(w, x, y) if on_board(w, x, y) else -1
    if tower >= 0:
        write_tower(w, tower, out, 0)
    else:
        nothing = -1 if on_board(w, x, y) else 0
        write_numbers(out, 0, -1, -1, nothing, NOBODY, nothing, nothing)
    return 1


def write_tower(w: World, tower: int, out: Buffer, at: int) -> None:
    """6.1  A `tourelle`: its position, range, player, life and attack."""
    t = w.state.towers
    owner = player_number(w, t.seat[tower])
    write_numbers(out, at, t.x[tower], t.y[tower], t.portee[tower], owner, t.vie[tower], t.attaque[tower])


def write_numbers(out: Buffer, at: int, x: int, y: int, portee: int, player: int, vie: int, attaque: int) -> None:
    out[at] = x
    out[at + 1] = y
    out[at + 2] = portee
    out[at + 3] = player
    out[at + 4] = vie
    out[at + 5] = attaque


def can_build_at(w: World, seat: int, x: int, y: int, player: int) -> bool:
    owner = seat_of(w, player)
    return owner != NOBODY and on_board(w, x, y) and constructible(w, owner, x, y)


# Paths
#
# A search numbers cells (x + 1) * (side + 1) + y, so that every cell of the board has four neighbours, some of them
# outside: a step is one addition, and needs no look at the edge.

OUTSIDE = 1
"""Where no path leads: no number of a cell on the board, from where a search could have come."""


def path(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, out: Buffer) -> int:
    """6.2  A shortest path around the towers, without its start, with its end; a tower on either is no obstacle."""
    if (x == to_x and y == to_y) or not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return 0
    column = w.board.side + 1
    first, last = (x + 1) * column + y, (to_x + 1) * column + to_y
    block_ways(w, column)
    w.scratch.before[first] = first
    w.scratch.before[last] = 0
    return write_path(w, first, last, out) if search(w, first, last, column) else 0


def block_ways(w: World, column: int) -> None:
    """Nothing is found yet; nobody goes outside the board or through towers."""
    before, towers = w.scratch.before, w.state.towers
    clear(before, 0, len(before))
    for at in range(column):
        before[at] = OUTSIDE
        before[column * column + at] = OUTSIDE
        before[at * column + column - 1] = OUTSIDE
    for tower in range(w.state.head.towers):
        before[(towers.x[tower] + 1) * column + towers.y[tower]] = OUTSIDE


def search(w: World, first: int, last: int, column: int) -> bool:
    """6.2  Breadth first, to the south, east, north and west: `before` has from where each cell was found first."""
    before, queue = w.scratch.before, w.scratch.queue
    queue[0] = first
    read, found = 0, 1
    while read < found and before[last] == 0:
        here = queue[read]
        read += 1
        if before[here + 1] == 0:
            before[here + 1] = here
            queue[found] = here + 1
            found += 1
        if before[here + column] == 0:
            before[here + column] = here
            queue[found] = here + column
            found += 1
        if before[here - 1] == 0:
            before[here - 1] = here
            queue[found] = here - 1
            found += 1
        if before[here - column] == 0:
            before[here - column] = here
            queue[found] = here - column
            found += 1
    return before[last] != 0


def write_path(w: World, first: int, last: int, out: Buffer) -> int:
    """The cells that led to the last one, in their order."""
    before, column = w.scratch.before, w.board.side + 1
    length, here = 0, last
    while here != first:
        length += 1
        here = before[here]
    here = last
    for step in range(length - 1, -1, -1):
        out[2 * step] = here // column - 1
        out[2 * step + 1] = here % column
        here = before[here]
    return length
