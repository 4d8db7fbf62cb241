"""Replays: to take home as a file or a page, to read the notes in, to show one from elsewhere."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

from litestar import MediaType, Response
from litestar.params import QueryParameter
from litestar.response import File

from joute.match.reading import read
from joute.match.replay import ReplayError, packed
from joute.match.stripping import stripped
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.film.notes import notes_of
from joute.web.film.single import NoViewer, filed_page
from joute.web.lobby.arena import Arena
from joute.web.wire import NewMatchAnswer, Notes

from .http import AnyRequest, Id, get, limit, post
from .readers import Reader, reader

UPLOAD_MOST = 16 << 20
"""Bytes of a replay that is sent here."""
NOTES_MOST = 1_000
"""Positions whose notes are given at once."""


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
    if not (await reader(arena, request, id)).noted(seat):
        raise Refusal(errors.NOT_OWNER)
    match = arena.live(id)  # an owner who plays in the fog must not read what the others think
    last = start + NOTES_MOST if stop is None else min(stop, start + NOTES_MOST)
    path = await arena.replay_file(id)
    try:
        return await asyncio.to_thread(lambda: notes_of(read(path), seat, start, last))
    except ReplayError:
        if match is None:
            raise
        return []  # it has not yet written the first line of its replay


@get("/api/matches/{id:str}/replay", summary="The replay of a match that is over (.jsonl.gz)")
async def replay(arena: Arena, request: AnyRequest, id: Id) -> Response[bytes] | File:
    head = await arena.head(id)
    if head.state != "over":
        raise Refusal(errors.REPLAY_LATER)
    path, name = await arena.replay_file(id), f"{head.game}-{id}.jsonl.gz"
    seen = await reader(arena, request, id)
    if seen.owner:
        return File(path, filename=name, media_type="application/gzip")
    data = await asyncio.to_thread(_stripped, path, seen)
    return Response(data, media_type="application/gzip", headers=_saved_as(name))


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _stripped(path: Path, seen: Reader) -> bytes:
    """A replay without what is private to champions that its reader has nothing to do with."""
    return packed(stripped(read(path), seen.noted, seen.told))


@get("/api/matches/{id:str}/html", summary="A page of its own that shows the match, for opening from disk")
async def html(arena: Arena, request: AnyRequest, id: Id) -> Response[bytes]:
    head = await arena.head(id)
    if head.state != "over":
        raise Refusal(errors.PAGE_LATER)
    try:
        seen = await reader(arena, request, id)
        data = await asyncio.to_thread(filed_page, await arena.film(id), seen.told)
    except NoViewer as error:
        raise Refusal(errors.NO_VIEWER, why=error) from None
    return Response(data, media_type=MediaType.HTML, headers=_saved_as(f"{head.game}-{id}.html"))


@post("/api/replays", request_max_body_size=UPLOAD_MOST, summary="Show a replay: the file is the body")
async def upload(arena: Arena, request: AnyRequest, body: bytes) -> NewMatchAnswer:
    limit(arena.uploading, request, errors.UPLOADS)
    if not body:
        raise Refusal(errors.EMPTY_UPLOAD)

    def saved() -> Path:
        with tempfile.NamedTemporaryFile(dir=arena.store.folder / "playing", suffix=".upload", delete=False) as file:
            file.write(body)
        return Path(file.name)

    return await arena.adopt(await asyncio.to_thread(saved))


ROUTES = [notes, replay, html, upload]
