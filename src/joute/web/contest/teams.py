"""Teams: founded, joined by invitation, left."""

from __future__ import annotations

from sqlalchemy import Connection

from joute.arena.contest import teams, tokens
from joute.arena.contest.config import ContestPlan
from joute.arena.contest.model import Contest
from joute.arena.contest.teams import Team
from joute.arena.store.schema import TokenKind
from joute.web import errors
from joute.web.api.http import AnyRequest, delete, get, limit, post
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.security import client_of

from .session import Asker, count, desk_of, require
from .wire import Invited, InvitedTo, LinkMade, Member, NewTeam, TeamHead, TeamPage


@post("/api/contest/invitations/look", status_code=200, summary="What an invitation leads to")
async def look(arena: Arena, request: AnyRequest, data: Invited) -> InvitedTo:
    desk = await desk_of(arena)
    token = await desk.read(tokens.look_up, TokenKind.INVITE, data.invitation)
    if token is None:
        count(desk.guesses, client_of(request.scope))
        raise Refusal(errors.NO_INVITATION)
    team = None if token.team_id is None else await desk.read(teams.by_id, token.team_id)
    return InvitedTo(None if team is None else team.name)


@post("/api/contest/teams", summary="Found a team")
async def found(arena: Arena, request: AnyRequest, data: NewTeam) -> TeamPage:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    if who.team is not None:
        raise Refusal(errors.IN_A_TEAM, team=who.team.name)
    return await desk.write(_founded, await desk.contest(), desk.plan, who, data.name)


def _founded(connection: Connection, contest: Contest, plan: ContestPlan, who: Asker, name: str) -> TeamPage:
    team = teams.create(connection, name, taken=frozenset(plan.house))
    teams.join(connection, team, who.account.id, contest.settings.access.team_size)
    return _page(connection, contest, who, team)


@post("/api/contest/team/join", status_code=200, summary="Join the team that an invitation leads to")
async def join(arena: Arena, request: AnyRequest, data: Invited) -> TeamPage:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    if who.team is not None:
        raise Refusal(errors.IN_A_TEAM, team=who.team.name)
    token = await desk.read(tokens.look_up, TokenKind.INVITE, data.invitation)
    if token is None or token.team_id is None:
        count(desk.guesses, client_of(request.scope))
        raise Refusal(errors.NO_INVITATION)
    return await desk.write(_joined, await desk.contest(), who, data.invitation)


def _joined(connection: Connection, contest: Contest, who: Asker, invitation: str) -> TeamPage:
    token = tokens.use(connection, TokenKind.INVITE, invitation)
    if token is None or token.team_id is None:
        raise Refusal(errors.NO_INVITATION)
    team = teams.by_id(connection, token.team_id)
    teams.join(connection, team, who.account.id, contest.settings.access.team_size)
    return _page(connection, contest, who, team)


@post("/api/contest/team/leave", status_code=204, summary="Leave one's team; what it submitted stays with it")
async def leave(arena: Arena, request: AnyRequest) -> None:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    await desk.write(teams.leave, who.account.id)


@get("/api/contest/team", summary="One's team")
async def page(arena: Arena, request: AnyRequest) -> TeamPage:
    desk, who = await desk_of(arena), await require(arena, request)
    return await desk.read(_page, await desk.contest(), who, who.own_team)


@post("/api/contest/team/invitations", summary="Make an invitation into one's team; those before are good no more")
async def invite(arena: Arena, request: AnyRequest) -> LinkMade:
    desk, who = await desk_of(arena), await require(arena, request)
    limit(desk.acts, request, errors.ACTS)
    size = (await desk.contest()).settings.access.team_size
    secret = await desk.write(_invited, who, who.own_team, size)
    return LinkMade(secret, desk.address(f"/contest/join#{secret}"))


def _invited(connection: Connection, who: Asker, team: Team, size: int) -> str:
    room = size - len(teams.members_of(connection, team))
    if room <= 0:
        raise Refusal(errors.TEAM_FULL, most=size)
    tokens.revoke_invitations(connection, team.id)
    return tokens.issue(connection, TokenKind.INVITE, who.account.id, team.id, uses=room)


@delete("/api/contest/team/invitations", status_code=204, summary="Take all invitations into one's team back")
async def uninvite(arena: Arena, request: AnyRequest) -> None:
    desk, who = await desk_of(arena), await require(arena, request)
    await desk.write(tokens.revoke_invitations, who.own_team.id)


def _page(connection: Connection, contest: Contest, who: Asker, team: Team) -> TeamPage:
    members = teams.members_of(connection, team)
    return TeamPage(
        TeamHead(team.name, team.group, team.aside),
        [Member(name, id_ == who.account.id) for id_, name in members],
        max(0, contest.settings.access.team_size - len(members)),
        tokens.invitations(connection, team.id),
    )


ROUTES = [look, found, join, leave, page, invite, uninvite]
