"""For champions: notes and drawings for their owner, recorded in the replay of the match; and the limits.

    from joute import debug

    debug.log("gold", gold)
    debug.draw.cell(3, 4, "red")
    debug.mark("here it went wrong")

Coordinates are in the order in which the functions of the game take them, and a colour is any name that CSS knows. Of a
callback at most ITEMS_MOST notes and drawings are recorded, of TEXT_MOST characters together, and of a match at most
MATCH_MOST characters; the record says how many were left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

ITEMS_MOST, TEXT_MOST, MATCH_MOST = 256, 16_384, 2**20
PRINT_MOST = 8_192
"""How many characters are recorded of what a callback prints: the last ones."""
RED = "red"
NUMBERS = {"log": 0, "mark": 0, "cell": 2, "line": 4, "circle": 3, "text": 2}
"""What can be noted and drawn, and of how many numbers: coordinates, and the radius of a circle."""
FAR = 2**31
"""No coordinate is larger."""


class Limits(NamedTuple):
    """The limits of this champion. Without a clock, times are None."""

    time_ms: int | None = None
    bank_ms: int | None = None
    start_ms: int | None = None
    memory_mb: int | None = None


class Recorder(Protocol):
    """What notes are written to at once, in a process that may be killed at any time."""

    def clear(self) -> None: ...
    def add(self, name: str, item: Any) -> None: ...
    def leave_out(self) -> None: ...


class CallbackNotes:
    """The notes and drawings of one callback."""

    def __init__(self, recorder: Recorder | None = None) -> None:
        self.log: list[str] = []
        self.draw: list[list[Any]] = []
        self.mark: list[str] = []
        self.print = ""
        """What was printed, which the engine knows better than the champion's process."""
        self.left_out = 0
        self.size = 0
        self._recorder = recorder

    def add(self, name: str, item: Any, size: int) -> None:
        """Add one item to a list, if there is room for it."""
        if len(self.log) + len(self.draw) + len(self.mark) >= ITEMS_MOST or self.size + size > TEXT_MOST:
            self.leave_out()
            return
        self.size += size
        getattr(self, name).append(item)
        if self._recorder is not None:
            self._recorder.add(name, item)

    def leave_out(self) -> None:
        self.left_out += 1
        if self._recorder is not None:
            self._recorder.leave_out()

    def record(self) -> dict[str, Any]:
        """The parts that are not empty, as the replay has them."""
        names = ("log", "draw", "mark", "print", "left_out")
        return {name: getattr(self, name) for name in names if getattr(self, name)}


class Draw:
    """Drawings over the board. A cell is two numbers, in the order of the game: x, y or y, x."""

    def cell(self, first: float, second: float, /, color: str = RED) -> None:
        """Colour one cell."""
        note("cell", (first, second), "", color)

    def line(self, first1: float, second1: float, first2: float, second2: float, /, color: str = RED) -> None:
        """A line between two cells."""
        note("line", (first1, second1, first2, second2), "", color)

    def circle(self, first: float, second: float, /, radius: float = 0.5, color: str = RED) -> None:
        """A circle around a cell; the radius is in cells."""
        note("circle", (first, second, radius), "", color)

    def text(self, first: float, second: float, /, text: object, color: str = RED) -> None:
        """Write on a cell."""
        note("text", (first, second), text, color)


def log(*values: object) -> None:
    """Note something, written as `print` would."""
    note("log", (), " ".join(map(str, values)))


def mark(text: object = "") -> None:
    """Mark this turn, to find it again in the viewer."""
    note("mark", (), text)


def limits() -> Limits:
    """The limits of this champion."""
    return _limits


def time_ms() -> int | None:
    """The time for a callback; None without a clock."""
    return _limits.time_ms


def bank_ms() -> int | None:
    """The time left in the bank when this callback began; None without a clock."""
    return _bank_ms


draw = Draw()
_notes = CallbackNotes()
_axes = ("x", "y")
_recorder: Recorder | None = None
_limits = Limits()
_bank_ms: int | None = None


# What the engine uses


def note(kind: str, numbers: Sequence[object], text: object, color: object = RED) -> None:
    """Record a note or drawing of a champion in whatever language; one that cannot be drawn is left out."""
    text, color = _plain(str(text)), _plain(str(color))
    if not NUMBERS[kind]:
        _notes.add(kind, text, len(text))
        return
    try:
        places = [_number(number) for number in numbers]
    except (TypeError, ValueError, OverflowError):
        _notes.leave_out()
        return
    item = [kind, *_rows_first(kind, places), *([text] if kind == "text" else ()), color]
    _notes.add("draw", item, sum(len(str(part)) for part in item))


def _number(value: Any) -> float:
    """A number as the record has it: a whole one without a fraction."""
    number = float(value)
    if not abs(number) <= FAR:
        raise ValueError
    return int(number) if number.is_integer() else number


def _rows_first(kind: str, places: list[float]) -> list[float]:
    """The numbers of a drawing as the record has them: rows before columns, in every game."""
    if _axes == ("y", "x"):
        return places
    paired = 4 if kind == "line" else 2
    return [places[at ^ 1] for at in range(paired)] + places[paired:]


def begin(axes: tuple[str, str]) -> None:
    """Begin the notes of a callback, in a game with this order of coordinates."""
    global _notes, _axes
    if _recorder is not None:
        _recorder.clear()
    _notes, _axes = CallbackNotes(_recorder), axes


def take() -> dict[str, Any]:
    """The notes since `begin`, as a record."""
    return _notes.record()


def record_in(recorder: Recorder) -> None:
    """Write the notes of this process's champion to a recorder."""
    global _recorder
    _recorder = recorder


def announce(values: dict[str, Any]) -> None:
    """Set what `limits` answers to the champion of this process."""
    global _limits
    times = ("time_ms", "bank_ms", "start_ms") if values.get("clock") else ()
    _limits = Limits(**{name: values[name] for name in (*times, "memory_mb")})


def announce_bank(left_ms: float) -> None:
    """Set what `bank_ms` answers to the champion of this process."""
    global _bank_ms
    _bank_ms = None if _limits.bank_ms is None else int(left_ms)


def bounded(private: dict[str, Any]) -> dict[str, Any]:
    """A record of notes from a host, bounded again, since the host may be hostile."""
    notes = CallbackNotes()
    for name in ("log", "mark"):
        for text in _listed(private.get(name)):
            notes.add(name, _plain(text), len(_plain(text)))
    for item in _listed(private.get("draw")):
        parts = [part if type(part) in (int, float) else _plain(part) for part in _listed(item)[:8]]
        notes.add("draw", parts, sum(len(str(part)) for part in parts))
    printed = private.get("print")
    notes.print = _plain(last_printed(printed)) if isinstance(printed, str) else ""
    more = private.get("left_out")
    notes.left_out += more if type(more) is int and 0 < more < 2**31 else 0
    return notes.record()


def last_printed(text: str) -> str:
    """The end of what a callback printed, as it is recorded."""
    return text if len(text) <= PRINT_MOST else f"[its beginning is left out]\n{text[-PRINT_MOST:]}"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(text: Any) -> str:
    """A text without lone surrogates; of a nested value, which may be too deep for str(), only the name of its type."""
    plain = str(text) if isinstance(text, (str, int, float)) else type(text).__name__
    return plain[: TEXT_MOST + 1].encode("utf-8", "backslashreplace").decode()
