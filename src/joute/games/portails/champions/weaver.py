"""Weaver: captures what is near and links it greedily, by the area gained for the points it costs.

It never attacks. Where no link closes a field yet, it prepares the largest field that a second link from here closes.
"""

from api import *

FEW_PORTALS = 14  # How many goals we look at closely.
DECISIONS = 40  # No turn needs more decisions: a guard against walking in circles.

lines = []  # Every link as a pair of positions.
joined = {}  # The other ends of the links of a portal.
known = {}  # What `free` found since the links last changed.
mine = []  # Our portals that are inside no field: only these can be linked.


def partie_init():
    global ME
    ME = moi()


def jouer_tour():
    for _ in range(DECISIONS):
        look()
        if portail_joueur(place()) == -1:
            capturer()
            look()
        weave()
        goal = best_goal()
        if goal is None or not walk(goal):
            break


def partie_fin():
    pass


# Looking


def place():
    return position_agent(ME)


def look():
    """Note the links and our portals that can be linked."""
    before = list(lines)
    lines[:] = [(link.extr1, link.extr2) for link in liste_liens()]
    if lines != before:
        known.clear()
    joined.clear()
    for a, b in lines:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    mine[:] = [p for p in liste_portails() if portail_joueur(p) == ME and not case_dans_champ(p)]


def cross(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])


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


# Weaving


def weave():
    """Link the portal here with others as long as that brings or prepares something."""
    here = place()
    while here in mine and points_action() >= COUT_LIEN:
        options = {p for p in mine if p != here and p not in ends(here) and free(here, p)}
        value, best = max(((worth(here, p, options), p) for p in options), default=((0, 0, 0), here))
        if value == (0, 0, 0) or lier(best) != OK:
            return
        look()


def worth(here, other, options):
    """What a link brings: area now, else what a second link closes, else a start somewhere near."""
    now = sum(area(here, other, w) for w in ends(here) & ends(other))
    then = max((area(here, other, w) for w in ends(other) & options), default=0)
    first = 0 if now or then or ends(here) else 1000 - steps(here, other)
    return now, then, first


def ends(p):
    return joined.get(p, set())


def area(a, b, c):
    """Twice the area of a triangle: what a field pays is proportional to it."""
    return abs(cross(a, b, c))


# Walking


def best_goal():
    """The neutral portal that brings most for the walk, or nothing."""
    here = place()
    goals = [p for p in liste_portails() if p != here and portail_joueur(p) == -1]
    near = sorted(goals, key=lambda p: (steps(here, p), p))[:FEW_PORTALS]
    rate = (NB_TOURS - tour_actuel() + 1) * POINTS_CHAMP / 2
    return max(near, key=lambda p: (POINTS_CAPTURE + rate * closable(p)) / (2 + steps(here, p)), default=None)


def steps(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def closable(p):
    """Twice the area of the largest field that two links from a portal would close with one of ours."""
    ours = set(mine)
    sides = sorted(((area(p, a, b), a, b) for a, b in lines if a in ours and b in ours), reverse=True)
    return next((found for found, a, b in sides if free(p, a) and free(p, b)), 0)


def walk(goal):
    """Go to a portal, or as near as the points allow. True if we are there."""
    here = place()
    missing = steps(here, goal) - points_deplacement()
    turbos = -(-missing // GAIN_TURBO) if GAIN_TURBO else missing
    if missing > 0 and turbos * COUT_TURBO + COUT_CAPTURE <= points_action():
        for _ in range(turbos):
            utiliser_turbo()
    reach = points_deplacement()
    dx = max(-reach, min(reach, goal[0] - here[0]))
    reach -= abs(dx)
    deplacer((here[0] + dx, here[1] + max(-reach, min(reach, goal[1] - here[1]))))
    return place() == goal
