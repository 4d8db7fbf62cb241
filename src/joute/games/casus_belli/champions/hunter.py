"""Hunter: the Voleur and the Barbare look for the enemy and fall on it; the Elfe shoots from behind them.

All that was seen or glimpsed is remembered for some turns, so that the pack goes where somebody was last. With nothing
to hunt, it goes to the part of the map that it has not looked at for longest.
"""

from api import *

VOLEUR, BARBARE, ELFE = range(3)
COST = {0: 2, 1: 1, 2: 2, 3: 4, 5: 2}  # What leaving a cell costs; walls are not in it.
PACE = {VOLEUR: VOLEUR_DEPLACEMENT, BARBARE: BARBARE_DEPLACEMENT, ELFE: ELFE_DEPLACEMENT}
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # In the order of the orientations.
MEMORY = 8  # Turns after which a trace is cold.
SAFE = 4  # How far the Elfe stays from the enemy.
FAR = 1000

terrain = {}  # The zone of each cell we asked for.
trail = {}  # Where an enemy was last seen or glimpsed, and in which turn.
looked = {}  # The turn in which a cell was last in sight.
homes = {}  # Where each of our characters comes back.


def partie_init():
    pass


def jouer_placement():
    """Leave the crowd: each team by another way, the three side by side."""
    look()
    start = carte_depart()
    for classe in range(3):
        here = place(classe)
        way = STEPS[(mon_equipe() + mon_equipe() // 4) % 4]
        ends = reach(here, PACE[classe])
        goal = max(ends, key=lambda c: (gap(c, start) * 3 + (c[0] - start[0]) * way[0] + (c[1] - start[1]) * way[1], c))
        perso_deplace(me(classe), ends[goal], facing(goal, start))
        homes[classe] = goal


def jouer_attaque():
    look()
    foes, friends = crowd()
    voleur(foes, friends)
    barbare(foes, friends)
    elfe(foes, friends)


def jouer_deplacement():
    look()
    foes, _ = crowd()
    lead = prey(place(BARBARE), foes)
    for classe in (VOLEUR, BARBARE, ELFE):
        here = place(classe)
        ends = reach(here, PACE[classe])
        if classe == ELFE:
            goal = min(ends, key=lambda c: (behind(c, lead, foes), len(ends[c]), c))
        else:
            target = prey(here, foes)
            goal = min(ends, key=lambda c: (abs(gap(c, target) - (classe == BARBARE)), len(ends[c]), c))
            if gap(goal, target) >= gap(here, target) > 2:
                goal = detour(here, target, ends)
        perso_deplace(me(classe), ends[goal], facing(goal, prey(goal, foes)))


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
    """The orientation from one cell towards another."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


def look():
    """Note what is in sight, and what was glimpsed on the way."""
    now = tour_actuel()
    for classe in range(3):
        for cell in map(tuple, perso_vision(me(classe))):
            looked[cell] = now
            trail.pop(cell, None)
        for cell in map(tuple, perso_penombre(me(classe))):
            if looked.get(cell, -1) < now and all(cell != place(own) for own in range(3)):
                trail[cell] = now - 1
    for cell in crowd()[0]:
        trail[cell] = now
    for cell in [cell for cell, when in trail.items() if when < now - MEMORY]:
        del trail[cell]


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


def reach(here, points):
    """Every cell within some movement points, with the path to it."""
    ends, left, waiting = {here: []}, {here: points}, [here]
    for cell in waiting:
        rest = left[cell] - COST.get(zone(cell), FAR)
        for dx, dy in STEPS:
            other = (cell[0] + dx, cell[1] + dy)
            if rest >= 0 and rest > left.get(other, -1) and zone(other) in COST:
                ends[other], left[other] = [*ends[cell], other], rest
                waiting.append(other)
    return ends


# Hunting


def prey(here, foes):
    """The nearest enemy in sight, the freshest trail, or the place not looked at for longest."""
    if foes:
        return min(foes, key=lambda cell: (gap(here, cell), min(foes[cell]), cell))
    if trail:
        return min(trail, key=lambda cell: (gap(here, cell) - 2 * trail[cell], cell))
    width, height = carte_taille()
    goals = [(x, y) for x in range(1, width, 3) for y in range(1, height, 3) if zone((x, y)) in COST]
    return min(goals, key=lambda cell: (looked.get(cell, -9) + gap(here, cell) // 4, cell), default=here)


def behind(cell, lead, foes):
    """How bad a cell is for the Elfe: too near to the enemy, or too far from it to shoot."""
    near = min((gap(cell, foe) for foe in foes), default=SAFE)
    return 3 * max(0, SAFE - near) + abs(gap(cell, lead) - SAFE)


def detour(here, target, ends):
    """Where the straight way is closed, the first cells of the cheapest one."""
    way = [tuple(cell) for cell in chemin(here, target)]
    return next((cell for cell in reversed(way) if cell in ends), here)


# Striking


def worth(cells, damage, foes, friends):
    """What hitting some cells brings: wounds and deaths, our own counted double."""
    total = 0
    for side, sign in ((foes, 1), (friends, -2)):
        for cell in cells:
            for life in side.get(cell, ()):
                total += sign * (min(damage, life) + 10 * (0 < life <= damage))
    return total


def cross(cell):
    return [cell, *((cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)]


def wound(cells, damage, foes, friends):
    """Count with what is left when the next of us chooses."""
    for side in (foes, friends):
        for cell in cells:
            side[cell] = [life - damage for life in side.get(cell, ())]


def strike(classe, attack, cells, damage, target, foes, friends):
    if perso_attaque(me(classe), attack, target) == OK:
        wound(cells, damage, foes, friends)
        return True
    return False


def voleur(foes, friends):
    here, own = place(VOLEUR), me(VOLEUR)
    if any(life > 0 for life in foes.get(here, ())) and perso_attaque(own, ATTAQUE_TRAITRISE, here) == OK:
        foes[here] = []
        return
    others = {cell: lives for cell, lives in friends.items() if cell != here or len(lives) > 1}
    for target in sorted(cross(here), key=lambda c: (-worth([c], VOLEUR_ATTAQUE, foes, others), c)):
        if worth([target], VOLEUR_ATTAQUE, foes, others) > 0:
            if strike(VOLEUR, ATTAQUE_NORMALE, [target], VOLEUR_ATTAQUE, target, foes, friends):
                return
    ahead = [tuple(cell) for cell in perso_vision(own)]
    perso_attaque(own, ATTAQUE_PALANTIR, max(ahead, key=lambda cell: (gap(here, cell), cell)))


def barbare(foes, friends):
    """The hammer or Bastoooon, whichever hurts them most and us least; if many are upon us, the shout."""
    own = me(BARBARE)
    here = place(BARBARE)
    best = []
    for target in map(tuple, perso_vision(own)):
        best.append((worth(cross(target), BARBARE_ATTAQUE, foes, friends), ATTAQUE_NORMALE, target, BARBARE_ATTAQUE))
        if gap(here, target) <= BARBARE_BASTOOOON_PORTEE and perso_attaque_recharge(own, ATTAQUE_BASTOOOON) == 0:
            damage = BARBARE_VIE + 1 - own.vie
            best.append((worth(cross(target), damage, foes, friends), ATTAQUE_BASTOOOON, target, damage))
    for value, attack, target, damage in sorted(best, reverse=True):
        if value <= 0:
            break
        if strike(BARBARE, attack, cross(target), damage, target, foes, friends):
            return
    if own.vie <= 3 and any(gap(here, foe) <= 2 for foe in foes):
        perso_attaque(own, ATTAQUE_FUS_RO_DAH, here)


def elfe(foes, friends):
    """Loto where it kills or where it hurts several, else the bow, else a look at the freshest trail."""
    own = me(ELFE)
    for attack, damage in ((ATTAQUE_LOTO, 2 * ELFE_ATTAQUE), (ATTAQUE_NORMALE, ELFE_ATTAQUE)):
        targets = sorted(foes, key=lambda c: (-worth([c], damage, foes, friends), c))
        if targets and worth(targets[:1], damage, foes, friends) > 0:
            if strike(ELFE, attack, targets[:1], damage, targets[0], foes, friends):
                return
    if trail and not foes:
        perso_attaque(own, ATTAQUE_I_SEE, max(trail, key=lambda cell: (trail[cell], cell)))
