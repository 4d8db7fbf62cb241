"""What makes a loaded state impossible (rules, 4.1). A state is loaded as a phase begins, before any order."""

from __future__ import annotations

from joute.core.world import Buffer

from ..board import BASE, SIDE, SIMPLE
from ..params import ATTAQUE_TOURELLE, MAX_NUMBER_TOURELLE, NB_TOURS_JOUES, PLAYERS, PORTEE_TOURELLE
from .state import (
    ATTAQUE,
    DEPLACABLES,
    DEPLACEMENT,
    END,
    ENGAGES,
    GROUP_COLUMNS,
    GROUP_COUNT,
    INIT,
    MAGIE,
    NEUVE,
    OCCUPANT,
    PHASE,
    PLAYER_COLUMNS,
    PORTEE,
    SEAT,
    SIEGE,
    SORCIERS,
    TOWER_COLUMNS,
    TOWER_COUNT,
    TURN,
    World,
    X,
    Y,
    alive,
    is_wall,
    kind_of,
)

UNSOUND = (
    "",
    "head.turn and head.phase contradict each other",
    "an eliminated player has magic, a tower or wizards",
    "towers are not in the order of x, then y, or two are on one cell",
    "a tower stands on a base, a fountain or the artefact",
    "a tower has a range below PORTEE_TOURELLE, is marked `neuve`, or has shot before the siege",
    "a player has more towers than MAX_NUMBER_TOURELLE",
    "groups are not in the order of x, then y, then seat, or one is given twice",
    "a group counts nothing, or wizards that are engaged, or more movable wizards than it can",
    "wizards stand on a tower, or wizards of two players on one cell",
    "the occupant of a cell is not whoever has wizards there; a base has none",
)
CLOCK, DEAD, TOWER_ORDER, TOWER_PLACE, TOWER_MARKS, TOWER_LIMIT = range(1, 7)
GROUP_ORDER, GROUP_COUNTS, GROUP_PLACE, GROUP_OCCUPANT = range(7, 11)


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    s = w.state
    if unsound_clock(w):
        return CLOCK
    for seat in range(PLAYERS):
        if not alive(w, seat) and s.players[seat * PLAYER_COLUMNS + MAGIE] > 0:
            return DEAD
    for row in range(s.head[TOWER_COUNT]):
        reason = unsound_tower(w, row)
        if reason > 0:
            return reason
    for row in range(s.head[GROUP_COUNT]):
        reason = unsound_group(w, row)
        if reason > 0:
            return reason
    return unsound_tower_limit(w)


def unsound_clock(w: World) -> bool:
    """The first round follows the start, the last one the end."""
    phase, turn = w.state.head[PHASE], w.state.head[TURN]
    if phase == INIT:
        return turn != 0
    return (phase >= END) != (turn == w.params[NB_TOURS_JOUES])


def step(w: World, table: Buffer, columns: int, row: int) -> int:
    """How many cells a row of a list is after the row before it."""
    if row == 0:
        return 1
    side, at = w.board.head[SIDE], row * columns
    return (table[at + X] - table[at - columns + X]) * side + table[at + Y] - table[at - columns + Y]


def unsound_tower(w: World, row: int) -> int:
    s = w.state
    at = row * TOWER_COLUMNS
    if step(w, s.towers, TOWER_COLUMNS, row) <= 0:
        return TOWER_ORDER
    if kind_of(w, s.towers[at + X], s.towers[at + Y]) != SIMPLE:
        return TOWER_PLACE
    if not alive(w, s.towers[at + SEAT]):
        return DEAD
    spent = s.towers[at + ATTAQUE] < w.params[ATTAQUE_TOURELLE] and s.head[PHASE] != SIEGE
    if s.towers[at + PORTEE] < w.params[PORTEE_TOURELLE] or s.towers[at + NEUVE] == 1 or spent:
        return TOWER_MARKS
    return 0


def unsound_tower_limit(w: World) -> int:
    s = w.state
    for seat in range(PLAYERS):
        owned = 0
        for row in range(s.head[TOWER_COUNT]):
            owned += s.towers[row * TOWER_COLUMNS + SEAT] == seat
        if 0 <= w.params[MAX_NUMBER_TOURELLE] < owned:
            return TOWER_LIMIT
    return 0


def unsound_group(w: World, row: int) -> int:
    s = w.state
    at = row * GROUP_COLUMNS
    x, y, here = s.groups[at + X], s.groups[at + Y], s.groups[at + SORCIERS]
    cells = step(w, s.groups, GROUP_COLUMNS, row)
    if cells < 0 or (cells == 0 and s.groups[at + SEAT] <= s.groups[at - GROUP_COLUMNS + SEAT]):
        return GROUP_ORDER
    if not alive(w, s.groups[at + SEAT]):
        return DEAD
    early = s.head[PHASE] <= DEPLACEMENT or s.head[PHASE] >= END
    if here + s.groups[at + DEPLACABLES] == 0 or s.groups[at + ENGAGES] > 0:
        return GROUP_COUNTS
    if early and s.groups[at + DEPLACABLES] > here:
        return GROUP_COUNTS
    if (is_wall(w, x, y) and here > 0) or wizards_before(w, row) > 0:
        return GROUP_PLACE
    if s.groups[at + OCCUPANT] != (here > 0 and kind_of(w, x, y) != BASE):
        return GROUP_OCCUPANT
    return 0


def wizards_before(w: World, row: int) -> int:
    """Wizards of other players on the cell of a group that has wizards too, as far as they are listed before it."""
    s = w.state
    wizards = 0
    before = row - 1
    while before >= 0 and step(w, s.groups, GROUP_COLUMNS, before + 1) == 0:
        wizards += s.groups[before * GROUP_COLUMNS + SORCIERS]
        before -= 1
    return wizards if s.groups[row * GROUP_COLUMNS + SORCIERS] > 0 else 0
