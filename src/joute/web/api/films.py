"""Films: their heads and their chunks, while a match is played and after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
from litestar import Response

from joute.web import errors
from joute.web.errors import Refusal
from joute.web.film.columns import ORDERS, SCENES, Chunks
from joute.web.lobby.arena import Arena
from joute.web.lobby.live_track import LiveTrack
from joute.web.lobby.match import Match
from joute.web.wire import ALL, FilmHead

from .http import AnyRequest, Id, Track, get
from .readers import Reader, reader


@get("/api/matches/{id:str}/film", summary="The head of a film, as one track shows it")
async def film(arena: Arena, request: AnyRequest, id: Id, track: Track = ALL) -> FilmHead:
    seen = await reader(arena, request, id)
    live = arena.live(id)
    if live is not None:
        return seen_by(seen, track_of(live, track).head())
    data = await asyncio.to_thread(_file_of, await arena.film(id), track, f"{track}.json")
    if data is None:
        raise Refusal(errors.NO_FILM_TRACK, track=track)
    return seen_by(seen, msgspec.json.decode(data, type=FilmHead))


def track_of(match: Match, name: str) -> LiveTrack:
    """A track of a match that is being played."""
    known = match.tracks[ALL].base.tracks
    if name not in known:
        raise Refusal(errors.NO_TRACK, track=name, known=", ".join(known))
    return match.tracks[name]


def seen_by(reader: Reader, head: FilmHead) -> FilmHead:
    """The head for a reader: whose notes they may see, and without what others' champions were told."""
    seats = range(len(head.players))
    verdicts = [one if reader.told(one.seat) else msgspec.structs.replace(one, told="") for one in head.verdicts]
    return msgspec.structs.replace(head, notes=[seat for seat in seats if reader.noted(seat)], verdicts=verdicts)


@get("/api/matches/{id:str}/film/{track:str}/{number:int}", summary="A chunk of a film: 32 positions")
async def chunk(arena: Arena, id: Id, track: str, number: int) -> Response[bytes]:
    return await _chunk(arena, id, track, number, SCENES, lambda film: film.scenes)


@get(
    "/api/matches/{id:str}/film/{track:str}/{number:int}/orders",
    summary="The orders of 32 positions, as a track may know them",
)
async def orders(arena: Arena, id: Id, track: str, number: int) -> Response[bytes]:
    return await _chunk(arena, id, track, number, ORDERS, lambda film: film.orders)


async def _chunk(
    arena: Arena, id: Id, track: str, number: int, file: str, chunks: Callable[[LiveTrack], Chunks]
) -> Response[bytes]:
    """A chunk of a film: of its file, or of a match that is being played."""
    live = arena.live(id)
    if live is not None:
        data = chunks(live.tracks[track]).one(number) if track in live.tracks[ALL].base.tracks else None
    else:
        data = await asyncio.to_thread(_file_of, await arena.film(id), track, file.format(track=track, number=number))
    if data is None:
        raise Refusal(errors.NO_CHUNK, number=number, track=track[:20])
    return Response(data, media_type="application/json", headers={"content-encoding": "gzip"})


def _file_of(folder: Path, track: str, name: str) -> bytes | None:
    """A file of a film, or None."""
    # The name comes from the address: it must not lead out of the folder.
    if track != ALL and not track.isdecimal():
        return None
    path = folder / name
    return path.read_bytes() if path.is_file() else None


ROUTES = [film, chunk, orders]
