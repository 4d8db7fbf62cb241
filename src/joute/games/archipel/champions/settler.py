"""Settler: one caravelle per free island, and all gold carried home, where galions watch over it.

It never attacks. Gold counts wherever it lies, but an island that falls takes its gold with it: what is brought home
early cannot be lost abroad, and at home it buys the galions that keep it safe.
"""

from api import *

FLEET = 12  # Caravelles are not built beyond this.
WORTH_A_TRIP = 3  # Gold for which a caravelle sails, in incomes of an island.
WATCH = 2  # Galions on every island that can build them.

known = set()  # Ids of boats that were afloat when we last looked.
newest = -1  # The largest id we have looked at.
ours, theirs = [], []  # The boats of both sides.
home = None


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
    theirs.clear()
    for number in sorted(known):
        boat = info_bateau(number)
        if boat.joueur == -1:
            known.discard(number)
        else:
            (ours if boat.joueur == mon_joueur() else theirs).append(boat)


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


def in_danger(place):
    """Whether enemy galions can be there after their next turn."""
    return any(b.btype == BATEAU_GALION and distance(b.pos, place) <= GALION_DEPLACEMENT for b in theirs)


# The steps of a turn


def settle():
    """Each free island gets the nearest caravelle without a task; nearest pairs first."""
    free = [island for island in liste_iles() if info_ile_joueur(island) == -1]
    ready = [boat for boat in caravelles() if boat.deplacable and not boat.nb_or]
    pairs = sorted((distance(boat.pos, island), boat.id, island) for boat in ready for island in free)
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
    heaps = {island: info_ile_or(island) for island in mes_iles() if island != home and not in_danger(island)}
    for boat in caravelles():
        if boat.nb_or:
            if sail(boat, home) == home:
                decharger(boat.id, boat.nb_or)
        elif boat.deplacable and heaps:
            heap = max(heaps, key=lambda island: (heaps[island] / (1 + distance(boat.pos, island)), island))
            if heaps.pop(heap) >= WORTH_A_TRIP * REVENU_ILE and sail(boat, heap) == heap:
                charger(boat.id, info_ile_or(heap))


def build():
    """Caravelles while islands are free or far heaps wait."""
    lands = mes_iles()
    free = len(liste_iles()) - len(lands)
    wanted = min(FLEET, 1 + free // 2 + len(lands) // 4)
    afloat = len(caravelles())
    for island in sorted(lands, key=lambda island: -info_ile_or(island)):
        if afloat < wanted and not in_danger(island) and construire(BATEAU_CARAVELLE, island) == OK:
            afloat += 1


def guard():
    """A small watch everywhere, and half of what lies at home in galions there: they count as much as their price."""
    posted = {}
    for boat in ours:
        if boat.btype == BATEAU_GALION:
            posted[boat.pos] = posted.get(boat.pos, 0) + 1
    for island in mes_iles():
        spare = info_ile_or(island) - CARAVELLE_COUT
        wanted = max(WATCH - posted.get(island, 0), spare // 2 // GALION_COUT if island == home else 0)
        for _ in range(max(0, min(wanted, spare // GALION_COUT, 20))):
            construire(BATEAU_GALION, island)
