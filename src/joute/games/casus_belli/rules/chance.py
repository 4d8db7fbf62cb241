"""Random play: legal orders of every kind, some of them sensible.

A row is the action, the character's four fields, then the length, cells and direction of a walk, or an attack and its
target.
"""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..board import NO_EXIT
from .orders import ATTAQUER, DEPLACE, check_strike, phase_now, planned
from .state import World, cell_count, character_count
from .vision import team_sees
from .vocabulary import ATTAQUE, CLASSES, DIRECTIONS, FIN, INIT, NORMALE, NOWHERE, OK, SPECIALS, step_x, step_y

STOP_ONE_IN = 16
TURN_ONE_IN = 4
TRIES = 6
AIMS = 4


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order for a character that has none yet, or 0 to end the turn."""
    phase, characters = w.state.head.phase, w.state.characters
    if phase == INIT or phase >= FIN or draw(rng, STOP_ONE_IN) == 0:
        return 0
    character = idle_character(w, seat, rng)
    if character < 0:
        return 0
    row[1] = seat + w.params.premier_joueur
    row[2] = character % CLASSES
    row[3] = characters.life[character]
    row[4] = characters.direction[character]
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
    width, cost, exits = w.board.width, w.board.cost, w.board.exits
    cell = w.state.characters.cell[character]
    left = draw(rng, w.params.pace[character % CLASSES] + 1) - cost[cell]
    heading = draw(rng, DIRECTIONS)
    end = 6
    while left >= 0:
        if draw(rng, TURN_ONE_IN) == 0:
            heading = draw(rng, DIRECTIONS)
        onward = exits[cell * DIRECTIONS + heading]
        if onward == NO_EXIT:
            heading = draw(rng, DIRECTIONS)
            onward = exits[cell * DIRECTIONS + heading]
            if onward == NO_EXIT:
                break
        cell = onward
        row[end] = cell % width
        row[end + 1] = cell // width
        end += 2
        left -= cost[cell]
    row[0] = DEPLACE
    row[5] = (end - 6) // 2
    row[end] = draw(rng, DIRECTIONS)
    return end + 1


def sample_attack(w: World, character: int, rng: Buffer, row: Buffer) -> int:
    """An attack the class has, where it is accepted; after some refusals the turn ends."""
    rank = character % CLASSES
    row[0] = ATTAQUER
    for _ in range(TRIES):
        kind = draw(rng, 1 + SPECIALS)
        row[5] = NORMALE if kind == 0 else SPECIALS * rank + kind
        aim(w, character, rng, row)
        if check_strike(w, character, row[5], row[6], row[7], False) == OK:
            return 8
    return 0


def aim(w: World, character: int, rng: Buffer, row: Buffer) -> None:
    """At somebody in sight, at a cell of the cone, at its own cell, or anywhere."""
    width, characters = w.board.width, w.state.characters
    cell = characters.cell[character]
    how = draw(rng, AIMS)
    if how == 0:
        cell = draw(rng, cell_count(w))
    elif how == 1:
        other = characters.cell[draw(rng, character_count(w))]
        if other != NOWHERE and team_sees(w, character // CLASSES, other, False):
            cell = other
    row[6] = cell % width
    row[7] = cell // width
    if how == 2:
        facing = characters.direction[character]
        i = draw(rng, w.params.vision[character % CLASSES] + 1)
        j = draw(rng, 2 * i + 3) - i - 1
        row[6] += i * step_x(facing) + j * step_y(facing)
        row[7] += i * step_y(facing) + j * step_x(facing)
