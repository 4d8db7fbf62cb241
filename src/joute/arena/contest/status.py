"""How a contest stands, for its organisers."""

from __future__ import annotations

import shutil
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text

from joute.arena.store import Store
from joute.arena.store.matches import counts
from joute.arena.store.schema import Judgement, State, comparisons, entrants, matches, teams, versions
from joute.arena.tournament.status import ALIVE_S

from . import finals, workers
from .challenges import KIND
from .clock import Allowed, next_change
from .model import Contest, current
from .workers import Machine

HOUR = 3_600.0
LOOKED_AT = 100
"""Replays whose size stands for all of them."""


class ServiceStatus(msgspec.Struct, frozen=True):
    """The service: whether it gives signs of life, since when it gave the last one, and where it runs."""

    alive: bool
    seen: float | None = None
    host: str = ""
    pid: int = 0
    capacity: int = 0
    """How many matches it can play at once."""
    playing: int = 0


class ContestStatus(msgspec.Struct, frozen=True):
    """Everything on one page."""

    name: str
    game: str
    allowed: dict[str, Any]
    """Whether it is open, takes submissions and plays ranked matches; and since when the table is frozen."""
    next: tuple[str, float] | None
    """What changes next, and when."""
    service: ServiceStatus
    teams: int
    versions: dict[str, int]
    """How many versions are received, judging, good and failed."""
    waits_s: float
    """How long the oldest version waits to be judged."""
    new: int
    """How many active versions have not played their first matches yet."""
    ranked: dict[str, int]
    """How many ranked matches are in each state."""
    last_hour: int
    """How many ranked matches were played within the last hour."""
    unranked: int
    """How many challenges and comparisons wait."""
    finals: list[str]
    """Those that are not over."""
    machines: list[Machine]
    free_bytes: int
    """Where the store keeps its replays."""


def status(store: Store) -> ContestStatus:
    """How the contest of a store stands; raises ContestError where there is none."""
    with store.reading() as connection:
        contest, now = current(connection, store.name), time.time()
        allowed: Allowed = contest.allowed(now)
        return ContestStatus(
            contest.name,
            contest.ladder.settings.game,
            allowed._asdict(),
            next_change(contest.settings.times, now),
            service_of(contest, now),
            _count(connection, select(func.count()).select_from(teams)),
            _states(connection),
            _longest_wait(connection, now),
            _new(connection, contest),
            {str(state): count for state, count in counts(connection, contest.ladder.id).items()},
            _last_hour(connection, contest, now),
            _unranked(connection),
            [final.name for final in finals.to_play(connection, contest)],
            workers.machines(connection, now),
            shutil.disk_usage(store.folder).free,
        )


def used_bytes(store: Store) -> int:
    """What the replays that were filed and the database take, about: replays are told from the last of them."""
    with store.reading() as connection:
        kind = connection.dialect.name
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        asked = pages if kind == "sqlite" else "SELECT pg_database_size(current_database())"
        database = int(connection.execute(text(asked)).scalar_one())
        query = select(matches.c.replay).where(matches.c.replay.is_not(None)).order_by(matches.c.id.desc())
        last = list(connection.execute(query.limit(LOOKED_AT)).scalars())
        count = connection.execute(select(func.count(matches.c.replay))).scalar_one()
    sizes = [path.stat().st_size for path in map(store.replays.path, last) if path.is_file()]
    return database + round(count * sum(sizes) / len(sizes)) if sizes else database


def service_of(contest: Contest, now: float) -> ServiceStatus:
    """The last sign of life of the service."""
    if not contest.pulse:
        return ServiceStatus(False)
    pulse = msgspec.json.decode(contest.pulse)
    alive = pulse["running"] and now - pulse["time"] < ALIVE_S
    playing = sum(worker["job"] is not None for worker in pulse["workers"])
    return ServiceStatus(alive, pulse["time"], pulse["host"], pulse["pid"], pulse["capacity"], playing)


def _count(connection: Connection, query: Any) -> int:
    return int(connection.execute(query).scalar_one())


def _states(connection: Connection) -> dict[str, int]:
    query = select(versions.c.state, func.count()).group_by(versions.c.state)
    known = {state: int(count) for state, count in connection.execute(query)}
    return {str(state): known.get(str(state), 0) for state in Judgement}


def _longest_wait(connection: Connection, now: float) -> float:
    oldest = select(func.min(versions.c.received)).where(versions.c.state == str(Judgement.RECEIVED))
    first: float | None = connection.execute(oldest).scalar()
    return 0.0 if first is None else now - first


def _new(connection: Connection, contest: Contest) -> int:
    query = (
        select(func.count())
        .select_from(teams)
        .join(versions, versions.c.id == teams.c.active_id)
        .join(entrants, entrants.c.id == versions.c.entrant_id)
        .where(entrants.c.games < contest.settings.ladder.first_matches)
    )
    return _count(connection, query)


def _last_hour(connection: Connection, contest: Contest, now: float) -> int:
    mine = matches.c.tournament_id == contest.ladder.id, matches.c.state == str(State.DONE)
    return _count(connection, select(func.count()).select_from(matches).where(*mine, matches.c.ended > now - HOUR))


def _unranked(connection: Connection) -> int:
    waiting = [str(State.WAITING), str(State.RUNNING)]
    challenged = select(func.count()).select_from(matches).where(matches.c.kind == KIND, matches.c.state.in_(waiting))
    compared = select(func.count()).select_from(comparisons).where(comparisons.c.state.in_(waiting))
    return _count(connection, challenged) + _count(connection, compared)
