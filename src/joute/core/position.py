"""A position that a champion may try things on: what its seat knows, with nobody waiting for it.

It is a table of one state: each seat plays on a draft of its own, and the end of a phase applies the orders of all in
seat order and resolves. Everybody sees all that it holds: it comes from a view, and nothing is hidden twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from .api import Row
from .batch import FOREVER, RandomPlayer
from .seat import Seat
from .types import Malformed
from .world import AnyWorld, Result


class Calls:
    """The API as a champion calls it."""

    inside: Seat | None = None
    """The seat of a position at which its functions work; None: that of the champion."""

    def redirect(self, seat: Seat | None) -> Seat | None:
        """Have them work at another seat; where they did before."""
        before, self.inside = self.inside, seat
        return before


class Position:
    """One position. Copies share the generator by which they play at random. While it is entered (`with`), the
    functions of the API work on it, at the seat as which it is played."""

    def __init__(self, player: RandomPlayer, world: AnyWorld, seat: int, calls: Calls) -> None:
        self.game, self.seats, self.seat = player.game, player.seats, seat
        self.world = player.world._replace(state=player.game.copy(world).state)
        self._player, self._calls = player, calls
        self._observer: int | None = seat if player.game.rules.determinise else None
        """The seat whose view it is, in a game that can turn views into truths; None: it can be played on."""
        self._drafts: dict[int, Seat] = {}
        self._made: dict[int, list[Row]] = {}
        """In a live game: the orders of each seat in this phase, which are made at once."""
        self._before: list[Seat | None] = []

    def __enter__(self) -> Self:
        self._before.append(self._calls.redirect(self.draft))
        return self

    def __exit__(self, *raised: object) -> None:
        self._calls.redirect(self._before.pop())

    # Copying

    def copy(self) -> Self:
        """Another one like it, orders included."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.world, twin._drafts, twin._made, twin._before = self.game.copy(self.world), {}, {}, []
        twin._repeat(self)
        return twin

    def moved_on(self) -> Position:
        """What its seat reads now: another one, in which the orders of the seat are made."""
        twin = Position(self._player, self.draft.world, self.seat, self._calls)
        twin._observer = self._observer
        return twin

    def become(self, other: Position) -> None:
        """Be like another one."""
        if self is not other:
            self.world = self.game.copy(other.world)
            self._observer = other._observer
            self._renew()
            self._repeat(other)
            self.play_as(other.seat)

    def _repeat(self, other: Position) -> None:
        self._made = {index: list(rows) for index, rows in other._made.items()}
        for index, draft in other._drafts.items():
            if draft.orders and not self.game.live:
                self._draft(index).repeat(draft.orders)

    # Reading

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.game.turn(self.world, 0).number

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.game.result(self.world, 0).over

    @property
    def result(self) -> Result:
        """Scores and ranks in seat order, as they stand."""
        return self.game.result(self.world, self.seats)

    def asked(self, seat: int) -> bool:
        """Whether it is this seat's turn."""
        return seat in self._asked()

    def score(self, seat: int) -> int:
        """The score of a seat as it stands."""
        return int(self.game.kernels.score(self.world, seat))

    def rank(self, seat: int) -> int:
        """Its rank; 1 is the best."""
        return self.result.ranks[seat]

    @property
    def orders(self) -> list[Row]:
        """The orders that the seat has given here in this phase."""
        return list(self._given(self.seat))

    # Giving orders

    def play_as(self, seat: int) -> Self:
        """Give the orders of this seat from now on."""
        if not 0 <= seat < self.seats:
            raise IndexError(f"seat {seat} does not exist; this position has seats 0 to {self.seats - 1}")
        here, self.seat = self._drafts.get(self.seat), seat
        if here is not None and self._calls.inside is here:
            self._calls.redirect(self.draft)
        return self

    @property
    def draft(self) -> Seat:
        """The seat it is played as, where calls of the API are answered."""
        return self._draft(self.seat)

    def sample(self) -> Row | None:
        """A legal order of the seat, drawn at random, as a row of numbers; None to give no more."""
        return self.game.sample(self.draft.world, self.seat, self._player.rng)

    def check(self, row: Row) -> int:
        """The answer of the rules to an order, which is not given; ValueError for a row that is none."""
        return self.game.check(self.draft.world, self.seat, self._order(row))

    def act(self, row: Row) -> int:
        """Give an order, if the rules accept it; their answer."""
        return self.draft.order(self._order(row))

    def random_turn(self) -> int:
        """Give random orders until the generator stops; how many."""
        game, draft, rng, given = self.game, self.draft, self._player.rng, 0
        while (row := game.sample(draft.world, self.seat, rng)) is not None and given < game.orders_most:
            if draft.order(row) != game.ok:
                break
            given += 1
        return given

    def _order(self, row: Row) -> Row:
        try:
            self.game.api.unflatten(row)
        except Malformed:
            raise ValueError(f"{list(row)!s:.60} is no order of {self.game.name}") from None
        return tuple(row)

    # Playing on

    def determinise(self) -> Self:
        """In the fog: turn what is known into a truth of which it is the view, drawn at random. Orders stand."""
        if self._observer is not None:
            given = {index: list(self._given(index)) for index in self._drafts}
            self.game.kernels.determinise(self.world, self._observer, self._player.rng)
            self._observer = None
            for index, draft in self._drafts.items():
                draft.refresh()
                if not self.game.live:
                    draft.renew()
                    draft.repeat(given[index])
        return self

    def _require_truth(self) -> None:
        if self._observer is not None:
            raise ValueError("this position is what you know in the fog: determinise it before you play it on")

    def end(self) -> None:
        """End the phase: the seats that have given no order do nothing."""
        self.end_with(lambda position: None)

    def end_random(self) -> None:
        """End the phase: the other seats that have given no order play at random."""
        self.end_with(Position.random_turn)

    def end_with(self, play: Callable[[Self], object]) -> None:
        """End the phase: `play(p)` plays each other seat that has given no order; the API works for it then.

        The seat that it is played as is none of the others.
        """
        self._require_truth()
        asked, own = self._asked(), self.seat
        for index in asked:
            if index != own and not self._given(index):
                with self.play_as(index):
                    play(self)
        self.play_as(own)
        if self.game.acts(self.world) and not self.game.live:
            for index in asked:
                for row in self._given(index):
                    self.game.apply(self.world, index, row)
        self.game.resolve(self.world)
        self._renew()

    def rollout(self, phases: int = FOREVER) -> int:
        """Play on at random, all seats, up to so many phases; how many were played. Orders given here stand: the phase
        that has some is ended first, with the others at random."""
        self._require_truth()
        first = phases > 0 and any(map(self._given, range(self.seats))) and not self.over
        if first:
            self.end_random()
        before = self._player.phases
        self.game.random_play(self._player, self.world, phases - first)
        self._renew()
        return first + self._player.phases - before

    # What its drafts need of a table

    def view(self, seat: int) -> AnyWorld:
        return self.game.copy(self.world)

    def apply_now(self, index: int, row: Row) -> None:
        """In a live game each order is made at once."""
        self.game.apply(self.world, index, row)
        self._made.setdefault(index, []).append(row)
        for draft in self._drafts.values():
            draft.refresh()

    def _draft(self, index: int) -> Seat:
        if index not in self._drafts:
            self._drafts[index] = seat_at(self, index)
        return self._drafts[index]

    def _asked(self) -> tuple[int, ...]:
        return self.game.turn(self.world, self.seats).seats

    def _given(self, index: int) -> list[Row]:
        """The orders of a seat in this phase."""
        if self.game.live:
            return self._made.get(index, [])
        return self._drafts[index].orders if index in self._drafts else []

    def _renew(self) -> None:
        self._made = {}
        for draft in self._drafts.values():
            draft.renew()


def seat_at(position: Any, index: int) -> Seat:
    """A seat at a position, on the library of its game where there is one."""
    if position.game.backend != "native":
        return Seat(position, index)
    from .backends.seat import DraftSeat

    return DraftSeat(position, index)
