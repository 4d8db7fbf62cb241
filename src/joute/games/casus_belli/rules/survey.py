"""6  What all views of a state share: what everybody knows, and who stands and stood where, as bits.

Layer 0 is the present; layer k is the moment after step k of the last movement phase. A bit is a cell: the occupied
cells of a row, or of a column, are words of the survey, so that a look at a cone costs its rows and not its cells.
"""

from __future__ import annotations

from typing import NamedTuple

from joute.core.buffers import Col, Dims, Layout, Rows
from joute.core.world import Buffer

from ..board import FORET, HEIGHT, MUR, TOUR, WIDTH
from ..params import size_most, steps_most
from .state import (
    ARRIVALS,
    CELL,
    CHARACTER_COLUMNS,
    DIRECTIONS,
    EST,
    NOBODY,
    NORD,
    NOWHERE,
    PALANTIR_CELL,
    PHASE,
    RESPAWN,
    ROUTE_COLUMNS,
    SCORE,
    STEP_BITS,
    STEPS_A_WORD,
    SUD,
    TEAM_COLUMNS,
    TURN_NO,
    WALK_FACING,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    ZONE_CELL,
    State,
    World,
    character_count,
    on_map,
    step_x,
    step_y,
    team_count,
)
from .vision import unhidden

CELLS_A_WORD = 60
KNOWN = 1 << CELLS_A_WORD
"""Marks a row of a cone of which it has been found out what hides in it."""
PRESENT = 0


class Survey(NamedTuple):
    steps: Buffer
    rows: Buffer
    columns: Buffer
    shared: Buffer
    clear: Buffer


def words_for(cells: int) -> int:
    """How many words have a bit for each cell of a line."""
    return -(-cells // CELLS_A_WORD)


def row_words(dims: Dims) -> int:
    head = dims.board.head
    return int((steps_most(dims.params) + 1) * head[HEIGHT] * words_for(head[WIDTH]))


def column_words(dims: Dims) -> int:
    head = dims.board.head
    return int((steps_most(dims.params) + 1) * head[WIDTH] * words_for(head[HEIGHT]))


def cone_words(dims: Dims) -> int:
    return len(dims.board.ground) * DIRECTIONS * (size_most(dims.params) + 1)


SURVEY = Layout(
    Survey,
    # How many steps the longest walk had.
    steps=Rows(Col("longest"), size=lambda dims: 1),
    # Occupied cells by layer and row, by layer and column; cells with at least two characters, by layer and row.
    rows=Rows(Col("bits"), size=row_words),
    columns=Rows(Col("bits"), size=column_words),
    shared=Rows(Col("bits"), size=row_words),
    # The cells that nothing hides, by eye, facing and row of the cone: they follow from the board, and stay.
    clear=Rows(Col("bits"), size=cone_words),
)


def survey(w: World, earlier: State, common: State, lookup: Survey) -> bool:
    """6  What everybody knows, and who stands and stood where; whether the walks are those of the earlier survey."""
    write_common(w, common)
    width, same = w.board.head[WIDTH], same_walks(w.state, earlier)
    if not same:
        for layer in range(1, lookup.steps[0] + 1):
            wipe(w, lookup, layer)
        follow_all(w, lookup)
    wipe(w, lookup, PRESENT)
    for at in range(CELL, len(w.state.characters), CHARACTER_COLUMNS):
        cell = w.state.characters[at]
        if cell != NOWHERE:
            mark(w, lookup, PRESENT, cell % width, cell // width)
    return same


def same_walks(s: State, earlier: State) -> bool:
    """4.5  Whether everybody walked the same way: then pénombre is the same."""
    for at in range(0, len(s.characters), CHARACTER_COLUMNS):
        for column in range(at + WALK_FROM, at + WALK_FACING + 1):
            if s.characters[column] != earlier.characters[column]:
                return False
    for word in range(WALKED, len(s.routes), ROUTE_COLUMNS):
        if s.routes[word] != earlier.routes[word]:
            return False
    return True


def wipe(w: World, lookup: Survey, layer: int) -> None:
    """Nobody is anywhere."""
    width, height = w.board.head[WIDTH], w.board.head[HEIGHT]
    words = height * words_for(width)
    for word in range(layer * words, (layer + 1) * words):
        lookup.rows[word] = 0
        lookup.shared[word] = 0
    words = width * words_for(height)
    for word in range(layer * words, (layer + 1) * words):
        lookup.columns[word] = 0


def write_common(w: World, common: State) -> None:
    """6  The turn and the scores; nobody is anywhere."""
    common.head[TURN_NO] = w.state.head[TURN_NO]
    common.head[PHASE] = w.state.head[PHASE]
    common.head[ARRIVALS] = character_count(w)
    for team in range(0, team_count(w) * TEAM_COLUMNS, TEAM_COLUMNS):
        common.teams[team + SCORE] = w.state.teams[team + SCORE]
        common.teams[team + PALANTIR_CELL] = NOWHERE
        common.teams[team + ZONE_CELL] = NOWHERE
    for at in range(0, len(common.characters), CHARACTER_COLUMNS):
        common.characters[at + CELL] = NOWHERE
        common.characters[at + RESPAWN] = NOWHERE
        common.characters[at + WALK_FROM] = NOWHERE
    for word in range(len(common.chain)):
        common.chain[word] = NOBODY
    for word in range(len(common.buckets)):
        common.buckets[word] = NOBODY


def follow_all(w: World, lookup: Survey) -> None:
    """4.5.4  Where everybody was after each step of the longest walk."""
    characters = w.state.characters
    lookup.steps[0] = 0
    for at in range(WALK_LENGTH, len(characters), CHARACTER_COLUMNS):
        lookup.steps[0] = max(lookup.steps[0], characters[at])
    for character in range(character_count(w)):
        if characters[character * CHARACTER_COLUMNS + WALK_FROM] != NOWHERE:
            follow(w, lookup, character)


def follow(w: World, lookup: Survey, character: int) -> None:
    """4.5.4  Where a character was after each step of the walk; at its end it stays."""
    s, width = w.state, w.board.head[WIDTH]
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    start = s.characters[character * CHARACTER_COLUMNS + WALK_FROM]
    length = s.characters[character * CHARACTER_COLUMNS + WALK_LENGTH]
    x, y, route = start % width, start // width, 0
    for step in range(lookup.steps[0]):
        if step < length:
            if step % STEPS_A_WORD == 0:
                word = (character * words + step // STEPS_A_WORD) * ROUTE_COLUMNS
                route = s.routes[word + WALKED]
            x += step_x(route & (DIRECTIONS - 1))
            y += step_y(route & (DIRECTIONS - 1))
            route >>= STEP_BITS
        mark(w, lookup, step + 1, x, y)


def mark(w: World, lookup: Survey, layer: int, x: int, y: int) -> None:
    """Somebody is there."""
    width, height = w.board.head[WIDTH], w.board.head[HEIGHT]
    at = (layer * height + y) * words_for(width) + x // CELLS_A_WORD
    bit = 1 << (x % CELLS_A_WORD)
    if lookup.rows[at] & bit:
        lookup.shared[at] |= bit
    else:
        lookup.rows[at] |= bit
        lookup.columns[(layer * width + x) * words_for(height) + y // CELLS_A_WORD] |= 1 << (y % CELLS_A_WORD)


def is_shared(w: World, lookup: Survey, layer: int, cell: int) -> bool:
    """Whether two characters or more are on a cell."""
    width = w.board.head[WIDTH]
    x, y = cell % width, cell // width
    at = (layer * w.board.head[HEIGHT] + y) * words_for(width) + x // CELLS_A_WORD
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
    lookup: Survey,
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
    lookup: Survey,
    layer: int,
    centre: int,
    size: int,
    alone: bool,
    into: Buffer,
    count: int,
    base: int,
) -> int:
    """5.4  A square, column by column: neither wall nor forest, and nothing hides."""
    width, height = w.board.head[WIDTH], w.board.head[HEIGHT]
    first, last = max(0, centre // width - size), min(height - 1, centre // width + size)
    words = words_for(height)
    for x in range(max(0, centre % width - size), min(width, centre % width + size + 1)):
        bits = stretch(lookup.columns, (layer * width + x) * words, first, last)
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
    lookup: Survey,
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
    width, height = w.board.head[WIDTH], w.board.head[HEIGHT]
    x, y = eye % width, eye // width
    upright = facing == NORD or facing == SUD
    lines = lookup.rows if upright else lookup.columns
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


def clear_at(w: World, lookup: Survey, eye: int, facing: int) -> int:
    """Where the rows of a cone are kept."""
    rows = len(lookup.clear) // (len(w.board.ground) * DIRECTIONS)
    return (eye * DIRECTIONS + facing) * rows


def first_look(w: World, lookup: Survey, eye: int, facing: int, i: int, bits: int, cut: int) -> int:
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
    fx, fy, width = step_x(facing), step_y(facing), w.board.head[WIDTH]
    if not on_map(w, eye % width + i * fx + j * fy, eye // width + i * fy + j * fx):
        return False
    return (i == 0 and j == 0) or unhidden(w, eye, facing, i, j)
