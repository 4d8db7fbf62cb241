"""The boards of a comparison that names none: all that can be varied is varied."""

from __future__ import annotations

import random

from joute.core.errors import BoardError
from joute.core.folder import bundled_boards
from joute.core.game import Game


def default_boards(game: Game, seats: int, seed: int) -> tuple[tuple[str | None, ...], bool]:
    """The boards in the order in which they are met, and whether boards made from the seed follow.

    They are those that come with the game and fit its parameters, mixed by the seed with as many that the game makes.
    """
    bundled = [path.read_text(encoding="utf-8") for path in bundled_boards(game).values()]
    boards: list[str | None] = [text for text in bundled if _fits(game, text, seats)]
    generated = _generates(game, seats)
    if generated:
        boards += [None] * len(boards)
    random.Random(seed).shuffle(boards)
    return tuple(boards) or (None,), generated


def _fits(game: Game, text: str, seats: int) -> bool:
    try:
        game.board(text, seats, 0)
    except BoardError:
        return False
    return True


def _generates(game: Game, seats: int) -> bool:
    """Whether another seed makes another board."""
    first, second = (game.boards.write(game.board(None, seats, seed)) for seed in (0, 1))
    return first != second
