"""Random play: legal, varied and half sensible, so that fields grow and fall."""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from .actions import (
    AJOUTER_BOUCLIER,
    CAPTURER,
    DEPLACER,
    LIER,
    NEUTRALISER,
    UTILISER_TURBO,
    UTILISER_VIRUS,
    check_capture,
    check_link,
    check_neutralise,
    check_shield,
    check_turbo,
    check_virus,
    trip,
)
from .links import linked
from .state import NO_PORTAL, NOBODY, OK, World, acting, here

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
            if length > 0:
                return length
    return sample_trip(w, seat, rng, row)


def sample_here(w: World, seat: int, portal: int, rng: Buffer, row: Buffer) -> int:
    """Some order about the portal under the pawn, if it is legal, or 0."""
    owner = w.state.portals.owner[portal]
    if owner == NOBODY:
        return plain(row, CAPTURER, check_capture(w, seat))
    if owner != seat:
        if draw(rng, VIRUS_ONE_IN) > 0:
            return plain(row, NEUTRALISER, check_neutralise(w, seat))
        return plain(row, UTILISER_VIRUS, check_virus(w, seat))
    if draw(rng, SHIELD_ONE_IN) == 0:
        return plain(row, AJOUTER_BOUCLIER, check_shield(w, seat))
    if draw(rng, GIVE_AWAY_ONE_IN) == 0:
        return plain(row, UTILISER_VIRUS, check_virus(w, seat))
    return sample_link(w, seat, portal, rng, row)


def plain(row: Buffer, action: int, answer: int) -> int:
    """An order without arguments, if it would be accepted, or 0."""
    row[0] = action
    return 1 if answer == OK else 0


def sample_link(w: World, seat: int, portal: int, rng: Buffer, row: Buffer) -> int:
    """A link with some other portal of the player, if it is legal, or 0."""
    cover, other = w.state.cover, draw(rng, w.board.portal_count)
    if w.state.portals.owner[other] != seat or other == portal:
        return 0
    if cover[portal] > 0 or cover[other] > 0 or linked(w, portal, other):
        return 0
    row[0] = LIER
    row[1] = w.board.portals.x[other]
    row[2] = w.board.portals.y[other]
    return 3 if check_link(w, seat, row[1], row[2]) == OK else 0


def sample_trip(w: World, seat: int, rng: Buffer, row: Buffer) -> int:
    """A move some way towards the nearest of some portals; without move points a turbo, or 0."""
    points = w.state.players.move_points[seat]
    if points == 0:
        row[0] = UTILISER_TURBO
        return 1 if check_turbo(w, seat) == OK and draw(rng, TURBO_ONE_IN) > 0 else 0
    sample_goal(w, seat, rng, row)
    reach = 1 + draw(rng, min(points, w.board.size))
    x, y = w.state.players.x[seat], w.state.players.y[seat]
    along = max(-reach, min(reach, row[1] - x))
    left = reach - abs(along)
    row[0] = DEPLACER
    row[1] = x + along
    row[2] = y + max(-left, min(left, row[2] - y))
    return 3


def sample_goal(w: World, seat: int, rng: Buffer, row: Buffer) -> None:
    """Write the nearest of some random portals, other than the one here, into the row; or else some cell."""
    row[1] = draw(rng, w.board.size)
    row[2] = draw(rng, w.board.size)
    portals = w.board.portal_count
    nearest = 2 * w.board.size
    for _ in range(min(GOALS, portals)):
        portal = draw(rng, portals)
        far = trip(w, seat, w.board.portals.x[portal], w.board.portals.y[portal])
        if 0 < far < nearest:
            nearest = far
            row[1] = w.board.portals.x[portal]
            row[2] = w.board.portals.y[portal]
