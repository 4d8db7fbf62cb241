"""The results of a tournament: each is filed with the tallies and ratings that follow from it in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, func, select, update

from joute.arena.jobs.job import JobResult
from joute.arena.ratings import START, Running, updated
from joute.arena.store import Store
from joute.arena.store.matches import UNFINISHED, ResultRow, finish, set_state
from joute.arena.store.schema import State, entrants, matches, players
from joute.match.verdict import Verdict

from .formats.contract import points_of
from .lock import changing
from .model import Entrant, Tournament, entrants_by_id, entrants_of

EXCUSED = (Verdict.OK, Verdict.INTERNAL_ERROR)
"""Verdicts that do not count as a failure of the champion."""
MESSAGE_MOST = 300
TALLY: dict[str, float] = {
    "games": 0,
    "wins": 0,
    "draws": 0,
    "losses": 0,
    "points": 0.0,
    "failing": 0,
    "mu": START.mu,
    "sigma": START.sigma,
}
"""The columns that follow from results, as they are before the first."""


def file_result(store: Store, tournament: Tournament, id_: int, result: JobResult) -> list[str] | None:
    """File the result of a match: the replay first, then result, tallies and ratings together.

    Returns the names of the entrants that were set aside for it; None where no result was awaited, and nothing changes.
    """
    replay = store.replays.put(result.replay)
    row = ResultRow(result.scores, result.ranks, result.reason, result.verdicts, result.wall_ms, result.cpu_ms, replay)
    with changing(store, tournament) as connection:
        if not finish(connection, id_, row, _next_number(connection, tournament)):
            return None
        query = select(players.c.entrant_id).where(players.c.match_id == id_).order_by(players.c.seat)
        before = entrants_by_id(connection, list(connection.execute(query).scalars()))
        table = _tallied(before, result.ranks, [verdict for verdict, _ in result.verdicts])
        _write_tallies(connection, table)
        return _set_failing_aside(connection, tournament, table, result)


def _set_failing_aside(
    connection: Connection, tournament: Tournament, table: Sequence[Entrant], result: JobResult
) -> list[str]:
    """Set aside the entrants at a table that have now failed in too many matches in a row; their names."""
    limit = tournament.settings.set_aside_after
    names = []
    for entrant, (verdict, message) in zip(table, result.verdicts, strict=True):
        if limit and verdict not in EXCUSED and entrant.failing >= limit and not entrant.aside:
            why = f"failed in {entrant.failing} matches in a row; the last time {verdict}: {message[:MESSAGE_MOST]}"
            set_aside(connection, tournament, entrant, why)
            names.append(entrant.name)
    return names


def _next_number(connection: Connection, tournament: Tournament) -> int:
    query = select(func.max(matches.c.filed)).where(matches.c.tournament_id == tournament.id)
    last: int | None = connection.execute(query).scalar()
    return 1 if last is None else last + 1


# Tallies


def _tallied(table: Sequence[Entrant], ranks: Sequence[int], verdicts: Sequence[str]) -> list[Entrant]:
    """The entrants at a table after one more match. Won: alone in the first place; drawn: in a shared first place."""
    ratings = updated([Running(entrant.mu, entrant.sigma) for entrant in table], ranks)
    points, shared = points_of(ranks), list(ranks).count(1) > 1
    return [
        replace(
            entrant,
            games=entrant.games + 1,
            wins=entrant.wins + (ranks[seat] == 1 and not shared),
            draws=entrant.draws + (ranks[seat] == 1 and shared),
            losses=entrant.losses + (ranks[seat] != 1),
            points=entrant.points + points[seat],
            failing=0 if verdicts[seat] in EXCUSED else entrant.failing + 1,
            mu=ratings[seat].mu,
            sigma=ratings[seat].sigma,
        )
        for seat, entrant in enumerate(table)
    ]


def _write_tallies(connection: Connection, tallied: Iterable[Entrant]) -> None:
    for entrant in tallied:
        values = {name: getattr(entrant, name) for name in TALLY}
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))


def recount(connection: Connection, tournament: Tournament) -> None:
    """Compute tallies and running ratings from all results again, in the order in which they were filed."""
    tallied = {entrant.id: replace(entrant, **TALLY) for entrant in entrants_of(connection, tournament)}
    for ids, ranks, verdicts in results_of(connection, tournament):
        table = _tallied([tallied[id_] for id_ in ids], ranks, verdicts)
        tallied |= {entrant.id: entrant for entrant in table}
    _write_tallies(connection, tallied.values())


class FiledResult(NamedTuple):
    """A result as the store has it, seat by seat: entrants (by number), ranks and verdicts."""

    entrants: list[int]
    ranks: list[int]
    verdicts: list[str]


def results_of(connection: Connection, tournament: Tournament) -> list[FiledResult]:
    """All results, in the order in which they were filed."""
    query = (
        select(matches.c.id, players.c.entrant_id, players.c.rank, players.c.verdict)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state == str(State.DONE))
        .order_by(matches.c.filed, players.c.seat)
    )
    results: dict[int, FiledResult] = {}
    for id_, entrant, rank, verdict in connection.execute(query):
        result = results.setdefault(id_, FiledResult([], [], []))
        result.entrants.append(entrant)
        result.ranks.append(rank)
        result.verdicts.append(verdict)
    return list(results.values())


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
    """An entrant plays no more: its matches that have not begun will not be played."""
    connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(aside=why))
    waiting = ids_of(connection, tournament, entrant, [State.WAITING])
    for start in range(0, len(waiting), 500):
        set_state(connection, waiting[start : start + 500], State.ASIDE, f"{entrant.name} was set aside")


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
