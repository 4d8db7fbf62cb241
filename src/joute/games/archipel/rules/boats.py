"""4.2  Boats: where they are, what they carry, and how those of a cell are found."""

from __future__ import annotations

from joute.core.tables import clear

from .places import purse
from .state import CARAVELLE, GALION, SEATS, TYPES, World


def reindex(w: World) -> None:
    """Rebuild fleets, cells and links from the boats."""
    s = w.state
    clear(s.fleets, 0, SEATS)
    clear(s.cells, 0, len(s.cells.first))
    clear(s.links, 0, len(s.links))
    for row in range(s.head.boats):
        s.fleets[s.boats.seat[row]] += 1
        moor(w, row)


def find_boat(w: World, number: int) -> int:
    """The row of the living boat with an id, or -1. No row is past its id, nor before it by more than the sunk ids."""
    head, ids = w.state.head, w.state.boats.id
    low = max(0, number - (head.next_id - head.boats))
    high = min(number, head.boats - 1)
    while low < high:
        middle = (low + high) // 2
        if ids[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if low == high and ids[low] == number else -1


def cell_of(w: World, row: int) -> int:
    """The cell a boat is on."""
    boats = w.state.boats
    return boats.y[row] * w.board.side + boats.x[row]


def stow(w: World, row: int, gold: int) -> None:
    """Put gold into a boat, or take it out with a minus."""
    purses = w.state.boats.nb_or
    purses[row] = purse(purses[row], gold)


def count(w: World, seat: int, kind: int, cell: int) -> int:
    """Boats of a side and type on a cell."""
    return w.state.cells.boats[(cell * SEATS + seat) * TYPES + kind]


def boats_on(w: World, seat: int, cell: int) -> int:
    """Boats of a side on a cell."""
    return count(w, seat, CARAVELLE, cell) + count(w, seat, GALION, cell)


def tally(w: World, row: int, change: int) -> None:
    """Count a boat on its cell, or no longer."""
    boats = w.state.boats
    w.state.cells.boats[(cell_of(w, row) * SEATS + boats.seat[row]) * TYPES + boats.btype[row]] += change


def moor(w: World, row: int) -> None:
    """A boat arrives on its cell."""
    tally(w, row, 1)
    link(w, row)


def link(w: World, row: int) -> None:
    """A boat joins the chain of its cell, which follows the ids; the youngest goes straight to the end."""
    cells, links, cell = w.state.cells, w.state.links, cell_of(w, row)
    before, after = cells.last[cell], 0
    if before > row:
        before, after = 0, cells.first[cell]
        while after <= row:
            before, after = after, links[after - 1]
    links[row] = after
    if before == 0:
        cells.first[cell] = row + 1
    else:
        links[before - 1] = row + 1
    if after == 0:
        cells.last[cell] = row + 1


def unmoor(w: World, row: int) -> None:
    """A boat leaves its cell, and the chain of its boats."""
    cells, links, cell = w.state.cells, w.state.links, cell_of(w, row)
    before, after = 0, cells.first[cell]
    while after != row + 1:
        before, after = after, links[after - 1]
    after = links[row]
    if before == 0:
        cells.first[cell] = after
    else:
        links[before - 1] = after
    if after == 0:
        cells.last[cell] = before
    links[row] = 0
    tally(w, row, -1)
