"""Tournaments of the store: what anybody may see, and what their organiser may do."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar.params import PathParameter, QueryParameter

from joute.arena.store import Store
from joute.arena.tournament import admin
from joute.arena.tournament.chart import Chart, chart
from joute.arena.tournament.config import DrawnFrom, TournamentError, packed
from joute.arena.tournament.entry import enter
from joute.arena.tournament.model import find, packages_of
from joute.arena.tournament.standings import Final, final
from joute.arena.tournament.status import Meeting, Summary, TournamentStatus, board, meetings, summaries
from joute.arena.tournament.upload import uploaded
from joute.champions.sandbox.limits import Level
from joute.core.text import text_of
from joute.web import errors
from joute.web.contest.access import viewer
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.lobby.catalogue import Catalogue
from joute.web.security import bearer, client_of, hashed

from .http import AnyRequest, get, limit, post

T = TypeVar("T")
MEETINGS = 100
"""How many matches a page of them has."""
NameOf = Annotated[str, PathParameter(max_length=100, description="The name of a tournament.")]
Entrant = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True, kw_only=True):
    why: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """For the log."""


class Start(_Action, frozen=True, tag="start"):
    """Have the server play it, or go on with it."""


class Stop(_Action, frozen=True, tag="stop"):
    """Have the server stop playing it; it can go on later."""


class RequeueMatch(_Action, frozen=True, tag="requeue_match"):
    """Play one match again."""

    match: int
    redraw: bool = False
    """Where later rounds follow from results: make void what was drawn from it, and draw it again."""


class RequeueEntrant(_Action, frozen=True, tag="requeue_entrant"):
    """Play all matches of an entrant again, or only those that were not played; one that was set aside plays again."""

    entrant: Entrant
    unplayed: bool = False
    redraw: bool = False


class RequeueAll(_Action, frozen=True, tag="requeue_all"):
    """Play all matches again, or only those that were not played."""

    unplayed: bool = False
    redraw: bool = False


class SetAside(_Action, frozen=True, tag="set_aside"):
    """Set an entrant aside: it plays no more, for a reason that everybody may read."""

    entrant: Entrant
    why: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


Action = Start | Stop | RequeueMatch | RequeueEntrant | RequeueAll | SetAside


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be declared: the text of its file (docs/en/tournaments.md)."""

    file: Annotated[str, msgspec.Meta(min_length=1, max_length=100_000)]


class Queued(msgspec.Struct, frozen=True):
    """How many matches wait to be played again."""

    queued: int


async def _asked(arena: Arena, question: Callable[..., T], *values: Any) -> T:
    """Ask the store about a tournament; its errors become refusals."""
    try:
        return await arena.ask_store(question, arena.store.base, *values)
    except DrawnFrom as error:
        raise Refusal(errors.DRAWN_FROM, round=error.round, void=error.void) from None
    except TournamentError as error:
        missing = str(error).startswith("no tournament")
        raise Refusal(errors.NO_TOURNAMENT if missing else errors.TOURNAMENT, why=text_of(error)) from None


@get("/api/tournaments", summary="All tournaments, newest first")
async def tournaments(arena: Arena, request: AnyRequest) -> list[Summary]:
    return await _asked(arena, summaries, await viewer(arena, request))


@get("/api/tournaments/{name:str}", summary="A tournament: standings, queue, workers, failures, last matches")
async def tournament(arena: Arena, request: AnyRequest, name: NameOf) -> TournamentStatus:
    shown = await _asked(arena, board, name, await viewer(arena, request))
    return msgspec.structs.replace(shown, trouble=arena.organising.trouble.get(name, ""))


@get("/api/tournaments/{name:str}/table", summary="The final table of a tournament that is over")
async def table(arena: Arena, request: AnyRequest, name: NameOf) -> Final:
    shown = await _asked(arena, board, name, await viewer(arena, request))
    if shown.summary.ended is None:
        raise Refusal(errors.NOT_OVER_YET)
    return await arena.tables.of(name, (shown.summary, shown.standings), partial(_table, arena.store.base, name))


def _table(store: Store, name: str) -> Final:
    """The final table, without the paths of champions on the organiser's disk."""
    with store.reading() as connection:
        whole = final(connection, find(connection, name))
    lines = tuple(msgspec.structs.replace(line, champion="") for line in whole.lines)
    return msgspec.structs.replace(whole, lines=lines)


@get("/api/tournaments/{name:str}/chart", summary="A tournament as a bracket, by rounds, or head to head")
async def picture(arena: Arena, request: AnyRequest, name: NameOf) -> Chart:
    return await _asked(arena, chart, name, await viewer(arena, request))


@get("/api/tournaments/{name:str}/matches", summary="Matches of a tournament, newest first; watch one as n.NUMBER")
async def played(
    arena: Arena,
    request: AnyRequest,
    name: NameOf,
    entrant: Annotated[str | None, QueryParameter(max_length=100)] = None,
    against: Annotated[str | None, QueryParameter(max_length=100)] = None,
    round: Annotated[int | None, QueryParameter(ge=0, le=2**31, description="From 0.")] = None,
    before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> list[Meeting]:
    among = [one for one in (entrant, against) if one]
    return await _asked(arena, meetings, name, among, round, before, MEETINGS, await viewer(arena, request))


@post("/api/tournaments/{name:str}/actions", status_code=200, summary="What the organiser may do")
async def act(arena: Arena, request: AnyRequest, name: NameOf, data: Action) -> Queued:
    _require_organiser(arena, request)
    limit(arena.creation, request, errors.ORGANISING)
    await _asked(arena, _known, name)
    await arena.organising.note(client_of(request.scope), name, data)
    if isinstance(data, Start):
        await arena.organising.start(name)
    elif isinstance(data, Stop):
        await arena.organising.stop(name)
    else:
        if isinstance(data, RequeueMatch):
            data = msgspec.structs.replace(data, match=arena.store.real(data.match))
        return Queued(await _asked(arena, _act, name, data))
    return Queued(0)


@post("/api/tournaments", summary="Declare a tournament, or let more entrants join one (for the organiser)")
async def declare(arena: Arena, request: AnyRequest, data: NewTournament) -> Summary:
    _require_organiser(arena, request)
    limit(arena.creation, request, errors.ORGANISING)
    declared = await _asked(arena, _declare, data.file, arena.catalogue, Level(arena.settings.isolation))
    await arena.organising.note(client_of(request.scope), declared.name, {"action": "declare", "file": data.file})
    return declared


def _declare(store: Store, text: str, catalogue: Catalogue, isolation: Level) -> Summary:
    plan = uploaded(text, catalogue.own_champions, isolation)
    enter(store, plan, packed(plan, packages_of(store)))
    return board(store, plan.name).summary


def _known(store: Store, name: str) -> None:
    with store.reading() as connection:
        find(connection, name)


def _require_organiser(arena: Arena, request: AnyRequest) -> None:
    secret, expected = bearer(request.headers.get("authorization")), arena.settings.organiser
    if not expected:
        raise Refusal(errors.NO_ORGANISER)
    if not hmac.compare_digest(hashed(secret), hashed(expected)):
        limit(arena.guessing, request, errors.WRONG_SECRETS)
        raise Refusal(errors.NOT_ORGANISER)


def _act(store: Store, name: str, action: RequeueMatch | RequeueEntrant | RequeueAll | SetAside) -> int:
    with store.reading() as connection:
        tournament = find(connection, name)
    if isinstance(action, RequeueMatch):
        return admin.requeue_match(store, tournament, action.match, action.redraw)
    if isinstance(action, RequeueEntrant):
        return admin.requeue_entrant(store, tournament, action.entrant, action.unplayed, action.redraw)
    if isinstance(action, RequeueAll):
        return admin.requeue_all(store, tournament, action.unplayed, action.redraw)
    admin.put_aside(store, tournament, action.entrant, action.why)
    return 0


ROUTES = [tournaments, tournament, table, picture, played, act, declare]
