"""Random play: legal, varied and half sensible, so that fields grow and fall."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from ..board import SIZE
from ..params import COUT_TURBO
from .actions import check, trip
from .links import linked
from .state import (
    AJOUTER_BOUCLIER,
    CAPTURER,
    DEPLACER,
    LIER,
    NEUTRALISER,
    NO_PORTAL,
    NOBODY,
    OK,
    ORDER_X,
    ORDER_Y,
    PAWN_X,
    PAWN_Y,
    PLACE_LENGTH,
    PLAIN_LENGTH,
    PLAYER_COLUMNS,
    UTILISER_TURBO,
    UTILISER_VIRUS,
    World,
    acting,
    action_points,
    here,
    move_points,
    owner,
    portal_count,
    portal_x,
    portal_y,
)

STOP_ONE_IN = 24
SHIELD_ONE_IN = 6
GIVE_AWAY_ONE_IN = 64
VIRUS_ONE_IN = 3
TURBO_ONE_IN = 3
TRIES = 6
GOALS = 3


def sample(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A legal order, or 0 to end the turn: something with the portal here, else a trip to another."""
    if not acting(w, seat) or draw(rng, STOP_ONE_IN) == 0:
        return 0
    portal = here(w, seat)
    if portal != NO_PORTAL:
        for _ in range(TRIES):
            length = sample_here(w, seat, portal, rng, row)
            if length > 0 and check(w, seat, row) == OK:
                return length
    return sample_trip(w, seat, rng, row)


def sample_here(w: World, seat: int, portal: int, rng: Buffer, row: Buffer) -> int:
    """Some order about the portal under the pawn, legal or not, or 0."""
    holder = owner(w, portal)
    if holder == NOBODY:
        row[0] = CAPTURER
    elif holder != seat:
        row[0] = UTILISER_VIRUS if draw(rng, VIRUS_ONE_IN) == 0 else NEUTRALISER
    elif draw(rng, SHIELD_ONE_IN) == 0:
        row[0] = AJOUTER_BOUCLIER
    elif draw(rng, GIVE_AWAY_ONE_IN) == 0:
        row[0] = UTILISER_VIRUS
    else:
        return sample_link(w, seat, portal, rng, row)
    return PLAIN_LENGTH


def sample_link(w: World, seat: int, portal: int, rng: Buffer, row: Buffer) -> int:
    """A link with some other portal of the player, if neither is inside a field, or 0."""
    cover = w.state.cover
    other = draw(rng, portal_count(w))
    if owner(w, other) != seat or other == portal or cover[portal] > 0 or cover[other] > 0 or linked(w, portal, other):
        return 0
    row[0] = LIER
    row[ORDER_X] = portal_x(w, other)
    row[ORDER_Y] = portal_y(w, other)
    return PLACE_LENGTH


def sample_trip(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A move some way towards the nearest of some portals; without move points a turbo, or 0."""
    points = move_points(w, seat)
    if points == 0:
        row[0] = UTILISER_TURBO
        return PLAIN_LENGTH if action_points(w, seat) >= w.params[COUT_TURBO] and draw(rng, TURBO_ONE_IN) > 0 else 0
    sample_goal(w, seat, rng, row)
    reach = 1 + draw(rng, min(points, w.board.head[SIZE]))
    x, y = w.state.players[seat * PLAYER_COLUMNS + PAWN_X], w.state.players[seat * PLAYER_COLUMNS + PAWN_Y]
    along = max(-reach, min(reach, row[ORDER_X] - x))
    left = reach - abs(along)
    row[0] = DEPLACER
    row[ORDER_X] = x + along
    row[ORDER_Y] = y + max(-left, min(left, row[ORDER_Y] - y))
    return PLACE_LENGTH


def sample_goal(w: World, seat: int, rng: Buffer, row: Buffer) -> None:
    """Write the nearest of some random portals, other than the one here, into the row; or else some cell."""
    row[ORDER_X] = draw(rng, w.board.head[SIZE])
    row[ORDER_Y] = draw(rng, w.board.head[SIZE])
    portals = portal_count(w)
    nearest = 2 * w.board.head[SIZE]
    for _ in range(min(GOALS, portals)):
        portal = draw(rng, portals)
        far = trip(w, seat, portal_x(w, portal), portal_y(w, portal))
        if 0 < far < nearest:
            nearest = far
            row[ORDER_X] = portal_x(w, portal)
            row[ORDER_Y] = portal_y(w, portal)
