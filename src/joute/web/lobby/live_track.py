"""A track of a match that is being played: what it has shown so far, and who is watching."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path

import msgspec

from joute.web.film.columns import Columns
from joute.web.wire import FilmHead, LiveEvent, Outcome, SeatVerdict
from joute.web.worker.pipe import Shot

KEPT_EVENTS, KEPT_BYTES = 256, 4 << 20
"""What is kept for watchers who reconnect."""
QUEUE_EVENTS, QUEUE_BYTES = 64, 1 << 20
"""What may wait for one watcher; one that falls further behind gets the whole position instead."""
ORDERS_MOST = 1 << 14
"""Bytes of the orders that are sent with a position; of more each watcher who wants them asks for the chunk."""
BEAT, BEAT_S, BEATS_MOST = b"event: beat\ndata\n\n", 2.0, 30
"""An event that is sent while nothing happens, so that browsers know the connection, and proxies keep it; how often in
seconds; and how often a watcher may leave it unread before it is disconnected."""
BACK = b"event: back\ndata: {}\n\n"
"""The last event of a track some turns of which are taken back."""
_ENCODE = msgspec.json.Encoder().encode


class Watcher:
    """A browser that watches a track: the events that wait to be sent to it, bounded."""

    def __init__(self) -> None:
        self.queue: list[bytes] = []
        self.bytes = 0
        self.behind = False
        self.woken = asyncio.Event()
        self.stalled: Callable[[], object] = lambda: None
        """Called when the browser reads nothing any more."""
        self._beats = 0
        self.ended = False
        """Whether the server ends."""

    def end(self) -> None:
        self.ended = True
        self.woken.set()

    def give(self, data: bytes) -> None:
        if len(self.queue) >= QUEUE_EVENTS or self.bytes + len(data) > QUEUE_BYTES:
            self.queue.clear()
            self.bytes, self.behind = 0, True
        elif not self.behind:
            self.queue.append(data)
            self.bytes += len(data)
        self.woken.set()

    def take(self) -> bytes:
        """All events that wait, at once."""
        data = b"".join(self.queue)
        self.queue.clear()
        self.bytes = self._beats = 0
        return data

    def beat(self) -> None:
        """Every `BEAT_S`: send something if nothing waits; else count, and give up a browser that reads nothing."""
        if not self.queue and not self.behind:
            self.give(BEAT)
            return
        self._beats += 1
        if self._beats >= BEATS_MOST:
            self.stalled()


class LiveTrack(Columns):
    """What one reader may see of a match while it is played."""

    def __init__(self, head: FilmHead) -> None:
        super().__init__()
        self.base = head
        """The head before the first position."""
        self.live = True
        self.watchers: set[Watcher] = set()
        self._last: LiveEvent | None = None
        self._scene = b""
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=KEPT_EVENTS)
        self._recent_bytes = 0

    def add(self, shot: Shot) -> None:
        """Add a position and send it to the watchers. The result is sent only when the match is over."""
        orders = msgspec.Raw(shot.orders)
        told = orders if len(shot.orders) <= ORDERS_MOST else None
        event = msgspec.structs.replace(shot.event, result=None, orders=told)
        self._scene, self._last = shot.scene, event
        scene, change = msgspec.Raw(shot.scene), msgspec.Raw(shot.diff) if shot.diff else None
        self.append(event, scene, change, orders)
        picture = {"scene": scene} if change is None else {"diff": change}
        self._publish(event.frame, _sse(event.frame, msgspec.structs.replace(event, **picture)))

    def take_back(self) -> None:
        """Turns are taken back: who watches is told, and begins anew with another track."""
        self.live = False
        for watcher in self.watchers:
            watcher.give(BACK)

    def conclude(self, result: Outcome, verdicts: list[SeatVerdict]) -> None:
        """Set the result and the verdicts; `finish` sends them."""
        self.result, self.verdicts = result, verdicts

    def finish(self) -> None:
        """The match is over: send the result, and free the scenes, which the film on disk has."""
        self.live = False
        self.drop_chunks()
        if self.result is not None and self._last is not None:
            last = msgspec.structs.replace(
                self._last,
                result=self.result,
                verdicts=self.verdicts,
                marks=[],
                diff=msgspec.Raw(b"{}"),
                seed=self.base.seed,
            )
            self._publish(last.frame, _sse(last.frame, last))
        for watcher in self.watchers:
            watcher.woken.set()

    def _publish(self, frame: int, data: bytes) -> None:
        self._recent.append((frame, data))
        self._recent_bytes += len(data)
        while len(self._recent) > 1 and (self._recent_bytes > KEPT_BYTES or len(self._recent) == KEPT_EVENTS):
            self._recent_bytes -= len(self._recent.popleft()[1])
        for watcher in self.watchers:
            watcher.give(data)

    # Watching

    def missed(self, seen: int | None) -> list[bytes]:
        """What to send to a watcher who has seen the positions up to `seen` (None: no position)."""
        if seen is not None and self._recent and self._recent[0][0] <= seen + 1 <= self.frames:
            return [data for frame, data in self._recent if frame > seen]
        return [self.now()] if self._last is not None else []

    def now(self) -> bytes:
        """An event with the whole last position."""
        assert self._last is not None
        last = msgspec.structs.replace(
            self._last,
            scene=msgspec.Raw(self._scene),
            result=self.result,
            verdicts=self.verdicts,
            seed=None if self.live else self.base.seed,
        )
        return _sse(last.frame, last)

    # The film so far

    def head(self, live: bool = True) -> FilmHead:
        """The head of the film so far. Until the match is over it has no seed: the hidden board follows from it."""
        seed = None if live and self.live else self.base.seed
        return msgspec.structs.replace(self.base, seed=seed, live=live, **self.fields())

    def save(self, folder: Path, track: str) -> None:
        """Write this track of the film, for later readers."""
        (folder / f"{track}.json").write_bytes(_ENCODE(self.head(live=False)))
        for file, data in self.files(track):
            (folder / file).write_bytes(data)


def _sse(frame: int, event: LiveEvent) -> bytes:
    """A server-sent event. It ends at an empty line; JSON on one line has none."""
    return b"id: %d\ndata: %b\n\n" % (frame, _ENCODE(event))
