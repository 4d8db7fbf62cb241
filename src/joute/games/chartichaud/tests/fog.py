"""What a player may not know, shaken: the leak tests compare what it is told before and after.

`scramble(world, seat, rng)` works in place on an interpreted world of this game; `rng` is a `random.Random`.
"""

from __future__ import annotations

from random import Random

from joute.games.chartichaud import rules
from joute.games.chartichaud.params import BUILDINGS_MOST
from joute.games.chartichaud.rules import (
    ACTED,
    BUILDING,
    CELL_COLUMNS,
    CELL_GOLD,
    CIVILIAN,
    GOLD,
    HARVESTED,
    KINDS,
    MILITARY,
    PHASE,
    PLAY,
    PLAYER_COLUMNS,
    RUNNING,
    TALLY_COLUMNS,
    TOTAL,
    UNITS,
    WINNER,
    World,
)

UNITS_MOST = 3
GOLD_MOST = 200


def scramble(world: World, seat: int, rng: Random) -> None:
    """Change all that a seat may not know (5.2, 5.3) and nothing else: another true state, just as sound.

    Its opponent's gold; gold and units on the cells it does not see; and, while the opponent moves, how many of the
    opponent's units have acted, as far as the flags of visible cells do not tell, and where it has harvested.
    """
    if world.state.head[WINNER] != RUNNING:
        return
    other = 1 - seat
    world.state.players[other * PLAYER_COLUMNS + GOLD] = rng.randrange(GOLD_MOST)
    hidden = [cell for cell in range(rules.cell_count(world)) if not rules.sees(world, seat, cell)]
    for cell in hidden:
        scramble_cell(world, other, cell, rng)
    rules.reindex(world)
    if hidden and world.state.tallies[other * TALLY_COLUMNS + TOTAL] == 0:
        world.state.cells[rng.choice(hidden) * CELL_COLUMNS + UNITS + other * KINDS + MILITARY] = 1
        rules.reindex(world)
    if world.state.head[PHASE] == PLAY and rules.current_player(world) == other:
        for cell in range(rules.cell_count(world)):
            scramble_acted(world, cell, cell in hidden, rng)


def scramble_cell(world: World, other: int, cell: int, rng: Random) -> None:
    """Other gold and other units of the opponent on a hidden cell, most often none."""
    at = cell * CELL_COLUMNS
    world.state.cells[at + CELL_GOLD] = rng.choice((0, 1, rng.randrange(GOLD_MOST)))
    for kind in range(KINDS):
        world.state.cells[at + ACTED + kind] = 0
        world.state.cells[at + UNITS + other * KINDS + kind] = rng.choice((0, 0, rng.randint(1, UNITS_MOST)))
    limit = world.params[BUILDINGS_MOST]
    if limit >= 0:
        buildings = at + UNITS + other * KINDS + BUILDING
        world.state.cells[buildings] = min(limit, world.state.cells[buildings])


def scramble_acted(world: World, cell: int, hidden: bool, rng: Random) -> None:
    """Other counts of units that have acted, the same flags where they are seen; a harvest where one may have been."""
    at = cell * CELL_COLUMNS
    for kind in range(KINDS):
        here = rules.count(world, rules.current_player(world), kind, cell)
        if hidden:
            world.state.cells[at + ACTED + kind] = rng.randint(0, here)
        elif rules.ready(world, kind, cell) > 0:
            world.state.cells[at + ACTED + kind] = rng.randrange(here)
    harvested = world.state.cells[at + ACTED + CIVILIAN] > 0 and rng.random() < 0.5
    world.state.cells[at + HARVESTED] = int(harvested)
