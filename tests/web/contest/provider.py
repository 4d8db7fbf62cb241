"""A small OpenID Connect provider, over real HTTP on this machine: discovery, PKCE, signed tokens."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "joute", "the secret of the client"


class Provider:
    """Somebody's single sign-on. What it says can be falsified, as an attacker or a broken provider would."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.wrong: dict[str, Any] = {}
        """Claims that are said instead of the right ones; "alg" forges the token."""
        self.person = {"sub": "s-1", "preferred_username": "Ana", "name": "Ana Example", "email": "ana@example.org"}
        self.codes: dict[str, dict[str, str]] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"provider": self}))
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"

    def authorize(self, address: str) -> str:
        """Sign somebody on, as their browser would: where it is sent back to."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        assert {"openid"} <= set(query["scope"].split())
        code = secrets.token_urlsafe()
        self.codes[code] = query
        back = urlencode({"code": code, "state": query["state"]})
        return f"{query['redirect_uri']}?{back}"

    def exchange(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """The tokens of a code, once, for the client that has begun."""
        begun = self.codes.pop(form.get("code", ""), None)
        basic = b64decode(authorization.removeprefix("Basic ")).decode()
        if begun is None or basic != f"{CLIENT}:{SECRET}" or form["redirect_uri"] != begun["redirect_uri"]:
            return None
        if create_s256_code_challenge(form["code_verifier"]) != begun["code_challenge"]:
            return None
        now = int(time.time())
        said = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": begun["nonce"]}
        claims = said | {"email_verified": True} | self.person | self.wrong
        if alg := claims.pop("alg", None):
            token = self._forged(alg, claims)
        else:
            token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)
        return {"access_token": "unused", "token_type": "Bearer", "id_token": token}

    def _forged(self, alg: str, claims: dict[str, Any]) -> str:
        """A token that is not signed, or with a key that everybody has: the public one, taken for a shared secret."""
        parts = ({"alg": alg, "kid": "one"}, claims)
        said = b".".join(urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts)
        mark = hmac.digest(self.key.as_pem(private=False), said, "sha256") if alg == "HS256" else b""
        return (said + b"." + urlsafe_b64encode(mark).rstrip(b"=")).decode()


class Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        issuer = self.provider.issuer
        self._answer(
            {
                "/.well-known/openid-configuration": {
                    "issuer": issuer,
                    "authorization_endpoint": f"{issuer}/authorize",
                    "token_endpoint": f"{issuer}/token",
                    "jwks_uri": f"{issuer}/keys",
                },
                "/keys": {"keys": [self.provider.key.as_dict(private=False)]},
            }.get(self.path)
        )

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self._answer(self.provider.exchange(form, self.headers["authorization"]))

    def _answer(self, answer: Any) -> None:
        data = json.dumps(answer).encode()
        self.send_response(400 if answer is None else 200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def provider() -> Iterator[Provider]:
    made = Provider()
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()
        thread.join()
