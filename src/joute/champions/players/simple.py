"""The two champions that every game has: one does nothing, one plays legal orders at random."""

from __future__ import annotations

import time

from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.player import Answer, Player
from joute.match.verdict import Fault, Verdict


class Idle(Player):
    """Does nothing, always."""

    name = "idle"
    digest = "idle"

    def load(self, seat: Seat) -> Fault | None:
        return None

    def ask(self, turn: Turn) -> Answer:
        return Answer(0.0, 0.0)


class Unbuilt(Idle):
    """A champion that cannot be built: it cannot be loaded."""

    def __init__(self, why: str) -> None:
        self.why = why

    def load(self, seat: Seat) -> Fault | None:
        return Fault(Verdict.LOAD_ERROR, self.why)


class Random(Idle):
    """Plays legal orders at random, the same for the same seed and seat."""

    name = "random"
    digest = "random"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def load(self, seat: Seat) -> Fault | None:
        self.sit(seat)
        return None

    def sit(self, seat: Seat) -> None:
        self.seat = seat
        self.rng = seat.game.generator(self.seed * 31 + seat.index + 1)

    def ask(self, turn: Turn) -> Answer:
        wall, cpu = time.perf_counter(), time.process_time()
        game, seat = self.seat.game, self.seat
        row = game.sample(seat.world, seat.index, self.rng)
        while row is not None and len(seat.orders) < game.orders_most and seat.order(row) == game.ok:
            row = game.sample(seat.world, seat.index, self.rng)
        return Answer((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3)
