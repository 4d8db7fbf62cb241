"""The boards of a comparison that names none: all that can be varied is varied."""

from __future__ import annotations

import random

from joute.core.folder import fitting_boards
from joute.core.game import Game


def default_boards(game: Game, seats: int, seed: int) -> tuple[tuple[str | None, ...], bool]:
    """The boards in the order in which they are met, and whether boards made from the seed follow.

    They are those that come with the game and fit its parameters, mixed by the seed with as many that the game makes.
    """
    boards: list[str | None] = list(fitting_boards(game, seats).values())
    generated = _generates(game, seats)
    if generated:
        boards += [None] * len(boards)
    random.Random(seed).shuffle(boards)
    return tuple(boards) or (None,), generated


def _generates(game: Game, seats: int) -> bool:
    """Whether another seed makes another board."""
    first, second = (game.boards.write(game.board(None, seats, seed)) for seed in (0, 1))
    return first != second
