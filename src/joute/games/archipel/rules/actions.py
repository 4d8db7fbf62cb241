"""6.4  What a player may order: the checks in their order, then the effect, at once."""

from __future__ import annotations

from joute.core.rules import Action
from joute.core.text import Text

from ..board import ILE, MER
from .boats import cell_of, count, find_boat, moor, stow, unmoor
from .places import cell_at, inside, island_gold, lay, own, owner_of, terrain_of
from .rounds import plays
from .state import CARAVELLE, NOBODY, OK, TYPES, World

# 6.2  Answers to an order that is refused
OR_INSUFFISANT, ILE_INVALIDE, POSITION_INVALIDE, TROP_LOIN, ILE_COLONISEE, ILE_ENNEMIE = range(1, 7)
BATEAU_ENNEMI, ID_INVALIDE, NON_DEPLACABLE, AUCUNE_CARAVELLE, LIMITE_ATTEINTE = range(7, 12)


def gate(w: World, seat: int, action: int) -> int:
    """6.1  Outside the caller's own turn no check is run."""
    return OK if plays(w, seat) else OR_INSUFFISANT


# construire


def check_construire(w: World, seat: int, kind: int, x: int, y: int) -> int:
    """6.4  On an own plain island that holds the price, below the limit of boats."""
    if not inside(w, x, y):
        return POSITION_INVALIDE
    cell = cell_at(w, x, y)
    if terrain_of(w, cell) != ILE:
        return ILE_INVALIDE
    if owner_of(w, cell) != seat:
        return ILE_ENNEMIE
    if kind < 0 or kind >= TYPES or island_gold(w, cell) < w.params.cout[kind]:
        return OR_INSUFFISANT
    if w.state.fleets[seat] >= w.params.limite_bateaux:
        return LIMITE_ATTEINTE
    return OK


def construire(w: World, seat: int, kind: int, x: int, y: int) -> None:
    """4.8, 6.4  The island pays; the boat takes the next id and cannot move yet."""
    head, boats = w.state.head, w.state.boats
    lay(w, cell_at(w, x, y), -w.params.cout[kind])
    row = head.boats
    boats.id[row] = head.next_id
    boats.x[row] = x
    boats.y[row] = y
    boats.seat[row] = seat
    boats.btype[row] = kind
    boats.nb_or[row] = 0
    boats.deplacable[row] = 0
    head.boats += 1
    head.next_id += 1
    w.state.fleets[seat] += 1
    moor(w, row)


# deplacer


def check_deplacer(w: World, seat: int, number: int, x: int, y: int) -> int:
    """4.5, 6.4  An own boat that has not moved, to a cell of the map within its range."""
    row, boats = find_boat(w, number), w.state.boats
    if row < 0:
        return ID_INVALIDE
    if boats.seat[row] != seat:
        return BATEAU_ENNEMI
    if not boats.deplacable[row]:
        return NON_DEPLACABLE
    if not inside(w, x, y):
        return POSITION_INVALIDE
    if abs(x - boats.x[row]) + abs(y - boats.y[row]) > w.params.deplacement[boats.btype[row]]:
        return TROP_LOIN
    return OK


def deplacer(w: World, seat: int, number: int, x: int, y: int) -> None:
    """4.5  The boat goes straight there, cargo and all; on the spot too, its move is used up."""
    row, boats = find_boat(w, number), w.state.boats
    unmoor(w, row)
    boats.x[row] = x
    boats.y[row] = y
    boats.deplacable[row] = 0
    moor(w, row)


# coloniser


def check_coloniser(w: World, seat: int, x: int, y: int) -> int:
    """6.4  A free island with an own caravelle on it."""
    if not inside(w, x, y):
        return POSITION_INVALIDE
    cell = cell_at(w, x, y)
    if terrain_of(w, cell) == MER:
        return ILE_INVALIDE
    if owner_of(w, cell) != NOBODY:
        return ILE_COLONISEE
    if count(w, seat, CARAVELLE, cell) == 0:
        return AUCUNE_CARAVELLE
    return OK


def coloniser(w: World, seat: int, x: int, y: int) -> None:
    """6.4  The island belongs to the player."""
    own(w, seat, cell_at(w, x, y))


# charger, decharger, transferer


def find_carrier(w: World, number: int) -> int:
    """6.4  The row of the living boat with an id, of a type that carries gold, or -1."""
    row = find_boat(w, number)
    if row >= 0 and (w.params.transporteurs >> w.state.boats.btype[row]) % 2 == 0:
        return -1
    return row


def check_harbour(w: World, seat: int, row: int) -> int:
    """6.4  The checks that loading and unloading begin with."""
    if row < 0:
        return ID_INVALIDE
    cell = cell_of(w, row)
    if terrain_of(w, cell) == MER:
        return ILE_INVALIDE
    if owner_of(w, cell) != seat:
        return ILE_ENNEMIE
    return OK


def check_charger(w: World, seat: int, number: int, gold: int) -> int:
    """6.4  The amount is looked at before the boat's owner."""
    row = find_carrier(w, number)
    refusal = check_harbour(w, seat, row)
    if refusal != OK:
        return refusal
    if gold < 0 or gold > island_gold(w, cell_of(w, row)):
        return OR_INSUFFISANT
    if w.state.boats.seat[row] != seat:
        return BATEAU_ENNEMI
    return OK


def charger(w: World, seat: int, number: int, gold: int) -> None:
    """6.4  Gold goes from the island into the boat, or the other way with a minus."""
    row = find_boat(w, number)
    lay(w, cell_of(w, row), -gold)
    stow(w, row, gold)


def check_decharger(w: World, seat: int, number: int, gold: int) -> int:
    """6.4  The boat's owner is looked at before the amount."""
    row = find_carrier(w, number)
    refusal = check_harbour(w, seat, row)
    if refusal != OK:
        return refusal
    if w.state.boats.seat[row] != seat:
        return BATEAU_ENNEMI
    if gold < 0 or gold > w.state.boats.nb_or[row]:
        return OR_INSUFFISANT
    return OK


def decharger(w: World, seat: int, number: int, gold: int) -> None:
    """6.4  Gold goes from the boat onto the island."""
    charger(w, seat, number, -gold)


def check_transferer(w: World, seat: int, gold: int, source: int, goal: int) -> int:
    """6.4  Two own boats that carry gold, on the same cell of any kind."""
    boats, one, other = w.state.boats, find_carrier(w, source), find_carrier(w, goal)
    if one < 0 or other < 0:
        return ID_INVALIDE
    if cell_of(w, one) != cell_of(w, other):
        return POSITION_INVALIDE
    if boats.seat[one] != seat or boats.seat[other] != seat:
        return BATEAU_ENNEMI
    if gold < 0 or gold > boats.nb_or[one]:
        return OR_INSUFFISANT
    return OK


def transferer(w: World, seat: int, gold: int, source: int, goal: int) -> None:
    """6.4  Gold goes from one boat to another; to itself, nothing changes."""
    stow(w, find_boat(w, source), -gold)
    stow(w, find_boat(w, goal), gold)


ACTIONS = (
    Action("construire", Text("Build", "Construire"), check_construire, construire),
    Action("deplacer", Text("Sail", "Naviguer"), check_deplacer, deplacer),
    Action("coloniser", Text("Settle this island", "Coloniser cette île"), check_coloniser, coloniser),
    Action("charger", Text("Load", "Charger"), check_charger, charger),
    Action("decharger", Text("Unload", "Décharger"), check_decharger, decharger),
    Action("transferer", Text("Give gold", "Donner de l'or"), check_transferer, transferer),
)
