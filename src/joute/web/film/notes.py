"""What champions noted for themselves while they played, as the viewer shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from joute import debug
from joute.champions.players.refusals import KEPT, MANY
from joute.core.game import Game
from joute.core.text import Text
from joute.match.replay import Replay, ReplayError
from joute.match.verdict import Fault
from joute.web.wire import Drawing, Failure, Mark, Notes, RefusedOrder

from .orders import refused

MARK_SHOWN = 100
"""How many characters of a champion's own mark are on the scrubber."""


def notes_of(replay: Replay, seat: int, start: int = 0, stop: int | None = None) -> list[Notes]:
    """What the champion of a seat noted on the way to positions `start` to `stop` - 1."""
    stop = len(replay.phases) + 1 if stop is None else stop
    game = _game(replay)
    return [
        _notes(game, frame, line.private.get(seat, {}), line.faults.get(seat))
        for frame, line in enumerate(replay.phases, 1)
        if start <= frame < stop and (seat in line.private or seat in line.faults)
    ]


def _game(replay: Replay) -> Game | None:
    """The game, for the words of its orders; None where its rules have changed since, and what they answered."""
    try:
        return replay.game()
    except ReplayError:
        return None


def note_marks(replay: Replay, seats: Sequence[int], frames: int) -> list[Mark]:
    """What the champions of some seats marked for themselves, one mark a position and seat."""
    noted = [(seat, notes) for seat in seats for notes in notes_of(replay, seat, 0, frames) if notes.marks]
    return [Mark(notes.frame, "note", seat, _summary(notes.marks)) for seat, notes in noted]


def _summary(marks: list[str]) -> Text:
    first, more = marks[0][:MARK_SHOWN] or "•", len(marks) - 1
    return Text(f"{first} (+{more})", f"{first} (+{more})") if more else Text(first, first)


def _notes(game: Game | None, frame: int, private: dict[str, Any], fault: Fault | None) -> Notes:
    sound = debug.bounded(private)
    drawings = [drawing for item in sound.get("draw", []) if (drawing := _drawing(item)) is not None]
    log = sound.get("log", []) + ([f"[{sound['left_out']} left out]"] if "left_out" in sound else [])
    marks, printed = sound.get("mark", []), sound.get("print", "")
    return Notes(frame, log, drawings, marks, printed, *_refused(game, private), _failure(fault))


def _refused(game: Game | None, private: dict[str, Any]) -> tuple[list[RefusedOrder], int]:
    """The refused orders of a callback, and how many more there were."""
    listed, more = private.get("refused"), private.get("refused_more")
    entries = listed[:KEPT] if isinstance(listed, list) else []
    orders = [order for entry in entries if (order := refused(game, entry)) is not None]
    return orders, more if type(more) is int and 0 < more <= MANY else 0


def _failure(fault: Fault | None) -> Failure | None:
    if fault is None:
        return None
    sound = fault.bounded()
    return Failure(sound.verdict, sound.callback, sound.message, sound.last_call, sound.traceback, sound.output)


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
