"""4.5  The actions: their checks in order, then their effects."""

from __future__ import annotations

from joute.core.world import Buffer

from ..params import (
    COUT_BOUCLIER,
    COUT_CAPTURE,
    COUT_LIEN,
    COUT_TURBO,
    COUT_VIRUS,
    GAIN_TURBO,
    MAX_BOUCLIERS,
    NO_VIRUS,
    POINTS_CREATION_LIEN,
    POINTS_CREATION_PORTAIL,
    SURCOUT_BOUCLIER,
)
from .links import add_link, interferes, remove_links
from .state import (
    AJOUTER_BOUCLIER,
    AUCUN_PORTAIL,
    CAPTURER,
    DEPLACER,
    LIEN_CHAMP,
    LIEN_DEGENERE,
    LIEN_INTERSECTION,
    LIER,
    LIMITE_BOUCLIERS,
    MOVE_POINTS,
    NEUTRALISER,
    NO_PORTAL,
    NOBODY,
    OK,
    ORDER_X,
    ORDER_Y,
    OWNER,
    PA_INSUFFISANTS,
    PAWN_X,
    PAWN_Y,
    PLAYER_COLUMNS,
    PORTAIL_AMI,
    PORTAIL_ENNEMI,
    PORTAIL_NEUTRE,
    PORTAL_COLUMNS,
    POSITION_ELOIGNEE,
    POSITION_INVALIDE,
    SHIELDS,
    UTILISER_TURBO,
    World,
    acting,
    action_points,
    gain,
    here,
    move_points,
    neutralising_price,
    on_map,
    owner,
    pay,
    portal_at,
    shield_count,
)

# Checks


def check(w: World, seat: int, order: Buffer) -> int:
    """6.3  Outside the player's own turn every action is refused; then the action's own checks."""
    if not acting(w, seat):
        return PA_INSUFFISANTS
    action = order[0]
    if action == DEPLACER:
        return check_move(w, seat, order[ORDER_X], order[ORDER_Y])
    if action == UTILISER_TURBO:
        return OK if action_points(w, seat) >= w.params[COUT_TURBO] else PA_INSUFFISANTS
    if action == CAPTURER:
        return check_capture(w, seat)
    if action == LIER:
        return check_link(w, seat, order[ORDER_X], order[ORDER_Y])
    if action == NEUTRALISER:
        return check_neutralise(w, seat)
    if action == AJOUTER_BOUCLIER:
        return check_shield(w, seat)
    return check_virus(w, seat)


def trip(w: World, seat: int, x: int, y: int) -> int:
    """4.5  The Manhattan distance from the pawn to a cell."""
    at = seat * PLAYER_COLUMNS
    return abs(x - w.state.players[at + PAWN_X]) + abs(y - w.state.players[at + PAWN_Y])


def check_move(w: World, seat: int, x: int, y: int) -> int:
    """4.5  deplacer"""
    if not on_map(w, x, y):
        return POSITION_INVALIDE
    if trip(w, seat, x, y) > move_points(w, seat):
        return POSITION_ELOIGNEE
    return OK


def check_capture(w: World, seat: int) -> int:
    """4.5  capturer"""
    if action_points(w, seat) < w.params[COUT_CAPTURE]:
        return PA_INSUFFISANTS
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    if owner(w, portal) == seat:
        return PORTAIL_AMI
    if owner(w, portal) != NOBODY:
        return PORTAIL_ENNEMI
    return OK


def check_link(w: World, seat: int, x: int, y: int) -> int:
    """4.5  lier, checks 1 to 5"""
    if action_points(w, seat) < w.params[COUT_LIEN]:
        return PA_INSUFFISANTS
    if not on_map(w, x, y):
        return POSITION_INVALIDE
    far, near = portal_at(w, x, y), here(w, seat)
    if far == NO_PORTAL or near == NO_PORTAL:
        return AUCUN_PORTAIL
    if far == near:
        return LIEN_DEGENERE
    return check_ends(w, seat, near, far)


def check_ends(w: World, seat: int, near: int, far: int) -> int:
    """4.5  lier, checks 6 to 11"""
    if owner(w, near) != seat:
        return PORTAIL_NEUTRE if owner(w, near) == NOBODY else PORTAIL_ENNEMI
    if owner(w, far) != seat:
        return PORTAIL_NEUTRE if owner(w, far) == NOBODY else PORTAIL_ENNEMI
    if interferes(w, near, far):
        return LIEN_INTERSECTION
    if w.state.cover[near] > 0 or w.state.cover[far] > 0:
        return LIEN_CHAMP
    return OK


def check_neutralise(w: World, seat: int) -> int:
    """4.5  neutraliser"""
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    if action_points(w, seat) < neutralising_price(w, portal):
        return PA_INSUFFISANTS
    if owner(w, portal) == seat:
        return PORTAIL_AMI
    if owner(w, portal) == NOBODY:
        return PORTAIL_NEUTRE
    return OK


def shield_price(w: World, portal: int) -> int:
    """2  Dearer for each shield already there."""
    return w.params[COUT_BOUCLIER] + shield_count(w, portal) * w.params[SURCOUT_BOUCLIER]


def check_shield(w: World, seat: int) -> int:
    """4.5  ajouter_bouclier"""
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    if owner(w, portal) == NOBODY:
        return PORTAIL_NEUTRE
    if owner(w, portal) != seat:
        return PORTAIL_ENNEMI
    if shield_count(w, portal) >= w.params[MAX_BOUCLIERS]:
        return LIMITE_BOUCLIERS
    if action_points(w, seat) < shield_price(w, portal):
        return PA_INSUFFISANTS
    return OK


def check_virus(w: World, seat: int) -> int:
    """4.5  utiliser_virus"""
    if w.params[COUT_VIRUS] == NO_VIRUS or action_points(w, seat) < w.params[COUT_VIRUS]:
        return PA_INSUFFISANTS
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    if owner(w, portal) == NOBODY:
        return PORTAIL_NEUTRE
    return OK


# Effects


def apply(w: World, seat: int, order: Buffer) -> None:
    """Make an accepted order."""
    action = order[0]
    if action == DEPLACER:
        move(w, seat, order[ORDER_X], order[ORDER_Y])
    elif action == UTILISER_TURBO:
        turbo(w, seat)
    elif action == CAPTURER:
        capture(w, seat)
    elif action == LIER:
        link(w, seat, portal_at(w, order[ORDER_X], order[ORDER_Y]))
    elif action == NEUTRALISER:
        neutralise(w, seat)
    elif action == AJOUTER_BOUCLIER:
        shield(w, seat)
    else:
        virus(w, seat)


def move(w: World, seat: int, x: int, y: int) -> None:
    """4.5  deplacer: only the distance counts."""
    at = seat * PLAYER_COLUMNS
    w.state.players[at + MOVE_POINTS] -= trip(w, seat, x, y)
    w.state.players[at + PAWN_X] = x
    w.state.players[at + PAWN_Y] = y


def turbo(w: World, seat: int) -> None:
    """4.5  utiliser_turbo: move points for this turn."""
    pay(w, seat, w.params[COUT_TURBO])
    w.state.players[seat * PLAYER_COLUMNS + MOVE_POINTS] += w.params[GAIN_TURBO]


def capture(w: World, seat: int) -> None:
    """4.5  capturer: the portal, and points for it every time."""
    pay(w, seat, w.params[COUT_CAPTURE])
    w.state.portals[here(w, seat) * PORTAL_COLUMNS + OWNER] = seat
    gain(w, seat, w.params[POINTS_CREATION_PORTAIL])


def link(w: World, seat: int, portal: int) -> None:
    """4.5  lier: the link with the portal here, and the fields that it completes."""
    pay(w, seat, w.params[COUT_LIEN])
    add_link(w, here(w, seat), portal)
    gain(w, seat, w.params[POINTS_CREATION_LIEN])


def neutralise(w: World, seat: int) -> None:
    """4.5  neutraliser: nobody's, without shields and links."""
    portal = here(w, seat)
    pay(w, seat, neutralising_price(w, portal))
    hand_over(w, portal, NOBODY)


def shield(w: World, seat: int) -> None:
    """4.5  ajouter_bouclier"""
    portal = here(w, seat)
    pay(w, seat, shield_price(w, portal))
    w.state.portals[portal * PORTAL_COLUMNS + SHIELDS] += 1


def virus(w: World, seat: int) -> None:
    """4.5  utiliser_virus: the portal passes to the other of the two players."""
    portal = here(w, seat)
    pay(w, seat, w.params[COUT_VIRUS])
    hand_over(w, portal, 1 - owner(w, portal))


def hand_over(w: World, portal: int, to: int) -> None:
    """4.5  A portal that changes hands loses its links and shields."""
    remove_links(w, portal)
    w.state.portals[portal * PORTAL_COLUMNS + OWNER] = to
    w.state.portals[portal * PORTAL_COLUMNS + SHIELDS] = 0
