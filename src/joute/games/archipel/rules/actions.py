"""6.4  What a player may order: the checks in their order, then the effect, at once."""

from __future__ import annotations

from joute.core.world import Buffer

from ..board import ILE, MER
from ..params import COST, LIMITE_BATEAUX, RANGE, TRANSPORTEURS
from .state import (
    ACTIVE,
    AUCUNE_CARAVELLE,
    BATEAU_ENNEMI,
    BOAT_COLUMNS,
    BOAT_X,
    BOAT_Y,
    BOATS,
    CARAVELLE,
    CHARGER,
    COLONISER,
    CONSTRUIRE,
    DECHARGER,
    DEPLACER,
    GOLD,
    ID,
    ID_INVALIDE,
    ILE_COLONISEE,
    ILE_ENNEMIE,
    ILE_INVALIDE,
    ISLE_COLUMNS,
    ISLE_OWNER,
    LIMITE_ATTEINTE,
    MOVABLE,
    NEXT_ID,
    NOBODY,
    NON_DEPLACABLE,
    OK,
    OR_INSUFFISANT,
    OWNER,
    PHASE,
    PLAY,
    POSITION_INVALIDE,
    SEATS,
    TROP_LOIN,
    TYPE,
    TYPES,
    World,
    cell_at,
    cell_of,
    count,
    find_boat,
    inside,
    island_gold,
    lay,
    link,
    owner_of,
    purse,
    terrain_of,
    unlink,
)


def check(w: World, seat: int, order: Buffer) -> int:
    """6.1  Outside the caller's own turn no check is run; in it, the action's own."""
    if w.state.head[PHASE] != PLAY or seat != w.state.head[ACTIVE]:
        return OR_INSUFFISANT
    if order[0] == CONSTRUIRE:
        return check_construire(w, seat, order[1], order[2], order[3])
    if order[0] == DEPLACER:
        return check_deplacer(w, seat, order[1], order[2], order[3])
    if order[0] == COLONISER:
        return check_coloniser(w, seat, order[1], order[2])
    if order[0] == CHARGER:
        return check_charger(w, seat, order[1], order[2])
    if order[0] == DECHARGER:
        return check_decharger(w, seat, order[1], order[2])
    return check_transferer(w, seat, order[1], order[2], order[3])


def apply(w: World, seat: int, order: Buffer) -> None:
    """Make an accepted order."""
    if order[0] == CONSTRUIRE:
        construire(w, seat, order[1], order[2], order[3])
    elif order[0] == DEPLACER:
        deplacer(w, find_boat(w, order[1]), order[2], order[3])
    elif order[0] == COLONISER:
        own(w, seat, cell_at(w, order[1], order[2]))
    elif order[0] == CHARGER:
        load(w, find_boat(w, order[1]), order[2])
    elif order[0] == DECHARGER:
        load(w, find_boat(w, order[1]), -order[2])
    else:
        transferer(w, order[1], find_boat(w, order[2]), find_boat(w, order[3]))


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
    if kind < 0 or kind >= TYPES or island_gold(w, cell) < w.params[COST + kind]:
        return OR_INSUFFISANT
    fleet = w.state.fleets[seat]
    if fleet >= w.params[LIMITE_BATEAUX] or (fleet + 1) * SEATS > len(w.state.links):
        return LIMITE_ATTEINTE
    return OK


def construire(w: World, seat: int, kind: int, x: int, y: int) -> None:
    """4.8, 6.4  The island pays; the boat takes the next id and cannot move yet."""
    s = w.state
    lay(w, cell_at(w, x, y), -w.params[COST + kind])
    row = s.head[BOATS]
    at = row * BOAT_COLUMNS
    s.boats[at + ID] = s.head[NEXT_ID]
    s.boats[at + BOAT_X] = x
    s.boats[at + BOAT_Y] = y
    s.boats[at + OWNER] = seat
    s.boats[at + TYPE] = kind
    s.boats[at + GOLD] = 0
    s.boats[at + MOVABLE] = 0
    s.head[BOATS] += 1
    s.head[NEXT_ID] += 1
    s.fleets[seat] += 1
    link(w, row)


# deplacer


def check_deplacer(w: World, seat: int, number: int, x: int, y: int) -> int:
    """4.5, 6.4  An own boat that has not moved, to a cell of the map within its range."""
    row = find_boat(w, number)
    if row < 0:
        return ID_INVALIDE
    boats, at = w.state.boats, row * BOAT_COLUMNS
    if boats[at + OWNER] != seat:
        return BATEAU_ENNEMI
    if not boats[at + MOVABLE]:
        return NON_DEPLACABLE
    if not inside(w, x, y):
        return POSITION_INVALIDE
    if abs(x - boats[at + BOAT_X]) + abs(y - boats[at + BOAT_Y]) > w.params[RANGE + boats[at + TYPE]]:
        return TROP_LOIN
    return OK


def deplacer(w: World, row: int, x: int, y: int) -> None:
    """4.5  The boat goes straight there, cargo and all; on the spot too, its move is used up."""
    at = row * BOAT_COLUMNS
    unlink(w, row)
    w.state.boats[at + BOAT_X] = x
    w.state.boats[at + BOAT_Y] = y
    w.state.boats[at + MOVABLE] = 0
    link(w, row)


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


def own(w: World, seat: int, cell: int) -> None:
    """The island of a cell belongs to a seat; its gold stays on it."""
    w.state.islands[w.board.cells[cell] * ISLE_COLUMNS + ISLE_OWNER] = seat


# charger, decharger, transferer


def find_carrier(w: World, number: int) -> int:
    """6.4  The row of the living boat with an id, of a type that carries gold, or -1."""
    row = find_boat(w, number)
    if row >= 0 and (w.params[TRANSPORTEURS] >> w.state.boats[row * BOAT_COLUMNS + TYPE]) % 2 == 0:
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
    if w.state.boats[row * BOAT_COLUMNS + OWNER] != seat:
        return BATEAU_ENNEMI
    return OK


def check_decharger(w: World, seat: int, number: int, gold: int) -> int:
    """6.4  The boat's owner is looked at before the amount."""
    row = find_carrier(w, number)
    refusal = check_harbour(w, seat, row)
    if refusal != OK:
        return refusal
    if w.state.boats[row * BOAT_COLUMNS + OWNER] != seat:
        return BATEAU_ENNEMI
    if gold < 0 or gold > w.state.boats[row * BOAT_COLUMNS + GOLD]:
        return OR_INSUFFISANT
    return OK


def load(w: World, row: int, gold: int) -> None:
    """Gold goes from the island into the boat, or the other way with a minus."""
    lay(w, cell_of(w, row), -gold)
    stow(w, row, gold)


def stow(w: World, row: int, gold: int) -> None:
    """Put gold into a boat, or take it out with a minus."""
    at = row * BOAT_COLUMNS + GOLD
    w.state.boats[at] = purse(w.state.boats[at], gold)


def check_transferer(w: World, seat: int, gold: int, source: int, goal: int) -> int:
    """6.4  Two own boats that carry gold, on the same cell of any kind."""
    one, other = find_carrier(w, source), find_carrier(w, goal)
    if one < 0 or other < 0:
        return ID_INVALIDE
    if cell_of(w, one) != cell_of(w, other):
        return POSITION_INVALIDE
    boats = w.state.boats
    if boats[one * BOAT_COLUMNS + OWNER] != seat or boats[other * BOAT_COLUMNS + OWNER] != seat:
        return BATEAU_ENNEMI
    if gold < 0 or gold > boats[one * BOAT_COLUMNS + GOLD]:
        return OR_INSUFFISANT
    return OK


def transferer(w: World, gold: int, source: int, goal: int) -> None:
    """Gold goes from one boat to another; to itself, nothing changes."""
    stow(w, source, -gold)
    stow(w, goal, gold)
