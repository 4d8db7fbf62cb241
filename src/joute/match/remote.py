"""Players elsewhere: all that are asked think at once, and one loop waits for them."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TYPE_CHECKING

from joute.core.seat import Seat
from joute.core.world import Turn

if TYPE_CHECKING:
    from .player import Answer

TICK_MS = 100
"""Those who are waited for are looked after at least this often."""


class Remote:
    """A player in another process: what it is told to do takes a while, and goes on while others think."""

    name: str
    digest: str
    done = True
    """Nothing is under way."""

    def begin_load(self, seat: Seat) -> None:
        """Start to get ready; `load` waits for the end of it."""
        raise NotImplementedError

    def begin(self, turn: Turn) -> None:
        """Start the callback of this turn; once `done`, `answer` tells what came of it."""
        raise NotImplementedError

    def answer(self) -> Answer:
        raise NotImplementedError

    def files(self) -> list[tuple[int, int]]:
        """The descriptors that are waited for, each with the events of poll(2)."""
        raise NotImplementedError

    def step(self) -> None:
        """Do what can be done without waiting."""
        raise NotImplementedError

    def check_idle_cpu(self) -> None:
        """Called while others are waited for: end this player if it uses CPU time although it was not asked."""

    @property
    def left_ms(self) -> float:
        """How long it may still take."""
        raise NotImplementedError


def wait(players: Sequence[Remote], others: Sequence[Remote] = ()) -> None:
    """Serve players until each is done or out of time; `others` have nothing to do meanwhile."""
    for player in players:
        player.step()
    while waiting := [player for player in players if not player.done]:
        poll = select.poll()
        owners: dict[int, Remote] = {}
        for player in waiting:
            for file, events in player.files():
                poll.register(file, events)
                owners[file] = player
        left = min(player.left_ms for player in waiting)
        ready = {owners[file] for file, _ in poll.poll(max(0.0, min(left, TICK_MS)))}
        for player in waiting:
            if not ready or player in ready or player.left_ms <= 0:
                player.step()
        for player in (*players, *others):
            if player.done:
                player.check_idle_cpu()
