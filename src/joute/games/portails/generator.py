"""Boards drawn from a seed: centrally symmetric, few portals in line, from sparse to dense."""

from __future__ import annotations

from math import gcd

from joute.core.chance import MASK, draw
from joute.core.errors import BoardError

from .board import Board, board_of

SIZE_MOST = 400
"""Larger boards are not drawn: whoever wants one gives a map."""
CELLS_PER_PORTAL = (40, 28, 21, 17, 14, 11, 9)
"""From sparse to dense; 17 is that of the map of the final."""
CANDIDATES = 12
"""Cells looked at for each pair of portals; the one with the fewest portals in line is taken."""

Cell = tuple[int, int]


def scattered(size: int, corners: bool, seed: int, cells_per_portal: int | None = None) -> Board:
    """The board of a seed; without a density, the seed chooses one."""
    if size > SIZE_MOST:
        message = f"a board of side {size} is too large to be drawn; give a map, or TAILLE_TERRAIN up to {SIZE_MOST}"
        raise BoardError("carte_trop_grande", message)
    rng = [(seed ^ (seed >> 32)) & MASK]
    chosen = CELLS_PER_PORTAL[draw(rng, len(CELLS_PER_PORTAL))]
    pairs = max(1, size * size // (2 * (cells_per_portal or chosen)))
    starts = start_cells(size, corners)
    portals: list[Cell] = []
    for _ in range(pairs):
        best = min((in_line(portals, cell), cell) for cell in candidates(size, portals, rng))
        portals += sorted({best[1], mirrored(best[1], size)})
    return board_of(size, starts, set(portals))


def start_cells(size: int, corners: bool) -> tuple[Cell, Cell]:
    """Opposite corners, or the two sides of the centre."""
    first = (0, 0) if corners else ((size - 1) // 2, (size - 1) // 2)
    return first, mirrored(first, size)


def mirrored(cell: Cell, size: int) -> Cell:
    """The image under the half turn around the centre."""
    return size - 1 - cell[0], size - 1 - cell[1]


def candidates(size: int, portals: list[Cell], rng: list[int]) -> list[Cell]:
    """Some cells for the next portal: free ones off the rim, where the board has such."""
    rim = 1 if size > 4 else 0
    drawn = [(rim + draw(rng, size - 2 * rim), rim + draw(rng, size - 2 * rim)) for _ in range(CANDIDATES)]
    taken = set(portals)
    return [cell for cell in drawn if cell not in taken] or drawn


def in_line(portals: list[Cell], cell: Cell) -> int:
    """How many portals stand on a line through the cell that has another portal on it already."""
    return len(portals) - len({direction(cell, portal) for portal in portals})


def direction(cell: Cell, other: Cell) -> Cell:
    """The line through two cells, as the shortest step along it; its sense does not matter."""
    dx, dy = other[0] - cell[0], other[1] - cell[1]
    step = gcd(dx, dy) or 1
    dx, dy = dx // step, dy // step
    return (dx, dy) if (dx, dy) > (0, 0) else (-dx, -dy)
