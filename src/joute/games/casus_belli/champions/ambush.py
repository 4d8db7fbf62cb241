"""Ambush: the Elfe climbs the nearest tower, the Voleur and the Barbare wait in the forest around it.

The Voleur lays his palantír where others come by, near the start cell of the match. Whoever is seen near the tower is
shot at; whoever comes close is met by the two from the forest, who then go back into the shade.
"""

from api import *

VOLEUR, BARBARE, ELFE = range(3)
COST = {0: 2, 1: 1, 2: 2, 3: 4, 5: 2}  # What leaving a cell costs; walls are not in it.
FOREST, TOWER = 2, 5
PACE = {VOLEUR: VOLEUR_DEPLACEMENT, BARBARE: BARBARE_DEPLACEMENT, ELFE: ELFE_DEPLACEMENT}
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
LEAP = 7  # An enemy this near to a lair is worth a leap.
ROUND = 6  # How far from the tower a lair may be.

terrain = {}  # The zone of each cell we asked for.
lair = {}  # Where each of us waits.


def partie_init():
    """Choose a tower, another one for each team, and two lairs in the forest near it."""
    width, height = carte_taille()
    start = tuple(carte_depart())
    cells = [(x, y) for y in range(height) for x in range(width)]
    near = sorted((cell for cell in cells if zone(cell) in COST), key=lambda cell: (gap(cell, start), cell))
    towers = [cell for cell in near if zone(cell) == TOWER and distance(start, cell) >= 0]
    lair[ELFE] = towers[mon_equipe() % len(towers)] if towers else start
    around = sorted(near, key=lambda cell: (zone(cell) != FOREST, gap(cell, lair[ELFE]), cell))
    shades = [cell for cell in around if 1 < gap(cell, lair[ELFE]) <= ROUND and distance(start, cell) >= 0]
    lair[VOLEUR], lair[BARBARE] = (shades + [lair[ELFE]] * 2)[:2]


def jouer_placement():
    for classe in range(3):
        go(classe, lair[classe], carte_depart())


def jouer_attaque():
    foes, friends = crowd()
    spring(foes, friends)
    smash(foes, friends)
    shoot(foes, friends)


def jouer_deplacement():
    foes, _ = crowd()
    for classe in range(3):
        here = place(classe)
        near = sorted((gap(foe, lair[classe]), foe) for foe in foes)
        if classe != ELFE and near and near[0][0] <= LEAP:
            go(classe, near[0][1], near[0][1])
        elif here != lair[classe]:
            go(classe, lair[classe], carte_depart())
        else:
            watch = min(foes, key=lambda foe: (gap(foe, here), foe), default=tuple(carte_depart()))
            perso_deplace(me(classe), [], facing(here, watch))


def partie_fin():
    pass


# Looking


def me(classe):
    return perso_classe_info(classe)


def place(classe):
    return tuple(perso_position(me(classe)))


def zone(cell):
    if cell not in terrain:
        terrain[cell] = int(carte_zone_type(cell))
    return terrain[cell]


def gap(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def facing(here, there):
    dx, dy = there[0] - here[0], there[1] - here[1]
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


def crowd():
    """The lives of the enemies and of our own on each cell in sight."""
    cells = {tuple(cell) for classe in range(3) for cell in perso_vision_personnages(me(classe))}
    cells |= {tuple(cell) for cell in palantir_vision()} | {tuple(cell) for cell in elfe_vision()}
    foes, friends = {}, {}
    for cell in sorted(cells):
        for info in carte_zone_perso(cell):
            side = friends if info.equipe == mon_equipe() else foes
            side.setdefault(cell, []).append(info.vie)
    return foes, friends


def go(classe, goal, towards):
    """Walk as far as the movement points allow along the cheapest way, then face something."""
    here = place(classe)
    path, left = [], PACE[classe]
    for cell in map(tuple, chemin(here, goal)):
        left -= COST[zone(path[-1] if path else here)]
        if left < 0:
            break
        path.append(cell)
    perso_deplace(me(classe), path, facing(path[-1] if path else here, towards))


# Striking


def cross(cell):
    return [cell, *((cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)]


def worth(cells, damage, foes, friends):
    """Wounds dealt less wounds among our own, a death counted as ten more."""
    total = 0
    for side, sign in ((foes, 1), (friends, -2)):
        total += sum(
            sign * (min(damage, life) + 10 * (life <= damage)) for cell in cells for life in side.get(cell, ())
        )
    return total


def best(targets, cells, damage, foes, friends):
    """The target worth most, if any is worth something."""
    worths = sorted(((-worth(cells(target), damage, foes, friends), target) for target in targets), key=str)
    worths.sort(key=lambda pair: pair[0])
    return worths[0][1] if worths and worths[0][0] < 0 else None


def spring(foes, friends):
    """Traîtrise among the enemies, the knife beside them, else the palantír towards the start of the match."""
    own, here = me(VOLEUR), place(VOLEUR)
    if foes.get(here) and perso_attaque(own, ATTAQUE_TRAITRISE, here) == OK:
        return
    others = {cell: lives for cell, lives in friends.items() if cell != here}
    target = best(cross(here), lambda cell: [cell], VOLEUR_ATTAQUE, foes, others)
    if target is not None and perso_attaque(own, ATTAQUE_NORMALE, target) == OK:
        return
    ahead = [tuple(cell) for cell in perso_vision(own)]
    perso_attaque(own, ATTAQUE_PALANTIR, min(ahead, key=lambda cell: (gap(cell, carte_depart()), cell)))


def smash(foes, friends):
    own, here = me(BARBARE), place(BARBARE)
    seen = [tuple(cell) for cell in perso_vision(own)]
    target = best([c for c in seen if gap(c, here) <= BARBARE_BASTOOOON_PORTEE], cross, 11 - own.vie, foes, friends)
    if own.vie <= 6 and target is not None and perso_attaque(own, ATTAQUE_BASTOOOON, target) == OK:
        return
    target = best(seen, cross, BARBARE_ATTAQUE, foes, friends)
    if target is not None:
        perso_attaque(own, ATTAQUE_NORMALE, target)
    elif any(gap(foe, lair[ELFE]) <= 2 for foe in foes):
        perso_attaque(own, ATTAQUE_FUS_RO_DAH, here)


def shoot(foes, friends):
    own = me(ELFE)
    for attack, damage in ((ATTAQUE_LOTO, 2 * ELFE_ATTAQUE), (ATTAQUE_NORMALE, ELFE_ATTAQUE)):
        target = best(foes, lambda cell: [cell], damage, foes, friends)
        if target is not None and perso_attaque(own, attack, target) == OK:
            return
    if not foes:
        perso_attaque(own, ATTAQUE_I_SEE, carte_depart())
