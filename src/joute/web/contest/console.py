"""What an organiser's console shows: how the contest stands, people, teams, versions, matches, the audit log."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar.params import PathParameter, QueryParameter
from sqlalchemy import Connection, func, select

from joute.arena.contest import finals, log, teams, versions
from joute.arena.contest.challenges import KIND
from joute.arena.contest.model import Contest
from joute.arena.contest.public import numbers
from joute.arena.contest.status import ContestStatus, used_bytes
from joute.arena.contest.status import status as status_of
from joute.arena.store import matches as filing
from joute.arena.store.matches import MatchRow, counts
from joute.arena.store.schema import State as MatchState
from joute.arena.store.schema import accounts, entrants, matches, members, players
from joute.arena.store.schema import teams as teams_table
from joute.arena.store.schema import versions as versions_table
from joute.arena.tournament.model import Tournament, all_tournaments, entrants_of
from joute.arena.tournament.schedule import KIND as RANKED
from joute.arena.tournament.viewer import Numbers
from joute.web.api.http import AnyRequest, get
from joute.web.lobby.arena import Arena

from .console_wire import (
    Final,
    Finalist,
    LogRow,
    Machine,
    MatchOf,
    MatchPage,
    Person,
    SideRow,
    State,
    TeamRow,
    VersionLog,
    VersionRow,
)
from .desk import Desk, refused
from .session import desk_of, require_organiser
from .wire import VersionState

PAGE = 50
Before = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Of = Annotated[str, QueryParameter(max_length=100, description="A team, or a champion of the house.")]
Id = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]


async def _organised(arena: Arena, request: AnyRequest) -> Desk:
    await require_organiser(arena, request)
    return await desk_of(arena)


@get("/api/contest/console", summary="How the contest stands (for an organiser)")
async def state(arena: Arena, request: AnyRequest) -> State:
    desk = await _organised(arena, request)
    standing = await refused(lambda: (status_of(desk.store), used_bytes(desk.store)))
    shown = await desk.read(_finals, await desk.contest())
    return _state(*standing, shown)


def _state(status: ContestStatus, used: int, held: list[Final]) -> State:
    service = status.service
    machines = [msgspec.convert(one, Machine, from_attributes=True) for one in status.machines]
    same = ("teams", "versions", "waits_s", "new", "ranked", "last_hour", "unranked", "free_bytes")
    return State(
        **{name: getattr(service, name) for name in ("alive", "seen", "host", "pid", "capacity", "playing")},
        **{name: getattr(status, name) for name in same},
        used_bytes=used,
        machines=machines,
        finals=held,
    )


def _finals(connection: Connection, contest: Contest) -> list[Final]:
    return [_final(connection, one) for one in all_tournaments(connection) if one.id != contest.ladder.id]


def _final(connection: Connection, one: Tournament) -> Final:
    last = connection.execute(select(func.max(matches.c.round)).where(matches.c.tournament_id == one.id)).scalar()
    names = [entrant.name for entrant in entrants_of(connection, one)]
    states = {str(state): count for state, count in counts(connection, one.id).items()}
    rounds = 0 if last is None else last + 1
    return Final(one.name, one.settings.format.kind, names, str(one.stage), rounds, one.released, states)


@get("/api/contest/console/people", summary="All accounts (for an organiser)")
async def people(arena: Arena, request: AnyRequest) -> list[Person]:
    return await (await _organised(arena, request)).read(_people)


def _people(connection: Connection) -> list[Person]:
    query = (
        select(accounts, teams_table.c.name.label("team"))
        .outerjoin(members, members.c.account_id == accounts.c.id)
        .outerjoin(teams_table, teams_table.c.id == members.c.team_id)
        .where(accounts.c.erased.is_(None))
        .order_by(accounts.c.login)
    )
    same = ("id", "login", "name", "real_name", "email", "disabled")
    return [
        Person(**{name: row[name] for name in same}, organiser=row["role"] == "organiser", team=row["team"] or "")
        for row in connection.execute(query).mappings()
    ]


@get("/api/contest/console/teams", summary="All teams (for an organiser)")
async def listed(arena: Arena, request: AnyRequest) -> list[TeamRow]:
    return await (await _organised(arena, request)).read(_teams)


def _teams(connection: Connection) -> list[TeamRow]:
    logins: dict[int, list[str]] = {}
    joined = select(members.c.team_id, accounts.c.login).join(accounts, accounts.c.id == members.c.account_id)
    for team, login in connection.execute(joined.order_by(members.c.joined)):
        logins.setdefault(team, []).append(login)
    submitted = select(versions_table.c.team_id, func.count()).group_by(versions_table.c.team_id)
    made: dict[int, int] = dict(connection.execute(submitted).tuples().all())
    chosen = select(versions_table.c.id, versions_table.c.number)
    playing = chosen.join(teams_table, teams_table.c.active_id == versions_table.c.id)
    active: dict[int | None, int] = dict(connection.execute(playing).tuples().all())
    return [
        TeamRow(
            one.id,
            one.name,
            one.group,
            list(one.tags),
            one.aside,
            logins.get(one.id, []),
            active.get(one.active_id),
            made.get(one.id, 0),
        )
        for one in teams.all_teams(connection)
    ]


@get("/api/contest/console/versions", summary="Versions of all teams, newest first (for an organiser)")
async def submitted(
    arena: Arena,
    request: AnyRequest,
    stands: Annotated[VersionState | None, QueryParameter(name="state")] = None,
    of: Of = "",
    before: Before = None,
) -> list[VersionRow]:
    desk = await _organised(arena, request)
    return await desk.read(_versions, await desk.contest(), stands, of, before)


def _versions(
    connection: Connection, contest: Contest, state: VersionState | None, of: str, before: int | None
) -> list[VersionRow]:
    query = select(versions_table.c.id, teams_table.c.name, teams_table.c.active_id).join(
        teams_table, teams_table.c.id == versions_table.c.team_id
    )
    if state is not None:
        query = query.where(versions_table.c.state == state)
    if of:
        query = query.where(teams_table.c.name == of)
    if before is not None:
        query = query.where(versions_table.c.id < before)
    rows = connection.execute(query.order_by(versions_table.c.id.desc()).limit(PAGE)).all()
    return [_version(contest, versions.by_id(connection, id_), name, active) for id_, name, active in rows]


def _version(contest: Contest, one: versions.Version, team: str, active: int | None) -> VersionRow:
    same = ("id", "number", "received", "why", "language", "size", "judging_s")
    return VersionRow(
        team=team,
        state=cast("VersionState", str(one.state)),
        active=one.id == active,
        counts=versions.counts(contest, one),
        **{name: getattr(one, name) for name in same},
    )


@get("/api/contest/console/versions/{id:int}/log", summary="The log of a judging (for an organiser)")
async def judging_log(arena: Arena, request: AnyRequest, id: Id) -> VersionLog:
    return VersionLog(await (await _organised(arena, request)).read(_log_of, id))


def _log_of(connection: Connection, id_: int) -> str:
    return versions.log_of(connection, versions.by_id(connection, id_))


@get("/api/contest/console/matches", summary="Matches of the contest with everything, newest first (for an organiser)")
async def played(
    arena: Arena,
    request: AnyRequest,
    tournament: Annotated[str, QueryParameter(max_length=100, description="The ladder, or a final.")] = "",
    stands: Annotated[MatchState | None, QueryParameter(name="state")] = None,
    of: Of = "",
    worker: Annotated[str, QueryParameter(max_length=200)] = "",
    before: Before = None,
) -> MatchPage:
    desk = await _organised(arena, request)
    real = None if before is None else arena.store.real(before)
    return await desk.read(_matches, await desk.contest(), tournament, stands, of, worker, real)


def _matches(
    connection: Connection,
    contest: Contest,
    tournament: str,
    state: MatchState | None,
    of: str,
    worker: str,
    before: int | None,
) -> MatchPage:
    names = {one.id: one.name for one in all_tournaments(connection)}
    query = select(matches.c.id).where(matches.c.kind.in_((RANKED, KIND)))
    if tournament:
        query = query.where(matches.c.tournament_id.in_([id_ for id_, name in names.items() if name == tournament]))
    if state is not None:
        query = query.where(matches.c.state == str(state))
    if worker:
        query = query.where(matches.c.worker == worker)
    if of:
        query = query.where(matches.c.id.in_(_met(of)))
    if before is not None:
        query = query.where(matches.c.id < before)
    ids = list(connection.execute(query.order_by(matches.c.id.desc()).limit(PAGE)).scalars())
    public = numbers(contest)
    shown = [_match(one, names, public) for one in filing.by_id(connection, ids)[::-1]]
    return MatchPage(shown, shown[-1].number if len(ids) == PAGE else None)


def _met(of: str) -> Any:
    """The matches of a team's versions, of an entrant of a final, or of a champion of the house."""
    mine = select(versions_table.c.entrant_id).join(teams_table, teams_table.c.id == versions_table.c.team_id)
    owned = mine.where(teams_table.c.name == of, versions_table.c.entrant_id.is_not(None))
    seated = select(entrants.c.id).where((entrants.c.name == of) | entrants.c.id.in_(owned))
    return select(players.c.match_id).where(players.c.entrant_id.in_(seated))


def _match(one: MatchRow, names: dict[int, str], public: Numbers) -> MatchOf:
    number = public.public(one.id)
    same = ("round", "why", "reason", "attempts", "created", "began", "ended", "worker")
    sides = [msgspec.convert(player, SideRow, from_attributes=True) for player in one.players]
    return MatchOf(
        id=f"n.{number}",
        number=number,
        tournament=names.get(one.tournament or 0, ""),
        state=str(one.state),
        seed=str(one.seed),
        sides=sides,
        **{name: getattr(one, name) for name in same},
    )


@get("/api/contest/console/log", summary="The audit log, newest first (for an organiser)")
async def audit_log(arena: Arena, request: AnyRequest, before: Before = None) -> list[LogRow]:
    desk = await _organised(arena, request)
    rows = await desk.read(log.entries, PAGE, before)
    return [msgspec.convert(row, LogRow, from_attributes=True) for row in rows]


@get("/api/contest/console/finalists", summary="Who would play a final now, the best first (for an organiser)")
async def finalists(
    arena: Arena,
    request: AnyRequest,
    top: Annotated[int | None, QueryParameter(ge=1, le=10_000)] = None,
    tag: Annotated[str, QueryParameter(max_length=100)] = "",
) -> list[Finalist]:
    desk = await _organised(arena, request)
    chosen = await desk.read(finals.finalists, await desk.contest(), top, tag or None)
    return [Finalist(one.team.name, one.version.number) for one in chosen]


ROUTES = [state, people, listed, submitted, judging_log, played, audit_log, finalists]
