"""Settler: take the gold, hold the ground.

Civilians go where the gold is, buildings follow them, and what is left over pays for soldiers that stand guard. A turn
is the list of steps in `jouer_tour`; each step is a function at the end of this file.
"""

from api import *

REACH = 5  # A mine farther than this from all our buildings deserves one of its own.
GUARDS = 2  # Soldiers for each cell that we hold, unless the enemy is in sight.
CROWD = 40  # No more units of a kind are led in one turn: a map may hold a billion of them.

ours = {C: {}, M: {}, B: {}}  # What we see at the start of the turn: how many units of each kind stand on a cell.
theirs = {C: {}, M: {}, B: {}}
danger = {}  # How many enemy soldiers may stand on a cell at the end of the enemy's next turn.
gold_seen = {}  # The gold of a cell when we last saw it, None for never: the fog forgets, we do not.
cells = []  # All cells from our corner onward, so that both seats play alike: of equals we take the first.
sides = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def partie_init():
    cells.extend((y, x) for y in range(height()) for x in range(width()))
    if player() == 1:
        cells.reverse()
        sides.reverse()
    gold_seen.update(dict.fromkeys(cells))


def jouer_tour():
    look()
    strike()
    flee()
    autofarm()
    construct()
    recruit()
    work()
    guard()


def partie_fin():
    pass


def look():
    """Read the whole view once a turn: much quicker than asking for cells one by one."""
    for counts in (*ours.values(), *theirs.values(), danger):
        counts.clear()
    sheets = ((ours, "AB"[player()]), (theirs, "AB"[opponent()]))
    board = view()["map"]
    for y, x in cells:
        content = board[y][x]
        if content:  # A hidden cell is an empty dict.
            gold_seen[y, x] = content["G"]
            for side, letter in sheets:
                for kind in side:
                    if content[letter][kind.name]:
                        side[kind][y, x] = content[letter][kind.name]
    for cell, soldiers in theirs[M].items():
        for near in (cell, *neighbours(cell)):
            danger[near] = danger.get(near, 0) + soldiers


def neighbours(cell):
    return [near for dy, dx in sides if (near := (cell[0] + dy, cell[1] + dx)) in gold_seen]


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def idle(kind):
    """The cells of our units that have not acted, each as often as there are such units."""
    return [cell for cell in ours[kind] for _ in range(min(CROWD, ready(kind, *cell)))][-CROWD:]


def free_mines():
    return [cell for cell in cells if gold_seen[cell] and cell not in ours[C] and safe(cell)]


def unseen():
    return [cell for cell in cells if gold_seen[cell] is None]


def wins(attackers, defenders):
    """Whether attackers are left after a fight (rules, 4.9): the defenders strike first."""
    while attackers > 0 and defenders > 0:
        attackers -= (defenders + 1) // 2
        defenders -= (max(0, attackers) + 1) // 2
    return attackers > 0


def safe(cell):
    """Whether our soldiers on the cell would hold it against all that can come."""
    return not wins(danger.get(cell, 0), ours[M].get(cell, 0))


def approach(kind, start, goal):
    """One step nearer to the goal, along its longer side if possible. Civilians do not step into danger."""
    steps = [near for near in neighbours(start) if distance(near, goal) < distance(start, goal)]
    steps = [near for near in steps if kind == M or safe(near)]
    end = min(steps, key=lambda near: max(abs(near[0] - goal[0]), abs(near[1] - goal[1])), default=start)
    if end != start and move(kind, *start, *end) == OK:
        ours[kind][start] -= 1
        if not ours[kind][start]:
            del ours[kind][start]
        ours[kind][end] = ours[kind].get(end, 0) + 1


# The steps of a turn


def strike():
    """Soldiers fall together on an enemy beside them whenever they are enough to win."""
    for target in {**theirs[C], **theirs[M], **theirs[B]}:
        near = [cell for cell in idle(M) if distance(cell, target) == 1]
        if wins(len(near) + ours[M].get(target, 0), theirs[M].get(target, 0)):
            for cell in near:
                approach(M, cell, target)


def flee():
    """A harvest is worth 1, a civilian 5. Run past the enemy rather than home: in a corner one gets caught."""
    for cell in idle(C):
        ways = [near for near in neighbours(cell) if safe(near)]
        if ways and not safe(cell):
            approach(C, cell, ways[-1])


def construct():
    """The first building at once, the others on good mines far from all the buildings we have."""
    for cell in ours[C]:
        far = all(distance(cell, other) > REACH for other in ours[B])
        rich = gold_seen[cell] >= PRICE_B and gold() >= PRICE_B + PRICE_C
        if far and safe(cell) and (rich or not ours[B]) and build(*cell, B) == OK:
            ours[B][cell] = 1


def recruit():
    """Soldiers where the enemy comes, workers for the mines we know (one to explore if there is none), then guards."""
    workers = len(free_mines() or unseen()[:1]) - len(idle(C))
    guards = GUARDS * len({*ours[C], *ours[B]}) - sum(ours[M].values())
    for cell in reversed(ours[B]):  # The front comes first.
        for _ in range(min(CROWD, ours[B][cell])):
            kind = C if workers > 0 and cell not in danger else M
            if (kind == C or guards > 0 or danger) and build(*cell, kind) == OK:
                ours[kind][cell] = ours[kind].get(cell, 0) + 1
                workers -= kind == C
                guards -= kind == M


def work():
    """Idle civilians go to the mine that gives most for the time it takes, walking included; or they explore."""
    mines, dark = free_mines(), unseen()
    for cell in idle(C):
        if mines:
            goal = max(mines, key=lambda mine: gold_seen[mine] / (gold_seen[mine] + distance(cell, mine)))
            mines.remove(goal)
            approach(C, cell, goal)
        elif dark:
            goal = min(dark, key=lambda other: distance(cell, other))
            dark = [other for other in dark if distance(goal, other) > 2 * VISION]  # The next one looks elsewhere.
            approach(C, cell, goal)


def guard():
    """Soldiers go where the guard is weakest, to the nearest such place; with nothing left to guard, they explore."""
    guards = {post: ours[M].get(post, 0) for post in ((*ours[C], *ours[B]) or unseen() or cells)}
    for cell in idle(M):
        post = min(guards, key=lambda other: (guards[other] - (other == cell), distance(cell, other)))
        if post != cell:
            guards[post] += 1
            if cell in guards:
                guards[cell] -= 1
            approach(M, cell, post)
