"""Programs at a table: a client that speaks the game's own protocol over HTTP is a player, whose requests come through
the pipe. The routes that the game declares answer them here, where the table is."""

from __future__ import annotations

import math
import select
import time
from collections import deque
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.world import Turn
from joute.match.async_player import TICK_MS, AsyncPlayer
from joute.match.player import Answer
from joute.match.poll import POLLIN
from joute.match.replay import RESIGN, TIMEOUT
from joute.match.verdict import Fault, Verdict

from .pipe import HttpAsked, HttpReply, JobEnd

QUIET_S = 0.5
"""A program that asks nothing for so long, once it knows who has won, is taken to have ended."""
NOBODY_CAME = "no program took its seat over HTTP in time"


def has_protocol(game: Game) -> bool:
    """Whether programs can play a game over HTTP: it has an `http` module."""
    return find_spec(f"{game.package}.http") is not None


class Clients:
    """The programs at one table; they take the seats that have no name in `names`."""

    def __init__(
        self,
        pipe: JobEnd,
        table: Table,
        names: Sequence[str | None],
        invite: str = "",
        timed: bool = True,
        seated: Sequence[tuple[str, str] | None] = (),
    ) -> None:
        """`seated`: who had taken their seats before the match was interrupted, as `match.seated` said."""
        self.pipe = pipe
        self.table = table
        self.routes = table.game.module("http").refereed(table, names, invite, timed)
        self.match: Any = self.routes.match
        self.match.seat_again(seated)
        self._waiting: deque[HttpAsked] = deque()

    def receive(self, asked: HttpAsked) -> None:
        self._waiting.append(asked)

    def serve(self) -> bool:
        """Answer requests until the referee has to act; says whether orders were given, or a seat was taken."""
        before = self._done
        while self._waiting and not self.match.busy:
            self.pipe.send(self._reply(self._waiting.popleft()))
        return self._done != before

    @property
    def _done(self) -> tuple[int, int]:
        orders = sum(len(self.table.seat(seat).orders) for seat in range(self.table.seats))
        return orders, self.match.seated.count(None)

    def _reply(self, asked: HttpAsked) -> HttpReply:
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in asked.headers]
        path, query = asked.path.encode("latin-1"), asked.query.encode("latin-1")
        scope = {"method": asked.method, "raw_path": path, "query_string": query, "headers": headers}
        reply = self.routes.answer({**scope, "client": (asked.client, 0)})
        body = b"".join(reply.body)
        return HttpReply(asked.id, reply.status, reply.headers(len(body)), body)

    def await_first(self, serve: Callable[[], None]) -> bool:
        """Serve requests until the match can begin; False where nobody came in time."""
        while self.match.waits_for_first:
            select.select([self.pipe], [], [], min(max(0.0, self.match.left_s), TICK_MS / 1e3))
            serve()
            self.match.tick()
        return not self.match.cancelled

    def linger(self, serve: Callable[[], None], until: float = math.inf) -> None:
        """Go on answering once the match is over, until the server closes the pipe; with a time, at most until then:
        less if every program has heard who has won and asks nothing more."""
        while (left := until - time.monotonic()) > 0:
            asked, _, _ = select.select([self.pipe], [], [], min(left, QUIET_S))
            serve()
            if not asked and until < math.inf and self.match.all_heard:
                return


class Client(AsyncPlayer):
    """A program that speaks HTTP, as a player of the match."""

    digest = ""
    attends = True

    def __init__(self, name: str, seat: int, clients: Clients, serve: Callable[[], None]) -> None:
        self.name = name
        self._index = seat
        self._clients = clients
        self._serve = serve
        self._turn: Turn | None = None
        self._began = 0.0

    def begin_load(self, seat: Seat) -> None:
        """There is nothing to load."""

    def load(self, seat: Seat) -> Fault | None:
        return None

    def feed(self, turn: Turn, wall_ms: float) -> Answer:
        """It knows what was played."""
        return Answer(0.0, 0.0)

    def begin(self, turn: Turn) -> None:
        """Start the clock. Where orders do not count (before the match, or to get ready for one under way), there is
        nothing to ask."""
        table = self._clients.table
        self._turn, self._began = turn, time.perf_counter()
        self.done = turn != table.turn or not table.game.acts(table.world)
        if not self.done:
            self._clients.match.begin_turn()

    def step(self) -> None:
        self._serve()
        if not self.done:
            self._clients.match.tick()
            self.done = self._clients.match.ending is not None

    def answer(self) -> Answer:
        turn, used = self._turn, (time.perf_counter() - self._began) * 1e3
        if turn is None or self._clients.match.cause(self._index) != TIMEOUT:
            return Answer(used, 0.0)
        fault = Fault(Verdict.TIMED_OUT, "the time for this turn is over", turn.number, turn.callback, wall_ms=used)
        return Answer(used, 0.0, fault)

    @property
    def resigned(self) -> bool:
        return bool(self._clients.match.cause(self._index) == RESIGN)

    def files(self) -> list[tuple[int, int]]:
        return [(self._clients.pipe.fileno(), POLLIN)]

    @property
    def left_ms(self) -> float:
        return float(self._clients.match.left_s * 1e3)
