"""The vocabulary of the rules, the tables of a state, and the words that all phases use (rules, 4.1 and 4.2).

Towers and groups of wizards are lists in the order of x, y, seat, without gaps, zero beyond their end. A group is what
one player has on one cell: it is there as long as it counts wizards, or movable ones that have died since (4.5).
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.world import Buffer, Phase

from ..board import SIDE, Board
from ..params import (
    ATTAQUE_TOURELLE,
    MAGIE_INITIALE,
    PLAYERS,
    VIE_TOURELLE,
)

# Phases of a match
INIT, CONSTRUCTION, DEPLACEMENT, TIRS, SIEGE, END, OVER = range(7)
PHASES = (
    Phase("init", "partie_debut", acts=False),
    Phase("construction", "phase_construction"),
    Phase("deplacement", "phase_deplacement"),
    Phase("tirs", "phase_tirs"),
    Phase("siege", "phase_siege"),
    Phase("end", "partie_fin", acts=False),
)

# Actions, and where their orders hold the arguments, after the action's number
ACTIONS = ("construire", "supprimer", "creer", "deplacer", "tirer", "assieger")
CONSTRUIRE, SUPPRIMER, CREER, DEPLACER, TIRER, ASSIEGER = range(6)
CONSTRUIRE_LENGTH, SUPPRIMER_LENGTH, CREER_LENGTH, MOVE_LENGTH = 4, 3, 2, 6

# Answers to an order (6.1)
OK, ANNULER_IMPOSSIBLE, CASE_IMPOSSIBLE, CASE_ADVERSE, CASE_UTILISEE, CASE_VIDE, VALEUR_INVALIDE = range(7)
MAGIE_INSUFFISANTE, SORCIERS_INSUFFISANTS, ATTAQUE_INSUFFISANTE, PHASE_INCORRECTE = range(7, 11)
PORTEE_INSUFFISANTE, PERDANT = range(11, 13)

INT32_LEAST, INT32_MOST = -(2**31), 2**31 - 1
MALFORMED = 2**31
"""6.3  What a malformed argument becomes: no number of 32 bits, and off any board."""

# Events for viewers:
# (FIGHT, cell, seat that remains or NOBODY, wizards that remain, wizards lost, bits of the seats that fought)
# (CAPTURE, cell of the base, vanquished seat, captor, wizards of the captor, 0)
# (CLASH, cell, seat whose tower stands, seat that is paid back, price, 0)
FIGHT, CAPTURE, CLASH = 1, 2, 3
NOBODY = -1

# Columns
TURN, PHASE, TOWER_COUNT, GROUP_COUNT = range(4)
MAGIE, VIVANT, SCORE, PLAYER_COLUMNS = range(4)
X, Y, SEAT = range(3)
PORTEE, VIE, ATTAQUE, NEUVE, TOWER_COLUMNS = range(3, 8)
SORCIERS, DEPLACABLES, ENGAGES, OCCUPANT, GROUP_COLUMNS = range(3, 8)

WIDE = 64
"""More than the side of any board: x * WIDE + y orders cells as x, then y do."""
AMOUNT_MOST = MOST >> 2
"""The most magic of a player and the most wizards of a group: sums of four stay numbers that a state holds."""


class State(NamedTuple):
    head: Buffer
    players: Buffer
    towers: Buffer
    groups: Buffer
    walls: Buffer


class Scratch(NamedTuple):
    events: Buffer
    reach: Buffer


def side_of(dims: Dims) -> int:
    return int(dims.board.head[SIDE])


def last_of(dims: Dims) -> int:
    return side_of(dims) - 1


def tower_room(dims: Dims) -> int:
    """4.4.4  A tower on each cell; until the phase is resolved, two on a cell within building reach of a base."""
    cells, reach = side_of(dims) ** 2, int(dims.params["CONSTRUCTION_TOURELLE"]) + 1
    return cells if dims.params["BASE_ENNEMIE_BLOQUE"] else cells + PLAYERS * reach**2


def group_room(dims: Dims) -> int:
    """4.1  Until the phase is resolved, wizards of every player on each cell."""
    return PLAYERS * side_of(dims) ** 2


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn", 0, lambda dims: int(dims.params["NB_TOURS_JOUES"])),
        Col("phase", INIT, OVER),
        Col("towers"),
        Col("groups"),
    ),
    players=Rows(
        Col("magie", 0, AMOUNT_MOST), Col("vivant", 0, 1), Col("score", 0, AMOUNT_MOST), size=lambda dims: PLAYERS
    ),
    towers=Rows(
        Col("x", 0, last_of),
        Col("y", 0, last_of),
        Col("seat", 0, PLAYERS - 1),
        Col("portee", 0, INT32_MOST),
        Col("vie", 1, lambda dims: int(dims.params["VIE_TOURELLE"])),
        Col("attaque", 0, lambda dims: int(dims.params["ATTAQUE_TOURELLE"])),
        Col("neuve", 0, 1),
        size=tower_room,
        count="towers",
    ),
    groups=Rows(
        Col("x", 0, last_of),
        Col("y", 0, last_of),
        Col("seat", 0, PLAYERS - 1),
        Col("sorciers", 0, AMOUNT_MOST),
        Col("deplacables", 0, AMOUNT_MOST),
        Col("engages", 0, AMOUNT_MOST),
        Col("occupant", 0, 1),
        size=group_room,
        count="groups",
    ),
    # Derived: for each x, a bit for each y with a tower.
    walls=Rows(Col("bits"), size=side_of, derived=True),
)
SCRATCH = Layout(
    Scratch,
    events=Rows(Col("word"), size=lambda dims: 0),
    # The cells of each x that a walk has reached, a bit for each y.
    reach=Rows(Col("bits"), size=side_of),
)

World = world.World[State, Board, Buffer, Scratch]


# 4.2  Start


def setup(w: World, seats: int, seed: int) -> None:
    """4.2  Everybody lives and has magic; nothing is on the board."""
    for seat in range(PLAYERS):
        w.state.players[seat * PLAYER_COLUMNS + MAGIE] = w.params[MAGIE_INITIALE]
        w.state.players[seat * PLAYER_COLUMNS + VIVANT] = 1


def reindex(w: World) -> None:
    """Rebuild the walls from the towers."""
    s = w.state
    for x in range(w.board.head[SIDE]):
        s.walls[x] = 0
    for row in range(s.head[TOWER_COUNT]):
        at = row * TOWER_COLUMNS
        s.walls[s.towers[at + X]] |= 1 << s.towers[at + Y]


def renew(source: State, target: State) -> None:
    """Make one state equal to another: of a list, only what either uses."""
    towers = max(source.head[TOWER_COUNT], target.head[TOWER_COUNT])
    for word in range(towers * TOWER_COLUMNS):
        target.towers[word] = source.towers[word]
    groups = max(source.head[GROUP_COUNT], target.head[GROUP_COUNT])
    for word in range(groups * GROUP_COLUMNS):
        target.groups[word] = source.groups[word]
    for word in range(len(source.head)):
        target.head[word] = source.head[word]
    for word in range(len(source.players)):
        target.players[word] = source.players[word]
    for word in range(len(source.walls)):
        target.walls[word] = source.walls[word]


# Reading the state


def on_board(w: World, x: int, y: int) -> bool:
    return 0 <= x < w.board.head[SIDE] and 0 <= y < w.board.head[SIDE]


def kind_of(w: World, x: int, y: int) -> int:
    """3  What a cell is when no tower stands on it."""
    return w.board.kinds[x * w.board.head[SIDE] + y]


def alive(w: World, seat: int) -> bool:
    return w.state.players[seat * PLAYER_COLUMNS + VIVANT] == 1


def distance(x: int, y: int, to_x: int, to_y: int) -> int:
    """Manhattan distance."""
    return abs(x - to_x) + abs(y - to_y)


def base_distance(w: World, seat: int, x: int, y: int) -> int:
    """How far a cell is from a player's base."""
    side = w.board.head[SIDE]
    return distance(x, y, w.board.bases[seat] // side, w.board.bases[seat] % side)


def earn(w: World, seat: int, amount: int) -> None:
    """Magic stops growing at the largest amount a state holds."""
    at = seat * PLAYER_COLUMNS + MAGIE
    w.state.players[at] = min(AMOUNT_MOST, w.state.players[at] + amount)


# Lists in the order of x, y, seat


def find_row(table: Buffer, columns: int, count: int, x: int, y: int, seat: int) -> int:
    """The first row of a list that is not before (x, y, seat). Halved without branches: nobody can predict them."""
    wanted = (x * WIDE + y) * PLAYERS + seat
    found, left = 0, count
    while left > 0:
        half = (left + 1) >> 1
        at = (found + half - 1) * columns
        before = (table[at + X] * WIDE + table[at + Y]) * PLAYERS + table[at + SEAT] < wanted
        found += half * before
        left -= half
    return found


def insert(table: Buffer, columns: int, count: int, row: int, x: int, y: int, seat: int) -> None:
    """Make room for a row; its other columns are zero."""
    for word in range((count + 1) * columns - 1, (row + 1) * columns - 1, -1):
        table[word] = table[word - columns]
    for word in range(row * columns, (row + 1) * columns):
        table[word] = 0
    table[row * columns + X] = x
    table[row * columns + Y] = y
    table[row * columns + SEAT] = seat


def remove(table: Buffer, columns: int, count: int, row: int) -> None:
    """Take a row out."""
    for word in range(row * columns, (count - 1) * columns):
        table[word] = table[word + columns]
    for word in range((count - 1) * columns, count * columns):
        table[word] = 0


# Towers


def is_wall(w: World, x: int, y: int) -> bool:
    """Whether a tower of anybody stands on a cell."""
    return (w.state.walls[x] >> y) & 1 == 1


def tower_on(w: World, x: int, y: int) -> int:
    """The row of the tower on a cell, or -1."""
    if not is_wall(w, x, y):
        return -1
    return find_row(w.state.towers, TOWER_COLUMNS, w.state.head[TOWER_COUNT], x, y, 0)


def raise_tower(w: World, seat: int, x: int, y: int, portee: int) -> None:
    """4.4.3  A new tower, whole and marked."""
    s = w.state
    row = find_row(s.towers, TOWER_COLUMNS, s.head[TOWER_COUNT], x, y, seat)
    insert(s.towers, TOWER_COLUMNS, s.head[TOWER_COUNT], row, x, y, seat)
    at = row * TOWER_COLUMNS
    s.towers[at + PORTEE] = portee
    s.towers[at + VIE] = w.params[VIE_TOURELLE]
    s.towers[at + ATTAQUE] = w.params[ATTAQUE_TOURELLE]
    s.towers[at + NEUVE] = 1
    s.head[TOWER_COUNT] += 1
    s.walls[x] |= 1 << y


def raze(w: World, row: int) -> None:
    """A tower disappears."""
    s = w.state
    at = row * TOWER_COLUMNS
    s.walls[s.towers[at + X]] &= ~(1 << s.towers[at + Y])
    remove(s.towers, TOWER_COLUMNS, s.head[TOWER_COUNT], row)
    s.head[TOWER_COUNT] -= 1


# Wizards


def group_place(w: World, x: int, y: int, seat: int) -> int:
    """The first group that is not before (x, y, seat)."""
    return find_row(w.state.groups, GROUP_COLUMNS, w.state.head[GROUP_COUNT], x, y, seat)


def group_is(w: World, row: int, x: int, y: int) -> bool:
    """Whether there is a group at a row, and on a cell."""
    at = row * GROUP_COLUMNS
    return row < w.state.head[GROUP_COUNT] and w.state.groups[at + X] == x and w.state.groups[at + Y] == y


def group_of(w: World, seat: int, x: int, y: int) -> int:
    """The row of a player's group on a cell, or -1."""
    row = group_place(w, x, y, seat)
    if group_is(w, row, x, y) and w.state.groups[row * GROUP_COLUMNS + SEAT] == seat:
        return row
    return -1


def in_group(w: World, column: int, seat: int, x: int, y: int) -> int:
    """A column of a player's group on a cell; 0 without one."""
    row = group_of(w, seat, x, y)
    return w.state.groups[row * GROUP_COLUMNS + column] if row >= 0 else 0


def occupant_of(w: World, x: int, y: int) -> int:
    """4.1  The occupant of a cell, or NOBODY."""
    row = group_place(w, x, y, 0)
    while group_is(w, row, x, y):
        if w.state.groups[row * GROUP_COLUMNS + OCCUPANT] == 1:
            return w.state.groups[row * GROUP_COLUMNS + SEAT]
        row += 1
    return NOBODY


def any_wizard(w: World, x: int, y: int) -> bool:
    """Whether wizards of anybody are on a cell."""
    row = group_place(w, x, y, 0)
    while group_is(w, row, x, y):
        if w.state.groups[row * GROUP_COLUMNS + SORCIERS] > 0:
            return True
        row += 1
    return False


def gather(w: World, seat: int, x: int, y: int, number: int, movable: int) -> None:
    """Wizards join a player's group on a cell, or become one."""
    if number == 0:
        return
    s = w.state
    row = group_place(w, x, y, seat)
    at = row * GROUP_COLUMNS
    if not group_is(w, row, x, y) or s.groups[at + SEAT] != seat:
        insert(s.groups, GROUP_COLUMNS, s.head[GROUP_COUNT], row, x, y, seat)
        s.head[GROUP_COUNT] += 1
    s.groups[at + SORCIERS] = min(AMOUNT_MOST, s.groups[at + SORCIERS] + number)
    s.groups[at + DEPLACABLES] = min(AMOUNT_MOST, s.groups[at + DEPLACABLES] + movable)


def carry(w: World, row: int, goal: int, x: int, y: int) -> None:
    """A whole group goes to a cell where its player has none, and which comes before row `goal`; it has moved."""
    s = w.state
    seat, number = s.groups[row * GROUP_COLUMNS + SEAT], s.groups[row * GROUP_COLUMNS + SORCIERS]
    if goal > row:
        goal -= 1
        for word in range(row * GROUP_COLUMNS, goal * GROUP_COLUMNS):
            s.groups[word] = s.groups[word + GROUP_COLUMNS]
    else:
        for word in range((row + 1) * GROUP_COLUMNS - 1, (goal + 1) * GROUP_COLUMNS - 1, -1):
            s.groups[word] = s.groups[word - GROUP_COLUMNS]
    at = goal * GROUP_COLUMNS
    for column in range(GROUP_COLUMNS):
        s.groups[at + column] = 0
    s.groups[at + X] = x
    s.groups[at + Y] = y
    s.groups[at + SEAT] = seat
    s.groups[at + SORCIERS] = number


def settle(w: World, row: int) -> None:
    """A group without wizards occupies nothing; without movable ones either, it is gone."""
    s = w.state
    at = row * GROUP_COLUMNS
    if s.groups[at + SORCIERS] == 0:
        s.groups[at + OCCUPANT] = 0
        if s.groups[at + DEPLACABLES] == 0:
            remove(s.groups, GROUP_COLUMNS, s.head[GROUP_COUNT], row)
            s.head[GROUP_COUNT] -= 1


def sweep(w: World) -> None:
    """Take out, in one pass, the groups that count nothing any more."""
    s = w.state
    kept = 0
    for row in range(s.head[GROUP_COUNT]):
        at = row * GROUP_COLUMNS
        if s.groups[at + SORCIERS] > 0 or s.groups[at + DEPLACABLES] > 0:
            if kept < row:
                for column in range(GROUP_COLUMNS):
                    s.groups[kept * GROUP_COLUMNS + column] = s.groups[at + column]
            kept += 1
    for word in range(kept * GROUP_COLUMNS, s.head[GROUP_COUNT] * GROUP_COLUMNS):
        s.groups[word] = 0
    s.head[GROUP_COUNT] = kept
