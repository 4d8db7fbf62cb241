"""4.1  The state and its tables.

Characters are numbered by team then class: team * 3 + class. A cell is y * width + x.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.columns import MOST, Column, Dims, bounded, family, rows

from ..board import Board
from ..params import AMOUNT_MOST, Params, size_most, steps_most
from .vocabulary import CLASSES, DIRECTIONS, INIT, NOBODY, NORD, NORMALE, NOWHERE, OUEST, OVER, WALK, step_x, step_y

STEPS_A_WORD = 30
STEP_BITS = 2
"""A route is written in words of so many steps of two bits each, the first step lowest."""
ROUTE_MOST = (1 << STEP_BITS * STEPS_A_WORD) - 1
TEAMS_A_WORD = 60
COUNT_MOST = MOST >> 1
"""The largest life, score or number of arrivals a state is loaded with: more than any match comes to, and with room
for what the rest of the match adds."""
QUEUES = 5
"""Cells waiting in a search for paths: one queue more than the highest cost of leaving a cell."""


# Sizes


def seats_of(dims: Dims) -> int:
    return dims.seats


def characters_of(dims: Dims) -> int:
    return dims.seats * CLASSES


def last_character(dims: Dims) -> int:
    return characters_of(dims) - 1


def cells_of(dims: Dims) -> int:
    return int(dims.board.width * dims.board.height)


def last_cell(dims: Dims) -> int:
    return cells_of(dims) - 1


def last_column(dims: Dims) -> int:
    return int(dims.board.width) - 1


def last_row(dims: Dims) -> int:
    return int(dims.board.height) - 1


def first_team(dims: Dims) -> int:
    return int(dims.params["PREMIER_JOUEUR"])


def longest_walk(dims: Dims) -> int:
    return steps_most(dims.params)


def route_words(dims: Dims) -> int:
    """Words that hold the longest route."""
    return max(1, -(-longest_walk(dims) // STEPS_A_WORD))


def field_most(dims: Dims) -> int:
    """How many cells a field of vision can have."""
    size = size_most(dims.params)
    return max((2 * size + 1) ** 2, (size + 1) * (size + 3))


def spots_most(dims: Dims) -> int:
    """How many of them can be occupied."""
    return min(characters_of(dims), cells_of(dims), field_most(dims))


def glimpses_most(dims: Dims) -> int:
    return CLASSES * longest_walk(dims) * spots_most(dims)


def answer_most(dims: Dims) -> int:
    """The longest answer to a query: cells of the map, glimpses of a character, or everybody on a cell."""
    return max(2 * cells_of(dims), 2 * longest_walk(dims) * spots_most(dims), 4 * characters_of(dims))


def bucket_count(dims: Dims) -> int:
    """Odd, so that neighbouring columns do not share buckets."""
    return 2 * characters_of(dims) + 1


Character = Annotated[Column, bounded(NOBODY, last_character)]
Cell = Annotated[Column, bounded(NOWHERE, last_cell)]


# Tables


@dataclass(slots=True)
class Head:
    """`arrivals` numbers those who arrive on a cell; `viewer` is 0 in the true state, 1 + seat in a view."""

    turn: Annotated[int, bounded(0, lambda dims: int(dims.board.turns))]
    phase: Annotated[int, bounded(INIT, OVER)]
    arrivals: Annotated[int, bounded(0, COUNT_MOST)]
    viewer: Annotated[int, bounded(0, seats_of)]
    plans: int
    glimpses: int


class Teams(NamedTuple):
    score: Annotated[Column, bounded(-COUNT_MOST, COUNT_MOST)]
    palantir: Cell
    zone: Cell


class Characters(NamedTuple):
    """`arrived` orders the occupants of a cell. Pénombre follows from the walks of the last movement phase."""

    life: Annotated[Column, bounded(-COUNT_MOST, COUNT_MOST)]
    cell: Cell
    direction: Annotated[Column, bounded(NORD, OUEST)]
    respawn: Cell
    arrived: Column
    recharge: Annotated[Column, family("recharge_1", "recharge_2"), bounded(0, AMOUNT_MOST)]
    shift_x: Annotated[Column, bounded(-MOST)]
    shift_y: Annotated[Column, bounded(-MOST)]
    walk_from: Cell
    walk_length: Annotated[Column, bounded(0, longest_walk)]
    walk_facing: Annotated[Column, bounded(NORD, OUEST)]


class Plans(NamedTuple):
    """The accepted orders of the phase, in canonical order (4.4)."""

    character: Annotated[Column, bounded(0, last_character)]
    attack: Annotated[Column, bounded(NORMALE, WALK)]
    x: Annotated[Column, bounded(0, last_column)]
    y: Annotated[Column, bounded(0, last_row)]
    length: Annotated[Column, bounded(0, longest_walk)]
    direction: Annotated[Column, bounded(NORD, OUEST)]


class Routes(NamedTuple):
    """Steps, as directions: of the path planned in this phase, and of the path walked in the last movement phase."""

    planned: Annotated[Column, bounded(0, ROUTE_MOST)]
    walked: Annotated[Column, bounded(0, ROUTE_MOST)]


class Chain(NamedTuple):
    next: Character
    previous: Character


class Buckets(NamedTuple):
    first: Character
    last: Character


class State(NamedTuple):
    head: Head
    teams: Annotated[Teams, rows(seats_of)]
    characters: Annotated[Characters, rows(characters_of)]
    plans: Annotated[Plans, rows(characters_of, count="plans")]
    routes: Annotated[Routes, rows(lambda d: (characters_of(d), route_words(d)), keys=("character", "word"))]
    glimpses: Annotated[Column, bounded(0, lambda d: CLASSES * cells_of(d) - 1), rows(0, count="glimpses")]
    """In a view: what its characters recorded, as class * cells + cell, Voleur first, each in the order of 4.5."""
    chain: Annotated[Chain, rows(characters_of, derived=True)]
    """Who stands where. Cells share buckets; a bucket chains its characters in the order of their arrival."""
    buckets: Annotated[Buckets, rows(bucket_count, derived=True)]


class Spots(NamedTuple):
    """Occupied cells in listing order, by key."""

    key: Column
    cell: Cell


class Fray(NamedTuple):
    """What is known of each character during the resolution of attacks."""

    initial: Cell
    mark: Character
    condemned: Annotated[Column, bounded(0, 1)]
    noted_life: Column


class Ways(NamedTuple):
    """A search for paths: cells in the order they are reached, what each costs, and which one follows it in a queue or
    comes before it on the best walk."""

    reached: Column
    cost: Column
    link: Column


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]
    answer: Annotated[Column, rows(answer_most)]
    spots: Annotated[Spots, rows(lambda dims: characters_of(dims) + 1)]
    crowd: Annotated[Character, rows(characters_of)]
    """Characters at hand."""
    fray: Annotated[Fray, rows(characters_of)]
    hits: Annotated[Column, rows(lambda dims: characters_of(dims) * (-(-dims.seats // TEAMS_A_WORD)))]
    """Which teams hit a character, as bits."""
    expiring: Annotated[Cell, rows(seats_of)]
    sighted: Annotated[Column, rows(characters_of)]
    """For a view: the occupied cells in sight."""
    glimpses: Annotated[Column, rows(glimpses_most)]
    ways: Annotated[Ways, rows(cells_of)]
    queues: Annotated[Column, rows(QUEUES)]


World = world.World[State, Board, Params, Scratch]


# Reading the state


def team_count(w: World) -> int:
    return len(w.state.teams.score)


def character_count(w: World) -> int:
    return len(w.state.characters.cell)


def cell_count(w: World) -> int:
    return len(w.board.ground)


def on_map(w: World, x: int, y: int) -> bool:
    return 0 <= x < w.board.width and 0 <= y < w.board.height


def step_cells(w: World, direction: int) -> int:
    """How far the next cell in a direction lies in the numbering of cells."""
    return step_x(direction) + step_y(direction) * w.board.width


def route_length(w: World) -> int:
    """How many words a route has."""
    return len(w.state.routes.walked) // character_count(w)


def route_step(w: World, routes: Column, character: int, number: int) -> int:
    """The direction of a step, from 0, of a character's planned or walked route."""
    word = character * route_length(w) + number // STEPS_A_WORD
    return (routes[word] >> (number % STEPS_A_WORD * STEP_BITS)) & (DIRECTIONS - 1)


# 4.1  Who stands where


def bucket_of(w: World, cell: int) -> int:
    return cell % len(w.state.buckets.first)


def first_in(w: World, cell: int) -> int:
    """The first character of the bucket of a cell, or nobody; the chain gives the others. Not all stand on the cell."""
    first = w.state.buckets.first
    return first[cell % len(first)]


def gather(w: World, cell: int) -> int:
    """The occupants of a cell in the order of their arrival, put into the crowd; their number."""
    cells, following = w.state.characters.cell, w.state.chain.next
    count = 0
    character = first_in(w, cell)
    while character != NOBODY:
        if cells[character] == cell:
            w.scratch.crowd[count] = character
            count += 1
        character = following[character]
    return count


def near(w: World, centre: int, far: int) -> int:
    """The characters at most so many columns and rows away, put into the crowd; their number.

    Looks at the characters or at the cells, whichever are fewer.
    """
    if character_count(w) > (2 * far + 1) ** 2:
        return near_by_cells(w, centre, far)
    cells, crowd, width = w.state.characters.cell, w.scratch.crowd, w.board.width
    x, y = centre % width, centre // width
    count = 0
    for character in range(len(cells)):
        cell = cells[character]
        if cell != NOWHERE and abs(cell % width - x) <= far and abs(cell // width - y) <= far:
            crowd[count] = character
            count += 1
    return count


def near_by_cells(w: World, centre: int, far: int) -> int:
    cells, following, crowd = w.state.characters.cell, w.state.chain.next, w.scratch.crowd
    width, height = w.board.width, w.board.height
    x, y = centre % width, centre // width
    count = 0
    for row in range(max(0, y - far), min(height, y + far + 1)):
        for cell in range(row * width + max(0, x - far), row * width + min(width, x + far + 1)):
            character = first_in(w, cell)
            while character != NOBODY:
                if cells[character] == cell:
                    crowd[count] = character
                    count += 1
                character = following[character]
    return count


def move_to(w: World, character: int, cell: int) -> None:
    """4.1  A character is taken from where it stands and appended to the occupants of a cell."""
    head, characters = w.state.head, w.state.characters
    unlink(w, character)
    characters.cell[character] = cell
    characters.arrived[character] = head.arrivals
    head.arrivals += 1
    bucket = bucket_of(w, cell)
    link(w, character, w.state.buckets.last[bucket], bucket)


def unlink(w: World, character: int) -> None:
    """Take a character out of its bucket."""
    chain, buckets = w.state.chain, w.state.buckets
    bucket = bucket_of(w, w.state.characters.cell[character])
    after, before = chain.next[character], chain.previous[character]
    if before == NOBODY:
        buckets.first[bucket] = after
    else:
        chain.next[before] = after
    if after == NOBODY:
        buckets.last[bucket] = before
    else:
        chain.previous[after] = before


def link(w: World, character: int, before: int, bucket: int) -> None:
    """Chain a character behind another of the bucket, or in front of all."""
    chain, buckets = w.state.chain, w.state.buckets
    if before == NOBODY:
        after = buckets.first[bucket]
        buckets.first[bucket] = character
    else:
        after = chain.next[before]
        chain.next[before] = character
    if after == NOBODY:
        buckets.last[bucket] = character
    else:
        chain.previous[after] = character
    chain.next[character] = after
    chain.previous[character] = before


def reindex(w: World) -> None:
    """Rebuild who stands where."""
    s = w.state
    nobody_anywhere(s)
    for character in range(character_count(w)):
        cell = s.characters.cell[character]
        if cell != NOWHERE:
            bucket, arrived = bucket_of(w, cell), s.characters.arrived[character]
            before = s.buckets.last[bucket]
            while before != NOBODY and s.characters.arrived[before] > arrived:
                before = s.chain.previous[before]
            link(w, character, before, bucket)


def nobody_anywhere(s: State) -> None:
    """Empty all buckets."""
    for bucket in range(len(s.buckets.first)):
        s.buckets.first[bucket] = NOBODY
        s.buckets.last[bucket] = NOBODY
    for character in range(len(s.chain.next)):
        s.chain.next[character] = NOBODY
        s.chain.previous[character] = NOBODY
