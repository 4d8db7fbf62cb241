"""How games advance: from the seed alone, to an end, with ranks that follow from it."""

from __future__ import annotations

from random import Random
from typing import Any

from ..events import noted
from ..registry import load_game
from .trial import (
    PHASES_MOST,
    Trial,
    give_orders,
    play_at_random,
    play_phase,
    require,
    same,
    same_values,
)

EVENTS_ROOM = 1000


def same_seed_same_game(trial: Trial) -> None:
    """The same seed and the same orders give the same state after every phase, in a game loaded twice too."""
    game = trial.game
    again = load_game(game.name, game.preset, **game.overrides)
    for seed in trial.seeds:
        first, second = trial.table(seed), trial.table(seed, again)
        one, two = Random(seed), Random(seed)
        for _ in range(trial.phases):
            same_values(game, first.state, second.state, f"seed {seed} played twice, turn {first.turn}")
            same(game, first.digest, second.digest, f"digests of seed {seed} played twice")
            if not first.turn.seats:
                break
            play_phase(first, one)
            play_phase(second, two)


def random_orders_are_never_refused(trial: Trial) -> None:
    """What `sample` gives, `check` accepts: on the truth in whole games, and on the drafts of seats."""
    for seed in trial.seeds:
        refused = play_at_random(trial.table(seed), seed, PHASES_MOST).refused
        same(trial.game, 0, refused, f"sampled orders refused in the game of seed {seed}")
    for _ in trial.walks():
        pass


def games_end_and_rank(trial: Trial) -> None:
    """Every random game ends; then nobody is asked; ranks always follow from the standing, or from the scores."""
    game = trial.game
    for seed in trial.seeds:
        table = trial.table(seed)
        player = play_at_random(table, seed, PHASES_MOST)
        require(not table.turn.seats, game, f"seed {seed} asks {table.turn.seats} after {player.phases} phases")
        require(table.result.over, game, f"nobody is asked in {table.turn}, yet the result is not final")
        try:
            table.end_phase()
        except ValueError:
            pass
        else:
            require(False, game, "a game that is over went on")
    standing = game.kernels.standing or game.kernels.score
    for table, _ in trial.walks():
        result = table.result
        same(game, not table.turn.seats, result.over, f"result.over in {table.turn}")
        worth = [int(standing(table.world, seat)) for seat in range(table.seats)]
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        same(game, ranks, result.ranks, f"ranks of standings {worth}")
        same(game, list(result.scores), table.scores, "scores")
        require(bool(result.winners), game, f"nobody has the first rank in {result.ranks}")


def seats_merge_in_any_order(trial: Trial) -> None:
    """`end_phase(order=...)` takes any order of seats, gives the same state each time, and seat order is the rule."""
    game = trial.game
    for table, rng in trial.walks():
        if table.turn.seats:
            drafted = table.copy()
            for index in drafted.turn.seats:
                give_orders(drafted.seat(index), rng)
            shuffled = rng.sample(range(table.seats), rng.randint(0, table.seats))
            one, two, three, four = drafted.copy(), drafted.copy(), drafted.copy(), drafted.copy()
            one.end_phase(order=shuffled)
            two.end_phase(order=shuffled)
            same_values(game, one.state, two.state, f"seats merged as {shuffled} twice")
            three.end_phase(order=range(table.seats))
            four.end_phase()
            same_values(game, four.state, three.state, "seats merged in seat order")


def events_change_nothing(trial: Trial) -> None:
    """A game with room for events plays as one without, and each event has a kind."""
    game = trial.game
    for table, rng in trial.walks():
        heard, seed = table.copy(), rng.getrandbits(32)
        heard.world = game.listening(heard.world, EVENTS_ROOM)
        silent = table.copy()
        for _ in range(2):
            if silent.turn.seats:
                play_phase(silent, Random(seed))
                play_phase(heard, Random(seed))
        same_values(game, silent.state, heard.state, "play with room for events")
        for event in noted(heard.world.scratch.events, game.rules.events):
            require(type(event) in game.rules.events, game, f"{event!r} is no event of the rules")


def derived_tables_are_kept(trial: Trial) -> None:
    """Derived tables, updated order by order, are what `reindex` makes of the others."""
    game = trial.game
    for table, rng in trial.walks():
        _same_derived(trial, table.world, f"after {table.turn}")
        drafted = table.copy()
        for index in drafted.turn.seats:
            seat = drafted.seat(index)
            for _ in range(4):
                for row in give_orders(seat, rng, 1):
                    _same_derived(trial, seat.world, f"draft of seat {index} after {game.api.shown(row)}")


def _same_derived(trial: Trial, world: Any, what: str) -> None:
    again = trial.game.copy(world)
    trial.game.kernels.reindex(again)
    same_values(trial.game, again.state, world.state, f"derived tables, {what}", derived=True)
