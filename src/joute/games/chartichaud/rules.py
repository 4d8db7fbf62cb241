"""The rules, in the order of the rules document. Kernel style: functions over integers and flat buffers.

A cell is y * width + x. `acted` counts units of the current player only, as in 4.2.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.chance import draw
from joute.core.events import note
from joute.core.world import Buffer, Phase, World

from .board import CELL_COLUMNS as BOARD_COLUMNS
from .board import GOLD_A, HEIGHT, SCORE_A, TURN, WIDTH, Board
from .params import (
    BUILDINGS_MOST,
    ELIMINATION_WINS,
    ENEMY_BUILDING_BLOCKS,
    FRESH_ACT,
    MAX_TURNS,
    PRICE,
    VISION,
)

# Players and kinds of unit
PLAYERS = 2
A, B = 0, 1
KINDS = 3
CIVILIAN, MILITARY, BUILDING = 0, 1, 2
NEIGHBOURS = 4

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))
LIVE = True

# Actions, and the words of their orders after the action's own
ACTIONS = ("move", "build", "farm", "autofarm")
MOVE, BUILD, FARM, AUTOFARM = range(4)
MOVE_KIND, MOVE_Y, MOVE_X, MOVE_NY, MOVE_NX, MOVE_WORDS = range(1, 7)
BUILD_Y, BUILD_X, BUILD_KIND, BUILD_WORDS = range(1, 5)
FARM_Y, FARM_X, FARM_WORDS = range(1, 4)
AUTOFARM_WORDS = 1

# Answers to an order (6.0)
OK, MATCH_CANCELLED, BAD_TOKEN, MATCH_OVER, NOT_YOUR_TURN, CANNOT_MOVE, UNKNOWN_KIND, OUT_OF_BOARD = range(8)
NOT_ADJACENT, NO_SUCH_UNIT, ALREADY_ACTED, ENEMY_BUILDING, BUILDING_LIMIT = range(8, 13)
NOT_ENOUGH_GOLD, NO_GOLD, ALREADY_HARVESTED = range(13, 16)
ORDERS_REFUSAL = ALREADY_ACTED

# How a match ends (4.11)
RUNNING, A_WINS, B_WINS, NO_ONE = range(4)
REASONS = ("", "elimination", "turn_limit", "timeout", "crash", "resign")
ELIMINATION, TURN_LIMIT = 1, 2

# Events for viewers: (FIGHT, cell, attacker, attacking military, defending military, survivors or minus those)
FIGHT = 1

# Columns
TURN_NO, PHASE, WINNER, REASON = range(4)
GOLD, SCORE, PLAYER_COLUMNS = range(3)
CELL_GOLD, HARVESTED, UNITS, ACTED, CELL_COLUMNS = 0, 1, 2, 8, 11
PLACES, TOTAL, TALLY_COLUMNS = range(3)

UNKNOWN = -1
"""The gold of an opponent, in a player's view."""
UNITS_MOST = MOST >> 22
"""The most units of a kind on a cell: at any price, what they are worth stays a number that a state holds."""


class State(NamedTuple):
    head: Buffer
    players: Buffer
    cells: Buffer
    sight: Buffer
    places: Buffer
    tallies: Buffer


class Scratch(NamedTuple):
    events: Buffer


def per_player(dims: Dims) -> tuple[int, int]:
    """A row for each cell, once for each player."""
    return PLAYERS, dims.board.head[HEIGHT] * dims.board.head[WIDTH]


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn"),
        Col("phase", INIT, OVER),
        Col("winner", RUNNING, NO_ONE),
        Col("reason", 0, len(REASONS) - 1),
    ),
    players=Rows(Col("gold", UNKNOWN), Col("score"), size=lambda dims: PLAYERS),
    cells=Rows(
        Col("gold"),
        Col("harvested", 0, 1),
        *(Col(name, 0, UNITS_MOST) for name in ("A_C", "A_M", "A_B", "B_C", "B_M", "B_B")),
        *(Col(name, 0, UNITS_MOST) for name in ("acted_C", "acted_M", "acted_B")),
        size=lambda dims: (dims.board.head[HEIGHT], dims.board.head[WIDTH]),
        keys=("y", "x"),
    ),
    # Derived: how many occupied cells of each player see a cell; the occupied cells of each, ascending; their numbers.
    sight=Rows(Col("seen"), size=per_player, derived=True),
    places=Rows(Col("cell"), size=per_player, derived=True),
    tallies=Rows(Col("places"), Col("units"), size=lambda dims: PLAYERS, derived=True),
)
SCRATCH = Layout(Scratch, events=Rows(Col("word"), size=lambda dims: 0))

FAULTS = (
    "",
    "the phase and the winner contradict each other",
    "the gold of a player is not known",
    "a player has no unit, but the match goes on",
    "more units of a kind have acted on a cell than stand there",
    "a cell is harvested, but no civilian has acted there",
    "a cell holds more buildings than the parameters allow",
)
FAULT_PHASE, FAULT_GOLD, FAULT_UNITS, FAULT_ACTED, FAULT_HARVESTED, FAULT_BUILDINGS = range(1, 7)

Game = World[State, Board, Scratch]


# 3.3  Start


def setup(w: Game, seats: int, seed: int) -> None:
    """3.3  Everything about the start is on the board."""
    s, b = w.state, w.board
    s.head[TURN_NO] = b.head[TURN]
    s.head[PHASE] = INIT
    for player in range(seats):
        s.players[player * PLAYER_COLUMNS + GOLD] = b.head[GOLD_A + player]
        s.players[player * PLAYER_COLUMNS + SCORE] = b.head[SCORE_A + player]
    for cell in range(cell_count(w)):
        s.cells[cell * CELL_COLUMNS + CELL_GOLD] = b.cells[cell * BOARD_COLUMNS]
        for unit in range(PLAYERS * KINDS):
            s.cells[cell * CELL_COLUMNS + UNITS + unit] = b.cells[cell * BOARD_COLUMNS + 1 + unit]


def reindex(w: Game) -> None:
    """Rebuild sight, places and tallies from the cells."""
    s = w.state
    cells = cell_count(w)
    for index in range(len(s.sight)):
        s.sight[index] = 0
        s.places[index] = 0
    for player in range(PLAYERS):
        s.tallies[player * TALLY_COLUMNS + PLACES] = 0
        s.tallies[player * TALLY_COLUMNS + TOTAL] = 0
        for cell in range(cells):
            here = units_on(w, player, cell)
            if here > 0:
                s.places[player * cells + s.tallies[player * TALLY_COLUMNS + PLACES]] = cell
                s.tallies[player * TALLY_COLUMNS + PLACES] += 1
                s.tallies[player * TALLY_COLUMNS + TOTAL] += here
                look(w, player, cell, 1)


def fault(w: Game) -> int:
    """What makes a loaded state impossible, or 0."""
    s = w.state
    if (s.head[WINNER] != RUNNING) != (s.head[PHASE] >= END):
        return FAULT_PHASE
    for player in range(PLAYERS):
        if s.players[player * PLAYER_COLUMNS + GOLD] == UNKNOWN:
            return FAULT_GOLD
        if s.head[WINNER] == RUNNING and s.tallies[player * TALLY_COLUMNS + TOTAL] == 0:
            return FAULT_UNITS
    for cell in range(cell_count(w)):
        found = fault_on(w, cell)
        if found > 0:
            return found
    return 0


def fault_on(w: Game, cell: int) -> int:
    """What is impossible on one cell: marks without the units that made them, buildings against 4.5."""
    s = w.state
    at = cell * CELL_COLUMNS
    for kind in range(KINDS):
        if s.cells[at + ACTED + kind] > count(w, current_player(w), kind, cell):
            return FAULT_ACTED
    if s.cells[at + HARVESTED] and s.cells[at + ACTED + CIVILIAN] == 0:
        return FAULT_HARVESTED
    most = max(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    least = min(count(w, A, BUILDING, cell), count(w, B, BUILDING, cell))
    if (w.params[ENEMY_BUILDING_BLOCKS] and least > 0) or 0 <= w.params[BUILDINGS_MOST] < most:
        return FAULT_BUILDINGS
    return 0


# Words


def cell_count(w: Game) -> int:
    return w.board.head[HEIGHT] * w.board.head[WIDTH]


def on_board(w: Game, y: int, x: int) -> bool:
    return 0 <= y < w.board.head[HEIGHT] and 0 <= x < w.board.head[WIDTH]


def current_player(w: Game) -> int:
    """4.1  A when the number of completed turns is even."""
    return w.state.head[TURN_NO] % PLAYERS


def count(w: Game, player: int, kind: int, cell: int) -> int:
    return w.state.cells[cell * CELL_COLUMNS + UNITS + player * KINDS + kind]


def units_on(w: Game, player: int, cell: int) -> int:
    """Units of a player on a cell, of all kinds."""
    at = cell * CELL_COLUMNS + UNITS + player * KINDS
    cells = w.state.cells
    return cells[at] + cells[at + 1] + cells[at + 2]


def ready(w: Game, kind: int, cell: int) -> int:
    """4.2  Units of the current player that have not acted."""
    return count(w, current_player(w), kind, cell) - w.state.cells[cell * CELL_COLUMNS + ACTED + kind]


def add_units(w: Game, player: int, kind: int, cell: int, number: int) -> None:
    """Put units on a cell, or take them off it, and keep what is derived in step."""
    s = w.state
    before = units_on(w, player, cell)
    s.cells[cell * CELL_COLUMNS + UNITS + player * KINDS + kind] += number
    s.tallies[player * TALLY_COLUMNS + TOTAL] += number
    if before == 0 and number > 0:
        occupy(w, player, cell)
    elif number < 0 and before + number == 0:
        leave(w, player, cell)


def occupy(w: Game, player: int, cell: int) -> None:
    """A cell joins the places of a player, which stay ascending."""
    s = w.state
    start = player * cell_count(w)
    at = start + s.tallies[player * TALLY_COLUMNS + PLACES]
    while at > start and s.places[at - 1] > cell:
        s.places[at] = s.places[at - 1]
        at -= 1
    s.places[at] = cell
    s.tallies[player * TALLY_COLUMNS + PLACES] += 1
    look(w, player, cell, 1)


def leave(w: Game, player: int, cell: int) -> None:
    """A cell leaves the places of a player."""
    s = w.state
    start = player * cell_count(w)
    s.tallies[player * TALLY_COLUMNS + PLACES] -= 1
    end = start + s.tallies[player * TALLY_COLUMNS + PLACES]
    at = start
    while s.places[at] != cell:
        at += 1
    while at < end:
        s.places[at] = s.places[at + 1]
        at += 1
    s.places[end] = 0
    look(w, player, cell, -1)


def look(w: Game, player: int, cell: int, change: int) -> None:
    """5.1  A unit sees the cells within Chebyshev distance `vision`."""
    height, width, far = w.board.head[HEIGHT], w.board.head[WIDTH], w.params[VISION]
    y, x = cell // width, cell % width
    sight = w.state.sight
    start = player * height * width
    for row in range(max(0, y - far), min(height, y + far + 1)):
        for column in range(max(0, x - far), min(width, x + far + 1)):
            sight[start + row * width + column] += change


def gain(w: Game, player: int, points: int) -> None:
    """Scores only grow, and stop at the largest number a state holds."""
    at = player * PLAYER_COLUMNS + SCORE
    w.state.players[at] = min(MOST, w.state.players[at] + points)


# 4.3  Checks


def asked(w: Game, seat: int) -> bool:
    """Everybody before and after the match, the current player in it."""
    phase = w.state.head[PHASE]
    return phase == INIT or phase == END or (phase == PLAY and seat == current_player(w))


def check(w: Game, seat: int, order: Buffer) -> int:
    """4.3  The checks common to all actions, then the action's own."""
    s = w.state
    if s.head[WINNER] != RUNNING:
        return MATCH_OVER
    if s.head[PHASE] != PLAY or seat != current_player(w):
        return NOT_YOUR_TURN
    if order[0] == MOVE:
        return check_move(w, seat, order[MOVE_KIND], order[MOVE_Y], order[MOVE_X], order[MOVE_NY], order[MOVE_NX])
    if order[0] == BUILD:
        return check_build(w, seat, order[BUILD_Y], order[BUILD_X], order[BUILD_KIND])
    if order[0] == FARM:
        return check_farm(w, seat, order[FARM_Y], order[FARM_X])
    return OK


def check_move(w: Game, seat: int, kind: int, y: int, x: int, ny: int, nx: int) -> int:
    """4.4"""
    if kind == BUILDING:
        return CANNOT_MOVE
    if kind != CIVILIAN and kind != MILITARY:
        return UNKNOWN_KIND
    if not on_board(w, y, x) or not on_board(w, ny, nx):
        return OUT_OF_BOARD
    if abs(y - ny) + abs(x - nx) != 1:
        return NOT_ADJACENT
    return check_unit(w, seat, kind, y * w.board.head[WIDTH] + x)


def check_unit(w: Game, seat: int, kind: int, cell: int) -> int:
    """The player has a unit of the kind on the cell, and one that has not acted."""
    if count(w, seat, kind, cell) == 0:
        return NO_SUCH_UNIT
    if ready(w, kind, cell) == 0:
        return ALREADY_ACTED
    return OK


def producer(kind: int) -> int:
    """4.5  A civilian constructs buildings, a building recruits the rest."""
    return CIVILIAN if kind == BUILDING else BUILDING


def check_build(w: Game, seat: int, y: int, x: int, kind: int) -> int:
    """4.5"""
    if kind < 0 or kind >= KINDS:
        return UNKNOWN_KIND
    if not on_board(w, y, x):
        return OUT_OF_BOARD
    cell = y * w.board.head[WIDTH] + x
    refusal = check_unit(w, seat, producer(kind), cell)
    if refusal != OK:
        return refusal
    if w.params[ENEMY_BUILDING_BLOCKS] and count(w, 1 - seat, BUILDING, cell) > 0:
        return ENEMY_BUILDING
    limit = w.params[BUILDINGS_MOST]
    if kind == BUILDING and limit >= 0 and count(w, seat, BUILDING, cell) >= limit:
        return BUILDING_LIMIT
    if w.state.players[seat * PLAYER_COLUMNS + GOLD] < w.params[PRICE + kind]:
        return NOT_ENOUGH_GOLD
    return OK


def check_farm(w: Game, seat: int, y: int, x: int) -> int:
    """4.6"""
    if not on_board(w, y, x):
        return OUT_OF_BOARD
    cell = y * w.board.head[WIDTH] + x
    refusal = check_unit(w, seat, CIVILIAN, cell)
    if refusal != OK:
        return refusal
    if w.state.cells[cell * CELL_COLUMNS + CELL_GOLD] == 0:
        return NO_GOLD
    if w.state.cells[cell * CELL_COLUMNS + HARVESTED]:
        return ALREADY_HARVESTED
    return OK


# 4.4 to 4.7  Actions


def apply(w: Game, seat: int, order: Buffer) -> None:
    """Make an accepted order."""
    width = w.board.head[WIDTH]
    if order[0] == MOVE:
        start = order[MOVE_Y] * width + order[MOVE_X]
        move(w, seat, order[MOVE_KIND], start, order[MOVE_NY] * width + order[MOVE_NX])
    elif order[0] == BUILD:
        build(w, seat, order[BUILD_Y] * width + order[BUILD_X], order[BUILD_KIND])
    elif order[0] == FARM:
        farm(w, seat, order[FARM_Y] * width + order[FARM_X])
    else:
        autofarm(w, seat)


def move(w: Game, seat: int, kind: int, start: int, goal: int) -> None:
    """4.4  One unit that has not acted goes, and counts there as having acted."""
    add_units(w, seat, kind, goal, 1)
    add_units(w, seat, kind, start, -1)
    w.state.cells[goal * CELL_COLUMNS + ACTED + kind] += 1


def build(w: Game, seat: int, cell: int, kind: int) -> None:
    """4.5  The producer acts, the price is paid, the unit appears; 4.2 says whether it may act."""
    s = w.state
    s.cells[cell * CELL_COLUMNS + ACTED + producer(kind)] += 1
    s.players[seat * PLAYER_COLUMNS + GOLD] -= w.params[PRICE + kind]
    add_units(w, seat, kind, cell, 1)
    if not w.params[FRESH_ACT]:
        s.cells[cell * CELL_COLUMNS + ACTED + kind] += 1


def farm(w: Game, seat: int, cell: int) -> None:
    """4.6  One gold from the cell to the player, and one point."""
    s = w.state
    at = cell * CELL_COLUMNS
    s.cells[at + ACTED + CIVILIAN] += 1
    s.cells[at + CELL_GOLD] -= 1
    s.cells[at + HARVESTED] = 1
    s.players[seat * PLAYER_COLUMNS + GOLD] = min(MOST, s.players[seat * PLAYER_COLUMNS + GOLD] + 1)
    gain(w, seat, 1)


def autofarm(w: Game, seat: int) -> None:
    """4.7  Harvest wherever a harvest would be accepted."""
    s = w.state
    start, width = seat * cell_count(w), w.board.head[WIDTH]
    for place in range(s.tallies[seat * TALLY_COLUMNS + PLACES]):
        cell = s.places[start + place]
        if check_farm(w, seat, cell // width, cell % width) == OK:
            farm(w, seat, cell)


# 4.8 to 4.11  The end of a turn


def resolve(w: Game) -> None:
    """4.8  Fights, the next turn, the end of the match."""
    s = w.state
    phase = s.head[PHASE]
    if phase == PLAY:
        attacker = current_player(w)
        rest(w, attacker)
        fights(w, attacker)
        s.head[TURN_NO] += 1
        end_match(w)
    if phase == INIT:
        s.head[PHASE] = PLAY
    elif phase == END:
        s.head[PHASE] = OVER
    elif s.head[WINNER] != RUNNING:
        s.head[PHASE] = END


def rest(w: Game, player: int) -> None:
    """4.8  Units may act again and cells be harvested again. Only cells with units of the player can be concerned."""
    s = w.state
    start = player * cell_count(w)
    for place in range(s.tallies[player * TALLY_COLUMNS + PLACES]):
        at = s.places[start + place] * CELL_COLUMNS
        s.cells[at + HARVESTED] = 0
        for kind in range(KINDS):
            s.cells[at + ACTED + kind] = 0


def fights(w: Game, attacker: int) -> None:
    """4.9  Where both stand with a military among them. The last place first: a fight may remove the place."""
    s = w.state
    start = attacker * cell_count(w)
    place = s.tallies[attacker * TALLY_COLUMNS + PLACES] - 1
    while place >= 0:
        cell = s.places[start + place]
        if units_on(w, 1 - attacker, cell) > 0 and (
            count(w, attacker, MILITARY, cell) > 0 or count(w, 1 - attacker, MILITARY, cell) > 0
        ):
            fight(w, attacker, cell)
        place -= 1


def fight(w: Game, attacker: int, cell: int) -> None:
    """4.9, 4.10  Who is left without military loses all there; the attacker is paid for what it destroyed."""
    defender = 1 - attacker
    attacking = count(w, attacker, MILITARY, cell)
    defending = count(w, defender, MILITARY, cell)
    left = survivors(attacking, defending)
    note(w.scratch.events, FIGHT, cell, attacker, attacking, defending, left)
    if left > 0:
        lose(w, attacker, MILITARY, cell, attacking - left)
        points = lose(w, defender, MILITARY, cell, defending)
        points += lose(w, defender, CIVILIAN, cell, count(w, defender, CIVILIAN, cell))
        points += lose(w, defender, BUILDING, cell, count(w, defender, BUILDING, cell))
    else:
        points = lose(w, defender, MILITARY, cell, defending + left)
        lose(w, attacker, MILITARY, cell, attacking)
        lose(w, attacker, CIVILIAN, cell, count(w, attacker, CIVILIAN, cell))
        lose(w, attacker, BUILDING, cell, count(w, attacker, BUILDING, cell))
    gain(w, attacker, points)


def survivors(attacking: int, defending: int) -> int:
    """4.9  Defenders strike first, each strike kills half its strikers, rounded up. Minus: the defenders survive."""
    while attacking > 0 and defending > 0:
        attacking = max(0, attacking - (defending + 1) // 2)
        if attacking > 0:
            defending = max(0, defending - (attacking + 1) // 2)
    return attacking if attacking > 0 else -defending


def lose(w: Game, player: int, kind: int, cell: int, number: int) -> int:
    """Destroy units; what they were worth."""
    if number > 0:
        add_units(w, player, kind, cell, -number)
    return number * w.params[PRICE + kind]


def end_match(w: Game) -> None:
    """4.11  Elimination first, then the turn limit."""
    s = w.state
    for player in range(PLAYERS):
        if s.tallies[player * TALLY_COLUMNS + TOTAL] == 0:
            s.head[REASON] = ELIMINATION
            s.head[WINNER] = A_WINS + 1 - player if w.params[ELIMINATION_WINS] else leader(w)
            return
    if s.head[TURN_NO] >= w.params[MAX_TURNS]:
        s.head[REASON] = TURN_LIMIT
        s.head[WINNER] = leader(w)


def leader(w: Game) -> int:
    """4.11  The strictly higher score, or no one."""
    difference = score(w, A) - score(w, B)
    if difference == 0:
        return NO_ONE
    return A_WINS if difference > 0 else B_WINS


def forfeit(w: Game, seat: int, cause: int) -> None:
    """4.11, 4.12  The opponent wins; what was done in the unfinished turn stands and no fight is resolved."""
    if w.state.head[WINNER] == RUNNING:
        w.state.head[WINNER] = A_WINS + 1 - seat
        w.state.head[REASON] = cause
        w.state.head[PHASE] = END


def score(w: Game, seat: int) -> int:
    return w.state.players[seat * PLAYER_COLUMNS + SCORE]


def standing(w: Game, seat: int) -> int:
    """By score while the match runs; then the winner alone, or nobody, stands first."""
    if w.state.head[WINNER] == RUNNING:
        return score(w, seat)
    return 1 if w.state.head[WINNER] == A_WINS + seat else 0


# 5  Visibility


def sees(w: Game, player: int, cell: int) -> bool:
    """5.1, 5.4  Once a winner is set, everything."""
    return w.state.head[WINNER] != RUNNING or w.state.sight[player * cell_count(w) + cell] > 0


def hide(w: Game, seat: int) -> None:
    """5.2  Remove what a player may not know: hidden cells, the opponent's gold, exact counts behind its flags."""
    s = w.state
    if s.head[WINNER] != RUNNING:
        return
    other = 1 - seat
    cells = cell_count(w)
    s.players[other * PLAYER_COLUMNS + GOLD] = UNKNOWN
    for cell in range(cells):
        if s.sight[seat * cells + cell] == 0:
            s.cells[cell * CELL_COLUMNS + CELL_GOLD] = 0
    place = s.tallies[other * TALLY_COLUMNS + PLACES] - 1
    while place >= 0:
        cell = s.places[other * cells + place]
        hidden = s.sight[seat * cells + cell] == 0
        if current_player(w) == other:
            blur(w, cell, hidden)
        if hidden:
            for kind in range(KINDS):
                add_units(w, other, kind, cell, -count(w, other, kind, cell))
        place -= 1


def blur(w: Game, cell: int, hidden: bool) -> None:
    """5.3  Of units of the player who moves, the one who waits learns only whether one has yet to act."""
    at = cell * CELL_COLUMNS
    cells = w.state.cells
    cells[at + HARVESTED] = 0
    for kind in range(KINDS):
        if hidden or ready(w, kind, cell) > 0:
            cells[at + ACTED + kind] = 0


# Random play

STOP_ONE_IN = 16
TRIES = 8


def sample(w: Game, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order of a random unit, or 0 to end the turn."""
    s = w.state
    if s.head[PHASE] != PLAY or seat != current_player(w) or draw(rng, STOP_ONE_IN) == 0:
        return 0
    start = seat * cell_count(w)
    for _ in range(TRIES):
        cell = s.places[start + draw(rng, s.tallies[seat * TALLY_COLUMNS + PLACES])]
        length = sample_unit(w, cell, rng, row)
        if check(w, seat, row) == OK:
            return length
    return 0


def sample_unit(w: Game, cell: int, rng: Buffer, row: Buffer) -> int:
    """Any order that some unit on the cell might be given, legal or not."""
    width = w.board.head[WIDTH]
    y, x = cell // width, cell % width
    kind = draw(rng, KINDS)
    choice = draw(rng, 8)
    if kind == BUILDING:
        return write_build(row, y, x, choice % 2)
    if kind == CIVILIAN and choice == 0:
        return write_build(row, y, x, BUILDING)
    if kind == CIVILIAN and choice < NEIGHBOURS:
        row[0] = FARM
        row[FARM_Y] = y
        row[FARM_X] = x
        return FARM_WORDS
    return write_move(row, kind, y, x, choice % NEIGHBOURS)


def write_build(row: Buffer, y: int, x: int, kind: int) -> int:
    row[0] = BUILD
    row[BUILD_Y] = y
    row[BUILD_X] = x
    row[BUILD_KIND] = kind
    return BUILD_WORDS


def write_move(row: Buffer, kind: int, y: int, x: int, side: int) -> int:
    """A step north, south, west or east."""
    row[0] = MOVE
    row[MOVE_KIND] = kind
    row[MOVE_Y] = y
    row[MOVE_X] = x
    row[MOVE_NY] = y + (side == 1) - (side == 0)
    row[MOVE_NX] = x + (side == 3) - (side == 2)
    return MOVE_WORDS
