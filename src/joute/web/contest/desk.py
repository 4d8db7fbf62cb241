"""The contest as the server holds it: its plan, its settings as the store has them, and the limits on guessing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from joute.arena.contest import config, model
from joute.arena.contest.config import ContestError
from joute.arena.contest.model import Contest
from joute.arena.store import Store
from joute.core.game import Game
from joute.core.rate import Rate
from joute.web import errors
from joute.web.errors import Refusal

from .pending import SignOns
from .wire import PublicTable

P = ParamSpec("P")
T = TypeVar("T")
RENEW_S = 1.0
"""How old the settings may be that a request goes by."""
HASHES_AT_ONCE = 2
"""Each argon2 hash takes 64 MiB."""
PACKED_AT_ONCE = 2


class Shown:
    """The public table, made once for all who ask meanwhile: the present one anew each second, a frozen one once."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._known: tuple[float | None, float, PublicTable] | None = None

    async def of(self, at: float | None, make: Callable[[], Awaitable[PublicTable]]) -> PublicTable:
        async with self._lock:
            now, known = time.monotonic(), self._known
            if known is None or known[0] != at or (at is None and now - known[1] > RENEW_S):
                known = self._known = at, now, await make()
        return known[2]


class Desk:
    """A contest with what its routes share. Questions to the store run in threads, not on the event loop."""

    def __init__(self, folder: Path, store: Store, slack: float = 1.0) -> None:
        from .figures import Figures  # a server without a contest need not have what this imports

        self.plan = config.read(folder)
        self.store = store
        self.game: Game = self.plan.game.settled()
        model.begin(store, self.plan, "joute")
        self.guesses = Rate(20 * slack, 0.2 * slack)
        """Wrong passwords, codes and secrets of a client."""
        self.guesses_at = Rate(10, 1 / 60)
        """Wrong passwords for an account, wherever they come from."""
        self.newcomers = Rate(20 * slack, 0.05 * slack)
        """Registrations and mails of a client."""
        self.acts = Rate(60 * slack, 1.0 * slack)
        """Whatever else a client writes."""
        self.hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.packing = asyncio.Semaphore(PACKED_AT_ONCE)
        self.sign_ons = SignOns()
        self.tables = Shown()
        self.figures = Figures(store)
        self._contest: Contest | None = None
        self._read = 0.0

    @property
    def secure(self) -> bool:
        """Whether browsers come by https, and may keep cookies for that alone."""
        return self.plan.url.startswith("https:")

    def address(self, path: str) -> str:
        """An address of this contest; without a `url` in its file, one that the page completes."""
        return f"{self.plan.url}{path}"

    async def contest(self) -> Contest:
        """The contest with its present settings."""
        if self._contest is None or time.monotonic() - self._read > RENEW_S:
            self._contest = await self.read(model.current)
            self._read = time.monotonic()
        return self._contest

    def forget(self) -> None:
        """Read the settings anew: an organiser has changed something."""
        self._contest = None
        self.tables = Shown()

    async def read(self, question: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        """Ask the store; what it refuses becomes a refusal."""

        def asked() -> T:
            with self.store.reading() as connection:
                return question(connection, *args, **more)

        return await refused(asked)

    async def write(self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **more: P.kwargs) -> T:
        """Change the store in one transaction; what it refuses becomes a refusal."""

        def changed() -> T:
            with self.store.writing() as connection:
                return change(connection, *args, **more)

        return await refused(changed)


async def refused(work: Callable[[], T]) -> T:
    """Do something in a thread; an error that is meant for people becomes a refusal."""
    try:
        return await asyncio.to_thread(work)
    except ContestError as error:
        raise Refusal(errors.CONTEST, why=error.args[0]) from None
