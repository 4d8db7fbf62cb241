"""The champion API (rules, section 6).

With n portals, L links and F fields: lists cost their length; `lien_existe`, `champ_existe`, `portail_joueur`,
`portail_boucliers` and, for a portal, `case_dans_champ` look in one column of the map; the free algorithms are
constant; `champs_incidents_segment` and `liens_incidents_portail` cost O(n / 62) and their result; `liens_bloquants`
O(L); `case_champs`, `case_dans_champ` and `champs_incidents_portail` O(F). Of the actions, `lier` costs O(L + n / 62),
and O(F + n) for each field that it completes; `neutraliser` and `utiliser_virus` O(L + F), and O(n) for each field that
falls; the others are constant.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Conventions, action, query, undo
from joute.core.columns import bounded

from .rules import queries, state

CONVENTIONS = Conventions(show="stderr")


class Erreur(IntEnum):
    OK = state.OK
    PA_INSUFFISANTS = state.PA_INSUFFISANTS
    AUCUN_PORTAIL = state.AUCUN_PORTAIL
    POSITION_INVALIDE = state.POSITION_INVALIDE
    POSITION_ELOIGNEE = state.POSITION_ELOIGNEE
    PORTAIL_AMI = state.PORTAIL_AMI
    PORTAIL_NEUTRE = state.PORTAIL_NEUTRE
    PORTAIL_ENNEMI = state.PORTAIL_ENNEMI
    LIEN_INTERSECTION = state.LIEN_INTERSECTION
    LIEN_CHAMP = state.LIEN_CHAMP
    LIEN_DEGENERE = state.LIEN_DEGENERE
    LIMITE_BOUCLIERS = state.LIMITE_BOUCLIERS


class Position(NamedTuple):
    x: Annotated[int, bounded(0, state.last_coordinate)]
    y: Annotated[int, bounded(0, state.last_coordinate)]


class Lien(NamedTuple):
    extr1: Position
    extr2: Position
    joueur_l: int


class Champ(NamedTuple):
    som1: Position
    som2: Position
    som3: Position
    joueur_c: int


# 6.3  Actions


@action
def deplacer(dest: Position) -> Erreur:
    """Move your pawn to a cell, for as many move points as it is away (Manhattan distance).

    fr: Déplace votre agent sur une case, pour autant de points de déplacement qu'elle est loin (distance de Manhattan).
    """


@action
def utiliser_turbo() -> Erreur:
    """Buy GAIN_TURBO move points for COUT_TURBO action points.

    fr: Achète GAIN_TURBO points de déplacement pour COUT_TURBO points d'action.
    """


@action
def capturer() -> Erreur:
    """Capture the neutral portal on your pawn's cell.

    fr: Capture le portail neutre de la case de votre agent.
    """


@action
def lier(portail: Position) -> Erreur:
    """Link the portal on your pawn's cell with another portal of yours, at any distance. The computing time of this
    call grows with the number of links, and with the number of portals for each field completed.

    fr: Lie le portail de la case de votre agent à un autre de vos portails, à toute distance. Le temps de
    calcul de cet appel croît avec le nombre de liens et, pour chaque champ complété, avec le nombre de portails.
    """


@action
def neutraliser() -> Erreur:
    """Neutralise the enemy portal on your pawn's cell: it loses its shields and links.

    fr: Neutralise le portail ennemi de la case de votre agent : il perd ses boucliers et ses liens.
    """


@action
def ajouter_bouclier() -> Erreur:
    """Add a shield to your portal on your pawn's cell.

    fr: Ajoute un bouclier à votre portail de la case de votre agent.
    """


@action
def utiliser_virus() -> Erreur:
    """Pass the portal on your pawn's cell to the other player: the enemy's becomes yours, yours the enemy's.

    fr: Fait changer de camp le portail de la case de votre agent : ennemi, il devient vôtre ; vôtre, il devient ennemi.
    """


# 6.4  Undo


@undo(done=True, nothing=False)
def annuler() -> bool:
    """Take back your last accepted action of this turn, with all its effects; false if there is none.

    fr: Annule votre dernière action acceptée de ce tour, avec tous ses effets ; faux s'il n'y en a pas.
    """


# 6.5  Links and fields


@query(queries.liste_liens)
def liste_liens() -> list[Lien]:
    """All links of both players.

    fr: Tous les liens des deux joueurs.
    """


@query(queries.liste_champs)
def liste_champs() -> list[Champ]:
    """All fields of both players.

    fr: Tous les champs des deux joueurs.
    """


@query(queries.liste_portails)
def liste_portails() -> list[Position]:
    """All portals of the map.

    fr: Tous les portails de la carte.
    """


@query(queries.liens_bloquants, malformed=[])
def liens_bloquants(ext1: Position, ext2: Position) -> list[Lien]:
    """The links that interfere with the segment between two positions, portals or not; none if they are the same. The
    computing time of this call grows with the number of links.

    fr: Les liens qui interfèrent avec le segment entre deux positions, portails ou non ; aucun si elles sont égales.
    Le temps de calcul de cet appel croît avec le nombre de liens.
    """


@query(queries.lien_existe)
def lien_existe(ext1: Position, ext2: Position) -> bool:
    """Whether two portals are linked; false if one is not a portal.

    fr: Indique si deux portails sont liés ; faux si l'une des positions n'est pas un portail.
    """


@query(queries.champ_existe)
def champ_existe(som1: Position, som2: Position, som3: Position) -> bool:
    """Whether three portals are pairwise linked; false if one is not a portal.

    fr: Indique si trois portails sont liés deux à deux ; faux si l'une des positions n'est pas un portail.
    """


# 6.6  One cell, portal or segment


@query(queries.case_dans_champ)
def case_dans_champ(pos: Position) -> bool:
    """Whether a cell is strictly inside some field; false off the map.

    fr: Indique si une case est strictement à l'intérieur d'un champ ; faux hors de la carte.
    """


@query(queries.case_champs)
def case_champs(pos: Position) -> list[Champ]:
    """The fields of both players that a cell is strictly inside of.

    fr: Les champs des deux joueurs qui ont la case strictement à l'intérieur.
    """


@query(queries.portail_joueur)
def portail_joueur(portail: Position) -> int:
    """The number of a portal's owner; -1 if neutral, -2 if not a portal.

    fr: Le numéro du propriétaire d'un portail ; -1 s'il est neutre, -2 si ce n'est pas un portail.
    """


@query(queries.portail_boucliers)
def portail_boucliers(portail: Position) -> int:
    """The number of shields of a portal; -2 if not a portal.

    fr: Le nombre de boucliers d'un portail ; -2 si ce n'est pas un portail.
    """


@query(queries.liens_incidents_portail)
def liens_incidents_portail(portail: Position) -> list[Lien]:
    """The links of a portal; none if it is not a portal.

    fr: Les liens d'un portail ; aucun si ce n'est pas un portail.
    """


@query(queries.champs_incidents_portail)
def champs_incidents_portail(portail: Position) -> list[Champ]:
    """The fields with that corner; none if it is not a portal.

    fr: Les champs dont ce portail est un sommet ; aucun si ce n'est pas un portail.
    """


@query(queries.champs_incidents_segment)
def champs_incidents_segment(ext1: Position, ext2: Position) -> list[Champ]:
    """The fields with that side or, if the two portals are not linked, those that their link would complete. The
    computing time of this call grows with the result, and with one sixtieth of the number of portals.

    fr: Les champs qui ont ce côté ou, si les deux portails ne sont pas liés, ceux que leur lien compléterait. Le temps
    de calcul de cet appel croît avec le résultat et avec le soixantième du nombre de portails.
    """


# 6.7  History


@query(queries.hist_portails_captures)
def hist_portails_captures() -> list[Position]:
    """Portals that the opponent gained in its last turn.

    fr: Les portails gagnés par l'adversaire à son dernier tour.
    """


@query(queries.hist_portails_neutralises)
def hist_portails_neutralises() -> list[Position]:
    """Portals that you lost in the opponent's last turn.

    fr: Les portails que vous avez perdus au dernier tour de l'adversaire.
    """


@query(queries.hist_liens_crees)
def hist_liens_crees() -> list[Lien]:
    """Links that the opponent created in its last turn.

    fr: Les liens créés par l'adversaire à son dernier tour.
    """


@query(queries.hist_champs_crees)
def hist_champs_crees() -> list[Champ]:
    """Fields that the opponent created in its last turn.

    fr: Les champs créés par l'adversaire à son dernier tour.
    """


@query(queries.hist_boucliers_ajoutes)
def hist_boucliers_ajoutes() -> list[Position]:
    """Portals whose shields grew in the opponent's last turn, each as many times as it gained shields.

    fr: Les portails dont les boucliers ont augmenté au dernier tour de l'adversaire, chacun autant de fois qu'il en a
    gagné.
    """


# 6.8  Free algorithms


@query(queries.distance, malformed=-1)
def distance(pos1: Position, pos2: Position) -> int:
    """The Manhattan distance between two positions.

    fr: La distance de Manhattan entre deux positions.
    """


@query(queries.score_triangle, malformed=-1)
def score_triangle(som1: Position, som2: Position, som3: Position) -> int:
    """The points per turn of a field with these corners; 0 if it is flat.

    fr: Les points par tour d'un champ de ces sommets ; 0 s'il est plat.
    """


@query(queries.intersection_segments, malformed=False)
def intersection_segments(a1: Position, a2: Position, b1: Position, b2: Position) -> bool:
    """Whether the segments [a1 a2] and [b1 b2] interfere: all but touching by their ends alone.

    fr: Indique si les segments [a1 a2] et [b1 b2] interfèrent : tout sauf se toucher par leurs seules extrémités.
    """


@query(queries.point_dans_triangle, malformed=False)
def point_dans_triangle(p: Position, som1: Position, som2: Position, som3: Position) -> bool:
    """Whether a point is strictly inside a triangle.

    fr: Indique si un point est strictement à l'intérieur d'un triangle.
    """


# 6.9  Players and time


@query(queries.moi)
def moi() -> int:
    """Your number.

    fr: Votre numéro.
    """


@query(queries.adversaire)
def adversaire() -> int:
    """The other player's number.

    fr: Le numéro de l'autre joueur.
    """


@query(queries.position_agent)
def position_agent(id_joueur: int) -> Position:
    """The cell of a player's pawn; (-1, -1) if the number is no player's.

    fr: La case de l'agent d'un joueur ; (-1, -1) si ce numéro n'est celui de personne.
    """


@query(queries.points_action)
def points_action() -> int:
    """Your remaining action points.

    fr: Vos points d'action restants.
    """


@query(queries.points_deplacement)
def points_deplacement() -> int:
    """Your remaining move points.

    fr: Vos points de déplacement restants.
    """


@query(queries.score)
def score(id_joueur: int) -> int:
    """A player's score, the gains of the running turn included; -1 if the number is no player's.

    fr: Le score d'un joueur, gains du tour en cours compris ; -1 si ce numéro n'est celui de personne.
    """


@query(queries.tour_actuel)
def tour_actuel() -> int:
    """The number of the round, from 1 to NB_TOURS; one more in `partie_fin`.

    fr: Le numéro du tour, de 1 à NB_TOURS ; un de plus dans `partie_fin`.
    """
