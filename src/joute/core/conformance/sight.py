"""Fog: a view is canonical, judges orders as the truth does, and says nothing more than its seat may know."""

from __future__ import annotations

from random import Random

from ..game import Game
from ..world import AnyWorld
from .trial import ORDERS_MOST, Trial, answers, random_row, require, same, same_values, some_seats, values_of

ROWS_TRIED = 20


def checks_agree_on_view_and_truth(trial: Trial) -> None:
    """`check` answers alike on a seat's view and on the truth, before and between the orders of its turn."""
    game = trial.game
    for table, rng in trial.walks():
        for seat in some_seats(table, rng):
            truth, view = game.copy(table.world), game.view(table.world, seat)
            generator = game.generator(rng.getrandbits(32))
            for _ in range(ORDERS_MOST):
                rows = [random_row(game, rng) for _ in range(ROWS_TRIED)]
                order = game.sample(view, seat, generator)
                _same_answers(game, truth, view, seat, rows if order is None else [*rows, order])
                if order is None:
                    break
                game.apply(truth, seat, order)
                if game.live:
                    view = game.view(truth, seat)
                else:
                    game.apply(view, seat, order)


def _same_answers(game: Game, truth: AnyWorld, view: AnyWorld, seat: int, rows: list[tuple[int, ...]]) -> None:
    for row in rows:
        what = f"{game.api.shown(row)} by seat {seat}, checked on its view"
        same(game, game.check(truth, seat, row), game.check(view, seat, row), what)


def views_are_canonical(trial: Trial) -> None:
    """The view of a view is that view, value by value, and so is the one that a table makes after others.

    Its derived tables are those of `reindex`, and beyond its counts it is zero.
    """
    game = trial.game
    for table, rng in trial.walks():
        same_values(game, table.state, game.view(table.world, None).state, "the view of nobody in particular")
        for seat in some_seats(table, rng):
            view = game.view(table.world, seat)
            same_values(game, view.state, game.view(view, seat).state, f"the view of the view of seat {seat}")
            same_values(game, view.state, table.view(seat).state, f"the view of seat {seat} from the table's survey")
            sent = game.layout.empty(game.dims(table.board, table.seats))
            game.layout.learn(sent, game.layout.news(view.state, ())[0])
            same_values(game, view.state, sent, f"the view of seat {seat} as it is sent to its process")
            again = game.copy(view)
            game.kernels.reindex(again)
            same_values(game, again.state, view.state, f"derived tables of the view of seat {seat}", derived=True)
            same(game, table.turn, game.turn(view, table.seats), f"the turn in the view of seat {seat}")


def views_leak_nothing(trial: Trial) -> None:
    """Two truths that differ only in what a seat may not know give it the same view, answers, refusals and scene."""
    game, scramble = trial.game, trial.scramble
    if not game.foggy:
        return
    if scramble is None:
        raise AssertionError(
            f"{game.name}: has fog (`hide`), so the suite needs scramble(world, seat, rng), a function that changes at "
            "random what the seat may not know and nothing else"
        )
    changed = False
    for table, rng in trial.walks():
        for seat in some_seats(table, rng):
            other = game.copy(table.world)
            scramble(other, seat, rng)
            game.kernels.reindex(other)
            changed = changed or values_of(game, other.state) != values_of(game, table.state)
            _same_knowledge(game, table.world, other, seat, table.seats, rng)
    require(changed, game, "scramble never changed anything")


def _same_knowledge(game: Game, one: AnyWorld, two: AnyWorld, seat: int, seats: int, rng: Random) -> None:
    first, second, seed = game.view(one, seat), game.view(two, seat), rng.getrandbits(32)
    same_values(game, first.state, second.state, f"a leak into the view of seat {seat}")
    same(game, game.turn(one, seats), game.turn(two, seats), f"a leak into the turn, for seat {seat}")
    answered = answers(game, first, seat, Random(seed)), answers(game, second, seat, Random(seed))
    for (question, answer), (_, other) in zip(*answered, strict=True):
        same(game, answer, other, f"a leak to seat {seat} through {question}")
    for row in [random_row(game, rng) for _ in range(ROWS_TRIED)]:
        what = f"a leak to seat {seat} through the answer to {game.api.shown(row)}"
        same(game, game.check(one, seat, row), game.check(two, seat, row), what)
    same(game, game.scene(one, seat), game.scene(two, seat), f"a leak into the scene of seat {seat}")
