"""The editor of boards and positions: what it offers, and what comes of a change."""

from __future__ import annotations

from joute.web import errors
from joute.web.contest.access import sight
from joute.web.edits import EditAnswer, EditorHead, EditRequest
from joute.web.lobby.arena import Arena

from .http import POSITION_BODY_MOST, AnyRequest, get, limit, post


@get("/api/games/{game:str}/editor", sync_to_thread=True, summary="What can be painted on boards and positions")
def offered(arena: Arena, game: str) -> EditorHead:
    return arena.editing.head(game)


@post(
    "/api/edit",
    status_code=200,
    request_max_body_size=POSITION_BODY_MOST,
    summary="Change a board or a position, and check it; nothing is kept",
)
async def edit(arena: Arena, request: AnyRequest, data: EditRequest) -> EditAnswer:
    limit(arena.changes, request, errors.EDITS)
    if data.origin is not None:
        await sight(arena, request, data.origin.match)
    return await arena.editing.answer(data)


ROUTES = [offered, edit]
