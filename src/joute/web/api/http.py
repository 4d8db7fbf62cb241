"""What all routes share: their parameters, their limits, and how they describe refusals in the OpenAPI page."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any

import litestar
from litestar import Request
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from joute.core.rate import Rate
from joute.core.text import Text
from joute.web import errors
from joute.web.errors import PROBLEM, TITLES, Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import bearer, client_of, same
from joute.web.wire import DRAFT_MOST, Problem

BODY_MOST = 1 << 18
"""Bytes of a request, where a route does not allow more."""
POSITION_BODY_MOST = 3 * DRAFT_MOST
"""Bytes of one that may have a position, whose quotes and line breaks are escaped."""
AnyRequest = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=64, description="The id of a match.")]
Track = Annotated[str, QueryParameter(max_length=8)]

_REFUSALS = {
    status: ResponseSpec(Problem, description=title.en, media_type=PROBLEM, generate_examples=False)
    for status, title in TITLES.items()
}
get = partial(litestar.get, responses=_REFUSALS)
post = partial(litestar.post, responses=_REFUSALS)
delete = partial(litestar.delete, responses=_REFUSALS)


def limit(rate: Rate, request: AnyRequest, what: Text) -> None:
    """Count one use of something costly, and refuse a client that uses it too often."""
    wait = rate.wait_s(client_of(request.scope), time.monotonic())
    if wait:
        raise Refusal(errors.TOO_MANY, wait, what=what, wait=wait)


async def is_owner(arena: Arena, request: AnyRequest, id: str) -> bool:
    """Whether a request carries the secret of the match's owner. Wrong secrets are counted against guessing."""
    secret = bearer(request.headers.get("authorization"))
    if not secret:
        return False
    match = arena.matches.get(id)
    fits = match.owned_by(secret) if match is not None else same(secret, (await arena.stored(id)).owner)
    if not fits:
        limit(arena.guessing, request, errors.WRONG_SECRETS)
    return fits


async def require_owner(arena: Arena, request: AnyRequest, id: str) -> None:
    if not await is_owner(arena, request, id):
        raise Refusal(errors.NOT_OWNER)
