"""What a contest keeps of a person: listed for them, and erased when they ask."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from joute.arena.store.schema import TokenKind, versions

from . import accounts, log, teams, tokens
from .accounts import Account
from .model import Contest
from .tokens import DAY

LISTED = ("login", "name", "real_name", "email", "subject", "role", "language", "created", "disabled")


def actor_of(account: Account) -> str:
    """How the audit log calls a person: it stays when their personal data are erased."""
    return f"account {account.id}"


def kept_of(connection: Connection, account: Account) -> dict[str, Any]:
    """All that is kept of a person, without secrets and their hashes."""
    team = teams.team_of(connection, account.id)
    mine = select(versions.c.number, versions.c.received, versions.c.note).where(versions.c.account_id == account.id)
    return {
        "account": {name: getattr(account, name) for name in LISTED} | {"has_password": bool(account.password)},
        "team": None if team is None else team.name,
        "submitted": [dict(row) for row in connection.execute(mine.order_by(versions.c.id)).mappings()],
        "tokens": [
            {"kind": str(kind), "note": token.note, "created": token.created, "seen": token.seen}
            for kind in TokenKind
            for token in tokens.of_account(connection, account.id, kind)
        ],
    }


def due(contest: Contest) -> float | None:
    """When the personal data of those who took part are erased; None while nothing says when the contest ends."""
    times = msgspec.structs.replace(contest.settings.times, opens=None)  # it is no end
    moments = [when.timestamp() for when in msgspec.structs.astuple(times) if when is not None]
    return max(moments) + DAY * contest.settings.access.keep_days if moments else None


def expire(connection: Connection, contest: Contest, now: float) -> int:
    """Erase everybody who took part, once that is due, and forget tokens that are good for nothing; how many people."""
    tokens.sweep(connection)
    moment = due(contest)
    if moment is None or now < moment:
        return 0
    left = [one for one in accounts.everybody(connection) if one.erased is None and not one.organiser]
    for account in left:
        erase(connection, account, "joute")
    return len(left)


def erase(connection: Connection, account: Account, actor: str) -> None:
    """Erase a person, and note that it was done."""
    accounts.erase(connection, account)
    log.note(connection, actor, "erase", actor_of(account))
