"""The déplacement phase (rules, 4.5 and 6.3): moves and fights."""

from __future__ import annotations

from joute.core.events import note
from joute.core.tables import clear, find, is_at

from ..board import BASE
from ..params import NOBODY, TOTAL
from .events import Fight
from .orders import is_number
from .state import AMOUNT_MOST, World, distance, earn, kind_of, on_board, same_cell
from .terms import (
    CASE_IMPOSSIBLE,
    CASE_UTILISEE,
    OK,
    PORTEE_INSUFFISANTE,
    SORCIERS_INSUFFISANTS,
    VALEUR_INVALIDE,
)
from .towers import is_wall
from .wizards import begin, carry, group_of, in_group, join, settle, sweep


def check_deplacer(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> int:
    """6.3"""
    if not is_number(nb):
        whole = is_number(x) and is_number(y) and is_number(to_x) and is_number(to_y)
        return VALEUR_INVALIDE if whole else CASE_IMPOSSIBLE
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    if nb < 0:
        return VALEUR_INVALIDE
    if is_wall(w, x, y) or is_wall(w, to_x, to_y):
        return CASE_UTILISEE
    if in_group(w, w.state.groups.deplacables, seat, x, y) < nb:
        return SORCIERS_INSUFFISANTS
    if distance(x, y, to_x, to_y) > w.params.portee_sorcier:
        return PORTEE_INSUFFISANTE
    return OK if walkable(w, x, y, to_x, to_y) else CASE_IMPOSSIBLE


def walkable(w: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """4.5  Whether towers leave a path short enough to a cell that is near enough."""
    return free_way(w, x, y, to_x, to_y) or reaches(w, x, y, to_x, to_y)


def free_way(w: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether no tower stands in the rectangle between two cells: then every way across it is free."""
    low = min(y, to_y)
    between = ((1 << (max(y, to_y) - low + 1)) - 1) << low
    for column in range(min(x, to_x), max(x, to_x) + 1):
        if w.state.walls[column] & between:
            return False
    return True


def reaches(w: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """4.5  Whether a path around the towers is short enough: all cells that a walk has reached, step by step."""
    reach, side = w.scratch.reach, w.board.side
    clear(reach, 0, side)
    reach[x] = 1 << y
    steps = 0
    grown = True
    while grown and steps < w.params.portee_sorcier:
        steps += 1
        grown = spread(w, max(0, x - steps), min(side - 1, x + steps))
        if (reach[to_x] >> to_y) & 1:
            return True
    return False


def spread(w: World, first: int, last: int) -> bool:
    """One more step in the columns first..last: each cell to its four neighbours without a tower. Is any new?"""
    reach, walls = w.scratch.reach, w.state.walls
    inside = (1 << w.board.side) - 1
    grown = False
    west = 0
    for column in range(first, last + 1):
        here = reach[column]
        east = reach[column + 1] if column < last else 0
        found = (here | here << 1 | here >> 1 | west | east) & inside & ~walls[column]
        if found != here:
            grown = True
        reach[column] = found
        west = here
    return grown


def deplacer(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> None:
    """4.5  The group left behind shrinks, the one at the end grows; who has moved does not move again."""
    if nb == 0:
        return
    groups, count, group = w.state.groups, w.state.head.groups, group_of(w, seat, x, y)
    groups.deplacables[group] -= nb
    if x == to_x and y == to_y:
        return
    groups.sorciers[group] -= nb
    goal = find(groups, count, to_x, to_y, seat)
    if is_at(groups, goal, count, to_x, to_y, seat):
        join(w, goal, nb, 0)
        settle(w, group)
    elif groups.sorciers[group] == 0 and groups.deplacables[group] == 0:
        carry(w, group, goal, to_x, to_y, nb)
    else:
        settle(w, group)
        begin(w, goal, seat, to_x, to_y)
        join(w, goal, nb, 0)


# The end of the phase


def end_deplacement(w: World) -> None:
    """4.5  Fights, cell by cell: the groups of a cell follow each other in the table."""
    groups, count = w.state.groups, w.state.head.groups
    first = 0
    while first < count:
        end = first + 1
        while end < count and same_cell(groups, first, end):
            end += 1
        if end > first + 1:
            fight(w, first, end)
        else:
            groups.occupant[first] = 0 if kind_of(w, groups.x[first], groups.y[first]) == BASE else 1
        first = end
    sweep(w)


def fight(w: World, first: int, end: int) -> None:
    """4.5  The largest group keeps what it has over the second; its owner is paid. Of two equal ones nobody stays."""
    groups, sorciers = w.state.groups, w.state.groups.sorciers
    x, y = groups.x[first], groups.y[first]
    largest, second, total, seats = first, 0, 0, 0
    for group in range(first, end):
        here = sorciers[group]
        total += here
        seats |= 1 << groups.seat[group]
        if group > first:
            if here > sorciers[largest]:
                second = sorciers[largest]
                largest = group
            elif here > second:
                second = here
    most = sorciers[largest]
    winner = groups.seat[largest] if most > second else NOBODY
    if most > second:
        earn(w, winner, reward(w, total - most if w.params.recompense_combat == TOTAL else second))
    note(w.scratch.events, Fight(x, y, winner, most - second, total - most + second, seats))
    for group in range(first, end):
        sorciers[group] = most - second if group == largest else 0
        groups.occupant[group] = 1 if sorciers[group] > 0 and kind_of(w, x, y) != BASE else 0


def reward(w: World, wizards: int) -> int:
    """4.5  Magic for wizards defeated, as much as a state holds."""
    if w.params.magie_combat > 0 and wizards > AMOUNT_MOST // w.params.magie_combat:
        return AMOUNT_MOST
    return wizards * w.params.magie_combat
