"""7.3, 7.4  What champions may ask. A position is two numbers, a character four: team, class, life and direction."""

from __future__ import annotations

from joute.core.world import Buffer

from .orders import has_attack, recharge_at
from .paths import path_cost, write_path
from .state import World, cell_count, gather, on_map, team_count
from .vision import list_field, list_square, write_field
from .vocabulary import CLASSES, ELFE, NOBODY, NORD, NORMALE, NOWHERE, VOLEUR

NO_ZONE = 6
"""What a map has outside."""
UNKNOWN = -1


def cell_at(w: World, x: int, y: int) -> int:
    """The cell of a position, or NOWHERE off the map."""
    return y * w.board.width + x if on_map(w, x, y) else NOWHERE


def own_character(w: World, seat: int, team: int, rank: int) -> int:
    """The number of one's own character; nobody if it is foreign or invalid."""
    if team != seat + w.params.premier_joueur or rank < 0 or rank >= CLASSES:
        return NOBODY
    return seat * CLASSES + rank


def write_cell(w: World, cell: int, out: Buffer, row: int) -> None:
    """A cell as a position."""
    out[2 * row] = cell % w.board.width
    out[2 * row + 1] = cell // w.board.width


def write_character(w: World, character: int, out: Buffer, row: int) -> None:
    out[4 * row] = character // CLASSES + w.params.premier_joueur
    out[4 * row + 1] = character % CLASSES
    out[4 * row + 2] = w.state.characters.life[character]
    out[4 * row + 3] = w.state.characters.direction[character]


def write_spots(w: World, count: int, out: Buffer) -> int:
    """The spots as positions."""
    for spot in range(count):
        write_cell(w, w.scratch.spots.cell[spot], out, spot)
    return count


# 7.3  Map queries


def map_size(w: World, seat: int, out: Buffer) -> int:
    out[0] = w.board.width
    out[1] = w.board.height
    return 1


def map_start(w: World, seat: int, out: Buffer) -> int:
    out[0] = w.board.start_x
    out[1] = w.board.start_y
    return 1


def zone_at(w: World, seat: int, x: int, y: int) -> int:
    cell = cell_at(w, x, y)
    return NO_ZONE if cell == NOWHERE else w.board.ground[cell]


def characters_at(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    """A view holds those alone that the team sees."""
    cell = cell_at(w, x, y)
    if cell == NOWHERE:
        return 0
    count = gather(w, cell)
    for number in range(count):
        write_character(w, w.scratch.crowd[number], out, number)
    return count


def distance(w: World, seat: int, x: int, y: int, goal_x: int, goal_y: int) -> int:
    start, goal = cell_at(w, x, y), cell_at(w, goal_x, goal_y)
    return UNKNOWN if start == NOWHERE or goal == NOWHERE else path_cost(w, start, goal)


def path(w: World, seat: int, x: int, y: int, goal_x: int, goal_y: int, out: Buffer) -> int:
    start, goal = cell_at(w, x, y), cell_at(w, goal_x, goal_y)
    return 0 if start == NOWHERE or goal == NOWHERE else write_path(w, start, goal, out)


# 7.4  Character queries


def penombre(w: World, seat: int, team: int, rank: int, life: int, direction: int, out: Buffer) -> int:
    if own_character(w, seat, team, rank) == NOBODY:
        return 0
    cells, glimpses = cell_count(w), w.state.glimpses
    count = 0
    for number in range(w.state.head.glimpses):
        glimpse = glimpses[number]
        if glimpse // cells == rank:
            write_cell(w, glimpse % cells, out, count)
            count += 1
    return count


def field(w: World, seat: int, team: int, rank: int, life: int, direction: int, out: Buffer) -> int:
    own, characters = own_character(w, seat, team, rank), w.state.characters
    if own == NOBODY:
        return 0
    return write_field(w, characters.cell[own], characters.direction[own], w.params.vision[rank], out)


def occupied_field(w: World, seat: int, team: int, rank: int, life: int, direction: int, out: Buffer) -> int:
    own = own_character(w, seat, team, rank)
    return 0 if own == NOBODY else write_spots(w, list_field(w, own), out)


def around_palantir(w: World, seat: int, out: Buffer) -> int:
    centre = w.state.teams.palantir[seat]
    return 0 if centre == NOWHERE else write_spots(w, list_square(w, centre, w.params.vision[VOLEUR]), out)


def in_zone(w: World, seat: int, out: Buffer) -> int:
    centre = w.state.teams.zone[seat]
    return 0 if centre == NOWHERE else write_spots(w, list_square(w, centre, w.params.vision[ELFE]), out)


def recharge(w: World, seat: int, team: int, rank: int, life: int, direction: int, attack: int) -> int:
    own = own_character(w, seat, team, rank)
    if own == NOBODY or not has_attack(rank, attack):
        return UNKNOWN
    return 0 if attack == NORMALE else w.state.characters.recharge[recharge_at(own, attack)]


def position(w: World, seat: int, team: int, rank: int, life: int, direction: int, out: Buffer) -> int:
    own = own_character(w, seat, team, rank)
    if own == NOBODY:
        out[0] = UNKNOWN
        out[1] = UNKNOWN
    else:
        write_cell(w, w.state.characters.cell[own], out, 0)
    return 1


def character_of(w: World, seat: int, rank: int, out: Buffer) -> int:
    if 0 <= rank < CLASSES:
        write_character(w, seat * CLASSES + rank, out, 0)
    else:
        out[0] = UNKNOWN
        out[1] = VOLEUR
        out[2] = UNKNOWN
        out[3] = NORD
    return 1


def my_team(w: World, seat: int) -> int:
    return seat + w.params.premier_joueur


def how_many_teams(w: World, seat: int) -> int:
    return team_count(w)


def scores(w: World, seat: int, out: Buffer) -> int:
    for team in range(team_count(w)):
        out[team] = w.state.teams.score[team]
    return team_count(w)


def turn(w: World, seat: int) -> int:
    return w.state.head.turn


def placement_turns(w: World, seat: int) -> int:
    return w.board.placement_turns


def turns(w: World, seat: int) -> int:
    return w.board.turns
