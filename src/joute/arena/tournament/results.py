"""The results of a tournament: each is filed with the tallies and ratings that follow from it in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from joute.arena.jobs.job import JobResult, cause
from joute.arena.ratings import START, Running, updated
from joute.arena.store import Store
from joute.arena.store.matches import UNFINISHED, ResultRow, among, finish, set_state
from joute.arena.store.schema import LIVE, State, entrants, matches, players, ratings, tournaments
from joute.match.verdict import Verdict

from .formats.contract import When, points_of
from .lock import changing
from .model import Entrant, Tournament, entrants_by_id, entrants_of

EXCUSED = (Verdict.OK, Verdict.INTERNAL_ERROR)
"""Verdicts that do not count as a failure of the champion."""
MESSAGE_MOST = 300
TALLY = ("games", "wins", "draws", "losses", "points", "mu", "sigma")
"""The columns that follow from results."""


def file_result(store: Store, tournament: Tournament, id_: int, result: JobResult) -> list[str] | None:
    """File the result of a match: the replay first, then result, tallies and ratings together.

    Returns the names of the entrants that were set aside for it; None where no result was awaited, and nothing changes.
    """
    with changing(store, tournament) as connection:
        state = connection.execute(select(matches.c.state).where(matches.c.id == id_)).scalar()
        if state not in UNFINISHED:  # it was annulled or replaced while it was played
            return None
        row, now = row_of(result, store.replays.put(result.replay)), time.time()
        finish(connection, id_, row, _next_number(connection, tournament), now)
        query = select(players.c.entrant_id).where(players.c.match_id == id_).order_by(players.c.seat)
        before = entrants_by_id(connection, list(connection.execute(query).scalars()))
        after = _tallied(before, result.ranks)
        _write_tallies(connection, after)
        if tournament.settings.format.when == When.ALWAYS:
            _note_ratings(connection, id_, after, now)
        between = tournament.settings.format.when == When.BETWEEN
        return [] if between else set_failing_aside(connection, tournament)


def row_of(result: JobResult, replay: str) -> ResultRow:
    """The result of a job as the store takes it."""
    return ResultRow(
        result.scores,
        result.ranks,
        result.reason,
        result.verdicts,
        result.wall_ms,
        result.cpu_ms,
        replay,
        result.course,
        result.worker,
    )


def _next_number(connection: Connection, tournament: Tournament) -> int:
    query = select(func.max(matches.c.filed)).where(matches.c.tournament_id == tournament.id)
    last: int | None = connection.execute(query).scalar()
    return 1 if last is None else last + 1


# Tallies


def _tallied(table: Sequence[Entrant], ranks: Sequence[int]) -> list[Entrant]:
    """The entrants at a table after one more match. Won: alone in the first place; drawn: in a shared first place."""
    fresh = updated([Running(entrant.mu, entrant.sigma) for entrant in table], ranks)
    points, shared = points_of(ranks), list(ranks).count(1) > 1
    return [
        replace(
            entrant,
            games=entrant.games + 1,
            wins=entrant.wins + (ranks[seat] == 1 and not shared),
            draws=entrant.draws + (ranks[seat] == 1 and shared),
            losses=entrant.losses + (ranks[seat] != 1),
            points=entrant.points + points[seat],
            mu=entrant.mu if entrant.pinned else fresh[seat].mu,
            sigma=entrant.sigma if entrant.pinned else fresh[seat].sigma,
        )
        for seat, entrant in enumerate(table)
    ]


def _write_tallies(connection: Connection, tallied: Iterable[Entrant]) -> None:
    for entrant in tallied:
        values = {name: getattr(entrant, name) for name in TALLY}
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))


def _note_ratings(connection: Connection, match: int, table: Sequence[Entrant], at: float) -> None:
    """Note the running ratings after a match, for those who look back."""
    rows = [{"match_id": match, "entrant_id": one.id, "at": at, "mu": one.mu, "sigma": one.sigma} for one in table]
    connection.execute(insert(ratings), rows)


def recount(connection: Connection, tournament: Tournament) -> None:
    """Compute tallies and running ratings from all results again, in the order in which they were filed."""
    ladder = tournament.settings.format.when == When.ALWAYS
    if ladder:
        mine = select(entrants.c.id).where(entrants.c.tournament_id == tournament.id)
        connection.execute(delete(ratings).where(ratings.c.entrant_id.in_(mine)))

    def note(result: FiledResult, table: Sequence[Entrant]) -> None:
        if ladder:
            _note_ratings(connection, result.id, table, result.ended)

    _write_tallies(connection, tallies(connection, tournament, None, note))


def tallies(
    connection: Connection,
    tournament: Tournament,
    rounds: int | None = None,
    note: Callable[[FiledResult, Sequence[Entrant]], None] = lambda result, table: None,
) -> list[Entrant]:
    """The entrants with the tallies and running ratings that follow from all results, or those of the first rounds;
    `note` is called with each result and who was at the table, after it."""
    known = {entrant.id: _untallied(entrant) for entrant in entrants_of(connection, tournament)}
    for result in sorted(results_of(connection, tournament, rounds), key=lambda result: result.filed):
        table = _tallied([known[id_] for id_ in result.entrants], result.ranks)
        known |= {entrant.id: entrant for entrant in table}
        note(result, table)
    return list(known.values())


def _untallied(entrant: Entrant) -> Entrant:
    """An entrant as it was before its first result."""
    mu = START.mu if entrant.start_mu is None else entrant.start_mu
    sigma = START.sigma if entrant.start_sigma is None else entrant.start_sigma
    return replace(entrant, games=0, wins=0, draws=0, losses=0, points=0.0, mu=mu, sigma=sigma)


class FiledResult(NamedTuple):
    """A result as the store has it; seat by seat: entrants (by number), ranks and verdicts."""

    filed: int
    leg: int
    course: str
    entrants: list[int]
    ranks: list[int]
    verdicts: list[str]
    id: int = 0
    """The number of its match."""
    ended: float = 0.0

    @property
    def game(self) -> tuple[object, ...]:
        """What was played by whom: copies of one game have the same. Without a course, every match is its own."""
        return (self.course or self.filed, *self.entrants, *self.ranks)


def results_of(connection: Connection, tournament: Tournament, rounds: int | None = None) -> list[FiledResult]:
    """All results that count, or those of the first rounds, in the order of the schedule."""
    query = (
        select(
            matches.c.id,
            matches.c.ended,
            matches.c.filed,
            matches.c.leg,
            matches.c.course,
            players.c.entrant_id,
            players.c.rank,
            players.c.verdict,
        )
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state == str(State.DONE), among(rounds))
        .order_by(matches.c.id, players.c.seat)
    )
    results: dict[int, FiledResult] = {}
    for id_, ended, filed, leg, course, entrant, rank, verdict in connection.execute(query):
        result = results.setdefault(id_, FiledResult(filed, leg, course, [], [], [], id_, ended))
        result.entrants.append(entrant)
        result.ranks.append(rank)
        result.verdicts.append(verdict)
    return list(results.values())


# Entrants that fail


class Attempt(NamedTuple):
    """How an entrant did at its seat in a match."""

    entrant: int
    verdict: str
    told: str


def set_failing_aside(connection: Connection, tournament: Tournament) -> list[str]:
    """Set aside the entrants that have failed in too many matches in a row; their names.

    Matches are judged in the order of the schedule, each once, and only when all before it are over: the same entrants
    are set aside for the same matches, in whatever order results come in.
    """
    names: list[str] = []
    # Where matches are annulled, those that were not over hold up nothing any more: then there is more to judge.
    while tournament.settings.set_aside_after and (tables := _to_judge(connection, tournament)):
        names += _judge(connection, tournament, tables)
    return names


def _judge(connection: Connection, tournament: Tournament, tables: dict[int, list[Attempt]]) -> list[str]:
    """Count the failures of some matches, and set aside who has too many; their names."""
    ids = sorted({one.entrant for table in tables.values() for one in table})
    known = {entrant.id: entrant for entrant in entrants_by_id(connection, ids)}
    failing = {id_: entrant.failing for id_, entrant in known.items()}
    aside: dict[int, str] = {}
    for table in tables.values():
        if any(known[one.entrant].aside or one.entrant in aside for one in table):
            continue
        for one in table:
            failing[one.entrant] = 0 if one.verdict in EXCUSED else failing[one.entrant] + 1
            if failing[one.entrant] >= tournament.settings.set_aside_after:
                aside[one.entrant] = _why(failing[one.entrant], one)
    for id_, count in failing.items():
        if count != known[id_].failing:
            connection.execute(update(entrants).where(entrants.c.id == id_).values(failing=count))
    connection.execute(update(tournaments).where(tournaments.c.id == tournament.id).values(judged=max(tables)))
    for id_, why in aside.items():
        set_aside(connection, tournament, known[id_], why)
    return [known[id_].name for id_ in aside]


def _why(failing: int, last: Attempt) -> str:
    return f"failed in {failing} matches in a row; the last time {last.verdict}: {cause(last.told)[:MESSAGE_MOST]}"


def _to_judge(connection: Connection, tournament: Tournament) -> dict[int, list[Attempt]]:
    """The matches that count, by number, after the last that was judged and before the first that is not over."""
    mine = matches.c.tournament_id == tournament.id
    unfinished = select(func.min(matches.c.id)).where(mine, matches.c.state.in_([str(state) for state in UNFINISHED]))
    first = unfinished.scalar_subquery()
    judged = select(tournaments.c.judged).where(tournaments.c.id == tournament.id).scalar_subquery()
    query = (
        select(matches.c.id, players.c.entrant_id, players.c.verdict, players.c.told)
        .join(players, players.c.match_id == matches.c.id)
        .where(
            mine, matches.c.state == str(State.DONE), matches.c.id > judged, or_(first.is_(None), matches.c.id < first)
        )
        .order_by(matches.c.id, players.c.seat)
    )
    tables: dict[int, list[Attempt]] = {}
    for id_, *attempt in connection.execute(query):
        tables.setdefault(id_, []).append(Attempt(*attempt))
    return tables


# Matches that are not played


def put_back(store: Store, tournament: Tournament, id_: int, why: str) -> State:
    """A match in which the engine failed waits to be played again; after too many attempts it has failed for good."""
    with changing(store, tournament) as connection:
        row = connection.execute(select(matches.c.attempts, matches.c.state).where(matches.c.id == id_)).one()
        if row.state not in UNFINISHED:
            return State(row.state)
        attempts = row.attempts + 1
        state = State.FAILED if attempts > tournament.settings.retries else State.WAITING
        connection.execute(
            update(matches).where(matches.c.id == id_).values(state=str(state), attempts=attempts, why=why)
        )
    return state


def set_aside(connection: Connection, tournament: Tournament, entrant: Entrant, why: str) -> None:
    """An entrant plays no more: its matches that have not begun will not be played.

    Where all matches were scheduled at once, those it has played are annulled too, so that nobody gains or loses by
    having met it. Where later matches follow from results, what was played stands.
    """
    connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(aside=why))
    annul = tournament.settings.format.when == When.ONCE
    states = [state for state in LIVE if state != State.ASIDE] if annul else [State.WAITING]
    ids = ids_of(connection, tournament, entrant, states)
    for start in range(0, len(ids), 500):
        set_state(connection, ids[start : start + 500], State.ASIDE, f"{entrant.name} was set aside")
    if annul:
        recount(connection, tournament)


def ids_of(
    connection: Connection, tournament: Tournament, entrant: Entrant | None, states: Sequence[State]
) -> list[int]:
    """The matches of an entrant, or of all, in some states."""
    query = select(matches.c.id).where(
        matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in states])
    )
    if entrant is not None:
        query = query.join(players, players.c.match_id == matches.c.id).where(players.c.entrant_id == entrant.id)
    return list(connection.execute(query.distinct().order_by(matches.c.id)).scalars())
