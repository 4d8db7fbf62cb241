"""Seats and tables: copies are independent, orders out of turn change nothing, undo takes back exactly one order."""

from __future__ import annotations

from random import Random

from ..seat import Seat
from ..table import Table
from .trial import Trial, Values, give_orders, play_phase, random_row, require, same, same_values, some_seats, values_of

ORDERS_TAKEN_BACK = 220
"""More than three checkpoints of a draft."""
TRIES = 40


def copies_are_independent(trial: Trial) -> None:
    """A copied table holds the noted orders and ended seats, plays on alike, and never touches the first."""
    game = trial.game
    for table, rng in trial.walks():
        if table.turn.seats:
            first = _half_played(table, rng)
            before, dump = values_of(game, first.state), first.dump()
            drafts = [values_of(game, first.seat(index).state) for index in first.turn.seats]
            twin = first.copy()
            same(game, dump, twin.dump(), "dump of a copy")
            for index, draft in zip(twin.turn.seats, drafts, strict=True):
                same_values(game, draft, twin.seat(index).state, f"draft of seat {index} in a copy")
            play_on(twin.copy(), rng)
            twin.end_phase()
            same_values(game, before, first.state, "a copy that played on changed the first table")
            same(game, dump, first.dump(), "dump after a copy played on")
            for index, draft in zip(first.turn.seats, drafts, strict=True):
                same_values(game, draft, first.seat(index).state, f"draft of seat {index} after a copy played on")
            first.end_phase()
            same_values(game, first.state, twin.state, "the phase of a copy, resolved")


def _half_played(table: Table, rng: Random) -> Table:
    """The same table with some orders noted and, of several seats, one ended."""
    half = table.copy()
    for index in half.turn.seats:
        give_orders(half.seat(index), rng, 3)
    if len(half.turn.seats) > 1:
        half.end(rng.choice(half.turn.seats))
    return half


def play_on(table: Table, rng: Random, phases: int = 3) -> None:
    """Play a few phases."""
    for _ in range(phases):
        if table.turn.seats:
            play_phase(table, rng)


def orders_out_of_turn_are_dropped(trial: Trial) -> None:
    """What seats order that are not asked, or in phases where orders do not count, is answered and changes nothing."""
    game = trial.game
    for table, rng in trial.walks():
        quiet, loud = table.copy(), table.copy()
        counts = game.acts(table.world)
        for index in some_seats(table, rng):
            if not counts or index not in table.turn.seats:
                for row in [random_row(game, rng) for _ in range(TRIES)]:
                    loud.seat(index).order(row)
        same_values(game, quiet.state, loud.state, f"orders out of turn in {table.turn.phase} changed the truth")
        if table.turn.seats:
            quiet.end_phase()
            loud.end_phase()
            same_values(game, quiet.state, loud.state, f"{table.turn.phase}, resolved after orders out of turn")


def undo_restores_the_draft(trial: Trial) -> None:
    """Undo gives back the draft as it was before the last accepted order, down to the first, mixed with new orders."""
    undo = [function for function in trial.game.api.functions.values() if function.kind == "undo"]
    if not undo:
        return
    name, (done, nothing) = undo[0].name, undo[0].malformed
    for number, (table, rng) in enumerate(trial.walks()):
        if table.turn.seats:
            seat = table.copy().seat(rng.choice(table.turn.seats))
            past: list[Values] = []
            most = ORDERS_TAKEN_BACK if number % 8 == 1 else ORDERS_TAKEN_BACK // 20
            for _ in range(most):
                _order_some(seat, past, rng)
                if rng.random() < 0.1:
                    _take_back(seat, past, name, done)
            while past:
                _take_back(seat, past, name, done)
            first = values_of(trial.game, seat.state)
            same(trial.game, nothing, seat.call(name), f"{name} with nothing to take back")
            same_values(trial.game, first, seat.state, f"{name} with nothing to take back")
            same(trial.game, [], seat.orders, f"orders left after {name}")


def _order_some(seat: Seat, past: list[Values], rng: Random) -> None:
    """Try orders until one is accepted; the draft before it is remembered."""
    before = values_of(seat.game, seat.state)
    sampled = seat.game.sample(seat.world, seat.index, seat.game.generator(rng.getrandbits(32)))
    rows = [sampled] if sampled is not None and rng.random() < 0.5 else []
    for row in [*rows, *(random_row(seat.game, rng) for _ in range(TRIES // 4))]:
        if len(seat.orders) < seat.game.orders_most and seat.order(row) == seat.game.ok:
            past.append(before)
            return


def _take_back(seat: Seat, past: list[Values], name: str, done: object) -> None:
    if past:
        undone = seat.game.api.shown(seat.orders[-1])
        left = len(seat.orders) - 1
        same(seat.game, done, seat.call(name), f"{name} after {undone}")
        require(len(seat.orders) == left, seat.game, f"{name} left {len(seat.orders)} orders, expected {left}")
        same_values(seat.game, past.pop(), seat.state, f"{name} of {undone}, {left} orders before it")
