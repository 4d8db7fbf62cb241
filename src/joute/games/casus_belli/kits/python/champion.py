"""Spreads out, then walks back to where everybody starts and strikes at whoever is in sight."""

from api import *

CLASSES = (PERSO_VOLEUR, PERSO_BARBARE, PERSO_ELFE)
STRIDE = (VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT)


def partie_init():
    pass


def jouer_placement():
    """Each class towards another corner."""
    width, height = carte_taille()
    corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
    for classe in CLASSES:
        walk(classe, nearest_floor(corners[(mon_equipe() + classe) % 4]))


def jouer_attaque():
    for classe in CLASSES:
        for cell in enemies(classe):
            if perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, cell) == OK:
                break


def jouer_deplacement():
    for classe in CLASSES:
        seen = enemies(classe)
        walk(classe, seen[0] if seen else carte_depart())


def partie_fin():
    pass


def enemies(classe):
    """The cells in sight of one of our characters where somebody of another team stands, the nearest first."""
    own = perso_classe_info(classe)
    cells = perso_vision_personnages(own)
    found = [cell for cell in cells if any(other.equipe != mon_equipe() for other in carte_zone_perso(cell))]
    return sorted(found, key=lambda cell: (gap(cell, perso_position(own)), cell))


def walk(classe, goal):
    """As far as possible on the way to the goal, and look where it leads; on the spot, look around."""
    own = perso_classe_info(classe)
    here = perso_position(own)
    path = chemin(here, goal)
    facing = direction(here, goal) if path else tour_actuel() % 4
    for length in range(min(len(path), STRIDE[classe]), -1, -1):
        if perso_deplace(own, path[:length], facing) == OK:
            return


def nearest_floor(corner):
    """The cell nearest to a corner that can be reached from the start."""
    width, height = carte_taille()
    cells = [(x, y) for x in range(width) for y in range(height)]
    for cell in sorted(cells, key=lambda cell: (gap(cell, corner), cell)):
        if carte_zone_type(cell) != ZONE_MUR and distance(carte_depart(), cell) >= 0:
            return cell
    return carte_depart()


def gap(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def direction(here, goal):
    dx, dy = goal[0] - here[0], goal[1] - here[1]
    if abs(dx) > abs(dy):
        return ORIENTATION_EST if dx > 0 else ORIENTATION_OUEST
    return ORIENTATION_SUD if dy > 0 else ORIENTATION_NORD
