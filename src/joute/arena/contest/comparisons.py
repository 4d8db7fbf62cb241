"""Comparisons of two versions of a team, as `joute compare` makes them: each in a folder of the store, so that one that
was interrupted goes on."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from joute.arena.compare.boards import default_boards
from joute.arena.compare.plan import Comparison, ComparisonPlan
from joute.arena.compare.session import CompareError, Session, begun, continued, run
from joute.arena.jobs.executors import Executor, Lost, Worker
from joute.arena.jobs.job import Champion, Job, JobResult
from joute.arena.store import Store
from joute.arena.store.schema import State, comparisons
from joute.arena.tournament.model import entrants_of
from joute.champions.errors import ChampionError
from joute.core.text import Text

from . import versions
from .challenges import entrant_of, require_quota
from .config import ContestError
from .lanes import renamed
from .model import Contest
from .teams import Team
from .versions import Version

FOLDER = "comparisons"
GAMES_MOST, ERROR, MARGIN = 200, 0.05, 0.05
SHOWN_S = 2.0
"""Seconds between two states of a comparison that is under way."""


class ComparisonState(msgspec.Struct, frozen=True):
    """A comparison as its team sees it."""

    id: int
    one: int
    other: int
    """The numbers of the two versions."""
    at: float
    state: str
    ended: float | None
    result: dict[str, Any]
    """The answer (better, worse, equal or open), wins, draws, losses, and the interval of the share of the points."""


class Stopped(Exception):
    """The service stops: the comparison goes on later."""


# Asking


def compare(connection: Connection, contest: Contest, team: Team, one: Version, other: Version) -> int:
    """Compare two versions of a team, on public boards; the number of the comparison. Raises ContestError."""
    require_quota(connection, team, comparisons.c.at, contest.settings.quotas.comparisons_an_hour)
    if one.id == other.id:
        raise ContestError(Text("a version is compared with another one", "on compare une version avec une autre"))
    for version in (one, other):
        entrant_of(connection, team, version)
    row = {"team_id": team.id, "one_id": one.id, "other_id": other.id, "at": time.time(), "state": str(State.WAITING)}
    return int(connection.execute(insert(comparisons).values(row).returning(comparisons.c.id)).scalar_one())


def of_team(connection: Connection, team: Team) -> list[ComparisonState]:
    """The comparisons of a team, newest first."""
    numbers = {version.id: version.number for version in versions.of_team(connection, team)}
    query = select(comparisons).where(comparisons.c.team_id == team.id).order_by(comparisons.c.id.desc())
    return [
        ComparisonState(
            row.id,
            numbers[row.one_id],
            numbers[row.other_id],
            row.at,
            row.state,
            row.ended,
            msgspec.json.decode(row.result or "{}"),
        )
        for row in connection.execute(query)
    ]


# Playing


class Comparisons:
    """Plays the comparisons of a store one after the other; used by one thread."""

    def __init__(self, store: Store, contest: Contest, executor: Executor, say: Callable[[str], None]) -> None:
        self.store, self.contest, self.executor, self.say = store, contest, executor, say

    def step(self, stopped: Callable[[], bool]) -> bool:
        """Play the comparison that has waited longest, or go on with it; whether there was one."""
        waits = comparisons.c.state == str(State.WAITING)
        with self.store.reading() as connection:
            row = connection.execute(select(comparisons).where(waits).order_by(comparisons.c.id).limit(1)).one_or_none()
            if row is None:
                return False
            pair = versions.by_id(connection, row.one_id), versions.by_id(connection, row.other_id)
        folder = self.store.folder / FOLDER / str(row.id)
        try:
            session = self._session(folder, *pair)
            try:
                self._play(row.id, session, stopped)
            finally:
                session.close()
        except Stopped:
            return True
        except (CompareError, ChampionError) as error:
            self.say(f"comparison {row.id} failed: {error}")
            self._write(row.id, State.FAILED, {"why": str(error)})
        shutil.rmtree(folder, ignore_errors=True)
        return True

    def _session(self, folder: Path, one: Version, other: Version) -> Session:
        if folder.exists():
            try:
                return continued(folder)
            except CompareError:  # killed while it was begun
                shutil.rmtree(folder)
        folder.parent.mkdir(exist_ok=True)
        return begun(folder, self._plan(one, other))

    def _plan(self, one: Version, other: Version) -> ComparisonPlan:
        settings = self.contest.ladder.settings
        game = settings.settled()
        seed = secrets.randbits(32)
        public = self.contest.settings.public_boards
        boards, generated = (public, False) if public else default_boards(game, settings.seats, seed)
        return ComparisonPlan(
            game=game.name,
            preset=game.preset,
            params=game.overrides,
            boards=boards,
            generated=generated,
            seed=seed,
            seats=settings.seats,
            champions=tuple(Champion(f"v{version.number}", "package", version.digest) for version in (one, other)),
            others=self._others(settings.seats - 2),
            hosting=settings.terms,
            matches_most=GAMES_MOST,
            deadline=-(-GAMES_MOST // settings.seats),
            error=ERROR,
            margin=MARGIN,
            sprt=None,
            rules_version=game.info.rules_version,
        )

    def _others(self, seats: int) -> tuple[Champion, ...]:
        """House champions for the remaining seats."""
        with self.store.reading() as connection:
            house = [one.champion for one in entrants_of(connection, self.contest.ladder) if one.kind == "bundled"]
        return tuple(islice(cycle(house), seats))

    def _play(self, id_: int, session: Session, stopped: Callable[[], bool]) -> None:
        shown = time.monotonic()

        def progress(comparison: Comparison) -> None:
            nonlocal shown
            if stopped():
                raise Stopped
            if time.monotonic() - shown >= SHOWN_S:
                shown = time.monotonic()
                self._write(id_, State.WAITING, told(comparison))

        with Renamed(self.executor, f"c{id_}/") as executor:
            run(session, executor, progress)
        self._write(id_, State.DONE, told(session.comparison))

    def _write(self, id_: int, state: State, result: dict[str, Any]) -> None:
        ended = None if state == State.WAITING else time.time()
        values = {"state": str(state), "ended": ended, "result": msgspec.json.encode(result).decode()}
        with self.store.writing() as connection:
            connection.execute(update(comparisons).where(comparisons.c.id == id_).values(values))


def told(comparison: Comparison) -> dict[str, Any]:
    """What is known so far."""
    (duel,) = comparison.duels
    return {
        "answer": str(duel.answer),
        "over": duel.over,
        "matches": duel.matches,
        "wins": duel.wins,
        "draws": duel.draws,
        "losses": duel.losses,
        "points": duel.share,
        "interval": [duel.sequence.low, duel.sequence.high],
        "faults": {str(verdict): number for verdict, number in duel.faults[0].items()},
        "other_faults": {str(verdict): number for verdict, number in duel.faults[1].items()},
    }


class Renamed(Executor):
    """An executor whose keys have a prefix there, so that they are nobody else's; closing it cancels them."""

    def __init__(self, executor: Executor, prefix: str) -> None:
        self._executor, self._prefix = executor, prefix
        self._keys: set[str] = set()

    @property
    def capacity(self) -> int:
        return self._executor.capacity

    def workers(self) -> list[Worker]:
        return self._executor.workers()

    def submit(self, job: Job) -> None:
        self._keys.add(job.key)
        self._executor.submit(msgspec.structs.replace(job, key=f"{self._prefix}{job.key}"))

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        outcome = self._executor.next(timeout)
        if outcome is None:
            return None
        key = outcome.key.removeprefix(self._prefix)
        self._keys.discard(key)
        return renamed(outcome, key)

    def cancel(self, *keys: str) -> None:
        self._keys.difference_update(keys)
        self._executor.cancel(*(f"{self._prefix}{key}" for key in keys))

    def close(self) -> None:
        self.cancel(*self._keys)
