"""Unranked matches and comparisons that a team asks for; the service plays them when workers have room."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection

from joute.arena.contest import challenges, comparisons, versions
from joute.arena.contest.comparisons import ComparisonState
from joute.arena.contest.model import Contest
from joute.arena.contest.public import numbers
from joute.arena.contest.teams import Team
from joute.web import errors
from joute.web.api.http import AnyRequest, get, limit, post
from joute.web.lobby.arena import Arena

from .session import desk_of, require
from .wire import Compared, NameGiven

Number = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unranked match that is wanted: a version of one's team against a team or a champion of the house."""

    version: Number
    against: NameGiven


class NewComparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two versions of one's team that are to be compared."""

    one: Number
    other: Number


class Asked(msgspec.Struct, frozen=True):
    """What was asked for: the match to watch at /watch/ID when it is over, or the number of the comparison."""

    id: str


@post("/api/contest/challenges", summary="Play an unranked match against somebody")
async def challenge(arena: Arena, request: AnyRequest, data: NewChallenge) -> Asked:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    limit(desk.acts, request, errors.ACTS)
    contest = await desk.contest()
    number = await desk.write(_challenged, contest, who.own_team, data)
    return Asked(f"n.{numbers(contest).public(number)}")


def _challenged(connection: Connection, contest: Contest, team: Team, wanted: NewChallenge) -> int:
    version = versions.numbered(connection, team, wanted.version)
    return challenges.challenge(connection, contest, team, version, wanted.against)


@post("/api/contest/comparisons", summary="Compare two versions of one's team")
async def compare(arena: Arena, request: AnyRequest, data: NewComparison) -> Asked:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    limit(desk.acts, request, errors.ACTS)
    return Asked(str(await desk.write(_compared, await desk.contest(), who.own_team, data)))


def _compared(connection: Connection, contest: Contest, team: Team, wanted: NewComparison) -> int:
    one, other = (versions.numbered(connection, team, number) for number in (wanted.one, wanted.other))
    return comparisons.compare(connection, contest, team, one, other)


@get("/api/contest/comparisons", summary="The comparisons of one's team, newest first")
async def compared(arena: Arena, request: AnyRequest) -> list[Compared]:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    return [_shown(one) for one in await desk.read(comparisons.of_team, who.own_team)]


def _shown(one: ComparisonState) -> Compared:
    known: dict[str, Any] = one.result
    low, high = known.get("interval", (None, None))
    return Compared(
        id=one.id,
        one=one.one,
        other=one.other,
        at=one.at,
        state=one.state,
        answer=known.get("answer", ""),
        why=known.get("why", ""),
        matches=known.get("matches", 0),
        wins=known.get("wins", 0),
        draws=known.get("draws", 0),
        losses=known.get("losses", 0),
        points=known.get("points"),
        low=low,
        high=high,
    )


ROUTES = [challenge, compare, compared]
