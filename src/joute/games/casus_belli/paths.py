"""7.3  Cheapest walks between cells, computed when they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from .board import HEIGHT, MUR, WIDTH, Board

BOARDS_KEPT = 4
SOURCES_KEPT = 64

Costs = dict[int, int]
"""The cost of the cheapest walk to each cell within reach."""


class Paths:
    """The walks of one board. What was computed from a cell is cached."""

    def __init__(self, board: Board) -> None:
        self.width, self.height = int(board.head[WIDTH]), int(board.head[HEIGHT])
        self.cost = [int(cost) for cost in board.cost]
        self.walls = [zone == MUR for zone in board.ground]
        self._costs: OrderedDict[tuple[int, int], Costs] = OrderedDict()

    def distance(self, start: int, goal: int, cap: int) -> int:
        """7.3  The least cost, or -1. From a cell to itself: the cost of leaving it."""
        if self.walls[start] or self.walls[goal]:
            return -1
        if start == goal:
            return self.cost[start]
        distance = self._from(start, cap).get(goal, cap)
        return distance if distance < cap else -1

    def walk(self, start: int, goal: int, cap: int) -> list[int]:
        """7.3  The cells of the cheapest walk, the start left out; among equals, the one with the least sum of 2^id."""
        if self.walls[start] or self.walls[goal] or start == goal:
            return []
        costs = self._from(start, cap)
        if goal not in costs or costs[goal] - self.cost[start] + self.cost[goal] >= cap:
            return []
        return self._least(costs, start, goal)

    def neighbours(self, cell: int) -> list[int]:
        """The cells next to a cell that can be entered."""
        x = cell % self.width
        cells = [cell - self.width, cell + self.width]
        cells += [cell - 1] if x > 0 else []
        cells += [cell + 1] if x + 1 < self.width else []
        return [other for other in cells if 0 <= other < len(self.walls) and not self.walls[other]]

    def _from(self, start: int, cap: int) -> Costs:
        """Dijkstra from a cell, as far as a walk can count: its reverse may cost a little less than the walk."""
        key = (start, cap)
        if key not in self._costs:
            self._costs[key] = self._dijkstra(start, cap + max(self.cost))
            if len(self._costs) > SOURCES_KEPT:
                self._costs.popitem(last=False)
        return self._costs[key]

    def _dijkstra(self, start: int, limit: int) -> Costs:
        costs: Costs = {start: 0}
        waiting = [(0, start)]
        while waiting:
            cost, cell = heappop(waiting)
            onward = cost + self.cost[cell]
            if cost > costs[cell] or onward >= limit:
                continue
            for other in self.neighbours(cell):
                if onward < costs.get(other, limit):
                    costs[other] = onward
                    heappush(waiting, (onward, other))
        return costs

    def _least(self, costs: Costs, start: int, goal: int) -> list[int]:
        """Among the cheapest walks, the one with the least sum of 2^id over the cells between its ends."""
        before = self._before(costs, start, goal)
        inner = sorted((cell for cell in before if cell not in (start, goal)), key=self._id)
        weight = {cell: 1 << rank for rank, cell in enumerate(inner)} | {start: 0, goal: 0}
        best: dict[int, tuple[int, int]] = {start: (0, start)}
        for cell in sorted(before, key=lambda other: costs[other]):
            if cell != start:
                total, parent = min((best[other][0], other) for other in before[cell])
                best[cell] = total + weight[cell], parent
        walk = [goal]
        while best[walk[-1]][1] != start:
            walk.append(best[walk[-1]][1])
        return walk[::-1]

    def _before(self, costs: Costs, start: int, goal: int) -> dict[int, list[int]]:
        """All cells on cheapest walks between two cells, each with those that may come just before it."""
        before: dict[int, list[int]] = {}
        waiting = [goal]
        while waiting:
            cell = waiting.pop()
            if cell not in before:
                others = [] if cell == start else self.neighbours(cell)
                before[cell] = [o for o in others if o in costs and costs[o] + self.cost[o] == costs[cell]]
                waiting += before[cell]
        return before

    def _id(self, cell: int) -> int:
        return cell % self.width * self.height + cell // self.width


_KEPT: OrderedDict[int, tuple[Sequence[int], Paths]] = OrderedDict()


def paths_of(board: Any) -> Paths:
    """The walks of a board. The board's own list is stored with them, so that no other list can get its id."""
    key = id(board.ground)
    if key not in _KEPT:
        _KEPT[key] = board.ground, Paths(board)
        if len(_KEPT) > BOARDS_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(key)
    return _KEPT[key][1]
