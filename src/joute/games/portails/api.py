"""The champion API (rules, section 6).

With n portals, L links and F fields: lists cost their length; `lien_existe`, `champ_existe`, `portail_joueur`,
`portail_boucliers` and, for a portal, `case_dans_champ` look in one column of the map; the free algorithms are
constant; `champs_incidents_segment` and `liens_incidents_portail` cost O(n / 62) and their result; `liens_bloquants`
O(L); `case_champs`, `case_dans_champ` and `champs_incidents_portail` O(F). Of the actions, `lier` costs O(L + n / 62),
and O(F + n) for each field that it completes; `neutraliser` and `utiliser_virus` O(L + F), and O(n) for each field that
falls; the others are constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from joute.core.api import Me, action, player_number, query, seat_of, undo

from . import reading, rules
from .rules import state
from .rules.state import (
    LOST,
    NO_PORTAL,
    NOBODY,
    PAWN_X,
    PAWN_Y,
    PLAYER_COLUMNS,
    PLAYERS,
    SHIELDED,
    TAKEN,
    TURN,
)

SHOW = "stderr"
NOT_A_PORTAL = -2
UNKNOWN = -1


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
    x: int
    y: int


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
def deplacer(dest: Position) -> Erreur:  # type: ignore[empty-body]
    """Move your pawn to a cell, for as many move points as it is away (Manhattan distance).

    fr: Déplace votre agent sur une case, pour autant de points de déplacement qu'elle est loin (distance de Manhattan).
    """


@action
def utiliser_turbo() -> Erreur:  # type: ignore[empty-body]
    """Buy GAIN_TURBO move points for COUT_TURBO action points.

    fr: Achète GAIN_TURBO points de déplacement pour COUT_TURBO points d'action.
    """


@action
def capturer() -> Erreur:  # type: ignore[empty-body]
    """Capture the neutral portal on your pawn's cell.

    fr: Capture le portail neutre de la case de votre agent.
    """


@action
def lier(portail: Position) -> Erreur:  # type: ignore[empty-body]
    """Link the portal on your pawn's cell with another portal of yours, at any distance. Its cost grows with the number
    of links, and with the number of portals for each field completed.

    fr: Lie le portail de la case de votre agent à un autre de vos portails, à toute distance. Son coût croît avec le
    nombre de liens et, pour chaque champ complété, avec le nombre de portails.
    """


@action
def neutraliser() -> Erreur:  # type: ignore[empty-body]
    """Neutralise the enemy portal on your pawn's cell: it loses its shields and links.

    fr: Neutralise le portail ennemi de la case de votre agent : il perd ses boucliers et ses liens.
    """


@action
def ajouter_bouclier() -> Erreur:  # type: ignore[empty-body]
    """Add a shield to your portal on your pawn's cell.

    fr: Ajoute un bouclier à votre portail de la case de votre agent.
    """


@action
def utiliser_virus() -> Erreur:  # type: ignore[empty-body]
    """Pass the portal on your pawn's cell to the other player: the enemy's becomes yours, yours the enemy's.

    fr: Fait changer de camp le portail de la case de votre agent : ennemi, il devient vôtre ; vôtre, il devient ennemi.
    """


# 6.4  Undo


@undo(done=True, nothing=False)
def annuler() -> bool:  # type: ignore[empty-body]
    """Take back your last accepted action of this turn, with all its effects; false if there is none.

    fr: Annule votre dernière action acceptée de ce tour, avec tous ses effets ; faux s'il n'y en a pas.
    """


# 6.5  Links and fields


@query
def liste_liens(me: Me) -> list[Lien]:
    """All links of both players.

    fr: Tous les liens des deux joueurs.
    """
    return _liens(me, reading.links(me.world))


@query
def liste_champs(me: Me) -> list[Champ]:
    """All fields of both players.

    fr: Tous les champs des deux joueurs.
    """
    return _champs(me, reading.fields(me.world))


@query
def liste_portails(me: Me) -> list[Position]:
    """All portals of the map.

    fr: Tous les portails de la carte.
    """
    return _positions(me, *range(state.portal_count(me.world)))


@query(malformed=[])
def liens_bloquants(me: Me, ext1: Position, ext2: Position) -> list[Lien]:
    """The links that interfere with the segment between two positions, portals or not; none if they are the same. Its
    cost grows with the number of links.

    fr: Les liens qui interfèrent avec le segment entre deux positions, portails ou non ; aucun si elles sont égales.
    Son coût croît avec le nombre de liens.
    """
    return [] if ext1 == ext2 else _liens(me, reading.blocking(me.world, ext1, ext2))


@query
def lien_existe(me: Me, ext1: Position, ext2: Position) -> bool:
    """Whether two portals are linked; false if one is not a portal.

    fr: Indique si deux portails sont liés ; faux si l'une des positions n'est pas un portail.
    """
    return reading.linked(me.world, _portal(me, ext1), _portal(me, ext2))


@query
def champ_existe(me: Me, som1: Position, som2: Position, som3: Position) -> bool:
    """Whether three portals are pairwise linked; false if one is not a portal.

    fr: Indique si trois portails sont liés deux à deux ; faux si l'une des positions n'est pas un portail.
    """
    a, b, c = _portal(me, som1), _portal(me, som2), _portal(me, som3)
    return all(reading.linked(me.world, *pair) for pair in ((a, b), (b, c), (a, c)))


# 6.6  One cell, portal or segment


@query
def case_dans_champ(me: Me, pos: Position) -> bool:
    """Whether a cell is strictly inside some field; false off the map.

    fr: Indique si une case est strictement à l'intérieur d'un champ ; faux hors de la carte.
    """
    portal = _portal(me, pos)
    if portal != NO_PORTAL:
        return bool(me.world.state.cover[portal])
    return next(reading.around(me.world, pos), None) is not None


@query
def case_champs(me: Me, pos: Position) -> list[Champ]:
    """The fields of both players that a cell is strictly inside of.

    fr: Les champs des deux joueurs qui ont la case strictement à l'intérieur.
    """
    return _champs(me, reading.around(me.world, pos))


@query
def portail_joueur(me: Me, portail: Position) -> int:
    """The number of a portal's owner; -1 if neutral, -2 if not a portal.

    fr: Le numéro du propriétaire d'un portail ; -1 s'il est neutre, -2 si ce n'est pas un portail.
    """
    portal = _portal(me, portail)
    return NOT_A_PORTAL if portal == NO_PORTAL else player_number(me, state.owner(me.world, portal))


@query
def portail_boucliers(me: Me, portail: Position) -> int:
    """The number of shields of a portal; -2 if not a portal.

    fr: Le nombre de boucliers d'un portail ; -2 si ce n'est pas un portail.
    """
    portal = _portal(me, portail)
    return NOT_A_PORTAL if portal == NO_PORTAL else state.shield_count(me.world, portal)


@query
def liens_incidents_portail(me: Me, portail: Position) -> list[Lien]:
    """The links of a portal; none if it is not a portal.

    fr: Les liens d'un portail ; aucun si ce n'est pas un portail.
    """
    portal = _portal(me, portail)
    return _liens(me, (sorted((portal, other)) for other in reading.common(me.world, portal, portal)))


@query
def champs_incidents_portail(me: Me, portail: Position) -> list[Champ]:
    """The fields with that corner; none if it is not a portal.

    fr: Les champs dont ce portail est un sommet ; aucun si ce n'est pas un portail.
    """
    portal = _portal(me, portail)
    return _champs(me, (corners for corners in reading.fields(me.world) if portal in corners))


@query
def champs_incidents_segment(me: Me, ext1: Position, ext2: Position) -> list[Champ]:
    """The fields with that side or, if the two portals are not linked, those that their link would complete. Its cost
    grows with the result, and with one sixtieth of the number of portals.

    fr: Les champs qui ont ce côté ou, si les deux portails ne sont pas liés, ceux que leur lien compléterait. Son coût
    croît avec le résultat et avec le soixantième du nombre de portails.
    """
    a, b = _portal(me, ext1), _portal(me, ext2)
    if a == b or NO_PORTAL in (a, b):
        return []
    return _champs(me, sorted(sorted((a, b, other)) for other in reading.common(me.world, a, b)))


# 6.7  History


@query
def hist_portails_captures(me: Me) -> list[Position]:
    """Portals that the opponent gained in its last turn.

    fr: Les portails gagnés par l'adversaire à son dernier tour.
    """
    return _changes(me, TAKEN)


@query
def hist_portails_neutralises(me: Me) -> list[Position]:
    """Portals that you lost in the opponent's last turn.

    fr: Les portails que vous avez perdus au dernier tour de l'adversaire.
    """
    return _changes(me, LOST)


@query
def hist_liens_crees(me: Me) -> list[Lien]:
    """Links that the opponent created in its last turn.

    fr: Les liens créés par l'adversaire à son dernier tour.
    """
    return [_lien(me, 1 - me.seat, a, b) for a, b in reading.new_links(me.world, me.seat)]


@query
def hist_champs_crees(me: Me) -> list[Champ]:
    """Fields that the opponent created in its last turn.

    fr: Les champs créés par l'adversaire à son dernier tour.
    """
    return [_champ(me, 1 - me.seat, a, b, c) for a, b, c in reading.new_fields(me.world, me.seat)]


@query
def hist_boucliers_ajoutes(me: Me) -> list[Position]:
    """Portals whose shields grew in the opponent's last turn, each as many times as it gained shields.

    fr: Les portails dont les boucliers ont augmenté au dernier tour de l'adversaire, chacun autant de fois qu'il en a
    gagné.
    """
    return _changes(me, SHIELDED)


# 6.8  Free algorithms


@query(malformed=-1)
def distance(me: Me, pos1: Position, pos2: Position) -> int:
    """The Manhattan distance between two positions.

    fr: La distance de Manhattan entre deux positions.
    """
    return abs(pos1.x - pos2.x) + abs(pos1.y - pos2.y)


@query(malformed=-1)
def score_triangle(me: Me, som1: Position, som2: Position, som3: Position) -> int:
    """The points per turn of a field with these corners; 0 if it is flat.

    fr: Les points par tour d'un champ de ces sommets ; 0 s'il est plat.
    """
    points: int = me.game.params["POINTS_CHAMP"]
    return points * abs(rules.cross(*som1, *som2, *som3)) // 2


@query(malformed=False)
def intersection_segments(me: Me, a1: Position, a2: Position, b1: Position, b2: Position) -> bool:
    """Whether the segments [a1 a2] and [b1 b2] interfere: all but touching by their ends alone.

    fr: Indique si les segments [a1 a2] et [b1 b2] interfèrent : tout sauf se toucher par leurs seules extrémités.
    """
    return rules.interfere(*a1, *a2, *b1, *b2)


@query(malformed=False)
def point_dans_triangle(me: Me, p: Position, som1: Position, som2: Position, som3: Position) -> bool:
    """Whether a point is strictly inside a triangle.

    fr: Indique si un point est strictement à l'intérieur d'un triangle.
    """
    return rules.inside(*p, *som1, *som2, *som3)


# 6.9  Players and time


@query
def moi(me: Me) -> int:
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
def position_agent(me: Me, id_joueur: int) -> Position:
    """The cell of a player's pawn; (-1, -1) if the number is no player's.

    fr: La case de l'agent d'un joueur ; (-1, -1) si ce numéro n'est celui de personne.
    """
    seat = seat_of(me, id_joueur, PLAYERS)
    if seat == NOBODY:
        return Position(UNKNOWN, UNKNOWN)
    players = me.world.state.players
    return Position(players[seat * PLAYER_COLUMNS + PAWN_X], players[seat * PLAYER_COLUMNS + PAWN_Y])


@query
def points_action(me: Me) -> int:
    """Your remaining action points.

    fr: Vos points d'action restants.
    """
    return state.action_points(me.world, me.seat)


@query
def points_deplacement(me: Me) -> int:
    """Your remaining move points.

    fr: Vos points de déplacement restants.
    """
    return state.move_points(me.world, me.seat)


@query
def score(me: Me, id_joueur: int) -> int:
    """A player's score, the gains of the running turn included; -1 if the number is no player's.

    fr: Le score d'un joueur, gains du tour en cours compris ; -1 si ce numéro n'est celui de personne.
    """
    seat = seat_of(me, id_joueur, PLAYERS)
    return UNKNOWN if seat == NOBODY else rules.score(me.world, seat)


@query
def tour_actuel(me: Me) -> int:
    """The number of the round, from 1 to NB_TOURS; one more in `partie_fin`.

    fr: Le numéro du tour, de 1 à NB_TOURS ; un de plus dans `partie_fin`.
    """
    return int(me.world.state.head[TURN])


# Reading the state


def _portal(me: Me, position: Position) -> int:
    return reading.portal_at(me.world, position)


def _positions(me: Me, *portals: int) -> list[Position]:
    cells = reading.cells(me.world)
    return [Position(*cells[portal]) for portal in portals]


def _lien(me: Me, owner: int, a: int, b: int) -> Lien:
    one, other = _positions(me, a, b)
    return Lien(one, other, player_number(me, owner))


def _champ(me: Me, owner: int, a: int, b: int, c: int) -> Champ:
    one, two, three = _positions(me, a, b, c)
    return Champ(one, two, three, player_number(me, owner))


def _liens(me: Me, links: Iterable[Sequence[int]]) -> list[Lien]:
    """Links as they stand now."""
    return [_lien(me, state.owner(me.world, a), a, b) for a, b in links]


def _champs(me: Me, fields: Iterable[Sequence[int]]) -> list[Champ]:
    """Fields as they stand now."""
    return [_champ(me, state.owner(me.world, a), a, b, c) for a, b, c in fields]


def _changes(me: Me, column: int) -> list[Position]:
    """5  The portals of a list, each as often as its column says."""
    changes = reading.changes_of_portals(me.world, me.seat, column)
    return _positions(me, *(portal for portal, times in changes for _ in range(times)))
