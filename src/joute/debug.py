"""For champions: notes and drawings for their owner, recorded in the replay of the match; and the limits.

    from joute import debug

    debug.log("gold", gold)
    debug.draw.cell(3, 4, "red")
    debug.mark("here it went wrong")

Coordinates are the game's own. Of a callback at most ITEMS_MOST notes and drawings are recorded, of TEXT_MOST
characters together, and of a match at most MATCH_MOST characters; the record says how many were left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ITEMS_MOST, TEXT_MOST, MATCH_MOST = 256, 16_384, 2**20
PRINT_MOST = 8_192
"""How many characters are recorded of what a callback prints: the last ones."""


class Limits(NamedTuple):
    """The limits of this champion. Without a clock, times are None."""

    time_ms: int | None = None
    bank_ms: int | None = None
    start_ms: int | None = None
    memory_mb: int | None = None


class CallbackNotes:
    """The notes and drawings of one callback."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.draw: list[list[Any]] = []
        self.mark: list[str] = []
        self.print = ""
        """What was printed, which the engine knows better than the champion's process."""
        self.left_out = 0
        self.size = 0

    def add(self, items: list[Any], item: Any, size: int) -> None:
        """Add one item to a list, if there is room for it."""
        if len(self.log) + len(self.draw) + len(self.mark) >= ITEMS_MOST or self.size + size > TEXT_MOST:
            self.left_out += 1
            return
        self.size += size
        items.append(item)

    def record(self) -> dict[str, Any]:
        """The parts that are not empty, as the replay has them."""
        names = ("log", "draw", "mark", "print", "left_out")
        return {name: getattr(self, name) for name in names if getattr(self, name)}


class Draw:
    """Drawings over the board; a colour is any name that CSS knows."""

    def cell(self, y: float, x: float, color: str = "red") -> None:
        """Colour one cell."""
        self._note("cell", y, x, color)

    def line(self, y1: float, x1: float, y2: float, x2: float, color: str = "red") -> None:
        """A line between two cells."""
        self._note("line", y1, x1, y2, x2, color)

    def circle(self, y: float, x: float, radius: float = 0.5, color: str = "red") -> None:
        """A circle around a cell; the radius is in cells."""
        self._note("circle", y, x, radius, color)

    def text(self, y: float, x: float, text: object, color: str = "red") -> None:
        """Write on a cell."""
        self._note("text", y, x, str(text), color)

    def _note(self, kind: str, *values: object) -> None:
        item = [kind, *(value if isinstance(value, (int, float)) else str(value) for value in values)]
        _notes.add(_notes.draw, item, sum(len(str(part)) for part in item))


def log(*values: object) -> None:
    """Note something, written as `print` would."""
    text = " ".join(map(str, values))
    _notes.add(_notes.log, text, len(text))


def mark(text: object = "") -> None:
    """Mark this turn, to find it again in the viewer."""
    _notes.add(_notes.mark, str(text), len(str(text)))


def limits() -> Limits:
    """The limits of this champion."""
    return _limits


def bank_ms() -> float | None:
    """The time left in the bank when this callback began; None without a clock."""
    return _bank_ms


draw = Draw()
_notes = CallbackNotes()
_limits = Limits()
_bank_ms: float | None = None


# What the engine uses


def take() -> dict[str, Any]:
    """The notes since the last time, as a record."""
    global _notes
    notes, _notes = _notes, CallbackNotes()
    return notes.record()


def announce(values: dict[str, Any]) -> None:
    """Set what `limits` answers to the champion of this process."""
    global _limits
    times = ("time_ms", "bank_ms", "start_ms") if values.get("clock") else ()
    _limits = Limits(**{name: values[name] for name in (*times, "memory_mb")})


def announce_bank(left_ms: float) -> None:
    """Set what `bank_ms` answers to the champion of this process."""
    global _bank_ms
    _bank_ms = None if _limits.bank_ms is None else left_ms


def bounded(private: dict[str, Any]) -> dict[str, Any]:
    """A record of notes from a host, bounded again, since the host may be hostile."""
    notes = CallbackNotes()
    for name in ("log", "mark"):
        for text in _listed(private.get(name)):
            notes.add(getattr(notes, name), _plain(text), len(_plain(text)))
    for item in _listed(private.get("draw")):
        parts = [part if type(part) in (int, float) else _plain(part) for part in _listed(item)[:8]]
        notes.add(notes.draw, parts, sum(len(str(part)) for part in parts))
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
