"""Exercises of a course: beat a house champion, surely enough. Matches are played by themselves until that is clear.

The version that counts is the last one received before the deadline of the exercise that is good. It meets the champion
in pairs of matches, seats exchanged, on all boards; each pair is one value of a confidence sequence, so that one may
stop as soon as it is clear. They are unranked.
"""

from __future__ import annotations

import secrets
import time
from itertools import cycle, islice
from typing import Literal

import msgspec
from sqlalchemy import Connection, select

from joute.arena.compare.sequential import Sequence
from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, PlayerRow, add
from joute.arena.store.schema import Judgement, State, matches, players
from joute.arena.tournament.model import Entrant, entrants_by_id, entrants_of
from joute.arena.tournament.schedule import boards_of

from . import teams, versions
from .challenges import KIND, SEED_BITS
from .config import Exercise
from .model import Contest, current
from .teams import Team
from .versions import Version

PAIRS_MOST = 60
HALF = 0.5
PAIR = 2


class Attempt(msgspec.Struct, frozen=True):
    """How far a version has come in an exercise."""

    exercise: Exercise
    version: int | None
    """The number of the one that counts; None: there is none."""
    pairs: int = 0
    points: float = 0.0
    """The share of the points that it has won."""
    low: float = 0.0
    high: float = 1.0
    """Between these the share lies, with the confidence of the exercise."""
    waits: bool = False
    """Whether matches of it are still to be played."""

    @property
    def answer(self) -> Literal["yes", "no", "open"]:
        """yes: the champion is beaten; no: it is not; open: that is not clear."""
        if self.low >= HALF:
            return "yes"
        if self.version is None or self.high <= HALF:
            return "no"
        return "open"

    @property
    def over(self) -> bool:
        return self.answer != "open" or self.pairs >= PAIRS_MOST


def counting(connection: Connection, team: Team, exercise: Exercise) -> Version | None:
    """The version that counts in an exercise, as things stand."""
    deadline = time.time() if exercise.deadline is None else exercise.deadline.timestamp()
    return versions.last_before(connection, team, deadline)


def attempts(connection: Connection, contest: Contest, team: Team) -> list[Attempt]:
    """How far a team has come in each exercise."""
    exercises = contest.settings.exercises
    return [attempt(connection, number, one, counting(connection, team, one)) for number, one in enumerate(exercises)]


def attempt(connection: Connection, number: int, exercise: Exercise, version: Version | None) -> Attempt:
    if version is None:
        return Attempt(exercise, None)
    values, waits = _values(connection, number, version)
    sequence = Sequence(1 - exercise.confidence, PAIRS_MOST)
    for value in values:
        sequence.see(value)
    points = sum(values) / len(values) if values else 0.0
    return Attempt(exercise, version.number, len(values), points, sequence.low, sequence.high, waits)


def _key(number: int, version: Version) -> str:
    """What the keys of all matches of a version in an exercise begin with."""
    return f"exercise:{number}:{version.id}:"


def _values(connection: Connection, number: int, version: Version) -> tuple[list[float], bool]:
    """What a version won in each pair of matches that is over, in their order; and whether some are not."""
    prefix = _key(number, version)
    query = (
        select(matches.c.id, matches.c.state, players.c.entrant_id, players.c.rank)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.key > prefix, matches.c.key < f"{prefix[:-1]};")
        .order_by(matches.c.id, players.c.seat)
    )
    tables: dict[int, list[tuple[int, int]]] = {}
    waits = False
    for id_, state, entrant, rank in connection.execute(query):
        waits |= state in (State.WAITING, State.RUNNING)
        tables.setdefault(id_, []).append((entrant, rank))
    won = [_won(table, version.entrant_id) for table in tables.values()]
    pairs = (won[start : start + PAIR] for start in range(0, len(won) - len(won) % PAIR, PAIR))
    return [sum(both) / PAIR for pair in pairs if len(both := [one for one in pair if one is not None]) == PAIR], waits


def _won(table: list[tuple[int, int]], mine: int | None) -> float | None:
    """The points of the first two at a table against each other; None while the match is not over."""
    ranks = dict(table)
    rung = next(entrant for entrant, _ in table if entrant != mine)
    own, other = ranks[mine or 0], ranks[rung]
    return None if own is None or other is None else (own < other) + HALF * (own == other)


# Playing


class Exercises:
    """Queues matches of exercises; the challenges play them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._over: set[tuple[int, int]] = set()
        """What is clear: exercise and version."""

    def step(self) -> bool:
        """Queue the next pair of matches wherever it is not clear yet; whether there was something to queue."""
        with self.store.reading() as connection:
            contest = current(connection)
            wanted = list(self._wanted(connection, contest)) if contest.settings.exercises else []
        if wanted:
            with self.store.writing() as connection:
                for number, exercise, version in wanted:
                    add(connection, _pair(connection, contest, number, exercise, version))
        return bool(wanted)

    def _wanted(self, connection: Connection, contest: Contest) -> list[tuple[int, Exercise, Version]]:
        found = []
        playing = [team for team in teams.all_teams(connection) if not team.aside]
        for number, exercise in enumerate(contest.settings.exercises):
            for team in playing:
                version = counting(connection, team, exercise)
                if version is None or version.state != Judgement.GOOD or (number, version.id) in self._over:
                    continue
                state = attempt(connection, number, exercise, version)
                if state.over:
                    self._over.add((number, version.id))
                elif not state.waits:
                    found.append((number, exercise, version))
        return found


def _pair(
    connection: Connection, contest: Contest, number: int, exercise: Exercise, version: Version
) -> list[MatchRow]:
    """Two matches on one board with one seed, with seats exchanged."""
    settings, seed = contest.ladder.settings, secrets.randbits(SEED_BITS)
    house = [one for one in entrants_of(connection, contest.ladder) if one.kind == "bundled"]
    rung = next(one for one in house if one.name == exercise.beat)
    (mine,) = entrants_by_id(connection, [version.entrant_id or 0])
    rest = list(islice(cycle([one for one in house if one.id != rung.id] or [rung]), settings.seats - PAIR))
    boards = boards_of(contest.ladder)
    board = boards[seed % len(boards)] if boards else None

    def match(table: list[Entrant]) -> MatchRow:
        return MatchRow(
            key=f"{_key(number, version)}{secrets.token_hex(8)}",
            kind=KIND,
            game=settings.game,
            preset=settings.preset,
            params=settings.params,
            board=board,
            seed=seed,
            players=tuple(PlayerRow(one.name, one.kind, one.digest, entrant=one.id) for one in table),
        )

    return [match([mine, rung, *rest]), match([rung, mine, *rest])]
