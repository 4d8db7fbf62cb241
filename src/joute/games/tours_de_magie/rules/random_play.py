"""Random play: legal orders that make some sense, of every kind.

In each stretch of ERA rounds most wizards of a player make for the same one of the nine special cells.
"""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..board import ARTEFACT_CELL, FOUNTAINS, SIDE
from ..params import (
    CONSTRUCTION_TOURELLE,
    COUT_SORCIER,
    PLAYERS,
    PORTEE_SORCIER,
    PORTEE_TOURELLE,
    PORTEE_TOURELLE_MAX,
)
from .combat import check_tirer
from .construction import check_construire
from .movement import check_deplacer
from .state import (
    ASSIEGER,
    ATTAQUE,
    CONSTRUCTION,
    CONSTRUIRE,
    CONSTRUIRE_LENGTH,
    CREER,
    CREER_LENGTH,
    DEPLACABLES,
    DEPLACEMENT,
    DEPLACER,
    ENGAGES,
    GROUP_COLUMNS,
    GROUP_COUNT,
    MAGIE,
    MOVE_LENGTH,
    OK,
    PHASE,
    PLAYER_COLUMNS,
    PORTEE,
    SEAT,
    SIEGE,
    SORCIERS,
    SUPPRIMER,
    SUPPRIMER_LENGTH,
    TIRER,
    TIRS,
    TOWER_COLUMNS,
    TOWER_COUNT,
    TURN,
    World,
    X,
    Y,
    alive,
    distance,
    group_place,
    is_wall,
    on_board,
    tower_on,
)

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


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the phase."""
    phase = w.state.head[PHASE]
    if not alive(w, seat):
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
            at = tower * TOWER_COLUMNS
            write(row, SUPPRIMER, w.state.towers[at + X], w.state.towers[at + Y], 0, 0, 0)
            return SUPPRIMER_LENGTH
    if draw(rng, BUILD_ONE_IN) == 0:
        for _ in range(TRIES):
            write_tower(w, seat, rng, row)
            if check_construire(w, seat, row[1], row[2], row[3]) == OK:
                return CONSTRUIRE_LENGTH
    most = min(CREATED_MOST, w.state.players[seat * PLAYER_COLUMNS + MAGIE] // max(1, w.params[COUT_SORCIER]))
    if most == 0:
        return 0
    write(row, CREER, most - draw(rng, most) if draw(rng, SPLIT_ONE_IN) == 0 else most, 0, 0, 0, 0)
    return CREER_LENGTH


def own_tower(w: World, seat: int, rng: Buffer) -> int:
    """A tower of a player, the first from a random place on; -1 without any."""
    s = w.state
    count = s.head[TOWER_COUNT]
    if count == 0:
        return -1
    tower = draw(rng, count)
    for _ in range(count):
        if s.towers[tower * TOWER_COLUMNS + SEAT] == seat:
            return tower
        tower = tower + 1 if tower + 1 < count else 0
    return -1


def write_tower(w: World, seat: int, rng: Buffer, row: Buffer) -> None:
    """A tower beside a tower or the base of a player, legal or not."""
    side, reach = w.board.head[SIDE], min(w.params[CONSTRUCTION_TOURELLE], w.board.head[SIDE])
    x, y = w.board.bases[seat] // side, w.board.bases[seat] % side
    tower = own_tower(w, seat, rng)
    if tower >= 0 and draw(rng, 2) == 0:
        x, y = w.state.towers[tower * TOWER_COLUMNS + X], w.state.towers[tower * TOWER_COLUMNS + Y]
    dx = draw(rng, 2 * reach + 1) - reach
    rest = reach - abs(dx)
    dy = draw(rng, 2 * rest + 1) - rest
    portee = w.params[PORTEE_TOURELLE] + draw(rng, 2) * draw(rng, 4)
    if w.params[PORTEE_TOURELLE_MAX] >= 0:
        portee = min(portee, w.params[PORTEE_TOURELLE_MAX])
    write(row, CONSTRUIRE, x + dx, y + dy, portee, 0, 0)


# Déplacement


def sample_move(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A group, or a part of it, towards a special cell."""
    s = w.state
    group = own_group(w, seat, rng, DEPLACABLES)
    if group < 0 or draw(rng, STOP_ONE_IN) == 0:
        return 0
    at = group * GROUP_COLUMNS
    nb = s.groups[at + DEPLACABLES]
    if draw(rng, SPLIT_ONE_IN) == 0:
        nb -= draw(rng, min(nb, CREATED_MOST))
    stray = 1 + draw(rng, SPECIALS - 1) if draw(rng, STRAY_ONE_IN) == 0 else 0
    goal = special_cell(w, (seat * 5 + s.head[TURN] // ERA + stray) % SPECIALS)
    for _ in range(TRIES):
        write_step(w, s.groups[at + X], s.groups[at + Y], goal, nb, rng, row)
        if check_deplacer(w, seat, row[1], row[2], row[3], row[4], row[5]) == OK:
            return MOVE_LENGTH
    return 0


def own_group(w: World, seat: int, rng: Buffer, column: int) -> int:
    """A group of a player with something in a column, the first from a random place on; -1 without any."""
    s = w.state
    count = s.head[GROUP_COUNT]
    if count == 0:
        return -1
    group = draw(rng, count)
    for _ in range(count):
        at = group * GROUP_COLUMNS
        if s.groups[at + SEAT] == seat and s.groups[at + column] > 0:
            return group
        group = group + 1 if group + 1 < count else 0
    return -1


def special_cell(w: World, index: int) -> int:
    """The bases, then the fountains, then the artefact."""
    if index < PLAYERS:
        return w.board.bases[index]
    if index < PLAYERS + FOUNTAINS:
        return w.board.fountains[index - PLAYERS]
    return w.board.head[ARTEFACT_CELL]


def write_step(w: World, x: int, y: int, goal: int, nb: int, rng: Buffer, row: Buffer) -> None:
    """A move of some wizards as far as they can towards a cell, by some share of each axis."""
    side = w.board.head[SIDE]
    steps = min(w.params[PORTEE_SORCIER], side)
    dx = shorter(goal // side - x, draw(rng, steps + 1))
    dy = shorter(goal % side - y, steps - abs(dx))
    write(row, DEPLACER, x, y, x + dx, y + dy, nb)


# Tirs


def sample_shot(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A tower that still can shoots at an enemy in its range; now and then at anything."""
    s = w.state
    if draw(rng, STOP_ONE_IN) == 0:
        return 0
    count = s.head[TOWER_COUNT]
    tower = own_tower(w, seat, rng)
    if tower < 0:
        return 0
    if draw(rng, WASTE_ONE_IN) == 0:
        return write_waste(w, seat, tower, rng, row)
    for _ in range(count):
        at = tower * TOWER_COLUMNS
        if s.towers[at + SEAT] == seat and s.towers[at + ATTAQUE] > 0:
            target = target_of(w, seat, tower)
            if target >= 0:
                x, y = s.groups[target * GROUP_COLUMNS + X], s.groups[target * GROUP_COLUMNS + Y]
                pts = s.towers[at + ATTAQUE] - draw(rng, 2) * draw(rng, min(s.towers[at + ATTAQUE], CREATED_MOST))
                write(row, TIRER, pts, s.towers[at + X], s.towers[at + Y], x, y)
                return MOVE_LENGTH
        tower = tower + 1 if tower + 1 < count else 0
    return 0


def target_of(w: World, seat: int, tower: int) -> int:
    """The first group of wizards of another player in range of a tower; -1 without any."""
    s = w.state
    at = tower * TOWER_COLUMNS
    x, y, portee = s.towers[at + X], s.towers[at + Y], s.towers[at + PORTEE]
    group = group_place(w, max(0, x - portee), 0, 0)
    while group < s.head[GROUP_COUNT] and s.groups[group * GROUP_COLUMNS + X] <= x + portee:
        here = group * GROUP_COLUMNS
        if s.groups[here + SEAT] != seat and s.groups[here + SORCIERS] > 0:
            if distance(x, y, s.groups[here + X], s.groups[here + Y]) <= portee:
                return group
        group += 1
    return -1


def write_waste(w: World, seat: int, tower: int, rng: Buffer, row: Buffer) -> int:
    """A shot at a random cell beside the tower, if that is legal."""
    at = tower * TOWER_COLUMNS
    x, y = w.state.towers[at + X], w.state.towers[at + Y]
    write(row, TIRER, draw(rng, 2), x, y, x + draw(rng, 3) - 1, y + draw(rng, 3) - 1)
    if check_tirer(w, seat, row[1], row[2], row[3], row[4], row[5]) == OK:
        return MOVE_LENGTH
    return 0


# Siège


def sample_siege(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """Wizards that have not attacked yet attack a tower beside them, seldom one of their own."""
    s = w.state
    count = s.head[GROUP_COUNT]
    if count == 0 or draw(rng, STOP_ONE_IN) == 0:
        return 0
    group = draw(rng, count)
    for _ in range(count):
        at = group * GROUP_COLUMNS
        if s.groups[at + SEAT] == seat and s.groups[at + SORCIERS] > s.groups[at + ENGAGES]:
            if write_siege(w, seat, group, rng, row):
                return MOVE_LENGTH
        group = group + 1 if group + 1 < count else 0
    return 0


def write_siege(w: World, seat: int, group: int, rng: Buffer, row: Buffer) -> bool:
    """An attack on one of the towers around a group, if there is any worth it."""
    s = w.state
    at = group * GROUP_COLUMNS
    x, y, free = s.groups[at + X], s.groups[at + Y], s.groups[at + SORCIERS] - s.groups[at + ENGAGES]
    for side in range(SIDES):
        to_x = x + (side == 0) - (side == 1)
        to_y = y + (side == 2) - (side == 3)
        if on_board(w, to_x, to_y) and is_wall(w, to_x, to_y):
            mine = s.towers[tower_on(w, to_x, to_y) * TOWER_COLUMNS + SEAT] == seat
            if not mine or draw(rng, OWN_ONE_IN) == 0:
                write(row, ASSIEGER, x, y, to_x, to_y, free - draw(rng, 2) * draw(rng, min(free, CREATED_MOST)))
                return True
    return False
