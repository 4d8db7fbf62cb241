"""The rules, in the order of the rules document. Kernel style: functions over integers and flat buffers.

A cell is y * width + x. What a player plans is filed in `steps` and done when the phase is resolved.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import Col, Dims, Layout, Rows
from joute.core.chance import MASK, draw
from joute.core.events import note
from joute.core.world import Buffer, Phase

from .board import HEIGHT, WIDTH, Board
from .params import CLASH, FOG, GESTURES, PATH_MOST, REACH, THROWN_BACK, TREASURE_MOST, TURNS

# Phases of a match
INIT, PLAN, MARCH, END, OVER = range(5)
PHASES = (
    Phase("init", "partie_init", acts=False),
    Phase("placement", "jouer_placement"),
    Phase("marche", "jouer_marche"),
    Phase("fin", "partie_fin", acts=False),
)

# Actions, and where their orders hold the arguments; a path is its length, then y and x of each step
ACTIONS = ("deplacer", "creuser", "passer", "signaler")
MOVE, DIG, PASS, SIGNAL = range(4)
PATH_LENGTH, PATH_FIRST = 1, 2
DIG_Y, DIG_X, DIG_TOOL, DIG_LENGTH = range(1, 5)
PASS_LENGTH = 1
SIGNAL_VALUE, SIGNAL_LENGTH = range(1, 3)
SHOVEL, PICK = range(2)
GESTURE = DIG
"""The first action that the parameter `gestes` may forbid."""

# Answers to an order
NOT_NOW, OFF_BOARD, ALREADY_PLANNED, OK, BROKEN_PATH, TOO_FAR, ALREADY_DUG, OCCUPIED = range(8)
ALREADY_PASSED, FORBIDDEN, BAD_VALUE, TOO_MANY_ORDERS = range(8, 12)
ORDERS_MOST = 300
ORDERS_REFUSAL = TOO_MANY_ORDERS
SIGNAL_MOST = 999

# Events for viewers: (MET, seat, cell), (FOUND, seat, cell, coins)
MET, FOUND = 1, 2

# Columns
TURN_NO, PHASE, MOVER, CHANCE, STEPS, HOLES = range(6)
PLACE, SCORE, FLAG, PASSED, WALKER_COLUMNS = range(5)
STEP_SEAT, STEP_CELL, STEP_COLUMNS = range(3)
HOLE_SEAT, HOLE_CELL, HOLE_COLUMNS = range(3)
WALKERS, DUG, GROUND_COLUMNS = range(3)

NOWHERE = -1
"""Where a walker stands that a player does not see."""
UNKNOWN = -1
"""The chance to come, in the view of a seat."""
SIDES = 5
"""A cell and its four neighbours."""


class State(NamedTuple):
    head: Buffer
    walkers: Buffer
    coins: Buffer
    steps: Buffer
    holes: Buffer
    ground: Buffer
    plans: Buffer


class Scratch(NamedTuple):
    events: Buffer
    dice: Buffer
    targets: Buffer
    arrivals: Buffer


def cells_of(dims: Dims) -> int:
    return int(dims.board.head[HEIGHT] * dims.board.head[WIDTH])


def last_cell(dims: Dims) -> int:
    return cells_of(dims) - 1


def last_seat(dims: Dims) -> int:
    return dims.seats - 1


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn"),
        Col("phase", INIT, OVER),
        Col("mover", 0, last_seat),
        Col("chance", UNKNOWN, MASK),
        Col("steps"),
        Col("holes"),
    ),
    walkers=Rows(
        Col("cell", NOWHERE, last_cell),
        Col("score"),
        Col("flag", 0, SIGNAL_MOST),
        Col("passed", 0, 1),
        size=lambda d: d.seats,
    ),
    coins=Rows(
        Col("coins", 0, TREASURE_MOST), size=lambda d: (d.board.head[HEIGHT], d.board.head[WIDTH]), keys=("y", "x")
    ),
    steps=Rows(Col("seat", 0, last_seat), Col("cell", 0, last_cell), size=lambda d: d.seats * PATH_MOST, count="steps"),
    holes=Rows(Col("seat", 0, last_seat), Col("cell", 0, last_cell), size=cells_of, count="holes"),
    # Derived: how many walkers stand on a cell and whether it is dug; how many steps each seat has planned.
    ground=Rows(Col("walkers"), Col("dug"), size=cells_of, derived=True),
    plans=Rows(Col("steps"), size=lambda d: d.seats, derived=True),
)
SCRATCH = Layout(
    Scratch,
    events=Rows(Col("word"), size=lambda d: 0),
    dice=Rows(Col("word"), size=lambda d: 1),
    targets=Rows(Col("cell"), size=lambda d: d.seats),
    arrivals=Rows(Col("walkers"), size=cells_of),
)
UNSOUND = ("", "a walker stands nowhere", "a cell is dug twice", "the chance to come is not known")
UNSOUND_NOWHERE, UNSOUND_DUG, UNSOUND_CHANCE = range(1, 4)

World = world.World[State, Board, Scratch]


# 2  Start


def setup(w: World, seats: int, seed: int) -> None:
    """2.1  Walkers take the starts of the board in turn; its coins are buried."""
    s, b = w.state, w.board
    s.head[CHANCE] = seed & MASK
    for seat in range(seats):
        s.walkers[seat * WALKER_COLUMNS + PLACE] = b.starts[seat % len(b.starts)]
    for cell in range(cell_count(w)):
        s.coins[cell] = b.coins[cell]


def reindex(w: World) -> None:
    """Rebuild the ground and the plans."""
    s = w.state
    for word in range(len(s.ground)):
        s.ground[word] = 0
    for seat in range(seat_count(w)):
        s.plans[seat] = 0
        if cell_of(w, seat) != NOWHERE:
            s.ground[cell_of(w, seat) * GROUND_COLUMNS + WALKERS] += 1
    for hole in range(s.head[HOLES]):
        s.ground[s.holes[hole * HOLE_COLUMNS + HOLE_CELL] * GROUND_COLUMNS + DUG] += 1
    for step in range(s.head[STEPS]):
        s.plans[s.steps[step * STEP_COLUMNS + STEP_SEAT]] += 1


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    for seat in range(seat_count(w)):
        if cell_of(w, seat) == NOWHERE:
            return UNSOUND_NOWHERE
    for cell in range(cell_count(w)):
        if w.state.ground[cell * GROUND_COLUMNS + DUG] > 1:
            return UNSOUND_DUG
    return UNSOUND_CHANCE if w.state.head[CHANCE] == UNKNOWN else 0


# Reading the state


def cell_count(w: World) -> int:
    return w.board.head[HEIGHT] * w.board.head[WIDTH]


def seat_count(w: World) -> int:
    return len(w.state.plans)


def on_board(w: World, y: int, x: int) -> bool:
    return 0 <= y < w.board.head[HEIGHT] and 0 <= x < w.board.head[WIDTH]


def cell_of(w: World, seat: int) -> int:
    return w.state.walkers[seat * WALKER_COLUMNS + PLACE]


def distance(w: World, a: int, b: int) -> int:
    """Steps between two cells."""
    width = w.board.head[WIDTH]
    return abs(a // width - b // width) + abs(a % width - b % width)


def score(w: World, seat: int) -> int:
    return w.state.walkers[seat * WALKER_COLUMNS + SCORE]


# 3  Who is asked, and what is allowed


def asked(w: World, seat: int) -> bool:
    """3.1  Everybody, but one seat after the other when marching."""
    phase = w.state.head[PHASE]
    return phase < OVER and (phase != MARCH or seat == w.state.head[MOVER])


def check(w: World, seat: int, order: Buffer) -> int:
    """3.2  The checks of each action, in this order."""
    phase = w.state.head[PHASE]
    action = order[0]
    if action >= GESTURE and not w.params[GESTURES] >> (action - GESTURE) & 1:
        return FORBIDDEN
    if action == SIGNAL:
        return check_signal(w, order[SIGNAL_VALUE])
    if action == MOVE:
        return check_path(w, seat, order) if phase == PLAN else NOT_NOW
    if phase != MARCH or seat != w.state.head[MOVER]:
        return NOT_NOW
    if w.state.walkers[seat * WALKER_COLUMNS + PASSED]:
        return ALREADY_PASSED
    return OK if action == PASS else check_dig(w, seat, order[DIG_Y], order[DIG_X], order[DIG_TOOL])


def check_signal(w: World, value: int) -> int:
    """3.3  A flag may be raised until the match is over, even by those who wait."""
    if w.state.head[PHASE] == OVER:
        return NOT_NOW
    return OK if 0 <= value <= SIGNAL_MOST else BAD_VALUE


def check_path(w: World, seat: int, order: Buffer) -> int:
    """3.4  One path a turn, not too long, of neighbouring cells from the walker on."""
    length = order[PATH_LENGTH]
    if w.state.plans[seat] > 0:
        return ALREADY_PLANNED
    if length == 0:
        return BROKEN_PATH
    if length > PATH_MOST or (w.params[REACH] >= 0 and length > w.params[REACH]):
        return TOO_FAR
    here = cell_of(w, seat)
    for step in range(length):
        y, x = order[PATH_FIRST + 2 * step], order[PATH_FIRST + 2 * step + 1]
        if not on_board(w, y, x):
            return OFF_BOARD
        cell = y * w.board.head[WIDTH] + x
        if distance(w, here, cell) != 1:
            return BROKEN_PATH
        here = cell
    return OK


def check_dig(w: World, seat: int, y: int, x: int, tool: int) -> int:
    """3.5  A shovel digs here or next door, a pick here only; never twice, never under another walker."""
    if tool != SHOVEL and tool != PICK:
        return BAD_VALUE
    if not on_board(w, y, x):
        return OFF_BOARD
    cell = y * w.board.head[WIDTH] + x
    if distance(w, cell_of(w, seat), cell) > (1 if tool == SHOVEL else 0):
        return TOO_FAR
    if w.state.ground[cell * GROUND_COLUMNS + DUG]:
        return ALREADY_DUG
    own = 1 if cell == cell_of(w, seat) else 0
    return OCCUPIED if w.state.ground[cell * GROUND_COLUMNS + WALKERS] > own else OK


# 4  What an order does


def apply(w: World, seat: int, order: Buffer) -> None:
    """4.1  A path is only filed; the rest is done at once."""
    at = seat * WALKER_COLUMNS
    if order[0] == MOVE:
        for step in range(order[PATH_LENGTH]):
            y, x = order[PATH_FIRST + 2 * step], order[PATH_FIRST + 2 * step + 1]
            file_step(w, seat, y * w.board.head[WIDTH] + x)
    elif order[0] == DIG:
        dig(w, seat, order[DIG_Y] * w.board.head[WIDTH] + order[DIG_X], order[DIG_TOOL])
    elif order[0] == PASS:
        w.state.walkers[at + PASSED] = 1
    else:
        w.state.walkers[at + FLAG] = order[SIGNAL_VALUE]


def file_step(w: World, seat: int, cell: int) -> None:
    """4.2  One more step of a seat's plan."""
    s = w.state
    at = s.head[STEPS] * STEP_COLUMNS
    s.steps[at + STEP_SEAT] = seat
    s.steps[at + STEP_CELL] = cell
    s.head[STEPS] += 1
    s.plans[seat] += 1


def dig(w: World, seat: int, cell: int, tool: int) -> None:
    """4.3  The coins of the cell, twice their worth with the pick."""
    s = w.state
    coins = s.coins[cell] * (2 if tool == PICK else 1)
    at = s.head[HOLES] * HOLE_COLUMNS
    s.holes[at + HOLE_SEAT] = seat
    s.holes[at + HOLE_CELL] = cell
    s.head[HOLES] += 1
    s.ground[cell * GROUND_COLUMNS + DUG] = 1
    s.coins[cell] = 0
    s.walkers[seat * WALKER_COLUMNS + SCORE] += coins
    note(w.scratch.events, FOUND, seat, cell, coins, 0, 0)


# 5  The end of a phase


def resolve(w: World) -> None:
    """5.1  Start, then plan and march in turn, then the end."""
    head = w.state.head
    if head[PHASE] == PLAN:
        walk(w)
        head[PHASE] = MARCH
    elif head[PHASE] == MARCH:
        w.state.walkers[head[MOVER] * WALKER_COLUMNS + PASSED] = 0
        head[MOVER] = (head[MOVER] + 1) % seat_count(w)
        if head[MOVER] == 0:
            end_turn(w)
    else:
        head[PHASE] += 1


def walk(w: World) -> None:
    """5.2  All walkers reach the end of their paths at once."""
    s, t = w.state, w.scratch
    for cell in range(cell_count(w)):
        t.arrivals[cell] = 0
    for seat in range(seat_count(w)):
        t.targets[seat] = cell_of(w, seat)
    for step in range(s.head[STEPS]):
        t.targets[s.steps[step * STEP_COLUMNS + STEP_SEAT]] = s.steps[step * STEP_COLUMNS + STEP_CELL]
    for seat in range(seat_count(w)):
        t.arrivals[t.targets[seat]] += 1
    for seat in range(seat_count(w)):
        arrive(w, seat, t.targets[seat])
        s.plans[seat] = 0
    s.head[STEPS] = 0


def arrive(w: World, seat: int, cell: int) -> None:
    """5.3  Where walkers meet, those who came are thrown back, unless the parameters let them share."""
    if cell == cell_of(w, seat):
        return
    if w.scratch.arrivals[cell] > 1 and w.params[CLASH] == THROWN_BACK:
        note(w.scratch.events, MET, seat, cell, 0, 0, 0)
        return
    lift(w, seat)
    w.state.walkers[seat * WALKER_COLUMNS + PLACE] = cell
    w.state.ground[cell * GROUND_COLUMNS + WALKERS] += 1


def lift(w: World, seat: int) -> None:
    """A walker leaves its cell."""
    w.state.ground[cell_of(w, seat) * GROUND_COLUMNS + WALKERS] -= 1
    w.state.walkers[seat * WALKER_COLUMNS + PLACE] = NOWHERE


def end_turn(w: World) -> None:
    """5.4  The tide brings a coin to a cell by chance; the next turn begins, or the match ends."""
    s = w.state
    w.scratch.dice[0] = s.head[CHANCE]
    cell = draw(w.scratch.dice, cell_count(w))
    s.head[CHANCE] = w.scratch.dice[0]
    if not s.ground[cell * GROUND_COLUMNS + DUG]:
        s.coins[cell] = min(TREASURE_MOST, s.coins[cell] + 1)
    s.head[TURN_NO] += 1
    s.head[PHASE] = END if s.head[TURN_NO] >= w.params[TURNS] else PLAN


# 6  Visibility


def sees(w: World, seat: int, cell: int) -> bool:
    """6.1  The cell of one's walker and its neighbours."""
    return not w.params[FOG] or (cell != NOWHERE and distance(w, cell_of(w, seat), cell) <= 1)


def hide(w: World, seat: int) -> None:
    """6.2  Remove the chance to come, the plans of others, and walkers and coins out of sight."""
    s = w.state
    s.head[CHANCE] = UNKNOWN
    keep_own_steps(w, seat)
    for other in range(seat_count(w)):
        if other != seat:
            s.plans[other] = 0
            if cell_of(w, other) != NOWHERE and not sees(w, seat, cell_of(w, other)):
                lift(w, other)
    for cell in range(cell_count(w)):
        if not sees(w, seat, cell):
            s.coins[cell] = 0


def keep_own_steps(w: World, seat: int) -> None:
    """Close the ranks of one seat's steps; nothing is left behind them."""
    s = w.state
    s.head[STEPS] = 0
    for step in range(len(s.steps) // STEP_COLUMNS):
        at = step * STEP_COLUMNS
        cell = s.steps[at + STEP_CELL]
        mine = s.head[STEPS] < s.plans[seat] and s.steps[at + STEP_SEAT] == seat
        s.steps[at + STEP_SEAT] = 0
        s.steps[at + STEP_CELL] = 0
        if mine:
            s.steps[s.head[STEPS] * STEP_COLUMNS + STEP_SEAT] = seat
            s.steps[s.head[STEPS] * STEP_COLUMNS + STEP_CELL] = cell
            s.head[STEPS] += 1


# Random play


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the turn."""
    if w.state.head[PHASE] == PLAN and w.state.plans[seat] == 0:
        return sample_path(w, seat, rng, row)
    if w.state.head[PHASE] != MARCH or seat != w.state.head[MOVER]:
        return 0
    length = sample_gesture(w, seat, rng, row)
    return length if check(w, seat, row) == OK else 0


def sample_path(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A random walk that stops at the edge of the board."""
    width = w.board.head[WIDTH]
    y, x = cell_of(w, seat) // width, cell_of(w, seat) % width
    longest = draw(rng, 1 + (PATH_MOST if w.params[REACH] < 0 else w.params[REACH]))
    steps = 0
    while steps < longest:
        side = draw(rng, SIDES - 1)
        y += side_y(side)
        x += side_x(side)
        if not on_board(w, y, x):
            longest = 0
        else:
            row[PATH_FIRST + 2 * steps] = y
            row[PATH_FIRST + 2 * steps + 1] = x
            steps += 1
    row[0] = MOVE
    row[PATH_LENGTH] = steps
    return PATH_FIRST + 2 * steps if steps > 0 else 0


def sample_gesture(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """Any gesture, legal or not."""
    choice = draw(rng, 2 * SIDES)
    width = w.board.head[WIDTH]
    if choice == 0:
        row[0] = PASS
        return PASS_LENGTH
    if choice == 1:
        row[0] = SIGNAL
        row[SIGNAL_VALUE] = draw(rng, SIGNAL_MOST + 1)
        return SIGNAL_LENGTH
    side = draw(rng, SIDES)
    row[0] = DIG
    row[DIG_Y] = cell_of(w, seat) // width + side_y(side)
    row[DIG_X] = cell_of(w, seat) % width + side_x(side)
    row[DIG_TOOL] = draw(rng, 2)
    return DIG_LENGTH


def side_y(side: int) -> int:
    """North, south, west, east, here."""
    return (side == 1) - (side == 0)


def side_x(side: int) -> int:
    return (side == 3) - (side == 2)
