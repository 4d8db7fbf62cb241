"""Corsair: a few caravelles for a start, then galions. Count, protect, strike, raid.

A galion counts in the score for as much as it costs, so a fleet is no expense as long as it does not sink. Everything
turns on counting galions: a fight is won by whoever has more, and the winner loses one less than the loser had.
"""

from collections import Counter

from api import *

CARAVELLES = 10  # Not more of them at a time.
GALIONS = 160  # A larger fleet is only slower to think about, unless theirs is as large.
CONVOY = 2  # Incomes of a volcano that are worth a trip.

known = set()  # Ids of boats that were afloat when we last looked.
newest = -1  # The largest id we have looked at.
traders, warships = [], []  # Our caravelles and our galions.
garrison = Counter()  # Our galions on each cell.
enemies = Counter()  # Their galions on each cell.
prey = {}  # Cells with their caravelles but none of their galions, and the gold there.
spare = Counter()  # Galions that may leave a cell without giving it up.


def partie_init():
    pass


def jouer_tour():
    look()
    colonise()
    trade()
    build()
    protect()
    strike()
    march()


def partie_fin():
    pass


# Looking


def look():
    """No function lists all boats: we remember the living ones and look at the ids given since."""
    global newest
    known.update(range(newest + 1, id_dernier_bateau_construit() + 1))
    newest = id_dernier_bateau_construit()
    for table in (traders, warships, garrison, enemies, prey):
        table.clear()
    for number in sorted(known):
        boat = info_bateau(number)
        if boat.joueur == -1:
            known.discard(number)
        elif boat.joueur == mon_joueur():
            (warships if boat.btype == BATEAU_GALION else traders).append(boat)
        elif boat.btype == BATEAU_GALION:
            enemies[boat.pos] += 1
        else:
            prey[boat.pos] = prey.get(boat.pos, 0) + boat.nb_or + CARAVELLE_COUT
    garrison.update(boat.pos for boat in warships)
    for cell in enemies:
        prey.pop(cell, None)


def gap(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def threat(cell):
    """Their galions that can be on a cell after their next turn."""
    return sum(count for place, count in enemies.items() if gap(place, cell) <= GALION_DEPLACEMENT)


def towards(start, goal, reach):
    """The cell nearest to the goal that a boat reaches, first along the longer side."""
    right, down = goal[0] - start[0], goal[1] - start[1]
    if abs(right) >= abs(down):
        right = max(-reach, min(reach, right))
        down = max(abs(right) - reach, min(reach - abs(right), down))
    else:
        down = max(-reach, min(reach, down))
        right = max(abs(down) - reach, min(reach - abs(down), right))
    return start[0] + right, start[1] + down


# Caravelles


def colonise():
    """The nearest pairs of caravelle and free island first, away from their galions."""
    free = [island for island in liste_iles() if info_ile_joueur(island) == -1 and not threat(island)]
    pairs = sorted((gap(boat.pos, island), boat.id, island, boat) for boat in traders for island in free)
    busy, taken = set(), set()
    for _, number, island, boat in pairs:
        if number not in busy and island not in taken:
            busy.add(number)
            taken.add(island)
            goal = towards(boat.pos, island, CARAVELLE_DEPLACEMENT)
            if boat.deplacable and deplacer(number, goal) == OK and goal == island:
                coloniser(island)
    traders[:] = [boat for boat in traders if boat.id not in busy]


def trade():
    """Nothing is built on a volcano: idle caravelles bring its gold to the nearest island where it buys galions."""
    lands = mes_iles()
    yards = [island for island in lands if info_terrain(island) == TERRAIN_ILE]
    mines = {island: info_ile_or(island) for island in lands if info_terrain(island) == TERRAIN_VOLCAN}
    for boat in traders:
        if boat.nb_or and yards:
            yard = min(yards, key=lambda island: (gap(boat.pos, island), island))
            if deliver(boat, yard) == yard:
                decharger(boat.id, boat.nb_or)
        elif mines:
            mine = max(mines, key=lambda island: (mines[island] / (1 + gap(boat.pos, island)), island))
            if mines.pop(mine) >= CONVOY * REVENU_VOLCAN and deliver(boat, mine) == mine:
                charger(boat.id, info_ile_or(mine))


def deliver(boat, goal):
    """Sail towards a goal, but not under their guns. Where the boat is then."""
    end = towards(boat.pos, goal, CARAVELLE_DEPLACEMENT)
    return end if not threat(end) and deplacer(boat.id, end) == OK else boat.pos


# Galions


def build():
    """Caravelles while there are islands to take, where it is quiet; galions with the rest of the gold."""
    free = sum(info_ile_joueur(island) == -1 for island in liste_iles())
    wanted = min(CARAVELLES, 1 + free // 2) - (nombre_bateaux(mon_joueur()) - len(warships))
    room = max(GALIONS, sum(enemies.values()) * 3 // 2) - len(warships)
    for island in mes_iles():
        if info_terrain(island) != TERRAIN_ILE:
            continue
        while wanted > 0 and not threat(island) and construire(BATEAU_CARAVELLE, island) == OK:
            wanted -= 1
        saved = CARAVELLE_COUT if wanted > 0 and warships and not threat(island) else 0
        for _ in range(min(room, (info_ile_or(island) - saved) // max(1, GALION_COUT))):
            if construire(BATEAU_GALION, island) == OK:
                garrison[island] += 1
                room -= 1


def protect():
    """An island keeps as many galions as can come against it; what it has beyond that may leave."""
    spare.clear()
    for cell, count in garrison.items():
        kept = min(count, threat(cell)) if info_ile_joueur(cell) == mon_joueur() else 0
        ready = sum(boat.deplacable for boat in warships if boat.pos == cell)
        spare[cell] = min(ready, count - kept)


def strike():
    """Take what can be taken this turn, the richest first: their islands, then their fleets and caravelles."""
    targets = {island: worth(island) for island in liste_iles() if info_ile_joueur(island) == adversaire()}
    targets |= {cell: targets.get(cell, 0) + gold for cell, gold in prey.items()}
    targets |= {cell: targets.get(cell, 0) + count * GALION_COUT for cell, count in enemies.items()}
    for cell in sorted(targets, key=lambda cell: (-targets[cell], cell)):
        needed = enemies[cell] + 1 - garrison[cell]
        near = sorted((gap(place, cell), place) for place in spare if gap(place, cell) <= GALION_DEPLACEMENT)
        if 0 < needed <= sum(spare[place] for _, place in near):
            for _, place in near:
                needed -= send(place, cell, needed)


def worth(island):
    """What an island brings: the gold on it, and some rounds of income."""
    return info_ile_or(island) + 5 * (REVENU_VOLCAN if info_terrain(island) == TERRAIN_VOLCAN else REVENU_ILE)


def march():
    """Squadrons make for the nearest of their islands that they would take; those too weak join the strongest."""
    lands = [island for island in liste_iles() if info_ile_joueur(island) == adversaire()]
    squadrons = sorted((cell for cell in spare if spare[cell]), key=lambda cell: (-spare[cell], cell))
    for cell in squadrons:
        beatable = [island for island in lands if enemies[island] < spare[cell] and island != cell]
        goals = beatable or [other for other in squadrons[:1] if other != cell]
        if goals:
            goal = min(goals, key=lambda island: (gap(cell, island), island))
            stop = towards(cell, goal, GALION_DEPLACEMENT)
            if enemies[stop] + garrison[stop] == 0 or garrison[stop]:
                send(cell, stop, spare[cell])


def send(start, goal, most):
    """Move up to so many spare galions from a cell to another. How many went."""
    sent = 0
    for boat in [boat for boat in warships if boat.pos == start and boat.deplacable]:
        if sent < min(most, spare[start]) and deplacer(boat.id, goal) == OK:
            warships.remove(boat)
            sent += 1
    spare[start] -= sent
    garrison[start] -= sent
    garrison[goal] += sent
    return sent
