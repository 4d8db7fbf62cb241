"""6  What each player may know: the view of a team, with what its characters recorded on their way."""

from __future__ import annotations

from joute.core.playout import copy_state
from joute.core.tables import copy_row

from ..params import LOOK_NORTH
from .state import World, bucket_of, cell_count, first_in, link, route_length, route_step, step_cells
from .survey import PRESENT, Lookup, is_shared, look, look_around
from .vocabulary import CLASSES, ELFE, NOBODY, NORD, NOWHERE, SPECIALS, VOLEUR


def reveal(w: World, lookup: Lookup, seat: int, view: World) -> None:
    """6  Add what a team knows to what everybody knows. A view stays as it is: it holds what was recorded, not how."""
    if w.state.head.viewer != 0:
        copy_state(w.state, view.state)
        return
    view.state.head.viewer = 1 + seat
    tell_team(w, lookup, seat, view)
    tell_plans(w, seat, view)
    characters = w.state.characters
    for rank in range(CLASSES):
        character = seat * CLASSES + rank
        eye, facing, size = characters.cell[character], characters.direction[character], w.params.vision[rank]
        tell_sighted(w, view, look(w, lookup, PRESENT, eye, facing, size, False, w.scratch.sighted, 0, 0))
    for rank in range(CLASSES):
        tell_inside(w, seat * CLASSES + rank, view)


# What it sees


def tell_team(w: World, lookup: Lookup, seat: int, view: World) -> None:
    """6  Its palantír and its zone, and whom they show."""
    palantir, zone = w.state.teams.palantir[seat], w.state.teams.zone[seat]
    view.state.teams.palantir[seat] = palantir
    view.state.teams.zone[seat] = zone
    if palantir != NOWHERE:
        size = w.params.vision[VOLEUR]
        tell_sighted(w, view, look_around(w, lookup, PRESENT, palantir, size, False, w.scratch.sighted, 0, 0))
    if zone != NOWHERE:
        size = w.params.vision[ELFE]
        tell_sighted(w, view, look_around(w, lookup, PRESENT, zone, size, False, w.scratch.sighted, 0, 0))


def tell_sighted(w: World, view: World, count: int) -> None:
    """6  Who stands on each of the cells in sight that has not been told yet."""
    cells, following, known = w.state.characters.cell, w.state.chain.next, view.state.characters.cell
    for number in range(count):
        cell = w.scratch.sighted[number]
        character = first_in(w, cell)
        while cells[character] != cell:
            character = following[character]
        if known[character] == NOWHERE:
            tell_cell(w, view, cell, character)


def tell_cell(w: World, view: World, cell: int, first: int) -> None:
    """6  Place, life and direction of those on a cell, and the order of their arrival: first, second, ..."""
    seen, known = w.state.characters, view.state.characters
    bucket = bucket_of(w, cell)
    character, arrived = first, 0
    while character != NOBODY:
        if seen.cell[character] == cell:
            known.cell[character] = cell
            known.life[character] = seen.life[character]
            known.direction[character] = seen.direction[character]
            known.arrived[character] = arrived
            arrived += 1
            before = view.state.buckets.last[bucket]
            while before != NOBODY and follows(view, before, character):
                before = view.state.chain.previous[before]
            link(view, character, before, bucket)
        character = w.state.chain.next[character]


def follows(w: World, character: int, other: int) -> bool:
    """Whether a character comes behind another in a bucket: by arrival, then by number."""
    arrived, earlier = w.state.characters.arrived[character], w.state.characters.arrived[other]
    return arrived > earlier or (arrived == earlier and character > other)


# What it knows of its own


def tell_inside(w: World, character: int, view: World) -> None:
    """6  Of its own characters a team is told all but respawn point and shift memory; walks become glimpses."""
    for special in range(character * SPECIALS, (character + 1) * SPECIALS):
        view.state.characters.recharge[special] = w.state.characters.recharge[special]


def tell_plans(w: World, seat: int, view: World) -> None:
    """6  Its own orders of this phase; those of other teams are unknown."""
    s, words, count = w.state, route_length(w), 0
    for plan in range(s.head.plans):
        character = s.plans.character[plan]
        if character // CLASSES == seat:
            copy_row(s.plans, plan, view.state.plans, count)
            for word in range(character * words, (character + 1) * words):
                view.state.routes.planned[word] = s.routes.planned[word]
            count += 1
    view.state.head.plans = count


# 4.5  Pénombre


def recall(w: World, lookup: Lookup, seat: int, view: World) -> None:
    """4.5  What each character of a team recorded in the last movement phase, put into the glimpses."""
    known = 0
    if w.state.head.viewer != 0:
        known = w.state.head.glimpses
        for glimpse in range(known):
            w.scratch.glimpses[glimpse] = w.state.glimpses[glimpse]
    else:
        for rank in range(CLASSES):
            known = retrace(w, lookup, seat * CLASSES + rank, known)
    view.state.head.glimpses = known


def retrace(w: World, lookup: Lookup, character: int, known: int) -> int:
    """4.5.4b  Append what a character recorded after each step, but not when; how many glimpses there are then."""
    characters, rank = w.state.characters, character % CLASSES
    eye, facing = characters.walk_from[character], characters.walk_facing[character]
    size, first = w.params.vision[rank], rank * cell_count(w)
    for step in range(lookup.steps[0]):
        if step < characters.walk_length[character]:
            direction = route_step(w, w.state.routes.walked, character, step)
            eye += step_cells(w, direction)
            facing = NORD if w.params.regard_en_marche == LOOK_NORTH else direction
        alone = not w.params.penombre_soi and not is_shared(w, lookup, step + 1, eye)
        known = look(w, lookup, step + 1, eye, facing, size, alone, w.scratch.glimpses, known, first)
    return known
