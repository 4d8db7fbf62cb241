"""4.1  The vocabulary of the rules: what a state holds, and the words the other chapters are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from joute.core import world
from joute.core.columns import MOST, Column, Dims, bounded, rows
from joute.core.world import Phase

from ..board import PLAYERS, Board
from ..params import Params

# Owners and portals
NOBODY = -1
NO_PORTAL = -1

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))

# Answers to an order (6.1)
OK, PA_INSUFFISANTS, AUCUN_PORTAIL, POSITION_INVALIDE, POSITION_ELOIGNEE, PORTAIL_AMI = range(6)
PORTAIL_NEUTRE, PORTAIL_ENNEMI, LIEN_INTERSECTION, LIEN_CHAMP, LIEN_DEGENERE, LIMITE_BOUCLIERS = range(6, 12)

ORDERS_MOST = 4096
"""4.7  How many actions a turn holds."""
BITS = 62
"""How many portals one word of `bonds` speaks of."""
SCORE_MOST = MOST
MOVE_POINTS_MOST = MOST >> 1
LIEN_WIDTH, CHAMP_WIDTH, POSITION_WIDTH = 5, 7, 2
"""How many numbers a link, a field and a position have in the answer to a query."""


# Sizes and bounds


def portals_of(dims: Dims) -> int:
    return int(dims.board.portal_count)


def last_portal(dims: Dims) -> int:
    return portals_of(dims) - 1


def last_coordinate(dims: Dims) -> int:
    return int(dims.board.size) - 1


def last_turn(dims: Dims) -> int:
    """4.2  `tour` is one more in `partie_fin`."""
    return int(dims.params["NB_TOURS"]) + 1


def action_points_most(dims: Dims) -> int:
    return int(dims.params["NB_POINTS_ACTION"])


def shields_most(dims: Dims) -> int:
    return int(dims.params["MAX_BOUCLIERS"])


def links_most(dims: Dims) -> int:
    """4.6  Links never cross, so they are at most 3n - 6."""
    portals = portals_of(dims)
    return 3 * portals - 6 if portals >= 3 else max(0, portals - 1)


def fields_most(dims: Dims) -> int:
    """4.6  A planar graph has at most 3n - 8 triangles."""
    return max(0, 3 * portals_of(dims) - 8)


def new_links_most(dims: Dims) -> int:
    """The links that one turn of each player can create."""
    price = int(dims.params["COUT_LIEN"])
    return PLAYERS * (min(links_most(dims), action_points_most(dims) // price) if price else links_most(dims))


def new_fields_most(dims: Dims) -> int:
    return PLAYERS * fields_most(dims)


def new_shields_most(dims: Dims) -> int:
    """4.7  The shields that one turn can add."""
    return min(ORDERS_MOST, portals_of(dims) * shields_most(dims))


def bonds_size(dims: Dims) -> int:
    return portals_of(dims) * ((portals_of(dims) + BITS - 1) // BITS)


def answer_size(dims: Dims) -> int:
    """6  The longest answer: all links, all fields, all portals, or one for each shield added."""
    positions = POSITION_WIDTH * max(1, portals_of(dims), new_shields_most(dims))
    return max(LIEN_WIDTH * links_most(dims), CHAMP_WIDTH * fields_most(dims), positions)


Portal = Annotated[Column, bounded(0, last_portal)]
Coordinate = Annotated[Column, bounded(0, last_coordinate)]
Owner = Annotated[Column, bounded(NOBODY, PLAYERS - 1)]
Shields = Annotated[Column, bounded(0, shields_most)]
Seat = Annotated[Column, bounded(0, PLAYERS - 1)]
Flag = Annotated[Column, bounded(0, 1)]


# Tables


@dataclass(slots=True)
class Head:
    """The match as a whole: the round, the phase, the player in turn; then how many rows tables have."""

    turn: Annotated[int, bounded(1, last_turn)]
    phase: Annotated[int, bounded(INIT, OVER)]
    player: Annotated[int, bounded(0, PLAYERS - 1)]
    links: int
    cut: int
    fields: int
    new_links: int
    new_fields: int


class Players(NamedTuple):
    """The cell of a player's pawn, the points it has left, and its score."""

    x: Coordinate
    y: Coordinate
    action_points: Annotated[Column, bounded(0, action_points_most)]
    move_points: Annotated[Column, bounded(0, MOVE_POINTS_MOST)]
    score: Column


class Portals(NamedTuple):
    """`start_` is what held when the turn began.

    The rest is what each player was told of its opponent's last turn: whether the portal was taken, whether it was
    lost, and how many shields it gained.
    """

    owner: Owner
    shields: Shields
    start_owner: Owner
    start_shields: Shields
    taken_0: Flag
    lost_0: Flag
    shielded_0: Shields
    taken_1: Flag
    lost_1: Flag
    shielded_1: Shields


class Links(NamedTuple):
    """Links by their ends, a before b, in order; fresh ones are of this turn."""

    a: Portal
    b: Portal
    fresh: Flag


class CutLinks(NamedTuple):
    """Links that stood when the turn began, and were cut since."""

    a: Portal
    b: Portal


class NewLinks(NamedTuple):
    """The links that a player was told of."""

    viewer: Seat
    a: Portal
    b: Portal


class NewFields(NamedTuple):
    """The fields that a player was told of."""

    viewer: Seat
    a: Portal
    b: Portal
    c: Portal


class Fields(NamedTuple):
    """Fields by their corners, in order."""

    a: Portal
    b: Portal
    c: Portal


class State(NamedTuple):
    head: Head
    players: Annotated[Players, rows(PLAYERS)]
    portals: Annotated[Portals, rows(portals_of)]
    links: Annotated[Links, rows(links_most, count="links")]
    cut: Annotated[CutLinks, rows(links_most, count="cut")]
    new_links: Annotated[NewLinks, rows(new_links_most, count="new_links")]
    new_fields: Annotated[NewFields, rows(new_fields_most, count="new_fields")]
    fields: Annotated[Fields, rows(fields_most, count="fields", derived=True)]
    bonds: Annotated[Column, rows(bonds_size, derived=True)]
    """A bit for each pair of linked portals."""
    cover: Annotated[Column, bounded(0, fields_most), rows(portals_of, derived=True)]
    """How many fields a portal is inside of."""
    areas: Annotated[Column, rows(PLAYERS, derived=True)]
    """Twice the area that each player holds."""


class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]
    answer: Annotated[Column, rows(answer_size)]
    marks: Annotated[Column, rows(bonds_size)]
    """A bit for each link that a player is told of."""


World = world.World[State, Board, Params, Scratch]


# Reading the state


def on_map(w: World, x: int, y: int) -> bool:
    """3  A position is on the map."""
    return 0 <= x < w.board.size and 0 <= y < w.board.size


def portal_at(w: World, x: int, y: int) -> int:
    """The portal on a cell of the map, or NO_PORTAL."""
    columns, ys = w.board.columns, w.board.portals.y
    for portal in range(columns[x], columns[x + 1]):
        if ys[portal] == y:
            return portal
    return NO_PORTAL


def here(w: World, seat: int) -> int:
    """4.5  The portal under a player's pawn, or NO_PORTAL."""
    return portal_at(w, w.state.players.x[seat], w.state.players.y[seat])


def acting(w: World, seat: int) -> bool:
    """4.2  It is the player's own turn."""
    return w.state.head.phase == PLAY and w.state.head.player == seat


def score(w: World, seat: int) -> int:
    return w.state.players.score[seat]


def pay(w: World, seat: int, price: int) -> None:
    w.state.players.action_points[seat] -= price


def gain(w: World, seat: int, points: int) -> None:
    """Scores only grow, and stop at the largest number a state holds."""
    scores = w.state.players.score
    scores[seat] = SCORE_MOST if points > SCORE_MOST - scores[seat] else scores[seat] + points
