"""What a film keeps of every position: the columns of its head, and scenes and orders in compressed chunks."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from joute.web.wire import CHUNK, Gain, LiveEvent, Mark, Outcome, SeatVerdict

LEVEL = 6
"""How hard chunks are compressed."""

SCENES, ORDERS = "{track}-{number}.gz", "{track}-{number}.orders.gz"
"""The names of files of a film: the chunks of a track."""

_ENCODE = msgspec.json.Encoder().encode


class Chunks:
    """What is kept of each position in chunks; whole ones are held compressed."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._open: list[Any] = []
        """The positions of the last chunk, while it is not full."""

    @property
    def begun(self) -> bool:
        """Whether the last chunk has a position."""
        return bool(self._open)

    def append(self, item: Any) -> None:
        self._open.append(item)
        if len(self._open) == CHUNK:
            self._packed.append(packed(self._open))
            self._open = []

    def one(self, number: int) -> bytes | None:
        """A chunk, compressed; the last one may still grow."""
        if 0 <= number < len(self._packed):
            return self._packed[number]
        return packed(self._open) if number == len(self._packed) and self._open else None

    def all(self) -> list[bytes]:
        """All chunks so far, compressed."""
        return [*self._packed, *([packed(self._open)] if self._open else [])]


class Columns:
    """One track of a film, position by position."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.phases: list[str] = []
        self.scores: list[list[int]] = []
        self.times: list[list[float | None]] = []
        self.lead: list[list[int]] = []
        self.gains: list[Gain] = []
        self.marks: list[Mark] = []
        self.verdicts: list[SeatVerdict] = []
        self.result: Outcome | None = None
        self.scenes = Chunks()
        self.orders = Chunks()
        """The orders that led to each position, as JSON."""

    @property
    def frames(self) -> int:
        """The number of positions."""
        return len(self.turns)

    def append(self, event: LiveEvent, scene: Any, change: Any, orders: Any) -> None:
        """Add a position: its scene, the difference from the scene before (None for the first position), and the orders
        that led to it."""
        self.turns.append(event.turn)
        self.phases.append(event.phase)
        self.scores.append(event.scores)
        self.times.append(event.times)
        if event.lead:
            self.lead.append(event.lead)
        self.gains += event.gains
        self.marks += event.marks
        self.verdicts += event.verdicts
        self.scenes.append(change if self.scenes.begun and change is not None else scene)
        self.orders.append(orders)

    def fields(self) -> dict[str, Any]:
        """The fields of a `FilmHead` that are kept here."""
        return {
            "frames": self.frames,
            "turns": self.turns,
            "phases": self.phases,
            "scores": self.scores,
            "times": self.times,
            "lead": self.lead,
            "gains": self.gains,
            "marks": self.marks,
            "verdicts": self.verdicts,
            "result": self.result,
        }

    def files(self, track: str) -> Iterator[tuple[str, bytes]]:
        """The files of this track, as names and contents; the head is not among them."""
        for number, (scenes, orders) in enumerate(zip(self.scenes.all(), self.orders.all(), strict=True)):
            yield SCENES.format(track=track, number=number), scenes
            yield ORDERS.format(track=track, number=number), orders

    def drop_chunks(self) -> None:
        """Free the chunks, once they are on disk."""
        self.scenes, self.orders = Chunks(), Chunks()


def packed(chunk: Sequence[Any]) -> bytes:
    """A compressed chunk: the same bytes whenever it is made."""
    return gzip.compress(_ENCODE(chunk), LEVEL, mtime=0)
