"""What makes a loaded state impossible. A state is loaded as a phase begins, before any order."""

from __future__ import annotations

from ..board import HEIGHT, MUR, PLACEMENT_TURNS, TURNS, WIDTH
from ..params import BASTOOOON_BASE, COOLDOWN, FUS_LAST_PUSH, LIFE, LIFE_B, PACE
from .orders import first_phase
from .state import (
    ARRIVALS,
    ARRIVED,
    ATTAQUE,
    CELL,
    CHARACTER_COLUMNS,
    CLASSES,
    DEPLACEMENT,
    FIN,
    INIT,
    LIFE_LEFT,
    NOWHERE,
    PALANTIR_CELL,
    PHASE,
    PLACEMENT,
    PLANNED,
    PLANS,
    RECHARGE_1,
    RESPAWN,
    ROUTE_COLUMNS,
    SHIFT_X,
    SHIFT_Y,
    STEP_BITS,
    STEPS_A_WORD,
    TEAM_COLUMNS,
    TURN_NO,
    VIEWER,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    World,
    character_count,
    on_map,
    route_step,
    step_x,
    step_y,
    team_count,
)

UNSOUND = (
    "",
    "a character of the true state stands nowhere, has no respawn point or no life",
    "a character stands, comes back or has started its walk in a wall",
    "a character arrived after the last arrival",
    "a route leaves the map or enters a wall",
    "the state holds orders of this phase; they belong into the orders of the dump",
    "this is the view of a player (head.viewer), not the whole state",
    "head.turn and head.phase contradict each other, or the turns of the board",
    "two characters arrived at the same moment",
    "a character has more life than its class",
    "a recharge is longer than the cooldown of its attack",
    "a palantír is in a wall",
    "a character was shifted as no push can shift it",
    "a walk costs more than its class has movement points, or its route has steps beyond its length",
)
UNSOUND_MISSING, UNSOUND_WALL, UNSOUND_LATE, UNSOUND_ASTRAY, UNSOUND_PLANS, UNSOUND_VIEW, UNSOUND_CLOCK = range(1, 8)
UNSOUND_ARRIVALS, UNSOUND_LIFE, UNSOUND_RECHARGE, UNSOUND_PALANTIR, UNSOUND_SHIFT, UNSOUND_WALK = range(8, 14)


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    s = w.state
    if s.head[VIEWER] != 0:
        return UNSOUND_VIEW
    if s.head[PLANS] > 0:
        return UNSOUND_PLANS
    for character in range(character_count(w)):
        reason = unsound_place(w, character)
        if reason == 0:
            reason = unsound_route(w, character)
        if reason == 0:
            reason = unsound_body(w, character)
        if reason != 0:
            return reason
    if same_arrivals(w):
        return UNSOUND_ARRIVALS
    for team in range(team_count(w)):
        if walled(w, s.teams[team * TEAM_COLUMNS + PALANTIR_CELL]):
            return UNSOUND_PALANTIR
    return UNSOUND_CLOCK if unsound_clock(w) else 0


# 4.3  Calendar


def unsound_clock(w: World) -> bool:
    """4.3  Placement turns, then turns of two phases, until the maximum is reached; before them the start."""
    turn, phase = w.state.head[TURN_NO], w.state.head[PHASE]
    if phase == INIT:
        return turn != 0
    if phase >= FIN:
        return turn != w.board.head[TURNS]
    return turn >= w.board.head[TURNS] or (phase == PLACEMENT) != (turn < w.board.head[PLACEMENT_TURNS])


def just_attacked(w: World) -> bool:
    """4.3  Whether the attacks of this turn are made and the turn goes on."""
    return w.state.head[PHASE] == DEPLACEMENT and first_phase(w) == ATTAQUE


# 4.1  Characters


def unsound_place(w: World, character: int) -> int:
    """4.1, 4.3  A character stands on ground and comes back on ground."""
    s = w.state
    at = character * CHARACTER_COLUMNS
    cell, respawn = s.characters[at + CELL], s.characters[at + RESPAWN]
    if cell == NOWHERE or respawn == NOWHERE or s.characters[at + LIFE_LEFT] <= 0:
        return UNSOUND_MISSING
    if walled(w, cell) or walled(w, respawn) or walled(w, s.characters[at + WALK_FROM]):
        return UNSOUND_WALL
    if s.characters[at + ARRIVED] >= s.head[ARRIVALS]:
        return UNSOUND_LATE
    return 0


def unsound_body(w: World, character: int) -> int:
    """2.4, 4.6, 4.8  Life, recharges and the memory of the last push are what the parameters allow."""
    s = w.state
    at, rank = character * CHARACTER_COLUMNS, character % CLASSES
    # A Bastoooon of a barbarian with more life than its base gives life instead of taking it.
    heals = w.params[BASTOOOON_BASE] < w.params[LIFE_B]
    if s.characters[at + LIFE_LEFT] > w.params[LIFE + rank] and not heals:
        return UNSOUND_LIFE
    for number in range(2):
        most = w.params[COOLDOWN + 1 + 2 * rank + number]
        if s.characters[at + RECHARGE_1 + number] > (most if just_attacked(w) else max(0, most - 1)):
            return UNSOUND_RECHARGE
    return UNSOUND_SHIFT if unsound_shift(w, s.characters[at + SHIFT_X], s.characters[at + SHIFT_Y]) else 0


def unsound_shift(w: World, dx: int, dy: int) -> bool:
    """4.6.3  A push goes along one direction and stays on the map; only some parameters remember it."""
    if dx == 0 and dy == 0:
        return False
    far = abs(dx) >= w.board.head[WIDTH] or abs(dy) >= w.board.head[HEIGHT]
    return far or (dx != 0 and dy != 0) or not w.params[FUS_LAST_PUSH]


def walled(w: World, cell: int) -> bool:
    return cell != NOWHERE and w.board.ground[cell] == MUR


def same_arrivals(w: World) -> bool:
    """4.1  No two arrive at once."""
    characters = w.state.characters
    for at in range(ARRIVED, len(characters), CHARACTER_COLUMNS):
        arrived = characters[at]
        for other in range(ARRIVED, at, CHARACTER_COLUMNS):
            if characters[other] == arrived:
                return True
    return False


# 4.5  Walks


def unsound_route(w: World, character: int) -> int:
    """4.5  The walk of the last movement phase stays on ground, within the movement points, and ends where it ends."""
    s = w.state
    at = character * CHARACTER_COLUMNS
    start, length = s.characters[at + WALK_FROM], s.characters[at + WALK_LENGTH]
    if start == NOWHERE:
        return UNSOUND_MISSING
    width = w.board.head[WIDTH]
    x, y, left = start % width, start // width, w.params[PACE + character % CLASSES]
    for step in range(length):
        direction = route_step(w, character, WALKED, step)
        left -= w.board.cost[y * width + x]
        x += step_x(direction)
        y += step_y(direction)
        if not on_map(w, x, y) or w.board.ground[y * width + x] == MUR:
            return UNSOUND_ASTRAY
    return UNSOUND_WALK if left < 0 or loose_steps(w, character, length) else 0


def loose_steps(w: World, character: int, length: int) -> bool:
    """Whether the words of a route hold steps beyond its length, or a planned one."""
    s = w.state
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    for word in range(words):
        row = (character * words + word) * ROUTE_COLUMNS
        steps = max(0, min(STEPS_A_WORD, length - word * STEPS_A_WORD))
        if s.routes[row + WALKED] >> (STEP_BITS * steps) != 0 or s.routes[row + PLANNED] != 0:
            return True
    return False
