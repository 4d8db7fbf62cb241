"""The construction phase (rules, 4.4 and 6.3): towers and new wizards."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..board import SIDE, SIMPLE
from ..params import (
    BASE_ENNEMIE_BLOQUE,
    CONSTRUCTION_TOURELLE,
    COUT_PORTEE,
    COUT_SORCIER,
    COUT_TOURELLE,
    MAGIE_SUPPRESSION,
    MAX_NUMBER_TOURELLE,
    PLAYERS,
    PORTEE_TOURELLE,
    PORTEE_TOURELLE_MAX,
)
from .state import (
    CASE_ADVERSE,
    CASE_IMPOSSIBLE,
    CASE_UTILISEE,
    CASE_VIDE,
    CLASH,
    MAGIE,
    MAGIE_INSUFFISANTE,
    NEUVE,
    OK,
    PLAYER_COLUMNS,
    PORTEE,
    SEAT,
    TOWER_COLUMNS,
    TOWER_COUNT,
    VALEUR_INVALIDE,
    World,
    X,
    Y,
    alive,
    any_wizard,
    base_distance,
    distance,
    earn,
    find_row,
    gather,
    is_wall,
    kind_of,
    on_board,
    raise_tower,
    raze,
    tower_on,
)

# 4.4.1  Creating wizards


def check_creer(w: World, seat: int, nb: int) -> int:
    """6.3"""
    if nb <= 0:
        return VALEUR_INVALIDE
    if w.state.players[seat * PLAYER_COLUMNS + MAGIE] < nb * w.params[COUT_SORCIER]:
        return MAGIE_INSUFFISANTE
    return OK


def creer(w: World, seat: int, nb: int) -> None:
    """4.4.1  New wizards stand on the base and may move in this round."""
    side = w.board.head[SIDE]
    w.state.players[seat * PLAYER_COLUMNS + MAGIE] -= nb * w.params[COUT_SORCIER]
    gather(w, seat, w.board.bases[seat] // side, w.board.bases[seat] % side, nb, nb)


# 4.4.2  Where a tower can be built


def constructible(w: World, seat: int, x: int, y: int) -> bool:
    """4.4.2  An ordinary cell in reach of a support, and strictly nearer to it than to any enemy obstacle."""
    if kind_of(w, x, y) != SIMPLE or is_wall(w, x, y):
        return False
    s = w.state
    support = w.params[CONSTRUCTION_TOURELLE] + 1
    enemy = support
    for player in range(PLAYERS):
        if alive(w, player):
            if player == seat:
                support = min(support, base_distance(w, seat, x, y))
            elif w.params[BASE_ENNEMIE_BLOQUE]:
                enemy = min(enemy, base_distance(w, player, x, y))
    for row in range(s.head[TOWER_COUNT]):
        at = row * TOWER_COLUMNS
        far = distance(x, y, s.towers[at + X], s.towers[at + Y])
        if s.towers[at + SEAT] != seat:
            enemy = min(enemy, far)
        elif s.towers[at + NEUVE] == 0:
            support = min(support, far)
    return support <= w.params[CONSTRUCTION_TOURELLE] and enemy > support


def price(w: World, portee: int) -> int:
    """4.4.3  The basic price, and a surcharge for a greater range."""
    extra = portee - w.params[PORTEE_TOURELLE]
    if extra == 0:
        return w.params[COUT_TOURELLE]
    return w.params[COUT_TOURELLE] + w.params[COUT_PORTEE] + extra * extra


def owned_towers(w: World, seat: int) -> int:
    """How many towers a player has, new ones included."""
    found = 0
    for row in range(w.state.head[TOWER_COUNT]):
        if w.state.towers[row * TOWER_COLUMNS + SEAT] == seat:
            found += 1
    return found


def check_construire(w: World, seat: int, x: int, y: int, portee: int) -> int:
    """6.3"""
    if not on_board(w, x, y):
        return CASE_IMPOSSIBLE
    if kind_of(w, x, y) != SIMPLE or is_wall(w, x, y) or any_wizard(w, x, y):
        return CASE_UTILISEE
    if not constructible(w, seat, x, y):
        return CASE_ADVERSE
    if portee < w.params[PORTEE_TOURELLE]:
        return VALEUR_INVALIDE
    if 0 <= w.params[PORTEE_TOURELLE_MAX] < portee:
        return VALEUR_INVALIDE
    if 0 <= w.params[MAX_NUMBER_TOURELLE] <= owned_towers(w, seat):
        return VALEUR_INVALIDE
    if w.state.players[seat * PLAYER_COLUMNS + MAGIE] < price(w, portee):
        return MAGIE_INSUFFISANTE
    return OK


def construire(w: World, seat: int, x: int, y: int, portee: int) -> None:
    """4.4.3"""
    w.state.players[seat * PLAYER_COLUMNS + MAGIE] -= price(w, portee)
    raise_tower(w, seat, x, y, portee)


# 4.4.5  Deleting a tower


def check_supprimer(w: World, seat: int, x: int, y: int) -> int:
    """6.3"""
    if not on_board(w, x, y):
        return CASE_IMPOSSIBLE
    row = tower_on(w, x, y)
    if row < 0:
        return CASE_VIDE
    if w.state.towers[row * TOWER_COLUMNS + SEAT] != seat:
        return CASE_ADVERSE
    return OK


def supprimer(w: World, seat: int, x: int, y: int) -> None:
    """4.4.5  Whatever its life or age, a tower pays the same."""
    raze(w, find_row(w.state.towers, TOWER_COLUMNS, w.state.head[TOWER_COUNT], x, y, seat))
    if tower_stands(w, x, y):
        w.state.walls[x] |= 1 << y
    earn(w, seat, w.params[MAGIE_SUPPRESSION])


def tower_stands(w: World, x: int, y: int) -> bool:
    """4.4.4  Whether, orders of all players side by side, a tower is on the cell."""
    s = w.state
    row = find_row(s.towers, TOWER_COLUMNS, s.head[TOWER_COUNT], x, y, 0)
    at = row * TOWER_COLUMNS
    return row < s.head[TOWER_COUNT] and s.towers[at + X] == x and s.towers[at + Y] == y


# The end of the phase


def end_construction(w: World) -> None:
    """4.4  Two towers on one cell become one, and no tower is new any more."""
    s = w.state
    row = s.head[TOWER_COUNT] - 1
    while row >= 0:
        at = row * TOWER_COLUMNS
        s.towers[at + NEUVE] = 0
        if row > 0 and s.towers[at + X] == s.towers[at - TOWER_COLUMNS + X]:
            if s.towers[at + Y] == s.towers[at - TOWER_COLUMNS + Y]:
                clash(w, row - 1, row)
        row -= 1


def clash(w: World, first: int, second: int) -> None:
    """4.4.4  The tower of the player whose base is near stands; the other's full price is paid back."""
    s = w.state
    x, y = s.towers[first * TOWER_COLUMNS + X], s.towers[first * TOWER_COLUMNS + Y]
    lost = first
    if base_distance(w, s.towers[first * TOWER_COLUMNS + SEAT], x, y) <= w.params[CONSTRUCTION_TOURELLE]:
        lost = second
    refunded = s.towers[lost * TOWER_COLUMNS + SEAT]
    keeper = s.towers[(first + second - lost) * TOWER_COLUMNS + SEAT]
    paid = price(w, s.towers[lost * TOWER_COLUMNS + PORTEE])
    note(w.scratch.events, CLASH, x * w.board.head[SIDE] + y, keeper, refunded, paid, 0)
    raze(w, lost)
    s.walls[x] |= 1 << y
    earn(w, refunded, paid)
