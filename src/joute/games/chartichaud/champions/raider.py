"""Raider: a small income, then packs of soldiers that hunt what the enemy cannot defend.

A destroyed unit is worth its price to whoever attacks, so a pack pays for itself with two civilians and a building. The
hunters follow the trail: every place where the enemy was last seen.
"""

from api import *

WORKERS = 8  # Civilians we want before all the gold goes to soldiers.
PACK = 3  # Soldiers that leave together.
CROWD = 40  # No more units of a cell are led in one turn: a map may hold a billion of them.

ours = {C: {}, M: {}, B: {}}  # How many of our units of each kind stand on a cell.
trail = {}  # Where the enemy was last seen, and with how many soldiers.
gold_seen = {}  # The gold of a cell when we last saw it.
seen_at = {}  # The turn in which we last saw a cell; -1 for never.


def partie_init():
    """Most boards are symmetric by a half turn: the first guess is that the enemy starts where our image is."""
    for y in range(height()):
        for x in range(width()):
            seen_at[y, x] = -1
            if any(units(player(), kind, y, x) > 0 for kind in (C, M, B)):
                trail[height() - 1 - y, width() - 1 - x] = 0


def jouer_tour():
    look()
    strike()
    autofarm()
    spend()
    work()
    hunt()


def partie_fin():
    pass


# Looking


def look():
    """Read the whole view once a turn. What we see replaces what we remembered, an empty cell too."""
    own, other = "AB"[player()], "AB"[opponent()]
    for counts in ours.values():
        counts.clear()
    for y, row in enumerate(view()["map"]):
        for x, content in enumerate(row):
            if content:  # A hidden cell is empty.
                seen_at[y, x] = turn()
                gold_seen[y, x] = content["G"]
                for kind in ours:
                    if content[own][kind.name]:
                        ours[kind][y, x] = content[own][kind.name]
                trail.pop((y, x), None)
                if any(content[other][kind.name] for kind in ours):
                    trail[y, x] = content[other]["M"]


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def idle(kind):
    """The cells of our units that have not acted, as often as there are such units."""
    return [cell for cell in list(ours[kind]) for _ in range(min(CROWD, ready(kind, *cell)))]


def wins(attackers, defenders):
    """Whether attackers are left after a fight (rules, 4.9): the defenders strike first."""
    while attackers > 0 and defenders > 0:
        attackers -= (defenders + 1) // 2
        defenders -= (max(0, attackers) + 1) // 2
    return attackers > 0


def approach(kind, start, goal):
    """One step nearer to the goal, by the longer side first."""
    (y, x), (down, right) = start, (goal[0] - start[0], goal[1] - start[1])
    if abs(down) >= abs(right):
        end = y + (down > 0) - (down < 0), x
    else:
        end = y, x + (right > 0) - (right < 0)
    if end != start and move(kind, *start, *end) == OK:
        ours[kind][start] -= 1
        if not ours[kind][start]:
            del ours[kind][start]
        ours[kind][end] = ours[kind].get(end, 0) + 1


# The steps of a turn


def strike():
    """All soldiers that can reach an enemy fall on it together, if together they win."""
    for target, defenders in sorted(trail.items()):
        near = [cell for cell in idle(M) if distance(cell, target) == 1]
        if near and wins(len(near) + ours[M].get(target, 0), defenders):
            for cell in near:
                approach(M, cell, target)


def spend():
    """A building, workers until there are enough, soldiers for the rest."""
    if not ours[B]:
        for cell in sorted(ours[C]):
            if build(*cell, B) == OK:
                ours[B][cell] = 1
                break
    workers = sum(ours[C].values())
    for cell, count in sorted(ours[B].items()):
        for _ in range(min(CROWD, count)):
            kind = C if workers < WORKERS else M
            if build(*cell, kind) == OK:
                ours[kind][cell] = ours[kind].get(cell, 0) + 1
                workers += kind == C


def work():
    """Idle civilians go to the nearest free mine we know of, or to the nearest place we have never seen."""
    mines = [cell for cell, amount in gold_seen.items() if amount and cell not in ours[C] and cell not in trail]
    unseen = [cell for cell, when in seen_at.items() if when < 0]
    for cell in idle(C):
        goals = mines or unseen
        if goals:
            goal = min(goals, key=lambda other: (distance(cell, other), other))
            goals.remove(goal)
            approach(C, cell, goal)


def hunt():
    """Packs hunt. Single soldiers join the largest pack near them, and wait for others if there is none."""
    strongest = sorted(ours[M], key=lambda cell: (-ours[M][cell], cell))
    for cell in strongest:
        soldiers = min(CROWD, ready(M, *cell))
        if soldiers >= PACK:
            goal = prey(cell, soldiers)
        else:
            goal = min((c for c in strongest if ours[M].get(c, 0) > soldiers), key=lambda c: distance(cell, c), default=cell)
        for _ in range(soldiers):
            approach(M, cell, goal)


def prey(cell, soldiers):
    """The nearest enemy that the pack would beat; without any, the place not looked at for longest."""
    known = [goal for goal, defenders in trail.items() if wins(soldiers, defenders)]
    if known:
        return min(known, key=lambda goal: (distance(cell, goal), goal))
    return min(seen_at, key=lambda goal: (seen_at[goal] + distance(cell, goal), goal))
