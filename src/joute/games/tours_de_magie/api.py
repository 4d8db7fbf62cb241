"""The champion API (rules, section 6)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Conventions, action, query, undo
from joute.core.choices import amount, near, own
from joute.core.columns import bounded

from .rules import orders, queries, state, terms

CONVENTIONS = Conventions(malformed=orders.MALFORMED, show="stderr")
"""6.2, 6.3  What a malformed number counts as, and where the `afficher_*` functions write."""


class CaseInfo(IntEnum):
    CASE_SIMPLE = 0
    CASE_TOURELLE = 1
    CASE_BASE = 2
    CASE_FONTAINE = 3
    CASE_ARTEFACT = 4
    CASE_ERREUR = 5


class Erreur(IntEnum):
    OK = terms.OK
    ANNULER_IMPOSSIBLE = terms.ANNULER_IMPOSSIBLE
    CASE_IMPOSSIBLE = terms.CASE_IMPOSSIBLE
    CASE_ADVERSE = terms.CASE_ADVERSE
    CASE_UTILISEE = terms.CASE_UTILISEE
    CASE_VIDE = terms.CASE_VIDE
    VALEUR_INVALIDE = terms.VALEUR_INVALIDE
    MAGIE_INSUFFISANTE = terms.MAGIE_INSUFFISANTE
    SORCIERS_INSUFFISANTS = terms.SORCIERS_INSUFFISANTS
    ATTAQUE_INSUFFISANTE = terms.ATTAQUE_INSUFFISANTE
    PHASE_INCORRECTE = terms.PHASE_INCORRECTE
    PORTEE_INSUFFISANTE = terms.PORTEE_INSUFFISANTE
    PERDANT = terms.PERDANT


class Position(NamedTuple):
    x: Annotated[int, bounded(0, state.last_of)]
    y: Annotated[int, bounded(0, state.last_of)]


class Tourelle(NamedTuple):
    pos: Position
    portee: int
    joueur: int
    vie: int
    attaque: int


# 6.3  Actions

WIZARDS_NUMBERED = 1024
"""The most wizards that one numbered order makes or moves."""
Range = Annotated[int, bounded(state.range_least, state.range_most)]
Points = Annotated[int, amount(state.points_most)]
Wizards = Annotated[int, amount(WIZARDS_NUMBERED)]
Tower = Annotated[Position, own("towers", "x", "y")]
Group = Annotated[Position, own("groups", "x", "y")]


@action
def construire(pos: Position, portee: Range) -> Erreur:
    """Build a tower of this range on a cell. Construction phase.

    fr: Construit une tourelle de cette portée sur une case. Phase de construction.
    """


@action
def supprimer(pos: Tower) -> Erreur:
    """Delete one of your towers, which gives some magic back. Construction phase.

    fr: Supprime une de vos tourelles, ce qui rend un peu de magie. Phase de construction.
    """


@action
def creer(nb: Wizards) -> Erreur:
    """Create wizards on your base. Construction phase.

    fr: Crée des sorciers sur votre base. Phase de construction.
    """


@action
def deplacer(depart: Group, arrivee: Annotated[Position, near("depart", state.walk_most)], nb: Wizards) -> Erreur:
    """Move wizards from a cell to another, around the towers. Déplacement phase.

    fr: Déplace des sorciers d'une case vers une autre, en contournant les tourelles. Phase de déplacement.
    """


@action
def tirer(pts: Points, pos: Tower, cible: Annotated[Position, near("pos", state.range_most)]) -> Erreur:
    """Shoot with some attack points of the tower on `pos` at the wizards on `cible`. Tirs phase.

    fr: Tire avec des points d'attaque de la tourelle de `pos` sur les sorciers de `cible`. Phase de tirs.
    """


@action
def assieger(pos: Group, cible: Annotated[Position, near("pos", 1)], nb_sorciers: Wizards) -> Erreur:
    """Attack the tower on the adjacent cell `cible` with wizards of `pos`. Siège phase.

    fr: Attaque la tourelle de la case adjacente `cible` avec des sorciers de `pos`. Phase de siège.
    """


@undo(done=terms.OK, nothing=terms.ANNULER_IMPOSSIBLE)
def annuler() -> Erreur:
    """Undo your last accepted action of this phase.

    fr: Annule votre dernière action acceptée de cette phase.
    """


# 6.2  Queries


@query(queries.kind_at)
def info_case(pos: Position) -> CaseInfo:
    """What a cell is; `CASE_ERREUR` off the board.

    fr: Le type d'une case ; `CASE_ERREUR` hors du terrain.
    """


@query(queries.towers_of)
def tourelles_joueur(joueur: int) -> list[Tourelle]:
    """A player's towers, sorted by x then y; none for an unknown or eliminated player.

    fr: Les tourelles d'un joueur, triées par x puis y ; aucune pour un joueur inconnu ou éliminé.
    """


@query(queries.magic_of)
def magie(joueur: int) -> int:
    """A player's magic; 0 for an unknown player.

    fr: La magie d'un joueur ; 0 pour un joueur inconnu.
    """


@query(queries.wizards_at)
def nb_sorciers(pos: Position, joueur: int) -> int:
    """A player's wizards on a cell; -1 off the board, 0 for an unknown player.

    fr: Les sorciers d'un joueur sur une case ; -1 hors du terrain, 0 pour un joueur inconnu.
    """


@query(queries.movable_at)
def nb_sorciers_deplacables(pos: Position, joueur: int) -> int:
    """A player's wizards on a cell that may still move this round; -1 off the board, 0 for an unknown player.

    fr: Les sorciers d'un joueur sur une case qui peuvent encore se déplacer pendant ce tour ; -1 hors du terrain, 0
    pour un joueur inconnu.
    """


@query(queries.owner_at)
def joueur_case(pos: Position) -> int:
    """Whose a cell is: the tower's owner, the base's if alive, else the occupant; -1 for nobody and off the board.

    fr: À qui est une case : propriétaire de la tourelle, de la base s'il est en vie, sinon l'occupant ; -1 pour
    personne et hors du terrain.
    """


@query(queries.tower_at)
def tourelle_case(pos: Position) -> Tourelle:
    """The tower of a cell. Without one, all its numbers are -1; off the board `portee`, `vie` and `attaque` are 0.

    fr: La tourelle d'une case. S'il n'y en a pas, tous ses nombres valent -1 ; hors du terrain, `portee`, `vie` et
    `attaque` valent 0.
    """


@query(queries.base_of)
def base_joueur(joueur: int) -> Position:
    """Where a player's base is, also after its elimination; (-1, -1) for an unknown player.

    fr: La position de la base d'un joueur, même éliminé ; (-1, -1) pour un joueur inconnu.
    """


@query(queries.can_build_at)
def constructible(pos: Position, joueur: int) -> bool:
    """Whether a cell is near enough for a player to build there; wizards, magic and limits are not looked at.

    fr: Indique si une case est assez proche pour qu'un joueur y construise ; sans regarder sorciers, magie ni limites.
    """


@query(queries.path)
def chemin(pos1: Position, pos2: Position) -> list[Position]:
    """A shortest path around the towers, without its start and with its end; empty if there is none.

    fr: Un plus court chemin contournant les tourelles, sans son départ et avec son arrivée ; vide s'il n'y en a pas.
    """


@query(queries.my_number)
def moi() -> int:
    """Your number.

    fr: Votre numéro.
    """


@query(queries.opponents)
def adversaires() -> list[int]:
    """The numbers of the other players who are alive, increasing.

    fr: Les numéros des autres joueurs en vie, par ordre croissant.
    """


@query(queries.current_round)
def tour_actuel() -> int:
    """The number of the round, from 0.

    fr: Le numéro du tour, à partir de 0.
    """


@query(queries.distance, malformed=-1)
def distance(depart: Position, arrivee: Position) -> int:
    """The Manhattan distance of two positions, on the board or not; -1 if one is malformed.

    fr: La distance de Manhattan de deux positions, sur le terrain ou non ; -1 si l'une est mal formée.
    """
