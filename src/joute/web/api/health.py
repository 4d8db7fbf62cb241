"""Whether the server lives, and whether it can do its work: for supervisors and proxies."""

from __future__ import annotations

import asyncio
import time

import msgspec
from litestar import Response
from sqlalchemy import text

from joute.arena.contest import model
from joute.arena.contest.config import ContestError
from joute.arena.contest.status import service_of
from joute.arena.store import Store, StoreError
from joute.web.lobby.arena import Arena

from .http import get

READY, NOT_READY = 200, 503


class Health(msgspec.Struct, frozen=True):
    """The server answers."""

    alive: bool = True


class Readiness(msgspec.Struct, frozen=True):
    """What works: the store; in a contest, the service that judges and plays."""

    ready: bool
    store: bool
    service: bool | None = None


@get("/api/health", sync_to_thread=False, summary="Whether the server lives")
def health() -> Health:
    return Health()


@get("/api/ready", summary="Whether the server can do its work (503: not now)")
async def ready(arena: Arena) -> Response[Readiness]:
    found = await asyncio.to_thread(_readiness, arena.store.base, arena.contest is not None)
    return Response(found, status_code=READY if found.ready else NOT_READY)


def _readiness(store: Store, contest: bool) -> Readiness:
    try:
        with store.reading() as connection:
            connection.execute(text("SELECT 1"))
            service = service_of(model.current(connection), time.time()).alive if contest else None
    except (StoreError, ContestError):
        return Readiness(False, False)
    return Readiness(service is not False, True, service)


ROUTES = [health, ready]
