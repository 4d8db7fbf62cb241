"""Random play: legal orders of every kind, some of them sensible."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..board import HEIGHT, MUR, WIDTH
from ..params import FIRST_PLAYER, PACE, VISION
from .orders import check_attack, phase_now, planned
from .state import (
    ATTACK_LENGTH,
    ATTAQUE,
    ATTAQUER,
    CHARACTER_COLUMNS,
    CLASSES,
    DEPLACE,
    DIRECTIONS,
    FIN,
    INIT,
    LIFE_LEFT,
    NORMALE,
    NOWHERE,
    OK,
    PHASE,
    ROW_ATTACK,
    ROW_CLASS,
    ROW_DIRECTION,
    ROW_LENGTH,
    ROW_LIFE,
    ROW_PATH,
    ROW_TEAM,
    ROW_X,
    ROW_Y,
    World,
    cell_of,
    character_count,
    direction_of,
    on_map,
    step_x,
    step_y,
)
from .vision import team_sees

STOP_ONE_IN = 16
TURN_ONE_IN = 4
TRIES = 6
AIMS = 4


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order for a character that has none yet, or 0 to end the turn."""
    if w.state.head[PHASE] == INIT or w.state.head[PHASE] >= FIN or draw(rng, STOP_ONE_IN) == 0:
        return 0
    character = idle_character(w, seat, rng)
    if character < 0:
        return 0
    row[ROW_TEAM] = seat + w.params[FIRST_PLAYER]
    row[ROW_CLASS] = character % CLASSES
    row[ROW_LIFE] = w.state.characters[character * CHARACTER_COLUMNS + LIFE_LEFT]
    row[ROW_DIRECTION] = direction_of(w, character)
    if phase_now(w) == ATTAQUE:
        return sample_attack(w, character, rng, row)
    return sample_walk(w, character, rng, row)


def idle_character(w: World, seat: int, rng: Buffer) -> int:
    """One of the team's characters without an order, or -1."""
    first = draw(rng, CLASSES)
    for number in range(CLASSES):
        character = seat * CLASSES + (first + number) % CLASSES
        if not planned(w, character):
            return character
    return -1


def sample_walk(w: World, character: int, rng: Buffer, row: Buffer) -> int:
    """A walk that mostly goes straight on, of any length the movement points allow."""
    width = w.board.head[WIDTH]
    x = cell_of(w, character) % width
    y = cell_of(w, character) // width
    left = draw(rng, w.params[PACE + character % CLASSES] + 1)
    heading = draw(rng, DIRECTIONS)
    length = 0
    left -= w.board.cost[y * width + x]
    while left >= 0:
        if draw(rng, TURN_ONE_IN) == 0:
            heading = draw(rng, DIRECTIONS)
        nx = x + step_x(heading)
        ny = y + step_y(heading)
        if not on_map(w, nx, ny) or w.board.ground[ny * width + nx] == MUR:
            heading = draw(rng, DIRECTIONS)
            nx = x + step_x(heading)
            ny = y + step_y(heading)
            if not on_map(w, nx, ny) or w.board.ground[ny * width + nx] == MUR:
                break
        x = nx
        y = ny
        row[ROW_PATH + 2 * length] = x
        row[ROW_PATH + 2 * length + 1] = y
        length += 1
        left -= w.board.cost[y * width + x]
    row[0] = DEPLACE
    row[ROW_LENGTH] = length
    row[ROW_PATH + 2 * length] = draw(rng, DIRECTIONS)
    return ROW_PATH + 2 * length + 1


def sample_attack(w: World, character: int, rng: Buffer, row: Buffer) -> int:
    """An attack the class has, where it is accepted; after some refusals the turn ends."""
    rank = character % CLASSES
    row[0] = ATTAQUER
    for _ in range(TRIES):
        kind = draw(rng, 3)
        row[ROW_ATTACK] = NORMALE if kind == 0 else 2 * rank + kind
        aim(w, character, rng, row)
        if check_attack(w, character, row[ROW_ATTACK], row[ROW_X], row[ROW_Y], False) == OK:
            return ATTACK_LENGTH
    return 0


def aim(w: World, character: int, rng: Buffer, row: Buffer) -> None:
    """At somebody in sight, at a cell of the cone, at its own cell, or anywhere."""
    width = w.board.head[WIDTH]
    cell = cell_of(w, character)
    how = draw(rng, AIMS)
    if how == 0:
        cell = draw(rng, width * w.board.head[HEIGHT])
    elif how == 1:
        other = cell_of(w, draw(rng, character_count(w)))
        if other != NOWHERE and team_sees(w, character // CLASSES, other, False):
            cell = other
    row[ROW_X] = cell % width
    row[ROW_Y] = cell // width
    if how == 2:
        facing = direction_of(w, character)
        i = draw(rng, w.params[VISION + character % CLASSES] + 1)
        j = draw(rng, 2 * i + 3) - i - 1
        row[ROW_X] += i * step_x(facing) + j * step_y(facing)
        row[ROW_Y] += i * step_y(facing) + j * step_x(facing)
