"""Checking a store: everything in it that cannot be so, with what it means and what to do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, case, func, or_, select, text

from .blobs import PART, digest_of
from .database import Store
from .schema import LIVE, State, boards, entrants, matches, players, tournaments

PLAY_AGAIN = "play it again: joute tournament requeue FILE --match {id}"
RESTORE = "restore it from a copy, or leave it: no table counts this match"
DELETE = "nothing needs it; remove it: joute store check --mend"
REMOVED = "removed"
STRAY = "stray"
"""The kind of a file that nothing speaks of."""
FRESH_S = 600
"""Something that runs may be about to speak of a file that is younger than this."""


class Finding(NamedTuple):
    """One thing that is wrong: its kind, where, what it means, and the remedy."""

    kind: str
    where: str
    what: str
    remedy: str


def check(store: Store) -> list[Finding]:
    """All that is wrong in a store."""
    with store.reading() as connection:
        found = list(_damage(connection))
        if found:
            return found
        for part in (_boards, _results, _seats, _labels, _filed, _tallies, _strangers, _tournaments):
            found += part(connection)
        return found + list(_replays(store, connection))


def mend(finding: Finding) -> str:
    """Remove what is safe to remove, after it was named: what was done; empty if nothing can be."""
    if finding.kind != STRAY:
        return ""
    path = Path(finding.where)
    try:
        if time.time() - path.stat().st_mtime < FRESH_S:
            return f"left alone: younger than {FRESH_S // 60} minutes, it may be of something that runs; try again then"
        path.unlink()
    except FileNotFoundError:  # by somebody else
        return REMOVED
    except OSError as fault:
        return f"left alone: it cannot be removed: {fault.strerror}"
    return REMOVED


def _damage(connection: Connection) -> Iterator[Finding]:
    """What the database itself finds, where it can look."""
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.execute(text("PRAGMA integrity_check")):
        if said != "ok":
            yield Finding("database", "store.db", f"the database is damaged: {said}", "restore it from a copy")
    for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
        what = f"row {row} of {table} speaks of something in {other} that does not exist"
        yield Finding("database", "store.db", what, "restore it from a copy")


def _boards(connection: Connection) -> Iterator[Finding]:
    for digest, board in connection.execute(select(boards.c.digest, boards.c.text)):
        if digest_of(board.encode()) != digest:
            yield Finding("board", digest, "a board is not what its name says", "restore the database from a copy")


def _results(connection: Connection) -> Iterator[Finding]:
    """A finished match has a result at every seat; another has none."""
    ranked = func.count(players.c.rank)
    query = (
        select(
            matches.c.id,
            matches.c.state,
            matches.c.kind,
            matches.c.replay,
            func.count(players.c.seat).label("seats"),
            ranked.label("ranked"),
            func.min(players.c.seat).label("first"),
            func.max(players.c.seat).label("last"),
            func.min(players.c.rank).label("best"),
            func.max(players.c.rank).label("worst"),
        )
        .outerjoin(players, players.c.match_id == matches.c.id)
        .group_by(matches.c.id)
        .order_by(matches.c.id)
    )
    for row in connection.execute(query):
        what = _impossible(row)
        if what:
            yield Finding("match", f"match {row.id}", what, PLAY_AGAIN.format(id=row.id))


def _impossible(row: Any) -> str:
    """What cannot be so about a match."""
    if row.seats == 0:
        return "it has no players"
    if (row.first, row.last) != (0, row.seats - 1):
        return f"it has {row.seats} players, but their seats run from {row.first} to {row.last}"
    if row.state == State.DONE:
        if row.ranked != row.seats:
            return f"it is done, but only {row.ranked} of {row.seats} players have a rank"
        if row.best != 1 or row.worst > row.seats:
            return f"the ranks of its {row.seats} players run from {row.best} to {row.worst}"
        if row.replay is None and row.kind == "tournament":
            return "it is done, but has no replay"
    elif row.state != State.REPLACED and row.ranked:
        return f"it is {row.state}, but has a result"
    return ""


def _seats(connection: Connection) -> Iterator[Finding]:
    """Who plays a match of a tournament is an entrant of that tournament."""
    query = (
        select(matches.c.id, players.c.seat, players.c.name)
        .join(players, players.c.match_id == matches.c.id)
        .outerjoin(entrants, entrants.c.id == players.c.entrant_id)
        .where(
            matches.c.tournament_id.is_not(None),
            or_(entrants.c.id.is_(None), entrants.c.tournament_id != matches.c.tournament_id),
        )
    )
    for id_, seat, name in connection.execute(query):
        what = f"{name!r} at seat {seat} is no entrant of its tournament"
        yield Finding("match", f"match {id_}", what, PLAY_AGAIN.format(id=id_))


def _labels(connection: Connection) -> Iterator[Finding]:
    """Of the matches that stand for one place in the schedule, one counts."""
    query = (
        select(matches.c.tournament_id, matches.c.label, func.count(), func.max(matches.c.id))
        .where(matches.c.tournament_id.is_not(None), matches.c.state.in_([str(state) for state in LIVE]))
        .group_by(matches.c.tournament_id, matches.c.label)
        .having(func.count() > 1)
    )
    for _, label, count, last in connection.execute(query):
        what = f"{count} matches stand for {label!r} in one tournament"
        yield Finding("match", f"match {last}", what, PLAY_AGAIN.format(id=last))


def _filed(connection: Connection) -> Iterator[Finding]:
    """The results of a tournament are numbered, each once."""
    done = matches.c.state == str(State.DONE)
    wrong = or_(
        and_(done, matches.c.filed.is_(None)), and_(matches.c.state != str(State.DONE), matches.c.filed.is_not(None))
    )
    for id_, state in connection.execute(
        select(matches.c.id, matches.c.state).where(
            matches.c.tournament_id.is_not(None), matches.c.state != str(State.REPLACED), wrong
        )
    ):
        what = f"it is {state}, and its result is {'not ' if state == State.DONE else ''}numbered"
        yield Finding("match", f"match {id_}", what, PLAY_AGAIN.format(id=id_))
    twice = (
        select(matches.c.tournament_id, matches.c.filed, func.max(matches.c.id))
        .where(matches.c.filed.is_not(None), matches.c.state == str(State.DONE))
        .group_by(matches.c.tournament_id, matches.c.filed)
        .having(func.count() > 1)
    )
    for _, filed, id_ in connection.execute(twice):
        what = f"its result has the number {filed}, as another has"
        yield Finding("match", f"match {id_}", what, PLAY_AGAIN.format(id=id_))


def _tallies(connection: Connection) -> Iterator[Finding]:
    """What an entrant is said to have played is what it has played."""
    counted = (
        select(players.c.entrant_id, func.count().label("games"))
        .join(matches, and_(matches.c.id == players.c.match_id, matches.c.state == str(State.DONE)))
        .group_by(players.c.entrant_id)
        .subquery()
    )
    games = case((counted.c.games.is_(None), 0), else_=counted.c.games)
    total = entrants.c.wins + entrants.c.draws + entrants.c.losses
    query = (
        select(entrants.c.name, entrants.c.games, games, total)
        .outerjoin(counted, counted.c.entrant_id == entrants.c.id)
        .where(or_(entrants.c.games != games, entrants.c.games != total))
        .order_by(entrants.c.id)
    )
    for name, said, found, parts in connection.execute(query):
        what = f"it has {found} finished matches, but {said} are counted ({parts} as won, drawn and lost)"
        yield Finding("entrant", f"entrant {name}", what, "count again: joute tournament requeue FILE --count")


def _strangers(connection: Connection) -> Iterator[Finding]:
    """Parameters and settings are JSON; a seed is a number."""
    for id_, params, seed in connection.execute(select(matches.c.id, matches.c.params, matches.c.seed)):
        try:
            msgspec.json.decode(params, type=dict[str, Any])
            int(seed)
        except ValueError as fault:
            what = f"its parameters or its seed cannot be read: {fault}"
            yield Finding("match", f"match {id_}", what, "restore the database from a copy")


def _tournaments(connection: Connection) -> Iterator[Finding]:
    from hashlib import sha256

    query = select(tournaments.c.name, tournaments.c.settings, tournaments.c.secret, tournaments.c.commitment)
    for name, settings, secret, commitment in connection.execute(query):
        try:
            msgspec.json.decode(settings)
        except msgspec.DecodeError as fault:
            what = f"its settings cannot be read: {fault}"
            yield Finding("tournament", f"tournament {name}", what, "restore the database from a copy")
        if sha256(secret.encode()).hexdigest() != commitment:
            what = "its secret is not the one it has committed to"
            yield Finding("tournament", f"tournament {name}", what, "restore the database from a copy")


def _replays(store: Store, connection: Connection) -> Iterator[Finding]:
    """Each replay that is spoken of is there and whole; nothing else is there."""
    counts = and_(matches.c.tournament_id.is_not(None), matches.c.state == str(State.DONE))
    query = select(matches.c.replay, matches.c.id, counts).where(matches.c.replay.is_not(None)).order_by(counts)
    wanted = {
        store.replays.path(name): (id_, PLAY_AGAIN.format(id=id_) if again else RESTORE)
        for name, id_, again in connection.execute(query)
    }
    if connection.execute(select(func.max(matches.c.id))).scalar() is None and any(store.replays.files()):
        what = "there are replays, but the database knows no match: it was lost, or it is another's"
        yield Finding("database", str(store.replays.folder), what, "restore the database from a copy")
        return
    for path in store.replays.files():
        id_, remedy = wanted.pop(path, (None, ""))
        if path.name.endswith(PART):
            yield Finding(STRAY, str(path), "half a replay: something died while it was written", DELETE)
        elif id_ is None:
            yield Finding(STRAY, str(path), "no match speaks of this file", DELETE)
        elif digest_of(path.read_bytes()) != path.name.removesuffix(store.replays.suffix):
            what = f"the replay of match {id_} is damaged"
            yield Finding("replay", str(path), what, f"delete it, and {remedy}")
    for path, (id_, remedy) in sorted(wanted.items()):
        yield Finding("replay", str(path), f"the replay of match {id_} is missing", remedy)
