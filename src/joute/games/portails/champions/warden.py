"""Warden: weaves like the weaver, and also looks at the other side.

It neutralises the portals on which the enemy's fields hang, lays links across the fields the enemy is about to close,
and puts the points it has left at the end of a turn into shields.
"""

from api import *

FEW_PORTALS = 14  # How many goals of each kind we look at closely.
FEW_THREATS = 8  # How many fields the enemy could close we think of.
DECISIONS = 40  # No turn needs more: a guard against walking in circles.

lines = []  # Every link as a pair of positions.
joined = {}  # The other ends of the links of a portal.
known = {}  # What `free` found since the links last changed.
owner = {}  # The owner of every portal.
mine = []  # Our portals that are inside no field: only these can be linked.
threats = []  # What the enemy could close: area, new corner, the two ends it would be linked with.


def partie_init():
    global ME, FOE
    ME, FOE = moi(), adversaire()


def jouer_tour():
    look()
    foresee()
    for _ in range(DECISIONS):
        seize()
        weave()
        goal = best_goal()
        if goal is None or not walk(goal):
            break
    guard()


def partie_fin():
    pass


# Looking


def place():
    return position_agent(ME)


def look():
    """Note the links, the owners, and our portals that can be linked."""
    before = list(lines)
    lines[:] = [(link.extr1, link.extr2) for link in liste_liens()]
    if lines != before:
        known.clear()
    joined.clear()
    for a, b in lines:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    owner.update({p: portail_joueur(p) for p in liste_portails()})
    mine[:] = [p for p in owner if owner[p] == ME and not case_dans_champ(p)]


def foresee():
    """The largest fields that the enemy could close with one more portal."""
    theirs = [(a, b) for a, b in lines if owner[a] == FOE]
    corners = [p for p in owner if owner[p] != ME]
    found = sorted(((area(p, a, b), p, a, b) for p in corners for a, b in theirs if p not in (a, b)), reverse=True)
    threats.clear()
    for threat in found[: 4 * FEW_THREATS]:
        _, p, a, b = threat
        if len(threats) < FEW_THREATS and free(p, a) and free(p, b) and not case_dans_champ(p):
            threats.append(threat)


def cross(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])


def area(a, b, c):
    """Twice the area of a triangle: what a field pays is proportional to it."""
    return abs(cross(a, b, c))


def steps(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def free(a, b):
    """Whether nothing lies in the way of a link."""
    if (a, b) not in known:
        known[a, b] = known[b, a] = not any(crossing(a, b, c, d) for c, d in lines)
    return known[a, b]


def crossing(a, b, c, d):
    """Whether two segments interfere. We ask the engine only where three of the points are in line."""
    one = cross(a, b, c) * cross(a, b, d)
    if one > 0:
        return False
    other = cross(c, d, a) * cross(c, d, b)
    return other <= 0 and (one * other > 0 or intersection_segments(a, b, c, d))


def ends(p):
    return joined.get(p, set())


def held(p):
    """Twice the area of the fields with that corner."""
    near = sorted(ends(p))
    return sum(area(p, a, b) for a in near for b in near if a < b and b in ends(a))


# Here


def price(p):
    """What an enemy portal costs us: neutralised and captured, or by virus where that is cheaper."""
    costs = COUT_NEUTRALISATION + portail_boucliers(p) * COUT_NEUTRALISATION_BOUCLIER + COUT_CAPTURE
    return costs if COUT_VIRUS < 0 else min(costs, COUT_VIRUS)


def seize():
    """Make the portal here ours, if it is worth something and we can."""
    here = place()
    if owner.get(here) == FOE and points_action() >= price(here):
        if price(here) == COUT_VIRUS:
            utiliser_virus()
        else:
            neutraliser()
    capturer()
    look()


def weave():
    """Link the portal here with others as long as that brings, prepares or spoils something."""
    here = place()
    while here in mine and points_action() >= COUT_LIEN:
        options = {p for p in mine if p != here and p not in ends(here) and free(here, p)}
        value, best = max(((worth(here, p, options), p) for p in options), default=((0, 0, 0), here))
        if value == (0, 0, 0) or lier(best) != OK:
            return
        look()


def worth(here, other, options):
    """What a link brings: area now and area denied, else what a second link closes, else a start somewhere near."""
    now = sum(area(here, other, w) for w in ends(here) & ends(other))
    denied = sum(a for a, p, q, r in threats if crossing(here, other, p, q) or crossing(here, other, p, r))
    then = max((area(here, other, w) for w in ends(other) & options), default=0)
    first = 0 if now or then or denied or ends(here) else 1000 - steps(here, other)
    return 2 * now + denied, then, first


def guard():
    """What is left of the action points would be lost: shields for the portal here."""
    while ajouter_bouclier() == OK:
        pass


# Walking


def best_goal():
    """The portal that brings most for the walk, or nothing."""
    here = place()
    near = sorted((p for p in owner if p != here), key=lambda p: (steps(here, p), p))
    goals = [p for p in near if owner[p] == -1][:FEW_PORTALS]
    goals += [p for p in near if owner[p] == FOE][:FEW_PORTALS]
    goals += [p for p in near if owner[p] == ME and ends(p)][:FEW_PORTALS]
    value, goal = max(((gain(p) / (2 + steps(here, p)), p) for p in goals), default=(0, None))
    return goal if value > 0 else None


def gain(p):
    """What it is worth to stand on a portal, in points to the end of the match."""
    rate = (NB_TOURS - tour_actuel() + 1) * POINTS_CHAMP / 2
    if owner[p] == ME:
        return rate * held(p) / 20 if portail_boucliers(p) < MAX_BOUCLIERS // 2 else 0
    if owner[p] == -1:
        return POINTS_CAPTURE + rate * closable(p)
    missing = max(0, steps(place(), p) - points_deplacement())
    if price(p) + missing * COUT_TURBO > NB_POINTS_ACTION:
        return 0
    return POINTS_CAPTURE / 2 + rate * held(p)


def closable(p):
    """Twice the area of the largest field that two links from a portal would close with one of ours."""
    ours = set(mine)
    sides = sorted(((area(p, a, b), a, b) for a, b in lines if a in ours and b in ours), reverse=True)
    return next((found for found, a, b in sides if free(p, a) and free(p, b)), 0)


def walk(goal):
    """Go to a portal, or as near as the points allow. True if we are there with something left to do."""
    here = place()
    missing = steps(here, goal) - points_deplacement()
    turbos = -(-missing // GAIN_TURBO) if GAIN_TURBO else missing
    then = {ME: COUT_BOUCLIER, -1: COUT_CAPTURE}.get(owner[goal]) or price(goal)
    if missing > 0 and turbos * COUT_TURBO + then <= points_action():
        for _ in range(turbos):
            utiliser_turbo()
    reach = points_deplacement()
    dx = max(-reach, min(reach, goal[0] - here[0]))
    reach -= abs(dx)
    deplacer((here[0] + dx, here[1] + max(-reach, min(reach, goal[1] - here[1]))))
    return place() == goal and owner[goal] != ME
