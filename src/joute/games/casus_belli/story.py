"""What is told of the last resolution: all of it, or what a team knows of its own.

A team is never told who was hit by whom (6), nor how often: of its characters that live, what they did, where they went
or were thrown, and how much life they lost; of its dead, where they stood.
"""

from __future__ import annotations

from typing import Any

from joute.core.legacy_events import noted

from .board import WIDTH
from .rules import state
from .rules.state import CLASSES

Event = dict[str, Any]
Row = tuple[int, ...]
HURT = -1
"""A kind that is not noted: life lost, whoever took it."""
DEEDS = (state.STRUCK, state.LOST, state.WENT)


def story(world: Any, seat: int | None) -> list[Event]:
    """The events for a seat, or for who knows everything."""
    rows, width = noted(world.scratch.events), int(world.board.head[WIDTH])
    if seat is None:
        return [_event(row, width) for row in rows]
    own = range(seat * CLASSES, (seat + 1) * CLASSES)
    dead = {row[1] for row in rows if row[0] == state.DIED}
    deeds = [row for row in rows if row[0] in DEEDS and row[1] in own and row[1] not in dead]
    fates = [row for character in own for row in _fate(character, rows)]
    return [_event(row, width) for row in (*deeds, *fates)]


def _fate(character: int, rows: list[Row]) -> list[Row]:
    """What a team sees has become of one of its own: rows like those noted, one of each kind at most."""
    flights = [(row[2], row[3]) for row in rows if row[0] == state.THROWN and row[1] == character]
    places = [row[2] for row in rows if row[0] == state.DIED and row[1] == character]
    if places:
        return [(state.DIED, character, flights[0][0] if flights else places[0], 0)]
    fate: list[Row] = []
    if flights and flights[0][0] != flights[-1][1]:
        fate.append((state.THROWN, character, flights[0][0], flights[-1][1]))
    lost = sum(row[3] for row in rows if row[0] == state.HIT and row[2] == character)
    return [*fate, (HURT, character, lost, 0)] if lost else fate


def _event(row: Row, width: int) -> Event:
    """An event under the names of its parts."""
    kind, character, a, b = row[:4]
    who = {"team": character // CLASSES, "class": character % CLASSES}
    if kind == state.HIT:
        return {"kind": "hit", **who, "victim": [a // CLASSES, a % CLASSES], "damage": b}
    if kind == HURT:
        return {"kind": "hurt", **who, "damage": a}
    if kind == state.DIED:
        return {"kind": "died", **who, "x": a % width, "y": a // width}
    if kind == state.LOST:
        return {"kind": "lost", **who, "attack": a}
    if kind == state.STRUCK:
        return {"kind": "struck", **who, "attack": a, "x": b % width, "y": b // width}
    name = "thrown" if kind == state.THROWN else "walked"
    return {"kind": name, **who, "from": [a % width, a // width], "to": [b % width, b // width]}
