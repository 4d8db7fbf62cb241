"""Mason: hold the fountains, then the artefact, and wall nobody in.

All magic that towers leave over becomes wizards. A guard stays at home, squads go to the fountains and to the artefact,
nearest first; towers follow them, and stand only where both coordinates are odd, so that every way stays open.
"""

from api import *

SQUAD = 8  # The least number of wizards that leave the base together, and that hold a place.
NEAR = 8  # An enemy at most so far from a place is a threat to it.
CALM = 6  # No enemy can reach us before this round: no guard, no tower.
GUARD_MOST = 40
TOWERS_MOST = 9
HOME_TOWERS = 2

cells = []  # All cells.
corners = []  # All bases.
places = []  # Fountains and artefact, nearest to our base first.
ours = {}  # Our wizards by cell.
theirs = {}  # Enemy wizards by cell.
threats = {}  # How many enemy wizards may soon be at our base or at a place.


def home():
    return corners[0]


def artefact():
    return TAILLE_TERRAIN // 2, TAILLE_TERRAIN // 2


def partie_debut():
    cells.extend((x, y) for x in range(TAILLE_TERRAIN) for y in range(TAILLE_TERRAIN))
    corners.extend(tuple(base_joueur(player)) for player in (moi(), *adversaires()))
    places.extend(cell for cell in cells if info_case(cell) in (CASE_FONTAINE, CASE_ARTEFACT))
    places.sort(key=lambda cell: far(corners[0], cell))


def phase_construction():
    look()
    if tour_actuel() >= CALM and ours.get(home(), 0) >= guard():
        build()
    creer(magie(moi()) // COUT_SORCIER)


def phase_deplacement():
    ours[home()] = nb_sorciers(home(), moi())
    needs = {place: need(place) for place in places}
    for place in places:
        needs[place] -= ours.get(place, 0)
    for cell, count in sorted(ours.items(), key=lambda group: far(home(), group[0]), reverse=True):
        spare = count - (guard() if cell == home() else min(count, need(cell)) if cell in places else 0)
        if spare >= (SQUAD if cell == home() or cell in places else 1):
            goal = choose(cell, needs)
            needs[goal] -= spare
            march(cell, goal, spare)


def phase_tirs():
    for tower in tourelles_joueur(moi()):
        shoot(tower)


def phase_siege():
    """Wherever we ended up, enemy towers beside us are attacked."""
    for cell in ours:
        count = nb_sorciers(cell, moi())
        for near in neighbours(cell):
            if count > 0 and info_case(near) == CASE_TOURELLE and joueur_case(near) != moi():
                blow = min(count, tourelle_case(near).vie)
                if assieger(cell, near, blow) == OK:
                    count -= blow


def partie_fin():
    pass


# What is where


def look():
    """Read the whole board once a round: nobody moves before our next phase but by orders we cannot see."""
    ours.clear()
    theirs.clear()
    for cell in cells:
        if joueur_case(cell) != -1 or cell in corners:
            count(cell)
    threats.clear()
    for place in [home(), *places]:
        threats[place] = sum(number for cell, number in theirs.items() if far(cell, place) <= NEAR)


def count(cell):
    """A base may hold wizards of others than its owner."""
    if nb_sorciers(cell, moi()) > 0:
        ours[cell] = nb_sorciers(cell, moi())
    for enemy in adversaires():
        if nb_sorciers(cell, enemy) > 0:
            theirs[cell] = nb_sorciers(cell, enemy)


def far(a, b):
    """As `distance`, but without asking."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def guard():
    """How many wizards stay at home."""
    if tour_actuel() < CALM:
        return 0
    return min(GUARD_MOST, tour_actuel()) + threats[home()]


def need(place):
    """How many wizards should hold a place."""
    return SQUAD + threats[place] + (tour_actuel() if place == artefact() else tour_actuel() // 4)


def neighbours(cell):
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def around(cell, far):
    """All cells at most so far from a cell."""
    x, y = cell
    return [(x + dx, y + dy) for dx in range(-far, far + 1) for dy in range(abs(dx) - far, far - abs(dx) + 1)]


# What we do


def build():
    """Two towers beside the base, then one after the other towards the three nearest places."""
    towers = tourelles_joueur(moi())
    if len(towers) >= TOWERS_MOST or magie(moi()) < COUT_TOURELLE:
        return
    goal = home() if len(towers) < HOME_TOWERS else places[len(towers) % 3]
    sites = {cell for support in [home(), *(tower.pos for tower in towers)] for cell in around(support, 3)}
    sites = [cell for cell in sites if cell[0] % 2 == 1 and cell[1] % 2 == 1 and constructible(cell, moi())]
    for site in sorted(sites, key=lambda cell: (far(cell, goal), cell)):
        if construire(site, PORTEE_TOURELLE) != CASE_UTILISEE:
            return


def choose(cell, needs):
    """The nearest place that still needs wizards; without any, the artefact."""
    wanting = [place for place in places if needs[place] > 0 and place != cell]
    return min(wanting or [artefact()], key=lambda place: far(cell, place))


def march(cell, goal, number):
    """As far as the path allows, but not into a stronger group."""
    path = chemin(cell, goal)[:PORTEE_SORCIER]
    while path and theirs.get(tuple(path[-1]), 0) >= number:
        path.pop()
    if path and deplacer(cell, path[-1], number) == OK:
        ours[tuple(path[-1])] = 0  # For the siege: we may be there.


def shoot(tower):
    """At intruders on our base first, then at the largest group."""
    targets = {}
    for cell in around(tower.pos, tower.portee):
        if joueur_case(cell) not in (-1, moi()) or cell == home():
            targets[cell] = max((nb_sorciers(cell, enemy) for enemy in adversaires()), default=0)
    for cell in sorted(targets, key=lambda cell: (cell != home(), -targets[cell])):
        points = min(tourelle_case(tower.pos).attaque, targets[cell])
        if points > 0:
            tirer(points, tower.pos, cell)
