"""Where points come from: the parts add up to what the rules say, at every position."""

from __future__ import annotations

from random import Random

from ..points import Orders, Tally, points_for
from ..table import Table
from .trial import Trial, give_orders, play_at_random, played_phases, require, same

EVENTS = 4096


def points_add_up(trial: Trial) -> None:
    """The parts of each seat are the score wherever it is counted as it grows, and everywhere when a match is over."""
    points = points_for(trial.game, None)
    if points is None:
        return
    for number, seed in enumerate(trial.seeds):
        table, rng = trial.table(seed), Random(seed)
        late = (played_phases(trial, seed) + 2 - trial.phases) * number // max(1, len(trial.seeds) - 1)
        play_at_random(table, seed, max(0, late))
        tally = Tally(points)
        orders: Orders = {}
        for _ in range(trial.phases):
            tally.add(table.game, table.world, table.scores, orders)
            _check(table, tally)
            if not table.turn.seats:
                break
            orders = _played(table, rng)


def _check(table: Table, tally: Tally) -> None:
    assert tally.points is not None
    game, over = table.game, table.result.over
    require(tally.parts is not None, game, f"the parts of points do not add up to {table.scores}")
    if over or tally.points.gained is not None:
        same(game, table.scores, tally.lead, "the points of each seat")
    for own in tally.parts or ():
        same(game, len(tally.points.names), len(own), "the number of parts of points")


def _played(table: Table, rng: Random) -> Orders:
    """Play a phase at random, and listen: the orders that were given."""
    table.world = table.game.listening(table.world, EVENTS)
    rows = {seat: give_orders(table.seat(seat), rng) for seat in table.turn.seats}
    table.end_phase()
    actions = table.game.api.actions
    return {seat: [(actions[row[0]].name, *row[1:]) for row in given] for seat, given in rows.items()}
