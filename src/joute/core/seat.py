"""A seat at a table: the draft on which one player asks, acts and takes back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .api import PASS_ON, Row
from .layout import Known, Runs
from .types import Malformed
from .world import AnyWorld

if TYPE_CHECKING:
    from .game import Game
    from .table import Table

CHECKPOINT = 64
"""How many orders lie between two copies of the draft: taking back the last order replays at most this many."""


class TooManyOrders(RuntimeError):
    """More orders in one turn than a game allows, where its rules make that a failure of the champion."""


class Seat:
    """One player's side of a table. Queries read the draft; accepted actions change it and are noted."""

    on_refusal: Callable[[int, int, Row], object] | None = None
    """Called with each order that is refused: how many were noted before it, and the answer."""

    def __init__(self, table: Table, index: int) -> None:
        self.game: Game = table.game
        self.index = index
        self.orders: list[Row] = []
        self._table = table
        self._draft: AnyWorld | None = None
        self._checkpoints: list[tuple[int, AnyWorld]] = []
        self._functions = self.game.api.functions

    # What champions use

    def call(self, name: str, *values: Any) -> Any:
        """Call a function of the API by name. Malformed arguments get the answer of the rules, never an exception."""
        function = self._functions.get(name)
        if function is None:
            raise LookupError(f"{self.game.name} has no function {name!r}; it has {', '.join(self._functions)}")
        plain, whole = function.read(values, self.game.api.spoilt)
        if function.kind == "query":
            if not whole and function.malformed is not PASS_ON:
                return function.returns.give(function.malformed)
            return self.game.answer(self.world, self.index, function, plain)
        if function.kind == "action":
            return self.order(function.row(plain))
        if function.kind == "undo":
            done, nothing = function.malformed
            return done if self.undo() else nothing
        print(function.body(*plain), file=getattr(sys, self.game.api.show_on or "stderr"))
        return None

    @cached_property
    def api(self) -> SimpleNamespace:
        """The API as attributes: functions bound to this seat, constants, enumerations and structs."""
        bound = {name: partial(self.call, name) for name in self._functions}
        return SimpleNamespace(**self.game.api.names(self.game.constants), **bound)

    # The draft

    @property
    def world(self) -> AnyWorld:
        """What this seat knows, its own orders of this turn included."""
        if self._draft is None:
            self._draft = self._rebuilt(self.view(), 0)
        return self._draft

    @property
    def state(self) -> Any:
        return self.world.state

    def view(self) -> AnyWorld:
        """What this seat may know, its own orders of this turn not yet made. Orders are made once more on the truth, so
        a draft notes no events."""
        return self.game.listening(self._table.view(self.index), 0)

    def news(self, known: Known) -> tuple[list[Runs], Known]:
        """What changed for this seat since its process was sent `known`, and what it knows then (`Layout.news`)."""
        if self.game.foggy or (self.orders and not self.game.live):
            return self.game.news(self.world, known)
        return self._table.news(known)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self._table.seats

    def order(self, row: Row) -> int:
        """Check an order on the draft; apply and note it if accepted. The game's own answer."""
        full = len(self.orders) >= self.game.orders_most
        if full and self.game.orders_refusal is not None:
            return self._refused(self.game.orders_refusal, row)
        world = self.world
        answer = self.game.check(world, self.index, row)
        if answer != self.game.ok:
            return self._refused(answer, row)
        if full:
            raise TooManyOrders(f"a turn of {self.game.name} holds at most {self.game.orders_most} orders")
        self.orders.append(row)
        if self.game.live:
            self._table.apply_now(self.index, row)
        else:
            self._apply(world, len(self.orders) - 1)
        return answer

    def _refused(self, answer: int, row: Row) -> int:
        if self.on_refusal is not None:
            self.on_refusal(len(self.orders), answer, row)
        return answer

    def undo(self) -> bool:
        """Take back the last accepted order; False if there is none."""
        if not self.orders or self.game.live:
            return False
        self.orders.pop()
        while self._checkpoints and self._checkpoints[-1][0] > len(self.orders):
            self._checkpoints.pop()
        if self._checkpoints:
            start, draft = self._checkpoints[-1]
            self._draft = self._rebuilt(self.game.copy(draft), start)
        else:
            self._draft = None
        return True

    def repeat(self, rows: Sequence[Row]) -> int:
        """Give recorded orders again, each checked: how many were accepted before the first refusal.

        A row that is no order of the game is refused, and so is one more than a turn holds.
        """
        for number, row in enumerate(rows):
            try:
                self.game.api.unflatten(row)
            except Malformed:
                return number
            try:
                answer = self.order(row)
            except TooManyOrders:
                return number
            if answer != self.game.ok:
                return number
        return len(rows)

    def renew(self) -> None:
        """Forget the draft and the orders: a new turn begins."""
        self.orders = []
        self.refresh()

    def refresh(self) -> None:
        """Forget the draft: the truth has changed under it."""
        self._draft = None
        self._checkpoints = []

    def _rebuilt(self, world: AnyWorld, start: int) -> AnyWorld:
        """A draft with the noted orders from `start` on applied to it."""
        if not self.game.live:
            for number in range(start, len(self.orders)):
                self._apply(world, number)
        return world

    def _apply(self, world: AnyWorld, number: int) -> None:
        """Apply one noted order to the draft, keeping a checkpoint first where one is due."""
        if self._undoes and number % CHECKPOINT == 0 and (not self._checkpoints or self._checkpoints[-1][0] < number):
            self._checkpoints.append((number, self.game.copy(world)))
        self.game.apply(world, self.index, self.orders[number])

    @cached_property
    def _undoes(self) -> bool:
        return any(function.kind == "undo" for function in self._functions.values())
