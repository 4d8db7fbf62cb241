"""4.5  Movement and placement: everybody walks together, and what each saw on the way can be told."""

from __future__ import annotations

from joute.core.legacy_events import note

from .state import (
    CELL,
    CHARACTER_COLUMNS,
    DIRECTION,
    PLAN_COLUMNS,
    PLAN_DIRECTION,
    PLAN_LENGTH,
    PLAN_OF,
    PLANNED,
    PLANS,
    ROUTE_COLUMNS,
    WALK_FACING,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    WENT,
    World,
    character_count,
    move_to,
    route_step,
    step_cells,
)


def march(w: World) -> None:
    """4.5  Turn those who turn, then walk. What a walk shows depends on the walks alone, and is told on request."""
    s = w.state
    start_walks(w)
    longest = 0
    for plan in range(s.head[PLANS]):
        length = s.plans[plan * PLAN_COLUMNS + PLAN_LENGTH]
        longest = max(longest, length)
        if length == 0:
            turn(w, plan)
    for length in range(1, longest + 1):
        for plan in range(s.head[PLANS]):
            if s.plans[plan * PLAN_COLUMNS + PLAN_LENGTH] == length:
                walk(w, plan)


def start_walks(w: World) -> None:
    """4.5.1  The traces of the phase before are gone: everybody stands, looking where it looks."""
    s = w.state
    for character in range(character_count(w)):
        at = character * CHARACTER_COLUMNS
        s.characters[at + WALK_FROM] = s.characters[at + CELL]
        s.characters[at + WALK_LENGTH] = 0
        s.characters[at + WALK_FACING] = s.characters[at + DIRECTION]
    for word in range(WALKED, len(s.routes), ROUTE_COLUMNS):
        s.routes[word] = 0


def turn(w: World, plan: int) -> None:
    """4.5.2  An empty path turns its character before anybody walks."""
    s = w.state
    at = s.plans[plan * PLAN_COLUMNS + PLAN_OF] * CHARACTER_COLUMNS
    s.characters[at + DIRECTION] = s.plans[plan * PLAN_COLUMNS + PLAN_DIRECTION]
    s.characters[at + WALK_FACING] = s.characters[at + DIRECTION]


def walk(w: World, plan: int) -> None:
    """4.5.4, 4.5.5  A character comes to the end of its path, behind those whose paths were shorter."""
    s = w.state
    character = s.plans[plan * PLAN_COLUMNS + PLAN_OF]
    length = s.plans[plan * PLAN_COLUMNS + PLAN_LENGTH]
    at = character * CHARACTER_COLUMNS
    cell = s.characters[at + CELL]
    for step in range(length):
        cell += step_cells(w, route_step(w, character, PLANNED, step))
    note(w.scratch.events, WENT, character, s.characters[at + CELL], cell, 0, 0)
    move_to(w, character, cell)
    s.characters[at + DIRECTION] = s.plans[plan * PLAN_COLUMNS + PLAN_DIRECTION]
    s.characters[at + WALK_LENGTH] = length
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    for word in range(character * words, (character + 1) * words):
        s.routes[word * ROUTE_COLUMNS + WALKED] = s.routes[word * ROUTE_COLUMNS + PLANNED]
