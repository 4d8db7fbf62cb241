"""6  What all views of a state share: what everybody knows, and who stands and stood where, as bits.

Layer 0 is the present; layer k is the moment after step k of the last movement phase. A bit is a cell: the occupied
cells of a row, or of a column, are words of the lookup, so that a look at a cone costs its rows and not its cells.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.columns import Column, Dims, rows
from joute.core.world import Buffer

from ..board import FORET, MUR, TOUR
from ..params import size_most
from .state import (
    STEP_BITS,
    STEPS_A_WORD,
    State,
    World,
    cells_of,
    character_count,
    longest_walk,
    nobody_anywhere,
    on_map,
    route_length,
    team_count,
)
from .vision import unhidden
from .vocabulary import DIRECTIONS, EST, NORD, NOWHERE, SUD, step_x, step_y

CELLS_A_WORD = 60
KNOWN = 1 << CELLS_A_WORD
"""Marks a row of a cone of which it has been found out what hides in it."""
PRESENT = 0


def words_for(cells: int) -> int:
    """How many words have a bit for each cell of a line."""
    return -(-cells // CELLS_A_WORD)


def row_words(dims: Dims) -> int:
    return int((longest_walk(dims) + 1) * dims.board.height * words_for(dims.board.width))


def column_words(dims: Dims) -> int:
    return int((longest_walk(dims) + 1) * dims.board.width * words_for(dims.board.height))


def cone_words(dims: Dims) -> int:
    return cells_of(dims) * DIRECTIONS * (size_most(dims.params) + 1)


class Lookup(NamedTuple):
    steps: Annotated[Column, rows(1)]
    """How many steps the longest walk had."""
    by_row: Annotated[Column, rows(row_words)]
    """Occupied cells by layer and row."""
    by_column: Annotated[Column, rows(column_words)]
    """Occupied cells by layer and column."""
    shared: Annotated[Column, rows(row_words)]
    """Cells with at least two characters, by layer and row."""
    clear: Annotated[Column, rows(cone_words)]
    """The cells that nothing hides, by eye, facing and row of the cone: they follow from the board, and stay."""


def survey(w: World, earlier: State, common: State, lookup: Lookup) -> bool:
    """6  What everybody knows, and who stands and stood where; whether the walks are those of the earlier survey."""
    write_common(w, common)
    width, cells, same = w.board.width, w.state.characters.cell, same_walks(w.state, earlier)
    if not same:
        for layer in range(1, lookup.steps[0] + 1):
            wipe(w, lookup, layer)
        follow_all(w, lookup)
    wipe(w, lookup, PRESENT)
    for character in range(len(cells)):
        cell = cells[character]
        if cell != NOWHERE:
            mark(w, lookup, PRESENT, cell % width, cell // width)
    return same


def same_walks(s: State, earlier: State) -> bool:
    """4.5  Whether everybody walked the same way: then pénombre is the same."""
    now, then = s.characters, earlier.characters
    for character in range(len(now.cell)):
        if now.walk_from[character] != then.walk_from[character]:
            return False
        if now.walk_length[character] != then.walk_length[character]:
            return False
        if now.walk_facing[character] != then.walk_facing[character]:
            return False
    walked, before = s.routes.walked, earlier.routes.walked
    for word in range(len(walked)):
        if walked[word] != before[word]:
            return False
    return True


def wipe(w: World, lookup: Lookup, layer: int) -> None:
    """Nobody is anywhere."""
    width, height = w.board.width, w.board.height
    words = height * words_for(width)
    for word in range(layer * words, (layer + 1) * words):
        lookup.by_row[word] = 0
        lookup.shared[word] = 0
    words = width * words_for(height)
    for word in range(layer * words, (layer + 1) * words):
        lookup.by_column[word] = 0


def write_common(w: World, common: State) -> None:
    """6  The turn and the scores; nobody is anywhere."""
    head, teams, characters = common.head, common.teams, common.characters
    head.turn = w.state.head.turn
    head.phase = w.state.head.phase
    head.arrivals = character_count(w)
    for team in range(team_count(w)):
        teams.score[team] = w.state.teams.score[team]
        teams.palantir[team] = NOWHERE
        teams.zone[team] = NOWHERE
    for character in range(character_count(w)):
        characters.cell[character] = NOWHERE
        characters.respawn[character] = NOWHERE
        characters.walk_from[character] = NOWHERE
    nobody_anywhere(common)


def follow_all(w: World, lookup: Lookup) -> None:
    """4.5.4  Where everybody was after each step of the longest walk."""
    characters = w.state.characters
    lookup.steps[0] = 0
    for character in range(character_count(w)):
        lookup.steps[0] = max(lookup.steps[0], characters.walk_length[character])
    for character in range(character_count(w)):
        if characters.walk_from[character] != NOWHERE:
            follow(w, lookup, character)


def follow(w: World, lookup: Lookup, character: int) -> None:
    """4.5.4  Where a character was after each step of the walk; at its end it stays."""
    walked, width = w.state.routes.walked, w.board.width
    word, route = character * route_length(w), 0
    start, length = w.state.characters.walk_from[character], w.state.characters.walk_length[character]
    x, y = start % width, start // width
    for step in range(lookup.steps[0]):
        if step < length:
            if step % STEPS_A_WORD == 0:
                route = walked[word]
                word += 1
            x += step_x(route & (DIRECTIONS - 1))
            y += step_y(route & (DIRECTIONS - 1))
            route >>= STEP_BITS
        mark(w, lookup, step + 1, x, y)


def mark(w: World, lookup: Lookup, layer: int, x: int, y: int) -> None:
    """Somebody is there."""
    width, height = w.board.width, w.board.height
    at = (layer * height + y) * words_for(width) + x // CELLS_A_WORD
    bit = 1 << (x % CELLS_A_WORD)
    if lookup.by_row[at] & bit:
        lookup.shared[at] |= bit
    else:
        lookup.by_row[at] |= bit
        lookup.by_column[(layer * width + x) * words_for(height) + y // CELLS_A_WORD] |= 1 << (y % CELLS_A_WORD)


def is_shared(w: World, lookup: Lookup, layer: int, cell: int) -> bool:
    """Whether two characters or more are on a cell."""
    width = w.board.width
    x, y = cell % width, cell // width
    at = (layer * w.board.height + y) * words_for(width) + x // CELLS_A_WORD
    return (lookup.shared[at] >> (x % CELLS_A_WORD)) & 1 == 1


def stretch(lines: Buffer, line: int, first: int, last: int) -> int:
    """The bits of a line, which starts at a word, from one cell to another: fewer than a word holds."""
    at, shift = line + first // CELLS_A_WORD, first % CELLS_A_WORD
    count, room = last - first + 1, CELLS_A_WORD - shift
    if count > room:
        return (lines[at] >> shift) | ((lines[at + 1] & ((1 << (count - room)) - 1)) << room)
    return (lines[at] >> shift) & ((1 << count) - 1)


# 5.4, 5.5  Occupied cells in sight, in listing order, written into a list from `count` on, each plus `base`; their
# number then. `alone` leaves out the viewer's own cell.


def look(
    w: World,
    lookup: Lookup,
    layer: int,
    eye: int,
    facing: int,
    size: int,
    alone: bool,
    into: Buffer,
    count: int,
    base: int,
) -> int:
    """5.4  A field of vision: a square on a tower, elsewhere a cone."""
    if w.board.ground[eye] == TOUR:
        return look_around(w, lookup, layer, eye, size, alone, into, count, base)
    return look_ahead(w, lookup, layer, eye, facing, size, alone, into, count, base)


def look_around(
    w: World,
    lookup: Lookup,
    layer: int,
    centre: int,
    size: int,
    alone: bool,
    into: Buffer,
    count: int,
    base: int,
) -> int:
    """5.4  A square, column by column: neither wall nor forest, and nothing hides."""
    width, height = w.board.width, w.board.height
    first, last = max(0, centre // width - size), min(height - 1, centre // width + size)
    words = words_for(height)
    for x in range(max(0, centre % width - size), min(width, centre % width + size + 1)):
        bits = stretch(lookup.by_column, (layer * width + x) * words, first, last)
        cell = first * width + x
        while bits != 0:
            if bits & 1 and w.board.ground[cell] != MUR and w.board.ground[cell] != FORET:
                if cell != centre or not alone:
                    into[count] = base + cell
                    count += 1
            bits >>= 1
            cell += width
    return count


def look_ahead(
    w: World,
    lookup: Lookup,
    layer: int,
    eye: int,
    facing: int,
    size: int,
    alone: bool,
    into: Buffer,
    count: int,
    base: int,
) -> int:
    """5.3  A cone: its rows are rows of the map (NORD, SUD) or columns (EST, OUEST)."""
    width, height = w.board.width, w.board.height
    x, y = eye % width, eye // width
    upright = facing == NORD or facing == SUD
    lines = lookup.by_row if upright else lookup.by_column
    across, deep = (width, height) if upright else (height, width)
    middle, line = (x, y) if upright else (y, x)
    ahead = 1 if facing == EST or facing == SUD else -1
    along = 1 if upright else width
    words, clear = words_for(across), clear_at(w, lookup, eye, facing)
    for i in range(min(size, deep - 1 - line if ahead > 0 else line) + 1):
        first, last = max(0, middle - i - 1), min(across - 1, middle + i + 1)
        bits = stretch(lines, (layer * deep + line) * words, first, last)
        if i == 0 and alone:
            bits &= ~(1 << (middle - first))
        if bits != 0:
            cut = first - middle + i + 1
            if lookup.clear[clear + i] != 0:
                bits &= lookup.clear[clear + i] >> cut
            else:
                bits = first_look(w, lookup, eye, facing, i, bits, cut)
            start = line * width + first if upright else first * width + line
            count = list_row(bits, base + start, along, last - first, ahead, into, count)
        line += ahead
    return count


def list_row(bits: int, start: int, along: int, last: int, ahead: int, into: Buffer, count: int) -> int:
    """5.5  The cells of the bits of a row of a cone, by increasing j: that is backwards for NORD and OUEST."""
    cell = start
    if ahead > 0:
        while bits != 0:
            if bits & 1:
                into[count] = cell
                count += 1
            bits >>= 1
            cell += along
        return count
    for number in range(last, -1, -1):
        if (bits >> number) & 1:
            into[count] = cell + number * along
            count += 1
    return count


# 5.3  What nothing hides, found out once for each row of each cone


def clear_at(w: World, lookup: Lookup, eye: int, facing: int) -> int:
    """Where the rows of a cone are kept."""
    rows = len(lookup.clear) // (len(w.board.ground) * DIRECTIONS)
    return (eye * DIRECTIONS + facing) * rows


def first_look(w: World, lookup: Lookup, eye: int, facing: int, i: int, bits: int, cut: int) -> int:
    """5.3  Those of the bits of row i, which lacks its first ones, that nothing hides; several are worth a note."""
    if bits & (bits - 1) != 0:
        at = clear_at(w, lookup, eye, facing) + i
        lookup.clear[at] = KNOWN
        for place in range(2 * i + 3):
            if shows(w, eye, facing, i, place):
                lookup.clear[at] |= 1 << place
        return bits & (lookup.clear[at] >> cut)
    place = cut
    while bits >> (place - cut) != 1:
        place += 1
    return bits if shows(w, eye, facing, i, place) else 0


def shows(w: World, eye: int, facing: int, i: int, place: int) -> bool:
    """5.3  Whether a place of row i, counted from the left or from the top, is on the map and visible."""
    j = place - i - 1 if facing == EST or facing == SUD else i + 1 - place
    fx, fy, width = step_x(facing), step_y(facing), w.board.width
    if not on_map(w, eye % width + i * fx + j * fy, eye // width + i * fy + j * fx):
        return False
    return (i == 0 and j == 0) or unhidden(w, eye, facing, i, j)
