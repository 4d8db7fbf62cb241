"""6  What each player may know: the view of a team, with what its characters recorded on their way."""

from __future__ import annotations

from ..params import SELF_GLIMPSED, VISION, WALKERS_LOOK_NORTH
from .state import (
    ARRIVED,
    BUCKET_COLUMNS,
    CELL,
    CHAIN_COLUMNS,
    CHARACTER_COLUMNS,
    CLASSES,
    DIRECTION,
    ELFE,
    GLIMPSES,
    LAST,
    LIFE_LEFT,
    NEXT,
    NOBODY,
    NORD,
    NOWHERE,
    PALANTIR_CELL,
    PLAN_COLUMNS,
    PLAN_OF,
    PLANNED,
    PLANS,
    PREVIOUS,
    RECHARGE_1,
    RECHARGE_2,
    ROUTE_COLUMNS,
    TEAM_COLUMNS,
    VIEWER,
    VOLEUR,
    WALK_FACING,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    ZONE_CELL,
    World,
    bucket_of,
    cell_count,
    cell_of,
    character_count,
    direction_of,
    first_in,
    link,
    next_in,
    route_step,
    step_cells,
)
from .survey import PRESENT, Survey, is_shared, look, look_around


def reveal(w: World, lookup: Survey, seat: int, view: World) -> None:
    """6  Add what a team knows to what everybody knows. A view stays as it is: it holds what was recorded, not how."""
    if w.state.head[VIEWER] != 0:
        repeat(w, view)
        return
    view.state.head[VIEWER] = 1 + seat
    tell_team(w, lookup, seat, view)
    tell_plans(w, seat, view)
    for rank in range(CLASSES):
        character = seat * CLASSES + rank
        eye, facing, size = cell_of(w, character), direction_of(w, character), w.params[VISION + rank]
        tell_sighted(w, view, look(w, lookup, PRESENT, eye, facing, size, False, w.scratch.sighted, 0, 0))
    for rank in range(CLASSES):
        tell_inside(w, seat * CLASSES + rank, view)


def repeat(w: World, view: World) -> None:
    """The view of a view is that view."""
    for table in range(len(w.state)):
        for word in range(len(w.state[table])):
            view.state[table][word] = w.state[table][word]


# What it sees


def tell_team(w: World, lookup: Survey, seat: int, view: World) -> None:
    """6  Its palantír and its zone, and whom they show."""
    team = seat * TEAM_COLUMNS
    palantir, zone = w.state.teams[team + PALANTIR_CELL], w.state.teams[team + ZONE_CELL]
    view.state.teams[team + PALANTIR_CELL] = palantir
    view.state.teams[team + ZONE_CELL] = zone
    if palantir != NOWHERE:
        size = w.params[VISION + VOLEUR]
        tell_sighted(w, view, look_around(w, lookup, PRESENT, palantir, size, False, w.scratch.sighted, 0, 0))
    if zone != NOWHERE:
        size = w.params[VISION + ELFE]
        tell_sighted(w, view, look_around(w, lookup, PRESENT, zone, size, False, w.scratch.sighted, 0, 0))


def tell_sighted(w: World, view: World, count: int) -> None:
    """6  Who stands on each of the cells in sight that has not been told yet."""
    seen, known = w.state.characters, view.state.characters
    for number in range(count):
        cell = w.scratch.sighted[number]
        character = first_in(w, cell)
        while seen[character * CHARACTER_COLUMNS + CELL] != cell:
            character = next_in(w, character)
        if known[character * CHARACTER_COLUMNS + CELL] == NOWHERE:
            tell_cell(w, view, cell, character)


def tell_cell(w: World, view: World, cell: int, first: int) -> None:
    """6  Place, life and direction of those on a cell, and the order of their arrival: first, second, ..."""
    seen, known = w.state.characters, view.state.characters
    bucket = bucket_of(w, cell) * BUCKET_COLUMNS
    character, arrived = first, 0
    while character != NOBODY:
        at = character * CHARACTER_COLUMNS
        if seen[at + CELL] == cell:
            known[at + CELL] = cell
            known[at + LIFE_LEFT] = seen[at + LIFE_LEFT]
            known[at + DIRECTION] = seen[at + DIRECTION]
            known[at + ARRIVED] = arrived
            arrived += 1
            before = view.state.buckets[bucket + LAST]
            while before != NOBODY and follows(view, before, character):
                before = view.state.chain[before * CHAIN_COLUMNS + PREVIOUS]
            link(view, character, before, bucket)
        character = w.state.chain[character * CHAIN_COLUMNS + NEXT]


def follows(w: World, character: int, other: int) -> bool:
    """Whether a character comes behind another in a bucket: by arrival, then by number."""
    arrived = w.state.characters[character * CHARACTER_COLUMNS + ARRIVED]
    earlier = w.state.characters[other * CHARACTER_COLUMNS + ARRIVED]
    return arrived > earlier or (arrived == earlier and character > other)


# What it knows of its own


def tell_inside(w: World, character: int, view: World) -> None:
    """6  Of its own characters a team is told all but respawn point and shift memory; walks become glimpses."""
    at = character * CHARACTER_COLUMNS
    view.state.characters[at + RECHARGE_1] = w.state.characters[at + RECHARGE_1]
    view.state.characters[at + RECHARGE_2] = w.state.characters[at + RECHARGE_2]


def tell_plans(w: World, seat: int, view: World) -> None:
    """6  Its own orders of this phase; those of other teams are unknown."""
    s, kept = w.state, 0
    words = len(s.routes) // ROUTE_COLUMNS // character_count(w)
    for plan in range(s.head[PLANS]):
        character = s.plans[plan * PLAN_COLUMNS + PLAN_OF]
        if character // CLASSES == seat:
            for column in range(PLAN_COLUMNS):
                view.state.plans[kept * PLAN_COLUMNS + column] = s.plans[plan * PLAN_COLUMNS + column]
            for word in range(character * words, (character + 1) * words):
                view.state.routes[word * ROUTE_COLUMNS + PLANNED] = s.routes[word * ROUTE_COLUMNS + PLANNED]
            kept += 1
    view.state.head[PLANS] = kept


# 4.5  Pénombre


def recall(w: World, lookup: Survey, seat: int, view: World) -> None:
    """4.5  What each character of a team recorded in the last movement phase, put into the glimpses."""
    known = 0
    if w.state.head[VIEWER] != 0:
        known = w.state.head[GLIMPSES]
        for glimpse in range(known):
            w.scratch.glimpses[glimpse] = w.state.glimpses[glimpse]
    else:
        for rank in range(CLASSES):
            known = retrace(w, lookup, seat * CLASSES + rank, known)
    view.state.head[GLIMPSES] = known


def retrace(w: World, lookup: Survey, character: int, known: int) -> int:
    """4.5.4b  Append what a character recorded after each step, but not when; how many glimpses there are then."""
    at, rank = character * CHARACTER_COLUMNS, character % CLASSES
    eye, facing = w.state.characters[at + WALK_FROM], w.state.characters[at + WALK_FACING]
    size, first = w.params[VISION + rank], rank * cell_count(w)
    for step in range(lookup.steps[0]):
        if step < w.state.characters[at + WALK_LENGTH]:
            direction = route_step(w, character, WALKED, step)
            eye += step_cells(w, direction)
            facing = NORD if w.params[WALKERS_LOOK_NORTH] else direction
        alone = not w.params[SELF_GLIMPSED] and not is_shared(w, lookup, step + 1, eye)
        known = look(w, lookup, step + 1, eye, facing, size, alone, w.scratch.glimpses, known, first)
    return known
