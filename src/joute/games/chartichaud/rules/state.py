"""3.3, 4.1, 4.2  The vocabulary, the tables of the state, the start, and the words that all chapters use."""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.world import Buffer, Phase

from ..board import CELL_COLUMNS as BOARD_COLUMNS
from ..board import GOLD_A, HEIGHT, SCORE_A, TURN, WIDTH, Board
from ..params import VISION

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

# Actions, and where their orders hold the arguments, after the action's number
ACTIONS = ("move", "build", "farm", "autofarm")
MOVE, BUILD, FARM, AUTOFARM = range(4)
MOVE_KIND, MOVE_Y, MOVE_X, MOVE_NY, MOVE_NX, MOVE_LENGTH = range(1, 7)
BUILD_Y, BUILD_X, BUILD_KIND, BUILD_LENGTH = range(1, 5)
FARM_Y, FARM_X, FARM_LENGTH = range(1, 4)

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


def turns_most(dims: Dims) -> int:
    """4.11  The number of turns after the last one; a board may begin past the limit, and then one turn is played."""
    return max(int(dims.params["max_turns"]), int(dims.board.head[TURN]) + 1)


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn", lambda dims: int(dims.board.head[TURN]), turns_most),
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

World = world.World[State, Board, Buffer, Scratch]


# 3.3  Start


def setup(w: World, seats: int, seed: int) -> None:
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


def reindex(w: World) -> None:
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


# Reading the state


def cell_count(w: World) -> int:
    return w.board.head[HEIGHT] * w.board.head[WIDTH]


def on_board(w: World, y: int, x: int) -> bool:
    return 0 <= y < w.board.head[HEIGHT] and 0 <= x < w.board.head[WIDTH]


def current_player(w: World) -> int:
    """4.1  A when the number of completed turns is even."""
    return w.state.head[TURN_NO] % PLAYERS


def count(w: World, player: int, kind: int, cell: int) -> int:
    return w.state.cells[cell * CELL_COLUMNS + UNITS + player * KINDS + kind]


def units_on(w: World, player: int, cell: int) -> int:
    """Units of a player on a cell, of all kinds."""
    at = cell * CELL_COLUMNS + UNITS + player * KINDS
    cells = w.state.cells
    return cells[at] + cells[at + 1] + cells[at + 2]


def ready(w: World, kind: int, cell: int) -> int:
    """4.2  Units of the current player that have not acted."""
    return count(w, current_player(w), kind, cell) - w.state.cells[cell * CELL_COLUMNS + ACTED + kind]


def add_units(w: World, player: int, kind: int, cell: int, number: int) -> None:
    """Put units on a cell, or take them off it, and keep what is derived in step."""
    s = w.state
    before = units_on(w, player, cell)
    s.cells[cell * CELL_COLUMNS + UNITS + player * KINDS + kind] += number
    s.tallies[player * TALLY_COLUMNS + TOTAL] += number
    if before == 0 and number > 0:
        occupy(w, player, cell)
    elif number < 0 and before + number == 0:
        leave(w, player, cell)


def occupy(w: World, player: int, cell: int) -> None:
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


def leave(w: World, player: int, cell: int) -> None:
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


def look(w: World, player: int, cell: int, change: int) -> None:
    """5.1  A unit sees the cells within Chebyshev distance `vision`."""
    height, width, far = w.board.head[HEIGHT], w.board.head[WIDTH], w.params[VISION]
    y, x = cell // width, cell % width
    sight = w.state.sight
    start = player * height * width
    for row in range(max(0, y - far), min(height, y + far + 1)):
        for column in range(max(0, x - far), min(width, x + far + 1)):
            sight[start + row * width + column] += change


def gain(w: World, player: int, points: int) -> None:
    """Scores only grow, and stop at the largest number a state holds."""
    at = player * PLAYER_COLUMNS + SCORE
    w.state.players[at] = min(MOST, w.state.players[at] + points)
