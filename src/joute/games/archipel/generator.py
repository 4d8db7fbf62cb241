"""Drawing boards: two symmetric halves, so that only the first move tells the players apart.

draw_board(32, seed=7, symmetry="mirror", islands=20, volcanoes=6, apart=3, starts_apart=18)
"""

from __future__ import annotations

from collections.abc import Callable

from joute.core.chance import MASK, draw
from joute.core.errors import BoardError

from .board import ILE, MER, VOLCAN, Board, Cell, build

SYMMETRIES: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "half_turn": lambda x, y, last: (last - x, last - y),
    "mirror": lambda x, y, last: (last - x, y),
    "diagonal": lambda x, y, last: (y, x),
}
"""Where the image of (x, y) lies; `last` is the last row and column."""

SIDE_MOST = 1000
TRIES = 500
"""Cells drawn for an island before the sea counts as full."""
NEIGHBOUR = 6
"""How near a start its first neighbour is, if there is one."""


class Sea:
    """A board being drawn: an archipelago where every island has an image, and islands keep their distance."""

    def __init__(self, side: int, seed: int, symmetry: str | None, apart: int) -> None:
        self.side = side
        self.apart = max(1, apart)
        self.rng = [(seed ^ seed >> 32) & MASK]
        self.symmetry = SYMMETRIES[symmetry or sorted(SYMMETRIES)[draw(self.rng, len(SYMMETRIES))]]
        self.terrain: dict[Cell, int] = {}

    def image(self, cell: Cell) -> Cell:
        x, y = self.symmetry(cell % self.side, cell // self.side, self.side - 1)
        return y * self.side + x

    def distance(self, one: Cell, other: Cell) -> int:
        return abs(one % self.side - other % self.side) + abs(one // self.side - other // self.side)

    def place_starts(self, apart: int) -> list[Cell]:
        """Two plain islands, image of each other and `apart` cells apart, or as far as the draws go."""
        drawn = [(self.side - 1) * self.side]  # A corner, and not its own image in any symmetry.
        for _ in range(TRIES):
            drawn.append(draw(self.rng, self.side * self.side))
            if self.distance(drawn[-1], self.image(drawn[-1])) >= max(self.apart, apart):
                break
        else:
            drawn.sort(key=lambda cell: self.distance(cell, self.image(cell)))
        starts = [drawn[-1], self.image(drawn[-1])]
        self.terrain |= dict.fromkeys(starts, ILE)
        return starts

    def plain(self) -> list[Cell]:
        """The plain islands so far."""
        return [cell for cell, kind in self.terrain.items() if kind == ILE]

    def place(self, kind: int, number: int) -> None:
        """Islands of a kind, as many as asked or as fit."""
        if number % 2 == 1:
            self.place_single(kind)
        for _ in range(number // 2):
            self.place_pair(kind)

    def place_single(self, kind: int) -> None:
        """One island that is its own image, where the symmetry has such cells."""
        cells = [cell for cell in range(self.side * self.side) if cell == self.image(cell) and self.has_room(cell)]
        if cells:
            self.terrain[cells[draw(self.rng, len(cells))]] = kind

    def place_pair(self, kind: int, start: Cell | None = None) -> None:
        """An island and its image; with a start, one that its first boats reach soon."""
        for _ in range(TRIES):
            cell = draw(self.rng, self.side * self.side)
            near = start is None or self.distance(cell, start) <= NEIGHBOUR
            if near and self.distance(cell, self.image(cell)) >= self.apart and self.has_room(cell):
                self.terrain |= dict.fromkeys((cell, self.image(cell)), kind)
                return

    def has_room(self, cell: Cell) -> bool:
        """Whether all islands keep their distance; so then do their images."""
        return all(self.distance(cell, other) >= self.apart for other in self.terrain)


def draw_board(
    side: int,
    seed: int,
    symmetry: str | None = None,
    islands: int | None = None,
    volcanoes: int | None = None,
    apart: int = 2,
    starts_apart: int | None = None,
) -> Board:
    """A board with so many plain islands, starts included, and volcanoes; no two nearer than `apart` cells.

    Where the sea has no room for all of them there are fewer. What is left out follows from the side and the seed.
    """
    if side > SIDE_MOST:
        message = f"TAILLE_TERRAIN={side} : au-delà de {SIDE_MOST}, aucune carte n'est dessinée ; donnez-en une"
        raise BoardError("CARTE_A_DONNER", message)
    sea = Sea(side, seed, symmetry, apart)
    wanted = 2 + side * 9 // 16 if islands is None else islands
    starts = sea.place_starts(side * 2 // 3 if starts_apart is None else starts_apart)
    if wanted >= 2 * len(starts):
        sea.place_pair(ILE, starts[0])
    sea.place(VOLCAN, side // 4 if volcanoes is None else volcanoes)
    sea.place(ILE, max(0, wanted - len(sea.plain())))
    return build(side, [sea.terrain.get(cell, MER) for cell in range(side * side)], starts)
