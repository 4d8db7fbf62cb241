"""The book of a tournament: each result is filed with all that follows from it in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update

from joute.arena.jobs.job import JobResult
from joute.arena.ratings import START, Running, updated
from joute.arena.store import Store
from joute.arena.store.matches import UNFINISHED, Ending, finish, set_state
from joute.arena.store.schema import State, entrants, matches, players
from joute.match.verdict import Verdict

from .contest import Entrant, Tournament, entrants_of
from .formats.draw import Played, Slot
from .lock import changing

EXCUSED = (Verdict.OK, Verdict.INTERNAL_ERROR)
TOLD_MOST = 300


class Filed(NamedTuple):
    """What came of filing a result: whether it was awaited, and who was set aside for it."""

    counted: bool
    aside: tuple[str, ...] = ()


def file_result(store: Store, tournament: Tournament, id_: int, done: JobResult) -> Filed:
    """File the result of a match: replay first, then result, tally and ratings together."""
    replay = store.replays.put(done.replay)
    ending = Ending(done.scores, done.ranks, done.reason, done.verdicts, done.wall_ms, done.cpu_ms, replay)
    with changing(store, tournament) as connection:
        if not finish(connection, id_, ending, _next_number(connection, tournament)):
            return Filed(False)
        query = select(players.c.entrant_id).where(players.c.match_id == id_).order_by(players.c.seat)
        table = _rows(connection, list(connection.execute(query).scalars()))
        _tally(connection, table, done.ranks, done.verdicts)
        limit = tournament.settings.set_aside_after
        verdicts = zip(table, done.verdicts, strict=True)
        failing = [(entrant, *verdict) for entrant, verdict in verdicts if limit and verdict[0] not in EXCUSED]
        out = [entry for entry in failing if entry[0].failing + 1 >= limit and not entry[0].aside]
        for entrant, verdict, told in out:
            why = f"failed in {entrant.failing + 1} matches in a row; the last time {verdict}: {told[:TOLD_MOST]}"
            set_aside(connection, tournament, entrant, why)
    return Filed(True, tuple(entrant.name for entrant, _, _ in out))


def _next_number(connection: Connection, tournament: Tournament) -> int:
    query = select(func.max(matches.c.filed)).where(matches.c.tournament_id == tournament.id)
    last: int | None = connection.execute(query).scalar()
    return 1 if last is None else last + 1


def _rows(connection: Connection, ids: Sequence[int]) -> list[Entrant]:
    """Entrants by number, in this order."""
    query = select(entrants).where(entrants.c.id.in_(ids))
    found = {
        row["id"]: Entrant(**{name: value for name, value in row.items() if name != "tournament_id"})
        for row in connection.execute(query).mappings()
    }
    return [found[id_] for id_ in ids]


def _tally(
    connection: Connection, table: Sequence[Entrant], ranks: Sequence[int], verdicts: Sequence[tuple[str, str]]
) -> None:
    ratings = updated([Running(entrant.mu, entrant.sigma) for entrant in table], ranks)
    points = Played(Slot("", 0, 0, ()), tuple(ranks)).points()
    for seat, entrant in enumerate(table):
        values: dict[str, Any] = {name: getattr(entrant, name) + one for name, one in _counts(ranks, seat).items()}
        values |= {"points": entrant.points + points[seat], "mu": ratings[seat].mu, "sigma": ratings[seat].sigma}
        values["failing"] = 0 if verdicts[seat][0] in EXCUSED else entrant.failing + 1
        connection.execute(update(entrants).where(entrants.c.id == entrant.id).values(values))


def _counts(ranks: Sequence[int], seat: int) -> dict[str, int]:
    """A match as won (alone in the first place), drawn (shared) or lost."""
    first = ranks[seat] == 1
    alone = first and list(ranks).count(1) == 1
    return {"games": 1, "wins": int(alone), "draws": int(first and not alone), "losses": int(not first)}


def put_back(store: Store, tournament: Tournament, id_: int, why: str) -> State:
    """A match that failed through us waits again; once too often, and it has failed for good."""
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
    """An entrant plays no more: its matches that have not begun are not played."""
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


def recount(connection: Connection, tournament: Tournament) -> None:
    """Tally and running ratings from all results again, in the order in which they were filed."""
    fresh: dict[str, float] = {"games": 0, "wins": 0, "draws": 0, "losses": 0, "points": 0.0, "failing": 0}
    found = {entrant.id: dict(fresh) for entrant in entrants_of(connection, tournament)}
    ratings = dict.fromkeys(found, START)
    for ids, ranks, verdicts in results_of(connection, tournament):
        new = updated([ratings[id_] for id_ in ids], ranks)
        ratings |= dict(zip(ids, new, strict=True))
        points = Played(Slot("", 0, 0, ()), tuple(ranks)).points()
        for seat, id_ in enumerate(ids):
            tally = found[id_]
            for name, one in _counts(ranks, seat).items():
                tally[name] += one
            tally["points"] += points[seat]
            tally["failing"] = 0 if verdicts[seat] in EXCUSED else tally["failing"] + 1
    for id_, tally in found.items():
        values = tally | {"mu": ratings[id_].mu, "sigma": ratings[id_].sigma}
        connection.execute(update(entrants).where(entrants.c.id == id_).values(values))


Result = tuple[list[int], list[int], list[str]]


def results_of(connection: Connection, tournament: Tournament) -> list[Result]:
    """Entrants, ranks and verdicts by seat, in the order in which they were filed."""
    query = (
        select(matches.c.id, players.c.entrant_id, players.c.rank, players.c.verdict)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state == str(State.DONE))
        .order_by(matches.c.filed, players.c.seat)
    )
    found: dict[int, Result] = {}
    for id_, entrant, rank, verdict in connection.execute(query):
        table, ranks, verdicts = found.setdefault(id_, ([], [], []))
        table.append(entrant)
        ranks.append(rank)
        verdicts.append(verdict)
    return list(found.values())
