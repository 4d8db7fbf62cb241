"""What the referee asks of a player, and what a player answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from joute.core.seat import Seat
from joute.core.world import Turn

from .verdict import Fault

if TYPE_CHECKING:
    from joute.core.game import Game


class LoadError(ValueError):
    """A player that cannot be loaded: what is wrong, said to the person who can mend it."""


class Answer(NamedTuple):
    """What came of one callback: the time it took, what went wrong, and whether the champion can go on."""

    wall_ms: float
    cpu_ms: float
    fault: Fault | None = None
    dead: bool = False
    private: dict[str, Any] = {}  # noqa: RUF012
    """What it logged and drew, for its owner."""


class Player:
    """Whoever plays a seat: started, loaded, seated, asked again and again, and released.

    The orders it gives are noted on its seat.
    """

    name: str
    digest: str
    cleanup: tuple[Callable[[], None], ...] = ()
    """Called once the player has left: whoever made something for it removes it here."""

    def start(self, game: Game) -> None:
        """Begin to get ready without waiting, so that the processes of several players start side by side."""

    def load(self, seat: Seat) -> Fault | None:
        """Get ready at a seat of a spare table, where nothing counts; the fault is why it cannot play.

        Raises LoadError for what its author has to mend before it makes sense to play.
        """
        raise NotImplementedError

    def sit(self, seat: Seat) -> None:
        """Take the seat that counts."""

    def ask(self, turn: Turn) -> Answer:
        """Run the callback of this turn. An exception is a bug of the engine."""
        raise NotImplementedError

    def feed(self, turn: Turn, wall_ms: float) -> Answer:
        """Run the callback of a turn that was played before, without a clock; it then took `wall_ms`."""
        return self.ask(turn)

    @property
    def resigned(self) -> bool:
        """Whether it gives the match up, which ends it with the phase under way."""
        return False

    @property
    def drawn(self) -> bool:
        """Whether it agrees that the match is a draw."""
        return False

    def begin_leave(self) -> None:
        """The match is over, and all players are about to leave: begin what takes a while."""

    def leave(self) -> None:
        """Stop whatever runs for this player."""

    def release(self) -> None:
        """Leave, and remove all that was made for this player."""
        try:
            self.leave()
        finally:
            for clean in self.cleanup:
                clean()


@contextmanager
def released_on_error(players: Iterable[Player]) -> Iterator[None]:
    """Release the players if the block fails: whoever makes players does so until `play_match` has them."""
    try:
        yield
    except BaseException:
        for player in players:
            player.release()
        raise


def all_or_none(players: Iterable[Player]) -> list[Player]:
    """Players that are made one by one; if one cannot be made, those before it are released."""
    made: list[Player] = []
    with released_on_error(made):
        for player in players:
            made.append(player)  # noqa: PERF402
    return made
