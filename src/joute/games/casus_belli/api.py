"""The champion API (rules, section 7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from joute.core.api import Me, action, player_number, query
from joute.core.types import Most

from .board import HEIGHT, PLACEMENT_TURNS, START_X, START_Y, TURNS, WIDTH
from .params import DISTANCE_CAP, PATH_MOST, VISION
from .paths import paths_of
from .rules import orders, state, vision
from .rules.state import CHARACTER_COLUMNS, CLASSES, DIRECTION, LIFE_LEFT, NOWHERE, TEAM_COLUMNS

SHOW = "stdout"


class PersoClasse(IntEnum):
    PERSO_VOLEUR = state.VOLEUR
    PERSO_BARBARE = state.BARBARE
    PERSO_ELFE = state.ELFE


class ZoneType(IntEnum):
    ZONE_HERBE = 0
    ZONE_ROUTE = 1
    ZONE_FORET = 2
    ZONE_MARAIS = 3
    ZONE_MUR = 4
    ZONE_TOUR = 5
    ZONE_ERREUR = 6


class AttaqueType(IntEnum):
    ATTAQUE_NORMALE = state.NORMALE
    ATTAQUE_PALANTIR = state.PALANTIR
    ATTAQUE_TRAITRISE = state.TRAITRISE
    ATTAQUE_BASTOOOON = state.BASTOOOON
    ATTAQUE_FUS_RO_DAH = state.FUS_RO_DAH
    ATTAQUE_I_SEE = state.I_SEE
    ATTAQUE_LOTO = state.LOTO


class Orientation(IntEnum):
    ORIENTATION_NORD = state.NORD
    ORIENTATION_EST = state.EST
    ORIENTATION_SUD = state.SUD
    ORIENTATION_OUEST = state.OUEST


class Erreur(IntEnum):
    POSITION_IMPOSSIBLE = state.POSITION_IMPOSSIBLE
    PERSONNAGE_IMPOSSIBLE = state.PERSONNAGE_IMPOSSIBLE
    CHEMIN_IMPOSSIBLE = state.CHEMIN_IMPOSSIBLE
    ATTAQUE_INDISPONIBLE = state.ATTAQUE_INDISPONIBLE
    OK = state.OK


class Position(NamedTuple):
    x: int
    y: int


class PersoInfo(NamedTuple):
    equipe: int
    classe: PersoClasse
    vie: int
    direction: Orientation


Path = Annotated[list[Position], Most(PATH_MOST)]

UNKNOWN = -1
NO_POSITION = Position(UNKNOWN, UNKNOWN)


# 7.3  Map queries


@query
def carte_taille(me: Me) -> Position:
    """Width and height of the map: valid cells go from (0, 0) to (width - 1, height - 1).

    fr: Largeur et hauteur de la carte : les cases valides vont de (0, 0) à (largeur - 1, hauteur - 1).
    """
    return Position(me.world.board.head[WIDTH], me.world.board.head[HEIGHT])


@query
def carte_depart(me: Me) -> Position:
    """The cell on which everybody starts.

    fr: La case de départ commune.
    """
    return Position(me.world.board.head[START_X], me.world.board.head[START_Y])


@query
def carte_zone_type(me: Me, pos: Position) -> ZoneType:
    """Terrain of a cell, seen or not; ZONE_ERREUR off the map.

    fr: Le terrain d'une case, visible ou non ; ZONE_ERREUR hors de la carte.
    """
    cell = _cell(me, pos)
    return ZoneType.ZONE_ERREUR if cell == NOWHERE else ZoneType(me.world.board.ground[cell])


@query
def carte_zone_perso(me: Me, pos: Position) -> list[PersoInfo]:
    """The characters on a cell that your team sees, in the order of their arrival; empty off the map or unseen.

    fr: Les personnages d'une case visible par votre équipe, dans leur ordre d'arrivée ; vide hors de la carte ou si
    la case n'est pas visible.
    """
    cell = _cell(me, pos)
    if cell == NOWHERE:
        return []
    crowd = me.world.scratch.crowd
    count = state.gather(me.world, cell)
    return [_info(me, int(crowd[number])) for number in range(count)]


@query
def distance(me: Me, p1: Position, p2: Position) -> int:
    """Movement points needed to walk from one cell to another, whoever stands in between; -1 if there is no way or if
    it is too long. From a cell to itself: the cost of leaving it.

    fr: Les points de déplacement nécessaires pour aller d'une case à l'autre, sans tenir compte des personnages ; -1
    s'il n'y a pas de chemin ou s'il est trop long. D'une case à elle-même : le coût pour la quitter.
    """
    start, goal = _cell(me, p1), _cell(me, p2)
    if NOWHERE in (start, goal):
        return UNKNOWN
    return paths_of(me.world.board).distance(start, goal, int(me.world.params[DISTANCE_CAP]))


@query
def chemin(me: Me, p1: Position, p2: Position) -> list[Position]:
    """The cells of a cheapest walk, the first cell left out and the last one included; empty if there is none.

    fr: Les cases d'un plus court chemin, sans la première et avec la dernière ; vide s'il n'y en a pas.
    """
    start, goal = _cell(me, p1), _cell(me, p2)
    if NOWHERE in (start, goal):
        return []
    walk = paths_of(me.world.board).walk(start, goal, int(me.world.params[DISTANCE_CAP]))
    return [_position(me, cell) for cell in walk]


# 7.4  Character queries


@query
def perso_penombre(me: Me, perso: PersoInfo) -> list[Position]:
    """The occupied cells that your character glimpsed step by step in the last movement phase.

    fr: Les cases occupées que votre personnage a entrevues, pas après pas, pendant la dernière phase de déplacement.
    """
    own = _own(me, perso)
    if own < 0:
        return []
    cells, s = len(me.world.board.ground), me.world.state
    glimpses = [int(glimpse) for glimpse in s.glimpses[: s.head[state.GLIMPSES]]]
    return [_position(me, glimpse % cells) for glimpse in glimpses if glimpse // cells == own % CLASSES]


@query
def perso_vision(me: Me, perso: PersoInfo) -> list[Position]:
    """The cells of your character's field of vision.

    fr: Les cases du champ de vision de votre personnage.
    """
    own = _own(me, perso)
    return [] if own < 0 else [_position(me, cell) for cell in field_of(me.world, own)]


@query
def perso_vision_personnages(me: Me, perso: PersoInfo) -> list[Position]:
    """The cells of your character's field of vision that hold somebody, its own included, each once.

    fr: Les cases occupées du champ de vision de votre personnage, la sienne comprise, une seule fois chacune.
    """
    own = _own(me, perso)
    return [] if own < 0 else _spots(me, me.game.kernels.list_field(me.world, own))


@query
def palantir_vision(me: Me) -> list[Position]:
    """The occupied cells around your palantír; empty if there is none.

    fr: Les cases occupées autour de votre palantír ; vide s'il n'y en a pas.
    """
    return _square(me, state.PALANTIR_CELL, state.VOLEUR)


@query
def elfe_vision(me: Me) -> list[Position]:
    """The occupied cells of the zone your elf has revealed; empty if there is none.

    fr: Les cases occupées de la zone révélée par votre elfe ; vide s'il n'y en a pas.
    """
    return _square(me, state.ZONE_CELL, state.ELFE)


@query
def perso_attaque_recharge(me: Me, perso: PersoInfo, attaque: AttaqueType) -> int:
    """Turns until your character may use an attack again, 0 if it may now; -1 if it does not have that attack.

    fr: Le nombre de tours avant que votre personnage puisse réutiliser une attaque, 0 s'il le peut maintenant ; -1
    s'il n'a pas cette attaque.
    """
    own = _own(me, perso)
    if own < 0 or not orders.has_attack(own % CLASSES, attaque):
        return UNKNOWN
    if attaque == AttaqueType.ATTAQUE_NORMALE:
        return 0
    return int(me.world.state.characters[orders.recharge_at(own, attaque)])


@query
def perso_position(me: Me, perso: PersoInfo) -> Position:
    """Where your character stands; (-1, -1) for a character that is not yours.

    fr: La position de votre personnage ; (-1, -1) pour un personnage qui n'est pas à vous.
    """
    own = _own(me, perso)
    return NO_POSITION if own < 0 else _position(me, state.cell_of(me.world, own))


@query
def perso_classe_info(me: Me, classe: PersoClasse) -> PersoInfo:
    """Your character of a class; team and life are -1 if there is no such class.

    fr: Votre personnage d'une classe ; équipe et vie valent -1 si la classe n'existe pas.
    """
    if not 0 <= classe < CLASSES:
        return PersoInfo(UNKNOWN, PersoClasse.PERSO_VOLEUR, UNKNOWN, Orientation.ORIENTATION_NORD)
    return _info(me, me.seat * CLASSES + classe)


@query
def mon_equipe(me: Me) -> int:
    """The number of your team.

    fr: Le numéro de votre équipe.
    """
    return player_number(me, me.seat)


@query
def nombre_equipes(me: Me) -> int:
    """The number of teams.

    fr: Le nombre d'équipes.
    """
    return state.team_count(me.world)


@query
def scores(me: Me) -> list[int]:
    """The scores of all teams, the first team first.

    fr: Les scores de toutes les équipes, dans l'ordre des équipes.
    """
    return [int(score) for score in me.world.state.teams[state.SCORE :: TEAM_COLUMNS]]


@query
def tour_actuel(me: Me) -> int:
    """The number of the turn, from 0.

    fr: Le numéro du tour, à partir de 0.
    """
    return int(me.world.state.head[state.TURN_NO])


@query
def nombre_tours_placement(me: Me) -> int:
    """The number of placement turns.

    fr: Le nombre de tours de placement.
    """
    return int(me.world.board.head[PLACEMENT_TURNS])


@query
def nombre_tours(me: Me) -> int:
    """The number of turns of the match, placement turns included.

    fr: Le nombre de tours de la partie, tours de placement compris.
    """
    return int(me.world.board.head[TURNS])


# 7.5, 7.6  Orders


@action
def perso_deplace(perso: PersoInfo, chemin: Path, direction: Orientation) -> Erreur:  # type: ignore[empty-body]
    """Walk along a path, cell by cell without the present one, then face a direction. An empty path only turns.

    fr: Suit un chemin, case par case sans la case actuelle, puis regarde dans une direction. Un chemin vide ne fait
    que tourner le personnage.
    """


@action
def perso_attaque(perso: PersoInfo, attaque: AttaqueType, pos: Position) -> Erreur:  # type: ignore[empty-body]
    """Attack a cell with one of the three attacks of the character's class.

    fr: Attaque une case avec l'une des trois attaques de la classe du personnage.
    """


# What the queries share


def field_of(world: state.World, character: int) -> list[int]:
    """5.4, 5.5  The cells of a character's field of vision, in listing order."""
    size = int(world.params[VISION + character % CLASSES])
    return field(world, state.cell_of(world, character), state.direction_of(world, character), size)


def field(world: state.World, eye: int, direction: int, size: int) -> list[int]:
    """5.4, 5.5  The cells of a field of vision, in listing order."""
    width, height = int(world.board.head[WIDTH]), int(world.board.head[HEIGHT])
    x, y, far = eye % width, eye // width, size + 1
    rows = range(max(0, y - far), min(height, y + far + 1))
    columns = range(max(0, x - far), min(width, x + far + 1))
    seen = [c for row in rows for column in columns if _sees(world, eye, direction, size, c := row * width + column)]
    return sorted(seen, key=lambda cell: vision.listing_key(world, eye, direction, size, cell))


def _sees(world: state.World, eye: int, direction: int, size: int, cell: int) -> bool:
    return vision.in_field(world, eye, direction, size, cell)


def _cell(me: Me, pos: Position) -> int:
    """The cell of a position, or NOWHERE off the map."""
    if not state.on_map(me.world, pos.x, pos.y):
        return NOWHERE
    return pos.y * int(me.world.board.head[WIDTH]) + pos.x


def _position(me: Me, cell: int) -> Position:
    width = int(me.world.board.head[WIDTH])
    return Position(cell % width, cell // width)


def _own(me: Me, perso: PersoInfo) -> int:
    """The number of one's own character; -1 if it is foreign or invalid."""
    if perso.equipe != mon_equipe(me) or not 0 <= perso.classe < CLASSES:
        return UNKNOWN
    return me.seat * CLASSES + perso.classe


def _info(me: Me, character: int) -> PersoInfo:
    at = character * CHARACTER_COLUMNS
    characters = me.world.state.characters
    team = player_number(me, character // CLASSES)
    rank, facing = PersoClasse(character % CLASSES), Orientation(characters[at + DIRECTION])
    return PersoInfo(team, rank, int(characters[at + LIFE_LEFT]), facing)


def _spots(me: Me, count: int) -> list[Position]:
    spots = me.world.scratch.spots
    return [_position(me, int(spots[spot * state.SPOT_COLUMNS + state.SPOT_CELL])) for spot in range(count)]


def _square(me: Me, column: int, rank: int) -> list[Position]:
    """The occupied cells around a palantír or zone of one's own."""
    centre = int(me.world.state.teams[me.seat * TEAM_COLUMNS + column])
    if centre == NOWHERE:
        return []
    return _spots(me, me.game.kernels.list_square(me.world, centre, int(me.world.params[VISION + rank])))
