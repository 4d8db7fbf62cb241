"""Captures the nearest neutral portal, links it to all portals it may, and goes to the next."""

from api import *


def partie_init():
    pass


def jouer_tour():
    work()
    while walk():
        work()


def partie_fin():
    pass


def place():
    return position_agent(moi())


def work():
    """Capture the portal here, if there is one, and link it to our others, the nearest first."""
    here = place()
    if portail_joueur(here) == -1:
        capturer()
    if portail_joueur(here) == moi():
        for portal in sorted(liste_portails(), key=lambda p: (distance(here, p), p)):
            if portal != here and portail_joueur(portal) == moi() and points_action() >= COUT_LIEN:
                lier(portal)


def walk():
    """Go towards the nearest neutral portal; whether we are there."""
    here = place()
    goals = [portal for portal in liste_portails() if portail_joueur(portal) == -1]
    if not goals:
        return False
    goal = min(goals, key=lambda p: (distance(here, p), p))
    reach = points_deplacement()
    dx = max(-reach, min(reach, goal[0] - here[0]))
    reach -= abs(dx)
    dy = max(-reach, min(reach, goal[1] - here[1]))
    return deplacer((here[0] + dx, here[1] + dy)) == OK and place() == goal and points_action() >= COUT_CAPTURE
