"""Fog: a view is canonical, judges orders as the truth does, and says nothing more than its seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

from ..batch import RandomPlayer
from ..game import Game
from ..position import Calls, Position
from ..world import AnyWorld
from .trial import ORDERS_MOST, Trial, answers, random_row, require, same, same_values, some_seats, values_of

ROWS_TRIED = 20
PHASES_PLAYED = 6


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
    positions = (_played(game, view, seat, seats, seed) for view in (first, second))
    for mine, other in zip(*positions, strict=True):
        same_values(game, mine, other, f"a leak into a position of seat {seat}")


def _played(game: Game, view: AnyWorld, seat: int, seats: int, seed: int) -> list[Any]:
    """States that a champion of this seat may bring about from what it knows."""
    player = RandomPlayer(game, view, seats)
    player.rng[0] = seed
    position = Position(player, view, seat, Calls())
    found = [values_of(game, position.draft.world.state)]
    position.random_turn()
    found.append(values_of(game, position.draft.world.state))
    found.append(values_of(game, position.determinise().world.state))
    position.rollout(PHASES_PLAYED)
    return [*found, values_of(game, position.world.state)]


def determinised_views_are_truths(trial: Trial) -> None:
    """A truth that a game makes of a view is sound, has that view, is played on, and follows from the view and the
    seed alone: nothing of it comes from the board that champions are not sent."""
    game = trial.game
    if game.rules.determinise is None:
        return
    changed = False
    for table, rng in trial.walks():
        for seat in some_seats(table, rng):
            view, seed = game.view(table.world, seat), rng.getrandbits(32)
            truth = _determinised(game, view, seat, seed)
            require(game.unsound(truth) == "", game, f"a determinised view is unsound: {game.unsound(truth)}")
            same_values(
                game, view.state, game.view(truth, seat).state, f"the view of a determinised view of seat {seat}"
            )
            again = game.copy(truth)
            game.kernels.reindex(again)
            same_values(game, again.state, truth.state, "derived tables of a determinised view", derived=True)
            other = _determinised(game, _veiled(game, view), seat, seed)
            same_values(game, truth.state, other.state, "a view determinised on the board that champions are sent")
            another = _determinised(game, view, seat, seed + 1)
            changed = changed or values_of(game, another.state) != values_of(game, truth.state)
            player = RandomPlayer(game, truth, table.seats)
            player.play(truth, seed, PHASES_PLAYED)
            require(player.refused == 0, game, "an order that was sampled on a determinised view is refused")
    require(changed, game, "determinise makes the same of every seed")


def _determinised(game: Game, view: AnyWorld, seat: int, seed: int) -> AnyWorld:
    truth = game.copy(view)
    game.kernels.determinise(truth, seat, game.generator(seed))
    return truth


def _veiled(game: Game, view: AnyWorld) -> AnyWorld:
    """The same view on the board as champions are sent it, interpreted."""
    veil = game.boards.veil
    return view if veil is None or game.backend == "native" else view._replace(board=veil(view.board))
