"""4.2, 4.3, 4.8, 4.9  The calendar of a match, from the first state to the last."""

from __future__ import annotations

from ..board import PLACEMENT_TURNS, START_X, START_Y, TURNS, WIDTH
from ..params import LIFE
from .attack import attacks
from .march import march
from .orders import first_phase, forget_plans
from .state import (
    ARRIVALS,
    ARRIVED,
    ATTAQUE,
    CELL,
    CHARACTER_COLUMNS,
    CLASSES,
    DEPLACEMENT,
    DIRECTION,
    FIN,
    INIT,
    LIFE_LEFT,
    NORD,
    NOWHERE,
    OVER,
    PALANTIR_CELL,
    PHASE,
    PLACEMENT,
    RECHARGE_1,
    RECHARGE_2,
    RESPAWN,
    SCORE,
    TEAM_COLUMNS,
    TURN_NO,
    WALK_FACING,
    WALK_FROM,
    ZONE_CELL,
    World,
    character_count,
)


def setup(w: World, seats: int, seed: int) -> None:
    """4.2  Everybody on the start cell, team by team. Nothing is left to chance."""
    s, b = w.state, w.board
    start = b.head[START_Y] * b.head[WIDTH] + b.head[START_X]
    s.head[PHASE] = INIT
    s.head[ARRIVALS] = seats * CLASSES
    for team in range(seats):
        s.teams[team * TEAM_COLUMNS + PALANTIR_CELL] = NOWHERE
        s.teams[team * TEAM_COLUMNS + ZONE_CELL] = NOWHERE
    for character in range(seats * CLASSES):
        at = character * CHARACTER_COLUMNS
        s.characters[at + LIFE_LEFT] = w.params[LIFE + character % CLASSES]
        s.characters[at + CELL] = start
        s.characters[at + RESPAWN] = start
        s.characters[at + ARRIVED] = character
        s.characters[at + DIRECTION] = NORD
        s.characters[at + WALK_FROM] = start
        s.characters[at + WALK_FACING] = NORD


def resolve(w: World) -> None:
    """4.3  The phase takes effect, and the next one comes."""
    phase = w.state.head[PHASE]
    if phase == PLACEMENT or phase == DEPLACEMENT:
        march(w)
    elif phase == ATTAQUE:
        attacks(w)
    forget_plans(w)
    next_phase(w)


def next_phase(w: World) -> None:
    """4.3  Placement turns, then turns of two phases, until the maximum is reached."""
    head = w.state.head
    phase = head[PHASE]
    if phase >= FIN:
        head[PHASE] = OVER
        return
    if phase == PLACEMENT:
        end_turn(w)
        if head[TURN_NO] == w.board.head[PLACEMENT_TURNS]:
            fix_respawns(w)
        head[PHASE] = first_phase(w)
    elif phase == INIT:
        head[PHASE] = first_phase(w)
    elif phase == first_phase(w):
        head[PHASE] = ATTAQUE if phase == DEPLACEMENT else DEPLACEMENT
        return
    else:
        end_turn(w)
        head[PHASE] = first_phase(w)
    if head[TURN_NO] >= w.board.head[TURNS]:
        head[PHASE] = FIN


def end_turn(w: World) -> None:
    """4.8  The next turn; what recharges has one turn less to go."""
    s = w.state
    s.head[TURN_NO] += 1
    for character in range(character_count(w)):
        at = character * CHARACTER_COLUMNS
        s.characters[at + RECHARGE_1] = max(0, s.characters[at + RECHARGE_1] - 1)
        s.characters[at + RECHARGE_2] = max(0, s.characters[at + RECHARGE_2] - 1)


def fix_respawns(w: World) -> None:
    """4.3  Where a character stands after the last placement turn it will come back."""
    s = w.state
    for character in range(character_count(w)):
        at = character * CHARACTER_COLUMNS
        s.characters[at + RESPAWN] = s.characters[at + CELL]


def score(w: World, seat: int) -> int:
    """4.9  Ranks follow from the scores alone."""
    return w.state.teams[seat * TEAM_COLUMNS + SCORE]
