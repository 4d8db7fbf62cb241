"""One-time links that organisers give out, and the first of them, which makes an organiser."""

from __future__ import annotations

from sqlalchemy import Connection

from joute.arena.store.schema import Role, TokenKind

from . import accounts, log, tokens
from .accounts import Account, NewAccount
from .personal import actor_of

ENTER = "/contest/enter"
"""The page that signs in by a link; the secret stands behind a `#`, so that no log of a server has it."""


def one_time(connection: Connection, account: Account, actor: str) -> str:
    """The secret of a link that signs somebody in once."""
    log.note(connection, actor, "link", actor_of(account))
    return tokens.issue(connection, TokenKind.SIGN_IN, account.id, note="organiser")


def for_organiser(connection: Connection, login: str, actor: str = "joute contest organiser") -> str:
    """The secret of a one-time link for an organiser, who is one from now on, and a new account if need be."""
    account = accounts.by_login(connection, login)
    if account is None:
        account = accounts.register(connection, NewAccount(login, login), Role.ORGANISER)
    elif not account.organiser:
        accounts.change(connection, account.id, role=str(Role.ORGANISER))
        log.note(connection, actor, "organiser", actor_of(account))
    return one_time(connection, account, actor)
