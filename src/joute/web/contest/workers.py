"""Machines that join to play: a token tells them where the scheduler is."""

from __future__ import annotations

import msgspec

from joute.arena.contest import tokens
from joute.arena.store.schema import TokenKind
from joute.web import errors
from joute.web.api.http import AnyRequest, get
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import bearer, client_of

from .session import count, desk_of


class WhereToPlay(msgspec.Struct, frozen=True):
    """What a machine joins."""

    scheduler: str
    """The address of a Dask scheduler."""


@get("/api/contest/worker", summary="Where a machine joins that has a token for that")
async def where(arena: Arena, request: AnyRequest) -> WhereToPlay:
    desk = await desk_of(arena)
    secret = bearer(request.headers.get("authorization"))
    if not secret or await desk.read(tokens.look_up, TokenKind.WORKER, secret) is None:
        count(desk.guesses, client_of(request.scope))
        raise Refusal(errors.NO_WORKER)
    if not desk.plan.workers.cluster:
        raise Refusal(errors.NO_CLUSTER)
    return WhereToPlay(desk.plan.workers.cluster)


ROUTES = [where]
