"""Television: which matches the page /tv shows."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from joute.arena.tournament.config import TournamentError
from joute.core.text import text_of
from joute.web import errors
from joute.web.contest.access import require_shown, sight
from joute.web.errors import Refusal
from joute.web.lobby import programme
from joute.web.lobby.arena import Arena
from joute.web.wire import Programme

from .http import AnyRequest, get

MATCHES_MOST = 64
"""So many matches may be named."""


@get("/api/tv", summary="What is on television: the best matches, some matches, or those of a tournament")
async def tv(
    arena: Arena,
    request: AnyRequest,
    matches: Annotated[
        str | None, QueryParameter(max_length=4096, description="Ids, or numbers in tournaments, with commas.")
    ] = None,
    tournament: Annotated[str | None, QueryParameter(max_length=100)] = None,
    round: Annotated[int | None, QueryParameter(ge=1, le=2**31, description="Of the tournament, from 1.")] = None,
) -> Programme:
    if matches is not None and tournament is not None:
        raise Refusal(errors.ONE_PROGRAMME)
    if matches is not None:
        ids = [f"n.{id}" if id.isdecimal() else id for id in map(str.strip, matches.split(",")) if id]
        if len(ids) > MATCHES_MOST:
            raise Refusal(errors.LONG_PROGRAMME, count=len(ids), most=MATCHES_MOST)
        for id in ids:
            await sight(arena, request, id)
        return await programme.playlist(arena, ids)
    if tournament is None:
        return await programme.best(arena)
    await require_shown(arena, request, tournament)
    try:
        return await programme.of_tournament(arena, tournament, None if round is None else round - 1)
    except TournamentError as error:
        raise Refusal(errors.NO_TOURNAMENT, why=text_of(error)) from None


ROUTES = [tv]
