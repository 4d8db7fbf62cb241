"""Which matches of a contest may be watched by whom, and whose private notes and messages they may read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from sqlalchemy import Connection, select

from joute.arena.contest import public, results
from joute.arena.contest.model import Contest
from joute.arena.store import matches as filing
from joute.arena.store.matches import MatchRow
from joute.arena.store.schema import State, tournaments
from joute.arena.tournament.viewer import ORGANISER, Viewer
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.lobby.store import KIND

from .desk import Desk
from .session import Asker, asker

if TYPE_CHECKING:
    from joute.web.api.http import AnyRequest
    from joute.web.lobby.arena import Arena

Gate = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]


class Sight(NamedTuple):
    """What somebody may know of a match of a contest beside what everybody sees."""

    seats: frozenset[int]
    """Whose private notes and messages they may read."""


async def sight(arena: Arena, request: AnyRequest, id: str) -> Sight | None:
    """What whoever asks may know of a match of the contest; None: it is none of the contest's. Refuses those whom the
    rules of the contest keep from watching it."""
    desk = arena.contest
    match = None if desk is None else await desk.read(_match, arena.store.number(id), id)
    if desk is None or match is None or match.kind == KIND:
        return None
    who = await asker(arena, request)
    if who is not None and who.organiser:
        return Sight(frozenset(range(len(match.players))))
    seats = await _own_seats(desk, who, match)
    if not seats:
        _require_public(match, await desk.contest(), await desk.read(_released, match))
    elif match.state != State.DONE:
        raise Refusal(errors.WATCH_LATER)
    return Sight(seats)


async def sees(arena: Arena, request: AnyRequest, id: str) -> bool:
    """Whether whoever asks may watch a match."""
    try:
        await sight(arena, request, id)
    except Refusal:
        return False
    return True


def _match(connection: Connection, number: int | None, id: str) -> MatchRow | None:
    if number is not None:
        return next(iter(filing.by_id(connection, [number])), None)
    return filing.find(connection, id)


async def _own_seats(desk: Desk, who: Asker | None, match: MatchRow) -> frozenset[int]:
    if who is None or who.team is None:
        return frozenset()
    own = await desk.read(results.numbers, who.team)
    return frozenset(seat for seat, player in enumerate(match.players) if player.entrant in own)


def _released(connection: Connection, match: MatchRow) -> bool:
    """Whether a match of a tournament beside the ladder may be seen by the public."""
    if match.tournament is None:
        return False
    rounds = connection.execute(select(tournaments.c.released).where(tournaments.c.id == match.tournament)).scalar()
    return rounds is None or match.round < rounds


def _require_public(match: MatchRow, contest: Contest, released: bool) -> None:
    """Refuse a match that others may not watch, or not yet."""
    if match.tournament != contest.ladder.id:
        if not released:
            raise Refusal(errors.NOT_YOURS)
        return
    replays, until = contest.settings.access.replays, contest.shown_until()
    if until is None:
        raise Refusal(errors.NOT_YOURS if replays == "own" else errors.WATCH_AFTER)
    if match.state != State.DONE or match.ended is None or match.ended > until:
        raise Refusal(errors.WATCH_LATER)


def gate(arena: Arena) -> Gate:
    """Before every route that shows a match or a tournament: whether whoever asks may see it."""

    async def may(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        if arena.contest is None or not isinstance(connection, Request):
            return
        path, request = connection.scope["path"], connection
        if path.startswith("/api/matches/"):
            await sight(arena, request, str(connection.path_params.get("id", "")))
        elif path.startswith("/api/tournaments/"):
            await require_shown(arena, request, str(connection.path_params.get("name", "")))

    return may


async def require_shown(arena: Arena, request: AnyRequest, name: str) -> None:
    """Refuse a tournament that whoever asks may not know of."""
    if name in (await viewer(arena, request)).hidden:
        raise Refusal(errors.ORGANISERS_ONLY)


async def viewer(arena: Arena, request: AnyRequest) -> Viewer:
    """Who looks at the tournaments of this server: in a contest, held back rounds are for organisers."""
    if arena.contest is None:
        return ORGANISER
    who = await asker(arena, request)
    return public.viewer(await arena.contest.contest(), who is not None and who.organiser)
