"""Random play: legal orders that make some sense, of every kind.

In each stretch of ERA rounds most wizards of a player make for the same one of the nine special cells.
"""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.columns import Column
from joute.core.tables import find
from joute.core.world import Buffer

from ..board import FOUNTAINS
from ..params import PLAYERS
from .combat import check_tirer
from .construction import check_construire
from .movement import walkable
from .orders import is_number
from .state import World, distance, on_board
from .terms import ASSIEGER, CONSTRUCTION, CONSTRUIRE, CREER, DEPLACEMENT, DEPLACER, OK, SIEGE, SUPPRIMER, TIRER, TIRS
from .towers import beside_wall, is_wall, tower_on

ERA = 20
STOP_ONE_IN = 10
BUILD_ONE_IN = 4
DELETE_ONE_IN = 64
WASTE_ONE_IN = 32
OWN_ONE_IN = 16
SPLIT_ONE_IN = 6
STRAY_ONE_IN = 6
TRIES = 3
CREATED_MOST = 1000
SIDES = 4
SPECIALS = PLAYERS + FOUNTAINS + 1
CONSTRUIRE_LENGTH, SUPPRIMER_LENGTH, CREER_LENGTH, MOVE_LENGTH = 4, 3, 2, 6
"""The lengths of orders, the number of the action included."""


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the phase."""
    phase = w.state.head.phase
    if not w.state.players.vivant[seat]:
        return 0
    if phase == CONSTRUCTION:
        return sample_construction(w, seat, rng, row)
    if phase == DEPLACEMENT:
        return sample_move(w, seat, rng, row)
    if phase == TIRS:
        return sample_shot(w, seat, rng, row)
    if phase == SIEGE:
        return sample_siege(w, seat, rng, row)
    return 0


def write(row: Buffer, action: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """An order; actions with fewer words leave the last ones unused."""
    row[0] = action
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    row[5] = e


def shorter(step: int, limit: int) -> int:
    """A step with a sign, no longer than the limit."""
    return max(-limit, min(limit, step))


# Construction


def sample_construction(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A tower, wizards, or rarely a tower less."""
    if draw(rng, STOP_ONE_IN) == 0:
        return 0
    if draw(rng, DELETE_ONE_IN) == 0:
        tower = own_tower(w, seat, rng)
        if tower >= 0:
            write(row, SUPPRIMER, w.state.towers.x[tower], w.state.towers.y[tower], 0, 0, 0)
            return SUPPRIMER_LENGTH
    if draw(rng, BUILD_ONE_IN) == 0:
        for _ in range(TRIES):
            write_tower(w, seat, rng, row)
            if check_construire(w, seat, row[1], row[2], row[3]) == OK:
                return CONSTRUIRE_LENGTH
    most = min(CREATED_MOST, w.state.players.magie[seat] // max(1, w.params.cout_sorcier))
    if most == 0:
        return 0
    write(row, CREER, most - draw(rng, most) if draw(rng, SPLIT_ONE_IN) == 0 else most, 0, 0, 0, 0)
    return CREER_LENGTH


def own_tower(w: World, seat: int, rng: Buffer) -> int:
    """A tower of a player, the first from a random place on; -1 without any."""
    owners, count = w.state.towers.seat, w.state.head.towers
    if count == 0:
        return -1
    tower = draw(rng, count)
    for _ in range(count):
        if owners[tower] == seat:
            return tower
        tower = tower + 1 if tower + 1 < count else 0
    return -1


def write_tower(w: World, seat: int, rng: Buffer, row: Buffer) -> None:
    """A tower beside a tower or the base of a player, legal or not."""
    side, reach = w.board.side, min(w.params.construction_tourelle, w.board.side)
    x, y = w.board.bases[seat] // side, w.board.bases[seat] % side
    tower = own_tower(w, seat, rng)
    if tower >= 0 and draw(rng, 2) == 0:
        x, y = w.state.towers.x[tower], w.state.towers.y[tower]
    dx = draw(rng, 2 * reach + 1) - reach
    rest = reach - abs(dx)
    dy = draw(rng, 2 * rest + 1) - rest
    portee = w.params.portee_tourelle + draw(rng, 2) * draw(rng, 4)
    if w.params.portee_tourelle_max >= 0:
        portee = min(portee, w.params.portee_tourelle_max)
    write(row, CONSTRUIRE, x + dx, y + dy, portee, 0, 0)


# Déplacement


def sample_move(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A group, or a part of it, towards a special cell."""
    groups = w.state.groups
    group = own_group(w, groups.deplacables, seat, rng)
    if group < 0 or draw(rng, STOP_ONE_IN) == 0:
        return 0
    nb = groups.deplacables[group]
    if draw(rng, SPLIT_ONE_IN) == 0:
        nb -= draw(rng, min(nb, CREATED_MOST))
    stray = 1 + draw(rng, SPECIALS - 1) if draw(rng, STRAY_ONE_IN) == 0 else 0
    goal = special_cell(w, (seat * 5 + w.state.head.turn // ERA + stray) % SPECIALS)
    for _ in range(TRIES):
        write_step(w, groups.x[group], groups.y[group], goal, nb, rng, row)
        if is_number(nb) and not is_wall(w, row[3], row[4]) and walkable(w, row[1], row[2], row[3], row[4]):
            return MOVE_LENGTH
    return 0


def own_group(w: World, column: Column, seat: int, rng: Buffer) -> int:
    """A group of a player with something in a column, the first from a random place on; -1 without any."""
    owners, count = w.state.groups.seat, w.state.head.groups
    if count == 0:
        return -1
    group = draw(rng, count)
    for _ in range(count):
        if owners[group] == seat and column[group] > 0:
            return group
        group = group + 1 if group + 1 < count else 0
    return -1


def special_cell(w: World, index: int) -> int:
    """The bases, then the fountains, then the artefact."""
    if index < PLAYERS:
        return w.board.bases[index]
    if index < PLAYERS + FOUNTAINS:
        return w.board.fountains[index - PLAYERS]
    return w.board.artefact


def write_step(w: World, x: int, y: int, goal: int, nb: int, rng: Buffer, row: Buffer) -> None:
    """A move of some wizards as far as they can towards a cell, by some share of each axis."""
    side = w.board.side
    steps = min(w.params.portee_sorcier, side)
    dx = shorter(goal // side - x, draw(rng, steps + 1))
    dy = shorter(goal % side - y, steps - abs(dx))
    write(row, DEPLACER, x, y, x + dx, y + dy, nb)


# Tirs


def sample_shot(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A tower that still can shoots at an enemy in its range; now and then at anything."""
    if draw(rng, STOP_ONE_IN) == 0:
        return 0
    towers, groups, count = w.state.towers, w.state.groups, w.state.head.towers
    tower = own_tower(w, seat, rng)
    if tower < 0:
        return 0
    if draw(rng, WASTE_ONE_IN) == 0:
        return write_waste(w, seat, tower, rng, row)
    for _ in range(count):
        points = towers.attaque[tower]
        if towers.seat[tower] == seat and points > 0:
            target = target_of(w, seat, tower)
            if target >= 0:
                points -= draw(rng, 2) * draw(rng, min(points, CREATED_MOST))
                write(row, TIRER, points, towers.x[tower], towers.y[tower], groups.x[target], groups.y[target])
                return MOVE_LENGTH
        tower = tower + 1 if tower + 1 < count else 0
    return 0


def target_of(w: World, seat: int, tower: int) -> int:
    """The first group of wizards of another player in range of a tower; -1 without any."""
    groups, count = w.state.groups, w.state.head.groups
    x, y, portee = w.state.towers.x[tower], w.state.towers.y[tower], w.state.towers.portee[tower]
    group = find(groups, count, max(0, x - portee))
    while group < count and groups.x[group] <= x + portee:
        if distance(x, y, groups.x[group], groups.y[group]) <= portee:
            if groups.seat[group] != seat and groups.sorciers[group] > 0:
                return group
        group += 1
    return -1


def write_waste(w: World, seat: int, tower: int, rng: Buffer, row: Buffer) -> int:
    """A shot at a random cell beside the tower, if that is legal."""
    x, y = w.state.towers.x[tower], w.state.towers.y[tower]
    write(row, TIRER, draw(rng, 2), x, y, x + draw(rng, 3) - 1, y + draw(rng, 3) - 1)
    if check_tirer(w, seat, row[1], row[2], row[3], row[4], row[5]) == OK:
        return MOVE_LENGTH
    return 0


# Siège


def sample_siege(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """Wizards that have not attacked yet attack a tower beside them, seldom one of their own."""
    groups, count = w.state.groups, w.state.head.groups
    if count == 0 or draw(rng, STOP_ONE_IN) == 0:
        return 0
    group = draw(rng, count)
    for _ in range(count):
        if groups.seat[group] == seat and groups.sorciers[group] > groups.engages[group]:
            if beside_wall(w, groups.x[group], groups.y[group]) and write_siege(w, seat, group, rng, row):
                return MOVE_LENGTH
        group = group + 1 if group + 1 < count else 0
    return 0


def write_siege(w: World, seat: int, group: int, rng: Buffer, row: Buffer) -> bool:
    """An attack on one of the towers around a group, if there is any worth it."""
    groups = w.state.groups
    x, y, free = groups.x[group], groups.y[group], groups.sorciers[group] - groups.engages[group]
    for side in range(SIDES):
        to_x = x + (side == 0) - (side == 1)
        to_y = y + (side == 2) - (side == 3)
        if on_board(w, to_x, to_y) and is_wall(w, to_x, to_y):
            mine = w.state.towers.seat[tower_on(w, to_x, to_y)] == seat
            if not mine or draw(rng, OWN_ONE_IN) == 0:
                write(row, ASSIEGER, x, y, to_x, to_y, free - draw(rng, 2) * draw(rng, min(free, CREATED_MOST)))
                return True
    return False
