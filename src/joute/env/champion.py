"""For champions: what a policy that was trained here observes, and its numbers as orders. Of all else here, numpy alone
is needed.

    from joute.env.champion import Numbers

    def jouer_tour():
        numbers = Numbers()
        while (number := policy(numbers.observe())) != 0:
            numbers.give(number)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import joute

from .masks import NO_LIST, List, Masks
from .numbering import END, Numbering
from .observing import Observing


class Numbers:
    """What the champion knows in this turn; `rows` as the environment had it."""

    def __init__(self, rows: Mapping[str, int] | None = None) -> None:
        position = joute.position()
        game, board = position.game, position.world.board
        dims = game.dims(board, position.seats)
        self._numbering = Numbering(game, dims)
        self._masks = Masks(game, self._numbering)
        self._observing = Observing(game, [dims], list(self._numbering.items.values()), rows)
        self._list = NO_LIST

    def observe(self) -> dict[str, Any]:
        """What is observed in the environment, with the orders that are given in this turn."""
        position = joute.position()
        world, seat = position.draft.world, position.seat
        width = self._numbering.items.get(self._list.action, 1)
        seen = self._observing.observe(world, seat, self._list, width)
        return {"observation": seen, "action_mask": self._masks.mask(world, seat, self._list)}

    def give(self, number: int) -> bool:
        """Give the order of a number; whether the rules accept it. END gives none."""
        if number == END:
            return True
        position = joute.position()
        found = self._masks.order(position.draft.world, position.seat, number, self._list)
        if isinstance(found, List):
            self._list = found
            return True
        accepted = found is not None and joute.give([found]) == 1
        self._list = NO_LIST if accepted else self._list
        return accepted
