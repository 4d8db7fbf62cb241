"""Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base."""

from api import *

GUARD = 5  # So many wizards stay at home.
HOLD = 2  # So many stay on what we have taken.

goals = []  # The fountains and the artefact.
armies = []  # The cells where we may have wizards.


def partie_debut():
    cells = [(x, y) for x in range(TAILLE_TERRAIN) for y in range(TAILLE_TERRAIN)]
    goals.extend(cell for cell in cells if info_case(cell) in (CASE_FONTAINE, CASE_ARTEFACT))


def phase_construction():
    creer(magie(moi()) // COUT_SORCIER)


def phase_deplacement():
    home = base_joueur(moi())
    armies[:] = [cell for cell in dict.fromkeys([home, *armies]) if nb_sorciers(cell, moi()) > 0]
    for cell in tuple(armies):
        stay = GUARD if cell == home else HOLD if cell in goals else 0
        number = min(nb_sorciers_deplacables(cell, moi()), nb_sorciers(cell, moi()) - stay)
        if number > 0:
            march(cell, number)


def phase_tirs():
    pass


def phase_siege():
    """Wizards beside a tower of another player bring it down."""
    for x, y in armies:
        for near in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
            if info_case(near) == CASE_TOURELLE and joueur_case(near) != moi() and nb_sorciers((x, y), moi()) > 0:
                assieger((x, y), near, min(nb_sorciers((x, y), moi()), tourelle_case(near).vie))


def partie_fin():
    pass


def march(cell, number):
    """Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base."""
    wanted = [goal for goal in goals if joueur_case(goal) != moi()]
    wanted = wanted or [base_joueur(other) for other in adversaires()]
    for goal in sorted(wanted, key=lambda goal: (distance(cell, goal), goal)):
        path = chemin(cell, goal)[:PORTEE_SORCIER]
        if path and deplacer(cell, path[-1], number) == OK:
            armies.append(path[-1])
            return
