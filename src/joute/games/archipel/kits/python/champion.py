"""Colonises the nearest free islands with caravelles, and guards what it has with galions."""

from api import *

FLEET = 8  # No more caravelles at once.
GUARD = 5  # So many galions on each island.

boats = []  # The ids of our caravelles.


def partie_init():
    pass


def jouer_tour():
    boats[:] = [boat for boat in boats if info_bateau(boat).joueur == mon_joueur()]
    free = [island for island in liste_iles() if info_ile_joueur(island) == -1]
    if len(boats) < min(FLEET, len(free)):
        construct()
    for boat in boats:
        here = info_bateau(boat).pos
        if free:
            goal = min(free, key=lambda island: (distance(here, island), island))
            free.remove(goal)
            sail(boat, here, goal)
    guard()


def partie_fin():
    pass


def construct():
    for island in mes_iles():
        if len(boats) < FLEET and construire(BATEAU_CARAVELLE, island) == OK:
            boats.append(id_dernier_bateau_construit())


def guard():
    for island in mes_iles():
        posted = sum(boat.btype == BATEAU_GALION for boat in liste_bateaux_position(island))
        for _ in range(GUARD - posted):
            construire(BATEAU_GALION, island)


def sail(boat, here, goal):
    """As near to the goal as the boat gets this turn; there, colonise it."""
    reach = CARAVELLE_DEPLACEMENT
    dx = max(-reach, min(reach, goal[0] - here[0]))
    reach -= abs(dx)
    dy = max(-reach, min(reach, goal[1] - here[1]))
    end = (here[0] + dx, here[1] + dy)
    if (end == here or deplacer(boat, end) == OK) and end == goal:
        coloniser(goal)
