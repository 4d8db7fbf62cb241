"""The tirs and siège phases (rules, 4.6, 4.7 and 6.3): towers shoot wizards, wizards attack towers."""

from __future__ import annotations

from .state import (
    ATTAQUE,
    ATTAQUE_INSUFFISANTE,
    CASE_ADVERSE,
    CASE_IMPOSSIBLE,
    CASE_UTILISEE,
    CASE_VIDE,
    ENGAGES,
    GROUP_COLUMNS,
    OK,
    PORTEE,
    SEAT,
    SORCIERS,
    SORCIERS_INSUFFISANTS,
    TOWER_COLUMNS,
    VALEUR_INVALIDE,
    VIE,
    World,
    distance,
    group_is,
    group_of,
    group_place,
    is_wall,
    on_board,
    raze,
    settle,
    tower_on,
)

# 4.6  Tirs


def check_tirer(w: World, seat: int, pts: int, x: int, y: int, to_x: int, to_y: int) -> int:
    """6.3"""
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    if pts < 0:
        return VALEUR_INVALIDE
    if is_wall(w, to_x, to_y):
        return CASE_UTILISEE
    row = tower_on(w, x, y)
    if row < 0:
        return CASE_VIDE
    at = row * TOWER_COLUMNS
    if distance(x, y, to_x, to_y) > w.state.towers[at + PORTEE]:
        return VALEUR_INVALIDE
    if w.state.towers[at + SEAT] != seat:
        return CASE_ADVERSE
    if w.state.towers[at + ATTAQUE] < pts:
        return ATTAQUE_INSUFFISANTE
    return OK


def tirer(w: World, seat: int, pts: int, x: int, y: int, to_x: int, to_y: int) -> None:
    """4.6  Every group there that is not the shooter's loses as many wizards, if it has them."""
    s = w.state
    s.towers[tower_on(w, x, y) * TOWER_COLUMNS + ATTAQUE] -= pts
    row = group_place(w, to_x, to_y, 0)
    while group_is(w, row, to_x, to_y):
        at = row * GROUP_COLUMNS
        if s.groups[at + SEAT] != seat and s.groups[at + SORCIERS] > 0:
            s.groups[at + SORCIERS] = max(0, s.groups[at + SORCIERS] - pts)
            settle(w, row)
            return
        row += 1


# 4.7  Siège


def check_assieger(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> int:
    """6.3"""
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    row = group_of(w, seat, x, y)
    if row < 0 or w.state.groups[row * GROUP_COLUMNS + SORCIERS] == 0:
        return SORCIERS_INSUFFISANTS
    if nb < 0 or nb > w.state.groups[row * GROUP_COLUMNS + SORCIERS] - w.state.groups[row * GROUP_COLUMNS + ENGAGES]:
        return SORCIERS_INSUFFISANTS
    if is_wall(w, x, y):
        return CASE_UTILISEE
    if not is_wall(w, to_x, to_y):
        return CASE_VIDE
    if distance(x, y, to_x, to_y) > 1:
        return VALEUR_INVALIDE
    return OK


def assieger(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> None:
    """4.7  The tower loses life and falls at 0; if somebody else has felled it, nothing happens to it."""
    s = w.state
    s.groups[group_of(w, seat, x, y) * GROUP_COLUMNS + ENGAGES] += nb
    row = tower_on(w, to_x, to_y)
    if row >= 0:
        s.towers[row * TOWER_COLUMNS + VIE] -= nb
        if s.towers[row * TOWER_COLUMNS + VIE] <= 0:
            raze(w, row)
