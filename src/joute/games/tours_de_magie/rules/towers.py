"""Towers: where they stand, how they rise and fall (rules, 4.1 and 4.4)."""

from __future__ import annotations

from joute.core.tables import find, insert, remove

from .state import World


def is_wall(w: World, x: int, y: int) -> bool:
    """Whether a tower of anybody stands on a cell."""
    return (w.state.walls[x] >> y) & 1 == 1


def beside_wall(w: World, x: int, y: int) -> bool:
    """Whether a tower of anybody stands beside a cell."""
    walls, here = w.state.walls, 1 << y
    beside = walls[x] & (here << 1 | here >> 1)
    if x > 0:
        beside |= walls[x - 1] & here
    if x + 1 < w.board.side:
        beside |= walls[x + 1] & here
    return beside != 0


def tower_on(w: World, x: int, y: int) -> int:
    """The row of the tower on a cell, or -1."""
    return find(w.state.towers, w.state.head.towers, x, y) if is_wall(w, x, y) else -1


def raise_tower(w: World, seat: int, x: int, y: int, portee: int) -> None:
    """4.4.3  A new tower, whole and marked."""
    head, towers = w.state.head, w.state.towers
    tower = find(towers, head.towers, x, y, seat)
    insert(towers, tower, head.towers)
    head.towers += 1
    towers.x[tower] = x
    towers.y[tower] = y
    towers.seat[tower] = seat
    towers.portee[tower] = portee
    towers.vie[tower] = w.params.vie_tourelle
    towers.attaque[tower] = w.params.attaque_tourelle
    towers.neuve[tower] = 1
    w.state.walls[x] |= 1 << y


def raze(w: World, tower: int) -> None:
    """A tower disappears."""
    head, towers = w.state.head, w.state.towers
    w.state.walls[towers.x[tower]] &= ~(1 << towers.y[tower])
    remove(towers, tower, head.towers)
    head.towers -= 1
