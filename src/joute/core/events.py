"""Events: what a viewer would like to know of a resolution, noted only where somebody made room for it.

An event is a NamedTuple of numbers, declared once by its game and listed in its `Rules`:

    class Met(NamedTuple):
        '''Walkers met on a cell, and this one was thrown back.'''

        seat: int
        cell: int

    note(w.scratch.events, Met(seat, cell))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .types import snake
from .world import Buffer

EVENT_COLUMNS = 8
"""How many numbers an event takes in the buffer: which event it is, then its fields."""
NUMBERS: dict[type, int] = {}
"""The number of each event among those of its game."""


def room_for(most: int) -> Buffer:
    """A buffer for so many events; an empty one, in which nothing is noted, for 0."""
    return [0] * (1 + most * EVENT_COLUMNS if most else 0)


def note(events: Buffer, event: tuple[int, ...]) -> None:
    """Append one event. The first number counts the events; a buffer without room costs one comparison."""
    if len(events) == 0:
        return
    start = 1 + events[0] * EVENT_COLUMNS
    if start + EVENT_COLUMNS <= len(events):
        events[start] = NUMBERS[type(event)]
        events[start + 1 : start + 1 + len(event)] = event
        events[0] += 1


def declare(kinds: Sequence[type]) -> None:
    """Number the events of a game; raises TypeError for one that has no place in the buffer."""
    for number, kind in enumerate(kinds):
        fields: tuple[str, ...] | None = getattr(kind, "_fields", None)
        if fields is None or len(fields) >= EVENT_COLUMNS or "kind" in fields:
            most = f"less than {EVENT_COLUMNS} numbers, none called kind"
            raise TypeError(f"event {kind.__qualname__}: expected a NamedTuple of {most}")
        if NUMBERS.setdefault(kind, number) != number:
            raise TypeError(f"event {kind.__qualname__}: it is declared twice; each game has events of its own")


def noted(events: Buffer, kinds: Sequence[Any]) -> Iterator[Any]:
    """The events of a buffer, oldest first, each of its own kind."""
    for row in range(int(events[0]) if len(events) else 0):
        number, *values = (int(value) for value in events[1 + row * EVENT_COLUMNS : 1 + (row + 1) * EVENT_COLUMNS])
        kind = kinds[number]
        yield kind(*values[: len(kind._fields)])


def named(event: Any) -> dict[str, Any]:
    """An event as a scene shows it: its kind, then its fields by name."""
    return {"kind": snake(type(event).__name__), **event._asdict()}
