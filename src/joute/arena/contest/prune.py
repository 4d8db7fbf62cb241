"""What a contest keeps for long: results and orders. Logs go by age; finals, and what proves a ranked result, stay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, update

from joute.arena.store import Store, StoreError
from joute.arena.store.schema import actions, matches, teams, versions
from joute.match.reading import read
from joute.match.replay import ReplayError, packed
from joute.match.stripping import stripped

from . import log
from .challenges import KIND
from .model import Contest

DAY = 86_400.0
WHAT = "prune"
"""What the audit log calls it."""


class Pruned(NamedTuple):
    """What was dropped."""

    notes: int = 0
    """Ranked matches whose champions' notes and output are gone; their orders and results stay."""
    replays: int = 0
    """Challenges whose replays are gone."""
    logs: int = 0
    """Versions, of those that play no more, whose log of the judging is gone."""
    bytes: int = 0


def prune(
    store: Store, contest: Contest, days: float, actor: str, tell: Callable[[int], None] = lambda looked_at: None
) -> Pruned:
    """Drop what is older than so many days. It may be stopped at any moment, and begun again."""
    before = time.time() - days * DAY
    notes = replays = freed = 0
    for looked_at, row in enumerate(_old(store, contest, before), 1):
        if row.tournament_id is None:
            replays, freed = replays + 1, freed + _swap(store, row, None)
        elif saved := _strip(store, row):
            notes, freed = notes + 1, freed + saved
        tell(looked_at)
    with store.writing() as connection:
        made = Pruned(notes, replays, _forget_logs(connection, before), freed)
        log.note(connection, actor, WHAT, contest.name, details={"before": before, **made._asdict()})
    return made


def _old(store: Store, contest: Contest, before: float) -> Iterator[Any]:
    """The matches of the ladder and of challenges that ended before a moment, and after that of the last time."""
    kinds = or_(
        and_(matches.c.tournament_id == contest.ladder.id, matches.c.ended > _last(store)), matches.c.kind == KIND
    )
    wanted = and_(kinds, matches.c.ended < before, matches.c.replay.is_not(None))
    columns = matches.c.id, matches.c.tournament_id, matches.c.replay
    with store.reading() as connection:
        rows = connection.execute(select(*columns).where(wanted).order_by(matches.c.id)).all()
    yield from rows


def _last(store: Store) -> float:
    """Up to when ranked matches were pruned before."""
    done = select(actions.c.details).where(actions.c.what == WHAT)
    with store.reading() as connection:
        known = [msgspec.json.decode(details)["before"] for details in connection.execute(done).scalars()]
    return max(known, default=0.0)


def _strip(store: Store, row: Any) -> int:
    """Take the private notes out of a replay; the bytes that were saved. `joute store check` tells of damaged ones."""
    try:
        store.replays.get(row.replay)
        whole = read(store.replays.path(row.replay))
    except (StoreError, ReplayError):
        return 0
    data = packed(stripped(whole, lambda seat: False, lambda seat: True))
    if len(data) >= store.replays.path(row.replay).stat().st_size:
        return 0
    return _swap(store, row, store.replays.put(data)) - len(data)


def _swap(store: Store, row: Any, replay: str | None) -> int:
    """Give a match another replay, or none; the size of the old one, which is removed if no other match has it."""
    with store.writing() as connection:
        connection.execute(update(matches).where(matches.c.id == row.id).values(replay=replay))
        left = connection.execute(select(func.count()).where(matches.c.replay == row.replay)).scalar_one()
    old = store.replays.path(row.replay)
    size = old.stat().st_size if old.is_file() else 0
    if left == 0:
        old.unlink(missing_ok=True)
    return size


def _forget_logs(connection: Connection, before: float) -> int:
    """Empty the logs of versions that play no more."""
    active = select(teams.c.active_id).where(teams.c.active_id.is_not(None))
    old = versions.c.judged < before, versions.c.log != "", versions.c.id.not_in(active)
    return connection.execute(update(versions).where(*old).values(log="")).rowcount
