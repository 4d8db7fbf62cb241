"""Compiled play: the same words as interpreted play, after every phase and in every answer."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

from ..columns import Dims
from ..game import Game
from ..table import Table
from ..world import AnyWorld
from .hands import all_offers
from .trial import (
    PHASES_MOST,
    Trial,
    answers,
    play_at_random,
    play_phase,
    random_row,
    same,
    same_values,
    some_seats,
)

ROWS_TRIED = 10
STATES_SPOILT = 8


def native_tables_are_equal(trial: Trial) -> None:
    """A table of the native game, given the same orders, holds the same words after every phase."""
    _same_tables(trial, trial.game.native(), trial.seeds)


def native_indices_stay_in_bounds(trial: Trial) -> None:
    """The same for one game native with every index checked, and for its playout."""
    twin = trial.game.native(checked=True)
    _same_tables(trial, twin, trial.seeds[:1])
    _same_playouts(trial, twin, trial.seeds[:1])


def _same_tables(trial: Trial, twin: Game, seeds: tuple[int, ...]) -> None:
    game = trial.game
    for seed in seeds:
        slow, fast = trial.table(seed), trial.table(seed, twin)
        one, two = Random(seed), Random(seed)
        for _ in range(trial.phases):
            what = f"native, seed {seed}, {slow.turn}"
            same_values(game, slow.state, fast.state, what)
            same(game, slow.turn, fast.turn, what)
            same(game, slow.digest, fast.digest, f"digest, {what}")
            same(game, json.dumps(slow.dump()), json.dumps(fast.dump()), f"dump, {what}")
            if not slow.turn.seats:
                break
            _same_offers(slow, fast, what)
            play_phase(slow, one)
            play_phase(fast, two)


def _same_offers(slow: Table, fast: Table, what: str) -> None:
    """What one seat is offered, in plain values."""
    index = slow.turn.seats[0]
    offers, others = (json.dumps(list(map(asdict, all_offers(table.seat(index))))) for table in (slow, fast))
    same(slow.game, offers, others, f"offers to seat {index}, {what}")


def native_kernels_answer_alike(trial: Trial) -> None:
    """`view`, `check`, `sample`, `result`, `unsound`, `scene` and queries answer alike, in plain values, on both."""
    game = trial.game
    twin = game.native()
    for table, rng in trial.walks():
        fast = twin.world(table.board, game.copy(table.world).state, table.seats)
        same(game, table.result, twin.result(fast, table.seats), "native result")
        _same_soundness(table, twin, rng)
        for seat in some_seats(table, rng):
            _same_answers(game, twin, table.world, fast, seat, rng)


def _same_soundness(table: Table, twin: Game, rng: Random) -> None:
    """Both backends find a loaded state unsound for the same reason, or sound, after one value of it was changed."""
    game, dims = table.game, table.game.dims(table.board, table.seats)
    for _ in range(STATES_SPOILT):
        slow = game.copy(table.world)
        spoil(game, slow.state, dims, rng)
        fast = twin.world(table.board, game.copy(slow).state, table.seats)
        for backend, world in ((game, slow), (twin, fast)):
            backend.kernels.reindex(world)
        same(game, game.unsound(slow), twin.unsound(fast), "native unsound")


def spoil(game: Game, state: Any, dims: Dims, rng: Random) -> None:
    """Change one value of a state to another that its column may hold."""
    layout = game.layout
    tables = [table for table in layout.tables.values() if not table.rows.derived and layout.columns(state, table)[0]]
    table = rng.choice(tables)
    rows = [list(row) for row in zip(*table.values(layout.columns(state, table)), strict=True)]
    row, number = rng.randrange(len(rows)), rng.randrange(table.width)
    if table.names[number] not in {other.rows.count for other in layout.tables.values()}:
        low, high = table.bounds[number].at(dims)
        near = rows[row][number] + rng.choice((-1, 1))
        table.store(state, row, number, max(low, min(high, rng.choice((low, high, near)))))


def _same_answers(game: Game, twin: Game, slow: AnyWorld, fast: AnyWorld, seat: int, rng: Random) -> None:
    seed = rng.getrandbits(32)
    seen, seen_fast = game.view(slow, seat), twin.view(fast, seat)
    same_values(game, seen.state, seen_fast.state, f"native view of seat {seat}")
    sampled = game.sample(seen, seat, game.generator(seed)), twin.sample(seen_fast, seat, twin.generator(seed))
    same(game, *sampled, f"native sample for seat {seat}")
    for row in [random_row(game, rng) for _ in range(ROWS_TRIED)]:
        what = f"native check of {game.api.shown(row)} by seat {seat}"
        same(game, game.check(seen, seat, row), twin.check(seen_fast, seat, row), what)
    answered = answers(game, seen, seat, Random(seed)), answers(twin, seen_fast, seat, Random(seed))
    for (question, answer), (_, other) in zip(*answered, strict=True):
        same(game, answer, other, f"native, seat {seat}: {question}")
        same(game, json.dumps(answer), json.dumps(other), f"native, seat {seat}: {question} as JSON")
    scenes = json.dumps(game.scene(slow, seat)), json.dumps(twin.scene(fast, seat))
    same(game, *scenes, f"native scene of seat {seat}")


def native_playouts_are_equal(trial: Trial) -> None:
    """The generic playout gives the same values and the same tally on both backends, and samples nothing refused."""
    _same_playouts(trial, trial.game.native(), trial.seeds)


def _same_playouts(trial: Trial, twin: Game, seeds: tuple[int, ...]) -> None:
    game = trial.game
    for seed in seeds:
        slow, fast = trial.table(seed), trial.table(seed, twin)
        one, two = play_at_random(slow, seed, PHASES_MOST), play_at_random(fast, seed, PHASES_MOST)
        same_values(game, slow.state, fast.state, f"native playout of seed {seed}")
        same(game, slow.digest, fast.digest, f"digest of the native playout of seed {seed}")
        tallies = [int(count) for count in one.tally], [int(count) for count in two.tally]
        same(game, *tallies, f"tally of the native playout of seed {seed}")
        same(game, 0, two.refused, f"orders refused in the native playout of seed {seed}")
