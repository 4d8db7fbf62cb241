"""What the referee asks of a player, and what a player answers."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from joute.core.seat import Seat
from joute.core.world import Turn

from .verdict import Fault


class Answer(NamedTuple):
    """What came of one callback: the time it took, what went wrong, and whether the champion can go on."""

    wall_ms: float
    cpu_ms: float
    fault: Fault | None = None
    dead: bool = False
    private: dict[str, Any] = {}  # noqa: RUF012
    """What it logged and drew, for its owner."""


class Player(Protocol):
    """Whoever plays a seat: loaded first, then seated, then asked; the orders it gives are noted on its seat."""

    name: str
    digest: str

    def load(self, seat: Seat) -> Fault | None:
        """Get ready at a seat of a spare table, where nothing counts; the fault is why it cannot play."""

    def sit(self, seat: Seat) -> None:
        """Take the seat that counts."""

    def ask(self, turn: Turn) -> Answer:
        """Run the callback of this turn. An exception is a bug of ours."""

    def leave(self) -> None:
        """The match is over for this player."""
