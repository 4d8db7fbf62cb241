"""The vocabulary of the rules: what a state holds, and the words the other chapters are written in (4.1)."""

from __future__ import annotations

from typing import NamedTuple

from joute.core import world
from joute.core.buffers import MOST, Col, Dims, Layout, Rows
from joute.core.world import Buffer, Phase

from ..board import PORTAL_COLUMNS as CELL_COLUMNS
from ..board import PORTALS, SIZE, Board, X, Y
from ..params import COUT_NEUTRALISATION, COUT_NEUTRALISATION_BOUCLIER

# Players, owners and portals
PLAYERS = 2
NOBODY = -1
NO_PORTAL = -1

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))

# Actions, and where their orders hold the arguments, after the action's number
ACTIONS = (
    "deplacer",
    "utiliser_turbo",
    "capturer",
    "lier",
    "neutraliser",
    "ajouter_bouclier",
    "utiliser_virus",
)
DEPLACER, UTILISER_TURBO, CAPTURER, LIER, NEUTRALISER, AJOUTER_BOUCLIER, UTILISER_VIRUS = range(7)
ORDER_X, ORDER_Y, PLACE_LENGTH = 1, 2, 3
PLAIN_LENGTH = 1
ORDERS_MOST = 4096
ORDERS_REFUSAL = None

# Answers to an order (6.1)
OK, PA_INSUFFISANTS, AUCUN_PORTAIL, POSITION_INVALIDE, POSITION_ELOIGNEE, PORTAIL_AMI = range(6)
PORTAIL_NEUTRE, PORTAIL_ENNEMI, LIEN_INTERSECTION, LIEN_CHAMP, LIEN_DEGENERE, LIMITE_BOUCLIERS = range(6, 12)

# Events for viewers: (PAID, player, points of its fields)
PAID = 1

# Columns
TURN, PHASE, PLAYER, LINKS, CUT, FIELDS, NEW_LINKS, NEW_FIELDS = range(8)
PAWN_X, PAWN_Y, ACTION_POINTS, MOVE_POINTS, SCORE, PLAYER_COLUMNS = range(6)
OWNER, SHIELDS, START_OWNER, START_SHIELDS, NEWS, PORTAL_COLUMNS = 0, 1, 2, 3, 4, 10
TAKEN, LOST, SHIELDED, NEWS_COLUMNS = range(4)
A, B, FRESH, LINK_COLUMNS = 0, 1, 2, 3
CUT_COLUMNS = 2
VIEWER, NEW_A, NEW_B, NEW_LINK_COLUMNS = range(4)
NEW_C, NEW_FIELD_COLUMNS = 3, 4
C, FIELD_COLUMNS = 2, 3

BITS = 62
"""How many portals one word of `bonds` speaks of."""
SCORE_MOST = MOST
MOVE_POINTS_MOST = MOST >> 1


class State(NamedTuple):
    head: Buffer
    players: Buffer
    portals: Buffer
    links: Buffer
    cut: Buffer
    new_links: Buffer
    new_fields: Buffer
    fields: Buffer
    bonds: Buffer
    cover: Buffer
    areas: Buffer


class Scratch(NamedTuple):
    events: Buffer
    marks: Buffer


def portals_of(dims: Dims) -> int:
    return int(dims.board.head[PORTALS])


def links_most(dims: Dims) -> int:
    """4.6  Links never cross, so they are at most 3n - 6."""
    portals = portals_of(dims)
    return 3 * portals - 6 if portals >= 3 else max(0, portals - 1)


def fields_most(dims: Dims) -> int:
    """4.6  A planar graph has at most 3n - 8 triangles."""
    return max(0, 3 * portals_of(dims) - 8)


def new_links_most(dims: Dims) -> int:
    """The links that one turn of each player can create."""
    points, price = int(dims.params["NB_POINTS_ACTION"]), int(dims.params["COUT_LIEN"])
    return PLAYERS * (min(links_most(dims), points // price) if price else links_most(dims))


def bonds_size(dims: Dims) -> int:
    return portals_of(dims) * ((portals_of(dims) + BITS - 1) // BITS)


def number(name: str) -> Col:
    """A column that holds the number of a portal."""
    return Col(name, 0, lambda dims: portals_of(dims) - 1)


def cell(name: str) -> Col:
    """A column that holds a coordinate on the map."""
    return Col(name, 0, lambda dims: int(dims.board.head[SIZE]) - 1)


def shields(name: str) -> Col:
    return Col(name, 0, lambda dims: int(dims.params["MAX_BOUCLIERS"]))


LAYOUT = Layout(
    State,
    head=Rows(
        Col("turn", 1, lambda dims: int(dims.params["NB_TOURS"]) + 1),
        Col("phase", INIT, OVER),
        Col("player", 0, PLAYERS - 1),
        Col("links"),
        Col("cut"),
        Col("fields"),
        Col("new_links"),
        Col("new_fields"),
    ),
    players=Rows(
        cell("x"),
        cell("y"),
        Col("action_points", 0, lambda dims: int(dims.params["NB_POINTS_ACTION"])),
        Col("move_points", 0, MOVE_POINTS_MOST),
        Col("score"),
        size=lambda dims: PLAYERS,
    ),
    # `start_` is what held when the turn began. What each player was told of its opponent's last turn: taken, lost and
    # how many shields the portal gained.
    portals=Rows(
        Col("owner", NOBODY, PLAYERS - 1),
        shields("shields"),
        Col("start_owner", NOBODY, PLAYERS - 1),
        shields("start_shields"),
        *(
            column
            for seat in range(PLAYERS)
            for column in (Col(f"taken_{seat}", 0, 1), Col(f"lost_{seat}", 0, 1), shields(f"shielded_{seat}"))
        ),
        size=portals_of,
    ),
    # The links by their ends, a before b, in order; fresh ones are of this turn. `cut` are those of before, cut since.
    links=Rows(number("a"), number("b"), Col("fresh", 0, 1), size=links_most, count="links"),
    cut=Rows(number("a"), number("b"), size=links_most, count="cut"),
    new_links=Rows(Col("viewer", 0, 1), number("a"), number("b"), size=new_links_most, count="new_links"),
    new_fields=Rows(
        Col("viewer", 0, 1),
        number("a"),
        number("b"),
        number("c"),
        size=lambda dims: PLAYERS * fields_most(dims),
        count="new_fields",
    ),
    # Derived: the fields by their corners, in order; a bit for each pair of linked portals; how many fields a portal is
    # inside of; twice the area that each player holds.
    fields=Rows(number("a"), number("b"), number("c"), size=fields_most, count="fields", derived=True),
    bonds=Rows(Col("bits"), size=bonds_size, derived=True),
    cover=Rows(Col("fields"), size=portals_of, derived=True),
    areas=Rows(Col("twice"), size=lambda dims: PLAYERS, derived=True),
)
SCRATCH = Layout(Scratch, events=Rows(Col("word"), size=lambda dims: 0), marks=Rows(Col("bits"), size=bonds_size))

World = world.World[State, Board, Buffer, Scratch]


# Reading the state


def portal_count(w: World) -> int:
    return w.board.head[PORTALS]


def on_map(w: World, x: int, y: int) -> bool:
    """3  A position is on the map."""
    return 0 <= x < w.board.head[SIZE] and 0 <= y < w.board.head[SIZE]


def portal_x(w: World, portal: int) -> int:
    return w.board.portals[portal * CELL_COLUMNS + X]


def portal_y(w: World, portal: int) -> int:
    return w.board.portals[portal * CELL_COLUMNS + Y]


def portal_at(w: World, x: int, y: int) -> int:
    """The portal on a cell of the map, or NO_PORTAL."""
    for portal in range(w.board.columns[x], w.board.columns[x + 1]):
        if portal_y(w, portal) == y:
            return portal
    return NO_PORTAL


def here(w: World, seat: int) -> int:
    """4.5  The portal under a player's pawn, or NO_PORTAL."""
    at = seat * PLAYER_COLUMNS
    return portal_at(w, w.state.players[at + PAWN_X], w.state.players[at + PAWN_Y])


def owner(w: World, portal: int) -> int:
    return w.state.portals[portal * PORTAL_COLUMNS + OWNER]


def shield_count(w: World, portal: int) -> int:
    return w.state.portals[portal * PORTAL_COLUMNS + SHIELDS]


def action_points(w: World, seat: int) -> int:
    return w.state.players[seat * PLAYER_COLUMNS + ACTION_POINTS]


def move_points(w: World, seat: int) -> int:
    return w.state.players[seat * PLAYER_COLUMNS + MOVE_POINTS]


def pay(w: World, seat: int, price: int) -> None:
    w.state.players[seat * PLAYER_COLUMNS + ACTION_POINTS] -= price


def neutralising_price(w: World, portal: int) -> int:
    """2  Dearer for each shield."""
    return w.params[COUT_NEUTRALISATION] + shield_count(w, portal) * w.params[COUT_NEUTRALISATION_BOUCLIER]


def score(w: World, seat: int) -> int:
    return w.state.players[seat * PLAYER_COLUMNS + SCORE]


def gain(w: World, seat: int, points: int) -> None:
    """Scores only grow, and stop at the largest number a state holds."""
    at = seat * PLAYER_COLUMNS + SCORE
    w.state.players[at] = SCORE_MOST if points > SCORE_MOST - w.state.players[at] else w.state.players[at] + points


def acting(w: World, seat: int) -> bool:
    """4.2  It is the player's own turn."""
    return w.state.head[PHASE] == PLAY and w.state.head[PLAYER] == seat
