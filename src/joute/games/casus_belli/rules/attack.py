"""4.6, 4.7  Attacks: the shouts, the others, Bastoooon, then deaths and points."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..board import MUR, WIDTH
from ..params import (
    BASTOOOON_BASE,
    COOLDOWN,
    FUS_BY_LENGTH,
    FUS_COEF_EO,
    FUS_COEF_NS,
    FUS_DAMAGE,
    FUS_DEADLY,
    FUS_LAST_PUSH,
    FUS_SIGNED,
    KNIFE,
    LIFE,
    POINTS_DEATH,
    POINTS_MIXED,
    POINTS_MURDER,
    POINTS_TEAMKILL,
    VISION,
)
from ..params import LOTO as LOTO_DAMAGE
from ..params import TRAITRISE as TRAITRISE_DAMAGE
from .orders import check_attack, recharge_at
from .state import (
    BARBARE,
    BASTOOOON,
    CELL,
    CHARACTER_COLUMNS,
    CLASSES,
    CONDEMNED,
    DIED,
    DIRECTION,
    DIRECTIONS,
    EST,
    FRAY_COLUMNS,
    FUS_RO_DAH,
    HIT,
    I_SEE,
    INITIAL,
    LIFE_LEFT,
    LOST,
    LOTO,
    MARK,
    NOBODY,
    NORD,
    NORMALE,
    NOTED_LIFE,
    NOWHERE,
    OK,
    OUEST,
    PALANTIR,
    PALANTIR_CELL,
    PLAN_ATTACK,
    PLAN_COLUMNS,
    PLAN_OF,
    PLAN_X,
    PLAN_Y,
    PLANS,
    RECHARGE_1,
    RECHARGE_2,
    RESPAWN,
    SCORE,
    SHIFT_X,
    SHIFT_Y,
    SPOT_CELL,
    SPOT_COLUMNS,
    STRUCK,
    TEAM_COLUMNS,
    TEAMS_A_WORD,
    THROWN,
    TRAITRISE,
    ZONE_CELL,
    World,
    cell_of,
    character_count,
    direction_of,
    first_in,
    gather,
    move_to,
    near,
    next_in,
    on_map,
    step_x,
    step_y,
    team_count,
    unlink,
)
from .vision import in_cone, in_field, list_field

STAGES = 3
SHOUTS, OTHERS, BASTOOOONS = range(STAGES)


def attacks(w: World) -> None:
    """4.6  In the order of the rules; nobody leaves the board before the deaths."""
    begin_fray(w)
    if w.params[FUS_DEADLY]:
        double_shouts(w)
    count = w.state.head[PLANS]
    for stage in range(STAGES):
        note_lives(w)
        for number in range(count):
            plan = count - 1 - number if stage == SHOUTS else number
            if stage_of(w.state.plans[plan * PLAN_COLUMNS + PLAN_ATTACK]) == stage:
                execute(w, plan)
    deaths(w)


def stage_of(attack: int) -> int:
    """4.6  When an attack is executed."""
    if attack == FUS_RO_DAH:
        return SHOUTS
    return BASTOOOONS if attack == BASTOOOON else OTHERS


def begin_fray(w: World) -> None:
    """4.6  Note where everybody stands; the revealed zones expire."""
    fray = w.scratch.fray
    for character in range(character_count(w)):
        fray[character * FRAY_COLUMNS + INITIAL] = cell_of(w, character)
        fray[character * FRAY_COLUMNS + MARK] = NOBODY
        fray[character * FRAY_COLUMNS + CONDEMNED] = 0
    for word in range(len(w.scratch.hits)):
        w.scratch.hits[word] = 0
    for team in range(team_count(w)):
        w.scratch.expiring[team] = w.state.teams[team * TEAM_COLUMNS + ZONE_CELL]
        w.state.teams[team * TEAM_COLUMNS + ZONE_CELL] = NOWHERE


# 4.6.1  Executing one order


def execute(w: World, plan: int) -> None:
    """4.6.1  Shift the target, check again, start the cooldown, take effect."""
    s = w.state
    character = s.plans[plan * PLAN_COLUMNS + PLAN_OF]
    attack = s.plans[plan * PLAN_COLUMNS + PLAN_ATTACK]
    x = s.plans[plan * PLAN_COLUMNS + PLAN_X] + shift_x(w, character)
    y = s.plans[plan * PLAN_COLUMNS + PLAN_Y] + shift_y(w, character)
    s.characters[character * CHARACTER_COLUMNS + SHIFT_X] = 0
    s.characters[character * CHARACTER_COLUMNS + SHIFT_Y] = 0
    condemned = w.scratch.fray[character * FRAY_COLUMNS + CONDEMNED]
    if (condemned and attack != FUS_RO_DAH) or check_attack(w, character, attack, x, y, True) != OK:
        note(w.scratch.events, LOST, character, attack, 0, 0, 0)
        return
    if attack != NORMALE:
        s.characters[recharge_at(character, attack)] = w.params[COOLDOWN + attack]
    cell = cell_of(w, character) if attack == FUS_RO_DAH else y * w.board.head[WIDTH] + x
    note(w.scratch.events, STRUCK, character, attack, cell, 0, 0)
    take_effect(w, character, attack, cell)


def shift_x(w: World, character: int) -> int:
    """4.6.1  How far the attacker was thrown, in this phase or by the last push."""
    if w.params[FUS_LAST_PUSH]:
        return w.state.characters[character * CHARACTER_COLUMNS + SHIFT_X]
    width = w.board.head[WIDTH]
    return cell_of(w, character) % width - w.scratch.fray[character * FRAY_COLUMNS + INITIAL] % width


def shift_y(w: World, character: int) -> int:
    if w.params[FUS_LAST_PUSH]:
        return w.state.characters[character * CHARACTER_COLUMNS + SHIFT_Y]
    width = w.board.head[WIDTH]
    return cell_of(w, character) // width - w.scratch.fray[character * FRAY_COLUMNS + INITIAL] // width


def take_effect(w: World, character: int, attack: int, cell: int) -> None:
    """2.4  What each attack does."""
    team = character // CLASSES
    if attack == FUS_RO_DAH:
        shout(w, character)
    elif attack == PALANTIR:
        w.state.teams[team * TEAM_COLUMNS + PALANTIR_CELL] = cell
    elif attack == I_SEE:
        w.state.teams[team * TEAM_COLUMNS + ZONE_CELL] = cell
    else:
        strike(w, character, attack, cell)


def strike(w: World, character: int, attack: int, cell: int) -> None:
    """2.4  The hammer and Bastoooon hit the cross of a cell, the others the cell alone."""
    hammer = attack == NORMALE and character % CLASSES == BARBARE
    strike_cell(w, character, attack, cell)
    if hammer or attack == BASTOOOON:
        width = w.board.head[WIDTH]
        for direction in range(DIRECTIONS):
            x = cell % width + step_x(direction)
            y = cell // width + step_y(direction)
            if on_map(w, x, y):
                strike_cell(w, character, attack, y * width + x)


def strike_cell(w: World, character: int, attack: int, cell: int) -> None:
    """2.4  Hit everybody on a cell who is not spared."""
    damage = damage_of(w, character, attack)
    victim = first_in(w, cell)
    while victim != NOBODY:
        if cell_of(w, victim) == cell and not spares(character, attack, victim):
            hit(w, character, victim, damage)
        victim = next_in(w, victim)


def damage_of(w: World, character: int, attack: int) -> int:
    """2.4  How much an attack takes."""
    if attack == TRAITRISE:
        return w.params[TRAITRISE_DAMAGE]
    if attack == LOTO:
        return w.params[LOTO_DAMAGE]
    if attack == BASTOOOON:
        return w.params[BASTOOOON_BASE] - w.scratch.fray[character * FRAY_COLUMNS + NOTED_LIFE]
    return w.params[KNIFE + character % CLASSES]


def spares(character: int, attack: int, victim: int) -> bool:
    """2.4  Traîtrise spares the own team; the hammer and Loto spare nobody, the others their author alone."""
    if attack == TRAITRISE:
        return victim // CLASSES == character // CLASSES
    if attack == LOTO or (attack == NORMALE and character % CLASSES == BARBARE):
        return False
    return victim == character


def hit(w: World, character: int, victim: int, damage: int) -> None:
    """4.6.1  The victim loses life and remembers the team; the condemned take no more hits."""
    if w.scratch.fray[victim * FRAY_COLUMNS + CONDEMNED]:
        return
    team = character // CLASSES
    words = len(w.scratch.hits) // character_count(w)
    w.state.characters[victim * CHARACTER_COLUMNS + LIFE_LEFT] -= damage
    w.scratch.hits[victim * words + team // TEAMS_A_WORD] |= 1 << (team % TEAMS_A_WORD)
    note(w.scratch.events, HIT, character, victim, damage, 0, 0)


# 4.6.2  Double Fus Ro Dah


def double_shouts(w: World) -> None:
    """4.6.2  Before any push, every accepted shout marks those in the shouter's cone, even from a tower."""
    for plan in range(w.state.head[PLANS] - 1, -1, -1):
        if w.state.plans[plan * PLAN_COLUMNS + PLAN_ATTACK] == FUS_RO_DAH:
            shouter = w.state.plans[plan * PLAN_COLUMNS + PLAN_OF]
            eye, facing = cell_of(w, shouter), direction_of(w, shouter)
            for number in range(near(w, eye, w.params[VISION + BARBARE] + 1)):
                other = w.scratch.crowd[number]
                if in_cone(w, eye, facing, w.params[VISION + BARBARE], cell_of(w, other)):
                    mark(w, shouter, other)


def mark(w: World, shouter: int, other: int) -> None:
    """4.6.2  The second shout kills: both shouters hit, then the character is condemned."""
    fray = w.scratch.fray
    at = other * FRAY_COLUMNS
    if fray[at + MARK] == NOBODY:
        fray[at + MARK] = shouter
    elif not fray[at + CONDEMNED]:
        hit(w, shouter, other, w.params[FUS_DAMAGE])
        hit(w, fray[at + MARK], other, w.params[FUS_DAMAGE])
        fray[at + CONDEMNED] = 1


# 4.6.3  Fus Ro Dah


def shout(w: World, shouter: int) -> None:
    """4.6.3  The occupied cells of the field are listed now; each is then emptied along the facing."""
    for spot in range(list_field(w, shouter)):
        push(w, shouter, w.scratch.spots[spot * SPOT_COLUMNS + SPOT_CELL])


def push(w: World, shouter: int, cell: int) -> None:
    """4.6.3  Everybody on the cell at that moment flies, except the shouter."""
    s = w.state
    width = w.board.head[WIDTH]
    end = flight_end(w, shouter, cell)
    for number in range(gather(w, cell)):
        thrown = w.scratch.crowd[number]
        if thrown != shouter:
            move_to(w, thrown, end)
            if end != cell:
                note(w.scratch.events, THROWN, thrown, cell, end, shouter, 0)
            if w.params[FUS_LAST_PUSH]:
                s.characters[thrown * CHARACTER_COLUMNS + SHIFT_X] = end % width - cell % width
                s.characters[thrown * CHARACTER_COLUMNS + SHIFT_Y] = end // width - cell // width


def flight_end(w: World, shouter: int, cell: int) -> int:
    """4.6.3  Before a wall or the edge; else out of the shouter's sight, or after the computed length."""
    width = w.board.head[WIDTH]
    eye, facing = cell_of(w, shouter), direction_of(w, shouter)
    left = flight_length(w, eye, facing, cell)
    x, y = cell % width, cell // width
    while left != 0:
        x += step_x(facing)
        y += step_y(facing)
        if not on_map(w, x, y) or w.board.ground[y * width + x] == MUR:
            return (y - step_y(facing)) * width + x - step_x(facing)
        left -= 1
        if left < 0 and not in_field(w, eye, facing, w.params[VISION + BARBARE], y * width + x):
            left = 0
    return y * width + x


UNBOUNDED = -1


def flight_length(w: World, eye: int, facing: int, cell: int) -> int:
    """4.6.3  The computed length of a push; without one, the field of vision alone ends it."""
    if not w.params[FUS_BY_LENGTH]:
        return UNBOUNDED
    width = w.board.head[WIDTH]
    dx, dy = cell % width - eye % width, cell // width - eye // width
    along = dx * step_x(facing) + dy * step_y(facing)
    if not w.params[FUS_SIGNED]:
        along = abs(along)
    coefficient = w.params[FUS_COEF_EO] if facing == EST or facing == OUEST else w.params[FUS_COEF_NS]
    return max(0, w.params[VISION + BARBARE] + 1 + coefficient * along)


# 4.6.5  Bastoooon


def note_lives(w: World) -> None:
    """4.6.5  The lives before a stage: the last ones are those that the Bastoooons count with."""
    for plan in range(w.state.head[PLANS]):
        character = w.state.plans[plan * PLAN_COLUMNS + PLAN_OF]
        life = w.state.characters[character * CHARACTER_COLUMNS + LIFE_LEFT]
        w.scratch.fray[character * FRAY_COLUMNS + NOTED_LIFE] = life


# 4.7  Deaths and points


def deaths(w: World) -> None:
    """4.7  By team then class: the points, then the return."""
    for character in range(character_count(w)):
        at = character * CHARACTER_COLUMNS
        if w.state.characters[at + LIFE_LEFT] <= 0 and w.state.characters[at + CELL] != NOWHERE:
            note(w.scratch.events, DIED, character, cell_of(w, character), 0, 0, 0)
            score_death(w, character)
            come_back(w, character)


def score_death(w: World, victim: int) -> None:
    """4.7  Friend and enemy, enemies only, or friends only."""
    words = len(w.scratch.hits) // character_count(w)
    own, first, mixed, hostile = victim // CLASSES, victim * words, False, False
    for word in range(words):
        friends = 1 << (own % TEAMS_A_WORD) if word == own // TEAMS_A_WORD else 0
        mixed = mixed or w.scratch.hits[first + word] & friends != 0
        hostile = hostile or w.scratch.hits[first + word] & ~friends != 0
    if not hostile:
        gain(w, own, w.params[POINTS_TEAMKILL])
    elif mixed:
        for team in range(team_count(w)):
            gain(w, team, w.params[POINTS_MIXED])
    else:
        gain(w, own, w.params[POINTS_DEATH])
        for word in range(words):
            reward(w, word * TEAMS_A_WORD, w.scratch.hits[first + word])


def reward(w: World, first: int, killers: int) -> None:
    """4.7  A point to each team whose bit is set, the first bit's team given."""
    team, left = first, killers
    while left != 0:
        if left & 1:
            gain(w, team, w.params[POINTS_MURDER])
        team += 1
        left >>= 1


def gain(w: World, team: int, points: int) -> None:
    w.state.teams[team * TEAM_COLUMNS + SCORE] += points


def come_back(w: World, character: int) -> None:
    """4.7  At the respawn point, with full life, facing NORD, all recharges 0."""
    s = w.state
    at = character * CHARACTER_COLUMNS
    s.characters[at + LIFE_LEFT] = w.params[LIFE + character % CLASSES]
    s.characters[at + DIRECTION] = NORD
    s.characters[at + RECHARGE_1] = 0
    s.characters[at + RECHARGE_2] = 0
    if s.characters[at + RESPAWN] != NOWHERE:
        move_to(w, character, s.characters[at + RESPAWN])
    else:
        unlink(w, character)
        s.characters[at + CELL] = NOWHERE
