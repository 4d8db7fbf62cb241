"""Whether a loaded state can be."""

from __future__ import annotations

from ..board import MUR, WIDTH
from .orders import has_attack, phase_now
from .state import (
    ARRIVALS,
    ARRIVED,
    ATTAQUE,
    CELL,
    CHARACTER_COLUMNS,
    CLASSES,
    LIFE_LEFT,
    NOWHERE,
    PLAN_ATTACK,
    PLAN_COLUMNS,
    PLAN_LENGTH,
    PLAN_OF,
    PLANNED,
    PLANS,
    RESPAWN,
    VIEWER,
    WALK,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    Game,
    character_count,
    on_map,
    route_step,
    step_x,
    step_y,
)

FAULTS = (
    "",
    "a character of the true state stands nowhere, has no respawn point or no life",
    "a character stands, comes back or has started its walk in a wall",
    "a character arrived after the last arrival",
    "a route leaves the map or enters a wall",
    "a character has two plans, or one that is not of this phase or not of its class",
    "a view lacks one of its own characters",
)
MISSING, IN_WALL, LATE, ASTRAY, BAD_PLAN, BLIND = range(1, 7)


def fault(w: Game) -> int:
    """What makes a loaded state impossible, or 0."""
    for character in range(character_count(w)):
        found = fault_of(w, character)
        if found != 0:
            return found
    for plan in range(w.state.head[PLANS]):
        if not sound_plan(w, plan):
            return BAD_PLAN
    return 0


def fault_of(w: Game, character: int) -> int:
    """What is wrong with one character."""
    s = w.state
    at = character * CHARACTER_COLUMNS
    cell = s.characters[at + CELL]
    if s.head[VIEWER] == 0:
        if cell == NOWHERE or s.characters[at + RESPAWN] == NOWHERE or s.characters[at + LIFE_LEFT] <= 0:
            return MISSING
    elif cell == NOWHERE and character // CLASSES == s.head[VIEWER] - 1:
        return BLIND
    if walled(w, cell) or walled(w, s.characters[at + RESPAWN]) or walled(w, s.characters[at + WALK_FROM]):
        return IN_WALL
    if s.characters[at + ARRIVED] >= s.head[ARRIVALS]:
        return LATE
    if not sound_route(w, character, WALKED, s.characters[at + WALK_FROM], s.characters[at + WALK_LENGTH]):
        return ASTRAY
    return 0


def walled(w: Game, cell: int) -> bool:
    return cell != NOWHERE and w.board.ground[cell] == MUR


def sound_route(w: Game, character: int, route: int, start: int, length: int) -> bool:
    """Whether a route stays on ground."""
    if start == NOWHERE:
        return length == 0
    width = w.board.head[WIDTH]
    x, y = start % width, start // width
    for step in range(length):
        direction = route_step(w, character, route, step)
        x += step_x(direction)
        y += step_y(direction)
        if not on_map(w, x, y) or w.board.ground[y * width + x] == MUR:
            return False
    return True


def sound_plan(w: Game, plan: int) -> bool:
    """Whether a plan is the only one of its character, of this phase, of its class, and on ground."""
    s = w.state
    at = plan * PLAN_COLUMNS
    character = s.plans[at + PLAN_OF]
    for other in range(plan):
        if s.plans[other * PLAN_COLUMNS + PLAN_OF] == character:
            return False
    attack = s.plans[at + PLAN_ATTACK]
    if (attack == WALK) == (phase_now(w) == ATTAQUE):
        return False
    if attack != WALK and not has_attack(character % CLASSES, attack):
        return False
    cell = s.characters[character * CHARACTER_COLUMNS + CELL]
    return cell != NOWHERE and sound_route(w, character, PLANNED, cell, s.plans[at + PLAN_LENGTH])
