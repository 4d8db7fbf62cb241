"""The champion API (rules, section 6)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from joute.core.api import Me, action, player_number, query, seat_of, undo

from . import rules
from .board import BASE, SIDE, TOURELLE
from .params import PLAYERS
from .rules import state
from .rules.state import (
    ATTAQUE,
    DEPLACABLES,
    MAGIE,
    MALFORMED,
    NOBODY,
    PLAYER_COLUMNS,
    PORTEE,
    SEAT,
    SORCIERS,
    TOWER_COLUMNS,
    TOWER_COUNT,
    TURN,
    VIE,
    X,
    Y,
)

__all__ = ["MALFORMED", "SHOW"]

SHOW = "stderr"
"""6.2  Where the `afficher_*` functions write."""


class CaseInfo(IntEnum):
    CASE_SIMPLE = 0
    CASE_TOURELLE = 1
    CASE_BASE = 2
    CASE_FONTAINE = 3
    CASE_ARTEFACT = 4
    CASE_ERREUR = 5


class Erreur(IntEnum):
    OK = state.OK
    ANNULER_IMPOSSIBLE = state.ANNULER_IMPOSSIBLE
    CASE_IMPOSSIBLE = state.CASE_IMPOSSIBLE
    CASE_ADVERSE = state.CASE_ADVERSE
    CASE_UTILISEE = state.CASE_UTILISEE
    CASE_VIDE = state.CASE_VIDE
    VALEUR_INVALIDE = state.VALEUR_INVALIDE
    MAGIE_INSUFFISANTE = state.MAGIE_INSUFFISANTE
    SORCIERS_INSUFFISANTS = state.SORCIERS_INSUFFISANTS
    ATTAQUE_INSUFFISANTE = state.ATTAQUE_INSUFFISANTE
    PHASE_INCORRECTE = state.PHASE_INCORRECTE
    PORTEE_INSUFFISANTE = state.PORTEE_INSUFFISANTE
    PERDANT = state.PERDANT


class Position(NamedTuple):
    x: int
    y: int


class Tourelle(NamedTuple):
    pos: Position
    portee: int
    joueur: int
    vie: int
    attaque: int


NOWHERE = Position(-1, -1)


# 6.3  Actions


@action
def construire(pos: Position, portee: int) -> Erreur:  # type: ignore[empty-body]
    """Build a tower of this range on a cell. Construction phase.

    fr: Construit une tourelle de cette portée sur une case. Phase de construction.
    """


@action
def supprimer(pos: Position) -> Erreur:  # type: ignore[empty-body]
    """Delete one of your towers, which gives some magic back. Construction phase.

    fr: Supprime une de vos tourelles, ce qui rend un peu de magie. Phase de construction.
    """


@action
def creer(nb: int) -> Erreur:  # type: ignore[empty-body]
    """Create wizards on your base. Construction phase.

    fr: Crée des sorciers sur votre base. Phase de construction.
    """


@action
def deplacer(depart: Position, arrivee: Position, nb: int) -> Erreur:  # type: ignore[empty-body]
    """Move wizards from a cell to another, around the towers. Déplacement phase.

    fr: Déplace des sorciers d'une case vers une autre, en contournant les tourelles. Phase de déplacement.
    """


@action
def tirer(pts: int, pos: Position, cible: Position) -> Erreur:  # type: ignore[empty-body]
    """Shoot with some attack points of the tower on `pos` at the wizards on `cible`. Tirs phase.

    fr: Tire avec des points d'attaque de la tourelle de `pos` sur les sorciers de `cible`. Phase de tirs.
    """


@action
def assieger(pos: Position, cible: Position, nb_sorciers: int) -> Erreur:  # type: ignore[empty-body]
    """Attack the tower on the adjacent cell `cible` with wizards of `pos`. Siège phase.

    fr: Attaque la tourelle de la case adjacente `cible` avec des sorciers de `pos`. Phase de siège.
    """


@undo(done=state.OK, nothing=state.ANNULER_IMPOSSIBLE)
def annuler() -> Erreur:  # type: ignore[empty-body]
    """Undo your last accepted action of this phase.

    fr: Annule votre dernière action acceptée de cette phase.
    """


# 6.2  Queries


@query
def info_case(me: Me, pos: Position) -> CaseInfo:
    """What a cell is; `CASE_ERREUR` off the board.

    fr: Le type d'une case ; `CASE_ERREUR` hors du terrain.
    """
    if not rules.on_board(me.world, *pos):
        return CaseInfo.CASE_ERREUR
    return CaseInfo(TOURELLE if rules.is_wall(me.world, *pos) else rules.kind_of(me.world, *pos))


@query
def tourelles_joueur(me: Me, joueur: int) -> list[Tourelle]:
    """A player's towers, sorted by x then y; none for an unknown or eliminated player.

    fr: Les tourelles d'un joueur, triées par x puis y ; aucune pour un joueur inconnu ou éliminé.
    """
    s, seat = me.world.state, seat_of(me, joueur, PLAYERS)
    rows = range(int(s.head[TOWER_COUNT]))
    return [_tower(me, row) for row in rows if s.towers[row * TOWER_COLUMNS + SEAT] == seat]


@query
def magie(me: Me, joueur: int) -> int:
    """A player's magic; 0 for an unknown player.

    fr: La magie d'un joueur ; 0 pour un joueur inconnu.
    """
    seat = seat_of(me, joueur, PLAYERS)
    return 0 if seat < 0 else int(me.world.state.players[seat * PLAYER_COLUMNS + MAGIE])


@query
def nb_sorciers(me: Me, pos: Position, joueur: int) -> int:
    """A player's wizards on a cell; -1 off the board, 0 for an unknown player.

    fr: Les sorciers d'un joueur sur une case ; -1 hors du terrain, 0 pour un joueur inconnu.
    """
    return _in_group(me, SORCIERS, pos, joueur)


@query
def nb_sorciers_deplacables(me: Me, pos: Position, joueur: int) -> int:
    """A player's wizards on a cell that may still move this round; -1 off the board, 0 for an unknown player.

    fr: Les sorciers d'un joueur sur une case qui peuvent encore se déplacer pendant ce tour ; -1 hors du terrain, 0
    pour un joueur inconnu.
    """
    return _in_group(me, DEPLACABLES, pos, joueur)


@query
def joueur_case(me: Me, pos: Position) -> int:
    """Whose a cell is: the tower's owner, the base's if alive, else the occupant; -1 for nobody and off the board.

    fr: À qui est une case : propriétaire de la tourelle, de la base s'il est en vie, sinon l'occupant ; -1 pour
    personne et hors du terrain.
    """
    if not rules.on_board(me.world, *pos):
        return NOBODY
    row = rules.tower_on(me.world, *pos)
    if row >= 0:
        return player_number(me, me.world.state.towers[row * TOWER_COLUMNS + SEAT])
    if rules.kind_of(me.world, *pos) == BASE:
        owner = list(me.world.board.bases).index(pos.x * _side(me) + pos.y)
        return player_number(me, owner) if rules.alive(me.world, owner) else NOBODY
    return player_number(me, rules.occupant_of(me.world, *pos))


@query
def tourelle_case(me: Me, pos: Position) -> Tourelle:
    """The tower of a cell. Without one, all its numbers are -1; off the board `portee`, `vie` and `attaque` are 0.

    fr: La tourelle d'une case. S'il n'y en a pas, tous ses nombres valent -1 ; hors du terrain, `portee`, `vie` et
    `attaque` valent 0.
    """
    if not rules.on_board(me.world, *pos):
        return Tourelle(NOWHERE, 0, NOBODY, 0, 0)
    row = rules.tower_on(me.world, *pos)
    return Tourelle(NOWHERE, -1, NOBODY, -1, -1) if row < 0 else _tower(me, row)


@query
def base_joueur(me: Me, joueur: int) -> Position:
    """Where a player's base is, also after its elimination; (-1, -1) for an unknown player.

    fr: La position de la base d'un joueur, même éliminé ; (-1, -1) pour un joueur inconnu.
    """
    seat = seat_of(me, joueur, PLAYERS)
    return NOWHERE if seat < 0 else Position(*divmod(int(me.world.board.bases[seat]), _side(me)))


@query
def constructible(me: Me, pos: Position, joueur: int) -> bool:
    """Whether a cell is near enough for a player to build there; wizards, magic and limits are not looked at.

    fr: Indique si une case est assez proche pour qu'un joueur y construise ; sans regarder sorciers, magie ni limites.
    """
    seat = seat_of(me, joueur, PLAYERS)
    return seat >= 0 and rules.on_board(me.world, *pos) and bool(rules.constructible(me.world, seat, *pos))


@query
def chemin(me: Me, pos1: Position, pos2: Position) -> list[Position]:
    """A shortest path around the towers, without its start and with its end; empty if there is none.

    fr: Un plus court chemin contournant les tourelles, sans son départ et avec son arrivée ; vide s'il n'y en a pas.
    """
    if pos1 == pos2 or not rules.on_board(me.world, *pos1) or not rules.on_board(me.world, *pos2):
        return []
    return _path([int(bits) for bits in me.world.state.walls], pos1, pos2)


@query
def moi(me: Me) -> int:
    """Your number.

    fr: Votre numéro.
    """
    return player_number(me, me.seat)


@query
def adversaires(me: Me) -> list[int]:
    """The numbers of the other players who are alive, increasing.

    fr: Les numéros des autres joueurs en vie, par ordre croissant.
    """
    return [player_number(me, seat) for seat in range(PLAYERS) if seat != me.seat and rules.alive(me.world, seat)]


@query
def tour_actuel(me: Me) -> int:
    """The number of the round, from 0.

    fr: Le numéro du tour, à partir de 0.
    """
    return int(me.world.state.head[TURN])


@query(malformed=-1)
def distance(me: Me, depart: Position, arrivee: Position) -> int:
    """The Manhattan distance of two positions, on the board or not; -1 if one is malformed.

    fr: La distance de Manhattan de deux positions, sur le terrain ou non ; -1 si l'une est mal formée.
    """
    return state.distance(*depart, *arrivee)


# Reading the state


def _side(me: Me) -> int:
    return int(me.world.board.head[SIDE])


def _in_group(me: Me, column: int, pos: Position, joueur: int) -> int:
    if not rules.on_board(me.world, *pos):
        return -1
    seat = seat_of(me, joueur, PLAYERS)
    return 0 if seat < 0 else int(rules.in_group(me.world, column, seat, *pos))


def _tower(me: Me, row: int) -> Tourelle:
    tower = me.world.state.towers[row * TOWER_COLUMNS : (row + 1) * TOWER_COLUMNS]
    return Tourelle(
        Position(tower[X], tower[Y]), tower[PORTEE], player_number(me, tower[SEAT]), tower[VIE], tower[ATTAQUE]
    )


def _path(walls: list[int], start: Position, goal: Position) -> list[Position]:
    """6.2  Breadth first: the predecessor of a cell is the first to discover it. A tower on the goal is no obstacle."""
    side = len(walls)
    first, last = (pos.x * side + pos.y for pos in (start, goal))
    before = [x * side + y if bits >> y & 1 else -1 for x, bits in enumerate(walls) for y in range(side)]
    before[first] = first
    around = _neighbours(side)
    queue = [first]
    for here in queue:
        for there in around[here]:
            if there == last:
                return [*_walked(before, first, here, side), goal]
            if before[there] < 0:
                before[there] = here
                queue.append(there)
    return []


def _walked(before: list[int], first: int, last: int, side: int) -> list[Position]:
    """The cells that led from the first, which is left out, to the last."""
    path = []
    while last != first:
        path.append(Position(*divmod(last, side)))
        last = before[last]
    return path[::-1]


@lru_cache(maxsize=8)
def _neighbours(side: int) -> list[list[int]]:
    """6.2  The neighbours of every cell of a board: south, east, north, west."""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [
        [(x + dx) * side + y + dy for dx, dy in steps if 0 <= x + dx < side and 0 <= y + dy < side]
        for x in range(side)
        for y in range(side)
    ]
