"""Single sign-on by OpenID Connect: the code flow, with PKCE, state and nonce; accounts are linked by subject."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any
from urllib.parse import urlencode

import httpx
import msgspec
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from litestar import Response
from litestar.params import QueryParameter
from sqlalchemy import Connection

from joute.arena.contest import accounts, tokens
from joute.arena.contest.accounts import Account, NewAccount
from joute.arena.contest.config import ContestError, SignOn
from joute.arena.store.schema import TokenKind
from joute.web import errors
from joute.web.api.http import AnyRequest, get, limit, post
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena

from .desk import Desk
from .pending import PENDING_S, Pending
from .people import admitted, entered
from .session import begin, cookie_of, desk_of
from .wire import Language, OptionalText

COOKIE = "joute_sign_on"
BACK = "/contest/signed-on"
PATIENCE_S = 10.0
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
"""Signatures with a public key: never `none`, never one whose key everybody has."""
ANSWER_MOST = 1 << 18
SKEW_S = 60


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to sign on; with an invitation, for who has no account yet."""

    invitation: OptionalText = ""
    language: Language = "en"


class Elsewhere(msgspec.Struct, frozen=True):
    """Where to sign on."""

    address: str


class Provider(msgspec.Struct, frozen=True):
    """What a provider says of itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


@post("/api/contest/sign_on", status_code=200, summary="Begin a single sign-on: where the browser goes")
async def start(arena: Arena, request: AnyRequest, data: Begin) -> Response[Elsewhere]:
    desk = await desk_of(arena)
    declared = _declared(desk)
    limit(desk.newcomers, request, errors.REGISTRATIONS)
    provider = await _provider(declared)
    cookie, pending = desk.sign_ons.begin(data.invitation, data.language)
    query = {
        "response_type": "code",
        "client_id": declared.client_id,
        "redirect_uri": desk.address(BACK),
        "scope": "openid profile email",
        "state": pending.state,
        "nonce": pending.nonce,
        "code_challenge": create_s256_code_challenge(pending.verifier),
        "code_challenge_method": "S256",
    }
    joint = "&" if "?" in provider.authorization_endpoint else "?"
    address = f"{provider.authorization_endpoint}{joint}{urlencode(query)}"
    return Response(Elsewhere(address), headers={"set-cookie": cookie_of(desk, cookie, COOKIE, PENDING_S)})


@get(BACK, include_in_schema=False)
async def back(
    arena: Arena,
    request: AnyRequest,
    code: Annotated[str, QueryParameter(max_length=4_000)] = "",
    answered: Annotated[str, QueryParameter(name="state", max_length=200)] = "",
) -> Response[None]:
    """The browser comes back from the provider: with a session to the page of the contest, or to what went wrong."""
    desk = await desk_of(arena)
    limit(desk.newcomers, request, errors.REGISTRATIONS)
    pending = desk.sign_ons.take(request.cookies.get(COOKIE, ""), answered)
    if pending is None or not code:
        return _to("/contest/enter?why=sign_on")
    try:
        claims = await _claims(desk, pending, code)
        account = await _account(desk, request, claims, pending)
        headers = await begin(desk, account, "sign on")
    except Refusal as refusal:
        return _to(f"/contest/enter?why={refusal.code}")
    return _to("/contest", headers)


def _to(address: str, headers: dict[str, str] | None = None) -> Response[None]:
    return Response(None, status_code=303, headers={"location": address, **(headers or {})})


def _declared(desk: Desk) -> SignOn:
    if desk.plan.sign_on is None:
        raise Refusal(errors.NO_SIGN_ON)
    return desk.plan.sign_on


# The provider


async def _provider(declared: SignOn) -> Provider:
    issuer = declared.issuer.rstrip("/")
    found = await _asked("GET", f"{issuer}/.well-known/openid-configuration")
    try:
        provider = msgspec.json.decode(found, type=Provider)
    except msgspec.MsgspecError:
        raise Refusal(errors.SIGN_ON_FAILED) from None
    if provider.issuer.rstrip("/") != issuer:
        raise Refusal(errors.SIGN_ON_FAILED)
    return provider


async def _asked(method: str, address: str, **more: Any) -> bytes:
    """The answer of the provider; it is believed only over https, or on this machine."""
    url = httpx.URL(address)
    if url.scheme != "https" and url.host not in ("127.0.0.1", "localhost", "::1"):
        raise Refusal(errors.SIGN_ON_FAILED)
    try:
        async with httpx.AsyncClient(timeout=PATIENCE_S, follow_redirects=False) as client:
            answer = await client.request(method, address, **more)
    except httpx.HTTPError:
        raise Refusal(errors.SIGN_ON_FAILED) from None
    if answer.status_code != 200 or len(answer.content) > ANSWER_MOST:
        raise Refusal(errors.SIGN_ON_FAILED)
    return answer.content


async def _claims(desk: Desk, pending: Pending, code: str) -> dict[str, Any]:
    """Exchange a code for who somebody is; every part of the answer is checked."""
    declared = _declared(desk)
    provider = await _provider(declared)
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": desk.address(BACK),
        "code_verifier": pending.verifier,
    }
    try:
        keys = (declared.client_id, desk.plan.secret(declared.client_secret_file))
    except ContestError:
        raise Refusal(errors.SIGN_ON_FAILED) from None
    answer = await _asked("POST", provider.token_endpoint, data=form, auth=keys)
    jwks = await _asked("GET", provider.jwks_uri)
    try:
        signed = msgspec.json.decode(answer)["id_token"]
        token = jwt.decode(signed, KeySet.import_key_set(msgspec.json.decode(jwks)), algorithms=ALGORITHMS)
        claims = CodeIDToken(
            token.claims,
            token.header,
            {"iss": {"value": provider.issuer}, "aud": {"value": declared.client_id}},
            {"nonce": pending.nonce, "client_id": declared.client_id},
        )
        claims.validate(leeway=SKEW_S)
    except (JoseError, msgspec.MsgspecError, KeyError, TypeError, ValueError):
        raise Refusal(errors.SIGN_ON_FAILED) from None
    return dict(claims)


# Accounts


async def _account(desk: Desk, request: AnyRequest, claims: dict[str, Any], pending: Pending) -> Account:
    """The account of a subject; a new one where it may register."""
    subject = f"{claims['iss']}|{claims['sub']}"[:300]
    known = await desk.read(accounts.by_subject, subject)
    if known is not None:
        return known
    await admitted(desk, request, pending.invitation)
    contest = await desk.contest()

    def added(connection: Connection) -> Account:
        new = _new(connection, claims, pending.language)
        account, _ = entered(connection, contest, new, pending.invitation, subject)
        tokens.revoke_all(connection, account.id, TokenKind.RECOVERY)  # nobody has been shown them
        return account

    return await desk.write(added)


def _new(connection: Connection, claims: dict[str, Any], language: Language) -> NewAccount:
    """An account from what the provider says; its login is one that is free. The address is believed if the provider
    has verified it: a link may be sent there."""
    said = {name: str(claims.get(name) or "") for name in ("preferred_username", "nickname", "name", "email")}
    wanted = said["preferred_username"] or said["nickname"] or said["name"] or said["email"].partition("@")[0]
    base = re.sub(r"[^a-z0-9._-]+", "-", wanted.lower()).strip("-._")[:30] or "guest"
    login = base if len(base) > 1 else f"{base}-1"
    while accounts.by_login(connection, login) is not None:
        login = f"{base}-{secrets.randbelow(9_000) + 1_000}"
    email = said["email"] if claims.get("email_verified") is True else ""
    return NewAccount(login, login, real_name=said["name"], email=email, language=language)


ROUTES = [start, back]
