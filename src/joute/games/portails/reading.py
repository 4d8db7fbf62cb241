"""Reading a world for the champion API: portals by position, rows of tables, and what lies around a point.

Plain Python on Python's own integers, so that positions may be any; a portal is its number, as in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import rules
from .board import cells_of
from .rules import state
from .rules.state import (
    FIELD_COLUMNS,
    FIELDS,
    LINK_COLUMNS,
    LINKS,
    NEW_FIELD_COLUMNS,
    NEW_FIELDS,
    NEW_LINK_COLUMNS,
    NEW_LINKS,
    NEWS,
    NEWS_COLUMNS,
    NO_PORTAL,
    PORTAL_COLUMNS,
    A,
    B,
)

Cell = tuple[int, int]
Row = tuple[int, ...]

_KNOWN: dict[int, tuple[Any, list[Cell]]] = {}
KNOWN_MOST = 16
"""How many boards are remembered."""


def cells(world: rules.World) -> list[Cell]:
    """The positions of the portals in the order of their numbers, remembered for the boards in use."""
    portals = world.board.portals
    known = _KNOWN.get(id(portals))
    if known is None or known[0] is not portals:
        if len(_KNOWN) >= KNOWN_MOST:
            _KNOWN.clear()
        known = _KNOWN[id(portals)] = portals, cells_of(world.board)
    return known[1]


def portal_at(world: rules.World, position: Cell) -> int:
    """The portal at any position, or NO_PORTAL."""
    return state.portal_at(world, *position) if state.on_map(world, *position) else NO_PORTAL


def linked(world: rules.World, a: int, b: int) -> bool:
    """Both are portals, and linked."""
    return NO_PORTAL not in (a, b) and rules.linked(world, a, b)


def common(world: rules.World, a: int, b: int) -> Iterator[int]:
    """The portals linked to both, ascending; with a = b, the neighbours of one."""
    portals = state.portal_count(world)
    other = rules.next_common(world, a, b, 0) if NO_PORTAL not in (a, b) else portals
    while other < portals:
        yield int(other)
        other = rules.next_common(world, a, b, other + 1)


def rows(buffer: Any, columns: int, count: int) -> list[Row]:
    """The rows of a table in use."""
    used = [int(value) for value in buffer[: columns * int(count)]]
    return list(zip(*(used[column::columns] for column in range(columns)), strict=True))


def links(world: rules.World) -> list[Cell]:
    """The ends of all links, in order."""
    return [(row[A], row[B]) for row in rows(world.state.links, LINK_COLUMNS, world.state.head[LINKS])]


def fields(world: rules.World) -> list[Row]:
    """The corners of all fields, in order."""
    return rows(world.state.fields, FIELD_COLUMNS, world.state.head[FIELDS])


def blocking(world: rules.World, one: Cell, other: Cell) -> Iterator[Cell]:
    """4.3  The links that interfere with a segment. They come by the x of their first end, which is the leftmost."""
    places = cells(world)
    left, right = min(one[0], other[0]), max(one[0], other[0])
    for a, b in links(world):
        first, last = places[a], places[b]
        if first[0] > right:
            return
        if last[0] >= left and rules.interfere(*one, *other, *first, *last):
            yield a, b


def around(world: rules.World, position: Cell) -> Iterator[Row]:
    """4.3  The fields that have a position inside. Their first corner is the leftmost, the last the rightmost."""
    places = cells(world)
    for corners in fields(world):
        a, b, c = (places[corner] for corner in corners)
        if a[0] < position[0] < c[0] and rules.inside(*position, *a, *b, *c):
            yield corners


def changes_of_portals(world: rules.World, viewer: int, column: int) -> list[Cell]:
    """5  What a viewer is told of each portal: its number, and its value in a column."""
    values = world.state.portals[NEWS + viewer * NEWS_COLUMNS + column :: PORTAL_COLUMNS]
    return [(portal, int(value)) for portal, value in enumerate(values)]


def new_links(world: rules.World, viewer: int) -> list[Row]:
    """5  The links that a viewer is told of."""
    links = rows(world.state.new_links, NEW_LINK_COLUMNS, world.state.head[NEW_LINKS])
    return [row[1:] for row in links if row[0] == viewer]


def new_fields(world: rules.World, viewer: int) -> list[Row]:
    """5  The fields that a viewer is told of."""
    fields = rows(world.state.new_fields, NEW_FIELD_COLUMNS, world.state.head[NEW_FIELDS])
    return [row[1:] for row in fields if row[0] == viewer]
