"""Generated boards: drawn around the start, the same in all four directions, every cell of ground within reach."""

from __future__ import annotations

from joute.core.chance import MASK, draw

from .board import FORET, HERBE, MARAIS, MUR, ROUTE, TOUR

SIDE_LEAST, SIDE_MOST = 19, 121
CELLS_A_TEAM = 110
PLACEMENT, TURNS = 4, 60
PATCHES = ((FORET, 60, 9), (MUR, 75, 5), (MARAIS, 130, 6))
"""What is strewn: terrain, one patch for so many cells of a quarter, and its greatest size."""
CELLS_A_TOWER = 90
SPREAD = 0x9E3779B1
"""Mixes the upper half of a seed into the lower."""


class Sketch:
    """A square board under the brush: whatever is painted appears four times, a quarter turn apart."""

    def __init__(self, side: int, seed: int) -> None:
        self.side = side
        self.ground = [HERBE] * (side * side)
        self.rng = [(seed ^ (seed >> 32) * SPREAD) & MASK]

    def draw(self, n: int) -> int:
        return draw(self.rng, n)

    def paint(self, x: int, y: int, zone: int) -> None:
        for _ in range(4):
            self.ground[y * self.side + x] = zone
            x, y = self.side - 1 - y, x

    def patch(self, zone: int, size: int) -> None:
        """A random walk leaves a patch of one terrain."""
        x, y = 1 + self.draw(self.side - 2), 1 + self.draw(self.side - 2)
        for _ in range(1 + self.draw(size)):
            self.paint(x, y, zone)
            turn = self.draw(4)
            x = min(self.side - 2, max(1, x + (turn == 0) - (turn == 1)))
            y = min(self.side - 2, max(1, y + (turn == 2) - (turn == 3)))

    def road(self) -> None:
        """From the start towards the rim, with a bend."""
        middle, bend = self.side // 2, 2 + self.draw(self.side // 2 - 4)
        for y in range(middle, bend, -1):
            self.paint(middle, y, ROUTE)
        for x in range(middle, min(self.side - 2, middle + self.side // 4)):
            self.paint(x, bend, ROUTE)

    def clearing(self) -> None:
        """Grass around the start, so that all ways out are open."""
        middle = self.side // 2
        for y in range(middle - 2, middle + 3):
            for x in range(middle - 2, middle + 3):
                if self.ground[y * self.side + x] != ROUTE:
                    self.ground[y * self.side + x] = HERBE

    def tower(self) -> None:
        """On grass, away from the start."""
        meadow = [cell for cell, zone in enumerate(self.ground) if zone == HERBE and self.away(cell)]
        cell = meadow[self.draw(len(meadow))]
        self.paint(cell % self.side, cell // self.side, TOUR)

    def away(self, cell: int) -> bool:
        middle = self.side // 2
        return max(abs(cell % self.side - middle), abs(cell // self.side - middle)) > 2

    def wall_off(self) -> None:
        """A wall around the board, and wherever one cannot come to from the start."""
        for number in range(self.side):
            self.paint(number, 0, MUR)
        middle = self.side // 2
        reached, waiting = set(), [middle * self.side + middle]
        while waiting:
            cell = waiting.pop()
            if cell not in reached and self.ground[cell] != MUR:
                reached.add(cell)
                waiting += [cell - 1, cell + 1, cell - self.side, cell + self.side]
        self.ground = [zone if cell in reached else MUR for cell, zone in enumerate(self.ground)]


def side_for(seats: int) -> int:
    """An odd side, so that the start has a middle to stand on."""
    side = SIDE_LEAST
    while side * side < CELLS_A_TEAM * seats and side < SIDE_MOST:
        side += 2
    return side


def drawn(seats: int, seed: int) -> tuple[int, int, int, list[int]]:
    """The side of a board for so many teams, its turns of placement and of the match, and its ground."""
    side = side_for(seats)
    sketch = Sketch(side, seed)
    quarter = side * side // 4
    for zone, cells, size in PATCHES:
        for _ in range(1 + quarter // cells * 2):
            sketch.patch(zone, size)
    sketch.road()
    sketch.clearing()
    sketch.wall_off()
    for _ in range(1 + quarter // CELLS_A_TOWER):
        sketch.tower()
    return side, PLACEMENT, TURNS, sketch.ground
