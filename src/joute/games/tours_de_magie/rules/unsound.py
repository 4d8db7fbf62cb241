"""What makes a loaded state impossible (rules, 4.1). A state is loaded as a phase begins, before any order."""

from __future__ import annotations

from ..board import BASE, SIMPLE
from ..params import PLAYERS
from .construction import owned_towers
from .state import Groups, Towers, World, kind_of, same_cell
from .terms import DEPLACEMENT, END, INIT, SIEGE
from .towers import is_wall

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
    if unsound_clock(w):
        return CLOCK
    for seat in range(PLAYERS):
        if not w.state.players.vivant[seat] and w.state.players.magie[seat] > 0:
            return DEAD
    for tower in range(w.state.head.towers):
        reason = unsound_tower(w, tower)
        if reason > 0:
            return reason
    for group in range(w.state.head.groups):
        reason = unsound_group(w, group)
        if reason > 0:
            return reason
    for seat in range(PLAYERS):
        if 0 <= w.params.max_number_tourelle < owned_towers(w, seat):
            return TOWER_LIMIT
    return 0


def unsound_clock(w: World) -> bool:
    """The first round follows the start, the last one the end."""
    phase, turn = w.state.head.phase, w.state.head.turn
    if phase == INIT:
        return turn != 0
    return (phase >= END) != (turn == w.params.nb_tours_joues)


def goes_back(table: Towers | Groups, row: int) -> bool:
    """Whether the cell of a row comes before that of the row before it."""
    if row == 0:
        return False
    before = row - 1
    return table.x[row] < table.x[before] or (table.x[row] == table.x[before] and table.y[row] < table.y[before])


def unsound_tower(w: World, tower: int) -> int:
    towers = w.state.towers
    if goes_back(towers, tower) or (tower > 0 and same_cell(towers, tower, tower - 1)):
        return TOWER_ORDER
    if kind_of(w, towers.x[tower], towers.y[tower]) != SIMPLE:
        return TOWER_PLACE
    if not w.state.players.vivant[towers.seat[tower]]:
        return DEAD
    spent = towers.attaque[tower] < w.params.attaque_tourelle and w.state.head.phase != SIEGE
    if towers.portee[tower] < w.params.portee_tourelle or towers.neuve[tower] == 1 or spent:
        return TOWER_MARKS
    return 0


def unsound_group(w: World, group: int) -> int:
    groups, phase = w.state.groups, w.state.head.phase
    x, y, here = groups.x[group], groups.y[group], groups.sorciers[group]
    shared = group > 0 and same_cell(groups, group, group - 1)
    if goes_back(groups, group) or (shared and groups.seat[group] <= groups.seat[group - 1]):
        return GROUP_ORDER
    if not w.state.players.vivant[groups.seat[group]]:
        return DEAD
    if here + groups.deplacables[group] == 0 or groups.engages[group] > 0:
        return GROUP_COUNTS
    if (phase <= DEPLACEMENT or phase >= END) and groups.deplacables[group] > here:
        return GROUP_COUNTS
    if here > 0 and (is_wall(w, x, y) or wizards_before(w, group) > 0):
        return GROUP_PLACE
    if groups.occupant[group] != (1 if here > 0 and kind_of(w, x, y) != BASE else 0):
        return GROUP_OCCUPANT
    return 0


def wizards_before(w: World, group: int) -> int:
    """Wizards of other players on the cell of a group, as far as they are listed before it."""
    groups, wizards = w.state.groups, 0
    before = group - 1
    while before >= 0 and same_cell(groups, before, group):
        wizards += groups.sorciers[before]
        before -= 1
    return wizards
