"""Checking a store: finds everything in it that is inconsistent, and says what to do."""

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
"""The kind of a file that no match refers to."""
FRESH_S = 600
"""Seconds. A file younger than this may belong to a match that is just being filed."""


class Finding(NamedTuple):
    """Something that should not be there, or is missing: its kind, where it is, what it is, and the remedy."""

    kind: str
    where: str
    what: str
    remedy: str

    @property
    def harmless(self) -> bool:
        """Whether it is only a file that nothing needs, as a program leaves that is killed while it files a result."""
        return self.kind == STRAY


def check(store: Store) -> list[Finding]:
    """All inconsistencies of a store, and the files that nothing needs."""
    with store.reading() as connection:
        findings = list(_damage(connection))
        if findings:
            return findings
        for part in (_boards, _results, _seats, _labels, _filed, _tallies, _values, _tournaments):
            findings += part(connection)
        return findings + list(_replays(store, connection))


def mend(finding: Finding) -> str:
    """Remove a file if that is safe; says what was done, or nothing if the finding is not about a stray file."""
    if not finding.harmless:
        return ""
    path = Path(finding.where)
    try:
        if time.time() - path.stat().st_mtime < FRESH_S:
            return f"left alone: younger than {FRESH_S // 60} minutes, it may belong to a match that is being filed"
        path.unlink()
    except FileNotFoundError:  # another program was faster
        return REMOVED
    except OSError as error:
        return f"left alone: it cannot be removed: {error.strerror}"
    return REMOVED


def _damage(connection: Connection) -> Iterator[Finding]:
    """What SQLite's own checks find."""
    if connection.dialect.name != "sqlite":
        return
    for (message,) in connection.execute(text("PRAGMA integrity_check")):
        if message != "ok":
            yield Finding("database", "store.db", f"the database is damaged: {message}", "restore it from a copy")
    for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
        what = f"row {row} of {table} refers to a row of {other} that does not exist"
        yield Finding("database", "store.db", what, "restore it from a copy")


def _boards(connection: Connection) -> Iterator[Finding]:
    for digest, board in connection.execute(select(boards.c.digest, boards.c.text)):
        if digest_of(board.encode()) != digest:
            yield Finding("board", digest, "the hash of this board is not its name", "restore the database from a copy")


def _results(connection: Connection) -> Iterator[Finding]:
    """A finished match has a result at every seat; one that is yet to be played, or failed, has none."""
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
    """What is inconsistent about a match; empty if nothing is."""
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
    elif row.state not in (State.ASIDE, State.REPLACED) and row.ranked:
        return f"it is {row.state}, but has a result"
    return ""


def _seats(connection: Connection) -> Iterator[Finding]:
    """Every player of a tournament's match is an entrant of that tournament."""
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
    """Only one match counts for each label of a schedule."""
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
    """The results of a tournament have numbers, each its own."""
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
    """The tally of an entrant agrees with its finished matches."""
    counted = (
        select(players.c.entrant_id, func.count().label("games"))
        .join(matches, and_(matches.c.id == players.c.match_id, matches.c.state == str(State.DONE)))
        .where(matches.c.tournament_id.is_not(None))  # not those that entrants play beside their tournament
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
    for name, tallied, finished, parts in connection.execute(query):
        what = f"it has {finished} finished matches, but {tallied} are counted ({parts} as won, drawn and lost)"
        yield Finding("entrant", f"entrant {name}", what, "count again: joute tournament requeue FILE --count")


def _values(connection: Connection) -> Iterator[Finding]:
    """Parameters are JSON; a seed is a number."""
    for id_, params, seed in connection.execute(select(matches.c.id, matches.c.params, matches.c.seed)):
        try:
            msgspec.json.decode(params, type=dict[str, Any])
            int(seed)
        except ValueError as error:
            what = f"its parameters or its seed cannot be read: {error}"
            yield Finding("match", f"match {id_}", what, "restore the database from a copy")


def _tournaments(connection: Connection) -> Iterator[Finding]:
    from hashlib import sha256

    query = select(tournaments.c.name, tournaments.c.settings, tournaments.c.secret, tournaments.c.commitment)
    for name, settings, secret, commitment in connection.execute(query):
        try:
            msgspec.json.decode(settings)
        except msgspec.DecodeError as error:
            what = f"its settings cannot be read: {error}"
            yield Finding("tournament", f"tournament {name}", what, "restore the database from a copy")
        if sha256(secret.encode()).hexdigest() != commitment:
            what = "its secret is not the one it has committed to"
            yield Finding("tournament", f"tournament {name}", what, "restore the database from a copy")


def _replays(store: Store, connection: Connection) -> Iterator[Finding]:
    """Each replay that a match refers to is there and undamaged; no other file is there."""
    counts = and_(matches.c.tournament_id.is_not(None), matches.c.state == str(State.DONE))
    query = select(matches.c.replay, matches.c.id, counts).where(matches.c.replay.is_not(None)).order_by(counts)
    wanted = {
        store.replays.path(name): (id_, PLAY_AGAIN.format(id=id_) if again else RESTORE)
        for name, id_, again in connection.execute(query)
    }
    if connection.execute(select(func.max(matches.c.id))).scalar() is None and any(store.replays.files()):
        what = "there are replays, but the database knows no match: it was lost, or belongs to another store"
        yield Finding("database", str(store.replays.folder), what, "restore the database from a copy")
        return
    for path in store.replays.files():
        id_, remedy = wanted.pop(path, (None, ""))
        if path.name.endswith(PART):
            yield Finding(STRAY, str(path), "half a replay: a program died while it wrote this file", DELETE)
        elif id_ is None:
            yield Finding(STRAY, str(path), "no match refers to this file", DELETE)
        elif digest_of(path.read_bytes()) != path.name.removesuffix(store.replays.suffix):
            what = f"the replay of match {id_} is damaged"
            yield Finding("replay", str(path), what, f"delete it, and {remedy}")
    for path, (id_, remedy) in sorted(wanted.items()):
        yield Finding("replay", str(path), f"the replay of match {id_} is missing", remedy)
