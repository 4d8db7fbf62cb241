"""Secrets that people and programs carry: sessions, invitations, one-time links. The store has only their hashes."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from joute.arena.store.schema import TokenKind, tokens

BYTES = 24
"""Random bytes of a secret: nobody guesses 192 bits."""
DAY = 86_400.0
LIFE_S: dict[TokenKind, float | None] = {
    TokenKind.SESSION: 30 * DAY,
    TokenKind.INVITE: 60 * DAY,
    TokenKind.SIGN_IN: DAY,
    TokenKind.RESET: DAY / 12,
    TokenKind.RECOVERY: None,
    TokenKind.API: None,
    TokenKind.WORKER: None,
}
"""How long each kind is good for; None: until it is taken back."""
ONCE = (TokenKind.SIGN_IN, TokenKind.RESET, TokenKind.RECOVERY)
"""Kinds that are used up by one use."""
SEEN_S = 3600.0
"""How often it is noted at most that a token was used: whoever reads a page should not wait for the disk."""


class Token(msgspec.Struct, frozen=True):
    """A secret that was given out, as the store knows it."""

    digest: str
    kind: TokenKind
    account_id: int | None
    team_id: int | None
    note: str
    created: float
    expires: float | None
    uses: int | None
    seen: float | None


def issue(
    connection: Connection,
    kind: TokenKind,
    account: int | None = None,
    team: int | None = None,
    note: str = "",
    uses: int | None = None,
) -> str:
    """Make a secret. This is the only time that it can be read."""
    secret, now, life = secrets.token_urlsafe(BYTES), time.time(), LIFE_S[kind]
    row = {
        "digest": hashed(secret),
        "kind": str(kind),
        "account_id": account,
        "team_id": team,
        "note": note[:200],
        "created": now,
        "expires": None if life is None else now + life,
        "uses": 1 if kind in ONCE else uses,
    }
    connection.execute(insert(tokens).values(row))
    return secret


def hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def look_up(connection: Connection, kind: TokenKind, secret: str) -> Token | None:
    """The token of a secret, if it is still good; looking does not use it up."""
    now = time.time()
    query = select(tokens).where(
        tokens.c.digest == hashed(secret),
        tokens.c.kind == str(kind),
        or_(tokens.c.expires.is_(None), tokens.c.expires > now),
        or_(tokens.c.uses.is_(None), tokens.c.uses > 0),
    )
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else Token(**dict(row) | {"kind": TokenKind(row["kind"])})


def use(connection: Connection, kind: TokenKind, secret: str) -> Token | None:
    """The token of a secret, used once more; None if it is not good. Of two who use the last one, one gets it."""
    token = look_up(connection, kind, secret)
    if token is None:
        return None
    mine = and_(tokens.c.digest == token.digest, or_(tokens.c.uses.is_(None), tokens.c.uses > 0))
    changed = connection.execute(update(tokens).where(mine).values(uses=tokens.c.uses - 1, seen=time.time()))
    return token if changed.rowcount == 1 else None


def seen(connection: Connection, token: Token) -> None:
    """Note that a lasting token was used, and let a session last from now on."""
    now, life = time.time(), LIFE_S[token.kind]
    if token.seen is None or now - token.seen > SEEN_S:
        values = {"seen": now} | ({} if life is None else {"expires": now + life})
        connection.execute(update(tokens).where(tokens.c.digest == token.digest).values(values))


def of_account(connection: Connection, account: int, kind: TokenKind) -> list[Token]:
    """The tokens of a kind that an account holds, the newest first."""
    query = select(tokens).where(tokens.c.account_id == account, tokens.c.kind == str(kind))
    rows = connection.execute(query.order_by(tokens.c.created.desc())).mappings()
    return [Token(**dict(row) | {"kind": TokenKind(row["kind"])}) for row in rows]


def revoke(connection: Connection, digest: str) -> bool:
    """Take a token back; whether there was one."""
    return connection.execute(delete(tokens).where(tokens.c.digest == digest)).rowcount == 1


def revoke_all(connection: Connection, account: int, *kinds: TokenKind) -> int:
    """Take back all tokens of these kinds that an account holds."""
    mine = tokens.c.account_id == account, tokens.c.kind.in_([str(kind) for kind in kinds])
    return connection.execute(delete(tokens).where(*mine)).rowcount


def _leading_to(team: int) -> ColumnElement[bool]:
    return and_(tokens.c.team_id == team, tokens.c.kind == str(TokenKind.INVITE))


def invitations(connection: Connection, team: int) -> int:
    """How many invitations lead to a team and are still good."""
    good = and_(_leading_to(team), tokens.c.uses > 0, tokens.c.expires > time.time())
    return int(connection.execute(select(func.count()).select_from(tokens).where(good)).scalar_one())


def revoke_invitations(connection: Connection, team: int) -> int:
    """Take back all invitations that lead to a team."""
    return connection.execute(delete(tokens).where(_leading_to(team))).rowcount


def sweep(connection: Connection) -> int:
    """Forget the tokens that are good for nothing any more; how many."""
    over = or_(tokens.c.expires <= time.time(), tokens.c.uses <= 0)
    return connection.execute(delete(tokens).where(over)).rowcount
