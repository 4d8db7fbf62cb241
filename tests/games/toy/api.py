"""The champion API (rules, section 7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Conventions, action, query, undo
from joute.core.choices import amount
from joute.core.columns import bounded
from joute.core.types import Most

from . import rules
from .params import PATH_MOST

CONVENTIONS = Conventions(malformed=-(2**31), show="stdout")


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
    y: Annotated[int, bounded(0, lambda dims: int(dims.board.height) - 1)]
    x: Annotated[int, bounded(0, lambda dims: int(dims.board.width) - 1)]


# Actions


@action
def deplacer(chemin: Annotated[list[Position], Most(PATH_MOST)]) -> Erreur:
    """Plan the path of your walker, cell after cell; all walkers go at the end of the phase.

    fr: Prévoit le chemin de votre marcheur, case par case ; tous partent à la fin de la phase.
    """


@action
def creuser(pos: Position, outil: Outil) -> Erreur:
    """Dig on a cell: with the shovel here or next door, with the pick here only, for twice the coins.

    fr: Creuse une case : à la pelle ici ou à côté, à la pioche ici seulement, pour deux fois plus de pièces.
    """


@action
def passer() -> Erreur:
    """Do no more in this phase.

    fr: Ne fait plus rien dans cette phase.
    """


@action
def signaler(valeur: Annotated[int, amount(rules.SIGNAL_MOST)]) -> Erreur:
    """Raise a flag with a number from 0 to 999 that everybody sees.

    fr: Hisse un drapeau avec un nombre de 0 à 999 que tous voient.
    """


@undo(done=True, nothing=False)
def annuler() -> bool:
    """Take back your last accepted order of the phase; false if there is none.

    fr: Annule votre dernier ordre accepté de la phase ; faux s'il n'y en a pas.
    """


# Queries


@query(rules.my_number)
def moi() -> int:
    """Your player number.

    fr: Votre numéro de joueur.
    """


@query(rules.current_turn)
def tour() -> int:
    """Turns completed.

    fr: Le nombre de tours achevés.
    """


@query(rules.where_is)
def ou_est(joueur: int) -> Position:
    """Where a player's walker stands; (-1, -1) if you do not see it or there is no such player.

    fr: La position du marcheur d'un joueur ; (-1, -1) si vous ne le voyez pas ou si le joueur n'existe pas.
    """


@query(rules.score_of)
def score(joueur: int) -> int:
    """A player's score; -1 if there is no such player.

    fr: Le score d'un joueur ; -1 si le joueur n'existe pas.
    """


@query(rules.coins_at)
def pieces(pos: Position) -> int:
    """Coins buried on a cell; -1 off the board or out of sight.

    fr: Le nombre de pièces enterrées sur une case ; -1 hors de la carte ou de la vue.
    """


@query(rules.is_dug, malformed=False)
def est_creusee(pos: Position) -> bool:
    """Whether a cell is dug; false off the board.

    fr: Indique si une case est creusée ; faux hors de la carte.
    """


@query(rules.planned_path)
def chemin_prevu() -> list[Position]:
    """The path you have planned in this phase.

    fr: Le chemin que vous avez prévu dans cette phase.
    """
