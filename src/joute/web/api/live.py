"""Watching live: server-sent events, one a position, which a browser can resume by their id.

A slow watcher never slows the match: it skips to the last position, or is disconnected.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from litestar import Response
from litestar.params import HeaderParameter

from joute.web.errors import TOO_MANY_WATCH, Refusal
from joute.web.lobby.arena import Arena
from joute.web.lobby.live_track import BEAT, BEAT_S, LiveTrack, Watcher
from joute.web.lobby.match import Match
from joute.web.security import Receive, Scope, Send
from joute.web.wire import ALL

from .films import track_of
from .http import Id, Track, get

WATCHERS_MOST = 5_000
"""Watchers of one match."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@get("/api/matches/{id:str}/live", summary="The positions of a match as they are played (server-sent events)")
async def live(
    arena: Arena,
    id: Id,
    track: Track = ALL,
    last: Annotated[int | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> Response[None]:
    await arena.head(id)
    match = arena.matches.get(id)
    if match is None or not match.lasts:
        return Response(None, status_code=204)  # an EventSource reconnects by itself; 204 stops it
    if match.state == "playing":
        arena.live(id)
        track_of(match, track)
    if match.watchers >= WATCHERS_MOST:
        raise Refusal(TOO_MANY_WATCH, 10)
    return Stream(match, track, last)


class Stream(Response[None]):
    """The stream of events to one watcher, as long as the match lasts."""

    def __init__(self, match: Match, track: str, seen: int | None) -> None:
        super().__init__(None)
        self.match = match
        self.name = track
        self.seen = seen

    def to_asgi_response(self, *args: Any, **more: Any) -> Any:
        return self._answer

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        """Wait until the match begins, then follow it."""
        while not self.match.begun.is_set():
            await send(_body(BEAT))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.match.begun.wait(), BEAT_S)
        if self.match.open and self.name in self.match.tracks[ALL].base.tracks:
            await self._follow(self.match.tracks[self.name], send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _follow(self, track: LiveTrack, send: Send) -> None:
        """Send events as they come, or the whole position to a watcher that is behind."""
        watcher = Watcher()
        watcher.stalled = asyncio.current_task().cancel  # type: ignore[union-attr]
        for data in track.missed(self.seen):
            watcher.give(data)
        track.watchers.add(watcher)
        try:
            while not watcher.ended and (watcher.queue or watcher.behind or track.live):
                watcher.woken.clear()
                if watcher.behind:
                    watcher.behind = False
                    await send(_body(track.now()))
                elif data := watcher.take():
                    await send(_body(data))
                else:
                    await watcher.woken.wait()
        finally:
            track.watchers.discard(watcher)


def _body(data: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": True}


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
