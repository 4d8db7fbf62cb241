"""The champion API (rules, section 6.0)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from joute.core.api import Conventions, Me, action, query
from joute.core.choices import near
from joute.core.columns import Column, Dims, bounded
from joute.core.types import Lettered

from .rules import answers, queries
from .rules.state import World, cell_count, current_player
from .rules.vocabulary import BUILDING, CIVILIAN, KINDS, MILITARY, PLAYERS, RUNNING

CONVENTIONS = Conventions(axes=("y", "x"))
LETTERS = ("A", "B")
WINNERS = ("", "A", "B", "No one")


class Kind(Lettered):
    C = 0
    M = 1
    B = 2


class Erreur(IntEnum):
    OK = answers.OK
    MATCH_CANCELLED = answers.MATCH_CANCELLED
    BAD_TOKEN = answers.BAD_TOKEN
    MATCH_OVER = answers.MATCH_OVER
    NOT_YOUR_TURN = answers.NOT_YOUR_TURN
    CANNOT_MOVE = answers.CANNOT_MOVE
    UNKNOWN_KIND = answers.UNKNOWN_KIND
    OUT_OF_BOARD = answers.OUT_OF_BOARD
    NOT_ADJACENT = answers.NOT_ADJACENT
    NO_SUCH_UNIT = answers.NO_SUCH_UNIT
    ALREADY_ACTED = answers.ALREADY_ACTED
    ENEMY_BUILDING = answers.ENEMY_BUILDING
    BUILDING_LIMIT = answers.BUILDING_LIMIT
    NOT_ENOUGH_GOLD = answers.NOT_ENOUGH_GOLD
    NO_GOLD = answers.NO_GOLD
    ALREADY_HARVESTED = answers.ALREADY_HARVESTED


# Actions


def last_row(dims: Dims) -> int:
    return int(dims.board.height) - 1


def last_column(dims: Dims) -> int:
    return int(dims.board.width) - 1


Y = Annotated[int, bounded(0, last_row)]
X = Annotated[int, bounded(0, last_column)]
Mover = Annotated[Kind, bounded(CIVILIAN, MILITARY)]
NextY = Annotated[int, near("y", 1)]
NextX = Annotated[int, near("x", 1)]


@action
def move(kind: Mover, y: Y, x: X, ny: NextY, nx: NextX) -> Erreur:
    """Move one unit of a kind from (y, x) to the neighbouring cell (ny, nx).

    fr: Déplace une unité de ce type de (y, x) vers la case voisine (ny, nx).
    """


@action
def build(y: Y, x: X, kind: Kind) -> Erreur:
    """Construct a building with a civilian of the cell, or recruit a civilian or a military with a building of it.

    fr: Construit un bâtiment avec une unité civile de la case, ou recrute une unité civile ou militaire avec un de
    ses bâtiments.
    """


@action
def farm(y: Y, x: X) -> Erreur:
    """Harvest one gold from the cell with a civilian there.

    fr: Récolte une pièce d'or de la case avec une unité civile qui s'y trouve.
    """


@action
def autofarm() -> Erreur:
    """Harvest wherever a harvest is possible.

    fr: Récolte partout où une récolte est possible.
    """


# Queries


@query(queries.player)
def player() -> int:
    """Your number: 0 for A, 1 for B.

    fr: Votre numéro : 0 pour A, 1 pour B.
    """


@query(queries.opponent)
def opponent() -> int:
    """The other player's number.

    fr: Le numéro de l'autre joueur.
    """


@query(queries.turn)
def turn() -> int:
    """Turns completed, which is the index of the turn being played.

    fr: Le nombre de tours achevés, donc l'indice du tour en cours.
    """


@query(queries.max_turns)
def max_turns() -> int:
    """How many player turns the match lasts.

    fr: Le nombre de tours de joueur de la partie.
    """


@query(queries.height)
def height() -> int:
    """Rows of the board.

    fr: Le nombre de lignes du plateau.
    """


@query(queries.width)
def width() -> int:
    """Columns of the board.

    fr: Le nombre de colonnes du plateau.
    """


@query(queries.visible)
def visible(y: int, x: int) -> bool:
    """Whether you see the cell; false off the board.

    fr: Indique si vous voyez la case ; faux hors du plateau.
    """


@query(queries.gold_at)
def gold_at(y: int, x: int) -> int:
    """Gold on the cell; -1 off the board or hidden.

    fr: L'or de la case ; -1 hors du plateau ou si elle est cachée.
    """


@query(queries.units_at)
def units(player: int, kind: Kind, y: int, x: int) -> int:
    """How many units of a player and kind are on the cell; -1 for an unknown player or kind, off the board or hidden.

    fr: Le nombre d'unités de ce joueur et de ce type sur la case ; -1 si le joueur ou le type est inconnu, hors du
    plateau ou si la case est cachée.
    """


@query(queries.ready_at)
def ready(kind: Kind, y: int, x: int) -> int:
    """How many of your units of a kind on the cell have not acted this turn, 0 when it is not your turn; -1 for an
    unknown kind, off the board or hidden.

    fr: Combien de vos unités de ce type sur la case n'ont pas encore agi ce tour-ci, 0 si ce n'est pas votre tour ;
    -1 si le type est inconnu, hors du plateau ou si la case est cachée.
    """


@query(queries.gold)
def gold() -> int:
    """Your gold.

    fr: Votre or.
    """


@query(queries.score_of)
def score(player: int) -> int:
    """A player's score; -1 for an unknown player.

    fr: Le score d'un joueur ; -1 si le joueur est inconnu.
    """


@query(why="its answer is an object of JSON")
def view(me: Me) -> dict[str, Any]:
    """All you see, as the HTTP server would answer it: a new dict at each call.

    fr: Tout ce que vous voyez, tel que le serveur HTTP le répondrait : un nouveau dictionnaire à chaque appel.
    """
    return view_of(me.world, me.seat)


def view_of(world: World, seat: int | None) -> dict[str, Any]:
    """5.2, 6.2  What a player sees, or the complete view for nobody in particular and once a winner is set."""
    head, players, board = world.state.head, world.state.players, world.board
    complete = seat is None or head.winner != RUNNING
    golds = {letter: int(gold) for letter, gold in zip(LETTERS, players.gold, strict=True)}
    cells = _cell_views(world, None if complete else seat)
    seen: dict[str, Any] = {
        "player": LETTERS[current_player(world)],
        "winner": WINNERS[head.winner],
        "height": board.height,
        "width": board.width,
        "turn": head.turn,
        "maxTurns": world.params.max_turns,
        "gold": golds if complete or seat is None else {LETTERS[seat]: golds[LETTERS[seat]]},
        "score": {letter: int(score) for letter, score in zip(LETTERS, players.score, strict=True)},
    }
    if complete:
        seen |= {f"view{letter}": _seen(world, p) for p, letter in enumerate(LETTERS)}
    return seen | {"map": [cells[first : first + board.width] for first in range(0, len(cells), board.width)]}


def _seen(world: World, player: int) -> dict[str, int]:
    width = world.board.width
    return {f"{cell // width}_{cell % width}": 1 for cell, seen in enumerate(_sight(world, player)) if seen > 0}


def _sight(world: World, player: int) -> Column:
    return (world.state.sight_a, world.state.sight_b)[player]


def _cell_views(world: World, seat: int | None) -> list[dict[str, Any]]:
    """5.2  Every cell as a seat sees it; None sees everything."""
    gold, units, acted = world.state.cells.gold, world.state.cells.units, world.state.cells.acted
    sight = None if seat is None else _sight(world, seat)
    moving = current_player(world) if world.state.head.winner == RUNNING else None
    views: list[dict[str, Any]] = []
    for cell in range(cell_count(world)):
        if sight is not None and sight[cell] == 0:
            views.append({})
        else:
            here = units[cell * PLAYERS * KINDS : (cell + 1) * PLAYERS * KINDS]
            views.append(_cell_view(gold[cell], here, acted[cell * KINDS : (cell + 1) * KINDS], moving))
    return views


def _cell_view(gold: int, units: Column, acted: Column, moving: int | None) -> dict[str, Any]:
    view: dict[str, Any] = {"G": int(gold)}
    for player, letter in enumerate(LETTERS):
        c, m, b = map(int, units[player * KINDS : (player + 1) * KINDS])
        view[letter] = {"C": c, "M": m, "B": b}
        if player == moving:
            flags = (("Cm", c - acted[CIVILIAN]), ("Mm", m - acted[MILITARY]), ("Bm", b - acted[BUILDING]))
            view[letter] |= {flag: True for flag, left in flags if left > 0}
    return view
