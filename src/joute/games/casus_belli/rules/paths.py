"""7.3  Cheapest walks between cells, whoever stands on the way."""

from __future__ import annotations

from joute.core.world import Buffer

from ..board import MUR, NO_EXIT
from .state import QUEUES, World, cell_count
from .vocabulary import DIRECTIONS, NOWHERE

UNREACHED = -1


def path_cost(w: World, start: int, goal: int) -> int:
    """7.3  The cost of the cheapest walk, or -1. From a cell to itself: the cost of leaving it."""
    if w.board.ground[start] == MUR or w.board.ground[goal] == MUR:
        return UNREACHED
    if start == goal:
        return w.board.cost[start]
    search(w, start, goal, w.params.distance_plafond)
    return w.scratch.ways.cost[goal]


def write_path(w: World, start: int, goal: int, out: Buffer) -> int:
    """7.3  The cells of the cheapest walk, each as x and y, the start left out; their number.

    Among equals, the one with the least sum of 2^id over the cells between its ends. The cap is on the reverse walk.
    """
    cost, ground, width = w.board.cost, w.board.ground, w.board.width
    if ground[start] == MUR or ground[goal] == MUR or start == goal:
        return 0
    count = search(w, start, goal, w.params.distance_plafond + cost[start] - cost[goal])
    if w.scratch.ways.cost[goal] == UNREACHED:
        return 0
    choose(w, start, goal, count)
    before, length, cell = w.scratch.ways.link, 0, goal
    while cell != start:
        length += 1
        cell = before[cell]
    cell = goal
    for at in range(2 * length - 2, -1, -2):
        out[at] = cell % width
        out[at + 1] = cell // width
        cell = before[cell]
    return length


# Searching: cells wait in the queue of what walking on from them costs, so that each is reached once, at its least cost


def search(w: World, start: int, goal: int, limit: int) -> int:
    """Reach cells in the order of their costs, up to the goal or below a limit; how many."""
    costs, links, queues = w.scratch.ways.cost, w.scratch.ways.link, w.scratch.queues
    exits = w.board.exits
    for cell in range(cell_count(w)):
        costs[cell] = UNREACHED
    for queue in range(QUEUES):
        queues[queue] = NOWHERE
    count, left, cost = reach(w, start, 0, 0), 0, 0
    while left < count and cost < limit and costs[goal] == UNREACHED:
        queue = cost % QUEUES
        cell = queues[queue]
        queues[queue] = NOWHERE
        while cell != NOWHERE:
            left += 1
            for door in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
                other = exits[door]
                if other != NO_EXIT and costs[other] == UNREACHED:
                    count = reach(w, other, cost, count)
            cell = links[cell]
        cost += 1
    return count


def reach(w: World, cell: int, cost: int, count: int) -> int:
    """Reach a cell and let it wait; how many are reached then."""
    ways, queues = w.scratch.ways, w.scratch.queues
    queue = (cost + w.board.cost[cell]) % QUEUES
    ways.cost[cell] = cost
    ways.reached[count] = cell
    ways.link[cell] = queues[queue]
    queues[queue] = cell
    return count + 1


# Choosing among the cheapest walks


OFF_THE_WAY, ON_THE_WAY = -1, -2
"""What a link holds before it says which cell comes before."""


def choose(w: World, start: int, goal: int, count: int) -> None:
    """Link each cell that is on some cheapest walk to the one before it on the best walk there."""
    links, reached, exits = w.scratch.ways.link, w.scratch.ways.reached, w.board.exits
    for number in range(count):
        links[reached[number]] = OFF_THE_WAY
    links[goal] = ON_THE_WAY
    for number in range(count - 1, 0, -1):
        cell = reached[number]
        if links[cell] == ON_THE_WAY:
            for door in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
                if comes_before(w, exits[door], cell):
                    links[exits[door]] = ON_THE_WAY
    for number in range(1, count):
        cell = reached[number]
        if links[cell] == ON_THE_WAY:
            links[cell] = best_before(w, cell)


def comes_before(w: World, other: int, cell: int) -> bool:
    """Whether a cheapest walk to a cell comes from another one next to it."""
    costs = w.scratch.ways.cost
    return other != NO_EXIT and costs[other] != UNREACHED and costs[other] + w.board.cost[other] == costs[cell]


def best_before(w: World, cell: int) -> int:
    """The cell before this one on the best of the cheapest walks to it."""
    best = NOWHERE
    for door in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        other = w.board.exits[door]
        if comes_before(w, other, cell) and (best == NOWHERE or is_less(w, other, best)):
            best = other
    return best


def is_less(w: World, one: int, two: int) -> bool:
    """Whether the best walk to a cell sums to less than that to another: it has not the highest id of those that are
    not on both."""
    cost, before = w.scratch.ways.cost, w.scratch.ways.link
    a, b, highest_a, highest_b = one, two, -1, -1
    while a != b:
        if cost[a] >= cost[b]:
            highest_a = max(highest_a, path_id(w, a))
            a = before[a]
        else:
            highest_b = max(highest_b, path_id(w, b))
            b = before[b]
    return highest_a < highest_b


def path_id(w: World, cell: int) -> int:
    """7.3  Cells are numbered column by column."""
    return cell % w.board.width * w.board.height + cell // w.board.width
