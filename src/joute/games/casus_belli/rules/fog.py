"""6  What each player may know: the view of a team, with what its characters recorded on their way."""

from __future__ import annotations

from ..board import WIDTH
from ..params import SELF_GLIMPSED, VISION, WALKERS_LOOK_NORTH
from .state import (
    ARRIVALS,
    ARRIVED,
    BUCKET_COLUMNS,
    CELL,
    CHAIN_COLUMNS,
    CHARACTER_COLUMNS,
    CLASSES,
    CROWD_COLUMNS,
    DIRECTION,
    ELFE,
    EYE,
    EYE_COLUMNS,
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
    step_x,
    step_y,
    team_count,
)
from .vision import character_sees, in_field, in_square, insert_spot, listing_key


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
    longest = 0
    for character in range(character_count(w)):
        longest = max(longest, w.state.characters[character * CHARACTER_COLUMNS + WALK_LENGTH])
    w.state.head[GLIMPSES] = 0
    if longest > 0:
        for rank in range(CLASSES):
            glimpse(w, seat * CLASSES + rank, longest)


def glimpse(w: Game, viewer: int, longest: int) -> None:
    """4.5.4  After every step, the occupied cells of the viewer's field of vision."""
    s = w.state
    width = w.board.head[WIDTH]
    crowd = gather_walkers(w, viewer)
    at = viewer * CHARACTER_COLUMNS
    eye = s.characters[at + WALK_FROM]
    facing = s.characters[at + WALK_FACING]
    for step in range(longest):
        if step < s.characters[at + WALK_LENGTH]:
            facing = route_step(w, viewer, WALKED, step)
            eye += step_x(facing) + step_y(facing) * width
            if w.params[WALKERS_LOOK_NORTH]:
                facing = NORD
        advance(w, crowd, step)
        record(w, viewer % CLASSES, list_walkers(w, viewer, crowd, eye, facing))


def gather_walkers(w: Game, viewer: int) -> int:
    """Put into the crowd all whose walks may have come into the viewer's sight; their number."""
    characters = w.state.characters
    width = w.board.head[WIDTH]
    at = viewer * CHARACTER_COLUMNS
    start = characters[at + WALK_FROM]
    x, y = start % width, start // width
    far = w.params[VISION + viewer % CLASSES] + 1 + characters[at + WALK_LENGTH]
    crowd = w.scratch.crowd
    count = 0
    for other in range(character_count(w)):
        start = characters[other * CHARACTER_COLUMNS + WALK_FROM]
        reach = far + characters[other * CHARACTER_COLUMNS + WALK_LENGTH]
        if start != NOWHERE and abs(start % width - x) <= reach and abs(start // width - y) <= reach:
            if other != viewer or w.params[SELF_GLIMPSED]:
                crowd[count * CROWD_COLUMNS + WALKER] = other
                crowd[count * CROWD_COLUMNS + WALKER_X] = start % width
                crowd[count * CROWD_COLUMNS + WALKER_Y] = start // width
                count += 1
    return count


def advance(w: Game, crowd: int, step: int) -> None:
    """4.5.4a  Those whose path is long enough make a step."""
    walkers = w.scratch.crowd
    for number in range(crowd):
        at = number * CROWD_COLUMNS
        other = walkers[at + WALKER]
        if step < w.state.characters[other * CHARACTER_COLUMNS + WALK_LENGTH]:
            direction = route_step(w, other, WALKED, step)
            walkers[at + WALKER_X] += step_x(direction)
            walkers[at + WALKER_Y] += step_y(direction)


def list_walkers(w: Game, viewer: int, crowd: int, eye: int, facing: int) -> int:
    """4.5.4b  The occupied cells in sight, in listing order, put into the spots; their number."""
    width = w.board.head[WIDTH]
    size = w.params[VISION + viewer % CLASSES]
    x, y = eye % width, eye // width
    count = 0
    for number in range(crowd):
        dx = w.scratch.crowd[number * CROWD_COLUMNS + WALKER_X] - x
        dy = w.scratch.crowd[number * CROWD_COLUMNS + WALKER_Y] - y
        if abs(dx) <= size + 1 and abs(dy) <= size + 1:
            cell = eye + dy * width + dx
            if in_field(w, eye, facing, size, cell):
                count = insert_spot(w, count, listing_key(w, eye, facing, size, cell), cell)
    return count


def record(w: Game, rank: int, count: int) -> None:
    """Append the spots to what a class has recorded."""
    s = w.state
    for spot in range(count):
        cell = w.scratch.spots[spot * SPOT_COLUMNS + SPOT_CELL]
        s.glimpses[s.head[GLIMPSES]] = rank * cell_count(w) + cell
        s.head[GLIMPSES] += 1
