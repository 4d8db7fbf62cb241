"""The route of the figures: for this machine alone."""

from __future__ import annotations

import asyncio

from litestar import Response
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from joute.web import errors
from joute.web.api.http import AnyRequest, get
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import client_of, is_loopback

from .session import desk_of


@get("/metrics", summary="Figures for Prometheus, to this machine alone", media_type="text/plain")
async def metrics(arena: Arena, request: AnyRequest) -> Response[bytes]:
    if not is_loopback(client_of(request.scope)):
        raise Refusal(errors.THIS_MACHINE_ONLY)
    desk = await desk_of(arena)
    data = await asyncio.to_thread(generate_latest, desk.figures.registry)
    return Response(data, media_type=CONTENT_TYPE_LATEST)


ROUTES = [metrics]
