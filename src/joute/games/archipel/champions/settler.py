"""Settler: one caravelle per free island, and all gold carried home, where galions watch over it.

It never attacks. Gold counts wherever it lies, but an island that falls takes its gold with it: what is brought home
early cannot be lost abroad, and at home it buys the galions that keep it safe.
"""

from collections import Counter

from api import *

FLEET = 12  # Caravelles are not built beyond this.
WORTH_A_TRIP = 3  # Gold for which a caravelle sails, in incomes of an island.
WATCH = 2  # Galions on every island that can build them,
HOME_WATCH = 40  # and at home.

known = set()  # Ids of boats that were afloat when we last looked.
newest = -1  # The largest id we have looked at.
ours = []  # Our boats.
enemies = Counter()  # Their galions on each cell.
home = None  # Where the gold goes.


def partie_init():
    global home
    home = mes_iles()[0]


def jouer_tour():
    look()
    settle()
    unload()
    collect()
    build()
    guard()


def partie_fin():
    pass


# Looking


def look():
    """No function lists all boats: we remember the living ones and look at the ids given since."""
    global newest
    known.update(range(newest + 1, id_dernier_bateau_construit() + 1))
    newest = id_dernier_bateau_construit()
    ours.clear()
    enemies.clear()
    for number in sorted(known):
        boat = info_bateau(number)
        if boat.joueur == -1:
            known.discard(number)
        elif boat.joueur == mon_joueur():
            ours.append(boat)
        elif boat.btype == BATEAU_GALION:
            enemies[boat.pos] += 1


def caravelles():
    return [boat for boat in ours if boat.btype == BATEAU_CARAVELLE]


def towards(start, goal, reach):
    """The cell nearest to the goal that a boat reaches, first along its row."""
    across = max(-reach, min(reach, goal[0] - start[0]))
    reach -= abs(across)
    return start[0] + across, start[1] + max(-reach, min(reach, goal[1] - start[1]))


def sail(boat, goal):
    """Move a boat towards a goal, if it has not moved yet. Where it is then."""
    end = towards(boat.pos, goal, CARAVELLE_DEPLACEMENT)
    if boat.deplacable and end != boat.pos and deplacer(boat.id, end) == OK:
        return end
    return boat.pos


def reach(cell):
    """How many enemy galions can be on a cell after their next turn."""
    return sum(count for place, count in enemies.items() if gap(place, cell) <= GALION_DEPLACEMENT)


def gap(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


# The steps of a turn


def settle():
    """Each free island gets the nearest caravelle without a task; nearest pairs first."""
    free = [island for island in liste_iles() if info_ile_joueur(island) == -1]
    ready = [boat for boat in caravelles() if boat.deplacable and not boat.nb_or]
    pairs = sorted((gap(boat.pos, island), boat.id, island) for boat in ready for island in free)
    boats, busy, taken = {boat.id: boat for boat in ready}, set(), set()
    for _, number, island in pairs:
        if number not in busy and island not in taken:
            busy.add(number)
            taken.add(island)
            if sail(boats[number], island) == island:
                coloniser(island)
    ours[:] = [info_bateau(boat.id) for boat in ours]


def unload():
    """Whoever is home with gold puts it down."""
    for boat in caravelles():
        if boat.nb_or and boat.pos == home:
            decharger(boat.id, boat.nb_or)


def collect():
    """Caravelles without a task fetch the largest heap of gold for its distance, and bring it home."""
    if info_ile_joueur(home) != mon_joueur():
        return
    heaps = {island: info_ile_or(island) for island in mes_iles() if island != home and not reach(island)}
    for boat in caravelles():
        if boat.nb_or:
            if sail(boat, home) == home:
                decharger(boat.id, boat.nb_or)
        elif boat.deplacable and heaps:
            heap = max(heaps, key=lambda island: (heaps[island] / (1 + gap(boat.pos, island)), island))
            if heaps.pop(heap) >= WORTH_A_TRIP * REVENU_ILE and sail(boat, heap) == heap:
                charger(boat.id, info_ile_or(heap))


def build():
    """Caravelles while islands are free or far heaps wait."""
    lands = mes_iles()
    free = len(liste_iles()) - len(lands)
    wanted = min(FLEET, 1 + free // 2 + len(lands) // 4)
    afloat = len(caravelles())
    for island in sorted(lands, key=lambda island: -info_ile_or(island)):
        while afloat < wanted and not reach(island) and construire(BATEAU_CARAVELLE, island) == OK:
            afloat += 1


def guard():
    """A small watch everywhere, a larger one at home, and as many galions as can come against us where they can."""
    posted = Counter(boat.pos for boat in ours if boat.btype == BATEAU_GALION)
    for island in mes_iles():
        threat = reach(island)
        wanted = max(HOME_WATCH if island == home else WATCH, threat) - posted[island]
        saved = 0 if threat else CARAVELLE_COUT
        for _ in range(min(wanted, (info_ile_or(island) - saved) // max(1, GALION_COUT))):
            construire(BATEAU_GALION, island)
