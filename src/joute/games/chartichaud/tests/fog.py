"""What a player may not know, shaken: the leak tests compare what it is told before and after.

`scramble(world, seat, rng)` works in place on an interpreted world of this game; `rng` is a `random.Random`.
"""

from __future__ import annotations

from random import Random

from joute.games.chartichaud.rules.sight import sees
from joute.games.chartichaud.rules.state import World, acted, cell_count, count, current_player, ready, reindex
from joute.games.chartichaud.rules.vocabulary import BUILDING, CIVILIAN, KINDS, MILITARY, PLAY, PLAYERS, RUNNING

UNITS_MOST = 3
GOLD_MOST = 200


def scramble(world: World, seat: int, rng: Random) -> None:
    """Change all that a seat may not know (5.2, 5.3) and nothing else: another true state, just as sound.

    Its opponent's gold; gold and units on the cells it does not see; and, while the opponent moves, how many of the
    opponent's units have acted, as far as the flags of visible cells do not tell, and where it has harvested.
    """
    state = world.state
    if state.head.winner != RUNNING:
        return
    other = 1 - seat
    state.players.gold[other] = rng.randrange(GOLD_MOST)
    hidden = [cell for cell in range(cell_count(world)) if not sees(world, seat, cell)]
    for cell in hidden:
        scramble_cell(world, other, cell, rng)
    reindex(world)
    if hidden and state.tallies.units[other] == 0:
        state.cells.units[units_at(other, MILITARY, rng.choice(hidden))] = 1
        reindex(world)
    if state.head.phase == PLAY and current_player(world) == other:
        for cell in range(cell_count(world)):
            scramble_acted(world, cell, cell in hidden, rng)


def units_at(player: int, kind: int, cell: int) -> int:
    """Where the number of units of a player and kind on a cell stands in its column."""
    return (cell * PLAYERS + player) * KINDS + kind


def scramble_cell(world: World, other: int, cell: int, rng: Random) -> None:
    """Other gold and other units of the opponent on a hidden cell, most often none."""
    cells = world.state.cells
    cells.gold[cell] = rng.choice((0, 1, rng.randrange(GOLD_MOST)))
    for kind in range(KINDS):
        cells.acted[cell * KINDS + kind] = 0
        cells.units[units_at(other, kind, cell)] = rng.choice((0, 0, rng.randint(1, UNITS_MOST)))
    limit = world.params.max_buildings_per_cell
    if limit >= 0:
        buildings = units_at(other, BUILDING, cell)
        cells.units[buildings] = min(limit, cells.units[buildings])


def scramble_acted(world: World, cell: int, hidden: bool, rng: Random) -> None:
    """Other counts of units that have acted, the same flags where they are seen; a harvest where one may have been."""
    cells = world.state.cells
    for kind in range(KINDS):
        here = count(world, current_player(world), kind, cell)
        if hidden:
            cells.acted[cell * KINDS + kind] = rng.randint(0, here)
        elif ready(world, kind, cell) > 0:
            cells.acted[cell * KINDS + kind] = rng.randrange(here)
    cells.harvested[cell] = int(acted(world, CIVILIAN, cell) > 0 and rng.random() < 0.5)
