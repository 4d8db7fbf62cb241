"""4.1  Places: cells, the islands on them, who owns these and what lies there."""

from __future__ import annotations

from ..board import MER, NO_ISLAND
from .state import GOLD_MOST, NOBODY, World


def inside(w: World, x: int, y: int) -> bool:
    """3.1"""
    side = w.board.side
    return 0 <= x < side and 0 <= y < side


def cell_at(w: World, x: int, y: int) -> int:
    return y * w.board.side + x


def terrain_of(w: World, cell: int) -> int:
    island = w.board.cells[cell]
    return MER if island == NO_ISLAND else w.board.islands.terrain[island]


def owner_of(w: World, cell: int) -> int:
    """The seat that owns the island of a cell; NOBODY for a free one and for the sea."""
    island = w.board.cells[cell]
    return NOBODY if island == NO_ISLAND else w.state.islands.seat[island]


def own(w: World, seat: int, cell: int) -> None:
    """The island of a cell belongs to a seat; its gold stays on it."""
    w.state.islands.seat[w.board.cells[cell]] = seat


def island_gold(w: World, cell: int) -> int:
    """The gold lying on the island of a cell."""
    return w.state.islands.nb_or[w.board.cells[cell]]


def lay(w: World, cell: int, gold: int) -> None:
    """Lay gold on the island of a cell, or take it off with a minus."""
    purses, island = w.state.islands.nb_or, w.board.cells[cell]
    purses[island] = purse(purses[island], gold)


def purse(gold: int, more: int) -> int:
    """Two amounts together; gold stops at the largest a purse holds."""
    return min(GOLD_MOST, gold + more)
