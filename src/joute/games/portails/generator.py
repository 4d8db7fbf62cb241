"""Boards drawn from a seed: centrally symmetric, few portals in line, from sparse to dense."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from joute.core.chance import MASK, draw
from joute.core.errors import BoardError
from joute.core.text import Text

from .board import Board, board_of

SIZE_MOST = 400
"""Larger boards are not drawn: whoever wants one gives a map."""
CELLS_PER_PORTAL = (40, 28, 21, 17, 14, 11, 9)
"""From sparse to dense; 17 is that of the map of the final."""
CANDIDATES = 12
"""Cells looked at for each pair of portals; the one with the fewest portals in line is taken."""

NEAR = 8
"""Steps up to this long are looked up line by line, longer ones on grids of bits."""

Cell = tuple[int, int]


def scattered(size: int, corners: bool, seed: int, cells_per_portal: int | None = None) -> Board:
    """The board of a seed; without a density, the seed chooses one."""
    if size > SIZE_MOST:
        message = Text(
            f"a board of side {size} is too large to be drawn; give a map, or TAILLE_TERRAIN up to {SIZE_MOST}",
            f"une carte de côté {size} est trop grande pour être dessinée ; donnez une carte, ou "
            f"TAILLE_TERRAIN jusqu'à {SIZE_MOST}",
        )
        raise BoardError("carte_trop_grande", message)
    rng = [(seed ^ (seed >> 32)) & MASK]
    chosen = CELLS_PER_PORTAL[draw(rng, len(CELLS_PER_PORTAL))]
    pairs = max(1, size * size // (2 * (cells_per_portal or chosen)))
    lines = Lines(size)
    for _ in range(pairs):
        best = min((lines.crowding(cell), cell) for cell in candidates(size, lines.portals, rng))
        for cell in {best[1], mirrored(best[1], size)}:
            lines.add(cell)
    return board_of(size, start_cells(size, corners), lines.portals)


def start_cells(size: int, corners: bool) -> tuple[Cell, Cell]:
    """Opposite corners, or the two sides of the centre."""
    first = (0, 0) if corners else ((size - 1) // 2, (size - 1) // 2)
    return first, mirrored(first, size)


def mirrored(cell: Cell, size: int) -> Cell:
    """The image under the half turn around the centre."""
    return size - 1 - cell[0], size - 1 - cell[1]


def candidates(size: int, portals: set[Cell], rng: list[int]) -> list[Cell]:
    """Some cells for the next portal: free ones off the rim, where the board has such."""
    rim = 1 if size > 4 else 0
    drawn = [(rim + draw(rng, size - 2 * rim), rim + draw(rng, size - 2 * rim)) for _ in range(CANDIDATES)]
    return [cell for cell in drawn if cell not in portals] or drawn


def in_line(portals: set[Cell], cell: Cell) -> int:
    """How many portals stand on a line through the cell that has another portal on it already."""
    return len(portals) - len({direction(cell, portal) for portal in portals})


def direction(cell: Cell, other: Cell) -> Cell:
    """The line through two cells, as the shortest step along it; its sense does not matter."""
    dx, dy = other[0] - cell[0], other[1] - cell[1]
    step = gcd(dx, dy) or 1
    dx, dy = dx // step, dy // step
    return (dx, dy) if (dx, dy) > (0, 0) else (-dx, -dy)


class Lines:
    """`in_line` for the portals of a board, which come with their mirror images, at a cost that hardly grows with them.

    A line through a cell is the shortest step along it, and the portals on it are at multiples of that step. For each
    multiple the portals are kept on grids of every so many cells, as the bits of a number: shifted by the place of the
    cell, the bits of all grids fall on the steps. What lies behind the cell lies ahead of its mirror image.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.row = 2 * size
        """How many bits a row of a grid has: the second half is for steps back."""
        self.portals: set[Cell] = set()
        self.near: dict[Cell, set[int]] = {step: set() for step in steps(NEAR)}
        """The lines of each short step that have a portal."""
        self.grids = [[0] * (multiple * multiple) for multiple in range(1, (size - 1) // (NEAR + 1) + 1)]

    def add(self, cell: Cell) -> None:
        """A new portal."""
        x, y = cell
        self.portals.add(cell)
        for (dx, dy), lines in self.near.items():
            lines.add(dx * y - dy * x)
        for multiple, grids in enumerate(self.grids, 1):
            grids[x % multiple * multiple + y % multiple] |= 1 << (x // multiple * self.row + y // multiple)

    def crowding(self, cell: Cell) -> int:
        """How many portals stand on a line through the cell that has another portal on it already."""
        if cell in self.portals:
            return in_line(self.portals, cell)
        x, y = cell
        near = sum([dx * y - dy * x in lines for (dx, dy), lines in self.near.items()])
        seen = self.ahead(cell) | self.ahead(mirrored(cell, self.size))
        return len(self.portals) - near - (seen & long_steps(self.size)).bit_count()

    def ahead(self, cell: Cell) -> int:
        """The steps from a cell to the portals that come after it, as bits; small grids first: each sum is a copy."""
        (x, y), row, seen = cell, self.row, 0
        for multiple in range(len(self.grids), 0, -1):
            grids = self.grids[multiple - 1]
            seen |= grids[x % multiple * multiple + y % multiple] >> (x // multiple * row + y // multiple)
        return seen


def steps(most: int) -> list[Cell]:
    """The shortest steps along all lines, up to so many cells either way."""
    reach = range(-most, most + 1)
    return [(dx, dy) for dx in range(most + 1) for dy in reach if gcd(dx, dy) == 1 and (dx, dy) > (0, 0)]


@lru_cache(maxsize=4)
def long_steps(size: int) -> int:
    """The steps on a board that are longer than NEAR, as bits of a grid."""
    bits = bytearray(b"0") * (2 * size * size)
    for dx, dy in steps(size - 1):
        if max(dx, abs(dy)) > NEAR:
            bits[-1 - (dx * 2 * size + dy)] = ord("1")
    return int(bits.decode(), 2)
