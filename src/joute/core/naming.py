"""Players by the names of those who play, in all that a game shows and tells; without them it calls them by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game
    from .info import Info


def told_apart(info: Info, names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players; those that several have, with their seats."""
    count = Counter(names)
    return tuple(f"{name} ({info.seat_name(seat)})" if count[name] > 1 else name for seat, name in enumerate(names))


def called(game: Game, names: Sequence[str]) -> Game:
    """The same game, which calls its players so."""
    made = copy(game)
    made.info = game.info._replace(seat_names=tuple(names))
    if game.interpreted is not game:  # which makes the scenes of one that is native
        vars(made)["_interpreted"] = called(game.interpreted, names)
    return made
