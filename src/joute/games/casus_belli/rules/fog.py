"""6  What each player may know: the view of a team, with what its characters recorded on their way."""

from __future__ import annotations

from ..board import TOUR, WIDTH
from ..params import SELF_GLIMPSED, VISION, WALKERS_LOOK_NORTH
from .state import (
    ARRIVALS,
    ARRIVED,
    BUCKET_COLUMNS,
    CELL,
    CELLS_A_WORD,
    CHAIN_COLUMNS,
    CHARACTER_COLUMNS,
    CLASSES,
    CROWD_COLUMNS,
    DIRECTION,
    ELFE,
    EYE,
    EYE_COLUMNS,
    EYE_FACING,
    EYE_SIZE,
    EYES,
    FIRST,
    GLIMPSES,
    LIFE_LEFT,
    NOBODY,
    NORD,
    NOWHERE,
    PALANTIR_CELL,
    PLAN_COLUMNS,
    PLAN_OF,
    PLANNED,
    PLANS,
    PREVIOUS,
    RESPAWN,
    ROUTE_COLUMNS,
    SHIFT_X,
    SHIFT_Y,
    SPOT_CELL,
    SPOT_COLUMNS,
    TEAM_COLUMNS,
    VIEWER,
    VOLEUR,
    WALK_FACING,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    WALKER,
    WALKER_X,
    WALKER_Y,
    ZONE_CELL,
    Game,
    cell_count,
    cell_of,
    character_count,
    next_in,
    reindex,
    route_step,
    step_cells,
    step_x,
    step_y,
    team_count,
)
from .vision import character_sees, cone_key, in_cone, in_square, insert_spot, square_key


def hide(w: Game, seat: int) -> None:
    """6  Keep what a team may know. A view stays as it is: it holds what was recorded, not how."""
    s = w.state
    if s.head[VIEWER] != 0:
        return
    recall(w, seat)
    open_eyes(w, seat)
    keep_plans(w, seat)
    for character in range(character_count(w)):
        if character // CLASSES == seat:
            forget_secrets(w, character)
        elif seen_by_eyes(w, seat, cell_of(w, character)):
            forget_inside(w, character)
        else:
            vanish(w, character)
    for team in range(team_count(w)):
        if team != seat:
            s.teams[team * TEAM_COLUMNS + PALANTIR_CELL] = NOWHERE
            s.teams[team * TEAM_COLUMNS + ZONE_CELL] = NOWHERE
    for word in range(WALKED, len(s.routes), ROUTE_COLUMNS):
        s.routes[word] = 0
    renumber(w)
    s.head[VIEWER] = 1 + seat


# Who is seen


def open_eyes(w: Game, seat: int) -> None:
    """5.6  The cells from which a team sees, and how far."""
    eyes = w.scratch.eyes
    for rank in range(CLASSES):
        eyes[rank * EYE_COLUMNS + EYE] = cell_of(w, seat * CLASSES + rank)
        eyes[rank * EYE_COLUMNS + EYE_SIZE] = w.params[VISION + rank]
    eyes[CLASSES * EYE_COLUMNS + EYE] = w.state.teams[seat * TEAM_COLUMNS + PALANTIR_CELL]
    eyes[CLASSES * EYE_COLUMNS + EYE_SIZE] = w.params[VISION + VOLEUR]
    eyes[(EYES - 1) * EYE_COLUMNS + EYE] = w.state.teams[seat * TEAM_COLUMNS + ZONE_CELL]
    eyes[(EYES - 1) * EYE_COLUMNS + EYE_SIZE] = w.params[VISION + ELFE]


def seen_by_eyes(w: Game, seat: int, cell: int) -> bool:
    """5.6  Like `team_sees`, but what is far from all eyes is dismissed at once."""
    width = w.board.head[WIDTH]
    x, y = cell % width, cell // width
    for eye in range(EYES):
        at = w.scratch.eyes[eye * EYE_COLUMNS + EYE]
        far = w.scratch.eyes[eye * EYE_COLUMNS + EYE_SIZE] + 1
        if at != NOWHERE and abs(at % width - x) <= far and abs(at // width - y) <= far:
            if eye < CLASSES:
                if character_sees(w, seat * CLASSES + eye, far - 1, cell):
                    return True
            elif in_square(w, at, far - 1, cell):
                return True
    return False


# What is forgotten


def vanish(w: Game, character: int) -> None:
    """6  Nothing is known of a character out of sight."""
    characters = w.state.characters
    at = character * CHARACTER_COLUMNS
    for column in range(at, at + CHARACTER_COLUMNS):
        characters[column] = 0
    characters[at + CELL] = NOWHERE
    characters[at + RESPAWN] = NOWHERE
    characters[at + WALK_FROM] = NOWHERE


def forget_inside(w: Game, character: int) -> None:
    """6  Of others in sight: place, life and direction only."""
    characters = w.state.characters
    at = character * CHARACTER_COLUMNS
    cell = characters[at + CELL]
    life = characters[at + LIFE_LEFT]
    direction = characters[at + DIRECTION]
    arrived = characters[at + ARRIVED]
    vanish(w, character)
    characters[at + CELL] = cell
    characters[at + LIFE_LEFT] = life
    characters[at + DIRECTION] = direction
    characters[at + ARRIVED] = arrived


def forget_secrets(w: Game, character: int) -> None:
    """6  Of its own characters a team is told neither respawn point nor shift memory; walks became glimpses."""
    characters = w.state.characters
    at = character * CHARACTER_COLUMNS
    characters[at + RESPAWN] = NOWHERE
    characters[at + SHIFT_X] = 0
    characters[at + SHIFT_Y] = 0
    characters[at + WALK_FROM] = NOWHERE
    characters[at + WALK_LENGTH] = 0
    characters[at + WALK_FACING] = 0


def keep_plans(w: Game, seat: int) -> None:
    """6  Other teams' orders are unknown."""
    s = w.state
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    kept = 0
    for plan in range(s.head[PLANS]):
        character = s.plans[plan * PLAN_COLUMNS + PLAN_OF]
        own = character // CLASSES == seat
        for column in range(PLAN_COLUMNS):
            word = s.plans[plan * PLAN_COLUMNS + column]
            s.plans[plan * PLAN_COLUMNS + column] = 0
            if own:
                s.plans[kept * PLAN_COLUMNS + column] = word
        if own:
            kept += 1
        else:
            for word in range(character * words, (character + 1) * words):
                s.routes[word * ROUTE_COLUMNS + PLANNED] = 0
    s.head[PLANS] = kept


def renumber(w: Game) -> None:
    """4.1  Of the arrivals only the order on each cell is known: first, second, ..."""
    s = w.state
    reindex(w)
    for bucket in range(FIRST, len(s.buckets), BUCKET_COLUMNS):
        character = s.buckets[bucket]
        while character != NOBODY:
            s.characters[character * CHARACTER_COLUMNS + ARRIVED] = rank_on_cell(w, character)
            character = next_in(w, character)
    s.head[ARRIVALS] = character_count(w)
    reindex(w)


def rank_on_cell(w: Game, character: int) -> int:
    """One more than whoever came before on the same cell, who has been numbered already."""
    s = w.state
    cell = cell_of(w, character)
    before = s.chain[character * CHAIN_COLUMNS + PREVIOUS]
    while before != NOBODY:
        if cell_of(w, before) == cell:
            return s.characters[before * CHARACTER_COLUMNS + ARRIVED] + 1
        before = s.chain[before * CHAIN_COLUMNS + PREVIOUS]
    return 0


# 4.5  Pénombre


def recall(w: Game, seat: int) -> None:
    """4.5  Write down what each character of a team recorded in the last movement phase."""
    characters, eyes = w.state.characters, w.scratch.eyes
    longest = 0
    for at in range(WALK_LENGTH, len(characters), CHARACTER_COLUMNS):
        longest = max(longest, characters[at])
    for rank in range(CLASSES):
        at = (seat * CLASSES + rank) * CHARACTER_COLUMNS
        eyes[rank * EYE_COLUMNS + EYE] = characters[at + WALK_FROM]
        eyes[rank * EYE_COLUMNS + EYE_SIZE] = w.params[VISION + rank]
        eyes[rank * EYE_COLUMNS + EYE_FACING] = characters[at + WALK_FACING]
        w.scratch.notes[rank] = 0
    if longest > 0:
        crowd = gather_walkers(w, seat)
        for step in range(longest):
            advance(w, crowd, step)
            for rank in range(CLASSES):
                advance_eye(w, seat * CLASSES + rank, step)
                record(w, rank, glance(w, seat * CLASSES + rank, crowd))
    write_notes(w)


def gather_walkers(w: Game, seat: int) -> int:
    """Put into the crowd all whose walks may have come into the team's sight; their number."""
    count = 0
    width = w.board.head[WIDTH]
    for other in range(character_count(w)):
        start = w.state.characters[other * CHARACTER_COLUMNS + WALK_FROM]
        if start != NOWHERE and may_be_met(w, seat, other):
            w.scratch.crowd[count * CROWD_COLUMNS + WALKER] = other
            w.scratch.crowd[count * CROWD_COLUMNS + WALKER_X] = start % width
            w.scratch.crowd[count * CROWD_COLUMNS + WALKER_Y] = start // width
            count += 1
    return count


def may_be_met(w: Game, seat: int, other: int) -> bool:
    """Whether two walks start near enough for one of the team to have seen the other."""
    characters = w.state.characters
    width = w.board.head[WIDTH]
    start = characters[other * CHARACTER_COLUMNS + WALK_FROM]
    x, y = start % width, start // width
    length = characters[other * CHARACTER_COLUMNS + WALK_LENGTH]
    for rank in range(CLASSES):
        eye = w.scratch.eyes[rank * EYE_COLUMNS + EYE]
        far = length + w.scratch.eyes[rank * EYE_COLUMNS + EYE_SIZE] + 1
        far += characters[(seat * CLASSES + rank) * CHARACTER_COLUMNS + WALK_LENGTH]
        if abs(eye % width - x) <= far and abs(eye // width - y) <= far:
            return True
    return False


def advance(w: Game, crowd: int, step: int) -> None:
    """4.5.4a  Those whose path is long enough make a step."""
    walkers = w.scratch.crowd
    for at in range(0, crowd * CROWD_COLUMNS, CROWD_COLUMNS):
        other = walkers[at + WALKER]
        if step < w.state.characters[other * CHARACTER_COLUMNS + WALK_LENGTH]:
            direction = route_step(w, other, WALKED, step)
            walkers[at + WALKER_X] += step_x(direction)
            walkers[at + WALKER_Y] += step_y(direction)


def advance_eye(w: Game, viewer: int, step: int) -> None:
    """4.5.4a  The viewer makes its step, and looks where it goes or always NORD."""
    if step < w.state.characters[viewer * CHARACTER_COLUMNS + WALK_LENGTH]:
        at = viewer % CLASSES * EYE_COLUMNS
        direction = route_step(w, viewer, WALKED, step)
        w.scratch.eyes[at + EYE] += step_cells(w, direction)
        w.scratch.eyes[at + EYE_FACING] = NORD if w.params[WALKERS_LOOK_NORTH] else direction


def glance(w: Game, viewer: int, crowd: int) -> int:
    """4.5.4b  The occupied cells in sight, in listing order, put into the spots; their number."""
    for word in range(len(w.scratch.tested)):
        w.scratch.tested[word] = 0
    at = viewer % CLASSES * EYE_COLUMNS
    eye, size, facing = w.scratch.eyes[at + EYE], w.scratch.eyes[at + EYE_SIZE], w.scratch.eyes[at + EYE_FACING]
    if w.board.ground[eye] == TOUR:
        return glance_around(w, viewer, crowd, eye, size)
    return glance_ahead(w, viewer, crowd, eye, size, facing)


def glance_ahead(w: Game, viewer: int, crowd: int, eye: int, size: int, facing: int) -> int:
    """Those in the cone."""
    width = w.board.head[WIDTH]
    x, y = eye % width, eye // width
    fx, fy = step_x(facing), step_y(facing)
    foot, middle = x * fx + y * fy, x * fy + y * fx
    walkers, count = w.scratch.crowd, 0
    for at in range(0, crowd * CROWD_COLUMNS, CROWD_COLUMNS):
        i = walkers[at + WALKER_X] * fx + walkers[at + WALKER_Y] * fy - foot
        if 0 <= i <= size:
            j = walkers[at + WALKER_X] * fy + walkers[at + WALKER_Y] * fx - middle
            if abs(j) <= i + 1 and first_test(w, viewer, walkers[at + WALKER], cone_key(i, j)):
                cell = walkers[at + WALKER_Y] * width + walkers[at + WALKER_X]
                if in_cone(w, eye, facing, size, cell):
                    count = insert_spot(w, count, cone_key(i, j), cell)
    return count


def glance_around(w: Game, viewer: int, crowd: int, eye: int, size: int) -> int:
    """Those in the square of a tower."""
    width = w.board.head[WIDTH]
    x, y = eye % width, eye // width
    walkers, count = w.scratch.crowd, 0
    for at in range(0, crowd * CROWD_COLUMNS, CROWD_COLUMNS):
        dx = walkers[at + WALKER_X] - x
        dy = walkers[at + WALKER_Y] - y
        if abs(dx) <= size and abs(dy) <= size:
            key = square_key(size, dx, dy)
            cell = eye + dy * width + dx
            if first_test(w, viewer, walkers[at + WALKER], key) and in_square(w, eye, size, cell):
                count = insert_spot(w, count, key, cell)
    return count


def first_test(w: Game, viewer: int, other: int, key: int) -> bool:
    """Whether a place of the listing is looked at for the first time; nobody meets himself, unless PENOMBRE_SOI."""
    tested = w.scratch.tested
    bit = 1 << (key % CELLS_A_WORD)
    if tested[key // CELLS_A_WORD] & bit or (other == viewer and not w.params[SELF_GLIMPSED]):
        return False
    tested[key // CELLS_A_WORD] |= bit
    return True


def record(w: Game, rank: int, count: int) -> None:
    """Append the spots to what a class has noted."""
    notes = w.scratch.notes
    start = CLASSES + rank * ((len(notes) - CLASSES) // CLASSES)
    for spot in range(count):
        notes[start + notes[rank]] = w.scratch.spots[spot * SPOT_COLUMNS + SPOT_CELL]
        notes[rank] += 1


def write_notes(w: Game) -> None:
    """The notes become glimpses, class by class: when a cell was seen is not told."""
    s, notes = w.state, w.scratch.notes
    s.head[GLIMPSES] = 0
    for rank in range(CLASSES):
        start = CLASSES + rank * ((len(notes) - CLASSES) // CLASSES)
        for number in range(notes[rank]):
            s.glimpses[s.head[GLIMPSES]] = rank * cell_count(w) + notes[start + number]
            s.head[GLIMPSES] += 1
