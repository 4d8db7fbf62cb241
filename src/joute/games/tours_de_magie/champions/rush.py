"""Rush: wizards first, wizards only.

All magic becomes wizards. Once an army stands on the base it goes for the nearest enemy base, and razes the towers it
passes; when nobody is left, it goes for the artefact.
"""

from api import *

ARMY = 30  # How many wizards must stand on the base before they leave it.
HOME = 6  # How many stay behind.
CLOSE = 5  # An enemy at most so far from our base keeps everybody at home.

armies = []  # The cells where we may have wizards.


def home():
    return base_joueur(moi())


def partie_debut():
    pass


def phase_construction():
    creer(magie(moi()) // COUT_SORCIER)


def phase_deplacement():
    armies[:] = [cell for cell in dict.fromkeys([home(), *armies]) if nb_sorciers(cell, moi()) > 0]
    for cell in tuple(armies):
        number = nb_sorciers_deplacables(cell, moi())
        if cell == home():
            number = number - HOME if number >= ARMY and not besieged() else 0
        if number > 0:
            march(cell, number)


def phase_tirs():
    pass


def phase_siege():
    """Everybody beside an enemy tower attacks it."""
    for cell in armies:
        free = nb_sorciers(cell, moi())
        for near in neighbours(cell):
            if free > 0 and info_case(near) == CASE_TOURELLE and joueur_case(near) != moi():
                blow = min(free, tourelle_case(near).vie)
                if assieger(cell, near, blow) == OK:
                    free -= blow


def partie_fin():
    pass


def neighbours(cell):
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def besieged():
    """Whether somebody else is about to enter our base."""
    x, y = home()
    cells = [(x + dx, y + dy) for dx in range(-CLOSE, CLOSE + 1) for dy in range(-CLOSE, CLOSE + 1)]
    return any(nb_sorciers(cell, enemy) > 0 for cell in cells for enemy in adversaires())


def goal(cell):
    """The nearest base of a living enemy; without any, the middle of the board."""
    bases = [base_joueur(enemy) for enemy in adversaires()]
    return min(bases or [(TAILLE_TERRAIN // 2, TAILLE_TERRAIN // 2)], key=lambda base: distance(cell, base))


def march(cell, number):
    """As far as the path allows. Where towers close it, up to the nearest tower: the siege will open the way."""
    path = (chemin(cell, goal(cell)) or way_to_a_tower(cell))[:PORTEE_SORCIER]
    if path and deplacer(cell, path[-1], number) == OK:
        armies.append(tuple(path[-1]))


def way_to_a_tower(cell):
    """The shortest way to a cell beside an enemy tower."""
    towers = [tower.pos for enemy in adversaires() for tower in tourelles_joueur(enemy)]
    return min(filter(None, (chemin(cell, tower)[:-1] for tower in towers)), key=len, default=[])
