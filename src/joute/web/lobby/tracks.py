"""A match as it can be watched while it is played: what each track has shown so far, and who is watching."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path

import msgspec

from joute.web.film.reel import packed
from joute.web.wire import CHUNK, FilmHead, LiveEvent, Mark, MatchResult, SeatVerdict
from joute.web.worker.pipe import Shot

KEPT_EVENTS, KEPT_BYTES = 256, 4 << 20
"""What is kept for watchers who come back."""
QUEUE_EVENTS, QUEUE_BYTES = 64, 1 << 20
"""What waits for one watcher; who falls further behind gets the whole position instead."""
BEAT, BEAT_S, BEATS_MOST = b":\n\n", 15.0, 4
"""What is sent where nothing happens, how often, and after how many of them who takes nothing is cut off."""
_ENCODE = msgspec.json.Encoder().encode


class Watcher:
    """Somebody who watches a track: what they have still to be sent, bounded."""

    def __init__(self) -> None:
        self.queue: list[bytes] = []
        self.bytes = 0
        self.behind = False
        self.woken = asyncio.Event()
        self.stalled: Callable[[], object] = lambda: None
        """What to do when nothing is taken any more."""
        self._beats = 0

    def give(self, data: bytes) -> None:
        if len(self.queue) >= QUEUE_EVENTS or self.bytes + len(data) > QUEUE_BYTES:
            self.queue.clear()
            self.bytes, self.behind = 0, True
        elif not self.behind:
            self.queue.append(data)
            self.bytes += len(data)
        self.woken.set()

    def take(self) -> bytes:
        """All that waits, at once."""
        data = b"".join(self.queue)
        self.queue.clear()
        self.bytes = self._beats = 0
        return data

    def beat(self) -> None:
        """Now and then: something is sent where nothing happens, and who takes nothing for long is cut off."""
        if not self.queue and not self.behind:
            self.give(BEAT)
            return
        self._beats += 1
        if self._beats >= BEATS_MOST:
            self.stalled()


class Track:
    """What one reader may see of a match, position by position."""

    def __init__(self, head: FilmHead) -> None:
        self.base = head
        self.turns: list[int] = []
        self.phases: list[str] = []
        self.scores: list[list[int]] = []
        self.times: list[list[float | None]] = []
        self.marks: list[Mark] = []
        self.verdicts: list[SeatVerdict] = []
        self.result: MatchResult | None = None
        self.live = True
        self.watchers: set[Watcher] = set()
        self._chunks: list[bytes] = []
        self._open: list[msgspec.Raw] = []
        self._last: LiveEvent | None = None
        self._scene = b""
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=KEPT_EVENTS)
        self._recent_bytes = 0

    @property
    def frames(self) -> int:
        return len(self.turns)

    def add(self, shot: Shot) -> None:
        """One more position. That it is the last one is told when the match is over."""
        event = msgspec.structs.replace(shot.event, result=None)
        self.turns.append(event.turn)
        self.phases.append(event.phase)
        self.scores.append(event.scores)
        self.times.append(event.times)
        self.marks += event.marks
        self.verdicts += event.verdicts
        self._scene, self._last = shot.scene, event
        self._open.append(msgspec.Raw(shot.diff if self._open and shot.diff else shot.scene))
        if len(self._open) == CHUNK:
            self._chunks.append(packed(self._open))
            self._open = []
        picture = {"diff": msgspec.Raw(shot.diff)} if shot.diff else {"scene": msgspec.Raw(shot.scene)}
        self._publish(event.frame, _sse(event.frame, msgspec.structs.replace(event, **picture)))

    def conclude(self, result: MatchResult, verdicts: list[SeatVerdict]) -> None:
        """The result is known."""
        self.result, self.verdicts = result, verdicts

    def finish(self) -> None:
        """There will be no more: everybody is told, and what the film keeps is forgotten here."""
        self.live = False
        self._chunks, self._open = [], []
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
        """What somebody must be sent who has seen the positions up to one (None: nothing)."""
        if seen is not None and self._recent and self._recent[0][0] <= seen + 1 <= self.frames:
            return [data for frame, data in self._recent if frame > seen]
        return [self.now()] if self._last is not None else []

    def now(self) -> bytes:
        """The last position, whole."""
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
        """The head of the film so far. While the match lasts nobody gets its seed: the hidden board follows from it."""
        return msgspec.structs.replace(
            self.base,
            seed=None if live and self.live else self.base.seed,
            frames=self.frames,
            live=live,
            turns=self.turns,
            phases=self.phases,
            scores=self.scores,
            times=self.times,
            marks=self.marks,
            verdicts=self.verdicts,
            result=self.result,
        )

    def chunk(self, number: int) -> bytes | None:
        if 0 <= number < len(self._chunks):
            return self._chunks[number]
        return packed(self._open) if number == len(self._chunks) and self._open else None

    def save(self, folder: Path, track: str) -> None:
        """The film, for later readers."""
        (folder / f"{track}.json").write_bytes(_ENCODE(self.head(live=False)))
        for number in range(-(-self.frames // CHUNK)):
            (folder / f"{track}-{number}.gz").write_bytes(self.chunk(number) or b"")


def _sse(frame: int, event: LiveEvent) -> bytes:
    """An event of a stream; JSON has no line breaks of its own."""
    return b"id: %d\ndata: %b\n\n" % (frame, _ENCODE(event))
