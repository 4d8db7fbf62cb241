"""4.4, 7.5, 7.6  Orders: what is accepted, and how it is filed.

Both actions take a character as the API has it, of which only team and class count, before their own arguments.
"""

from __future__ import annotations

from joute.core.tables import clear
from joute.core.world import Buffer

from ..board import MUR
from ..params import MOVE_FIRST, REACH_IS_FIELD
from .state import STEP_BITS, STEPS_A_WORD, World, on_map, route_length
from .vision import character_sees, team_sees
from .vocabulary import (
    ATTAQUE,
    ATTAQUE_INDISPONIBLE,
    BASTOOOON,
    CHEMIN_IMPOSSIBLE,
    CLASSES,
    DEPLACEMENT,
    DIRECTIONS,
    ELFE,
    EST,
    FIN,
    FUS_RO_DAH,
    I_SEE,
    INIT,
    LOTO,
    NORD,
    NORMALE,
    OK,
    OUEST,
    PALANTIR,
    PERSONNAGE_IMPOSSIBLE,
    PLACEMENT,
    POSITION_IMPOSSIBLE,
    SPECIALS,
    SUD,
    TRAITRISE,
    VOLEUR,
    WALK,
)

DEPLACE, ATTAQUER = range(2)
"""The actions."""


def asked(w: World, seat: int) -> bool:
    """4.3  Everybody is asked in every phase."""
    return w.state.head.phase <= FIN


def phase_now(w: World) -> int:
    """7.7  The phase orders are judged by: before and after the match, the one that would be played."""
    phase = w.state.head.phase
    if INIT < phase < FIN:
        return phase
    return first_phase(w)


def first_phase(w: World) -> int:
    """4.2, 4.3  Placement while its turns last, then the first of ORDRE_PHASES."""
    if w.state.head.turn < w.board.placement_turns:
        return PLACEMENT
    return DEPLACEMENT if w.params.ordre_phases == MOVE_FIRST else ATTAQUE


def planned(w: World, character: int) -> bool:
    """Whether a character has an accepted order in this phase."""
    planners = w.state.plans.character
    for plan in range(w.state.head.plans):
        if planners[plan] == character:
            return True
    return False


def gate(w: World, seat: int, action: int) -> int:
    """7.5, 7.6  Check 1: attacks in the attack phase, walks in the others."""
    attack = phase_now(w) == ATTAQUE
    if action == DEPLACE:
        return CHEMIN_IMPOSSIBLE if attack else OK
    return OK if attack else ATTAQUE_INDISPONIBLE


def check_character(w: World, seat: int, team: int, rank: int) -> int:
    """7.5, 7.6  Checks 2 and 3: a character of one's own that has no order yet."""
    if team != seat + w.params.premier_joueur or rank < 0 or rank >= CLASSES:
        return PERSONNAGE_IMPOSSIBLE
    return PERSONNAGE_IMPOSSIBLE if planned(w, seat * CLASSES + rank) else OK


# 7.5  Walks


def check_walk(
    w: World,
    seat: int,
    team: int,
    rank: int,
    life: int,
    facing: int,
    path: Buffer,
    first: int,
    length: int,
    direction: int,
) -> int:
    """7.5  Whose walk it is, then its path, then where it looks at the end."""
    refusal = check_character(w, seat, team, rank)
    if refusal != OK:
        return refusal
    refusal = check_path(w, seat * CLASSES + rank, path, first, length)
    if refusal != OK:
        return refusal
    return OK if 0 <= direction < DIRECTIONS else CHEMIN_IMPOSSIBLE


def check_path(w: World, character: int, path: Buffer, first: int, length: int) -> int:
    """7.5  Each cell next to the one before, on the map, no wall, within the movement points."""
    width, cost, ground = w.board.width, w.board.cost, w.board.ground
    cell = w.state.characters.cell[character]
    left = w.params.pace[character % CLASSES]
    for at in range(first, first + 2 * length, 2):
        x, y = path[at], path[at + 1]
        left -= cost[cell]
        if left < 0 or not on_map(w, x, y) or abs(x - cell % width) + abs(y - cell // width) != 1:
            return CHEMIN_IMPOSSIBLE
        cell = y * width + x
        if ground[cell] == MUR:
            return CHEMIN_IMPOSSIBLE
    return OK


# 7.6  Attacks


def attacker(attack: int) -> int:
    """2.4  The class that alone has a special attack."""
    return (attack - 1) // SPECIALS


def has_attack(rank: int, attack: int) -> bool:
    """2.4  Everybody strikes; each class has two attacks of its own."""
    return attack == NORMALE or (PALANTIR <= attack <= LOTO and attacker(attack) == rank)


def recharge_at(character: int, attack: int) -> int:
    """Where the recharge of a special attack stands among those of all characters."""
    return character * SPECIALS + (attack - 1) % SPECIALS


def check_attack(w: World, seat: int, team: int, rank: int, life: int, facing: int, attack: int, x: int, y: int) -> int:
    """7.6  Whose attack it is, then the attack."""
    refusal = check_character(w, seat, team, rank)
    if refusal != OK:
        return refusal
    return check_strike(w, seat * CLASSES + rank, attack, x, y, False)


def check_strike(w: World, character: int, attack: int, x: int, y: int, resolving: bool) -> int:
    """7.6  Checks 4 to 7, made when the order is given and again when it is resolved."""
    if not has_attack(character % CLASSES, attack):
        return ATTAQUE_INDISPONIBLE
    if attack != NORMALE and w.state.characters.recharge[recharge_at(character, attack)] > 0:
        return ATTAQUE_INDISPONIBLE
    if resolving and attack == FUS_RO_DAH and w.params.fus_cible_libre:
        return OK
    if not on_map(w, x, y) or not aims(w, character, attack, y * w.board.width + x, resolving):
        return POSITION_IMPOSSIBLE
    return OK


def aims(w: World, character: int, attack: int, cell: int, resolving: bool) -> bool:
    """2.4  The condition on the target: anywhere, the own cell, in the team's sight, or in the own field of vision."""
    rank = character % CLASSES
    if attack == FUS_RO_DAH or attack == I_SEE or attack == LOTO:
        return True
    if attack == TRAITRISE:
        return cell == w.state.characters.cell[character]
    if attack == NORMALE and rank == ELFE:
        return team_sees(w, character // CLASSES, cell, resolving)
    size = w.params.vision[rank]
    if attack == BASTOOOON or (rank == VOLEUR and attack == NORMALE):
        reach = w.params.barbare_bastoooon_portee if attack == BASTOOOON else w.params.voleur_attaque_portee
        if w.params.portee == REACH_IS_FIELD:
            size = reach
        elif not within(w, w.state.characters.cell[character], cell, reach):
            return False
    return character_sees(w, character, size, cell)


def within(w: World, cell: int, other: int, reach: int) -> bool:
    """0  Whether the distance |dx| + |dy| is at most so much."""
    width = w.board.width
    return abs(cell % width - other % width) + abs(cell // width - other // width) <= reach


# 4.4  Filing: an accepted order is filed behind those filed before; it changes nothing else


def file_plan(w: World, character: int, attack: int) -> int:
    """4.4  A new plan; its row."""
    head, plans = w.state.head, w.state.plans
    plan = head.plans
    head.plans += 1
    plans.character[plan] = character
    plans.attack[plan] = attack
    return plan


def file_walk(
    w: World,
    seat: int,
    team: int,
    rank: int,
    life: int,
    facing: int,
    path: Buffer,
    first: int,
    length: int,
    direction: int,
) -> None:
    """4.4  A walk, its path as directions."""
    character = seat * CLASSES + rank
    plan = file_plan(w, character, WALK)
    w.state.plans.length[plan] = length
    w.state.plans.direction[plan] = direction
    route, start = w.state.routes.planned, character * route_length(w)
    width, cell = w.board.width, w.state.characters.cell[character]
    x, y = cell % width, cell // width
    for step in range(length):
        at = first + 2 * step
        word = start + step // STEPS_A_WORD
        route[word] |= heading(path[at] - x, path[at + 1] - y) << (step % STEPS_A_WORD * STEP_BITS)
        x, y = path[at], path[at + 1]


def heading(dx: int, dy: int) -> int:
    """The direction of a step."""
    if dy != 0:
        return NORD if dy < 0 else SUD
    return EST if dx > 0 else OUEST


def file_attack(w: World, seat: int, team: int, rank: int, life: int, facing: int, attack: int, x: int, y: int) -> None:
    """4.4  An attack and its target."""
    plan = file_plan(w, seat * CLASSES + rank, attack)
    w.state.plans.x[plan] = x
    w.state.plans.y[plan] = y


def forget_plans(w: World) -> None:
    """The phase is over: its orders with it."""
    s, words = w.state, route_length(w)
    for plan in range(s.head.plans):
        first = s.plans.character[plan] * words
        for word in range(first, first + words):
            s.routes.planned[word] = 0
    clear(s.plans, 0, s.head.plans)
    s.head.plans = 0
