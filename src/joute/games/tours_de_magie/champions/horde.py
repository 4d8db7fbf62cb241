"""Horde: one army, sent where it is sure to win.

All magic becomes wizards. Each round it reckons who could reach its base, the fountains and the artefact, leaves there
what is needed and no more, and sends the rest as one army against the base that it can take.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.columns import Column, rows
from joute.core.policy import Policy, Weight
from joute.core.world import Buffer
from joute.games.tours_de_magie.board import FOUNTAINS
from joute.games.tours_de_magie.params import PLAYERS
from joute.games.tours_de_magie.rules.orders import is_number
from joute.games.tours_de_magie.rules.state import World, cells_of, distance, on_board, side_of
from joute.games.tours_de_magie.rules.terms import (
    ASSIEGER,
    CONSTRUCTION,
    CREER,
    DEPLACEMENT,
    DEPLACER,
    SIEGE,
    TIRER,
    TIRS,
)
from joute.games.tours_de_magie.rules.towers import is_wall, tower_on

PLACES = PLAYERS + FOUNTAINS + 1
ARTEFACT = PLACES - 1
"""Places: the bases, the fountains, the artefact."""
ORDER_COLUMNS = 6
ROOM = 400
STAMP, NEXT, COUNT = range(3)
FAR = 1 << 20
SIDES = 4


class Weights(NamedTuple):
    garrison: Annotated[int, Weight(3, 0, 100)]
    watch: Annotated[int, Weight(8, 0, 60)]
    stage: Annotated[int, Weight(11, 0, 60)]
    enough: Annotated[int, Weight(20, 0, 1000)]
    last: Annotated[int, Weight(1, 0, 100)]
    margin: Annotated[int, Weight(150, 50, 1000)]
    rounds: Annotated[int, Weight(4, 0, 20)]
    volleys: Annotated[int, Weight(4, 0, 20)]
    near: Annotated[int, Weight(12, 0, 60)]
    fire: Annotated[int, Weight(15, 0, 100)]


class Memory(NamedTuple):
    notes: Annotated[Column, rows(3)]
    orders: Annotated[Column, rows(ROOM * ORDER_COLUMNS)]
    steps: Annotated[Column, rows(lambda dims: PLACES * cells_of(dims))]
    """How many steps it is from each cell to each place."""
    walls: Annotated[Column, rows(side_of)]
    """The towers, and one bit more, as they stood when the steps were counted."""
    queue: Annotated[Column, rows(cells_of)]
    free: Annotated[Column, rows(lambda dims: PLAYERS * cells_of(dims))]
    """How many wizards of each group have no task yet."""
    forces: Annotated[Column, rows(PLAYERS)]
    ours: Annotated[Column, rows(cells_of)]
    """Our wizards on each cell, as far as they have their orders."""
    foes: Annotated[Column, rows(cells_of)]
    """The largest group of an enemy on each cell."""


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    """Plan a phase when it begins, then give the orders one by one."""
    phase, notes = w.state.head.phase, memory.notes
    if not w.state.players.vivant[seat]:
        return 0
    stamp = w.state.head.turn * 8 + phase + 1
    if notes[STAMP] != stamp:
        notes[STAMP] = stamp
        notes[NEXT] = 0
        notes[COUNT] = 0
        plan(w, seat, weights, memory)
    if notes[NEXT] >= notes[COUNT]:
        return 0
    start = notes[NEXT] * ORDER_COLUMNS
    notes[NEXT] += 1
    for column in range(ORDER_COLUMNS):
        row[column] = memory.orders[start + column]
    return 2 if row[0] == CREER else ORDER_COLUMNS


def plan(w: World, seat: int, weights: Weights, m: Memory) -> None:
    """The orders of a phase."""
    phase = w.state.head.phase
    if phase == CONSTRUCTION:
        number = w.state.players.magie[seat] // max(1, w.params.cout_sorcier)
        if number > 0:
            order(m, CREER, min(number, FAR), 0, 0, 0, 0)
    elif phase == DEPLACEMENT:
        survey(w, m)
        scout(w, seat, m)
        deploy(w, seat, weights, m)
    elif phase == TIRS:
        shoot(w, seat, m)
    elif phase == SIEGE:
        besiege(w, seat, m)


def order(m: Memory, action: int, a: int, b: int, c: int, d: int, e: int) -> None:
    if m.notes[COUNT] < ROOM:
        start = m.notes[COUNT] * ORDER_COLUMNS
        m.orders[start] = action
        m.orders[start + 1] = a
        m.orders[start + 2] = b
        m.orders[start + 3] = c
        m.orders[start + 4] = d
        m.orders[start + 5] = e
        m.notes[COUNT] += 1


# Ways


def place_cell(w: World, place: int) -> int:
    if place < PLAYERS:
        return w.board.bases[place]
    return w.board.artefact if place == ARTEFACT else w.board.fountains[place - PLAYERS]


def survey(w: World, m: Memory) -> None:
    """The steps from every cell to every place, around the towers, counted again when these have changed."""
    changed = False
    for x in range(w.board.side):
        seen = w.state.walls[x] * 2 + 1
        if m.walls[x] != seen:
            m.walls[x] = seen
            changed = True
    if changed:
        for place in range(PLACES):
            flood(w, m, place, place_cell(w, place))


def flood(w: World, m: Memory, place: int, start: int) -> None:
    """The steps from every cell to one, by breadth."""
    side, cells = w.board.side, w.board.side * w.board.side
    base = place * cells
    for cell in range(cells):
        m.steps[base + cell] = FAR
    m.steps[base + start] = 0
    m.queue[0] = start
    first, end = 0, 1
    while first < end:
        cell = m.queue[first]
        first += 1
        for way in range(SIDES):
            x, y = cell // side + (way == 0) - (way == 1), cell % side + (way == 2) - (way == 3)
            if on_board(w, x, y) and m.steps[base + x * side + y] == FAR and not is_wall(w, x, y):
                m.steps[base + x * side + y] = m.steps[base + cell] + 1
                m.queue[end] = x * side + y
                end += 1


def steps(w: World, m: Memory, place: int, group: int) -> int:
    """How far a group is from a place."""
    side = w.board.side
    return m.steps[place * side * side + w.state.groups.x[group] * side + w.state.groups.y[group]]


# Forces


def scout(w: World, seat: int, m: Memory) -> None:
    """Where the wizards stand."""
    groups, side = w.state.groups, w.board.side
    for cell in range(side * side):
        m.ours[cell] = 0
        m.foes[cell] = 0
    for group in range(w.state.head.groups):
        cell = groups.x[group] * side + groups.y[group]
        if groups.seat[group] == seat:
            m.ours[cell] = groups.sorciers[group]
        else:
            m.foes[cell] = max(m.foes[cell], groups.sorciers[group])


def danger(w: World, m: Memory, seat: int, place: int, within: int) -> int:
    """The most wizards that one enemy has so near to a place."""
    groups, most = w.state.groups, 0
    for player in range(PLAYERS):
        m.forces[player] = 0
    for group in range(w.state.head.groups):
        if groups.seat[group] != seat and steps(w, m, place, group) <= within:
            m.forces[groups.seat[group]] += groups.sorciers[group]
            most = max(most, m.forces[groups.seat[group]])
    return most


def shots_at(w: World, seat: int, place: int) -> int:
    """How many wizards the towers of others can shoot at a place in a round."""
    towers, side, cell, points = w.state.towers, w.board.side, place_cell(w, place), 0
    for tower in range(w.state.head.towers):
        far = distance(towers.x[tower], towers.y[tower], cell // side, cell % side)
        if towers.seat[tower] != seat and far <= towers.portee[tower]:
            points += w.params.attaque_tourelle
    return points


def present(w: World, m: Memory, seat: int, place: int) -> int:
    """Our group at a place, or -1."""
    groups = w.state.groups
    for group in range(w.state.head.groups):
        if groups.seat[group] == seat and groups.sorciers[group] > 0 and steps(w, m, place, group) == 0:
            return group
    return -1


def income(w: World, m: Memory, seat: int) -> int:
    """How many wizards a player can make a round."""
    magic = w.params.magie_tour
    for place in range(PLAYERS, ARTEFACT):
        if present(w, m, seat, place) >= 0:
            magic += w.params.magie_fontaines
    return magic // max(1, w.params.cout_sorcier)


# Deploying


def deploy(w: World, seat: int, weights: Weights, m: Memory) -> None:
    """Guard the base, hold the two near fountains, take bases with what they can spare, and the artefact in the end."""
    groups = w.state.groups
    for group in range(w.state.head.groups):
        m.free[group] = min(groups.deplacables[group], groups.sorciers[group]) if groups.seat[group] == seat else 0
    guard(w, seat, m)
    one = nearest_fountain(w, m, seat, -1)
    other = nearest_fountain(w, m, seat, one)
    hold(w, seat, weights, m, one)
    hold(w, seat, weights, m, other)
    for group in range(w.state.head.groups):
        if m.free[group] > 0:
            base = target(w, seat, weights, m, group, m.free[group], 100)
            if is_late(w, weights, m, group):
                go(w, m, group, ARTEFACT, m.free[group], 0)
            elif base >= 0:
                go(w, m, group, base, m.free[group], 0)
            else:
                settle(w, seat, weights, m, group, one, other)


def is_late(w: World, weights: Weights, m: Memory, group: int) -> bool:
    """Whether it is time to go to the artefact."""
    rounds = (steps(w, m, ARTEFACT, group) + w.params.portee_sorcier - 1) // max(1, w.params.portee_sorcier)
    return w.params.nb_tours_joues - w.state.head.turn <= rounds + weights.last


def settle(w: World, seat: int, weights: Weights, m: Memory, group: int, one: int, other: int) -> None:
    """Go to a near fountain: from the base to the first, until enough are there; and wait until they can take it."""
    goal = one if steps(w, m, one, group) < steps(w, m, other, group) else other
    if steps(w, m, seat, group) == 0:
        wanted = weights.enough + 2 * danger(w, m, seat, one, weights.stage)
        goal = one if ours_near(w, m, seat, one, weights.stage) <= wanted else other
    risk = danger(w, m, seat, goal, weights.watch) + weights.volleys * shots_at(w, seat, goal)
    sure = ours_near(w, m, seat, goal, weights.stage) > risk
    go(w, m, group, goal, m.free[group], 0 if sure else weights.watch)


def target(w: World, seat: int, weights: Weights, m: Memory, group: int, number: int, margin: int) -> int:
    """The nearest base that so many wizards of a group can take, or -1."""
    best, least = -1, FAR
    for place in range(PLAYERS):
        if place != seat and w.state.players.vivant[place] and steps(w, m, place, group) < least:
            rounds = (steps(w, m, place, group) + steps(w, m, ARTEFACT, group)) // max(1, w.params.portee_sorcier)
            soon = w.params.nb_tours_joues - w.state.head.turn > 2 * rounds
            if soon and 100 * number > margin * price_of(w, m, weights, place):
                best = place
                least = steps(w, m, place, group)
    return best


def price_of(w: World, m: Memory, weights: Weights, place: int) -> int:
    """How many wizards it takes to capture a base."""
    groups, towers, side, base = w.state.groups, w.state.towers, w.board.side, w.board.bases[place]
    force = weights.rounds * income(w, m, place) + w.state.players.magie[place] // max(1, w.params.cout_sorcier)
    for group in range(w.state.head.groups):
        if groups.seat[group] == place and steps(w, m, place, group) <= weights.near:
            force += groups.sorciers[group]
    for tower in range(w.state.head.towers):
        near = distance(towers.x[tower], towers.y[tower], base // side, base % side) <= towers.portee[tower] + 4
        if near:
            force += weights.fire
    return force


def nearest_fountain(w: World, m: Memory, seat: int, but: int) -> int:
    """The fountain nearest to our base, or the next one."""
    cells, base = w.board.side * w.board.side, w.board.bases[seat]
    best = -1
    for place in range(PLAYERS, ARTEFACT):
        if place != but and (best < 0 or m.steps[place * cells + base] < m.steps[best * cells + base]):
            best = place
    return best


def ours_near(w: World, m: Memory, seat: int, place: int, within: int) -> int:
    """How many wizards of a player are so near to a place."""
    groups, ours = w.state.groups, 0
    for group in range(w.state.head.groups):
        if groups.seat[group] == seat and steps(w, m, place, group) <= within:
            ours += groups.sorciers[group]
    return ours


def hold(w: World, seat: int, weights: Weights, m: Memory, place: int) -> None:
    """Stay at a place, unless more come; those who can be spared may take a base, or the artefact in the end."""
    here = present(w, m, seat, place)
    if here >= 0 and w.state.groups.sorciers[here] > danger(w, m, seat, place, w.params.portee_sorcier):
        stay = min(m.free[here], danger(w, m, seat, place, weights.watch) + weights.garrison)
        spare = m.free[here] - stay
        if is_late(w, weights, m, here):
            stay = stay if 4 * stay < m.free[here] else min(m.free[here], weights.garrison)
        elif target(w, seat, weights, m, here, spare, weights.margin) < 0:
            stay = m.free[here]
        m.free[here] -= stay


def guard(w: World, seat: int, m: Memory) -> None:
    """Who comes to our base meets more than he brings."""
    near, made = w.params.portee_sorcier, income(w, m, seat)
    need = max(danger(w, m, seat, seat, near), danger(w, m, seat, seat, 2 * near) - made)
    if need > 0:
        gather(w, m, seat, need + 1, 2 * near)


def gather(w: World, m: Memory, place: int, need: int, within: int) -> None:
    """Bring so many wizards to a place, from the nearest on."""
    while need > 0:
        best, least = -1, within + 1
        for group in range(w.state.head.groups):
            if m.free[group] > 0 and steps(w, m, place, group) < least:
                best = group
                least = steps(w, m, place, group)
        if best < 0:
            return
        number = min(need, m.free[best])
        go(w, m, best, place, number, 0)
        need -= number


def go(w: World, m: Memory, group: int, place: int, number: int, short: int) -> None:
    """Move wizards towards a place, as far as they can, but not onto a group that beats them."""
    groups, side, reach = w.state.groups, w.board.side, w.params.portee_sorcier
    m.free[group] -= number
    base, start = place * side * side, groups.x[group] * side + groups.y[group]
    cell = stop = start
    for _ in range(reach):
        if m.steps[base + cell] <= short or m.steps[base + cell] == FAR:
            break
        cell = downhill(w, m, base, cell)
        if number + m.ours[cell] > m.foes[cell] or (place < PLAYERS and m.steps[base + cell] == 0):
            stop = cell
    if stop != start and is_number(number):
        order(m, DEPLACER, groups.x[group], groups.y[group], stop // side, stop % side, number)
        m.ours[start] -= number
        m.ours[stop] += number


def downhill(w: World, m: Memory, base: int, cell: int) -> int:
    """The neighbour of a cell that is nearer to a place."""
    side = w.board.side
    for way in range(SIDES):
        x, y = cell // side + (way == 0) - (way == 1), cell % side + (way == 2) - (way == 3)
        if on_board(w, x, y) and m.steps[base + x * side + y] < m.steps[base + cell]:
            return x * side + y
    return cell


# Shots and siege


def shoot(w: World, seat: int, m: Memory) -> None:
    """Each tower shoots at the largest enemy group in its range, at intruders on our base first."""
    towers, groups = w.state.towers, w.state.groups
    base, side = w.board.bases[seat], w.board.side
    for group in range(w.state.head.groups):
        m.free[group] = groups.sorciers[group] if groups.seat[group] != seat else 0
    for tower in range(w.state.head.towers):
        points = towers.attaque[tower] if towers.seat[tower] == seat else 0
        while points > 0:
            best, most = -1, 0
            for group in range(w.state.head.groups):
                far = distance(towers.x[tower], towers.y[tower], groups.x[group], groups.y[group])
                if m.free[group] > 0 and far <= towers.portee[tower]:
                    home = groups.x[group] * side + groups.y[group] == base
                    value = min(m.free[group], FAR) + (FAR if home else 0)
                    if value > most:
                        most = value
                        best = group
            if best < 0:
                break
            spent = min(points, m.free[best])
            order(m, TIRER, spent, towers.x[tower], towers.y[tower], groups.x[best], groups.y[best])
            m.free[best] -= spent
            points -= spent


def besiege(w: World, seat: int, m: Memory) -> None:
    """Wizards beside enemy towers attack them, each tower with no more than it takes."""
    groups, towers = w.state.groups, w.state.towers
    for tower in range(w.state.head.towers):
        m.free[tower] = towers.vie[tower]
    for group in range(w.state.head.groups):
        left = groups.sorciers[group] - groups.engages[group] if groups.seat[group] == seat else 0
        for way in range(SIDES):
            x, y = groups.x[group] + (way == 0) - (way == 1), groups.y[group] + (way == 2) - (way == 3)
            if left > 0 and on_board(w, x, y) and is_wall(w, x, y):
                tower = tower_on(w, x, y)
                if towers.seat[tower] != seat and m.free[tower] > 0:
                    blow = min(left, m.free[tower])
                    m.free[tower] -= blow
                    order(m, ASSIEGER, groups.x[group], groups.y[group], x, y, blow)
                    left -= blow


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory)
