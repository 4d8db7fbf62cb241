"""Candidates in the same situations: each plays each of them once from every seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from joute.core.batch import Batch
from joute.core.game import INTERPRETED, Game, chosen_backend
from joute.core.policy import Policy
from joute.core.policy_player import bound, match_seeds, play_table
from joute.core.registry import settled_game
from joute.core.table import Table
from joute.core.world import Result

from .situations import Situation, Weights

LEAD = 0.1
"""How much of a value the lead is worth, beside the rank: it tells apart those who win, or lose, alike."""


def compiled(game: Game) -> bool:
    """Whether candidates are played in batches: where libraries can be built, and views have the sizes of the truth."""
    from importlib.util import find_spec

    return find_spec("numba") is not None and chosen_backend() != INTERPRETED and game.rules.fog is None


def values(
    game: Game, policy: Policy, situation: Situation, candidates: Sequence[Weights], threads: int
) -> list[float]:
    """What each candidate has reached in a situation, from 0 to 1, on average over the seats."""
    results = played(game, policy, situation, candidates, threads)
    seats = len(situation.others) + 1
    return [
        sum(value(results[seats * number + seat], seat) for seat in range(seats)) / seats
        for number in range(len(candidates))
    ]


def value(result: Result, seat: int) -> float:
    """What a result is worth to a seat: by whom it has left behind, and a little by how far."""
    others = [other for other in range(len(result.ranks)) if other != seat]
    rank = result.ranks[seat]
    behind = sum((result.ranks[other] > rank) + (result.ranks[other] >= rank) for other in others)
    own, best = result.scores[seat], max(result.scores[other] for other in others)
    lead = (own - best) / (1 + abs(own) + abs(best))
    return (1 - LEAD) * behind / (2 * len(others)) + LEAD * (1 + lead) / 2


def played(
    game: Game, policy: Policy, situation: Situation, candidates: Sequence[Weights], threads: int
) -> list[Result]:
    """The results of each candidate, seat by seat."""
    seats = len(situation.others) + 1
    weights = [_seated(candidate, seat, situation.others) for candidate in candidates for seat in range(seats)]
    own = _game(game, game.interpreted.fitted(situation.board))
    if compiled(game):
        table = Table(own, situation.board, seats, situation.seed)
        batch = Batch(table, [situation.seed] * len(weights), policy, weights)
        batch.play(threads=threads)
        return batch.results()
    return [_at_table(own, policy, situation, given) for given in weights]


def _game(game: Game, fitted: Game) -> Game:
    """The game as a board wants it, each with one library: loading that takes longer than a match."""
    return _loaded(game.name, game.preset, msgspec.json.encode(fitted.overrides), compiled(game))


@lru_cache(maxsize=64)
def _loaded(name: str, preset: str, params: bytes, native: bool) -> Game:
    game = settled_game(name, preset, msgspec.json.decode(params))
    return game.native() if native else game.on()


def _seated(candidate: Weights, seat: int, others: Sequence[Weights]) -> list[Any]:
    return [*others[:seat], candidate, *others[seat:]]


def _at_table(game: Game, policy: Policy, situation: Situation, weights: Sequence[Weights]) -> Result:
    player, table = bound(policy, game), Table(game, situation.board, len(weights), situation.seed)
    dims = table.game.dims(table.board, table.seats)
    play_table(player, table, player.minds(dims, match_seeds(situation.seed, table.seats), weights))
    return table.result
