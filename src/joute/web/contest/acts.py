"""What an organiser does in the console: one route, which takes one act at a time."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection

from joute.arena.contest import accounts, finals, model, organising, personal, teams, versions, workers
from joute.arena.contest.config import ContestError, Times, require_order
from joute.arena.contest.model import Contest
from joute.arena.contest.personal import actor_of
from joute.arena.tournament.config import DrawnFrom, TournamentError
from joute.core.errors import shown
from joute.core.text import Text
from joute.web import errors
from joute.web.api.http import AnyRequest, limit, post
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena

from .console_wire import (
    Act,
    Announce,
    BeginFinal,
    DescribeTeam,
    Disable,
    Drain,
    Enable,
    EndRanked,
    EraseAccount,
    Release,
    Requeue,
    SetTimes,
    TeamAside,
    TeamBack,
    Undrain,
    VersionAgain,
    VersionAside,
)
from .desk import Desk, refused
from .session import desk_of, require_organiser


@post("/api/contest/console/acts", status_code=204, summary="What an organiser may do, with an entry in the audit log")
async def act(arena: Arena, request: AnyRequest, data: Act) -> None:
    desk, who = await desk_of(arena), await require_organiser(arena, request)
    limit(desk.acts, request, errors.ACTS)
    try:
        await _done(arena, desk, data, actor_of(who.account))
    except DrawnFrom as error:
        raise Refusal(errors.DRAWN_FROM, round=error.round, void=error.void) from None
    except TournamentError as error:
        raise Refusal(errors.TOURNAMENT, why=error) from None
    desk.forget()


async def _done(arena: Arena, desk: Desk, data: Act, actor: str) -> None:
    contest = await desk.contest()
    if isinstance(data, BeginFinal):
        await refused(lambda: _begin_final(desk, contest, data, actor))
    elif isinstance(data, EndRanked):
        await refused(lambda: organising.end_ranked_play(desk.store, contest, actor, data.why))
    elif isinstance(data, Requeue):
        number = arena.store.real(data.match)
        await refused(lambda: organising.requeue(desk.store, number, actor, data.why, data.redraw))
    elif isinstance(data, TeamAside | TeamBack | DescribeTeam):
        await desk.write(_on_team, data, actor)
    elif isinstance(data, VersionAside | VersionAgain):
        await desk.write(_on_version, contest, data, actor)
    elif isinstance(data, Disable | Enable | EraseAccount):
        await desk.write(_on_account, data, actor)
    else:
        await desk.write(_on_contest, contest, data, actor)


def _begin_final(desk: Desk, contest: Contest, data: BeginFinal, actor: str) -> None:
    with desk.store.reading() as connection:
        chosen = finals.finalists(connection, contest, named=data.teams)
    finals.begin_finals(desk.store, contest, data.name, data.format, chosen, actor, data.why, data.hold)


def _on_team(connection: Connection, data: TeamAside | TeamBack | DescribeTeam, actor: str) -> None:
    team = teams.by_id(connection, data.team)
    if isinstance(data, TeamAside):
        organising.set_team_aside(connection, team, actor, data.why)
    elif isinstance(data, TeamBack):
        organising.let_team_back(connection, team, actor, data.why)
    else:
        organising.describe_team(connection, team, data.group, data.tags, actor)


def _on_version(connection: Connection, contest: Contest, data: VersionAside | VersionAgain, actor: str) -> None:
    version = versions.by_id(connection, data.version)
    if isinstance(data, VersionAside):
        organising.set_version_aside(connection, contest, version, actor, data.why)
    else:
        versions.judge_again(connection, version, actor, organising.require_reason(data.why))


def _on_account(connection: Connection, data: Disable | Enable | EraseAccount, actor: str) -> None:
    account = accounts.by_id(connection, data.account)
    if isinstance(data, EraseAccount):
        personal.erase(connection, account, actor)
    elif isinstance(data, Disable):
        if actor == actor_of(account):
            raise ContestError(Text("you would shut yourself out", "vous vous fermeriez la porte"))
        organising.disable(connection, account, actor, data.why)
    else:
        organising.enable(connection, account, actor, data.why)


def _on_contest(
    connection: Connection, contest: Contest, data: SetTimes | Announce | Drain | Undrain | Release, actor: str
) -> None:
    if isinstance(data, SetTimes):
        model.set_times(connection, contest, _times(data), actor, organising.require_reason(data.why))
    elif isinstance(data, Announce):
        organising.announce(connection, Text(data.en, data.fr), actor)
    elif isinstance(data, Release):
        finals.release(connection, data.final, actor)
    elif isinstance(data, Drain):
        workers.drain(connection, data.machine, actor, organising.require_reason(data.why))
    else:
        workers.let_play(connection, data.machine, actor, organising.require_reason(data.why))


def _times(data: SetTimes) -> Times:
    said = {name: getattr(data, name) for name in Times.__struct_fields__}
    try:
        moments = {name: at if at is None else datetime.fromtimestamp(at, UTC) for name, at in said.items()}
    except (ValueError, OverflowError, OSError):
        raise ContestError(Text(f"times: {shown(str(said), 200)}", f"dates : {shown(str(said), 200)}")) from None
    times = Times(**msgspec.to_builtins(moments, builtin_types=(datetime,)))
    require_order(times)
    return times


ROUTES = [act]
