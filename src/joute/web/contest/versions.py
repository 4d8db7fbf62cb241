"""Versions: submitted, judged while their authors watch, rolled back, taken home."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated, cast

from litestar import Response
from litestar.params import PathParameter, QueryParameter
from sqlalchemy import Connection

from joute.arena.contest import accounts, exercises, results, versions
from joute.arena.contest.config import ContestError
from joute.arena.contest.exercises import PAIR, Attempt
from joute.arena.contest.model import Contest
from joute.arena.contest.personal import actor_of
from joute.arena.contest.teams import Team
from joute.arena.contest.versions import Version
from joute.arena.jobs.packages import Packages
from joute.arena.ratings import Running, in_points
from joute.arena.tournament.model import packages_of
from joute.champions.errors import ChampionError
from joute.champions.sources.archive import ARCHIVE_MOST, plain_name
from joute.champions.sources.recipe import recipe_of
from joute.core.errors import shown
from joute.core.text import Text, text_of
from joute.web import errors
from joute.web.api.http import AnyRequest, get, limit, post
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena

from .desk import Desk, refused
from .session import Asker, desk_of, require
from .wire import ExerciseHead, JudgingLog, Received, VersionHead, Versions, VersionState

FileName = Annotated[str, QueryParameter(min_length=1, max_length=200, description="The name of the file.")]
Number = Annotated[int, PathParameter(ge=1, le=2**31 - 1, description="The number of a version of one's team.")]


# Submitting


@post("/api/contest/versions", request_max_body_size=ARCHIVE_MOST, summary="Submit a version: the file is the body")
async def submit(
    arena: Arena,
    request: AnyRequest,
    body: bytes,
    name: FileName,
    note: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Received:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    team = who.own_team
    limit(arena.uploading, request, errors.UPLOADS)
    contest = await desk.contest()
    _require_open(contest, team)
    await desk.read(versions.require_quota, team, len(body), contest.settings.quotas)
    async with desk.packing:
        digest, size, language = await refused(lambda: _packed(packages_of(desk.store), name, body))
    version = await desk.write(_received, contest, who, team, digest, size, language, note)
    return Received(await desk.read(head_of, contest, team, version), versions.promise(contest, version))


def _require_open(contest: Contest, team: Team) -> None:
    """After the deadline one may still submit: such versions play unranked only, and the receipt says so."""
    if not contest.allowed().open:
        raise Refusal(errors.NOT_OPEN)
    if team.aside:
        raise Refusal(errors.TEAM_ASIDE, why=team.aside)


def _packed(packages: Packages, name: str, body: bytes) -> tuple[str, int, str]:
    """Pack a champion that was sent: the hash of its package, its size and its language. Raises ContestError."""
    try:
        path = plain_name(name, 1)
    except ValueError as error:
        raise ContestError(Text(f"{shown(name)} {error}", f"{shown(name)} {error}")) from None
    if not body or not path.name:
        raise ContestError(Text("the file is empty", "le fichier est vide"))
    with tempfile.TemporaryDirectory(prefix="joute-submission-") as folder:
        file = Path(folder) / path.name
        file.write_bytes(body)
        try:
            digest = packages.add(file)
        except ChampionError as error:
            raise ContestError(_without_folders(error, Path(folder))) from None
    return digest, len(packages.data(digest)), recipe_of(packages.path(digest)).language


def _without_folders(error: ChampionError, folder: Path) -> Text:
    """What is wrong with a submission, without the folders of this machine."""
    said = text_of(error)
    return Text(*(_shortened(text, folder) for text in (said.en, said.fr)))


def _shortened(text: str, folder: Path) -> str:
    return text.replace(f"{folder}/", "")


def _received(
    connection: Connection,
    contest: Contest,
    who: Asker,
    team: Team,
    digest: str,
    size: int,
    language: str,
    note: str,
) -> Version:
    quotas = contest.settings.quotas
    return versions.receive(connection, team, who.account.id, digest, size, language, quotas, note)


# Reading


@get("/api/contest/versions", summary="The versions of one's team, newest first")
async def listed(arena: Arena, request: AnyRequest) -> Versions:
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    return await desk.read(_listed, await desk.contest(), who.own_team)


def _listed(connection: Connection, contest: Contest, team: Team) -> Versions:
    return Versions(
        _heads(connection, contest, team, versions.of_team(connection, team)),
        versions.left(connection, team, contest.settings.quotas),
        versions.waiting(connection),
        [_exercise(one) for one in exercises.attempts(connection, contest, team)],
    )


def _exercise(attempt: Attempt) -> ExerciseHead:
    asked, matches = attempt.exercise, PAIR * attempt.pairs
    deadline = None if asked.deadline is None else asked.deadline.timestamp()
    return ExerciseHead(asked.name, asked.beat, deadline, attempt.version, attempt.answer, attempt.points, matches)


@get("/api/contest/versions/{number:int}", summary="A version of one's team")
async def one(arena: Arena, request: AnyRequest, number: Number) -> VersionHead:
    desk, who, version = await _mine(arena, request, number)
    return await desk.read(head_of, await desk.contest(), who.own_team, version)


@get("/api/contest/versions/{number:int}/log", summary="The log of its judging, as far as it is written")
async def log(
    arena: Arena, request: AnyRequest, number: Number, start: Annotated[int, QueryParameter(name="from", ge=0)] = 0
) -> JudgingLog:
    desk, _, version = await _mine(arena, request, number)
    text = await desk.read(versions.log_of, version)
    state = cast("VersionState", str(version.state))
    return JudgingLog(state, version.why, text[start:], len(text))


@get("/api/contest/versions/{number:int}/package", summary="The package of a version of one's team (.tar.gz)")
async def package(arena: Arena, request: AnyRequest, number: Number) -> Response[bytes]:
    desk, _, version = await _mine(arena, request, number)
    data = await asyncio.to_thread(packages_of(desk.store).data, version.digest)
    saved = {"content-disposition": f'attachment; filename="version-{number}.tar.gz"'}
    return Response(data, media_type="application/gzip", headers=saved)


@post("/api/contest/versions/{number:int}/activate", status_code=200, summary="Have an older good version play again")
async def activate(arena: Arena, request: AnyRequest, number: Number) -> VersionHead:
    desk, who, version = await _mine(arena, request, number)
    limit(desk.acts, request, errors.ACTS)
    contest = await desk.contest()
    if who.own_team.aside:
        raise Refusal(errors.TEAM_ASIDE, why=who.own_team.aside)
    await desk.write(versions.roll_back, contest, version, actor_of(who.account))
    return await desk.read(head_of, contest, who.own_team, version)


async def _mine(arena: Arena, request: AnyRequest, number: int) -> tuple[Desk, Asker, Version]:
    """A version of the team of whoever asks."""
    desk, who = await desk_of(arena), await require(arena, request, programs=True)
    try:
        return desk, who, await desk.read(versions.numbered, who.own_team, number)
    except Refusal:
        raise Refusal(errors.NO_VERSION, number=number) from None


def head_of(connection: Connection, contest: Contest, team: Team, version: Version) -> VersionHead:
    return _heads(connection, contest, team, [versions.by_id(connection, version.id)])[0]


def _heads(connection: Connection, contest: Contest, team: Team, many: list[Version]) -> list[VersionHead]:
    played = results.games(connection, team)
    names = accounts.names(connection, {one.account_id for one in many if one.account_id is not None})
    active = versions.active_of(connection, team)
    return [_head(contest, one, played.get(one.number), names, active) for one in many]


def _head(
    contest: Contest,
    version: Version,
    played: tuple[int, Running] | None,
    names: dict[int, str],
    active: int | None,
) -> VersionHead:
    games, rating = played or (0, None)
    points, low, high = in_points(rating) if rating is not None and games else (None, None, None)
    return VersionHead(
        version.number,
        version.received,
        version.receipt,
        version.size,
        version.language,
        version.note,
        names.get(version.account_id or 0, ""),
        cast("VersionState", str(version.state)),
        version.judged,
        version.why,
        version.id == active,
        versions.counts(contest, version),
        games,
        points,
        low,
        high,
    )


ROUTES = [submit, listed, one, log, package, activate]
