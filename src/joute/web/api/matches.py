"""Matches: ask for one, list them, stop one; and show one that is played elsewhere."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from joute.web import errors
from joute.web.contest.access import sees, sight
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.wire import MatchHead, NewMatch, NewMatchAnswer

from .http import POSITION_BODY_MOST, AnyRequest, Id, delete, get, limit, post, require_owner

LINES_MOST = 8 << 20
"""Bytes of lines that are sent at once."""


@post("/api/matches", request_max_body_size=POSITION_BODY_MOST, summary="Play a match")
async def create(arena: Arena, request: AnyRequest, data: NewMatch) -> NewMatchAnswer:
    limit(arena.creation, request, errors.NEW_MATCHES)
    if data.origin is not None:
        await sight(arena, request, data.origin.match)
    return await arena.create(data)


@get("/api/matches", summary="The last matches, newest first")
async def listed(
    arena: Arena,
    request: AnyRequest,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    before: Annotated[
        str | None, QueryParameter(max_length=64, description="The id of the last one on a page.")
    ] = None,
    ids: Annotated[
        str | None, QueryParameter(max_length=1000, description="These matches alone, separated by commas.")
    ] = None,
) -> list[MatchHead]:
    if ids is None:
        return await arena.listed(game, before)
    return await arena.heads([id for id in ids.split(",") if await sees(arena, request, id)])


@get("/api/matches/{id:str}", summary="One match")
async def one(arena: Arena, id: Id) -> MatchHead:
    return await arena.head(id)


@delete("/api/matches/{id:str}", status_code=204, summary="Stop a match")
async def stop(arena: Arena, request: AnyRequest, id: Id) -> None:
    await arena.head(id)
    await require_owner(arena, request, id)
    match = arena.matches.get(id)
    if match is not None and match.lasts:
        await arena.cancel(match)
    else:
        await arena.ask_store(arena.store.forget, id)
        arena.matches.pop(id, None)


# Matches that are played elsewhere


@post("/api/live", request_max_body_size=LINES_MOST, summary="Show a match that is played elsewhere: its header line")
async def relay(arena: Arena, request: AnyRequest, body: bytes) -> NewMatchAnswer:
    limit(arena.creation, request, errors.NEW_MATCHES)
    return await arena.relay(body)


@post("/api/live/{id:str}", request_max_body_size=LINES_MOST, status_code=204, summary="More lines of such a match")
async def relayed(arena: Arena, request: AnyRequest, id: Id, body: bytes) -> None:
    match = arena.matches.get(id)
    if match is None:
        raise Refusal(errors.NO_MATCH, id=id[:40])
    await require_owner(arena, request, id)
    arena.pass_on(match, body)


ROUTES = [create, listed, one, stop, relay, relayed]
