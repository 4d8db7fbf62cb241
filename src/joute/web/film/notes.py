"""What champions noted for themselves while they played, as the viewer shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from joute import debug
from joute.core.text import Text
from joute.match.replay import Replay
from joute.web.wire import Drawing, Mark, Notes

MARK_SHOWN = 100
"""How many characters of a champion's own mark are on the scrubber."""


def notes_of(replay: Replay, seat: int, start: int = 0, stop: int | None = None) -> list[Notes]:
    """What the champion of a seat noted on the way to positions `start` to `stop` - 1."""
    stop = len(replay.phases) + 1 if stop is None else stop
    lines = enumerate(replay.phases, 1)
    return [
        _notes(frame, line.private[seat]) for frame, line in lines if start <= frame < stop and seat in line.private
    ]


def note_marks(replay: Replay, seats: Sequence[int], frames: int) -> list[Mark]:
    """What the champions of some seats marked for themselves, one mark a position and seat."""
    noted = [(seat, notes) for seat in seats for notes in notes_of(replay, seat, 0, frames) if notes.marks]
    return [Mark(notes.frame, "note", seat, _summary(notes.marks)) for seat, notes in noted]


def _summary(marks: list[str]) -> Text:
    first, more = marks[0][:MARK_SHOWN] or "•", len(marks) - 1
    return Text(f"{first} (+{more})", f"{first} (+{more})") if more else Text(first, first)


def _notes(frame: int, private: dict[str, Any]) -> Notes:
    sound = debug.bounded(private)
    drawings = [drawing for item in sound.get("draw", []) if (drawing := _drawing(item)) is not None]
    log = sound.get("log", []) + ([f"[{sound['left_out']} left out]"] if "left_out" in sound else [])
    return Notes(frame, log, drawings, sound.get("mark", []), sound.get("print", ""))


def _drawing(item: list[Any]) -> Drawing | None:
    """A drawing as the page has it, columns first; None for what `joute.debug` would not have written."""
    shapes = {"cell": 2, "line": 4, "circle": 3, "text": 2}
    shape, *parts = item or [""]
    numbers = parts[: shapes.get(shape, 0)]
    if shape not in shapes or len(numbers) < shapes[shape] or not all(type(part) in (int, float) for part in numbers):
        return None
    rest = [str(part) for part in parts[len(numbers) :]]
    if len(rest) != (2 if shape == "text" else 1):
        return None
    at = [numbers[1], numbers[0], *([numbers[3], numbers[2]] if shape == "line" else numbers[2:])]
    return Drawing(shape, at, rest[0] if shape == "text" else "", rest[-1])
