"""A policy: walks towards the coins that it sees or remembers, and digs them out."""

from typing import Annotated, NamedTuple

from joute.core.chance import draw
from joute.core.columns import Column, rows
from joute.core.policy import Policy, Weight
from joute.core.world import Buffer
from joute.games.toy.rules import (
    DIG,
    MARCH,
    MOVE,
    OK,
    PICK,
    PLAN,
    SHOVEL,
    SIDES,
    World,
    cell_at,
    cell_count,
    check_dig,
    distance,
    gate,
    on_board,
    side_x,
    side_y,
)


class Weights(NamedTuple):
    worth: Annotated[int, Weight(10, 0, 100)]
    """What a coin is worth in steps."""
    roam: Annotated[int, Weight(2, 0, 100)]
    """How much chance there is in where it goes."""


class Memory(NamedTuple):
    coins: Annotated[Column, rows(lambda dims: dims.board.height * dims.board.width)]
    """The coins of each cell when it was last seen."""


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    remember(w, seat, memory)
    if w.state.head.phase == PLAN:
        return step(w, seat, goal(w, seat, weights, rng, memory), row)
    return dig_best(w, seat, row) if w.state.head.phase == MARCH else 0


def remember(w: World, seat: int, memory: Memory) -> None:
    for cell in range(cell_count(w)):
        if distance(w, w.state.walkers.cell[seat], cell) <= 1 or w.state.coins[cell] > 0:
            memory.coins[cell] = w.state.coins[cell]


def goal(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory) -> int:
    """The cell that is worth most for its distance."""
    best, most = w.state.walkers.cell[seat], -(2**31)
    for cell in range(cell_count(w)):
        worth = weights.worth * memory.coins[cell] - distance(w, w.state.walkers.cell[seat], cell)
        worth += draw(rng, weights.roam + 1)
        if worth > most and not w.state.ground.dug[cell]:
            best, most = cell, worth
    return best


def step(w: World, seat: int, target: int, row: Buffer) -> int:
    """One step towards a cell."""
    here = w.state.walkers.cell[seat]
    if here == target or w.state.plans[seat] > 0:
        return 0
    for side in range(SIDES - 1):
        y, x = here // w.board.width + side_y(side), here % w.board.width + side_x(side)
        if on_board(w, y, x) and distance(w, cell_at(w, y, x), target) < distance(w, here, target):
            row[0], row[1], row[2], row[3] = MOVE, 1, y, x
            return 4
    return 0


def dig_best(w: World, seat: int, row: Buffer) -> int:
    """Dig where most coins are within reach."""
    here, most = w.state.walkers.cell[seat], 0
    for side in range(SIDES):
        y, x = here // w.board.width + side_y(side), here % w.board.width + side_x(side)
        tool = PICK if side == SIDES - 1 else SHOVEL
        if on_board(w, y, x) and w.state.coins[cell_at(w, y, x)] > most and check_dig(w, seat, y, x, tool) == OK:
            most = w.state.coins[cell_at(w, y, x)]
            row[0], row[1], row[2], row[3] = DIG, y, x, tool
    return 4 if most > 0 and gate(w, seat, DIG) == OK else 0


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory)
