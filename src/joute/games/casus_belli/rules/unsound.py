"""What makes a loaded state impossible. A state is loaded as a phase begins, before any order."""

from __future__ import annotations

from ..board import MUR
from ..params import SHIFT_LAST
from .orders import first_phase
from .state import STEP_BITS, STEPS_A_WORD, World, character_count, on_map, route_length, route_step, team_count
from .vocabulary import ATTAQUE, BARBARE, CLASSES, DEPLACEMENT, FIN, INIT, NOWHERE, PLACEMENT, SPECIALS, step_x, step_y

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
    if s.head.viewer != 0:
        return UNSOUND_VIEW
    if s.head.plans > 0:
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
        if walled(w, s.teams.palantir[team]):
            return UNSOUND_PALANTIR
    return UNSOUND_CLOCK if unsound_clock(w) else 0


# 4.3  Calendar


def unsound_clock(w: World) -> bool:
    """4.3  Placement turns, then turns of two phases, until the maximum is reached; before them the start."""
    turn, phase = w.state.head.turn, w.state.head.phase
    if phase == INIT:
        return turn != 0
    if phase >= FIN:
        return turn != w.board.turns
    return turn >= w.board.turns or (phase == PLACEMENT) != (turn < w.board.placement_turns)


def just_attacked(w: World) -> bool:
    """4.3  Whether the attacks of this turn are made and the turn goes on."""
    return w.state.head.phase == DEPLACEMENT and first_phase(w) == ATTAQUE


# 4.1  Characters


def unsound_place(w: World, character: int) -> int:
    """4.1, 4.3  A character stands on ground and comes back on ground."""
    characters = w.state.characters
    cell, respawn = characters.cell[character], characters.respawn[character]
    if cell == NOWHERE or respawn == NOWHERE or characters.life[character] <= 0:
        return UNSOUND_MISSING
    if walled(w, cell) or walled(w, respawn) or walled(w, characters.walk_from[character]):
        return UNSOUND_WALL
    if characters.arrived[character] >= w.state.head.arrivals:
        return UNSOUND_LATE
    return 0


def unsound_body(w: World, character: int) -> int:
    """2.4, 4.6, 4.8  Life, recharges and the memory of the last push are what the parameters allow."""
    characters, rank = w.state.characters, character % CLASSES
    # A Bastoooon of a barbarian with more life than its base gives life instead of taking it.
    heals = w.params.barbare_bastoooon_base < w.params.life[BARBARE]
    if characters.life[character] > w.params.life[rank] and not heals:
        return UNSOUND_LIFE
    for special in range(SPECIALS):
        most = w.params.cooldown[rank * SPECIALS + special]
        if characters.recharge[character * SPECIALS + special] > (most if just_attacked(w) else max(0, most - 1)):
            return UNSOUND_RECHARGE
    return UNSOUND_SHIFT if unsound_shift(w, characters.shift_x[character], characters.shift_y[character]) else 0


def unsound_shift(w: World, dx: int, dy: int) -> bool:
    """4.6.3  A push goes along one direction and stays on the map; only some parameters remember it."""
    if dx == 0 and dy == 0:
        return False
    far = abs(dx) >= w.board.width or abs(dy) >= w.board.height
    return far or (dx != 0 and dy != 0) or w.params.fus_decalage != SHIFT_LAST


def walled(w: World, cell: int) -> bool:
    return cell != NOWHERE and w.board.ground[cell] == MUR


def same_arrivals(w: World) -> bool:
    """4.1  No two arrive at once."""
    arrived = w.state.characters.arrived
    for character in range(character_count(w)):
        moment = arrived[character]
        for other in range(character):
            if arrived[other] == moment:
                return True
    return False


# 4.5  Walks


def unsound_route(w: World, character: int) -> int:
    """4.5  The walk of the last movement phase stays on ground, within the movement points, and ends where it ends."""
    characters, width = w.state.characters, w.board.width
    start, length = characters.walk_from[character], characters.walk_length[character]
    if start == NOWHERE:
        return UNSOUND_MISSING
    cell, left = start, w.params.pace[character % CLASSES]
    for step in range(length):
        direction = route_step(w, w.state.routes.walked, character, step)
        left -= w.board.cost[cell]
        x, y = cell % width + step_x(direction), cell // width + step_y(direction)
        cell = y * width + x
        if not on_map(w, x, y) or w.board.ground[cell] == MUR:
            return UNSOUND_ASTRAY
    return UNSOUND_WALK if left < 0 or loose_steps(w, character, length) else 0


def loose_steps(w: World, character: int, length: int) -> bool:
    """Whether the words of a route hold steps beyond its length, or a planned one."""
    routes, words = w.state.routes, route_length(w)
    left = length
    for word in range(character * words, (character + 1) * words):
        steps = max(0, min(STEPS_A_WORD, left))
        if routes.walked[word] >> (STEP_BITS * steps) != 0 or routes.planned[word] != 0:
            return True
        left -= STEPS_A_WORD
    return False
