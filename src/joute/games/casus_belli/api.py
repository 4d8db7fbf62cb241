"""The champion API (rules, section 7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Conventions, action, query
from joute.core.choices import fields, player
from joute.core.columns import bounded
from joute.core.types import Most

from . import board
from .params import PATH_MOST
from .rules import queries, state, vocabulary

CONVENTIONS = Conventions(show="stdout")


class PersoClasse(IntEnum):
    PERSO_VOLEUR = vocabulary.VOLEUR
    PERSO_BARBARE = vocabulary.BARBARE
    PERSO_ELFE = vocabulary.ELFE


class ZoneType(IntEnum):
    ZONE_HERBE = board.HERBE
    ZONE_ROUTE = board.ROUTE
    ZONE_FORET = board.FORET
    ZONE_MARAIS = board.MARAIS
    ZONE_MUR = board.MUR
    ZONE_TOUR = board.TOUR
    ZONE_ERREUR = queries.NO_ZONE


class AttaqueType(IntEnum):
    ATTAQUE_NORMALE = vocabulary.NORMALE
    ATTAQUE_PALANTIR = vocabulary.PALANTIR
    ATTAQUE_TRAITRISE = vocabulary.TRAITRISE
    ATTAQUE_BASTOOOON = vocabulary.BASTOOOON
    ATTAQUE_FUS_RO_DAH = vocabulary.FUS_RO_DAH
    ATTAQUE_I_SEE = vocabulary.I_SEE
    ATTAQUE_LOTO = vocabulary.LOTO


class Orientation(IntEnum):
    ORIENTATION_NORD = vocabulary.NORD
    ORIENTATION_EST = vocabulary.EST
    ORIENTATION_SUD = vocabulary.SUD
    ORIENTATION_OUEST = vocabulary.OUEST


class Erreur(IntEnum):
    POSITION_IMPOSSIBLE = vocabulary.POSITION_IMPOSSIBLE
    PERSONNAGE_IMPOSSIBLE = vocabulary.PERSONNAGE_IMPOSSIBLE
    CHEMIN_IMPOSSIBLE = vocabulary.CHEMIN_IMPOSSIBLE
    ATTAQUE_INDISPONIBLE = vocabulary.ATTAQUE_INDISPONIBLE
    OK = vocabulary.OK


class Position(NamedTuple):
    x: Annotated[int, bounded(0, state.last_column)]
    y: Annotated[int, bounded(0, state.last_row)]


class PersoInfo(NamedTuple):
    equipe: int
    classe: PersoClasse
    vie: int
    direction: Orientation


Path = Annotated[list[Position], Most(PATH_MOST)]
Mine = Annotated[
    PersoInfo, fields(player(state.first_team), bounded(0, vocabulary.CLASSES - 1), bounded(0, 0), bounded(0, 0))
]
"""A character of the team: the rules look at its team and class alone."""


# 7.3  Map queries


@query(queries.map_size)
def carte_taille() -> Position:
    """Width and height of the map: valid cells go from (0, 0) to (width - 1, height - 1).

    fr: Largeur et hauteur de la carte : les cases valides vont de (0, 0) à (largeur - 1, hauteur - 1).
    """


@query(queries.map_start)
def carte_depart() -> Position:
    """The cell on which everybody starts.

    fr: La case de départ commune.
    """


@query(queries.zone_at)
def carte_zone_type(pos: Position) -> ZoneType:
    """Terrain of a cell, seen or not; ZONE_ERREUR off the map.

    fr: Le terrain d'une case, visible ou non ; ZONE_ERREUR hors de la carte.
    """


@query(queries.characters_at)
def carte_zone_perso(pos: Position) -> list[PersoInfo]:
    """The characters on a cell that your team sees, in the order of their arrival; empty off the map or unseen.

    fr: Les personnages d'une case visible par votre équipe, dans leur ordre d'arrivée ; vide hors de la carte ou si
    la case n'est pas visible.
    """


@query(queries.distance)
def distance(p1: Position, p2: Position) -> int:
    """Movement points needed to walk from one cell to another, whoever stands in between; -1 if there is no way or if
    it is too long. From a cell to itself: the cost of leaving it.

    fr: Les points de déplacement nécessaires pour aller d'une case à l'autre, sans tenir compte des personnages ; -1
    s'il n'y a pas de chemin ou s'il est trop long. D'une case à elle-même : le coût pour la quitter.
    """


@query(queries.path)
def chemin(p1: Position, p2: Position) -> list[Position]:
    """The cells of a cheapest walk, the first cell left out and the last one included; empty if there is none.

    fr: Les cases d'un plus court chemin, sans la première et avec la dernière ; vide s'il n'y en a pas.
    """


# 7.4  Character queries


@query(queries.penombre)
def perso_penombre(perso: PersoInfo) -> list[Position]:
    """The occupied cells that your character glimpsed step by step in the last movement phase.

    fr: Les cases occupées que votre personnage a entrevues, pas après pas, pendant la dernière phase de déplacement.
    """


@query(queries.field)
def perso_vision(perso: PersoInfo) -> list[Position]:
    """The cells of your character's field of vision.

    fr: Les cases du champ de vision de votre personnage.
    """


@query(queries.occupied_field)
def perso_vision_personnages(perso: PersoInfo) -> list[Position]:
    """The cells of your character's field of vision that hold somebody, its own included, each once.

    fr: Les cases occupées du champ de vision de votre personnage, la sienne comprise, une seule fois chacune.
    """


@query(queries.around_palantir)
def palantir_vision() -> list[Position]:
    """The occupied cells around your palantír; empty if there is none.

    fr: Les cases occupées autour de votre palantír ; vide s'il n'y en a pas.
    """


@query(queries.in_zone)
def elfe_vision() -> list[Position]:
    """The occupied cells of the zone your elf has revealed; empty if there is none.

    fr: Les cases occupées de la zone révélée par votre elfe ; vide s'il n'y en a pas.
    """


@query(queries.recharge)
def perso_attaque_recharge(perso: PersoInfo, attaque: AttaqueType) -> int:
    """Turns until your character may use an attack again, 0 if it may now; -1 if it does not have that attack.

    fr: Le nombre de tours avant que votre personnage puisse réutiliser une attaque, 0 s'il le peut maintenant ; -1
    s'il n'a pas cette attaque.
    """


@query(queries.position)
def perso_position(perso: PersoInfo) -> Position:
    """Where your character stands; (-1, -1) for a character that is not yours.

    fr: La position de votre personnage ; (-1, -1) pour un personnage qui n'est pas à vous.
    """


@query(queries.character_of)
def perso_classe_info(classe: PersoClasse) -> PersoInfo:
    """Your character of a class; team and life are -1 if there is no such class.

    fr: Votre personnage d'une classe ; équipe et vie valent -1 si la classe n'existe pas.
    """


@query(queries.my_team)
def mon_equipe() -> int:
    """The number of your team.

    fr: Le numéro de votre équipe.
    """


@query(queries.how_many_teams)
def nombre_equipes() -> int:
    """The number of teams.

    fr: Le nombre d'équipes.
    """


@query(queries.scores)
def scores() -> list[int]:
    """The scores of all teams, the first team first.

    fr: Les scores de toutes les équipes, dans l'ordre des équipes.
    """


@query(queries.turn)
def tour_actuel() -> int:
    """The number of the turn, from 0.

    fr: Le numéro du tour, à partir de 0.
    """


@query(queries.placement_turns)
def nombre_tours_placement() -> int:
    """The number of placement turns.

    fr: Le nombre de tours de placement.
    """


@query(queries.turns)
def nombre_tours() -> int:
    """The number of turns of the match, placement turns included.

    fr: Le nombre de tours de la partie, tours de placement compris.
    """


# 7.5, 7.6  Orders


@action
def perso_deplace(perso: Mine, chemin: Path, direction: Orientation) -> Erreur:
    """Walk along a path, cell by cell without the present one, then face a direction. An empty path only turns.

    fr: Suit un chemin, case par case sans la case actuelle, puis regarde dans une direction. Un chemin vide ne fait
    que tourner le personnage.
    """


@action
def perso_attaque(perso: Mine, attaque: AttaqueType, pos: Position) -> Erreur:
    """Attack a cell with one of the three attacks of the character's class.

    fr: Attaque une case avec l'une des trois attaques de la classe du personnage.
    """
