"""The champion API (rules, section 7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Me, action, player_number, query, seat_of, undo
from joute.core.types import Most

from . import rules
from .board import WIDTH
from .params import PATH_MOST
from .rules import GROUND_COLUMNS, STEP_CELL, STEP_COLUMNS, STEPS, TURN_NO

MALFORMED = -(2**31)
SHOW = "stdout"
UNKNOWN = -1


class Erreur(IntEnum):
    HORS_PHASE = rules.NOT_NOW
    HORS_CARTE = rules.OFF_BOARD
    DEJA_PREVU = rules.ALREADY_PLANNED
    OK = rules.OK
    CHEMIN_INVALIDE = rules.BROKEN_PATH
    TROP_LOIN = rules.TOO_FAR
    DEJA_CREUSE = rules.ALREADY_DUG
    OCCUPE = rules.OCCUPIED
    DEJA_PASSE = rules.ALREADY_PASSED
    INTERDIT = rules.FORBIDDEN
    VALEUR_INVALIDE = rules.BAD_VALUE
    TROP_D_ORDRES = rules.TOO_MANY_ORDERS


class Outil(IntEnum):
    PELLE = rules.SHOVEL
    PIOCHE = rules.PICK


class Position(NamedTuple):
    y: int
    x: int


# Actions


@action
def deplacer(chemin: Annotated[list[Position], Most(PATH_MOST)]) -> Erreur:  # type: ignore[empty-body]
    """Plan the path of your walker, cell after cell; all walkers go at the end of the phase.

    fr: Prévoit le chemin de votre marcheur, case par case ; tous partent à la fin de la phase.
    """


@action
def creuser(pos: Position, outil: Outil) -> Erreur:  # type: ignore[empty-body]
    """Dig on a cell: with the shovel here or next door, with the pick here only, for twice the coins.

    fr: Creuse une case : à la pelle ici ou à côté, à la pioche ici seulement, pour deux fois plus de pièces.
    """


@action
def passer() -> Erreur:  # type: ignore[empty-body]
    """Do no more in this phase.

    fr: Ne fait plus rien dans cette phase.
    """


@action
def signaler(valeur: int) -> Erreur:  # type: ignore[empty-body]
    """Raise a flag with a number from 0 to 999 that everybody sees.

    fr: Hisse un drapeau avec un nombre de 0 à 999 que tous voient.
    """


@undo(done=True, nothing=False)
def annuler() -> bool:  # type: ignore[empty-body]
    """Take back your last accepted order of the phase; false if there is none.

    fr: Annule votre dernier ordre accepté de la phase ; faux s'il n'y en a pas.
    """


# Queries


@query
def moi(me: Me) -> int:
    """Your player number.

    fr: Votre numéro de joueur.
    """
    return player_number(me, me.seat)


@query
def tour(me: Me) -> int:
    """Turns completed.

    fr: Le nombre de tours achevés.
    """
    return int(me.world.state.head[TURN_NO])


@query
def ou_est(me: Me, joueur: int) -> Position:
    """Where a player's walker stands; (-1, -1) if you do not see it or there is no such player.

    fr: La position du marcheur d'un joueur ; (-1, -1) si vous ne le voyez pas ou si le joueur n'existe pas.
    """
    seat = seat_of(me, joueur, rules.seat_count(me.world))
    cell = rules.NOWHERE if seat < 0 else rules.cell_of(me.world, seat)
    return Position(UNKNOWN, UNKNOWN) if cell == rules.NOWHERE else _position(me, cell)


@query
def score(me: Me, joueur: int) -> int:
    """A player's score; -1 if there is no such player.

    fr: Le score d'un joueur ; -1 si le joueur n'existe pas.
    """
    seat = seat_of(me, joueur, rules.seat_count(me.world))
    return UNKNOWN if seat < 0 else rules.score(me.world, seat)


@query
def pieces(me: Me, pos: Position) -> int:
    """Coins buried on a cell; -1 off the board or out of sight.

    fr: Le nombre de pièces enterrées sur une case ; -1 hors de la carte ou de la vue.
    """
    cell = _cell(me, pos)
    return UNKNOWN if cell < 0 or not rules.sees(me.world, me.seat, cell) else int(me.world.state.coins[cell])


@query(malformed=False)
def est_creusee(me: Me, pos: Position) -> bool:
    """Whether a cell is dug; false off the board.

    fr: Indique si une case est creusée ; faux hors de la carte.
    """
    cell = _cell(me, pos)
    return cell >= 0 and me.world.state.ground[cell * GROUND_COLUMNS + rules.DUG] > 0


@query
def chemin_prevu(me: Me) -> list[Position]:
    """The path you have planned in this phase.

    fr: Le chemin que vous avez prévu dans cette phase.
    """
    steps = me.world.state.steps
    return [_position(me, steps[step * STEP_COLUMNS + STEP_CELL]) for step in range(me.world.state.head[STEPS])]


def _cell(me: Me, pos: Position) -> int:
    """The cell at a position, or -1 off the board."""
    return pos.y * int(me.world.board.head[WIDTH]) + pos.x if rules.on_board(me.world, pos.y, pos.x) else -1


def _position(me: Me, cell: int) -> Position:
    return Position(*divmod(int(cell), int(me.world.board.head[WIDTH])))
