"""Harvests, sends every civilian to the nearest gold, and recruits more of them."""

from api import *

WORKERS = 8  # Enough civilians.


def partie_init():
    pass


def jouer_tour():
    autofarm()
    construct()
    recruit()
    for cell in places(C):
        while ready(C, *cell) > 0 and walk(cell):
            pass


def partie_fin():
    pass


def cells():
    return [(y, x) for y in range(height()) for x in range(width())]


def places(kind):
    """The cells where we have units of a kind."""
    return [cell for cell in cells() if units(player(), kind, *cell) > 0]


def construct():
    """Without a building nobody is recruited: the first civilian who can pay for one constructs it."""
    if not places(B):
        for y, x in places(C):
            if build(y, x, B) == OK:
                return


def recruit():
    workers = sum(units(player(), C, *cell) for cell in places(C))
    for y, x in places(B):
        if workers < WORKERS and build(y, x, C) == OK:
            workers += 1


def walk(cell):
    """One civilian goes a step towards the nearest gold; whether it went."""
    mines = [mine for mine in cells() if gold_at(*mine) > 0]
    y, x = cell
    steps = [(y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)]
    steps.sort(key=lambda step: min((distance(step, mine) for mine in mines), default=0))
    return any(move(C, y, x, *step) == OK for step in steps)


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
