"""Players outside this process: all that are asked think at once, and one loop waits for them."""

from __future__ import annotations

import time
from collections.abc import Sequence

from joute.core.seat import Seat
from joute.core.world import Turn

from .player import Answer, Player
from .poll import poll as Poll

TICK_MS = 100
"""The longest wait before every player is stepped again."""
CHECK_S = 0.05
"""How often those that are idle are looked at while others are waited for, in seconds."""


EAGER_S = 100e-6
"""How long an eager player is looked at again and again, in seconds, before this process sleeps."""


class AsyncPlayer(Player):
    """A player in another process: loading and answering take a while, and go on while others think."""

    done = True
    """Whether nothing is under way."""
    eager = False
    """Whether its messages are worth some CPU time: to be woken up takes longer than to answer them."""
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
    poll, owners = Poll(), dict[int, AsyncPlayer]()
    files: dict[AsyncPlayer, list[tuple[int, int]]] = {}
    attending = [player for player in others if player.attends]

    def watch(player: AsyncPlayer) -> None:
        """Wait from now on for what a player waits for."""
        for file, _ in files.get(player, ()):
            poll.unregister(file)
            del owners[file]
        files[player] = player.files() if player in attending or not player.done else []
        for file, events in files[player]:
            poll.register(file, events)
            owners[file] = player

    stepped: Sequence[AsyncPlayer] = (*players, *attending)
    for player in stepped:
        player.step()
    checked = time.monotonic()
    while waiting := [player for player in players if not player.done]:
        for player in stepped:
            watch(player)
        left = min(player.left_ms for player in waiting)
        if any(player.eager for player in waiting):
            _await_soon(poll)
        ready = {owners[file] for file, _ in poll.poll(max(0.0, min(left, TICK_MS)))}
        stepped = [p for p in (*waiting, *attending) if not ready or p in ready or p.left_ms <= 0]
        for player in stepped:
            player.step()
        if time.monotonic() - checked > CHECK_S:
            checked = time.monotonic()
            _check_idle((*players, *others))
    _check_idle(others)


def _await_soon(poll: Poll) -> None:
    """Wait a moment without sleeping."""
    until = time.monotonic() + EAGER_S
    while not poll.poll(0) and time.monotonic() < until:
        pass


def _check_idle(players: Sequence[AsyncPlayer]) -> None:
    for player in players:
        if player.done:
            player.check_idle_cpu()
