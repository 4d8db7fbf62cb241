"""What came of a team's versions: rank, rating over time, matches, losses that teach most, faults."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from sqlalchemy import Connection

from joute.arena.contest import results
from joute.arena.contest.model import Contest
from joute.arena.contest.public import numbers
from joute.arena.contest.results import Filters
from joute.arena.contest.teams import Team
from joute.arena.ratings import Running, in_points
from joute.arena.tournament.viewer import Numbers
from joute.web.api.http import AnyRequest, get
from joute.web.lobby.arena import Arena

from .facts import public_table
from .session import desk_of, require
from .wire import Matches, Played, Rated, Replay, Replays, Results, Side


@get("/api/contest/results", summary="Rank, rating over time, and losses that teach most")
async def overview(arena: Arena, request: AnyRequest) -> Results:
    desk, who = await desk_of(arena), await require(arena, request)
    lines = (await public_table(desk)).lines
    rank = next((line.rank for line in lines if not line.house and line.name == who.own_team.name), None)
    history, lessons = await desk.read(_overview, await desk.contest(), who.own_team)
    return Results(rank, len(lines), history, lessons)


def _overview(connection: Connection, contest: Contest, team: Team) -> tuple[list[Rated], list[Played]]:
    history = [Rated(one.at, one.version, *in_points(one.rating)) for one in results.history(connection, team)]
    return history, _shown(connection, contest, results.lessons(connection, team))


@get("/api/contest/matches", summary="Matches of one's team, newest first")
async def played(
    arena: Arena,
    request: AnyRequest,
    version: Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1)] = None,
    against: Annotated[str, QueryParameter(max_length=100, description="A team, or a champion of the house.")] = "",
    only: Annotated[results.Only, QueryParameter()] = "all",
    before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> Matches:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    filters = Filters(version, against, only)
    real = None if before is None else arena.store.real(before)
    return await desk.read(_matches, await desk.contest(), who.own_team, filters, real)


def _matches(connection: Connection, contest: Contest, team: Team, filters: Filters, before: int | None) -> Matches:
    found = results.played(connection, team, filters, before)
    more = numbers(contest).public(found[-1].match.id) if len(found) == results.PAGE else None
    return Matches(_shown(connection, contest, found), more)


@get("/api/contest/replays", summary="Ranked matches that everybody may watch now, newest first")
async def replays(
    arena: Arena,
    of: Annotated[str, QueryParameter(max_length=100, description="A team, or a champion of the house.")] = "",
    before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
) -> Replays:
    desk = await desk_of(arena)
    real = None if before is None else arena.store.real(before)
    return await desk.read(_replays, await desk.contest(), of, real)


def _replays(connection: Connection, contest: Contest, of: str, before: int | None) -> Replays:
    found, public = results.watchable(connection, contest, of, before), numbers(contest).public
    shown = [
        Replay(
            f"n.{public(match.id)}",
            match.ended or match.created,
            [Side(one.name, False, one.score, one.rank, one.verdict, "", None) for one in match.players],
        )
        for match in found
    ]
    return Replays(shown, public(found[-1].id) if len(found) == results.PAGE else None)


def _shown(connection: Connection, contest: Contest, many: list[results.Played]) -> list[Played]:
    """Matches with the strength that everybody has now; while the table is frozen, that is hidden."""
    ids = [player.entrant for one in many for player in one.match.players if player.entrant is not None]
    frozen = contest.allowed().frozen_at is not None
    strengths = {} if frozen else results.strengths(connection, ids)
    return [_played(one, strengths, numbers(contest)) for one in many]


def _played(one: results.Played, strengths: dict[int, Running], public: Numbers) -> Played:
    match = one.match
    sides = [
        Side(
            player.name,
            seat in one.mine,
            player.score,
            player.rank,
            player.verdict,
            player.told if seat in one.mine else "",
            in_points(strengths[player.entrant])[0] if player.entrant in strengths else None,
        )
        for seat, player in enumerate(match.players)
    ]
    ended = match.ended or match.created
    return Played(f"n.{public.public(match.id)}", match.kind, ended, one.version, one.outcome, sides, match.reason)


ROUTES = [overview, played, replays]
