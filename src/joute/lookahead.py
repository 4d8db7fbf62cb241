"""For champions: positions to try things on, by the exact rules.

    import joute
    from api import *

    root = joute.position()          # what is known now; orders given to it never reach the match
    trial = root.copy()
    trial.random_turn()
    plan = trial.orders
    trial.end_random()               # the phase is over; the others play at random
    trial.rollout(20)                # and so do all for 20 more phases
    trial.score(root.seat)
    with trial:
        ...                          # the functions of the API work on it here
    joute.give(plan)                 # and these orders are given in the match

`joute.core.position.Position` documents what a position does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .core.batch import RandomPlayer
from .core.position import Calls, Position
from .core.types import Malformed

if TYPE_CHECKING:
    from .core.api import Row
    from .core.seat import Seat


class Lookahead(Calls):
    """What one champion needs to look ahead."""

    def __init__(self) -> None:
        self.redirected: Callable[[Seat | None], None] = _ignored
        """Is told where the functions of the API work from now on."""
        self.own: Seat | None = None
        self._player: RandomPlayer | None = None

    def begin(self, seat: Seat) -> None:
        """The champion plays at this seat from now on."""
        global _current
        self.own = seat
        _current = self

    def end(self) -> None:
        """Its callback has ended, maybe inside a position."""
        global _current
        self.redirect(None)
        self.own = _current = None

    def redirect(self, seat: Seat | None) -> Seat | None:
        """Have the functions of the API work at the seat of a position, or else at the champion's own."""
        before = super().redirect(seat)
        if seat is not before:
            self.redirected(seat)
        return before

    def position(self) -> Position:
        if self.inside is not None:
            return self.inside._table.moved_on()  # type: ignore[attr-defined, no-any-return]
        seat = self._own_seat()
        return Position(self._random_player(), seat.world, seat.index, self)

    def seed(self, number: int) -> None:
        self._random_player().rng[0] = number & 0xFFFFFFFF

    def _random_player(self) -> RandomPlayer:
        if self._player is None:
            seat = self._own_seat()
            self._player = RandomPlayer(seat.game, seat.world, seat.seats)
            self.seed(seat.index + 1)
        return self._player

    def give(self, orders: Sequence[Row]) -> int:
        seat = self._own_seat()
        for number, row in enumerate(orders):
            try:
                function, values = seat.game.api.unflatten(row)
            except Malformed:
                raise ValueError(f"{list(row)!s:.60} is no order of {seat.game.name}") from None
            if seat.call(function.name, *values) != seat.game.ok:
                return number
        return len(orders)

    def _own_seat(self) -> Seat:
        assert self.own is not None
        return self.own


def _ignored(seat: Seat | None) -> None:
    """Where Python alone answers calls, nobody else need know."""


_current: Lookahead | None = None


def _champion() -> Lookahead:
    if _current is None:
        raise RuntimeError("there is no match here: call this from a callback of a champion")
    return _current


def position() -> Position:
    """A copy of what the functions of the API read now; orders that you have given in this turn are made in it."""
    return _champion().position()


def give(orders: Sequence[Row]) -> int:
    """Give orders of a position in the match; how many were accepted before the first refusal."""
    return _champion().give(orders)


def seed(number: int) -> None:
    """Seed the generator of all positions."""
    _champion().seed(number)
