"""The HTTP API: games, matches, films, replays."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.params import PathParameter, QueryParameter
from litestar.response import File

from joute.core.folder import rules_file
from joute.core.rate import Rate
from joute.core.text import Text
from joute.match.replay import Line, PhaseLine, packed, read
from joute.web import errors
from joute.web.film.reel import notes_of
from joute.web.film.single import NoViewer, filed_page
from joute.web.lobby.match import Match
from joute.web.lobby.queue import Arena
from joute.web.lobby.tracks import Track
from joute.web.problem import Refusal, delete, get, post
from joute.web.security import bearer, client_of, same
from joute.web.wire import ALL, FilmHead, GameHead, MatchHead, NewMatch, NewMatchAnswer, Notes

BODY_MOST = 1 << 18
UPLOAD_MOST = 16 << 20
LINES_MOST = 8 << 20
NOTES_MOST = 1_000
"""Positions whose notes are given at once."""
AnyRequest = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=64, description="The id of a match.")]
Lang = Annotated[str, QueryParameter(pattern="^(en|fr)$")]


def limit(rate: Rate, request: AnyRequest, what: Text) -> None:
    """Count one use of something that costs; refuse too many."""
    wait = rate.wait_s(client_of(request.scope), time.monotonic())
    if wait:
        raise Refusal(errors.TOO_MANY, wait, what=what, wait=wait)


async def is_owner(arena: Arena, request: AnyRequest, id: str) -> bool:
    """Whether a request carries the owner's secret. Wrong ones are counted."""
    secret = bearer(request.headers.get("authorization"))
    if not secret:
        return False
    match = arena.matches.get(id)
    fits = match.owned_by(secret) if match is not None else same(secret, (await arena.filed(id)).owner)
    if not fits:
        limit(arena.guessing, request, errors.WRONG_SECRETS)
    return fits


async def require_owner(arena: Arena, request: AnyRequest, id: str) -> None:
    if not await is_owner(arena, request, id):
        raise Refusal(errors.NOT_OWNER)


# Games


@get("/api/games", sync_to_thread=True, summary="All games")
def games(arena: Arena) -> list[GameHead]:
    return arena.catalogue.heads()


@get("/api/games/{game:str}/rules", sync_to_thread=True, summary="The rules of a game, as Markdown")
def rules(arena: Arena, game: str, lang: Lang = "en") -> Response[str]:
    arena.catalogue.game(game)
    found = rules_file(game, lang)
    if found is None:
        raise Refusal(errors.NO_RULES, game=game)
    path, language = found
    return Response(
        path.read_text(encoding="utf-8"),
        media_type="text/markdown",
        headers={"content-language": language},
    )


# Matches


@post("/api/matches", summary="Play a match")
async def create(arena: Arena, request: AnyRequest, data: NewMatch) -> NewMatchAnswer:
    limit(arena.creation, request, errors.NEW_MATCHES)
    return await arena.create(data)


@get("/api/matches", summary="The last matches, newest first")
async def listed(
    arena: Arena,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    before: Annotated[
        str | None, QueryParameter(max_length=64, description="The id of the last one on a page.")
    ] = None,
) -> list[MatchHead]:
    return await arena.listed(game, before)


@get("/api/matches/{id:str}", summary="One match")
async def one(arena: Arena, id: Id) -> MatchHead:
    return await arena.head(id)


@delete("/api/matches/{id:str}", status_code=204, summary="Stop a match")
async def stop(arena: Arena, request: AnyRequest, id: Id) -> None:
    await arena.head(id)
    await require_owner(arena, request, id)
    match = arena.matches.get(id)
    if match is not None and match.lasts:
        await arena.cancel(match)
    else:
        await arena.ask_store(arena.store.forget, id)
        arena.matches.pop(id, None)


# Films


@get("/api/matches/{id:str}/film", summary="The head of a film, as it is told to one track")
async def film(
    arena: Arena, request: AnyRequest, id: Id, track: Annotated[str, QueryParameter(max_length=8)] = ALL
) -> FilmHead:
    owner = await is_owner(arena, request, id)
    live = arena.live(id)
    if live is not None:
        return _noted(found_track(live, track).head(), owner)
    data = await asyncio.to_thread(_filed, await arena.film(id), track, ".json")
    if data is None:
        raise Refusal(errors.NO_FILM_TRACK, track=track)
    return _noted(msgspec.json.decode(data, type=FilmHead), owner)


def found_track(match: Match, name: str) -> Track:
    known = match.tracks[ALL].base.tracks
    if name not in known:
        raise Refusal(errors.NO_TRACK, track=name, known=", ".join(known))
    return match.tracks[name]


def _noted(head: FilmHead, owner: bool) -> FilmHead:
    return msgspec.structs.replace(head, notes=list(range(len(head.players))) if owner else [])


@get("/api/matches/{id:str}/film/{track:str}/{number:int}", summary="A chunk of a film: 32 positions")
async def chunk(arena: Arena, id: Id, track: str, number: int) -> Response[bytes]:
    live = arena.live(id)
    if live is not None:
        head = live.tracks[ALL].base
        data = live.tracks[track].chunk(number) if track in head.tracks else None
    else:
        folder = await arena.film(id)
        data = await asyncio.to_thread(_filed, folder, track, f"-{number}.gz")
    if data is None:
        raise Refusal(errors.NO_CHUNK, number=number, track=track[:20])
    return Response(data, media_type="application/json", headers={"content-encoding": "gzip"})


def _filed(folder: Path, track: str, part: str) -> bytes | None:
    """A file of a film, where there is such a track."""
    if track != ALL and not track.isdecimal():
        return None
    path = folder / f"{track}{part}"
    return path.read_bytes() if path.is_file() else None


@get("/api/matches/{id:str}/notes/{seat:int}", summary="What a champion noted for itself (for the match's owner)")
async def notes(
    arena: Arena,
    request: AnyRequest,
    id: Id,
    seat: int,
    start: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    stop: Annotated[int | None, QueryParameter(name="to", ge=0)] = None,
) -> list[Notes]:
    await arena.head(id)
    await require_owner(arena, request, id)
    arena.live(id)  # an owner who plays in the fog must not read what the others think
    last = start + NOTES_MOST if stop is None else min(stop, start + NOTES_MOST)
    path = await _replay(arena, id)
    return await asyncio.to_thread(lambda: notes_of(read(path), seat, start, last))


async def _replay(arena: Arena, id: str) -> Path:
    """The file of a match, as far as it is played."""
    match = arena.matches.get(id)
    if match is not None and match.state == "playing":
        return arena.store.playing(id)
    replay = match.replay if match is not None else (await arena.filed(id)).replay
    if replay is None:
        raise Refusal(errors.NO_REPLAY)
    return arena.store.replay(replay)


@get("/api/matches/{id:str}/replay", summary="The replay of a match that is over (.jsonl.gz)")
async def replay(arena: Arena, request: AnyRequest, id: Id) -> Response[bytes] | File:
    head = await arena.head(id)
    if head.state != "over":
        raise Refusal(errors.REPLAY_LATER)
    path, name = await _replay(arena, id), f"{head.game}-{id}.jsonl.gz"
    if await is_owner(arena, request, id):
        return File(path, filename=name, media_type="application/gzip")
    data = await asyncio.to_thread(_stripped, path)
    return Response(data, media_type="application/gzip", headers=_saved_as(name))


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _stripped(path: Path) -> bytes:
    """A replay without what champions noted for themselves."""
    found = read(path)
    lines: list[Line] = [found.header, *(_bare(line) for line in found.phases)]
    lines += [] if found.result is None else [found.result]
    return packed(lines)


def _bare(line: PhaseLine) -> PhaseLine:
    return msgspec.structs.replace(line, private={}) if line.private else line


@get("/api/matches/{id:str}/html", summary="A page of its own that shows the match, for opening from disk")
async def html(arena: Arena, id: Id) -> Response[bytes]:
    head = await arena.head(id)
    if head.state != "over":
        raise Refusal(errors.PAGE_LATER)
    try:
        data = await asyncio.to_thread(filed_page, await arena.film(id))
    except NoViewer as fault:
        raise Refusal(errors.NO_VIEWER, why=fault) from None
    return Response(data, media_type=MediaType.HTML, headers=_saved_as(f"{head.game}-{id}.html"))


# From elsewhere


@post("/api/replays", request_max_body_size=UPLOAD_MOST, summary="Show a replay: the file is the body")
async def upload(arena: Arena, request: AnyRequest, body: bytes) -> NewMatchAnswer:
    limit(arena.uploading, request, errors.UPLOADS)
    if not body:
        raise Refusal(errors.EMPTY_UPLOAD)

    def kept() -> Path:
        with tempfile.NamedTemporaryFile(dir=arena.store.folder / "playing", suffix=".upload", delete=False) as file:
            file.write(body)
        return Path(file.name)

    return await arena.adopt(await asyncio.to_thread(kept))


@post("/api/live", request_max_body_size=LINES_MOST, summary="Show a match that is played elsewhere: its header line")
async def relay(arena: Arena, request: AnyRequest, body: bytes) -> NewMatchAnswer:
    limit(arena.creation, request, errors.NEW_MATCHES)
    return await arena.relay(body)


@post("/api/live/{id:str}", request_max_body_size=LINES_MOST, status_code=204, summary="More lines of such a match")
async def relayed(arena: Arena, request: AnyRequest, id: Id, body: bytes) -> None:
    match: Match | None = arena.matches.get(id)
    if match is None:
        raise Refusal(errors.NO_MATCH, id=id[:40])
    await require_owner(arena, request, id)
    arena.pass_on(match, body)


ROUTES = [games, rules, create, listed, one, stop, film, chunk, notes, replay, html, upload, relay, relayed]
