"""The champion API (rules, section 6.0)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from joute.core.api import Me, action, query
from joute.core.types import Lettered

from . import rules
from .board import HEIGHT, WIDTH
from .params import MAX_TURNS
from .rules import (
    ACTED,
    CELL_COLUMNS,
    CELL_GOLD,
    GOLD,
    KINDS,
    PLAYER_COLUMNS,
    PLAYERS,
    RUNNING,
    SCORE,
    TURN_NO,
    UNITS,
    WINNER,
)

UNKNOWN = -1
LETTERS = ("A", "B")
WINNERS = ("", "A", "B", "No one")


class Kind(Lettered):
    C = 0
    M = 1
    B = 2


class Erreur(IntEnum):
    OK = rules.OK
    MATCH_CANCELLED = rules.MATCH_CANCELLED
    BAD_TOKEN = rules.BAD_TOKEN
    MATCH_OVER = rules.MATCH_OVER
    NOT_YOUR_TURN = rules.NOT_YOUR_TURN
    CANNOT_MOVE = rules.CANNOT_MOVE
    UNKNOWN_KIND = rules.UNKNOWN_KIND
    OUT_OF_BOARD = rules.OUT_OF_BOARD
    NOT_ADJACENT = rules.NOT_ADJACENT
    NO_SUCH_UNIT = rules.NO_SUCH_UNIT
    ALREADY_ACTED = rules.ALREADY_ACTED
    ENEMY_BUILDING = rules.ENEMY_BUILDING
    BUILDING_LIMIT = rules.BUILDING_LIMIT
    NOT_ENOUGH_GOLD = rules.NOT_ENOUGH_GOLD
    NO_GOLD = rules.NO_GOLD
    ALREADY_HARVESTED = rules.ALREADY_HARVESTED


# Actions


@action
def move(kind: Kind, y: int, x: int, ny: int, nx: int) -> Erreur:  # type: ignore[empty-body]
    """Move one unit of a kind from (y, x) to the neighbouring cell (ny, nx).

    fr: Déplace une unité de ce type de (y, x) vers la case voisine (ny, nx).
    """


@action
def build(y: int, x: int, kind: Kind) -> Erreur:  # type: ignore[empty-body]
    """Construct a building with a civilian of the cell, or recruit a civilian or a military with a building of it.

    fr: Construit un bâtiment avec une unité civile de la case, ou recrute une unité civile ou militaire avec un de
    ses bâtiments.
    """


@action
def farm(y: int, x: int) -> Erreur:  # type: ignore[empty-body]
    """Harvest one gold from the cell with a civilian there.

    fr: Récolte une pièce d'or de la case avec une unité civile qui s'y trouve.
    """


@action
def autofarm() -> Erreur:  # type: ignore[empty-body]
    """Harvest wherever a harvest is possible.

    fr: Récolte partout où une récolte est possible.
    """


# Queries


@query
def player(me: Me) -> int:
    """Your number: 0 for A, 1 for B.

    fr: Votre numéro : 0 pour A, 1 pour B.
    """
    return me.seat


@query
def opponent(me: Me) -> int:
    """The other player's number.

    fr: Le numéro de l'autre joueur.
    """
    return 1 - me.seat


@query
def turn(me: Me) -> int:
    """Turns completed, which is the index of the turn being played.

    fr: Le nombre de tours achevés, donc l'indice du tour en cours.
    """
    return int(me.world.state.head[TURN_NO])


@query
def max_turns(me: Me) -> int:
    """How many player turns the match lasts.

    fr: Le nombre de tours de joueur de la partie.
    """
    return int(me.world.params[MAX_TURNS])


@query
def height(me: Me) -> int:
    """Rows of the board.

    fr: Le nombre de lignes du plateau.
    """
    return int(me.world.board.head[HEIGHT])


@query
def width(me: Me) -> int:
    """Columns of the board.

    fr: Le nombre de colonnes du plateau.
    """
    return int(me.world.board.head[WIDTH])


@query
def visible(me: Me, y: int, x: int) -> bool:
    """Whether you see the cell; false off the board.

    fr: Indique si vous voyez la case ; faux hors du plateau.
    """
    return _seen_cell(me, y, x) >= 0


@query
def gold_at(me: Me, y: int, x: int) -> int:
    """Gold on the cell; -1 off the board or hidden.

    fr: L'or de la case ; -1 hors du plateau ou si elle est cachée.
    """
    cell = _seen_cell(me, y, x)
    return UNKNOWN if cell < 0 else int(me.world.state.cells[cell * CELL_COLUMNS + CELL_GOLD])


@query
def units(me: Me, player: int, kind: Kind, y: int, x: int) -> int:
    """How many units of a player and kind are on the cell; -1 for an unknown player or kind, off the board or hidden.

    fr: Le nombre d'unités de ce joueur et de ce type sur la case ; -1 si le joueur ou le type est inconnu, hors du
    plateau ou si la case est cachée.
    """
    cell = _seen_cell(me, y, x)
    if not 0 <= player < PLAYERS or not 0 <= kind < KINDS or cell < 0:
        return UNKNOWN
    return rules.count(me.world, player, kind, cell)


@query
def ready(me: Me, kind: Kind, y: int, x: int) -> int:
    """How many of your units of a kind on the cell have not acted this turn, 0 when it is not your turn; -1 for an
    unknown kind, off the board or hidden.

    fr: Combien de vos unités de ce type sur la case n'ont pas encore agi ce tour-ci, 0 si ce n'est pas votre tour ;
    -1 si le type est inconnu, hors du plateau ou si la case est cachée.
    """
    cell = _seen_cell(me, y, x)
    if not 0 <= kind < KINDS or cell < 0:
        return UNKNOWN
    if me.world.state.head[WINNER] != RUNNING or rules.current_player(me.world) != me.seat:
        return 0
    return rules.ready(me.world, kind, cell)


@query
def gold(me: Me) -> int:
    """Your gold.

    fr: Votre or.
    """
    return int(me.world.state.players[me.seat * PLAYER_COLUMNS + GOLD])


@query
def score(me: Me, player: int) -> int:
    """A player's score; -1 for an unknown player.

    fr: Le score d'un joueur ; -1 si le joueur est inconnu.
    """
    return rules.score(me.world, player) if 0 <= player < PLAYERS else UNKNOWN


@query
def view(me: Me) -> dict[str, Any]:
    """All you see, as the HTTP server would answer it: a new dict at each call.

    fr: Tout ce que vous voyez, tel que le serveur HTTP le répondrait : un nouveau dictionnaire à chaque appel.
    """
    return view_of(me.world, me.seat)


def view_of(world: rules.World, seat: int | None) -> dict[str, Any]:
    """5.2, 6.2  What a player sees, or the complete view for nobody in particular and once a winner is set."""
    complete = seat is None or world.state.head[WINNER] != RUNNING
    golds = {letter: int(world.state.players[p * PLAYER_COLUMNS + GOLD]) for p, letter in enumerate(LETTERS)}
    rows, columns = int(world.board.head[HEIGHT]), int(world.board.head[WIDTH])
    cells = [[_cell_view(world, seat, y * columns + x, complete) for x in range(columns)] for y in range(rows)]
    seen: dict[str, Any] = {
        "player": LETTERS[rules.current_player(world)],
        "winner": WINNERS[world.state.head[WINNER]],
        "height": rows,
        "width": columns,
        "turn": int(world.state.head[TURN_NO]),
        "maxTurns": int(world.params[MAX_TURNS]),
        "gold": golds if complete or seat is None else {LETTERS[seat]: golds[LETTERS[seat]]},
        "score": {letter: int(world.state.players[p * PLAYER_COLUMNS + SCORE]) for p, letter in enumerate(LETTERS)},
    }
    if complete:
        seen |= {f"view{letter}": _sight(world, p) for p, letter in enumerate(LETTERS)}
    return seen | {"map": cells}


def _sight(world: rules.World, player: int) -> dict[str, int]:
    columns, cells = int(world.board.head[WIDTH]), rules.cell_count(world)
    return {f"{c // columns}_{c % columns}": 1 for c in range(cells) if world.state.sight[player * cells + c] > 0}


def _cell_view(world: rules.World, seat: int | None, cell: int, complete: bool) -> dict[str, Any]:
    if not complete and seat is not None and not rules.sees(world, seat, cell):
        return {}
    at = cell * CELL_COLUMNS
    row = [int(word) for word in world.state.cells[at : at + CELL_COLUMNS]]
    moving = rules.current_player(world) if world.state.head[WINNER] == RUNNING else None
    view: dict[str, Any] = {"G": row[CELL_GOLD]}
    for number, letter in enumerate(LETTERS):
        c, m, b = row[UNITS + number * KINDS : UNITS + (number + 1) * KINDS]
        view[letter] = {"C": c, "M": m, "B": b}
        if number == moving:
            flags = (("Cm", c - row[ACTED]), ("Mm", m - row[ACTED + 1]), ("Bm", b - row[ACTED + 2]))
            view[letter] |= {flag: True for flag, left in flags if left > 0}
    return view


def _seen_cell(me: Me, y: int, x: int) -> int:
    """The cell at (y, x), or -1 off the board or hidden."""
    if not rules.on_board(me.world, y, x):
        return UNKNOWN
    cell = y * int(me.world.board.head[WIDTH]) + x
    return cell if rules.sees(me.world, me.seat, cell) else UNKNOWN
