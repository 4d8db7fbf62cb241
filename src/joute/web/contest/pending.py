"""Sign-ons that have begun in a browser and are awaited from the provider."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from typing import NamedTuple

from .wire import Language

PENDING_S, PENDING_MOST = 600.0, 1_000
SECRET_BYTES = 32


class Pending(NamedTuple):
    """A sign-on that has begun in a browser."""

    state: str
    nonce: str
    verifier: str
    invitation: str
    language: Language
    began: float


class SignOns:
    """The sign-ons that have begun, by the cookie of their browser; a server that starts again forgets them."""

    def __init__(self) -> None:
        self._pending: OrderedDict[str, Pending] = OrderedDict()

    def begin(self, invitation: str, language: Language) -> tuple[str, Pending]:
        cookie, state, nonce, verifier = (secrets.token_urlsafe(SECRET_BYTES) for _ in range(4))
        pending = Pending(state, nonce, verifier, invitation, language, time.monotonic())
        self._pending[cookie] = pending
        while len(self._pending) > PENDING_MOST:
            self._pending.popitem(last=False)
        return cookie, pending

    def take(self, cookie: str, state: str) -> Pending | None:
        """The sign-on of a browser, once, if it is the one that this answer belongs to."""
        pending = self._pending.pop(cookie, None)
        if pending is None or time.monotonic() - pending.began > PENDING_S:
            return None
        return pending if hmac.compare_digest(pending.state.encode(), state.encode()) else None
