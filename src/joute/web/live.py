"""Watching live: server-sent events, one a position, resumed by their id; nobody who watches slows a match."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter
from litestar.types import ASGIApp, Receive, Scope, Send

from .arena import Arena
from .refusal import Refusal
from .routes import AnyRequest, Id
from .tracks import Track, Watcher
from .wire import ALL

BEAT_S = 15.0
"""Something is sent at least this often, so that the vanished are noticed."""
STALLED_S = 60.0
"""Who takes nothing for so long is cut off; they can resume."""
WATCHERS_MOST = 5_000
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@get("/api/matches/{id:str}/live", summary="The positions of a match as they are played (server-sent events)")
async def live(
    arena: Arena,
    request: AnyRequest,
    id: Id,
    track: Annotated[str, Parameter(max_length=8)] = ALL,
    last: Annotated[int | None, Parameter(header="Last-Event-ID")] = None,
) -> Response[None] | ASGIApp:
    arena.head(id)
    match = arena.live(id)
    if match is None:
        return Response(None, status_code=204)  # over: this is how a browser is told not to come back
    if track not in match.tracks[ALL].base.tracks:
        raise Refusal(404, f"this match has no track {track!r}; it has {', '.join(match.tracks[ALL].base.tracks)}")
    found = match.tracks[track]
    if sum(len(known.watchers) for known in match.tracks.values()) >= WATCHERS_MOST:
        raise Refusal(503, "too many are watching this match", 10)
    return Stream(found, last)


class Stream:
    """The answer to one watcher, as long as the match lasts."""

    def __init__(self, track: Track, seen: int | None) -> None:
        self.track = track
        self.seen = seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        watcher = Watcher()
        for data in self.track.missed(self.seen):
            watcher.give(data)
        self.track.watchers.add(watcher)
        sending = asyncio.ensure_future(self._send_all(watcher, send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.track.watchers.discard(watcher)
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_all(self, watcher: Watcher, send: Send) -> None:
        """Send what waits, then wait; a beat where there is nothing."""
        while True:
            watcher.woken.clear()
            if watcher.behind:
                watcher.behind = False
                await _sent(send, self.track.now())
            elif (data := watcher.take()) is not None:
                await _sent(send, data)
            elif not self.track.live:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            else:
                try:
                    await asyncio.wait_for(watcher.woken.wait(), BEAT_S)
                except TimeoutError:
                    await _sent(send, b":\n\n")


async def _sent(send: Send, data: bytes) -> None:
    async with asyncio.timeout(STALLED_S):
        await send({"type": "http.response.body", "body": data, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
