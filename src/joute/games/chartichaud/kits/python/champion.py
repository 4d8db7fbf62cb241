"""Harvests, sends every civilian to the nearest gold, and recruits more of them."""

from api import *

WORKERS = 8  # Enough civilians.


def partie_init():
    pass


def jouer_tour():
    autofarm()
    cells = [(y, x) for y in range(height()) for x in range(width())]
    mines = [cell for cell in cells if gold_at(*cell) > 0]
    homes = [cell for cell in cells if units(player(), C, *cell) > 0]
    buildings = [cell for cell in cells if units(player(), B, *cell) > 0]
    workers = sum(units(player(), C, *cell) for cell in homes)
    if not buildings:
        construct(homes)
    recruit(buildings, workers)
    for cell in homes:
        for _ in range(ready(C, *cell)):
            walk(cell, mines)


def partie_fin():
    pass


def construct(homes):
    """Without a building nobody is recruited: the first civilian who can pay for one constructs it."""
    any(build(y, x, B) == OK for y, x in homes)


def recruit(buildings, workers):
    for y, x in buildings:
        if workers < WORKERS and build(y, x, C) == OK:
            workers += 1


def walk(cell, mines):
    """One civilian goes a step towards the nearest gold."""
    y, x = cell
    steps = [(y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)]
    steps.sort(key=lambda step: min((distance(step, mine) for mine in mines), default=0))
    any(move(C, y, x, *step) == OK for step in steps)


def distance(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
