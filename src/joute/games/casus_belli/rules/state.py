"""4.1  The state, its tables and the words they hold.

Characters are numbered by team then class: team * 3 + class. A cell is y * width + x.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.world import Buffer, Phase

from ..board import HEIGHT, TURNS, WIDTH, Board
from ..params import AMOUNT_MOST, size_most, steps_most

# Phases of a match
INIT, PLACEMENT, ATTAQUE, DEPLACEMENT, FIN, OVER = range(6)
PHASES = (
    Phase("init", "partie_init", acts=False),
    Phase("placement", "jouer_placement"),
    Phase("attaque", "jouer_attaque"),
    Phase("deplacement", "jouer_deplacement"),
    Phase("fin", "partie_fin", acts=False),
)

# Classes and directions (7.1)
CLASSES = 3
VOLEUR, BARBARE, ELFE = range(CLASSES)
DIRECTIONS = 4
NORD, EST, SUD, OUEST = range(DIRECTIONS)

# Attacks (7.1); the class that has each, and where its recharge is kept
ATTACKS = 7
NORMALE, PALANTIR, TRAITRISE, BASTOOOON, FUS_RO_DAH, I_SEE, LOTO = range(ATTACKS)
WALK = ATTACKS
"""What a plan holds instead of an attack when it is a walk."""

# Answers to an order (7.1)
POSITION_IMPOSSIBLE, PERSONNAGE_IMPOSSIBLE, CHEMIN_IMPOSSIBLE, ATTAQUE_INDISPONIBLE, OK = range(5)

# Actions, and where their orders hold the arguments: the character's four fields, then the action's own
ACTIONS = ("perso_deplace", "perso_attaque")
DEPLACE, ATTAQUER = range(2)
ROW_TEAM, ROW_CLASS, ROW_LIFE, ROW_DIRECTION = range(1, 5)
ROW_LENGTH, ROW_PATH = 5, 6
ROW_ATTACK, ROW_X, ROW_Y, ATTACK_LENGTH = range(5, 9)

# Events for viewers
STRUCK, HIT, THROWN, DIED, LOST, WENT = range(1, 7)
"""(STRUCK, character, attack, target cell), (HIT, character, victim, damage), (THROWN, character, from, to),
(DIED, character, cell), (LOST, character, attack): an order that was void, (WENT, character, from, to)."""

# Columns
TURN_NO, PHASE, ARRIVALS, VIEWER, PLANS, GLIMPSES = range(6)
SCORE, PALANTIR_CELL, ZONE_CELL, TEAM_COLUMNS = range(4)
LIFE_LEFT, CELL, DIRECTION, RESPAWN, ARRIVED, RECHARGE_1, RECHARGE_2, SHIFT_X, SHIFT_Y = range(9)
WALK_FROM, WALK_LENGTH, WALK_FACING, CHARACTER_COLUMNS = range(9, 13)
PLAN_OF, PLAN_ATTACK, PLAN_X, PLAN_Y, PLAN_LENGTH, PLAN_DIRECTION, PLAN_COLUMNS = range(7)
PLANNED, WALKED, ROUTE_COLUMNS = range(3)
NEXT, PREVIOUS, CHAIN_COLUMNS = range(3)
FIRST, LAST, BUCKET_COLUMNS = range(3)
# Scratch
SPOT_KEY, SPOT_CELL, SPOT_COLUMNS = range(3)
INITIAL, MARK, CONDEMNED, NOTED_LIFE, FRAY_COLUMNS = range(5)

NOWHERE = -1
"""No cell: a palantír or zone that is not there, a character that a team does not see."""
NOBODY = -1
STEPS_A_WORD = 30
STEP_BITS = 2
"""A route is written in words of so many steps of two bits each, the first step lowest."""
TEAMS_A_WORD = 60
COUNT_MOST = MOST >> 1
"""The largest life, score or number of arrivals a state is loaded with: more than any match comes to, and with room
for what the rest of the match adds."""


class State(NamedTuple):
    head: Buffer
    teams: Buffer
    characters: Buffer
    plans: Buffer
    routes: Buffer
    glimpses: Buffer
    chain: Buffer
    buckets: Buffer


class Scratch(NamedTuple):
    events: Buffer
    spots: Buffer
    crowd: Buffer
    fray: Buffer
    hits: Buffer
    expiring: Buffer
    sighted: Buffer
    glimpses: Buffer


def characters_of(dims: Dims) -> int:
    return dims.seats * CLASSES


def cells_of(dims: Dims) -> int:
    return int(dims.board.head[WIDTH] * dims.board.head[HEIGHT])


def route_words(dims: Dims) -> int:
    """Words that hold the longest route."""
    return max(1, -(-steps_most(dims.params) // STEPS_A_WORD))


def field_most(dims: Dims) -> int:
    """How many cells a field of vision can have."""
    size = size_most(dims.params)
    return max((2 * size + 1) ** 2, (size + 1) * (size + 3))


def spots_most(dims: Dims) -> int:
    """How many of them can be occupied."""
    return min(characters_of(dims), cells_of(dims), field_most(dims))


def glimpses_most(dims: Dims) -> int:
    return CLASSES * steps_most(dims.params) * spots_most(dims)


def bucket_count(dims: Dims) -> int:
    """Odd, so that neighbouring columns do not share buckets."""
    return 2 * characters_of(dims) + 1


def last_cell(dims: Dims) -> int:
    return cells_of(dims) - 1


LAYOUT = Layout(
    State,
    # `arrivals` numbers those who arrive on a cell; `viewer` is 0 in the true state, 1 + seat in a view.
    head=Rows(
        Col("turn", 0, lambda dims: int(dims.board.head[TURNS])),
        Col("phase", INIT, OVER),
        Col("arrivals", 0, COUNT_MOST),
        Col("viewer", 0, lambda dims: dims.seats),
        Col("plans"),
        Col("glimpses"),
    ),
    teams=Rows(
        Col("score", -COUNT_MOST, COUNT_MOST),
        Col("palantir", NOWHERE, last_cell),
        Col("zone", NOWHERE, last_cell),
        size=lambda dims: dims.seats,
    ),
    # `arrived` orders the occupants of a cell. Pénombre follows from the walks of the last movement phase.
    characters=Rows(
        Col("life", -COUNT_MOST, COUNT_MOST),
        Col("cell", NOWHERE, last_cell),
        Col("direction", NORD, OUEST),
        Col("respawn", NOWHERE, last_cell),
        Col("arrived"),
        Col("recharge_1", 0, AMOUNT_MOST),
        Col("recharge_2", 0, AMOUNT_MOST),
        Col("shift_x", -MOST),
        Col("shift_y", -MOST),
        Col("walk_from", NOWHERE, last_cell),
        Col("walk_length", 0, lambda dims: steps_most(dims.params)),
        Col("walk_facing", NORD, OUEST),
        size=characters_of,
    ),
    # The accepted orders of the phase, in canonical order (4.4).
    plans=Rows(
        Col("character", 0, lambda dims: characters_of(dims) - 1),
        Col("attack", NORMALE, WALK),
        Col("x", 0, lambda dims: dims.board.head[WIDTH] - 1),
        Col("y", 0, lambda dims: dims.board.head[HEIGHT] - 1),
        Col("length", 0, lambda dims: steps_most(dims.params)),
        Col("direction", NORD, OUEST),
        size=characters_of,
        count="plans",
    ),
    # Steps, as directions: of the path planned in this phase, and of the path walked in the last movement phase.
    routes=Rows(
        Col("planned", 0, (1 << STEP_BITS * STEPS_A_WORD) - 1),
        Col("walked", 0, (1 << STEP_BITS * STEPS_A_WORD) - 1),
        size=lambda dims: (characters_of(dims), route_words(dims)),
        keys=("character", "word"),
    ),
    # In a view: what its characters recorded, as class * cells + cell, Voleur first, each in the order of 4.5.
    glimpses=Rows(Col("glimpse", 0, lambda dims: CLASSES * cells_of(dims) - 1), size=lambda dims: 0, count="glimpses"),
    # Derived: who stands where. Cells share buckets; a bucket chains its characters in the order of their arrival.
    chain=Rows(Col("next"), Col("previous"), size=characters_of, derived=True),
    buckets=Rows(Col("first"), Col("last"), size=bucket_count, derived=True),
)
VIEW_ONLY = ("glimpses",)
"""Views alone hold these tables."""
SCRATCH = Layout(
    Scratch,
    events=Rows(Col("word"), size=lambda dims: 0),
    # Occupied cells in listing order, by key.
    spots=Rows(Col("key"), Col("cell"), size=lambda dims: characters_of(dims) + 1),
    # Characters at hand.
    crowd=Rows(Col("character"), size=characters_of),
    # What is known of each character during the resolution of attacks, and which teams hit it.
    fray=Rows(Col("initial"), Col("mark"), Col("condemned"), Col("noted_life"), size=characters_of),
    hits=Rows(Col("teams"), size=lambda dims: characters_of(dims) * (-(-dims.seats // TEAMS_A_WORD))),
    expiring=Rows(Col("zone"), size=lambda dims: dims.seats),
    # For a view: the occupied cells in sight, and what becomes its glimpses.
    sighted=Rows(Col("cell"), size=characters_of),
    glimpses=Rows(Col("glimpse"), size=glimpses_most),
)

World = world.World[State, Board, Buffer, Scratch]


# Reading the state


def team_count(w: World) -> int:
    return len(w.state.teams) // TEAM_COLUMNS


def character_count(w: World) -> int:
    return len(w.state.characters) // CHARACTER_COLUMNS


def cell_count(w: World) -> int:
    return len(w.board.ground)


def cell_of(w: World, character: int) -> int:
    return w.state.characters[character * CHARACTER_COLUMNS + CELL]


def direction_of(w: World, character: int) -> int:
    return w.state.characters[character * CHARACTER_COLUMNS + DIRECTION]


def on_map(w: World, x: int, y: int) -> bool:
    return 0 <= x < w.board.head[WIDTH] and 0 <= y < w.board.head[HEIGHT]


def step_x(direction: int) -> int:
    """0  The unit vector of a direction."""
    if direction == EST:
        return 1
    return -1 if direction == OUEST else 0


def step_y(direction: int) -> int:
    if direction == SUD:
        return 1
    return -1 if direction == NORD else 0


def step_cells(w: World, direction: int) -> int:
    """How far the next cell in a direction lies in the numbering of cells."""
    return step_x(direction) + step_y(direction) * w.board.head[WIDTH]


def route_step(w: World, character: int, route: int, number: int) -> int:
    """The direction of a step, from 0, of a character's planned or walked route."""
    words = len(w.state.routes) // ROUTE_COLUMNS // character_count(w)
    word = w.state.routes[(character * words + number // STEPS_A_WORD) * ROUTE_COLUMNS + route]
    return (word >> (number % STEPS_A_WORD * STEP_BITS)) & (DIRECTIONS - 1)


# 4.1  Who stands where


def bucket_of(w: World, cell: int) -> int:
    return cell % (len(w.state.buckets) // BUCKET_COLUMNS)


def first_in(w: World, cell: int) -> int:
    """The first character of the bucket of a cell, or nobody; `next_in` gives the others. Not all stand on the cell."""
    return w.state.buckets[bucket_of(w, cell) * BUCKET_COLUMNS + FIRST]


def next_in(w: World, character: int) -> int:
    return w.state.chain[character * CHAIN_COLUMNS + NEXT]


def gather(w: World, cell: int) -> int:
    """The occupants of a cell in the order of their arrival, put into the crowd; their number."""
    count = 0
    character = first_in(w, cell)
    while character != NOBODY:
        if cell_of(w, character) == cell:
            w.scratch.crowd[count] = character
            count += 1
        character = next_in(w, character)
    return count


def near(w: World, centre: int, far: int) -> int:
    """The characters at most so many columns and rows away, put into the crowd; their number.

    Looks at the characters or at the cells, whichever are fewer.
    """
    width, height = w.board.head[WIDTH], w.board.head[HEIGHT]
    x, y = centre % width, centre // width
    count = 0
    if character_count(w) <= (2 * far + 1) ** 2:
        for character in range(character_count(w)):
            cell = cell_of(w, character)
            if cell != NOWHERE and abs(cell % width - x) <= far and abs(cell // width - y) <= far:
                w.scratch.crowd[count] = character
                count += 1
        return count
    for row in range(max(0, y - far), min(height, y + far + 1)):
        for cell in range(row * width + max(0, x - far), row * width + min(width, x + far + 1)):
            character = first_in(w, cell)
            while character != NOBODY:
                if cell_of(w, character) == cell:
                    w.scratch.crowd[count] = character
                    count += 1
                character = next_in(w, character)
    return count


def move_to(w: World, character: int, cell: int) -> None:
    """4.1  A character is taken from where it stands and appended to the occupants of a cell."""
    s = w.state
    unlink(w, character)
    at = character * CHARACTER_COLUMNS
    s.characters[at + CELL] = cell
    s.characters[at + ARRIVED] = s.head[ARRIVALS]
    s.head[ARRIVALS] += 1
    bucket = bucket_of(w, cell) * BUCKET_COLUMNS
    link(w, character, s.buckets[bucket + LAST], bucket)


def unlink(w: World, character: int) -> None:
    """Take a character out of its bucket."""
    s = w.state
    bucket = bucket_of(w, cell_of(w, character)) * BUCKET_COLUMNS
    after = s.chain[character * CHAIN_COLUMNS + NEXT]
    before = s.chain[character * CHAIN_COLUMNS + PREVIOUS]
    if before == NOBODY:
        s.buckets[bucket + FIRST] = after
    else:
        s.chain[before * CHAIN_COLUMNS + NEXT] = after
    if after == NOBODY:
        s.buckets[bucket + LAST] = before
    else:
        s.chain[after * CHAIN_COLUMNS + PREVIOUS] = before


def link(w: World, character: int, before: int, bucket: int) -> None:
    """Chain a character behind another of the bucket, or in front of all."""
    s = w.state
    if before == NOBODY:
        after = s.buckets[bucket + FIRST]
        s.buckets[bucket + FIRST] = character
    else:
        after = s.chain[before * CHAIN_COLUMNS + NEXT]
        s.chain[before * CHAIN_COLUMNS + NEXT] = character
    if after == NOBODY:
        s.buckets[bucket + LAST] = character
    else:
        s.chain[after * CHAIN_COLUMNS + PREVIOUS] = character
    s.chain[character * CHAIN_COLUMNS + NEXT] = after
    s.chain[character * CHAIN_COLUMNS + PREVIOUS] = before


def reindex(w: World) -> None:
    """Rebuild who stands where."""
    s = w.state
    for word in range(len(s.buckets)):
        s.buckets[word] = NOBODY
    for word in range(len(s.chain)):
        s.chain[word] = NOBODY
    for character in range(character_count(w)):
        cell = cell_of(w, character)
        if cell != NOWHERE:
            bucket = bucket_of(w, cell) * BUCKET_COLUMNS
            before = s.buckets[bucket + LAST]
            arrived = s.characters[character * CHARACTER_COLUMNS + ARRIVED]
            while before != NOBODY and s.characters[before * CHARACTER_COLUMNS + ARRIVED] > arrived:
                before = s.chain[before * CHAIN_COLUMNS + PREVIOUS]
            link(w, character, before, bucket)
