"""Raider: a small income, then packs of soldiers that hunt what the enemy cannot defend.

Whoever attacks scores the price of what it destroys, so a pack of two has paid for itself with a building and a
civilian. The packs follow the trail: every place where the enemy was last seen.
"""

from api import *

WORKERS = 8  # Civilians we want before all the gold goes to soldiers.
PACK = 2  # Soldiers that set out together.
CROWD = 20  # No more groups, nor more units of a group, are led in one turn: a map may hold a billion of them.

ours = {C: {}, M: {}, B: {}}  # How many of our units of each kind stand on a cell.
trail = {}  # Where the enemy was last seen, and with how many soldiers.
cells = []  # All cells from our corner onward, so that both seats play alike: of equals we take the first.
gold_seen = {}  # The gold of a cell when we last saw it.
seen_at = {}  # The turn in which we last saw a cell, -1 for never.


def partie_init():
    cells.extend((y, x) for y in range(height()) for x in range(width()))
    if player() == 1:
        cells.reverse()
    seen_at.update(dict.fromkeys(cells, -1))
    look()
    for counts in ours.values():  # Most boards are symmetric by a half turn: guess that the enemy starts as we do.
        trail.update({(height() - 1 - y, width() - 1 - x): 0 for y, x in counts})


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
    board, now = view()["map"], turn()
    for counts in ours.values():
        counts.clear()
    for y, x in cells:
        content = board[y][x]
        if content:  # A hidden cell is an empty dict.
            seen_at[y, x] = now
            gold_seen[y, x] = content["G"]
            trail.pop((y, x), None)
            if any(content[other][kind.name] for kind in ours):
                trail[y, x] = content[other]["M"]
            for kind in ours:
                if content[own][kind.name]:
                    ours[kind][y, x] = content[own][kind.name]


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def idle(kind):
    """The cells of our units that have not acted, each as often as there are such units."""
    return [cell for cell in ours[kind] for _ in range(min(CROWD, ready(kind, *cell)))]


def wins(attackers, defenders):
    """Whether attackers are left after a fight (rules, 4.9): the defenders strike first."""
    while attackers > 0 and defenders > 0:
        attackers -= (defenders + 1) // 2
        defenders -= (max(0, attackers) + 1) // 2
    return attackers > 0


def approach(kind, start, goal):
    """One step nearer to the goal, along its longer side, and keep our picture of the board right."""
    down, right = goal[0] - start[0], goal[1] - start[1]
    if abs(down) > abs(right):
        end = start[0] + (1 if down > 0 else -1), start[1]
    else:
        end = start[0], start[1] + (1 if right > 0 else -1)
    if start != goal and move(kind, *start, *end) == OK:
        ours[kind][start] -= 1
        if not ours[kind][start]:
            del ours[kind][start]
        ours[kind][end] = ours[kind].get(end, 0) + 1


# The steps of a turn


def strike():
    """All soldiers beside an enemy fall on it together, if together they win."""
    for target, defenders in trail.items():
        near = [cell for cell in idle(M) if distance(cell, target) == 1]
        if near and wins(len(near) + ours[M].get(target, 0), defenders):
            for cell in near:
                approach(M, cell, target)


def spend():
    """One building, workers until there are enough, soldiers for the rest and against whoever stands at our door."""
    if not ours[B] and any(build(*cell, B) == OK for cell in ours[C]):
        look()
    workers = sum(ours[C].values())
    for cell, count in ours[B].items():
        for _ in range(min(CROWD, count)):
            kind = C if workers < WORKERS and cell not in trail else M
            if build(*cell, kind) == OK:
                ours[kind][cell] = ours[kind].get(cell, 0) + 1
                workers += kind == C


def work():
    """Idle civilians go to the nearest free mine we know of, or else to the nearest place we have never seen."""
    mines = [cell for cell in gold_seen if gold_seen[cell] and cell not in ours[C] and cell not in trail]
    unseen = [cell for cell in cells if seen_at[cell] < 0]
    for cell in idle(C):
        goals = mines or unseen
        if goals:
            goal = min(goals, key=lambda other: distance(cell, other))
            goals.remove(goal)
            approach(C, cell, goal)


def hunt():
    """Packs hunt. Soldiers on their own join a larger group, the nearest one, and wait if there is none."""
    for cell in sorted(ours[M], key=lambda c: -ours[M][c])[:CROWD]:
        soldiers = min(CROWD, ready(M, *cell))
        larger = [other for other in ours[M] if ours[M][other] > soldiers]
        if soldiers >= PACK:
            goal = prey(cell, soldiers)
        else:
            goal = min(larger, key=lambda other: distance(cell, other), default=cell)
        for _ in range(soldiers):
            approach(M, cell, goal)


def prey(cell, soldiers):
    """The nearest enemy that the pack would beat; without any, the place not looked at for longest."""
    known = [goal for goal in trail if wins(soldiers, trail[goal])]
    if known:
        return min(known, key=lambda goal: distance(cell, goal))
    return min(cells, key=lambda goal: seen_at[goal] + distance(cell, goal))
