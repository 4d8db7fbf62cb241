"""Players outside this process: all that are asked think at once, and one loop waits for them."""

from __future__ import annotations

import select
from collections.abc import Sequence

from joute.core.seat import Seat
from joute.core.world import Turn

from .player import Answer, Player

TICK_MS = 100
"""The longest wait before every player is stepped again."""


class AsyncPlayer(Player):
    """A player in another process: loading and answering take a while, and go on while others think."""

    done = True
    """Whether nothing is under way."""
    attends = False
    """Whether it is served while others think, too."""

    def begin_load(self, seat: Seat) -> None:
        """Begin to load; `load` waits until that is done."""
        raise NotImplementedError

    def begin(self, turn: Turn) -> None:
        """Begin the callback of this turn; once `done`, `answer` has the result."""
        raise NotImplementedError

    def answer(self) -> Answer:
        raise NotImplementedError

    def files(self) -> list[tuple[int, int]]:
        """The descriptors to wait for, each with its events for poll(2)."""
        raise NotImplementedError

    def step(self) -> None:
        """Read and write whatever can be without blocking."""
        raise NotImplementedError

    def check_idle_cpu(self) -> None:
        """Called while others are waited for: end this player if it uses CPU time although it was not asked."""

    @property
    def left_ms(self) -> float:
        """Milliseconds until it is out of time."""
        raise NotImplementedError


def wait(players: Sequence[AsyncPlayer], others: Sequence[AsyncPlayer] = ()) -> None:
    """Serve players until each is done or out of time; `others` are idle meanwhile, but those who attend are served."""
    poll, owners = select.poll(), dict[int, AsyncPlayer]()
    attending = [player for player in others if player.attends]

    def serve(player: AsyncPlayer) -> None:
        """Step a player, and wait from then on for what it then waits for."""
        player.step()
        for file in [file for file, owner in owners.items() if owner is player]:
            poll.unregister(file)
            del owners[file]
        for file, events in player.files() if player in attending or not player.done else ():
            poll.register(file, events)
            owners[file] = player

    for player in (*players, *attending):
        serve(player)
    while waiting := [player for player in players if not player.done]:
        left = min(player.left_ms for player in waiting)
        ready = {owners[file] for file, _ in poll.poll(max(0.0, min(left, TICK_MS)))}
        for player in (*waiting, *attending):
            if not ready or player in ready or player.left_ms <= 0:
                serve(player)
        for player in (*players, *others):
            if player.done:
                player.check_idle_cpu()
