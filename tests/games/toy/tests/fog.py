"""What a player may not know, changed at random: for the leak test of the conformance suite."""

from __future__ import annotations

from random import Random

from joute.games.toy import rules
from joute.games.toy.params import TREASURE_MOST


def scramble(world: rules.World, seat: int, rng: Random) -> None:
    """Change the chance to come, the plans of others, and walkers and coins out of sight."""
    s = world.state
    s.head.chance = rng.getrandbits(32)
    hidden = [cell for cell in range(rules.cell_count(world)) if not rules.sees(world, seat, cell)]
    for cell in hidden:
        s.coins[cell] = rng.randint(0, TREASURE_MOST)
    for other in range(rules.seat_count(world)):
        if other != seat and not rules.sees(world, seat, s.walkers.cell[other]):
            s.walkers.cell[other] = rng.choice(hidden)
    rules.reindex(world)
