"""The champion API (rules, section 6)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from joute.core.api import Me, action, player_number, query, seat_of
from joute.core.types import INT32_MOST

from . import rules
from .board import ILE, MER, NO_ISLAND, SIDE, VOLCAN
from .rules import state
from .rules.state import (
    BOAT_COLUMNS,
    BOAT_X,
    BOAT_Y,
    CARAVELLE,
    CELL_COLUMNS,
    FIRST,
    GALION,
    GOLD,
    ID,
    ISLE_COLUMNS,
    ISLE_OWNER,
    ISLE_X,
    ISLE_Y,
    MOVABLE,
    NEXT_ID,
    NOBODY,
    OWNER,
    SEATS,
    TOUR,
    TYPE,
)

SHOW = "stderr"
NONE = -1
"""The answer where there is no such player, boat or island."""


class BateauType(IntEnum):
    BATEAU_CARAVELLE = CARAVELLE
    BATEAU_GALION = GALION
    BATEAU_ERREUR = 2


class Terrain(IntEnum):
    TERRAIN_ILE = ILE
    TERRAIN_VOLCAN = VOLCAN
    TERRAIN_MER = MER
    TERRAIN_ERREUR = 3


class Erreur(IntEnum):
    OK = state.OK
    OR_INSUFFISANT = state.OR_INSUFFISANT
    ILE_INVALIDE = state.ILE_INVALIDE
    POSITION_INVALIDE = state.POSITION_INVALIDE
    TROP_LOIN = state.TROP_LOIN
    ILE_COLONISEE = state.ILE_COLONISEE
    ILE_ENNEMIE = state.ILE_ENNEMIE
    BATEAU_ENNEMI = state.BATEAU_ENNEMI
    ID_INVALIDE = state.ID_INVALIDE
    NON_DEPLACABLE = state.NON_DEPLACABLE
    AUCUNE_CARAVELLE = state.AUCUNE_CARAVELLE
    LIMITE_ATTEINTE = state.LIMITE_ATTEINTE


class Position(NamedTuple):
    x: int
    y: int


class Bateau(NamedTuple):
    id: int
    pos: Position
    joueur: int
    btype: BateauType
    nb_or: int
    deplacable: bool


NO_BOAT = Bateau(NONE, Position(NONE, NONE), NONE, BateauType.BATEAU_ERREUR, NONE, False)


# Actions


@action
def construire(btype: BateauType, pos: Position) -> Erreur:  # type: ignore[empty-body]
    """Build a boat on a plain island of yours, with the gold lying there.

    fr: Construit un bateau sur une de vos îles (pas un volcan), avec l'or qui s'y trouve.
    """


@action
def deplacer(id: int, pos: Position) -> Erreur:  # type: ignore[empty-body]
    """Move a boat of yours to a cell within its range, once a round.

    fr: Déplace un de vos bateaux vers une case à sa portée, une fois par tour.
    """


@action
def coloniser(pos: Position) -> Erreur:  # type: ignore[empty-body]
    """Take a free island or volcano on which you have a caravelle.

    fr: Prend une île ou un volcan vierge où vous avez une caravelle.
    """


@action
def charger(id: int, nb_or: int) -> Erreur:  # type: ignore[empty-body]
    """Load gold from the island a boat is on.

    fr: Charge dans un bateau de l'or de l'île où il se trouve.
    """


@action
def decharger(id: int, nb_or: int) -> Erreur:  # type: ignore[empty-body]
    """Unload gold onto the island a boat is on.

    fr: Décharge l'or d'un bateau sur l'île où il se trouve.
    """


@action
def transferer(montant: int, id_source: int, id_dest: int) -> Erreur:  # type: ignore[empty-body]
    """Pass gold from one of your boats to another on the same cell.

    fr: Passe de l'or d'un de vos bateaux à un autre sur la même case.
    """


# Queries


@query
def info_terrain(me: Me, pos: Position) -> Terrain:
    """The terrain of a cell; TERRAIN_ERREUR outside the map.

    fr: Le terrain d'une case ; TERRAIN_ERREUR hors de la carte.
    """
    if not rules.inside(me.world, *pos):
        return Terrain.TERRAIN_ERREUR
    return Terrain(state.terrain_of(me.world, _cell(me, pos)))


@query
def info_ile_joueur(me: Me, pos: Position) -> int:
    """The number of the island's owner; -1 if it is free, and for the sea and outside the map.

    fr: Le numéro du propriétaire de l'île ; -1 si elle est vierge, en mer et hors de la carte.
    """
    if not rules.inside(me.world, *pos):
        return NONE
    return player_number(me, rules.owner_of(me.world, _cell(me, pos)))


@query
def info_ile_or(me: Me, pos: Position) -> int:
    """The gold lying on the island; -1 for the sea and outside the map.

    fr: L'or posé sur l'île ; -1 en mer et hors de la carte.
    """
    if not rules.inside(me.world, *pos) or me.world.board.cells[_cell(me, pos)] == NO_ISLAND:
        return NONE
    return state.island_gold(me.world, _cell(me, pos))


@query
def info_bateau(me: Me, id: int) -> Bateau:
    """The living boat with this id; else a boat whose numbers are all -1, of type BATEAU_ERREUR.

    fr: Le bateau à flot qui porte cet id ; sinon un bateau dont tous les nombres valent -1, de type BATEAU_ERREUR.
    """
    row = rules.find_boat(me.world, id)
    return NO_BOAT if row < 0 else _boat(me, row)


@query
def bateau_existe(me: Me, id: int) -> bool:
    """Whether a living boat has this id.

    fr: Indique si un bateau à flot porte cet id.
    """
    return rules.find_boat(me.world, id) >= 0


@query
def liste_bateaux_position(me: Me, pos: Position) -> list[Bateau]:
    """All boats on a cell, of both sides, by increasing id.

    fr: Tous les bateaux d'une case, des deux camps, par id croissant.
    """
    return [_boat(me, row) for row in _rows(me, pos)]


@query
def liste_id_bateaux_position(me: Me, pos: Position) -> list[int]:
    """The ids of all boats on a cell, of both sides, increasing.

    fr: Les ids de tous les bateaux d'une case, des deux camps, par ordre croissant.
    """
    return [me.world.state.boats[row * BOAT_COLUMNS + ID] for row in _rows(me, pos)]


@query
def liste_iles(me: Me) -> list[Position]:
    """All islands, volcanoes included, row by row.

    fr: Toutes les îles, volcans compris, ligne par ligne.
    """
    islands = me.world.state.islands
    return [Position(islands[at + ISLE_X], islands[at + ISLE_Y]) for at in range(0, len(islands), ISLE_COLUMNS)]


@query
def mes_iles(me: Me) -> list[Position]:
    """Your islands, volcanoes included, row by row.

    fr: Vos îles, volcans compris, ligne par ligne.
    """
    islands = me.world.state.islands
    own = [at for at in range(0, len(islands), ISLE_COLUMNS) if islands[at + ISLE_OWNER] == me.seat]
    return [Position(islands[at + ISLE_X], islands[at + ISLE_Y]) for at in own]


@query
def id_dernier_bateau_construit(me: Me) -> int:
    """The largest id ever given, by either player; -1 if none.

    fr: Le plus grand id jamais donné, par l'un ou l'autre joueur ; -1 s'il n'y en a pas.
    """
    return int(me.world.state.head[NEXT_ID]) - 1


@query(malformed=-1)
def distance(me: Me, depart: Position, arrivee: Position) -> int:
    """Columns plus rows between two positions, which need not be on the map.

    fr: Colonnes plus lignes entre deux positions, qui peuvent être hors de la carte.
    """
    return min(INT32_MOST, abs(depart.x - arrivee.x) + abs(depart.y - arrivee.y))


@query
def mon_joueur(me: Me) -> int:
    """Your number.

    fr: Votre numéro.
    """
    return player_number(me, me.seat)


@query
def adversaire(me: Me) -> int:
    """The other player's number.

    fr: Le numéro de l'autre joueur.
    """
    return player_number(me, 1 - me.seat)


@query
def score(me: Me, id_joueur: int) -> int:
    """A player's score as the last round left it; 0 if there is no such player.

    fr: Le score d'un joueur à la fin du dernier tour ; 0 si ce joueur n'existe pas.
    """
    seat = seat_of(me, id_joueur, SEATS)
    return 0 if seat == NOBODY else rules.score(me.world, seat)


@query
def tour_actuel(me: Me) -> int:
    """The number of the round, from 1; FIN_PARTIE + 1 after the last.

    fr: Le numéro du tour, à partir de 1 ; FIN_PARTIE + 1 après le dernier.
    """
    return int(me.world.state.head[TOUR])


@query
def nombre_bateaux(me: Me, id_joueur: int) -> int:
    """How many living boats a player has; 0 if there is no such player.

    fr: Le nombre de bateaux à flot d'un joueur ; 0 si ce joueur n'existe pas.
    """
    seat = seat_of(me, id_joueur, SEATS)
    return 0 if seat == NOBODY else int(me.world.state.fleets[seat])


def _cell(me: Me, pos: Position) -> int:
    return pos.y * int(me.world.board.head[SIDE]) + pos.x


def _boat(me: Me, row: int) -> Bateau:
    boats, at = me.world.state.boats, row * BOAT_COLUMNS
    return Bateau(
        boats[at + ID],
        Position(boats[at + BOAT_X], boats[at + BOAT_Y]),
        player_number(me, boats[at + OWNER]),
        boats[at + TYPE],
        boats[at + GOLD],
        boats[at + MOVABLE],
    )


def _rows(me: Me, pos: Position) -> list[int]:
    """The rows of the boats on a cell, in the order of their ids; none outside the map."""
    if not rules.inside(me.world, *pos):
        return []
    boats, s = [], me.world.state
    boat = s.cells[_cell(me, pos) * CELL_COLUMNS + FIRST]
    while boat > 0:
        boats.append(boat - 1)
        boat = s.links[boat - 1]
    return boats
