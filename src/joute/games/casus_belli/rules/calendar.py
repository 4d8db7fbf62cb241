"""4.2, 4.3, 4.8, 4.9  The calendar of a match, from the first state to the last."""

from __future__ import annotations

from .attack import attacks
from .march import march
from .orders import first_phase, forget_plans
from .state import World, character_count
from .vocabulary import ATTAQUE, CLASSES, DEPLACEMENT, FIN, INIT, NORD, NOWHERE, OVER, PLACEMENT


def setup(w: World, seats: int, seed: int) -> None:
    """4.2  Everybody on the start cell, team by team. Nothing is left to chance."""
    teams, characters = w.state.teams, w.state.characters
    start = w.board.start_y * w.board.width + w.board.start_x
    w.state.head.phase = INIT
    w.state.head.arrivals = seats * CLASSES
    for team in range(seats):
        teams.palantir[team] = NOWHERE
        teams.zone[team] = NOWHERE
    for character in range(seats * CLASSES):
        characters.life[character] = w.params.life[character % CLASSES]
        characters.cell[character] = start
        characters.respawn[character] = start
        characters.arrived[character] = character
        characters.direction[character] = NORD
        characters.walk_from[character] = start
        characters.walk_facing[character] = NORD


def resolve(w: World) -> None:
    """4.3  The phase takes effect, and the next one comes."""
    phase = w.state.head.phase
    if phase == PLACEMENT or phase == DEPLACEMENT:
        march(w)
    elif phase == ATTAQUE:
        attacks(w)
    forget_plans(w)
    next_phase(w)


def next_phase(w: World) -> None:
    """4.3  Placement turns, then turns of two phases, until the maximum is reached."""
    head = w.state.head
    phase = head.phase
    if phase >= FIN:
        head.phase = OVER
        return
    if phase == PLACEMENT:
        end_turn(w)
        if head.turn == w.board.placement_turns:
            fix_respawns(w)
        head.phase = first_phase(w)
    elif phase == INIT:
        head.phase = first_phase(w)
    elif phase == first_phase(w):
        head.phase = ATTAQUE if phase == DEPLACEMENT else DEPLACEMENT
        return
    else:
        end_turn(w)
        head.phase = first_phase(w)
    if head.turn >= w.board.turns:
        head.phase = FIN


def end_turn(w: World) -> None:
    """4.8  The next turn; what recharges has one turn less to go."""
    w.state.head.turn += 1
    recharge = w.state.characters.recharge
    for special in range(len(recharge)):
        recharge[special] = max(0, recharge[special] - 1)


def fix_respawns(w: World) -> None:
    """4.3  Where a character stands after the last placement turn it will come back."""
    characters = w.state.characters
    for character in range(character_count(w)):
        characters.respawn[character] = characters.cell[character]


def score(w: World, seat: int) -> int:
    """4.9  Ranks follow from the scores alone."""
    return w.state.teams.score[seat]
