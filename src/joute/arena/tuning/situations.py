"""Where candidates meet: boards, seeds and opponents, drawn by a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from joute.core.folder import fitting_boards
from joute.core.game import Game

Weights = Mapping[str, int]
KNOWN_BOARDS, LATEST = 0.25, 0.5
"""The share of boards that come with the game, where some do, and of opponents that are the latest of the league."""


class Situation(NamedTuple):
    """A board, a seed, and the weights of the other seats."""

    board: str
    seed: int
    others: tuple[Weights, ...]


def situations(game: Game, seats: int, count: int, league: Sequence[Weights], random: Random) -> list[Situation]:
    """So many of them, all different; the others are of a league of earlier weights, the latest at its end."""
    known = list(fitting_boards(game, seats).values())
    return [_situation(game, seats, known, league, random) for _ in range(count)]


def _situation(game: Game, seats: int, known: Sequence[str], league: Sequence[Weights], random: Random) -> Situation:
    if known and random.random() < KNOWN_BOARDS:
        board = random.choice(known)
    else:
        board = game.boards.write(game.boards.generate(game.params, seats, random.getrandbits(32)))
    others = (league[-1] if random.random() < LATEST else random.choice(league) for _ in range(seats - 1))
    return Situation(board, random.getrandbits(32), tuple(others))
