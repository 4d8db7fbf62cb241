"""What everybody may know of a contest: its times, its rules, its table, and what the organisers say."""

from __future__ import annotations

import time

from litestar import Response
from sqlalchemy import Connection, select

from joute.arena.contest import table as tables
from joute.arena.contest.clock import next_change
from joute.arena.contest.config import Times
from joute.arena.contest.model import Contest
from joute.arena.ratings import in_points
from joute.arena.store.schema import announcements
from joute.champions.kits.kit import packed_kit
from joute.champions.languages.registry import languages
from joute.core.text import Text
from joute.web import errors
from joute.web.api.games import Lang
from joute.web.api.http import AnyRequest, get
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena

from .desk import Desk
from .people import me
from .session import asker, desk_of
from .wire import Announcement, Facts, Moment, PublicTable, TableLine

ANNOUNCED = 50


@get("/api/contest", summary="The contest: its times, its rules, its announcements, and who is signed in")
async def facts(arena: Arena, request: AnyRequest) -> Facts:
    desk, who = await desk_of(arena), await asker(arena, request)
    contest = await desk.contest()
    said = await desk.read(_announced)
    return _facts(desk, contest, said, None if who is None else await desk.read(me, who))


def _facts(desk: Desk, contest: Contest, said: list[Announcement], me: object) -> Facts:
    now, settings = time.time(), contest.settings
    allowed, access, quotas = contest.allowed(now), settings.access, settings.quotas
    coming = next_change(settings.times, now)
    return Facts(
        name=contest.name,
        game=desk.game.name,
        title=desk.game.info.title,
        preset=desk.game.preset,
        seats=contest.ladder.settings.seats,
        now=now,
        times=_moments(settings.times),
        next=None if coming is None else Moment(*coming),  # type: ignore[arg-type]
        open=allowed.open,
        submissions=allowed.submissions,
        ranked=allowed.ranked,
        frozen=allowed.frozen_at is not None,
        announcements=said,
        registration=access.registration,
        sign_on=None if desk.plan.sign_on is None else desk.plan.sign_on.title,
        mail=desk.plan.mail is not None,
        team_size=access.team_size,
        real_names=access.real_names,
        replays=access.replays,
        replay_delay_minutes=access.replay_delay_minutes,
        keep_days=access.keep_days,
        submissions_an_hour=quotas.submissions_an_hour,
        challenges_an_hour=quotas.challenges_an_hour,
        comparisons_an_hour=quotas.comparisons_an_hour,
        size_kb=quotas.size_kb,
        languages=list(languages()),
        commitment=contest.ladder.commitment,
        secret=contest.ladder.secret if contest.ladder.revealed else None,
        me=me,  # type: ignore[arg-type]
    )


def _moments(times: Times) -> list[Moment]:
    known = ((name, getattr(times, name)) for name in Times.__struct_fields__)
    return [Moment(name, when.timestamp()) for name, when in known if when is not None]  # type: ignore[arg-type]


def _announced(connection: Connection) -> list[Announcement]:
    rows = connection.execute(select(announcements).order_by(announcements.c.id.desc()).limit(ANNOUNCED))
    return [Announcement(row.at, Text(row.en, row.fr)) for row in rows]


@get("/api/contest/table", summary="The table as everybody sees it")
async def table(arena: Arena) -> PublicTable:
    return await public_table(await desk_of(arena))


async def public_table(desk: Desk) -> PublicTable:
    """The table as it stands, or as it stood when it was frozen; made once for all who ask meanwhile."""
    contest = await desk.contest()
    at = contest.allowed().frozen_at
    return await desk.tables.of(at, lambda: desk.read(_table, contest, at))


def _table(connection: Connection, contest: Contest, at: float | None) -> PublicTable:
    names = tables.real_names(connection) if contest.settings.access.real_names else {}
    rows = tables.table(connection, contest, at)
    return PublicTable(at, [_line(rank, row, names.get(row.team_id or 0, [])) for rank, row in enumerate(rows, 1)])


def _line(rank: int, row: tables.Row, members: list[str]) -> TableLine:
    points, low, high = in_points(row.rating)
    return TableLine(
        rank, row.name, row.house, points, low, high, row.games, row.version, members, row.aside, row.group
    )


@get("/api/contest/kits/{language:str}", sync_to_thread=True, summary="A champion to start from (.tar.gz)")
def kit(arena: Arena, language: str, lang: Lang = "en") -> Response[bytes]:
    assert arena.contest is not None
    known = languages()
    if language not in known:
        raise Refusal(errors.NO_KIT, name=language[:40], known=", ".join(known))
    game = arena.contest.game
    saved = {"content-disposition": f'attachment; filename="{game.name}-{language}.tar.gz"'}
    return Response(packed_kit(game, language, lang), media_type="application/gzip", headers=saved)


ROUTES = [facts, table, kit]
