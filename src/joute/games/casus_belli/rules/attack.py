"""4.6, 4.7  Attacks: the shouts, the others, Bastoooon, then deaths and points."""

from __future__ import annotations

from joute.core.events import note

from ..board import MUR
from ..params import SHIFT_LAST, STOP_OUT_OF_SIGHT
from .events import Died, Hit, Lost, Struck, Thrown
from .orders import check_strike, recharge_at
from .state import TEAMS_A_WORD, World, character_count, first_in, gather, move_to, near, on_map, team_count, unlink
from .vision import in_cone, in_field, list_field
from .vocabulary import (
    BARBARE,
    BASTOOOON,
    CLASSES,
    DIRECTIONS,
    EST,
    FUS_RO_DAH,
    I_SEE,
    LOTO,
    NOBODY,
    NORD,
    NORMALE,
    NOWHERE,
    OK,
    OUEST,
    PALANTIR,
    SPECIALS,
    TRAITRISE,
    step_x,
    step_y,
)

STAGES = 3
SHOUTS, OTHERS, BASTOOOONS = range(STAGES)


def attacks(w: World) -> None:
    """4.6  In the order of the rules; nobody leaves the board before the deaths."""
    begin_fray(w)
    if w.params.fus_double_mortel:
        double_shouts(w)
    count = w.state.head.plans
    for stage in range(STAGES):
        note_lives(w)
        for number in range(count):
            plan = count - 1 - number if stage == SHOUTS else number
            if stage_of(w.state.plans.attack[plan]) == stage:
                execute(w, plan)
    deaths(w)


def stage_of(attack: int) -> int:
    """4.6  When an attack is executed."""
    if attack == FUS_RO_DAH:
        return SHOUTS
    return BASTOOOONS if attack == BASTOOOON else OTHERS


def begin_fray(w: World) -> None:
    """4.6  Note where everybody stands; the revealed zones expire."""
    fray, hits, cells = w.scratch.fray, w.scratch.hits, w.state.characters.cell
    for character in range(character_count(w)):
        fray.initial[character] = cells[character]
        fray.mark[character] = NOBODY
        fray.condemned[character] = 0
    for word in range(len(hits)):
        hits[word] = 0
    zones = w.state.teams.zone
    for team in range(team_count(w)):
        w.scratch.expiring[team] = zones[team]
        zones[team] = NOWHERE


# 4.6.1  Executing one order


def execute(w: World, plan: int) -> None:
    """4.6.1  Shift the target, check again, start the cooldown, take effect."""
    plans, characters = w.state.plans, w.state.characters
    character, attack = plans.character[plan], plans.attack[plan]
    x = plans.x[plan] + shift_x(w, character)
    y = plans.y[plan] + shift_y(w, character)
    characters.shift_x[character] = 0
    characters.shift_y[character] = 0
    condemned = w.scratch.fray.condemned[character]
    if (condemned and attack != FUS_RO_DAH) or check_strike(w, character, attack, x, y, True) != OK:
        note(w.scratch.events, Lost(character, attack))
        return
    if attack != NORMALE:
        characters.recharge[recharge_at(character, attack)] = w.params.cooldown[attack - 1]
    cell = characters.cell[character] if attack == FUS_RO_DAH else y * w.board.width + x
    note(w.scratch.events, Struck(character, attack, cell))
    take_effect(w, character, attack, cell)


def shift_x(w: World, character: int) -> int:
    """4.6.1  How far the attacker was thrown, in this phase or by the last push."""
    if w.params.fus_decalage == SHIFT_LAST:
        return w.state.characters.shift_x[character]
    width = w.board.width
    return w.state.characters.cell[character] % width - w.scratch.fray.initial[character] % width


def shift_y(w: World, character: int) -> int:
    if w.params.fus_decalage == SHIFT_LAST:
        return w.state.characters.shift_y[character]
    width = w.board.width
    return w.state.characters.cell[character] // width - w.scratch.fray.initial[character] // width


def take_effect(w: World, character: int, attack: int, cell: int) -> None:
    """2.4  What each attack does."""
    team = character // CLASSES
    if attack == FUS_RO_DAH:
        shout(w, character)
    elif attack == PALANTIR:
        w.state.teams.palantir[team] = cell
    elif attack == I_SEE:
        w.state.teams.zone[team] = cell
    else:
        strike(w, character, attack, cell)


def strike(w: World, character: int, attack: int, cell: int) -> None:
    """2.4  The hammer and Bastoooon hit the cross of a cell, the others the cell alone."""
    hammer = attack == NORMALE and character % CLASSES == BARBARE
    strike_cell(w, character, attack, cell)
    if hammer or attack == BASTOOOON:
        width = w.board.width
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
        if w.state.characters.cell[victim] == cell and not spares(character, attack, victim):
            hit(w, character, victim, damage)
        victim = w.state.chain.next[victim]


def damage_of(w: World, character: int, attack: int) -> int:
    """2.4  How much an attack takes."""
    if attack == TRAITRISE:
        return w.params.voleur_traitrise_degats
    if attack == LOTO:
        return w.params.elfe_loto_degats
    if attack == BASTOOOON:
        return w.params.barbare_bastoooon_base - w.scratch.fray.noted_life[character]
    return w.params.strike[character % CLASSES]


def spares(character: int, attack: int, victim: int) -> bool:
    """2.4  Traîtrise spares the own team; the hammer and Loto spare nobody, the others their author alone."""
    if attack == TRAITRISE:
        return victim // CLASSES == character // CLASSES
    if attack == LOTO or (attack == NORMALE and character % CLASSES == BARBARE):
        return False
    return victim == character


def hit(w: World, character: int, victim: int, damage: int) -> None:
    """4.6.1  The victim loses life and remembers the team; the condemned take no more hits."""
    if w.scratch.fray.condemned[victim]:
        return
    team = character // CLASSES
    w.state.characters.life[victim] -= damage
    word = victim * hit_words(w) + team // TEAMS_A_WORD
    w.scratch.hits[word] |= 1 << (team % TEAMS_A_WORD)
    note(w.scratch.events, Hit(character, victim, damage))


def hit_words(w: World) -> int:
    """How many words hold the teams that hit a character."""
    return len(w.scratch.hits) // character_count(w)


# 4.6.2  Double Fus Ro Dah


def double_shouts(w: World) -> None:
    """4.6.2  Before any push, every accepted shout marks those in the shouter's cone, even from a tower."""
    plans, characters, size = w.state.plans, w.state.characters, w.params.vision[BARBARE]
    for plan in range(w.state.head.plans - 1, -1, -1):
        if plans.attack[plan] == FUS_RO_DAH:
            shouter = plans.character[plan]
            eye, facing = characters.cell[shouter], characters.direction[shouter]
            for number in range(near(w, eye, size + 1)):
                other = w.scratch.crowd[number]
                if in_cone(w, eye, facing, size, characters.cell[other]):
                    mark(w, shouter, other)


def mark(w: World, shouter: int, other: int) -> None:
    """4.6.2  The second shout kills: both shouters hit, then the character is condemned."""
    fray = w.scratch.fray
    if fray.mark[other] == NOBODY:
        fray.mark[other] = shouter
    elif not fray.condemned[other]:
        hit(w, shouter, other, w.params.fus_double_degats)
        hit(w, fray.mark[other], other, w.params.fus_double_degats)
        fray.condemned[other] = 1


# 4.6.3  Fus Ro Dah


def shout(w: World, shouter: int) -> None:
    """4.6.3  The occupied cells of the field are listed now; each is then emptied along the facing."""
    for spot in range(list_field(w, shouter)):
        push(w, shouter, w.scratch.spots.cell[spot])


def push(w: World, shouter: int, cell: int) -> None:
    """4.6.3  Everybody on the cell at that moment flies, except the shouter."""
    characters, width = w.state.characters, w.board.width
    end = flight_end(w, shouter, cell)
    for number in range(gather(w, cell)):
        thrown = w.scratch.crowd[number]
        if thrown != shouter:
            move_to(w, thrown, end)
            if end != cell:
                note(w.scratch.events, Thrown(thrown, cell, end))
            if w.params.fus_decalage == SHIFT_LAST:
                characters.shift_x[thrown] = end % width - cell % width
                characters.shift_y[thrown] = end // width - cell // width


def flight_end(w: World, shouter: int, cell: int) -> int:
    """4.6.3  Before a wall or the edge; else out of the shouter's sight, or after the computed length."""
    width = w.board.width
    eye, facing = w.state.characters.cell[shouter], w.state.characters.direction[shouter]
    left = flight_length(w, eye, facing, cell)
    x, y = cell % width, cell // width
    end = cell
    while left != 0:
        x += step_x(facing)
        y += step_y(facing)
        ahead = y * width + x
        if not on_map(w, x, y) or w.board.ground[ahead] == MUR:
            return end
        end = ahead
        left -= 1
        if left < 0 and not in_field(w, eye, facing, w.params.vision[BARBARE], end):
            left = 0
    return end


UNBOUNDED = -1


def flight_length(w: World, eye: int, facing: int, cell: int) -> int:
    """4.6.3  The computed length of a push; without one, the field of vision alone ends it."""
    if w.params.fus_arret == STOP_OUT_OF_SIGHT:
        return UNBOUNDED
    width = w.board.width
    dx, dy = cell % width - eye % width, cell // width - eye // width
    along = dx * step_x(facing) + dy * step_y(facing)
    if not w.params.fus_profondeur_signee:
        along = abs(along)
    coefficient = w.params.fus_coef_eo if facing == EST or facing == OUEST else w.params.fus_coef_ns
    return max(0, w.params.vision[BARBARE] + 1 + coefficient * along)


# 4.6.5  Bastoooon


def note_lives(w: World) -> None:
    """4.6.5  The lives before a stage: the last ones are those that the Bastoooons count with."""
    for plan in range(w.state.head.plans):
        character = w.state.plans.character[plan]
        w.scratch.fray.noted_life[character] = w.state.characters.life[character]


# 4.7  Deaths and points


def deaths(w: World) -> None:
    """4.7  By team then class: the points, then the return."""
    characters = w.state.characters
    for character in range(character_count(w)):
        if characters.life[character] <= 0 and characters.cell[character] != NOWHERE:
            note(w.scratch.events, Died(character, characters.cell[character]))
            score_death(w, character)
            come_back(w, character)


def score_death(w: World, victim: int) -> None:
    """4.7  Friend and enemy, enemies only, or friends only."""
    hits, words = w.scratch.hits, hit_words(w)
    own, first, mixed, hostile = victim // CLASSES, victim * words, False, False
    for word in range(words):
        teams = hits[first + word]
        friends = 1 << (own % TEAMS_A_WORD) if word == own // TEAMS_A_WORD else 0
        mixed = mixed or teams & friends != 0
        hostile = hostile or teams & ~friends != 0
    if not hostile:
        gain(w, own, w.params.points_teamkill)
    elif mixed:
        for team in range(team_count(w)):
            gain(w, team, w.params.points_mixte)
    else:
        gain(w, own, w.params.points_mort)
        for word in range(words):
            reward(w, word * TEAMS_A_WORD, hits[first + word])


def reward(w: World, first: int, killers: int) -> None:
    """4.7  A point to each team whose bit is set, the first bit's team given."""
    team, left = first, killers
    while left != 0:
        if left & 1:
            gain(w, team, w.params.points_meurtre)
        team += 1
        left >>= 1


def gain(w: World, team: int, points: int) -> None:
    w.state.teams.score[team] += points


def come_back(w: World, character: int) -> None:
    """4.7  At the respawn point, with full life, facing NORD, all recharges 0."""
    characters = w.state.characters
    characters.life[character] = w.params.life[character % CLASSES]
    characters.direction[character] = NORD
    for recharge in range(character * SPECIALS, (character + 1) * SPECIALS):
        characters.recharge[recharge] = 0
    if characters.respawn[character] != NOWHERE:
        move_to(w, character, characters.respawn[character])
    else:
        unlink(w, character)
        characters.cell[character] = NOWHERE
