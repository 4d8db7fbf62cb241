"""The audit log: what organisers did, and every change of a rating's inputs; each row holds the hash of the last."""

from __future__ import annotations

import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from joute.arena.store.schema import actions, contests

FIRST = "0" * 64


class LoggedAction(msgspec.Struct, frozen=True):
    """One row: who did what to whom, why, and what exactly."""

    at: float
    actor: str
    what: str
    subject: str
    why: str
    details: dict[str, Any]
    id: int = 0
    digest: str = ""


def note(
    connection: Connection,
    actor: str,
    what: str,
    subject: str = "",
    why: str = "",
    details: dict[str, Any] | None = None,
) -> None:
    """Add a row, in the transaction of what it tells of."""
    connection.execute(select(contests.c.id).with_for_update())  # two rows never follow the same one
    row = LoggedAction(time.time(), actor, what, subject, why, details or {})
    last = connection.execute(select(actions.c.digest).order_by(actions.c.id.desc()).limit(1)).scalar()
    connection.execute(insert(actions).values(_columns(row) | {"digest": chained(last or FIRST, row)}))


def chained(before: str, row: LoggedAction) -> str:
    """The hash of a row and of the one before it."""
    columns = _columns(row)
    return sha256(msgspec.json.encode([before, *(columns[name] for name in sorted(columns))])).hexdigest()


def _columns(row: LoggedAction) -> dict[str, Any]:
    same = ("at", "actor", "what", "subject", "why")
    details = msgspec.json.encode(row.details, order="sorted").decode()
    return {name: getattr(row, name) for name in same} | {"details": details}


def entries(connection: Connection, most: int | None = None, before: int | None = None) -> list[LoggedAction]:
    """The log, newest first; `before` a number, for the next page."""
    query = select(actions).order_by(actions.c.id.desc()).limit(most)
    if before is not None:
        query = query.where(actions.c.id < before)
    return [_entry(row) for row in connection.execute(query).mappings()]


def broken(rows: Iterator[LoggedAction] | list[LoggedAction]) -> int | None:
    """The number of the first row, oldest first, that was changed or follows a missing one; None if all is well."""
    last = FIRST
    for row in rows:
        if chained(last, row) != row.digest:
            return row.id
        last = row.digest
    return None


def _entry(row: Any) -> LoggedAction:
    return LoggedAction(**dict(row) | {"details": msgspec.json.decode(row["details"])})
