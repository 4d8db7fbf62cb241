"""Admiral: settle fast, turn all gold into galions, and strike whatever can be taken this turn.

In a fight both sides lose about as many galions: what decides is who holds the islands. Nobody can answer before a
turn's fights, so whether an island falls is a sum of galions within one move: count theirs, count ours, then take the
richest islands whose fleets we outnumber, with galions that no island of ours needs.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.columns import Column, rows
from joute.core.policy import Policy, Thinking, Weight
from joute.core.tables import clear
from joute.core.world import Buffer
from joute.games.archipel.board import ILE, MER, VOLCAN
from joute.games.archipel.rules.boats import boats_on, cell_of, count
from joute.games.archipel.rules.places import island_gold, owner_of, terrain_of
from joute.games.archipel.rules.rounds import plays
from joute.games.archipel.rules.state import (
    CARAVELLE,
    CHARGER,
    COLONISER,
    CONSTRUIRE,
    DECHARGER,
    DEPLACER,
    GALION,
    NOBODY,
    World,
    cells_of,
    islands_of,
)


class Weights(NamedTuple):
    horizon: Annotated[int, Weight(25, 1, 100)]
    """Rounds of income that an island is worth."""
    pack: Annotated[int, Weight(30, 0, 200)]
    """Percent of the price of a galion that sinking one is worth."""
    far: Annotated[int, Weight(10, 1, 100)]
    """How much a cell of distance lessens the worth of a goal."""
    fleet: Annotated[int, Weight(400, 10, 5000)]
    """Galions beyond which no more are built while theirs are fewer."""
    caravelles: Annotated[int, Weight(16, 1, 60)]
    """Most caravelles at a time."""
    thrift: Annotated[int, Weight(30, 0, 200)]
    """How much the price of a caravelle, in incomes of an island, lessens the wish for more of them."""
    haulers: Annotated[int, Weight(50, 0, 200)]
    """Caravelles for each volcano of ours, in percent."""
    liquid: Annotated[int, Weight(50, 0, 1000)]
    """Percent of its gold that a haul is worth."""
    haul: Annotated[int, Weight(2, 1, 10)]
    """Incomes of a volcano that are worth a haul."""


class Memory(NamedTuple):
    """What a turn has worked out so far; made anew in each."""

    now: Annotated[Column, rows(9)]
    reach: Annotated[Column, rows(cells_of)]
    """Their galions that can be on a cell after their next turn, but those that are sunk by then."""
    ours: Annotated[Column, rows(cells_of)]
    """Cells with galions of ours that could move when the turn began,"""
    ready: Annotated[Column, rows(cells_of)]
    """how many of them still can,"""
    sent: Annotated[Column, rows(cells_of)]
    """and how many are about to leave for the goal."""
    marks: Annotated[Column, rows(cells_of)]
    """Their islands, and other cells with their boats."""
    aims: Annotated[Column, rows(islands_of)]
    """Whether a caravelle of ours makes for an island."""


# Places of `now`
TURN, STAGE, OURS, MARKS, GOAL, FROM, MARCHED, AFLOAT, THEIRS = range(9)
FERRY, STRIKE, REINFORCE, TRADE, MARCH, BUILD, DONE = range(7)
FAR = 1 << 30
AGAIN = -1
"""What a stage answers when it has set up a mission."""


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    """The next order: each stage of a turn until it has none left, and the orders of a mission before the next."""
    now = memory.now
    if not plays(w, seat):
        return 0
    if now[TURN] != w.state.head.turn:
        begin(w, seat, memory)
    while now[STAGE] < DONE:
        length = sail(w, seat, memory, row)
        if length == 0:
            length = step(w, seat, weights, memory, row)
        if length > 0:
            return length
        if length == 0:
            now[STAGE] += 1
    return 0


def step(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """An order of this stage; AGAIN after setting up a mission, 0 when it is over."""
    stage = memory.now[STAGE]
    if stage == FERRY:
        return ferry(w, seat, weights, memory, row)
    if stage == STRIKE:
        return strike(w, seat, weights, memory)
    if stage == REINFORCE:
        return reinforce(w, seat, weights, memory)
    if stage == TRADE:
        return trade(w, seat, weights, memory, row)
    if stage == MARCH:
        return march(w, seat, weights, memory)
    return build(w, seat, weights, memory, row)


# Looking


def begin(w: World, seat: int, memory: Memory) -> None:
    """Look at all boats and islands, once a turn."""
    now, boats, islands = memory.now, w.state.boats, w.state.islands
    clear(now, 0, len(now))
    clear(memory.reach, 0, len(memory.reach))
    clear(memory.aims, 0, len(memory.aims))
    now[TURN] = w.state.head.turn
    for boat in range(w.state.head.boats):
        if w.state.cells.first[cell_of(w, boat)] == boat + 1:
            look(w, seat, memory, cell_of(w, boat))
        if boats.btype[boat] == CARAVELLE:
            now[AFLOAT if boats.seat[boat] == seat else THEIRS] += 1
    for island in range(len(islands.seat)):
        if islands.seat[island] == 1 - seat:
            memory.marks[now[MARKS]] = place(w, island)
            now[MARKS] += 1


def look(w: World, seat: int, memory: Memory, cell: int) -> None:
    """Note whose boats are on a cell."""
    now, ready, boat = memory.now, 0, w.state.cells.first[cell] - 1
    spread(w, memory, cell, count(w, 1 - seat, GALION, cell))
    if boats_on(w, 1 - seat, cell) > 0 and owner_of(w, cell) != 1 - seat:
        memory.marks[now[MARKS]] = cell
        now[MARKS] += 1
    while boat >= 0:
        ready += can_move(w, seat, GALION, boat)
        boat = w.state.links[boat] - 1
    if ready > 0:
        memory.ours[now[OURS]], memory.ready[now[OURS]], memory.sent[now[OURS]] = cell, ready, 0
        now[OURS] += 1


def spread(w: World, memory: Memory, cell: int, galions: int) -> None:
    """So many galions of theirs come within a move of what is near a cell; fewer with a minus."""
    side, most = w.board.side, w.params.deplacement[GALION]
    y, x = cell // side, cell % side
    if galions != 0:
        for down in range(max(0, y - most), min(side, y + most + 1)):
            wide = most - abs(down - y)
            for right in range(max(0, x - wide), min(side, x + wide + 1)):
                memory.reach[down * side + right] += galions


def can_move(w: World, seat: int, kind: int, boat: int) -> bool:
    """Whether a boat is of a kind, and the seat's, and may still move."""
    boats = w.state.boats
    return boats.seat[boat] == seat and boats.btype[boat] == kind and boats.deplacable[boat] == 1


def place(w: World, island: int) -> int:
    """The cell of an island."""
    return w.board.islands.y[island] * w.board.side + w.board.islands.x[island]


def gap(w: World, one: int, other: int) -> int:
    """The distance of two cells."""
    side = w.board.side
    return abs(one % side - other % side) + abs(one // side - other // side)


def reach(w: World, seat: int, memory: Memory, cell: int, besides: int) -> int:
    """Their galions that can be on a cell after their next turn, but those on the cell `besides`."""
    if besides >= 0 and gap(w, cell, besides) <= w.params.deplacement[GALION]:
        return memory.reach[cell] - count(w, 1 - seat, GALION, besides)
    return memory.reach[cell]


def yard(w: World, seat: int, cell: int) -> bool:
    """Whether the seat can build on a cell."""
    return owner_of(w, cell) == seat and terrain_of(w, cell) == ILE


def credit(w: World, seat: int, cell: int, more: int) -> int:
    """Galions that the gold of a cell, and some more, can become at once, where the seat can build."""
    return (island_gold(w, cell) + more) // max(1, w.params.cout[GALION]) if yard(w, seat, cell) else 0


def income(w: World, cell: int) -> int:
    """What the island of a cell earns a round; 0 at sea."""
    terrain = terrain_of(w, cell)
    return 0 if terrain == MER else w.params.revenu[terrain]


def answered(w: World, seat: int) -> bool:
    """Whether the other player has another turn."""
    return seat == 0 or w.state.head.turn < w.params.fin_partie


# Missions


def spare(w: World, seat: int, memory: Memory, at: int, besides: int) -> int:
    """Galions of a group that may leave: the others hold their island, if it can be held."""
    cell = memory.ours[at]
    here = count(w, seat, GALION, cell)
    threat = reach(w, seat, memory, cell, besides) - credit(w, seat, cell, 0)
    if owner_of(w, cell) != seat or threat > here or not answered(w, seat):
        return memory.ready[at]
    return min(memory.ready[at], here - max(0, threat))


def supply(w: World, seat: int, memory: Memory, goal: int, besides: int) -> int:
    """Galions that can be sent to a goal now, if those on the cell `besides` are no threat."""
    found = 0
    for at in range(memory.now[OURS]):
        if memory.ready[at] > 0 and 0 < gap(w, memory.ours[at], goal) <= w.params.deplacement[GALION]:
            found += spare(w, seat, memory, at, besides)
    return found


def muster(w: World, seat: int, memory: Memory, goal: int, besides: int, wanted: int) -> int:
    """Set up a mission: so many galions to a goal, the nearest first."""
    left = wanted
    for far in range(1, w.params.deplacement[GALION] + 1):
        for at in range(memory.now[OURS]):
            if left > 0 and memory.ready[at] > 0 and gap(w, memory.ours[at], goal) == far:
                memory.sent[at] = min(left, spare(w, seat, memory, at, besides))
                left -= memory.sent[at]
    memory.now[GOAL], memory.now[FROM] = goal, 0
    return AGAIN


def sail(w: World, seat: int, memory: Memory, row: Buffer) -> int:
    """The next order of the mission under way; 0 without one."""
    now = memory.now
    while now[FROM] < now[OURS]:
        at = now[FROM]
        if memory.sent[at] > 0:
            boat = w.state.cells.first[memory.ours[at]] - 1
            while boat >= 0 and not can_move(w, seat, GALION, boat):
                boat = w.state.links[boat] - 1
            memory.sent[at] -= 1
            memory.ready[at] -= 1
            if boat >= 0:
                return go(w, boat, now[GOAL], row)
        else:
            now[FROM] += 1
    return 0


def go(w: World, boat: int, cell: int, row: Buffer) -> int:
    row[0], row[1], row[2], row[3] = DEPLACER, w.state.boats.id[boat], cell % w.board.side, cell // w.board.side
    return 4


def halt(w: World, seat: int, memory: Memory, start: int, goal: int, kind: int, size: int) -> int:
    """The cell in reach of boats, and nearest to their goal, where they hold out; where they are without any."""
    side, most = w.board.side, w.params.deplacement[kind]
    y, x, best, stop = start // side, start % side, FAR, start
    for down in range(max(0, y - most), min(side, y + most + 1)):
        wide = most - abs(down - y)
        for right in range(max(0, x - wide), min(side, x + wide + 1)):
            cell = down * side + right
            far = 2 * gap(w, cell, goal) - (owner_of(w, cell) == seat)
            lead = count(w, seat, GALION, cell) - memory.reach[cell] + (size if cell != start else 0)
            if far < best and (lead > 0 or (lead == 0 and (kind == CARAVELLE or terrain_of(w, cell) != MER))):
                best, stop = far, cell
    return stop


# Galions


def worth(w: World, seat: int, weights: Weights, cell: int) -> int:
    """What striking a cell brings, in gold."""
    rounds = min(weights.horizon, w.params.fin_partie - w.state.head.turn + 1)
    found = count(w, 1 - seat, CARAVELLE, cell) * w.params.cout[CARAVELLE]
    found += count(w, 1 - seat, GALION, cell) * w.params.cout[GALION] * weights.pack // 100
    if owner_of(w, cell) == 1 - seat:
        found += 2 * (island_gold(w, cell) + income(w, cell) * rounds)
    elif owner_of(w, cell) == NOBODY and w.params.ile_vierge_au_vainqueur:
        found += income(w, cell) * rounds
    return found


def needed(w: World, seat: int, memory: Memory, cell: int) -> int:
    """Galions that win a cell at the end of this turn; or hold it through their next where it falls only then."""
    there = count(w, 1 - seat, GALION, cell)
    if terrain_of(w, cell) == MER:
        return max(1, there)
    if owner_of(w, cell) != 1 - seat or boats_on(w, 1 - seat, cell) > 0 or w.params.proprietaire_defend:
        return there + 1
    earned = income(w, cell) if seat == 1 else 0
    return 1 + credit(w, 1 - seat, cell, earned) + memory.reach[cell]


def strike(w: World, seat: int, weights: Weights, memory: Memory) -> int:
    """The richest cell that can be taken now; with enough galions to keep it, if there are as many."""
    now, best, chosen, want = memory.now, 0, -1, 0
    for at in range(now[MARKS]):
        cell = memory.marks[at]
        here, there = count(w, seat, GALION, cell), count(w, 1 - seat, GALION, cell)
        need, value = needed(w, seat, memory, cell) - here, worth(w, seat, weights, cell)
        if need > 0 and value > best:
            force = supply(w, seat, memory, cell, cell)
            keep = reach(w, seat, memory, cell, cell) + max(0, there - 1) - here if answered(w, seat) else 0
            if force >= need:
                best, chosen, want = value, at, max(need, min(keep, force))
    if chosen < 0:
        return 0
    goal = memory.marks[chosen]
    muster(w, seat, memory, goal, goal, want)
    now[MARKS] -= 1
    memory.marks[chosen] = memory.marks[now[MARKS]]
    spread(w, memory, goal, -count(w, 1 - seat, GALION, goal))
    return AGAIN


def reinforce(w: World, seat: int, weights: Weights, memory: Memory) -> int:
    """The richest island of ours that would fall, and that galions in reach save; or whose gold waits for a galion."""
    best, goal, want = 0, -1, 0
    for island in range(len(w.state.islands.seat)):
        cell = place(w, island)
        here = count(w, seat, GALION, cell)
        lack = memory.reach[cell] - here - credit(w, seat, cell, 0)
        if lack <= 0 and here == 0 and carry(w) and rich(w, seat, weights, cell):
            lack = 1
        if w.state.islands.seat[island] == seat and lack > 0 and answered(w, seat):
            value = island_gold(w, cell) + income(w, cell) * weights.horizon
            if value > best and supply(w, seat, memory, cell, -1) >= lack:
                best, goal, want = value, cell, lack
    return muster(w, seat, memory, goal, -1, want) if goal >= 0 else 0


def march(w: World, seat: int, weights: Weights, memory: Memory) -> int:
    """What may leave makes for what of theirs is worth most for its distance, and stops where it holds out."""
    now = memory.now
    while now[MARCHED] < now[OURS]:
        at = now[MARCHED]
        now[MARCHED] += 1
        free = spare(w, seat, memory, at, -1) if memory.ready[at] > 0 else 0
        if free > 0:
            stop = halt(w, seat, memory, memory.ours[at], front(w, seat, weights, memory, at), GALION, free)
            if stop != memory.ours[at]:
                memory.sent[at] = free
                now[GOAL], now[FROM] = stop, at
                return AGAIN
    return 0


def front(w: World, seat: int, weights: Weights, memory: Memory, at: int) -> int:
    """The goal of a group's march; where it is without any."""
    best, goal = 0, memory.ours[at]
    for mark in range(memory.now[MARKS]):
        cell = memory.marks[mark]
        if owner_of(w, cell) == 1 - seat or count(w, 1 - seat, CARAVELLE, cell) > 0:
            value = worth(w, seat, weights, cell) * 1000 // (100 + weights.far * gap(w, memory.ours[at], cell))
            if value > best:
                best, goal = value, cell
    return goal


# Gold of volcanoes, on which nothing is built


def rich(w: World, seat: int, weights: Weights, cell: int) -> bool:
    """Whether a cell is a volcano of the seat's with gold that is worth a haul."""
    if owner_of(w, cell) != seat or terrain_of(w, cell) != VOLCAN:
        return False
    return island_gold(w, cell) >= max(1, weights.haul * w.params.revenu[VOLCAN])


def handle(w: World, seat: int, weights: Weights, kind: int, row: Buffer) -> int:
    """What some boat of a kind does where it is: settle, unload on a yard, load on a rich volcano before sailing."""
    boats = w.state.boats
    for boat in range(w.state.head.boats):
        if boats.seat[boat] == seat and boats.btype[boat] == kind:
            cell, row[1] = cell_of(w, boat), boats.id[boat]
            if boats.nb_or[boat] > 0 and yard(w, seat, cell):
                row[0], row[2] = DECHARGER, boats.nb_or[boat]
                return 3
            if boats.deplacable[boat] and rich(w, seat, weights, cell):
                row[0], row[2] = CHARGER, island_gold(w, cell)
                return 3
            free = terrain_of(w, cell) != MER and owner_of(w, cell) == NOBODY
            if free and kind == CARAVELLE and count(w, 1 - seat, GALION, cell) == 0:
                row[0], row[1], row[2] = COLONISER, boats.x[boat], boats.y[boat]
                return 3
    return 0


def carry(w: World) -> bool:
    """Whether galions carry gold."""
    return (w.params.transporteurs >> GALION) % 2 == 1


def ferry(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """Galions bring gold from a volcano to a yard within a move, and onto it, in one turn."""
    if not carry(w):
        return 0
    length = handle(w, seat, weights, GALION, row)
    for boat in range(w.state.head.boats):
        if length == 0 and can_move(w, seat, GALION, boat) and w.state.boats.nb_or[boat] > 0:
            cell = cell_of(w, boat)
            stop = halt(w, seat, memory, cell, haven(w, seat, cell), GALION, 1)
            if stop != cell:
                for at in range(memory.now[OURS]):
                    memory.ready[at] -= memory.ours[at] == cell
                return go(w, boat, stop, row)
    return length


def haven(w: World, seat: int, start: int) -> int:
    """The nearest yard; the cell itself without any."""
    best, goal = FAR, start
    for island in range(len(w.state.islands.seat)):
        cell = place(w, island)
        if yard(w, seat, cell) and gap(w, start, cell) < best:
            best, goal = gap(w, start, cell), cell
    return goal


# Caravelles


def guarded(w: World, seat: int, memory: Memory, cell: int) -> bool:
    """Whether our galions on a cell are as many as can come against it."""
    return memory.reach[cell] <= count(w, seat, GALION, cell)


def trade(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """Settle, unload or load where a caravelle is; else the voyage that pays most for its length."""
    owners, best, who, where = w.state.islands.seat, 0, -1, -1
    length = handle(w, seat, weights, CARAVELLE, row)
    if length > 0:
        return length
    for island in range(len(owners)):
        cell = place(w, island)
        if not memory.aims[island] and (guarded(w, seat, memory, cell) or yard(w, seat, cell)):
            for boat in range(w.state.head.boats):
                if can_move(w, seat, CARAVELLE, boat):
                    value = voyage(w, seat, weights, boat, cell)
                    if value > best:
                        best, who, where = value, boat, island
    if who < 0:
        return 0
    if w.state.boats.nb_or[who] == 0 or owners[where] == NOBODY:
        memory.aims[where] = 1
    return go(w, who, halt(w, seat, memory, cell_of(w, who), place(w, where), CARAVELLE, 0), row)


def voyage(w: World, seat: int, weights: Weights, boat: int, cell: int) -> int:
    """What a voyage of a caravelle pays a round: a colony, gold that is fetched or gold that is brought."""
    cargo, far, value = w.state.boats.nb_or[boat], gap(w, cell_of(w, boat), cell), 0
    rounds = max(1, sailing(w, far))
    if owner_of(w, cell) == NOBODY:
        value = income(w, cell) * weights.horizon * 100
    if cargo > 0 and terrain_of(w, cell) == ILE and owner_of(w, cell) != 1 - seat:
        value += cargo * weights.liquid
    elif cargo == 0 and rich(w, seat, weights, cell):
        value = island_gold(w, cell) * weights.liquid
        rounds += 1
    return value * 100 // (rounds * 100 + far)


def sailing(w: World, far: int) -> int:
    """Rounds that a caravelle sails so far."""
    most = max(1, w.params.deplacement[CARAVELLE])
    return (far + most - 1) // most


# Building


def build(w: World, seat: int, weights: Weights, memory: Memory, row: Buffer) -> int:
    """Caravelles where one is missed, galions with the rest of the gold."""
    now, price, fleets = memory.now, w.params.cout, w.state.fleets
    ships, theirs = fleets[seat] - now[AFLOAT], fleets[1 - seat] - now[THEIRS]
    ground, full = -1, ships >= max(weights.fleet, theirs * 3 // 2)
    dear = price[CARAVELLE] > w.params.revenu[ILE] and ships < theirs
    if not dear and wanted(w, seat, weights) > now[AFLOAT]:
        ground = slip(w, seat, memory)
    for island in range(len(w.state.islands.seat) if fleets[seat] < w.params.limite_bateaux else 0):
        cell = place(w, island)
        kind = CARAVELLE if island == ground else GALION
        if yard(w, seat, cell) and island_gold(w, cell) >= price[kind]:
            if kind == CARAVELLE or not full or not guarded(w, seat, memory, cell):
                now[AFLOAT] += kind == CARAVELLE
                row[0], row[1], row[2], row[3] = CONSTRUIRE, kind, cell % w.board.side, cell // w.board.side
                return 4
    return 0


def wanted(w: World, seat: int, weights: Weights) -> int:
    """How many caravelles the free islands and our volcanoes deserve."""
    free, mines = 0, 0
    for island in range(len(w.state.islands.seat)):
        free += w.state.islands.seat[island] == NOBODY
        mines += w.state.islands.seat[island] == seat and w.board.islands.terrain[island] == VOLCAN
    share = 100 + weights.thrift * w.params.cout[CARAVELLE] // max(1, w.params.revenu[ILE])
    return min(weights.caravelles, 1 + free * 100 // share + mines * weights.haulers // 100)


def slip(w: World, seat: int, memory: Memory) -> int:
    """The island that builds the next caravelle: a quiet one, the soonest where one is missed."""
    best, ground, earned = FAR, -1, max(1, w.params.revenu[ILE])
    for goal in range(len(w.state.islands.seat)):
        cell = place(w, goal)
        waits = owner_of(w, cell) == NOBODY or (owner_of(w, cell) == seat and terrain_of(w, cell) == VOLCAN)
        if waits and not memory.aims[goal] and guarded(w, seat, memory, cell):
            for island in range(len(w.state.islands.seat)):
                start = place(w, island)
                if yard(w, seat, start) and guarded(w, seat, memory, start):
                    lack = max(0, w.params.cout[CARAVELLE] - island_gold(w, start))
                    wait = (lack + earned - 1) // earned + sailing(w, gap(w, start, cell))
                    if wait * 100 + gap(w, start, cell) < best:
                        best, ground = wait * 100 + gap(w, start, cell), island
    return ground


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory, search=Thinking(tries=32))
