"""Unranked matches that a team asks for: they count for nothing, and are played when workers have room."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

from sqlalchemy import Column, Connection, func, insert, select, update

from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import Champion, Job, JobResult, job_for
from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, PlayerRow, add, begin, finish, of_kind
from joute.arena.store.schema import Judgement, State, challenges, matches
from joute.arena.tournament.model import Entrant, entrants_by_id, entrants_of
from joute.arena.tournament.results import row_of
from joute.core.text import Text

from . import teams
from .config import ContestError
from .model import Contest
from .teams import Team
from .versions import HOUR, Version, by_id

KIND = "challenge"
SEED_BITS = 48
ATTEMPTS_MOST = 3
AHEAD = 2
WAIT_S = 0.3


# Asking


def challenge(connection: Connection, contest: Contest, team: Team, version: Version, against: str) -> int:
    """A match of a version of a team against the active version of another, or a house champion, by name; the number of
    the match. Raises ContestError."""
    require_quota(connection, team, challenges.c.at, contest.settings.quotas.challenges_an_hour)
    mine = entrant_of(connection, team, version)
    other = _opponent(connection, contest, against)
    if other.kind != "bundled":
        _require_open(contest, version)
    boards = contest.settings.public_boards
    seed = secrets.randbits(SEED_BITS)
    settings = contest.ladder.settings
    house = [one for one in entrants_of(connection, contest.ladder) if one.kind == "bundled" and one.id != other.id]
    table = [mine, other, *islice(cycle(house), settings.seats - 2)]
    table = [*table[seed % settings.seats :], *table[: seed % settings.seats]]
    match = MatchRow(
        key=f"{KIND}:{secrets.token_hex(12)}",
        kind=KIND,
        game=settings.game,
        preset=settings.preset,
        params=settings.params,
        board=boards[seed // settings.seats % len(boards)] if boards else None,
        seed=seed,
        players=tuple(PlayerRow(one.name, one.kind, one.digest, entrant=one.id) for one in table),
    )
    (id_,) = add(connection, [match])
    connection.execute(insert(challenges).values(match_id=id_, team_id=team.id, at=time.time()))
    return id_


def entrant_of(connection: Connection, team: Team, version: Version) -> Entrant:
    """The entrant of a version of a team that can play; raises ContestError."""
    if version.team_id != team.id or version.entrant_id is None or version.state != Judgement.GOOD:
        raise ContestError(
            Text(
                f"version {version.number} cannot play: {version.why or 'it is not judged yet'}",
                f"la version {version.number} ne peut pas jouer : {version.why or 'pas encore jugée'}",
            )
        )
    if team.aside:
        raise ContestError(Text(f"{team.name} is set aside", f"{team.name} est écartée"))
    return entrants_by_id(connection, [version.entrant_id])[0]


def _opponent(connection: Connection, contest: Contest, name: str) -> Entrant:
    """A house champion, or the active version of another team."""
    for house in entrants_of(connection, contest.ladder):
        if house.name == name and house.kind == "bundled":
            return house
    team = teams.by_name(connection, name)
    if team is None or team.active_id is None or team.aside:
        raise ContestError(
            Text(
                f"there is nobody {name!r} to play against",
                f"il n'y a personne du nom de {name!r} contre qui jouer",
            )
        )
    return entrant_of(connection, team, by_id(connection, team.active_id))


def _require_open(contest: Contest, version: Version) -> None:
    """During a freeze, and for a version that came too late, only house champions are there to play against."""
    now = contest.allowed()
    if not (now.submissions and now.ranked and contest.allowed(version.received).submissions):
        raise ContestError(
            Text(
                "only house champions may be challenged now",
                "on ne peut défier que les champions de la maison en ce moment",
            )
        )


def require_quota(connection: Connection, team: Team, at: Column[Any], most: int) -> None:
    """Refuse what a team asks for too often; `at` is the column of the moments at which it has asked."""
    teams.hold(connection, team)
    mine = at.table.c.team_id == team.id, at > time.time() - HOUR
    count = connection.execute(select(func.count()).select_from(at.table).where(*mine)).scalar_one()
    if count >= most:
        raise ContestError(
            Text(
                f"{count} within an hour, and {most} are allowed; ask again later",
                f"{count} en une heure, et {most} sont permis ; redemandez plus tard",
            )
        )


# Playing


class Challenges:
    """Plays the challenges of a store; used by one thread."""

    def __init__(self, store: Store, contest: Contest, executor: Executor, say: Callable[[str], None]) -> None:
        self.store, self.executor, self.say = store, executor, say
        self.settings = contest.ladder.settings
        self.game = self.settings.settled()
        self._under_way: set[int] = set()

    def step(self) -> bool:
        """Hand out what waits and file a result; whether there was something to do."""
        self._hand_out()
        if not self._under_way:
            return False
        outcome = self.executor.next(WAIT_S)
        if outcome is not None:
            self._file(outcome)
        return True

    def _hand_out(self) -> None:
        """What only the store has under way was lost with an earlier service: it is played again."""
        room = AHEAD * max(1, self.executor.capacity) - len(self._under_way)
        with self.store.reading() as connection:
            unfinished = of_kind(connection, KIND, [State.WAITING, State.RUNNING], room + len(self._under_way))
        new = [match for match in unfinished if match.id not in self._under_way][: max(0, room)]
        if new:
            with self.store.writing() as connection:
                begin(connection, [match.id for match in new])
        for match in new:
            self._under_way.add(match.id)
            self.executor.submit(self._job(match))

    def _job(self, match: MatchRow) -> Job:
        champions = [
            Champion(one.name, "bundled", one.digest, one.name)
            if one.kind == "bundled"
            else Champion(one.name, "package", one.digest)
            for one in match.players
        ]
        return job_for(str(match.id), self.game, match.seed, champions, match.board, self.settings.terms)

    def _file(self, outcome: JobResult | Lost) -> None:
        id_ = int(outcome.key)
        if isinstance(outcome, JobResult) and not outcome.void:
            result = row_of(outcome, self.store.replays.put(outcome.replay))
            with self.store.writing() as connection:
                finish(connection, id_, result)
        else:
            self._again(id_, outcome.why if isinstance(outcome, Lost) else outcome.void)
        self._under_way.discard(id_)

    def _again(self, id_: int, why: str) -> None:
        """The engine failed in a match: play it again, a few times."""
        mine = matches.c.id == id_
        with self.store.writing() as connection:
            attempts = 1 + connection.execute(select(matches.c.attempts).where(mine)).scalar_one()
            state = State.FAILED if attempts >= ATTEMPTS_MOST else State.WAITING
            connection.execute(update(matches).where(mine).values(attempts=attempts, state=str(state), why=why))
        self.say(f"challenge {id_} could not be played: {why:.300}")
