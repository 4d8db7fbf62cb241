"""The mirror of a native seat in the champion's own process, where the library of the game answers most calls.

The champion is sent its view as news, and sends the orders that it has noted; they are repeated on the seat here.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from joute.champions.hosting.wire import read_news
from joute.core.backends import exchange
from joute.core.backends.blocks import plans_of
from joute.core.backends.library import others
from joute.core.backends.seat import NativeSeat
from joute.core.game import Game
from joute.core.layout import RUN, Runs
from joute.core.world import AnyWorld

from .protocol import Native, Positions, Words, api_digest

PLACES = (
    *("FUNCTION", "COUNT", "ANSWER", "ROWS", "AWAKE", "SEAT", "ORDERS", "LOG_END", "LOG_ROOM", "LOG"),
    *("STATE", "VIEW", "DRAFT", "STATE_WORDS", "REST", "SLOTS", "GIVEN"),
)
"""The words of the exchange that a champion reads or writes."""


ONE_COLUMN = array("q", [1]).tobytes()
"""How the news of a native view begin."""


class Mirror:
    """What the champion's process knows of a seat."""

    def __init__(self, seat: NativeSeat) -> None:
        self._seat = seat
        self._new = True
        """Whether the champion does not know the view, or one of other sizes."""
        self._runs: Runs = []
        """What the view has learnt since the last news."""

    def follow(self) -> None:
        """Have the table of the seat tell what its view learns."""
        self._table.mirror = self

    @property
    def _table(self) -> Any:
        return self._seat._table

    @property
    def link(self) -> int | None:
        """The descriptor on which the champion may give orders of a live game to the engine itself."""
        link: int | None = getattr(self._table, "link", None)
        return link

    @property
    def number(self) -> int:
        """What these orders carry."""
        return 0 if self.link is None else int(self._table.number)

    def take(self, news: Sequence[bytes]) -> None:
        """Learn what the engine has answered the champion, each time to an order; raises ValueError for what it cannot
        have answered."""
        size = len(self._world.state.block)
        for data in news:
            if self.link is None or not data.startswith(ONE_COLUMN):
                raise ValueError("no answer to an order")
            (runs,) = read_news(data)
            if any(start < 0 or start + len(words) // 8 > size for start, words in runs):
                raise ValueError("out of bounds")
            self._table.learn([runs])
            self._seat.exchange[exchange.ORDERS] += 1
        self._runs = []

    def learn(self, runs: Runs) -> None:
        self._new = self._new or any(start < 0 for start, _ in runs)
        self._runs += runs

    @property
    def _world(self) -> AnyWorld:
        """The view; the seat may be at a draft."""
        world: AnyWorld = self._table.world
        return world

    def offer(self) -> Native:
        """What the champion's process needs at first."""
        game = self._seat.game
        assert game.library_path is not None
        rest = self._world.scratch.block
        rows = game.rows_address(self._world)
        undoes = any(function.kind == "undo" for function in game.api.functions.values())
        return Native(
            api=api_digest(game.api),
            libraries={str(machine): str(path) for machine, path in others(game.library_path).items()},
            places={name.lower(): getattr(exchange, name) for name in PLACES},
            exchange=exchange.words(game),
            rest=Words(len(rest), _not_zero(rest)),
            rows=0 if rows == 0 else (rows - rest.buffer_info()[0]) // rest.itemsize,
            slots=exchange.SLOT_COUNT if undoes else 0,
            positions=positions_of(game),
            link=self.link,
        )

    def begin(self) -> Words:
        """Begin a turn: the news. The champion's calls are not known here, unless it tells of one."""
        self._seat.exchange[exchange.FUNCTION] = 0
        return self.news()

    def news(self) -> Words:
        """What the view has learnt since the last news; all of it at first, or when its sizes are others."""
        block, new = self._world.state.block, self._new
        runs = _not_zero(block) if new else self._runs
        self._runs, self._new = [], False
        return Words(len(block), runs, new)


def positions_of(game: Game) -> Positions:
    """What a champion needs to play positions of a game."""
    head = plans_of(game).state.nodes["state"]["head"]
    functions = list(game.api.functions)
    return Positions(
        turn=head["turn"].word,
        phase=head["phase"].word,
        phases=len(game.phases),
        acting=sum(phase.acts << number for number, phase in enumerate(game.phases)),
        actions=[functions.index(action.name) for action in game.api.actions],
        row_most=game.api.row_most,
        orders_most=game.orders_most,
        live=game.live,
        checkpoints=exchange.CHECKPOINTS,
    )


def _not_zero(block: Sequence[int]) -> Runs:
    """A block as runs, without those of zeros."""
    runs = ((start, block[start : start + RUN]) for start in range(0, len(block), RUN))
    return [(start, array("q", words).tobytes()) for start, words in runs if any(words)]
