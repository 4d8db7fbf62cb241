"""The rules, in kernel style: functions over integers and columns (`CONTRIBUTING.md` says how)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.chance import MASK, draw
from joute.core.columns import Column, Dims, bounded, rows
from joute.core.events import note
from joute.core.rules import Action, Rules, Soundness
from joute.core.tables import clear, copy_row
from joute.core.text import Text
from joute.core.world import Buffer, Phase

from .board import Board
from .params import PATH_MOST, THROWN_BACK, TREASURE_MOST, Params

# Phases of a match
INIT, PLAN, MARCH, END, OVER = range(5)
PHASES = (
    Phase("init", "partie_init", acts=False),
    Phase("placement", "jouer_placement"),
    Phase("marche", "jouer_marche"),
    Phase("fin", "partie_fin", acts=False),
)

# Actions, in the order of RULES below, and tools
MOVE, DIG, PASS, SIGNAL = range(4)
SHOVEL, PICK = range(2)
GESTURE = DIG
"""The first action that the parameter `gestes` may forbid."""

# Answers to an order
NOT_NOW, OFF_BOARD, ALREADY_PLANNED, OK, BROKEN_PATH, TOO_FAR, ALREADY_DUG, OCCUPIED = range(8)
ALREADY_PASSED, FORBIDDEN, BAD_VALUE, TOO_MANY_ORDERS = range(8, 12)
SIGNAL_MOST = 999

NOWHERE = -1
"""Where a walker stands that a player does not see."""
UNKNOWN = -1
"""The chance to come, in the view of a seat; what a query answers that has no answer."""
SIDES = 5
"""A cell and its four neighbours."""


# The state


def cells_of(dims: Dims) -> int:
    return int(dims.board.height * dims.board.width)


def last_cell(dims: Dims) -> int:
    return cells_of(dims) - 1


def seats_of(dims: Dims) -> int:
    return dims.seats


def last_seat(dims: Dims) -> int:
    return dims.seats - 1


def steps_most(dims: Dims) -> int:
    return dims.seats * PATH_MOST


@dataclass(slots=True)
class Head:
    """The match as a whole; `steps` and `holes` count rows."""

    turn: int
    phase: Annotated[int, bounded(INIT, OVER)]
    mover: Annotated[int, bounded(0, last_seat)]
    chance: Annotated[int, bounded(UNKNOWN, MASK)]
    steps: int
    holes: int


class Walkers(NamedTuple):
    """One for each seat."""

    cell: Annotated[Column, bounded(NOWHERE, last_cell)]
    score: Column
    flag: Annotated[Column, bounded(0, SIGNAL_MOST)]
    passed: Annotated[Column, bounded(0, 1)]


class Visits(NamedTuple):
    """Cells of a seat: the steps it has planned, or the holes it has dug."""

    seat: Annotated[Column, bounded(0, last_seat)]
    cell: Annotated[Column, bounded(0, last_cell)]


class Ground(NamedTuple):
    """How many walkers stand on a cell, and whether it is dug."""

    walkers: Column
    dug: Column


class State(NamedTuple):
    head: Head
    walkers: Annotated[Walkers, rows(seats_of)]
    coins: Annotated[
        Column, bounded(0, TREASURE_MOST), rows(lambda d: (d.board.height, d.board.width), keys=("y", "x"))
    ]
    steps: Annotated[Visits, rows(steps_most, count="steps")]
    holes: Annotated[Visits, rows(cells_of, count="holes")]
    ground: Annotated[Ground, rows(cells_of, derived=True)]
    plans: Annotated[Column, rows(seats_of, derived=True)]
    """How many steps each seat has planned."""


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]
    answer: Annotated[Column, rows(lambda d: 2 * PATH_MOST)]
    dice: Annotated[Column, rows(1)]
    targets: Annotated[Column, rows(seats_of)]
    arrivals: Annotated[Column, rows(cells_of)]


World = world.World[State, Board, Params, Scratch]


# Events


class Met(NamedTuple):
    """A walker met another one on a cell, and was thrown back."""

    seat: int
    cell: int


class Found(NamedTuple):
    """A walker has dug out coins."""

    seat: int
    cell: int
    coins: int


# 2  The beginning


def setup(w: World, seats: int, seed: int) -> None:
    """2  Walkers take the starts of the board in turn; its coins are buried."""
    w.state.head.chance = seed & MASK
    for seat in range(seats):
        w.state.walkers.cell[seat] = w.board.starts[seat % len(w.board.starts)]
    for cell in range(cell_count(w)):
        w.state.coins[cell] = w.board.coins[cell]


def reindex(w: World) -> None:
    """Rebuild the ground and the plans."""
    s = w.state
    clear(s.ground, 0, cell_count(w))
    clear(s.plans, 0, seat_count(w))
    for seat in range(seat_count(w)):
        if s.walkers.cell[seat] != NOWHERE:
            s.ground.walkers[s.walkers.cell[seat]] += 1
    for hole in range(s.head.holes):
        s.ground.dug[s.holes.cell[hole]] += 1
    for step in range(s.head.steps):
        s.plans[s.steps.seat[step]] += 1


UNSOUND = ("", "a walker stands nowhere", "a cell is dug twice", "the chance to come is not known")
UNSOUND_NOWHERE, UNSOUND_DUG, UNSOUND_CHANCE = range(1, 4)


def unsound(w: World) -> int:
    """What makes a loaded state impossible, or 0."""
    for seat in range(seat_count(w)):
        if w.state.walkers.cell[seat] == NOWHERE:
            return UNSOUND_NOWHERE
    for cell in range(cell_count(w)):
        if w.state.ground.dug[cell] > 1:
            return UNSOUND_DUG
    return UNSOUND_CHANCE if w.state.head.chance == UNKNOWN else 0


# Reading the state


def cell_count(w: World) -> int:
    return w.board.height * w.board.width


def seat_count(w: World) -> int:
    return len(w.state.plans)


def on_board(w: World, y: int, x: int) -> bool:
    return 0 <= y < w.board.height and 0 <= x < w.board.width


def cell_at(w: World, y: int, x: int) -> int:
    return y * w.board.width + x


def distance(w: World, a: int, b: int) -> int:
    """Steps between two cells."""
    width = w.board.width
    return abs(a // width - b // width) + abs(a % width - b % width)


def score(w: World, seat: int) -> int:
    return w.state.walkers.score[seat]


# 3  Who is asked, and what is allowed


def asked(w: World, seat: int) -> bool:
    """3.1  Everybody, but one seat after the other when marching."""
    phase = w.state.head.phase
    return phase < OVER and (phase != MARCH or seat == w.state.head.mover)


def gate(w: World, seat: int, action: int) -> int:
    """3.2  The checks that come before those of the action: the gesture is allowed, the phase is right."""
    head = w.state.head
    if action >= GESTURE and not w.params.gestes >> (action - GESTURE) & 1:
        return FORBIDDEN
    if action == SIGNAL:
        return OK
    if action == MOVE:
        return OK if head.phase == PLAN else NOT_NOW
    if head.phase != MARCH or seat != head.mover:
        return NOT_NOW
    return ALREADY_PASSED if w.state.walkers.passed[seat] else OK


def check_move(w: World, seat: int, path: Buffer, first: int, length: int) -> int:
    """3.4  One path a turn, not too long, of neighbouring cells from the walker on."""
    if w.state.plans[seat] > 0:
        return ALREADY_PLANNED
    if length == 0:
        return BROKEN_PATH
    if length > PATH_MOST or (w.params.portee >= 0 and length > w.params.portee):
        return TOO_FAR
    here = w.state.walkers.cell[seat]
    for step in range(length):
        y, x = path[first + 2 * step], path[first + 2 * step + 1]
        if not on_board(w, y, x):
            return OFF_BOARD
        if distance(w, here, cell_at(w, y, x)) != 1:
            return BROKEN_PATH
        here = cell_at(w, y, x)
    return OK


def check_dig(w: World, seat: int, y: int, x: int, tool: int) -> int:
    """3.5  A shovel digs here or next door, a pick here only; never twice, never under another walker."""
    if tool != SHOVEL and tool != PICK:
        return BAD_VALUE
    if not on_board(w, y, x):
        return OFF_BOARD
    here, cell = w.state.walkers.cell[seat], cell_at(w, y, x)
    if distance(w, here, cell) > (1 if tool == SHOVEL else 0):
        return TOO_FAR
    if w.state.ground.dug[cell]:
        return ALREADY_DUG
    own = 1 if cell == here else 0
    return OCCUPIED if w.state.ground.walkers[cell] > own else OK


def check_pass(w: World, seat: int) -> int:
    return OK


def check_signal(w: World, seat: int, value: int) -> int:
    """3.3  A flag may be raised until the match is over, even by those who wait."""
    if w.state.head.phase == OVER:
        return NOT_NOW
    return OK if 0 <= value <= SIGNAL_MOST else BAD_VALUE


# 4  What an order does


def move(w: World, seat: int, path: Buffer, first: int, length: int) -> None:
    """4.2  A path is only filed, step by step."""
    head, steps = w.state.head, w.state.steps
    for step in range(length):
        steps.seat[head.steps] = seat
        steps.cell[head.steps] = cell_at(w, path[first + 2 * step], path[first + 2 * step + 1])
        head.steps += 1
        w.state.plans[seat] += 1


def dig(w: World, seat: int, y: int, x: int, tool: int) -> None:
    """4.3  The coins of the cell, twice their worth with the pick."""
    s, cell = w.state, cell_at(w, y, x)
    coins = s.coins[cell] * (2 if tool == PICK else 1)
    s.holes.seat[s.head.holes] = seat
    s.holes.cell[s.head.holes] = cell
    s.head.holes += 1
    s.ground.dug[cell] = 1
    s.coins[cell] = 0
    s.walkers.score[seat] += coins
    note(w.scratch.events, Found(seat, cell, coins))


def pass_turn(w: World, seat: int) -> None:
    w.state.walkers.passed[seat] = 1


def signal(w: World, seat: int, value: int) -> None:
    w.state.walkers.flag[seat] = value


# 5  The end of a phase


def resolve(w: World) -> None:
    """5.1  Start, then plan and march in turn, then the end."""
    head = w.state.head
    if head.phase == PLAN:
        walk(w)
        head.phase = MARCH
    elif head.phase == MARCH:
        w.state.walkers.passed[head.mover] = 0
        head.mover = (head.mover + 1) % seat_count(w)
        if head.mover == 0:
            end_turn(w)
    else:
        head.phase += 1


def walk(w: World) -> None:
    """5.2  All walkers reach the end of their paths at once."""
    s, targets, arrivals = w.state, w.scratch.targets, w.scratch.arrivals
    clear(arrivals, 0, cell_count(w))
    for seat in range(seat_count(w)):
        targets[seat] = s.walkers.cell[seat]
    for step in range(s.head.steps):
        targets[s.steps.seat[step]] = s.steps.cell[step]
    for seat in range(seat_count(w)):
        arrivals[targets[seat]] += 1
    for seat in range(seat_count(w)):
        arrive(w, seat, targets[seat])
        s.plans[seat] = 0
    s.head.steps = 0


def arrive(w: World, seat: int, cell: int) -> None:
    """5.3  Where walkers meet, those who came are thrown back, unless the parameters let them share."""
    if cell == w.state.walkers.cell[seat]:
        return
    if w.scratch.arrivals[cell] > 1 and w.params.choc == THROWN_BACK:
        note(w.scratch.events, Met(seat, cell))
        return
    lift(w, seat)
    w.state.walkers.cell[seat] = cell
    w.state.ground.walkers[cell] += 1


def lift(w: World, seat: int) -> None:
    """A walker leaves its cell."""
    w.state.ground.walkers[w.state.walkers.cell[seat]] -= 1
    w.state.walkers.cell[seat] = NOWHERE


def end_turn(w: World) -> None:
    """5.4  The tide brings a coin to a cell by chance; the next turn begins, or the match ends."""
    head, coins, dice = w.state.head, w.state.coins, w.scratch.dice
    dice[0] = head.chance
    cell = draw(dice, cell_count(w))
    head.chance = dice[0]
    if not w.state.ground.dug[cell]:
        coins[cell] = min(TREASURE_MOST, coins[cell] + 1)
    head.turn += 1
    head.phase = END if head.turn >= w.params.nb_tours else PLAN


# 6  Visibility


def sees(w: World, seat: int, cell: int) -> bool:
    """6.1  The cell of one's walker and its neighbours."""
    return not w.params.brouillard or (cell != NOWHERE and distance(w, w.state.walkers.cell[seat], cell) <= 1)


def hide(w: World, seat: int) -> None:
    """6.2  Remove the chance to come, the plans of others, and walkers and coins out of sight."""
    s = w.state
    s.head.chance = UNKNOWN
    keep_own_steps(w, seat)
    for other in range(seat_count(w)):
        if other != seat:
            s.plans[other] = 0
            if s.walkers.cell[other] != NOWHERE and not sees(w, seat, s.walkers.cell[other]):
                lift(w, other)
    for cell in range(cell_count(w)):
        if not sees(w, seat, cell):
            s.coins[cell] = 0


def keep_own_steps(w: World, seat: int) -> None:
    """Close the ranks of one seat's steps; nothing is left behind them."""
    head, steps = w.state.head, w.state.steps
    own = 0
    for step in range(head.steps):
        if steps.seat[step] == seat:
            copy_row(steps, step, steps, own)
            own += 1
    clear(steps, own, len(steps.seat))
    head.steps = own


# 7  Queries


def my_number(w: World, seat: int) -> int:
    return seat + w.params.premier_joueur


def current_turn(w: World, seat: int) -> int:
    return w.state.head.turn


def seat_of(w: World, player: int) -> int:
    """The seat of a player's number, or -1."""
    seat = player - w.params.premier_joueur
    return seat if 0 <= seat < seat_count(w) else -1


def where_is(w: World, seat: int, player: int, out: Buffer) -> int:
    other = seat_of(w, player)
    cell = NOWHERE if other < 0 else w.state.walkers.cell[other]
    out[0] = UNKNOWN if cell == NOWHERE else cell // w.board.width
    out[1] = UNKNOWN if cell == NOWHERE else cell % w.board.width
    return 1


def score_of(w: World, seat: int, player: int) -> int:
    other = seat_of(w, player)
    return UNKNOWN if other < 0 else score(w, other)


def coins_at(w: World, seat: int, y: int, x: int) -> int:
    if not on_board(w, y, x) or not sees(w, seat, cell_at(w, y, x)):
        return UNKNOWN
    return w.state.coins[cell_at(w, y, x)]


def is_dug(w: World, seat: int, y: int, x: int) -> bool:
    return on_board(w, y, x) and w.state.ground.dug[cell_at(w, y, x)] > 0


def planned_path(w: World, seat: int, out: Buffer) -> int:
    """The steps of a view are the seat's own."""
    count = 0
    for step in range(w.state.head.steps):
        if w.state.steps.seat[step] == seat:
            out[2 * count] = w.state.steps.cell[step] // w.board.width
            out[2 * count + 1] = w.state.steps.cell[step] % w.board.width
            count += 1
    return count


# Random play


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the turn."""
    head = w.state.head
    if head.phase == PLAN and w.state.plans[seat] == 0:
        return sample_path(w, seat, rng, row)
    if head.phase != MARCH or seat != head.mover:
        return 0
    length = sample_gesture(w, seat, rng, row)
    return length if gate(w, seat, row[0]) == OK else 0


def sample_path(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A random walk that stops at the edge of the board."""
    cell = w.state.walkers.cell[seat]
    y, x = cell // w.board.width, cell % w.board.width
    longest = draw(rng, 1 + (PATH_MOST if w.params.portee < 0 else w.params.portee))
    steps = 0
    while steps < longest:
        side = draw(rng, SIDES - 1)
        y += side_y(side)
        x += side_x(side)
        if not on_board(w, y, x):
            longest = 0
        else:
            row[2 + 2 * steps] = y
            row[3 + 2 * steps] = x
            steps += 1
    row[0] = MOVE
    row[1] = steps
    return 2 + 2 * steps if steps > 0 else 0


def sample_gesture(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A gesture that is legal where gestures are allowed, or 0."""
    choice = draw(rng, 2 * SIDES)
    if choice == 0:
        row[0] = PASS
        return 1
    if choice == 1:
        row[0] = SIGNAL
        row[1] = draw(rng, SIGNAL_MOST + 1)
        return 2
    side = draw(rng, SIDES)
    here = w.state.walkers.cell[seat]
    row[0] = DIG
    row[1] = here // w.board.width + side_y(side)
    row[2] = here % w.board.width + side_x(side)
    row[3] = draw(rng, 2)
    return 4 if check_dig(w, seat, row[1], row[2], row[3]) == OK else 0


def side_y(side: int) -> int:
    """North, south, west, east, here."""
    return (side == 1) - (side == 0)


def side_x(side: int) -> int:
    return (side == 3) - (side == 2)


RULES = Rules(
    state=State,
    board=Board,
    params=Params,
    scratch=Scratch,
    phases=PHASES,
    ok=OK,
    actions=(
        Action("deplacer", Text("Walk", "Marcher"), check_move, move),
        Action("creuser", Text("Dig", "Creuser"), check_dig, dig),
        Action("passer", Text("Pass", "Passer"), check_pass, pass_turn),
        Action("signaler", Text("Raise a flag", "Hisser un drapeau"), check_signal, signal),
    ),
    events=(Met, Found),
    setup=setup,
    reindex=reindex,
    asked=asked,
    gate=gate,
    resolve=resolve,
    score=score,
    sample=sample,
    hide=hide,
    unsound=Soundness(unsound, UNSOUND),
    orders_most=300,
    orders_refusal=TOO_MANY_ORDERS,
)
