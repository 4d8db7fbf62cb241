"""The tirs and siège phases (rules, 4.6, 4.7 and 6.3): towers shoot wizards, wizards attack towers."""

from __future__ import annotations

from joute.core.tables import find, is_at

from .orders import is_number
from .state import World, distance, on_board
from .terms import (
    ATTAQUE_INSUFFISANTE,
    CASE_ADVERSE,
    CASE_IMPOSSIBLE,
    CASE_UTILISEE,
    CASE_VIDE,
    OK,
    SORCIERS_INSUFFISANTS,
    VALEUR_INVALIDE,
)
from .towers import is_wall, raze, tower_on
from .wizards import group_of, settle

# 4.6  Tirs


def check_tirer(w: World, seat: int, pts: int, x: int, y: int, to_x: int, to_y: int) -> int:
    """6.3"""
    if not is_number(pts):
        return VALEUR_INVALIDE
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    if pts < 0:
        return VALEUR_INVALIDE
    if is_wall(w, to_x, to_y):
        return CASE_UTILISEE
    tower = tower_on(w, x, y)
    if tower < 0:
        return CASE_VIDE
    if distance(x, y, to_x, to_y) > w.state.towers.portee[tower]:
        return VALEUR_INVALIDE
    if w.state.towers.seat[tower] != seat:
        return CASE_ADVERSE
    if w.state.towers.attaque[tower] < pts:
        return ATTAQUE_INSUFFISANTE
    return OK


def tirer(w: World, seat: int, pts: int, x: int, y: int, to_x: int, to_y: int) -> None:
    """4.6  Every group there that is not the shooter's loses as many wizards, if it has them."""
    groups, count = w.state.groups, w.state.head.groups
    w.state.towers.attaque[tower_on(w, x, y)] -= pts
    group = find(groups, count, to_x, to_y)
    while is_at(groups, group, count, to_x, to_y):
        if groups.seat[group] != seat and groups.sorciers[group] > 0:
            groups.sorciers[group] = max(0, groups.sorciers[group] - pts)
            settle(w, group)
            return
        group += 1


# 4.7  Siège


def check_assieger(w: World, seat: int, x: int, y: int, to_x: int, to_y: int, nb: int) -> int:
    """6.3"""
    if not is_number(nb):
        whole = is_number(x) and is_number(y) and is_number(to_x) and is_number(to_y)
        return SORCIERS_INSUFFISANTS if whole else CASE_IMPOSSIBLE
    if not on_board(w, x, y) or not on_board(w, to_x, to_y):
        return CASE_IMPOSSIBLE
    groups, group = w.state.groups, group_of(w, seat, x, y)
    if group < 0 or groups.sorciers[group] == 0:
        return SORCIERS_INSUFFISANTS
    if nb < 0 or nb > groups.sorciers[group] - groups.engages[group]:
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
    vie = w.state.towers.vie
    w.state.groups.engages[group_of(w, seat, x, y)] += nb
    tower = tower_on(w, to_x, to_y)
    if tower >= 0:
        if nb < vie[tower]:
            vie[tower] -= nb
        else:
            raze(w, tower)
