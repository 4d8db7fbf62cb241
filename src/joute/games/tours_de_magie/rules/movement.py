"""The déplacement phase (rules, 4.5 and 6.3): moves and fights."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..board import BASE, SIDE
from ..params import MAGIE_COMBAT, PORTEE_SORCIER, RECOMPENSE_COMBAT, TOTAL
from .state import (
    AMOUNT_MOST,
    CASE_IMPOSSIBLE,
    CASE_UTILISEE,
    DEPLACABLES,
    FIGHT,
    GROUP_COLUMNS,
    GROUP_COUNT,
    NOBODY,
    OCCUPANT,
    OK,
    PORTEE_INSUFFISANTE,
    SEAT,
    SORCIERS,
    SORCIERS_INSUFFISANTS,
    VALEUR_INVALIDE,
    World,
    X,
    Y,
    carry,
    distance,
    earn,
    gather,
    group_is,
    group_of,
    group_place,
    in_group,
    is_wall,
    kind_of,
    on_board,
    settle,
    sweep,
)


def check_deplacer(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> int:
    """6.3"""
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    if nb < 0:
        return VALEUR_INVALIDE
    if is_wall(w, x, y) or is_wall(w, to_x, to_y):
        return CASE_UTILISEE
    if in_group(w, DEPLACABLES, seat, x, y) < nb:
        return SORCIERS_INSUFFISANTS
    if distance(x, y, to_x, to_y) > w.params[PORTEE_SORCIER]:
        return PORTEE_INSUFFISANTE
    if not free_way(w, x, y, to_x, to_y) and not reaches(w, x, y, to_x, to_y):
        return CASE_IMPOSSIBLE
    return OK


def free_way(w: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether no tower stands in the rectangle between two cells: then every way across it is free."""
    low = min(y, to_y)
    rows = ((1 << (max(y, to_y) - low + 1)) - 1) << low
    for column in range(min(x, to_x), max(x, to_x) + 1):
        if w.state.walls[column] & rows:
            return False
    return True


def reaches(w: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """4.5  Whether a path around the towers is short enough: all cells that a walk has reached, step by step."""
    reach = w.scratch.reach
    for column in range(w.board.head[SIDE]):
        reach[column] = 0
    reach[x] = 1 << y
    steps = 0
    grown = True
    while grown and steps < w.params[PORTEE_SORCIER]:
        steps += 1
        grown = spread(w, max(0, x - steps), min(w.board.head[SIDE] - 1, x + steps))
        if (reach[to_x] >> to_y) & 1:
            return True
    return False


def spread(w: World, first: int, last: int) -> bool:
    """One more step in the columns first..last: each cell to its four neighbours without a tower. Is any new?"""
    reach = w.scratch.reach
    side = w.board.head[SIDE]
    inside = (1 << side) - 1
    grown = False
    west = 0
    for column in range(first, last + 1):
        here = reach[column]
        east = reach[column + 1] if column < last else 0
        found = (here | here << 1 | here >> 1 | west | east) & inside & ~w.state.walls[column]
        if found != here:
            grown = True
        reach[column] = found
        west = here
    return grown


def deplacer(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> None:
    """4.5  The group left behind shrinks, the one at the end grows; who has moved does not move again."""
    if nb == 0:
        return
    s = w.state
    row, goal = group_of(w, seat, x, y), group_place(w, to_x, to_y, seat)
    at, there = row * GROUP_COLUMNS, goal * GROUP_COLUMNS
    if x == to_x and y == to_y:
        s.groups[at + DEPLACABLES] -= nb
    elif group_is(w, goal, to_x, to_y) and s.groups[there + SEAT] == seat:
        s.groups[there + SORCIERS] = min(AMOUNT_MOST, s.groups[there + SORCIERS] + nb)
        leave(w, row, nb)
    elif nb == s.groups[at + SORCIERS]:
        carry(w, row, goal, to_x, to_y)
    else:
        leave(w, row, nb)
        gather(w, seat, to_x, to_y, nb, 0)


def leave(w: World, row: int, nb: int) -> None:
    """4.5  Wizards leave a group."""
    w.state.groups[row * GROUP_COLUMNS + DEPLACABLES] -= nb
    w.state.groups[row * GROUP_COLUMNS + SORCIERS] -= nb
    settle(w, row)


# The end of the phase


def end_deplacement(w: World) -> None:
    """4.5  Fights, cell by cell: the groups of a cell follow each other in the list."""
    s = w.state
    first = 0
    while first < s.head[GROUP_COUNT]:
        at = first * GROUP_COLUMNS
        end = first + 1
        while end < s.head[GROUP_COUNT] and same_cell(w, first, end):
            end += 1
        if end > first + 1:
            fight(w, first, end)
        else:
            s.groups[at + OCCUPANT] = 0 if kind_of(w, s.groups[at + X], s.groups[at + Y]) == BASE else 1
        first = end
    sweep(w)


def same_cell(w: World, one: int, other: int) -> bool:
    groups = w.state.groups
    a, b = one * GROUP_COLUMNS, other * GROUP_COLUMNS
    return groups[a + X] == groups[b + X] and groups[a + Y] == groups[b + Y]


def fight(w: World, first: int, end: int) -> None:
    """4.5  The largest group keeps what it has over the second; its owner is paid. Of two equal ones nobody stays."""
    s = w.state
    x, y = s.groups[first * GROUP_COLUMNS + X], s.groups[first * GROUP_COLUMNS + Y]
    largest, second, total, seats = first, 0, 0, 0
    for row in range(first, end):
        here = s.groups[row * GROUP_COLUMNS + SORCIERS]
        total += here
        seats |= 1 << s.groups[row * GROUP_COLUMNS + SEAT]
        if row > first:
            if here > s.groups[largest * GROUP_COLUMNS + SORCIERS]:
                second = s.groups[largest * GROUP_COLUMNS + SORCIERS]
                largest = row
            elif here > second:
                second = here
    most = s.groups[largest * GROUP_COLUMNS + SORCIERS]
    winner = s.groups[largest * GROUP_COLUMNS + SEAT] if most > second else NOBODY
    if most > second:
        earn(w, winner, reward(w, total - most if w.params[RECOMPENSE_COMBAT] == TOTAL else second))
    note(w.scratch.events, FIGHT, x * w.board.head[SIDE] + y, winner, most - second, total - most + second, seats)
    for row in range(first, end):
        at = row * GROUP_COLUMNS
        s.groups[at + SORCIERS] = most - second if row == largest else 0
        s.groups[at + OCCUPANT] = 1 if s.groups[at + SORCIERS] > 0 and kind_of(w, x, y) != BASE else 0


def reward(w: World, wizards: int) -> int:
    """4.5  Magic for wizards defeated, as much as a state holds."""
    if w.params[MAGIE_COMBAT] > 0 and wizards > AMOUNT_MOST // w.params[MAGIE_COMBAT]:
        return AMOUNT_MOST
    return wizards * w.params[MAGIE_COMBAT]
