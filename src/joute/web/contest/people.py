"""People: registering, signing in and out, passwords, API tokens, and what is kept of a person."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Annotated, Any, Literal, cast

from litestar import Response
from litestar.params import PathParameter, QueryParameter
from sqlalchemy import Connection

from joute.arena.contest import accounts, links, log, mail, personal, teams, tokens
from joute.arena.contest.accounts import Account, NewAccount
from joute.arena.contest.links import ENTER
from joute.arena.contest.model import Contest
from joute.arena.contest.personal import actor_of
from joute.arena.contest.tokens import Token
from joute.arena.store.schema import TokenKind
from joute.core.text import Text
from joute.web import errors
from joute.web.api.http import AnyRequest, delete, get, limit, post
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import client_of

from .desk import Desk
from .session import FORGOTTEN, Asker, begin, count, desk_of, require, require_organiser
from .wire import (
    Codes,
    Erasure,
    Forgotten,
    LinkFor,
    LinkMade,
    Me,
    NewInvitations,
    NewPassword,
    NewToken,
    Profile,
    Registered,
    Registration,
    SignIn,
    SignInByLink,
    TeamHead,
    TokenHead,
    TokenMade,
)

LOG = logging.getLogger("joute.web")
TOKENS_MOST = 20
"""API tokens of one account."""
TOKEN_ID = 16
"""Characters of a token's hash that name it."""
LINKS = (TokenKind.SIGN_IN, TokenKind.RESET)
TokenId = Annotated[str, PathParameter(pattern=f"^[0-9a-f]{{{TOKEN_ID}}}$")]


def me(connection: Connection, who: Asker) -> Me:
    """Who is signed in, as their own page shows it."""
    account = accounts.by_id(connection, who.account.id)
    team = teams.team_of(connection, account.id)
    codes = [one for one in tokens.of_account(connection, account.id, TokenKind.RECOVERY) if one.uses]
    return Me(
        account.login,
        account.name,
        account.real_name,
        account.email,
        cast("Literal['en', 'fr']", account.language),
        who.organiser,
        bool(account.password),
        who.may_set,
        len(codes),
        None if team is None else TeamHead(team.name, team.group, team.aside),
    )


async def signed_in(desk: Desk, account: Account, how: str) -> Response[Me]:
    """Begin a session, and say whose it is."""
    headers = await begin(desk, account, how)
    return Response(await desk.read(_begun, account.id, how), headers=headers)


def _begun(connection: Connection, id_: int, how: str) -> Me:
    (token, *_) = [one for one in tokens.of_account(connection, id_, TokenKind.SESSION) if one.note == how]
    return me(connection, Asker(accounts.by_id(connection, id_), None, token))


# Registering


@post("/api/contest/accounts", summary="Register")
async def register(arena: Arena, request: AnyRequest, data: Registration) -> Response[Registered]:
    desk = await desk_of(arena)
    limit(desk.newcomers, request, errors.REGISTRATIONS)
    await admitted(desk, request, data.invitation)
    new = NewAccount(data.login, data.name, data.password, data.real_name, data.email, data.language)
    async with desk.hashing:
        account, codes = await desk.write(entered, await desk.contest(), new, data.invitation)
    headers = await begin(desk, account, "registration")
    return Response(Registered(await desk.read(_begun, account.id, "registration"), codes), headers=headers)


async def admitted(desk: Desk, request: AnyRequest, invitation: str) -> None:
    """Refuse who may not register; guesses at invitations are counted."""
    registration = (await desk.contest()).settings.access.registration
    if registration == "closed":
        raise Refusal(errors.CLOSED)
    if invitation:
        if await desk.read(tokens.look_up, TokenKind.INVITE, invitation) is None:
            count(desk.guesses, client_of(request.scope))
            raise Refusal(errors.NO_INVITATION)
    elif registration == "invitation":
        raise Refusal(errors.INVITED_ONLY)


def entered(
    connection: Connection, contest: Contest, new: NewAccount, invitation: str, subject: str | None = None
) -> tuple[Account, list[str]]:
    """Add an account, a member of the team that its invitation leads to; with its recovery codes."""
    invited = tokens.use(connection, TokenKind.INVITE, invitation) if invitation else None
    if invited is None and contest.settings.access.registration != "open":
        raise Refusal(errors.NO_INVITATION)
    account = accounts.register(connection, new, subject=subject)
    if invited is not None and invited.team_id is not None:
        team = teams.by_id(connection, invited.team_id)
        teams.join(connection, team, account.id, contest.settings.access.team_size)
    return account, accounts.recovery_codes(connection, account.id)


# Signing in


@post("/api/contest/sessions", status_code=200, summary="Sign in with a password or a recovery code")
async def sign_in(arena: Arena, request: AnyRequest, data: SignIn) -> Response[Me]:
    desk = await desk_of(arena)
    account = await desk.read(accounts.by_login, data.login)
    if account is not None and await _recovered(desk, account, data.password.strip()):
        return await signed_in(desk, account, "link")
    key = data.login.strip().lower() if account is None else account.login
    client = client_of(request.scope)
    _require_patience(desk, client, key)
    async with desk.hashing:
        right = await asyncio.to_thread(accounts.verify, account, data.password)
    if account is None or not right:
        count(desk.guesses_at, key)
        count(desk.guesses, client)
        raise Refusal(errors.WRONG_PASSWORD)
    return await signed_in(desk, account, "password")


def _require_patience(desk: Desk, client: str, key: str) -> None:
    """Refuse even to look at a password where too many were wrong; only wrong ones are counted."""
    for rate, whose in ((desk.guesses_at, key), (desk.guesses, client)):
        wait = rate.due_s(whose, time.monotonic())
        if wait:
            raise Refusal(errors.TOO_MANY, wait, what=errors.WRONG_PASSWORDS, wait=wait)


async def _recovered(desk: Desk, account: Account, code: str) -> bool:
    """Whether this is a recovery code of the account, which is used up. Nobody guesses one, so nobody has to wait:
    whoever is kept out by others' guesses at their password still comes in."""
    known = await desk.read(tokens.look_up, TokenKind.RECOVERY, code)
    if known is None or known.account_id != account.id:
        return False
    return await desk.write(tokens.use, TokenKind.RECOVERY, code) is not None


@post("/api/contest/sessions/link", status_code=200, summary="Sign in with the secret of a one-time link")
async def sign_in_by_link(arena: Arena, request: AnyRequest, data: SignInByLink) -> Response[Me]:
    desk = await desk_of(arena)
    token = await desk.write(_used, data.secret)
    if token is None or token.account_id is None:
        count(desk.guesses, client_of(request.scope))
        raise Refusal(errors.WRONG_LINK)
    return await signed_in(desk, await desk.read(accounts.by_id, token.account_id), "link")


def _used(connection: Connection, secret: str) -> Token | None:
    return next(filter(None, (tokens.use(connection, kind, secret) for kind in LINKS)), None)


@delete("/api/contest/sessions", status_code=204, response_cookies=[FORGOTTEN], summary="Sign out, here or everywhere")
async def sign_out(arena: Arena, request: AnyRequest, everywhere: Annotated[bool, QueryParameter()] = False) -> None:
    desk, who = await desk_of(arena), await require(arena, request)
    if everywhere:
        await desk.write(tokens.revoke_all, who.account.id, TokenKind.SESSION)
    else:
        await desk.write(tokens.revoke, who.token.digest)


# Passwords and codes


@post("/api/contest/password", status_code=200, summary="Set a new password; all other sessions and tokens end")
async def set_password(arena: Arena, request: AnyRequest, data: NewPassword) -> Response[Me]:
    desk, who = await desk_of(arena), await require(arena, request)
    if not who.may_set:
        _require_patience(desk, client_of(request.scope), who.account.login)
        async with desk.hashing:
            right = await asyncio.to_thread(accounts.verify, who.account, data.old)
        if not right:
            count(desk.guesses_at, who.account.login)
            raise Refusal(errors.WRONG_PASSWORD)
    async with desk.hashing:
        await desk.write(accounts.set_password, who.account, data.password)
    return await signed_in(desk, await desk.read(accounts.by_id, who.account.id), "password")


@post("/api/contest/password/forgotten", status_code=204, summary="Have a link to sign in sent by mail")
async def forgotten(arena: Arena, request: AnyRequest, data: Forgotten) -> None:
    """The answer is the same whether there is such an account or not."""
    desk = await desk_of(arena)
    if desk.plan.mail is None:
        raise Refusal(errors.NO_MAIL)
    limit(desk.newcomers, request, errors.MAILS)
    arena.start_task(_send_link(desk, data.login))


async def _send_link(desk: Desk, login: str) -> None:
    """Send a link to the address of an account, if it has one."""
    account = await desk.read(accounts.by_login, login)
    if account is None or not account.email or account.disabled:
        return
    secret = await desk.write(tokens.issue, TokenKind.RESET, account.id, note="mail")
    link = desk.address(f"{ENTER}#{secret}")
    body = Text(
        f"Hello {account.name},\n\nthis link signs you in once, within two hours; then set a new password:\n{link}\n\n"
        "If you have not asked for it, forget this mail.",
        f"Bonjour {account.name},\n\nce lien vous connecte une fois, pendant deux heures ; choisissez ensuite un "
        f"nouveau mot de passe :\n{link}\n\nSi vous n'avez rien demandé, oubliez ce message.",
    )
    subject = Text("your link", "votre lien")
    try:
        await asyncio.to_thread(mail.send, desk.plan, account.email, account.language, subject, body)
    except mail.MailError as error:
        LOG.error("a mail could not be sent: %s", error)


@post("/api/contest/codes", summary="Make new recovery codes; those before are good no more")
async def codes(arena: Arena, request: AnyRequest) -> Codes:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    return Codes(await desk.write(accounts.recovery_codes, who.account.id))


# One's own account


@post("/api/contest/account", status_code=200, summary="Change what one says of oneself")
async def change(arena: Arena, request: AnyRequest, data: Profile) -> Me:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    await desk.write(accounts.describe, who.account.id, data.name, data.real_name, data.email, data.language)
    return await desk.read(me, who)


@get("/api/contest/account/data", summary="All that is kept of oneself")
async def data(arena: Arena, request: AnyRequest) -> Response[dict[str, Any]]:
    desk, who = await desk_of(arena), await require(arena, request)
    return Response(
        await desk.read(personal.kept_of, who.account),
        headers={"content-disposition": 'attachment; filename="joute-account.json"'},
    )


@post(
    "/api/contest/account/erase",
    status_code=204,
    response_cookies=[FORGOTTEN],
    summary="Have all personal data of oneself erased",
)
async def erase(arena: Arena, request: AnyRequest, data: Erasure) -> None:
    desk, who = await desk_of(arena), await require(arena, request)
    if data.login.strip().lower() != who.account.login:
        raise Refusal(errors.NOT_MEANT, login=who.account.login)
    await desk.write(personal.erase, who.account, actor_of(who.account))


@get("/api/contest/tokens", summary="One's API tokens, without their secrets")
async def listed(arena: Arena, request: AnyRequest) -> list[TokenHead]:
    desk, who = await desk_of(arena), await require(arena, request)
    known = await desk.read(tokens.of_account, who.account.id, TokenKind.API)
    return [TokenHead(one.digest[:TOKEN_ID], one.note, one.created, one.seen) for one in known]


@post("/api/contest/tokens", summary="Make an API token, for `joute submit`")
async def make_token(arena: Arena, request: AnyRequest, data: NewToken) -> TokenMade:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    if len(await desk.read(tokens.of_account, who.account.id, TokenKind.API)) >= TOKENS_MOST:
        raise Refusal(errors.TOKENS_TAKEN, most=TOKENS_MOST)
    return TokenMade(await desk.write(tokens.issue, TokenKind.API, who.account.id, note=data.note))


@delete("/api/contest/tokens/{id:str}", status_code=204, summary="Take an API token back")
async def drop_token(arena: Arena, request: AnyRequest, id: TokenId) -> None:
    desk, who = await desk_of(arena), await require(arena, request)
    known = await desk.read(tokens.of_account, who.account.id, TokenKind.API)
    for one in known:
        if one.digest.startswith(id):
            await desk.write(tokens.revoke, one.digest)


# What an organiser gives out


@post("/api/contest/links", summary="Make a one-time link for somebody (for an organiser)")
async def make_link(arena: Arena, request: AnyRequest, data: LinkFor) -> LinkMade:
    desk, who = await desk_of(arena), await require_organiser(arena, request)
    account = await desk.read(accounts.by_login, data.login)
    if account is None:
        raise Refusal(errors.NO_ACCOUNT, login=data.login[:80])
    secret = await desk.write(links.one_time, account, actor_of(who.account))
    return LinkMade(secret, desk.address(f"{ENTER}#{secret}"))


@post("/api/contest/invitations", summary="Make an invitation to register (for an organiser)")
async def invite(arena: Arena, request: AnyRequest, data: NewInvitations) -> LinkMade:
    desk, who = await desk_of(arena), await require_organiser(arena, request)
    secret = await desk.write(_invited, data, actor_of(who.account), who.account.id)
    return LinkMade(secret, desk.address(f"/contest/join#{secret}"))


def _invited(connection: Connection, wanted: NewInvitations, actor: str, by: int) -> str:
    log.note(connection, actor, "invite", wanted.note, details={"uses": wanted.uses})
    return tokens.issue(connection, TokenKind.INVITE, by, note=wanted.note, uses=wanted.uses)


ROUTES = [
    register,
    sign_in,
    sign_in_by_link,
    sign_out,
    set_password,
    forgotten,
    codes,
    change,
    data,
    erase,
    listed,
    make_token,
    drop_token,
    make_link,
    invite,
]
