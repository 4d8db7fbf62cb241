"""Groups of wizards: who is on a cell, how they join, leave and disappear (rules, 4.1)."""

from __future__ import annotations

from joute.core.columns import Column
from joute.core.tables import clear, copy_row, find, insert, is_at, remove

from ..params import NOBODY
from .state import AMOUNT_MOST, World


def group_of(w: World, seat: int, x: int, y: int) -> int:
    """The row of a player's group on a cell, or -1."""
    groups, count = w.state.groups, w.state.head.groups
    group = find(groups, count, x, y, seat)
    return group if is_at(groups, group, count, x, y, seat) else -1


def in_group(w: World, column: Column, seat: int, x: int, y: int) -> int:
    """What a column of the groups says of a player's group on a cell; 0 without one."""
    group = group_of(w, seat, x, y)
    return column[group] if group >= 0 else 0


def occupant_of(w: World, x: int, y: int) -> int:
    """4.1  The occupant of a cell, or NOBODY."""
    groups, count = w.state.groups, w.state.head.groups
    group = find(groups, count, x, y)
    while is_at(groups, group, count, x, y):
        if groups.occupant[group]:
            return groups.seat[group]
        group += 1
    return NOBODY


def any_wizard(w: World, x: int, y: int) -> bool:
    """Whether wizards of anybody are on a cell."""
    groups, count = w.state.groups, w.state.head.groups
    group = find(groups, count, x, y)
    while is_at(groups, group, count, x, y):
        if groups.sorciers[group] > 0:
            return True
        group += 1
    return False


def gather(w: World, seat: int, x: int, y: int, number: int, movable: int) -> None:
    """Wizards join a player's group on a cell, or become one."""
    if number == 0:
        return
    head, groups = w.state.head, w.state.groups
    group = find(groups, head.groups, x, y, seat)
    if not is_at(groups, group, head.groups, x, y, seat):
        begin(w, group, seat, x, y)
    join(w, group, number, movable)


def begin(w: World, group: int, seat: int, x: int, y: int) -> None:
    """A new row, before row `group`, for wizards of a player on a cell; it counts nobody yet."""
    head, groups = w.state.head, w.state.groups
    insert(groups, group, head.groups)
    head.groups += 1
    groups.x[group] = x
    groups.y[group] = y
    groups.seat[group] = seat


def join(w: World, group: int, number: int, movable: int) -> None:
    """Wizards join a group."""
    groups = w.state.groups
    groups.sorciers[group] = min(AMOUNT_MOST, groups.sorciers[group] + number)
    groups.deplacables[group] = min(AMOUNT_MOST, groups.deplacables[group] + movable)


def carry(w: World, group: int, goal: int, x: int, y: int, number: int) -> None:
    """The row of a group that all have left becomes that of their new one, which comes before row `goal`.

    It is the same as to remove one row and to insert another, but only the rows between the two move: this is how most
    wizards go.
    """
    groups, seat = w.state.groups, w.state.groups.seat[group]
    while group + 1 < goal:
        copy_row(groups, group + 1, groups, group)
        group += 1
    while group > goal:
        copy_row(groups, group - 1, groups, group)
        group -= 1
    clear(groups, group, group + 1)
    groups.x[group] = x
    groups.y[group] = y
    groups.seat[group] = seat
    groups.sorciers[group] = number


def settle(w: World, group: int) -> None:
    """A group without wizards occupies nothing; without movable ones either, it is gone."""
    head, groups = w.state.head, w.state.groups
    if groups.sorciers[group] == 0:
        groups.occupant[group] = 0
        if groups.deplacables[group] == 0:
            remove(groups, group, head.groups)
            head.groups -= 1


def sweep(w: World) -> None:
    """Remove, in one pass, the groups that count nothing any more."""
    head, groups = w.state.head, w.state.groups
    kept = 0
    for group in range(head.groups):
        if groups.sorciers[group] > 0 or groups.deplacables[group] > 0:
            if kept < group:
                copy_row(groups, group, groups, kept)
            kept += 1
    clear(groups, kept, head.groups)
    head.groups = kept
