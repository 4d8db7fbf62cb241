"""4.4, 7.5, 7.6  Orders: what is accepted, and how it is filed."""

from __future__ import annotations

from joute.core.world import Buffer

from ..board import MUR, PLACEMENT_TURNS, WIDTH
from ..params import (
    BASTOOOON_REACH,
    FIRST_PLAYER,
    FUS_FREE_TARGET,
    KNIFE_REACH,
    MOVE_FIRST,
    PACE,
    REACH_IS_FIELD,
    VISION,
)
from .state import (
    ATTAQUE,
    ATTAQUE_INDISPONIBLE,
    BASTOOOON,
    CHARACTER_COLUMNS,
    CHEMIN_IMPOSSIBLE,
    CLASSES,
    DEPLACE,
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
    PHASE,
    PLACEMENT,
    PLAN_ATTACK,
    PLAN_COLUMNS,
    PLAN_DIRECTION,
    PLAN_LENGTH,
    PLAN_OF,
    PLAN_X,
    PLAN_Y,
    PLANNED,
    PLANS,
    POSITION_IMPOSSIBLE,
    RECHARGE_1,
    ROUTE_COLUMNS,
    ROW_ATTACK,
    ROW_CLASS,
    ROW_LENGTH,
    ROW_PATH,
    ROW_TEAM,
    ROW_X,
    ROW_Y,
    STEP_BITS,
    STEPS_A_WORD,
    SUD,
    TRAITRISE,
    TURN_NO,
    VOLEUR,
    WALK,
    World,
    cell_of,
    character_count,
    on_map,
)
from .vision import character_sees, team_sees


def asked(w: World, seat: int) -> bool:
    """4.3  Everybody is asked in every phase."""
    return w.state.head[PHASE] <= FIN


def phase_now(w: World) -> int:
    """7.7  The phase orders are judged by: before and after the match, the one that would be played."""
    phase = w.state.head[PHASE]
    if INIT < phase < FIN:
        return phase
    return first_phase(w)


def first_phase(w: World) -> int:
    """4.2, 4.3  Placement while its turns last, then the first of ORDRE_PHASES."""
    if w.state.head[TURN_NO] < w.board.head[PLACEMENT_TURNS]:
        return PLACEMENT
    return DEPLACEMENT if w.params[MOVE_FIRST] else ATTAQUE


def planned(w: World, character: int) -> bool:
    """Whether a character has an accepted order in this phase."""
    for plan in range(w.state.head[PLANS]):
        if w.state.plans[plan * PLAN_COLUMNS + PLAN_OF] == character:
            return True
    return False


def check(w: World, seat: int, order: Buffer) -> int:
    """7.5, 7.6  The checks in their order; nothing is changed."""
    attack = phase_now(w) == ATTAQUE
    if order[0] == DEPLACE and attack:
        return CHEMIN_IMPOSSIBLE
    if order[0] != DEPLACE and not attack:
        return ATTAQUE_INDISPONIBLE
    rank = order[ROW_CLASS]
    if order[ROW_TEAM] != seat + w.params[FIRST_PLAYER] or rank < 0 or rank >= CLASSES:
        return PERSONNAGE_IMPOSSIBLE
    character = seat * CLASSES + rank
    if planned(w, character):
        return PERSONNAGE_IMPOSSIBLE
    if order[0] == DEPLACE:
        return check_path(w, character, order)
    return check_attack(w, character, order[ROW_ATTACK], order[ROW_X], order[ROW_Y], False)


# 7.5  Walks


def check_path(w: World, character: int, order: Buffer) -> int:
    """7.5  Each cell next to the one before, on the map, no wall, within the movement points; then the direction."""
    width = w.board.head[WIDTH]
    cell = cell_of(w, character)
    left = w.params[PACE + character % CLASSES]
    length = order[ROW_LENGTH]
    for step in range(length):
        x = order[ROW_PATH + 2 * step]
        y = order[ROW_PATH + 2 * step + 1]
        left -= w.board.cost[cell]
        if left < 0 or not on_map(w, x, y) or abs(x - cell % width) + abs(y - cell // width) != 1:
            return CHEMIN_IMPOSSIBLE
        cell = y * width + x
        if w.board.ground[cell] == MUR:
            return CHEMIN_IMPOSSIBLE
    direction = order[ROW_PATH + 2 * length]
    return OK if 0 <= direction < DIRECTIONS else CHEMIN_IMPOSSIBLE


# 7.6  Attacks


def attacker(attack: int) -> int:
    """2.4  The class that alone has a special attack."""
    return (attack - 1) // 2


def has_attack(rank: int, attack: int) -> bool:
    """2.4  Everybody strikes; each class has two attacks of its own."""
    return attack == NORMALE or (PALANTIR <= attack <= LOTO and attacker(attack) == rank)


def recharge_at(character: int, attack: int) -> int:
    """Where the recharge of a special attack is kept among the characters' words."""
    return character * CHARACTER_COLUMNS + RECHARGE_1 + (attack - 1) % 2


def check_attack(w: World, character: int, attack: int, x: int, y: int, resolving: bool) -> int:
    """7.6  Checks 4 to 7, made when the order is given and again when it is resolved."""
    rank = character % CLASSES
    if not has_attack(rank, attack):
        return ATTAQUE_INDISPONIBLE
    if attack != NORMALE and w.state.characters[recharge_at(character, attack)] > 0:
        return ATTAQUE_INDISPONIBLE
    if resolving and attack == FUS_RO_DAH and w.params[FUS_FREE_TARGET]:
        return OK
    if not on_map(w, x, y) or not aims(w, character, attack, y * w.board.head[WIDTH] + x, resolving):
        return POSITION_IMPOSSIBLE
    return OK


def aims(w: World, character: int, attack: int, cell: int, resolving: bool) -> bool:
    """2.4  The condition on the target: anywhere, the own cell, in the team's sight, or in the own field of vision."""
    rank = character % CLASSES
    if attack == FUS_RO_DAH or attack == I_SEE or attack == LOTO:
        return True
    if attack == TRAITRISE:
        return cell == cell_of(w, character)
    if attack == NORMALE and rank == ELFE:
        return team_sees(w, character // CLASSES, cell, resolving)
    size = w.params[VISION + rank]
    if attack == BASTOOOON or (rank == VOLEUR and attack == NORMALE):
        reach = w.params[BASTOOOON_REACH] if attack == BASTOOOON else w.params[KNIFE_REACH]
        if w.params[REACH_IS_FIELD]:
            size = reach
        elif not within(w, cell_of(w, character), cell, reach):
            return False
    return character_sees(w, character, size, cell)


def within(w: World, cell: int, other: int, reach: int) -> bool:
    """0  Whether the distance |dx| + |dy| is at most so much."""
    width = w.board.head[WIDTH]
    return abs(cell % width - other % width) + abs(cell // width - other // width) <= reach


# 4.4  Filing


def apply(w: World, seat: int, order: Buffer) -> None:
    """4.4  An accepted order is filed behind those filed before; it changes nothing else."""
    s = w.state
    character = seat * CLASSES + order[ROW_CLASS]
    plan = s.head[PLANS] * PLAN_COLUMNS
    s.head[PLANS] += 1
    s.plans[plan + PLAN_OF] = character
    if order[0] == DEPLACE:
        length = order[ROW_LENGTH]
        s.plans[plan + PLAN_ATTACK] = WALK
        s.plans[plan + PLAN_LENGTH] = length
        s.plans[plan + PLAN_DIRECTION] = order[ROW_PATH + 2 * length]
        file_route(w, character, order)
    else:
        s.plans[plan + PLAN_ATTACK] = order[ROW_ATTACK]
        s.plans[plan + PLAN_X] = order[ROW_X]
        s.plans[plan + PLAN_Y] = order[ROW_Y]


def file_route(w: World, character: int, order: Buffer) -> None:
    """The path of a walk, as directions."""
    width = w.board.head[WIDTH]
    words = len(w.state.routes) // ROUTE_COLUMNS // character_count(w)
    x = cell_of(w, character) % width
    y = cell_of(w, character) // width
    for step in range(order[ROW_LENGTH]):
        nx = order[ROW_PATH + 2 * step]
        ny = order[ROW_PATH + 2 * step + 1]
        at = (character * words + step // STEPS_A_WORD) * ROUTE_COLUMNS + PLANNED
        w.state.routes[at] |= heading(nx - x, ny - y) << (step % STEPS_A_WORD * STEP_BITS)
        x = nx
        y = ny


def heading(dx: int, dy: int) -> int:
    """The direction of a step."""
    if dy != 0:
        return NORD if dy < 0 else SUD
    return EST if dx > 0 else OUEST


def forget_plans(w: World) -> None:
    """The phase is over: its orders with it."""
    s = w.state
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    for plan in range(s.head[PLANS]):
        first = s.plans[plan * PLAN_COLUMNS + PLAN_OF] * words
        for word in range(first, first + words):
            s.routes[word * ROUTE_COLUMNS + PLANNED] = 0
        for column in range(PLAN_COLUMNS):
            s.plans[plan * PLAN_COLUMNS + column] = 0
    s.head[PLANS] = 0
