"""Marshal: a worker for every mine it knows of, then soldiers that strike first and only where it pays.

A worker has paid for itself after five harvests. Who attacks is paid for all it destroys and who defends never is, so
soldiers wait two steps from a stronger enemy and fall on whatever comes nearer; gold that is left at the end is worth
nothing, so the last of it buys soldiers.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.columns import Column, rows
from joute.core.policy import Policy, Thinking, Weight
from joute.core.tables import clear
from joute.core.world import Buffer
from joute.games.chartichaud.rules.actions import check_build, check_farm, check_move, gate
from joute.games.chartichaud.rules.answers import OK
from joute.games.chartichaud.rules.sight import sees
from joute.games.chartichaud.rules.state import World, cell_count, cells_of, count, place_at, ready, units_on
from joute.games.chartichaud.rules.turns import survivors
from joute.games.chartichaud.rules.vocabulary import BUILD, BUILDING, CIVILIAN, FARM, MILITARY, MOVE, NEIGHBOURS


class Weights(NamedTuple):
    loss: Annotated[int, Weight(60, 0, 300)]
    """What a soldier lost takes from a strike, in percent of its price."""
    walk: Annotated[int, Weight(3, 1, 50)]
    """Gold that a step to a mine costs."""
    scouts: Annotated[int, Weight(2, 0, 10)]
    """Workers beyond the known mines while parts of the board are dark."""
    pay: Annotated[int, Weight(10, 0, 100)]
    """Turns of ours that a new worker needs to be worth its price."""
    pack: Annotated[int, Weight(1, 1, 20)]
    """Soldiers that set out together."""
    guards: Annotated[int, Weight(0, 0, 10)]
    """Soldiers that stay on a building."""
    memory: Annotated[int, Weight(12, 1, 200)]
    """Turns, of both players, for which an enemy soldier that was seen is taken to be near."""
    shy: Annotated[int, Weight(2, 0, 5)]
    """How near to remembered soldiers no worker is sent."""
    wealth: Annotated[int, Weight(10, 0, 200)]
    """Gold beyond its price for which a building is added."""


class Memory(NamedTuple):
    now: Annotated[Column, rows(3)]
    gold: Annotated[Column, rows(cells_of)]
    """The gold of a cell when it was last seen, or that of its mirror image, which most boards have; plus 1."""
    seen: Annotated[Column, rows(cells_of)]
    """The turn in which a cell was last seen, plus 1."""
    soldiers: Annotated[Column, rows(cells_of)]
    """Their soldiers when it was,"""
    worth: Annotated[Column, rows(cells_of)]
    """and what their other units were worth."""
    claims: Annotated[Column, rows(cells_of)]
    """Mines that a worker set out for this turn."""


# Places of `now`
TURN, STAGE, GIVEN = range(3)
GUARD, STRIKE, FLEE, FOUND, HARVEST, RECRUIT, WORK, HUNT, DONE = range(9)
FAR = 1 << 30
CROWD = 500
"""Orders of a turn: a map may hold a billion units."""
AGAIN = -1
"""What a stage answers that has something else to try."""


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    """The next order: each stage of a turn until it has none left; recruits work in the turn they come."""
    now = memory.now
    if gate(w, seat, MOVE) != OK:
        return 0
    if now[TURN] != w.state.head.turn + 1:
        now[TURN], now[STAGE], now[GIVEN] = w.state.head.turn + 1, 0, 0
        clear(memory.claims, 0, cell_count(w))
    look(w, seat, memory)
    while now[STAGE] < DONE and now[GIVEN] < CROWD:
        length = step(w, seat, weights, memory, row)
        if length > 0:
            now[GIVEN] += 1
            if now[STAGE] == RECRUIT:
                now[STAGE] = HARVEST
            return length
        if length == 0:
            now[STAGE] += 1
    return 0


def step(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """An order of this stage; AGAIN to have it called once more, 0 when it has none."""
    stage = memory.now[STAGE]
    if stage == GUARD:
        return guard(w, seat, row)
    if stage == STRIKE:
        return strike(w, seat, weights, row)
    if stage == FLEE:
        return flee(w, seat, row)
    if stage == FOUND:
        return found(w, seat, weights, memory, row)
    if stage == HARVEST:
        return harvest(w, seat, row)
    if stage == RECRUIT:
        return recruit(w, seat, weights, memory, row)
    if stage == WORK:
        return work(w, seat, weights, memory, row)
    return hunt(w, seat, weights, memory, row)


# Looking


def look(w: World, seat: int, memory: Memory) -> None:
    """Remember what is seen now. The half turn of a mine is taken for a mine until it is seen."""
    now, price, cells = w.state.head.turn + 1, w.params.price, cell_count(w)
    for cell in range(cells):
        if sees(w, seat, cell):
            if memory.seen[cell] == 0 and memory.seen[cells - 1 - cell] == 0:
                memory.gold[cells - 1 - cell] = w.state.cells.gold[cell] + 1
            memory.gold[cell] = w.state.cells.gold[cell] + 1
            memory.seen[cell] = now
            memory.soldiers[cell] = count(w, 1 - seat, MILITARY, cell)
            memory.worth[cell] = (
                count(w, 1 - seat, CIVILIAN, cell) * price[CIVILIAN]
                + count(w, 1 - seat, BUILDING, cell) * price[BUILDING]
            )


def gap(w: World, one: int, other: int) -> int:
    """Steps between two cells."""
    width = w.board.width
    return abs(one // width - other // width) + abs(one % width - other % width)


def beside(w: World, seat: int, cell: int, side: int) -> int:
    """The neighbour of a cell on one of its sides, in an order that is the other way round for B; -1 off the board."""
    turned = side if seat == 0 else NEIGHBOURS - 1 - side
    y, x = cell // w.board.width, cell % w.board.width
    y += (turned == 0) - (turned == 3)
    x += (turned == 1) - (turned == 2)
    return y * w.board.width + x if 0 <= y < w.board.height and 0 <= x < w.board.width else -1


def left(w: World) -> int:
    """Turns of ours to come, this one included."""
    return (w.params.max_turns - w.state.head.turn + 1) // 2


def threat(w: World, seat: int, cell: int) -> int:
    """Their soldiers in sight that can be on a cell at the end of their next turn."""
    sum_of = count(w, 1 - seat, MILITARY, cell)
    for side in range(NEIGHBOURS):
        near = beside(w, seat, cell, side)
        if near >= 0:
            sum_of += count(w, 1 - seat, MILITARY, near)
    return sum_of


def safe(w: World, seat: int, cell: int, more: int) -> bool:
    """Whether our soldiers on a cell, with some more, would hold it."""
    coming = threat(w, seat, cell)
    return coming == 0 or survivors(coming, count(w, seat, MILITARY, cell) + more) < 0


def haunted(w: World, seat: int, weights: Weights, memory: Memory, cell: int) -> bool:
    """Whether enemy soldiers were near a cell not long ago, more than ours there would hold off."""
    if weights.shy == 0:
        return False
    y, x, width, coming = cell // w.board.width, cell % w.board.width, w.board.width, 0
    for row in range(max(0, y - weights.shy), min(w.board.height, y + weights.shy + 1)):
        for column in range(max(0, x - weights.shy), min(width, x + weights.shy + 1)):
            at = row * width + column
            if memory.soldiers[at] > 0 and w.state.head.turn - memory.seen[at] < weights.memory:
                coming += memory.soldiers[at]
    return coming > 0 and survivors(coming, count(w, seat, MILITARY, cell)) > 0


# Orders


def go(w: World, seat: int, kind: int, cell: int, goal: int, row: Buffer) -> int:
    """Move a unit to a neighbour."""
    width = w.board.width
    row[0], row[1] = MOVE, kind
    row[2], row[3], row[4], row[5] = cell // width, cell % width, goal // width, goal % width
    return 6 if check_move(w, seat, kind, row[2], row[3], row[4], row[5]) == OK else 0


def make(w: World, seat: int, cell: int, kind: int, row: Buffer) -> int:
    """Construct or recruit, if the rules allow it."""
    row[0], row[1], row[2], row[3] = BUILD, cell // w.board.width, cell % w.board.width, kind
    return 4 if check_build(w, seat, row[1], row[2], kind) == OK else 0


def guard(w: World, seat: int, row: Buffer) -> int:
    """A soldier where one saves what stands on a building's cell."""
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        if not safe(w, seat, cell, 0) and safe(w, seat, cell, 1):
            length = make(w, seat, cell, MILITARY, row)
            if length > 0:
                return length
    return 0


def strike(w: World, seat: int, weights: Weights, row: Buffer) -> int:
    """Soldiers fall together on the neighbour that pays most."""
    best, goal = 0, -1
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        if ready(w, MILITARY, cell) > 0:
            for side in range(NEIGHBOURS):
                near = beside(w, seat, cell, side)
                if near >= 0 and units_on(w, 1 - seat, near) > 0:
                    value = prize(w, seat, weights, near)
                    if value > best:
                        best, goal = value, near
    if goal >= 0:
        for side in range(NEIGHBOURS):
            near = beside(w, seat, goal, side)
            if near >= 0 and ready(w, MILITARY, near) > 0:
                return go(w, seat, MILITARY, near, goal, row)
    return 0


def prize(w: World, seat: int, weights: Weights, cell: int) -> int:
    """What a strike on a cell with all soldiers beside it brings, less what it costs."""
    price, attacking = w.params.price, count(w, seat, MILITARY, cell)
    for side in range(NEIGHBOURS):
        near = beside(w, seat, cell, side)
        if near >= 0:
            attacking += ready(w, MILITARY, near)
    defending = count(w, 1 - seat, MILITARY, cell)
    after = survivors(attacking, defending)
    lost = (attacking - max(0, after)) * price[MILITARY]
    gain = (defending + min(0, after)) * price[MILITARY]
    if after > 0:
        gain += count(w, 1 - seat, CIVILIAN, cell) * price[CIVILIAN]
        gain += count(w, 1 - seat, BUILDING, cell) * price[BUILDING]
    if left(w) <= 1:
        return gain
    return gain * 100 - lost * weights.loss


def flee(w: World, seat: int, row: Buffer) -> int:
    """A worker that would be killed leaves, for a mine if there is one beside it."""
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        if ready(w, CIVILIAN, cell) > 0 and not safe(w, seat, cell, 0):
            best, goal = -1, -1
            for side in range(NEIGHBOURS):
                near = beside(w, seat, cell, side)
                if near >= 0 and safe(w, seat, near, 0):
                    value = 1 + min(50, w.state.cells.gold[near]) + 20 * distance_to_foes(w, seat, near)
                    if value > best:
                        best, goal = value, near
            if goal >= 0:
                return go(w, seat, CIVILIAN, cell, goal, row)
    return 0


def distance_to_foes(w: World, seat: int, cell: int) -> int:
    """Steps to the nearest enemy soldier in sight, at most 6."""
    best = 6
    for place in range(w.state.tallies.places[1 - seat]):
        other = place_at(w, 1 - seat, place)
        if count(w, 1 - seat, MILITARY, other) > 0:
            best = min(best, gap(w, cell, other))
    return best


# Economy


def found(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """The first building at once; others where we are rich, as far forward as it is safe."""
    buildings = total(w, seat, BUILDING)
    gold, price = w.state.players.gold[seat], w.params.price
    if gold < price[BUILDING] + (buildings > 0) * (weights.wealth + buildings * price[MILITARY]):
        return 0
    if buildings > 0 and left(w) < 2 * weights.pay:
        return 0
    best, goal = -1, -1
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        if ready(w, CIVILIAN, cell) > 0 and safe(w, seat, cell, 0):
            value = 1 + apart(w, seat, cell) + 3 * (memory.gold[cell] > price[BUILDING])
            if value > best and make(w, seat, cell, BUILDING, row) > 0:
                best, goal = value, cell
    return make(w, seat, goal, BUILDING, row) if goal >= 0 else 0


def apart(w: World, seat: int, cell: int) -> int:
    """Steps to our nearest building."""
    best = cell_count(w)
    for place in range(w.state.tallies.places[seat]):
        other = place_at(w, seat, place)
        if count(w, seat, BUILDING, other) > 0:
            best = min(best, gap(w, cell, other))
    return best


def total(w: World, seat: int, kind: int) -> int:
    """Units of a kind, anywhere in sight."""
    sum_of = 0
    for place in range(w.state.tallies.places[seat]):
        sum_of += count(w, seat, kind, place_at(w, seat, place))
    return sum_of


def harvest(w: World, seat: int, row: Buffer) -> int:
    """Whoever stands on gold takes it."""
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        row[0], row[1], row[2] = FARM, cell // w.board.width, cell % w.board.width
        if check_farm(w, seat, row[1], row[2]) == OK:
            return 3
    return 0


def is_mine(w: World, seat: int, weights: Weights, memory: Memory, cell: int) -> bool:
    """Whether a worker may be sent to a cell for its gold."""
    if memory.gold[cell] <= 1 or memory.claims[cell] or count(w, seat, CIVILIAN, cell) > 0:
        return False
    return not haunted(w, seat, weights, memory, cell)


def recruit(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """Workers for the mines that have none, from the building nearest to one; soldiers with the rest."""
    wanted, dark, best, near = 0, 0, FAR, -1
    for cell in range(cell_count(w)):
        if memory.seen[cell] == 0:
            dark = weights.scouts
        if is_mine(w, seat, weights, memory, cell):
            wanted += 1
            for place in range(w.state.tallies.places[seat]):
                start = place_at(w, seat, place)
                if ready(w, BUILDING, start) > 0 and gap(w, start, cell) < best:
                    best, near = gap(w, start, cell), start
    for place in range(w.state.tallies.places[seat]):
        wanted -= ready(w, CIVILIAN, place_at(w, seat, place))
    if wanted + dark > 0 and left(w) >= weights.pay:
        for place in range(w.state.tallies.places[seat]):
            cell = place_at(w, seat, place) if near < 0 else near
            if safe(w, seat, cell, 0):
                length = make(w, seat, cell, CIVILIAN, row)
                if length > 0:
                    return length
    return enlist(w, seat, row) if wanted <= 0 or left(w) < weights.pay else 0


def enlist(w: World, seat: int, row: Buffer) -> int:
    """A soldier, from the most forward building that may."""
    best, goal = -1, -1
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        if ready(w, BUILDING, cell) > 0 and apart_from_start(w, seat, cell) > best:
            best, goal = apart_from_start(w, seat, cell), cell
    return make(w, seat, goal, MILITARY, row) if goal >= 0 else 0


def apart_from_start(w: World, seat: int, cell: int) -> int:
    return gap(w, cell, 0 if seat == 0 else cell_count(w) - 1)


def work(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """The idle worker and the mine that suit each other best; without a mine, to what was never seen."""
    best, who, goal = -FAR, -1, -1
    for cell in range(cell_count(w)):
        value = 0
        if is_mine(w, seat, weights, memory, cell):
            value = 1000 + min(memory.gold[cell], left(w), 40)
        elif memory.seen[cell] == 0 and memory.claims[cell] == 0:
            value = 500
        if value > 0:
            for place in range(w.state.tallies.places[seat]):
                start = place_at(w, seat, place)
                if ready(w, CIVILIAN, start) > 0:
                    score = value - weights.walk * gap(w, start, cell)
                    if score > best:
                        best, who, goal = score, start, cell
    if who < 0:
        return 0
    claim(w, memory, goal)
    stop = toward(w, seat, CIVILIAN, who, goal)
    return go(w, seat, CIVILIAN, who, stop, row) if stop >= 0 else AGAIN


def claim(w: World, memory: Memory, goal: int) -> None:
    """A worker goes there; dark cells around it are claimed with it."""
    memory.claims[goal] = 1
    if memory.seen[goal] == 0:
        for cell in range(cell_count(w)):
            if memory.seen[cell] == 0 and gap(w, cell, goal) <= 2 * w.params.vision:
                memory.claims[cell] = 1


def toward(w: World, seat: int, kind: int, start: int, goal: int) -> int:
    """The neighbour that is nearer to a goal, along the longer side, and safe; -1 if there is none."""
    best, stop = FAR, -1
    for side in range(NEIGHBOURS):
        near = beside(w, seat, start, side)
        if near >= 0 and gap(w, near, goal) < gap(w, start, goal) and count(w, 1 - seat, MILITARY, near) == 0:
            width = w.board.width
            bend = max(abs(near // width - goal // width), abs(near % width - goal % width))
            coming = ready(w, MILITARY, start) if kind == MILITARY else 0
            if bend < best and safe(w, seat, near, coming):
                best, stop = bend, near
    return stop


# Soldiers


def hunt(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """Packs go where they win most; the others join a pack."""
    for place in range(w.state.tallies.places[seat]):
        cell = place_at(w, seat, place)
        free = ready(w, MILITARY, cell)
        if count(w, seat, BUILDING, cell) > 0:
            free = min(free, count(w, seat, MILITARY, cell) - weights.guards)
        if free > 0:
            goal = prey(w, seat, memory, cell, free) if free >= weights.pack else larger(w, seat, cell)
            stop = toward(w, seat, MILITARY, cell, goal) if goal >= 0 else -1
            if stop >= 0:
                return go(w, seat, MILITARY, cell, stop, row)
    return 0


def larger(w: World, seat: int, cell: int) -> int:
    """The nearest larger group of soldiers; -1 without any."""
    best, goal, here = FAR, -1, count(w, seat, MILITARY, cell)
    for place in range(w.state.tallies.places[seat]):
        other = place_at(w, seat, place)
        if count(w, seat, MILITARY, other) > here and gap(w, cell, other) < best:
            best, goal = gap(w, cell, other), other
    return goal


def prey(w: World, seat: int, memory: Memory, start: int, size: int) -> int:
    """The enemy that a pack beats and that is worth most for its distance; else what was not seen for longest."""
    best, goal = -FAR, -1
    for cell in range(cell_count(w)):
        value = memory.worth[cell] + memory.soldiers[cell] * w.params.price[MILITARY]
        score = memory.now[TURN] - memory.seen[cell] - 2 * gap(w, start, cell) - FAR // 2
        if value > 0 and survivors(size, memory.soldiers[cell]) > 0:
            score = value * 100 // (2 + gap(w, start, cell))
        if score > best and cell != start:
            best, goal = score, cell
    return goal


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory, search=Thinking(tries=64))
