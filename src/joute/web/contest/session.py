"""Who asks: the session in a cookie, or the token of a program; and what each may do."""

from __future__ import annotations

import time
from typing import NamedTuple

from litestar.datastructures import Cookie
from sqlalchemy import Connection

from joute.arena.contest import accounts, teams, tokens
from joute.arena.contest.accounts import Account
from joute.arena.contest.teams import Team
from joute.arena.contest.tokens import LIFE_S, SEEN_S, Token
from joute.arena.store.schema import TokenKind
from joute.core.cross_site import netloc_of
from joute.core.rate import Rate
from joute.web import errors
from joute.web.api.http import AnyRequest
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import bearer, client_of

from .desk import Desk

COOKIE = "joute_session"
FORGOTTEN = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax")
"""Has a browser forget its session."""
READING = ("GET", "HEAD", "OPTIONS")
FRESH_LINK_S = 3600.0
"""How long after a sign-in by link or code a password may be set without the old one."""


class Asker(NamedTuple):
    """Who is signed in, for which team, and by which token."""

    account: Account
    team: Team | None
    token: Token

    @property
    def organiser(self) -> bool:
        """Whether these are rights of an organiser: programs never have them."""
        return self.account.organiser and self.token.kind == TokenKind.SESSION

    @property
    def own_team(self) -> Team:
        if self.team is None:
            raise Refusal(errors.NO_TEAM)
        return self.team

    @property
    def may_set(self) -> bool:
        """Whether it began with a link or a code just now, so that the old password is not asked for."""
        fresh = time.time() - self.token.created < FRESH_LINK_S
        return not self.account.password or (self.token.note == "link" and fresh)


async def desk_of(arena: Arena) -> Desk:
    """The contest of the server; without one there are no such routes."""
    assert arena.contest is not None
    return arena.contest


async def asker(arena: Arena, request: AnyRequest, programs: bool = False) -> Asker | None:
    """Who asks, if anybody; `programs`: also by an API token."""
    desk = await desk_of(arena)
    secret = bearer(request.headers.get("authorization")) if programs else ""
    kind = TokenKind.API if secret else TokenKind.SESSION
    secret = secret or request.cookies.get(COOKIE, "")
    if not secret:
        return None
    known = await desk.read(_known, kind, secret)
    if known is None:
        if kind == TokenKind.API:
            count(desk.guesses, client_of(request.scope))
            raise Refusal(errors.UNKNOWN_TOKEN)
        return None
    if kind == TokenKind.SESSION:
        require_own_page(request)
    seen = known.token.seen
    if seen is None or time.time() - seen > SEEN_S:
        await desk.write(tokens.seen, known.token)
    return known


async def require(arena: Arena, request: AnyRequest, programs: bool = False) -> Asker:
    """Who asks; refuses nobody's request."""
    known = await asker(arena, request, programs)
    if known is None:
        raise Refusal(errors.NOT_SIGNED_IN)
    return known


async def require_organiser(arena: Arena, request: AnyRequest) -> Asker:
    known = await require(arena, request)
    if not known.organiser:
        raise Refusal(errors.ORGANISERS_ONLY)
    return known


def _known(connection: Connection, kind: TokenKind, secret: str) -> Asker | None:
    token = tokens.look_up(connection, kind, secret)
    if token is None or token.account_id is None:
        return None
    account = accounts.by_id(connection, token.account_id)
    if account.disabled:
        return None
    return Asker(account, teams.team_of(connection, account.id), token)


def require_own_page(request: AnyRequest) -> None:
    """A session acts for pages of this host alone: not for other sites, nor for neighbours of the same domain."""
    if request.method in READING:
        return
    origin = request.headers.get("origin")
    own = netloc_of(origin) == request.headers.get("host") if origin else False
    if not own and request.headers.get("sec-fetch-site") != "same-origin":
        raise Refusal(errors.FOREIGN_ACT)


def count(rate: Rate, key: str) -> None:
    """Count a wrong guess, or something costly; refuse one too many."""
    wait = rate.wait_s(key, time.monotonic())
    if wait:
        raise Refusal(errors.TOO_MANY, wait, what=errors.WRONG_SECRETS, wait=wait)


def cookie_of(desk: Desk, secret: str, name: str = COOKIE, age_s: float | None = None) -> str:
    """The header that has a browser keep a secret."""
    age = int(age_s or LIFE_S[TokenKind.SESSION] or 0)
    secure = "; Secure" if desk.secure else ""
    return f"{name}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}"


async def begin(desk: Desk, account: Account, how: str) -> dict[str, str]:
    """Begin a session; the header that has the browser keep it."""
    if account.disabled:
        raise Refusal(errors.DISABLED, why=account.disabled)
    secret = await desk.write(tokens.issue, TokenKind.SESSION, account.id, note=how)
    return {"set-cookie": cookie_of(desk, secret)}
