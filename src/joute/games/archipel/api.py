"""The champion API (rules, section 6)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Conventions, action, query
from joute.core.choices import amount, near, own
from joute.core.columns import bounded

from .board import ILE, MER, VOLCAN
from .rules import actions, queries, state

CONVENTIONS = Conventions(show="stderr")


class BateauType(IntEnum):
    BATEAU_CARAVELLE = state.CARAVELLE
    BATEAU_GALION = state.GALION
    BATEAU_ERREUR = queries.NO_TYPE


class Terrain(IntEnum):
    TERRAIN_ILE = ILE
    TERRAIN_VOLCAN = VOLCAN
    TERRAIN_MER = MER
    TERRAIN_ERREUR = queries.NO_TERRAIN


class Erreur(IntEnum):
    OK = state.OK
    OR_INSUFFISANT = actions.OR_INSUFFISANT
    ILE_INVALIDE = actions.ILE_INVALIDE
    POSITION_INVALIDE = actions.POSITION_INVALIDE
    TROP_LOIN = actions.TROP_LOIN
    ILE_COLONISEE = actions.ILE_COLONISEE
    ILE_ENNEMIE = actions.ILE_ENNEMIE
    BATEAU_ENNEMI = actions.BATEAU_ENNEMI
    ID_INVALIDE = actions.ID_INVALIDE
    NON_DEPLACABLE = actions.NON_DEPLACABLE
    AUCUNE_CARAVELLE = actions.AUCUNE_CARAVELLE
    LIMITE_ATTEINTE = actions.LIMITE_ATTEINTE


class Position(NamedTuple):
    x: Annotated[int, bounded(0, state.last_line)]
    y: Annotated[int, bounded(0, state.last_line)]


class Bateau(NamedTuple):
    id: int
    pos: Position
    joueur: int
    btype: BateauType
    nb_or: int
    deplacable: bool


# Actions

GOLD_NUMBERED = 4096
"""The most gold that one numbered order loads, unloads or passes."""
Built = Annotated[BateauType, bounded(0, state.TYPES - 1)]
Boat = Annotated[int, own("boats", "id")]
Gold = Annotated[int, amount(GOLD_NUMBERED)]


@action
def construire(btype: Built, pos: Position) -> Erreur:
    """Build a boat on a plain island of yours, with the gold lying there.

    fr: Construit un bateau sur une de vos îles (pas un volcan), avec l'or qui s'y trouve.
    """


@action
def deplacer(id: Boat, pos: Annotated[Position, near("id", state.reach_most)]) -> Erreur:
    """Move a boat of yours to a cell within its range, once a round.

    fr: Déplace un de vos bateaux vers une case à sa portée, une fois par tour.
    """


@action
def coloniser(pos: Position) -> Erreur:
    """Take a free island or volcano on which you have a caravelle.

    fr: Prend une île ou un volcan vierge où vous avez une caravelle.
    """


@action
def charger(id: Boat, nb_or: Gold) -> Erreur:
    """Load gold from the island a boat is on.

    fr: Charge dans un bateau de l'or de l'île où il se trouve.
    """


@action
def decharger(id: Boat, nb_or: Gold) -> Erreur:
    """Unload gold onto the island a boat is on.

    fr: Décharge l'or d'un bateau sur l'île où il se trouve.
    """


@action
def transferer(montant: Gold, id_source: Boat, id_dest: Boat) -> Erreur:
    """Pass gold from one of your boats to another on the same cell.

    fr: Passe de l'or d'un de vos bateaux à un autre sur la même case.
    """


# Queries


@query(queries.terrain_at)
def info_terrain(pos: Position) -> Terrain:
    """The terrain of a cell; TERRAIN_ERREUR outside the map.

    fr: Le terrain d'une case ; TERRAIN_ERREUR hors de la carte.
    """


@query(queries.owner_at)
def info_ile_joueur(pos: Position) -> int:
    """The number of the island's owner; -1 if it is free, and for the sea and outside the map.

    fr: Le numéro du propriétaire de l'île ; -1 si elle est vierge, en mer et hors de la carte.
    """


@query(queries.gold_at)
def info_ile_or(pos: Position) -> int:
    """The gold lying on the island; -1 for the sea and outside the map.

    fr: L'or posé sur l'île ; -1 en mer et hors de la carte.
    """


@query(queries.boat)
def info_bateau(id: int) -> Bateau:
    """The living boat with this id; else a boat whose numbers are all -1, of type BATEAU_ERREUR.

    fr: Le bateau à flot qui porte cet id ; sinon un bateau dont tous les nombres valent -1, de type BATEAU_ERREUR.
    """


@query(queries.boat_exists)
def bateau_existe(id: int) -> bool:
    """Whether a living boat has this id.

    fr: Indique si un bateau à flot porte cet id.
    """


@query(queries.boats_at)
def liste_bateaux_position(pos: Position) -> list[Bateau]:
    """All boats on a cell, of both sides, by increasing id.

    fr: Tous les bateaux d'une case, des deux camps, par id croissant.
    """


@query(queries.boat_ids_at)
def liste_id_bateaux_position(pos: Position) -> list[int]:
    """The ids of all boats on a cell, of both sides, increasing.

    fr: Les ids de tous les bateaux d'une case, des deux camps, par ordre croissant.
    """


@query(queries.islands)
def liste_iles() -> list[Position]:
    """All islands, volcanoes included, row by row.

    fr: Toutes les îles, volcans compris, ligne par ligne.
    """


@query(queries.own_islands)
def mes_iles() -> list[Position]:
    """Your islands, volcanoes included, row by row.

    fr: Vos îles, volcans compris, ligne par ligne.
    """


@query(queries.last_id)
def id_dernier_bateau_construit() -> int:
    """The largest id ever given, by either player; -1 if none.

    fr: Le plus grand id jamais donné, par l'un ou l'autre joueur ; -1 s'il n'y en a pas.
    """


@query(queries.distance, malformed=-1)
def distance(depart: Position, arrivee: Position) -> int:
    """Columns plus rows between two positions, which need not be on the map.

    fr: Colonnes plus lignes entre deux positions, qui peuvent être hors de la carte.
    """


@query(queries.own_number)
def mon_joueur() -> int:
    """Your number.

    fr: Votre numéro.
    """


@query(queries.other_number)
def adversaire() -> int:
    """The other player's number.

    fr: Le numéro de l'autre joueur.
    """


@query(queries.score_of)
def score(id_joueur: int) -> int:
    """A player's score as the last round left it; 0 if there is no such player.

    fr: Le score d'un joueur à la fin du dernier tour ; 0 si ce joueur n'existe pas.
    """


@query(queries.current_round)
def tour_actuel() -> int:
    """The number of the round, from 1; FIN_PARTIE + 1 after the last.

    fr: Le numéro du tour, à partir de 1 ; FIN_PARTIE + 1 après le dernier.
    """


@query(queries.fleet_of)
def nombre_bateaux(id_joueur: int) -> int:
    """How many living boats a player has; 0 if there is no such player.

    fr: Le nombre de bateaux à flot d'un joueur ; 0 si ce joueur n'existe pas.
    """
