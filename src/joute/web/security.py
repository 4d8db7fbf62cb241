"""Secrets, the access token, requests of other sites, and the security headers of every answer."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import msgspec

from joute.core.cross_site import netloc_of
from joute.core.rate import Rate

from . import errors
from .errors import PROBLEM, Refusal

if TYPE_CHECKING:
    from .lobby.arena import Arena

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]


class Mount(NamedTuple):
    """An application, and the part of the path that is not its own."""

    root: str
    app: ASGIApp


SECRET_BYTES = 32
TOKEN_COOKIE, TOKEN_HEADER, TOKEN_QUERY = "joute_token", b"x-joute-token", "token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
)
DOOR = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Joute</title>
<h1>Joute</h1><p>{text.en}<p lang="fr">{text.fr}
<form><p><label>The token, from whoever started the arena · <span lang="fr">le jeton, de qui l'a lancée</span><br>
<input name="{query}" type="password" autocomplete="off" required autofocus></label> <button>→</button></form>
"""
"""What a person sees who comes without the token; it leads on to where they were going, the secret of a seat kept."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


# Secrets


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> bytes:
    """The hash of a secret. Secrets have 256 random bits, so that a plain hash cannot be reversed by guessing."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def same(secret: str, digest: bytes) -> bool:
    """Whether a secret has this hash, compared in constant time."""
    return hmac.compare_digest(hashed(secret), digest)


def bearer(header: str | None) -> str:
    """The secret of an Authorization header."""
    kind, _, secret = (header or "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


# Every request


class Guard:
    """Around the whole application: the access token, requests of other sites, security headers."""

    arena: Arena

    def __init__(
        self,
        app: ASGIApp,
        token: str | None,
        loopback: bool,
        services: Mapping[str, Mount] | None = None,
        home: ASGIApp | None = None,
        name: str = "",
    ) -> None:
        self.app = app
        self.home = home or app
        """What answers at the root."""
        self.token = hashed(token) if token else None
        self.loopback = loopback
        self.name = name
        """The host (and port) by which a proxy on this machine makes it known to others."""
        self.services = services or {}
        """The games' own protocols by the prefix of their paths: without token, since their programs know of none."""
        self.wrong_tokens = Rate(burst=10, per_second=0.5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refusal = self._foreign(scope, headers)
        path = str(scope["path"])
        prefix = next((name for name in self.services if path == name or path.startswith(f"{name}/")), None)
        if refusal is None and prefix is not None and scope["type"] == "http":
            root, service = self.services[prefix]
            await service({**scope, "root_path": root}, receive, _with_headers(scope, send))
            return
        refusal = refusal or self._without_token(scope, headers)
        if refusal is None and self._has_token_in_query(scope):
            await self._enter(scope, send)
        elif refusal is not None:
            await refuse(scope, receive, _with_headers(scope, send), refusal)
        else:
            app = self.home if path == "/" and scope["type"] == "http" else self.app
            await app(scope, receive, _with_headers(scope, send))

    def _foreign(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        """Refuse a request that a page of another site makes in the name of its reader (CSRF, DNS rebinding)."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        host = hosts[0] if hosts else ""
        # Programs may send no host.
        if len(set(hosts)) > 1 or (self.loopback and hosts and not self._is_own(host)):
            return Refusal(errors.NOT_THIS_HOST, host=", ".join(hosts)[:80])
        origin = headers.get(b"origin", b"").decode("latin-1")
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if acts and origin and netloc_of(origin) != host:
            return Refusal(errors.FOREIGN_ACT)
        if headers.get(b"sec-fetch-site") == b"cross-site" and headers.get(b"sec-fetch-mode") != b"navigate":
            return Refusal(errors.FOREIGN_READ)
        return None

    def _is_own(self, host: str) -> bool:
        return _is_local(host) or (self.name != "" and host == self.name)

    def _without_token(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        if self.token is None:
            return None
        given = _given_token(scope, headers)
        if given and same(given, self.token):
            return None
        if given and (wait := self.wrong_tokens.wait_s(client_of(scope), time.monotonic())):
            return Refusal(errors.TOO_MANY, what=errors.WRONG_TOKENS, wait=wait)
        return Refusal(errors.WRONG_TOKEN if given else errors.NO_TOKEN)

    def _has_token_in_query(self, scope: Scope) -> bool:
        return self.token is not None and scope["type"] == "http" and TOKEN_QUERY in dict(_query(scope))

    async def _enter(self, scope: Scope, send: Send) -> None:
        """Move the token of an address into a cookie, and redirect to the address without it."""
        query = dict(_query(scope))
        token = query.pop(TOKEN_QUERY)
        # Quoted again: a line break would end the header, and browsers read `/\` as `//`, which leads to another site.
        target = quote(str(scope["path"])) + (f"?{urlencode(query)}" if query else "")
        cookie = f"{TOKEN_COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
        headers = [
            (b"location", f"/{target.lstrip('/')}".encode("ascii")),
            (b"set-cookie", cookie.encode()),
        ]
        await _with_headers(scope, send)({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def client_of(scope: Any) -> str:
    """The network address of the client; of one that comes through a proxy on this machine, as the proxy says."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if said and is_loopback(address):
        return bytes(said[-1]).decode("latin-1").rpartition(",")[2].strip()[:64] or address
    return address


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=None)


def _given_token(scope: Scope, headers: dict[bytes, bytes]) -> str:
    if TOKEN_HEADER in headers:
        return headers[TOKEN_HEADER].decode("latin-1")
    if scope["type"] == "http" and (token := dict(_query(scope)).get(TOKEN_QUERY)):
        return token
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == TOKEN_COOKIE:
            return value
    return ""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_local(host: str) -> bool:
    """Whether a Host header names this machine. Another name that resolves to it does not (DNS rebinding)."""
    try:
        return is_loopback(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False


def _with_headers(scope: Scope, send: Send) -> Send:
    """Add the security headers to an answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message.get("headers", ())}
            embed = str(scope["path"]).startswith("/watch/") and dict(_query(scope)).get("embed", "0") != "0"
            policy = POLICY.format(ancestors="*" if embed else "'none'").encode()
            wanted = {**HEADERS, b"content-security-policy": policy, b"cache-control": b"no-store"}
            more = [(name, value) for name, value in wanted.items() if name not in have]
            message["headers"] = [*message.get("headers", ()), *more]
        await send(message)

    return send_with_headers


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Send a refusal before any route is reached."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.text.en[:120]})
        return
    kind, body = PROBLEM, msgspec.json.encode(refusal.problem)
    if refusal.status == 401 and b"text/html" in dict(scope["headers"]).get(b"accept", b""):
        kind, body = "text/html; charset=utf-8", DOOR.format(text=refusal.text, query=TOKEN_QUERY).encode()
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
