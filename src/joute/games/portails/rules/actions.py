"""4.5  The actions: their checks in order, then their effects."""

from __future__ import annotations

from joute.core.rules import Action
from joute.core.text import Text

from ..params import NO_VIRUS
from .links import add_link, interferes, remove_links
from .state import (
    AUCUN_PORTAIL,
    LIEN_CHAMP,
    LIEN_DEGENERE,
    LIEN_INTERSECTION,
    LIMITE_BOUCLIERS,
    NO_PORTAL,
    NOBODY,
    OK,
    PA_INSUFFISANTS,
    PORTAIL_AMI,
    PORTAIL_ENNEMI,
    PORTAIL_NEUTRE,
    POSITION_ELOIGNEE,
    POSITION_INVALIDE,
    World,
    acting,
    gain,
    here,
    on_map,
    pay,
    portal_at,
)


def gate(w: World, seat: int, action: int) -> int:
    """6.3  Outside the player's own turn every action is refused."""
    return OK if acting(w, seat) else PA_INSUFFISANTS


# deplacer


def trip(w: World, seat: int, x: int, y: int) -> int:
    """4.5  The Manhattan distance from the pawn to a cell."""
    return abs(x - w.state.players.x[seat]) + abs(y - w.state.players.y[seat])


def check_move(w: World, seat: int, x: int, y: int) -> int:
    """4.5  deplacer"""
    if not on_map(w, x, y):
        return POSITION_INVALIDE
    if trip(w, seat, x, y) > w.state.players.move_points[seat]:
        return POSITION_ELOIGNEE
    return OK


def move(w: World, seat: int, x: int, y: int) -> None:
    """4.5  deplacer: only the distance counts."""
    players = w.state.players
    players.move_points[seat] -= trip(w, seat, x, y)
    players.x[seat] = x
    players.y[seat] = y


# utiliser_turbo


def check_turbo(w: World, seat: int) -> int:
    """4.5  utiliser_turbo"""
    return OK if w.state.players.action_points[seat] >= w.params.cout_turbo else PA_INSUFFISANTS


def turbo(w: World, seat: int) -> None:
    """4.5  utiliser_turbo: move points for this turn."""
    pay(w, seat, w.params.cout_turbo)
    w.state.players.move_points[seat] += w.params.gain_turbo


# capturer


def check_capture(w: World, seat: int) -> int:
    """4.5  capturer"""
    if w.state.players.action_points[seat] < w.params.cout_capture:
        return PA_INSUFFISANTS
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    owner = w.state.portals.owner[portal]
    if owner == seat:
        return PORTAIL_AMI
    return OK if owner == NOBODY else PORTAIL_ENNEMI


def capture(w: World, seat: int) -> None:
    """4.5  capturer: the portal, and points for it every time."""
    pay(w, seat, w.params.cout_capture)
    w.state.portals.owner[here(w, seat)] = seat
    gain(w, seat, w.params.points_creation_portail)


# lier


def check_link(w: World, seat: int, x: int, y: int) -> int:
    """4.5  lier, checks 1 to 5"""
    if w.state.players.action_points[seat] < w.params.cout_lien:
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
    owner, cover = w.state.portals.owner, w.state.cover
    if owner[near] != seat:
        return PORTAIL_NEUTRE if owner[near] == NOBODY else PORTAIL_ENNEMI
    if owner[far] != seat:
        return PORTAIL_NEUTRE if owner[far] == NOBODY else PORTAIL_ENNEMI
    if interferes(w, near, far):
        return LIEN_INTERSECTION
    if cover[near] > 0 or cover[far] > 0:
        return LIEN_CHAMP
    return OK


def link(w: World, seat: int, x: int, y: int) -> None:
    """4.5  lier: the link with the portal here, and the fields that it completes."""
    pay(w, seat, w.params.cout_lien)
    add_link(w, here(w, seat), portal_at(w, x, y))
    gain(w, seat, w.params.points_creation_lien)


# neutraliser


def neutralising_price(w: World, portal: int) -> int:
    """2  Dearer for each shield."""
    return w.params.cout_neutralisation + w.state.portals.shields[portal] * w.params.cout_neutralisation_bouclier


def check_neutralise(w: World, seat: int) -> int:
    """4.5  neutraliser"""
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    if w.state.players.action_points[seat] < neutralising_price(w, portal):
        return PA_INSUFFISANTS
    owner = w.state.portals.owner[portal]
    if owner == seat:
        return PORTAIL_AMI
    return PORTAIL_NEUTRE if owner == NOBODY else OK


def neutralise(w: World, seat: int) -> None:
    """4.5  neutraliser: nobody's, without shields and links."""
    portal = here(w, seat)
    pay(w, seat, neutralising_price(w, portal))
    hand_over(w, portal, NOBODY)


def hand_over(w: World, portal: int, to: int) -> None:
    """4.5  A portal that changes hands loses its links and shields."""
    remove_links(w, portal)
    w.state.portals.owner[portal] = to
    w.state.portals.shields[portal] = 0


# ajouter_bouclier


def shield_price(w: World, portal: int) -> int:
    """2  Dearer for each shield already there."""
    return w.params.cout_bouclier + w.state.portals.shields[portal] * w.params.surcout_bouclier


def check_shield(w: World, seat: int) -> int:
    """4.5  ajouter_bouclier"""
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    owner = w.state.portals.owner[portal]
    if owner != seat:
        return PORTAIL_NEUTRE if owner == NOBODY else PORTAIL_ENNEMI
    if w.state.portals.shields[portal] >= w.params.max_boucliers:
        return LIMITE_BOUCLIERS
    if w.state.players.action_points[seat] < shield_price(w, portal):
        return PA_INSUFFISANTS
    return OK


def shield(w: World, seat: int) -> None:
    """4.5  ajouter_bouclier"""
    portal = here(w, seat)
    pay(w, seat, shield_price(w, portal))
    w.state.portals.shields[portal] += 1


# utiliser_virus


def check_virus(w: World, seat: int) -> int:
    """4.5  utiliser_virus"""
    if w.params.cout_virus == NO_VIRUS or w.state.players.action_points[seat] < w.params.cout_virus:
        return PA_INSUFFISANTS
    portal = here(w, seat)
    if portal == NO_PORTAL:
        return AUCUN_PORTAIL
    return PORTAIL_NEUTRE if w.state.portals.owner[portal] == NOBODY else OK


def virus(w: World, seat: int) -> None:
    """4.5  utiliser_virus: the portal passes to the other of the two players."""
    portal = here(w, seat)
    pay(w, seat, w.params.cout_virus)
    hand_over(w, portal, 1 - w.state.portals.owner[portal])


ACTIONS = (
    Action("deplacer", Text("Move", "Se déplacer"), check_move, move),
    Action("utiliser_turbo", Text("Turbo", "Turbo"), check_turbo, turbo),
    Action("capturer", Text("Capture this portal", "Capturer ce portail"), check_capture, capture),
    Action("lier", Text("Link with a portal", "Lier à un portail"), check_link, link),
    Action("neutraliser", Text("Neutralise this portal", "Neutraliser ce portail"), check_neutralise, neutralise),
    Action("ajouter_bouclier", Text("Add a shield", "Ajouter un bouclier"), check_shield, shield),
    Action("utiliser_virus", Text("Virus", "Virus"), check_virus, virus),
)
DEPLACER, UTILISER_TURBO, CAPTURER, LIER, NEUTRALISER, AJOUTER_BOUCLIER, UTILISER_VIRUS = range(7)
