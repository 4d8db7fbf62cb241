# mypy: ignore-errors
# ruff: noqa
"""Events: what a viewer would like to know of a resolution, noted only where somebody made room for it."""

from __future__ import annotations

from .world import Buffer

EVENT_COLUMNS = 6


def note(events: Buffer, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Append one event. The first number counts the events; a buffer without room costs one comparison."""
    if len(events) < 1 + EVENT_COLUMNS:
        return
    start = 1 + events[0] * EVENT_COLUMNS
    if start + EVENT_COLUMNS <= len(events):
        events[start] = kind
        events[start + 1] = a
        events[start + 2] = b
        events[start + 3] = c
        events[start + 4] = d
        events[start + 5] = e
        events[0] += 1


def noted(events: Buffer) -> list[tuple[int, ...]]:
    """The events of a buffer, oldest first, as tuples (kind, a, b, c, d, e)."""
    count = int(events[0]) if len(events) else 0
    return [
        tuple(int(value) for value in events[1 + row * EVENT_COLUMNS : 1 + (row + 1) * EVENT_COLUMNS])
        for row in range(count)
    ]
