"""What a contest keeps of a person: listed for them, and erased when they ask."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from joute.arena.store.schema import TokenKind, versions

from . import accounts, log, teams, tokens
from .accounts import Account

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


def erase(connection: Connection, account: Account, actor: str) -> None:
    """Erase a person, and note that it was done."""
    accounts.erase(connection, account)
    log.note(connection, actor, "erase", actor_of(account))
