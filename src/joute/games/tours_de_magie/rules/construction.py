"""The construction phase (rules, 4.4 and 6.3): towers and new wizards."""

from __future__ import annotations

from joute.core.events import note
from joute.core.tables import find, is_at

from ..board import SIMPLE
from ..params import PLAYERS
from .events import Clash
from .orders import is_number
from .state import World, base_distance, earn, kind_of, on_board, same_cell
from .terms import CASE_ADVERSE, CASE_IMPOSSIBLE, CASE_UTILISEE, CASE_VIDE, MAGIE_INSUFFISANTE, OK, VALEUR_INVALIDE
from .towers import is_wall, raise_tower, raze, tower_on
from .wizards import any_wizard, gather

# 4.4.1  Creating wizards


def check_creer(w: World, seat: int, nb: int) -> int:
    """6.3"""
    if nb <= 0 or not is_number(nb):
        return VALEUR_INVALIDE
    if w.state.players.magie[seat] < nb * w.params.cout_sorcier:
        return MAGIE_INSUFFISANTE
    return OK


def creer(w: World, seat: int, nb: int) -> None:
    """4.4.1  New wizards stand on the base and may move in this round."""
    base, side = w.board.bases[seat], w.board.side
    w.state.players.magie[seat] -= nb * w.params.cout_sorcier
    gather(w, seat, base // side, base % side, nb, nb)


# 4.4.2  Where a tower can be built


def constructible(w: World, seat: int, x: int, y: int) -> bool:
    """4.4.2  An ordinary cell in reach of a support, and strictly nearer to it than to any enemy obstacle."""
    if kind_of(w, x, y) != SIMPLE or is_wall(w, x, y):
        return False
    reach = w.params.construction_tourelle
    support, enemy = reach + 1, reach + 1
    for player in range(PLAYERS):
        if w.state.players.vivant[player]:
            if player == seat:
                support = min(support, base_distance(w, seat, x, y))
            elif w.params.base_ennemie_bloque:
                enemy = min(enemy, base_distance(w, player, x, y))
    xs, ys, owners, neuve = w.state.towers.x, w.state.towers.y, w.state.towers.seat, w.state.towers.neuve
    for tower in range(w.state.head.towers):
        far = abs(x - xs[tower]) + abs(y - ys[tower])
        if owners[tower] != seat:
            enemy = min(enemy, far)
        elif neuve[tower] == 0:
            support = min(support, far)
    return support <= reach and enemy > support


def price(w: World, portee: int) -> int:
    """4.4.3  The basic price, and a surcharge for a greater range."""
    extra = portee - w.params.portee_tourelle
    if extra == 0:
        return w.params.cout_tourelle
    return w.params.cout_tourelle + w.params.cout_portee + extra * extra


def owned_towers(w: World, seat: int) -> int:
    """How many towers a player has, new ones included."""
    owners, owned = w.state.towers.seat, 0
    for tower in range(w.state.head.towers):
        if owners[tower] == seat:
            owned += 1
    return owned


def check_construire(w: World, seat: int, x: int, y: int, portee: int) -> int:
    """6.3"""
    if not is_number(portee):
        return VALEUR_INVALIDE if is_number(x) and is_number(y) else CASE_IMPOSSIBLE
    if not on_board(w, x, y):
        return CASE_IMPOSSIBLE
    if kind_of(w, x, y) != SIMPLE or is_wall(w, x, y) or any_wizard(w, x, y):
        return CASE_UTILISEE
    if not constructible(w, seat, x, y):
        return CASE_ADVERSE
    if portee < w.params.portee_tourelle:
        return VALEUR_INVALIDE
    if 0 <= w.params.portee_tourelle_max < portee:
        return VALEUR_INVALIDE
    if 0 <= w.params.max_number_tourelle <= owned_towers(w, seat):
        return VALEUR_INVALIDE
    if w.state.players.magie[seat] < price(w, portee):
        return MAGIE_INSUFFISANTE
    return OK


def construire(w: World, seat: int, x: int, y: int, portee: int) -> None:
    """4.4.3"""
    w.state.players.magie[seat] -= price(w, portee)
    raise_tower(w, seat, x, y, portee)


# 4.4.5  Deleting a tower


def check_supprimer(w: World, seat: int, x: int, y: int) -> int:
    """6.3"""
    if not on_board(w, x, y):
        return CASE_IMPOSSIBLE
    tower = tower_on(w, x, y)
    if tower < 0:
        return CASE_VIDE
    if w.state.towers.seat[tower] != seat:
        return CASE_ADVERSE
    return OK


def supprimer(w: World, seat: int, x: int, y: int) -> None:
    """4.4.5  Whatever its life or age, a tower pays the same. Another one, of the same phase, may stay (4.4.4)."""
    head, towers = w.state.head, w.state.towers
    raze(w, find(towers, head.towers, x, y, seat))
    if is_at(towers, find(towers, head.towers, x, y), head.towers, x, y):
        w.state.walls[x] |= 1 << y
    earn(w, seat, w.params.magie_suppression)


# The end of the phase


def end_construction(w: World) -> None:
    """4.4  Two towers on one cell become one, and no tower is new any more."""
    towers = w.state.towers
    tower = w.state.head.towers - 1
    while tower >= 0:
        towers.neuve[tower] = 0
        if tower > 0 and same_cell(towers, tower, tower - 1):
            clash(w, tower - 1, tower)
        tower -= 1


def clash(w: World, first: int, second: int) -> None:
    """4.4.4  The tower of the player whose base is near stands; the other's full price is paid back."""
    towers = w.state.towers
    x, y = towers.x[first], towers.y[first]
    near = base_distance(w, towers.seat[first], x, y) <= w.params.construction_tourelle
    kept, lost = (first, second) if near else (second, first)
    keeper, refunded, paid = towers.seat[kept], towers.seat[lost], price(w, towers.portee[lost])
    note(w.scratch.events, Clash(x, y, keeper, refunded, paid))
    raze(w, lost)
    w.state.walls[x] |= 1 << y
    earn(w, refunded, paid)
