"""Spider: tries whole turns before it plays one.

A turn is a walk from portal to portal; on each it takes what it can and weaves the links that pay. It keeps the best
few walks at every stop, lets the enemy answer the most promising ones in the same way, and plays the one that leaves it
best.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.policy import Policy, Weight
from joute.core.world import Buffer
from joute.games.portails.rules.actions import DEPLACER, LIER, UTILISER_TURBO
from joute.games.portails.rules.geometry import cross
from joute.games.portails.rules.state import NO_PORTAL, NOBODY, World, acting
from joute.games.portails.sketch import (
    CHOSEN,
    FREE,
    NODES,
    ORDER_COLUMNS,
    ROOM,
    Memory,
    able,
    begin,
    capture,
    copy,
    cut,
    fortify,
    held,
    link_chosen,
    linked,
    look,
    next_common,
    order,
    read,
    shield_price,
    steps_to,
    take,
    taking_price,
    turbos,
    walk,
    woven,
)

WIDEST = (NODES - 4) // 5
REPLY = 2 * WIDEST + 1
PLANS = 2 * REPLY
ANSWER = PLANS + WIDEST
LAST = ANSWER + 1
"""Where nodes lie: those of our own turn from 0 on, those of the enemy's answer, finished plans, the best answer."""
FINE = 256
"""Into how many parts appeal is divided."""
SLIGHT = 16
"""Where a plan leaves us says so much less than what it is worth after the enemy's answer."""
TURN, NEXT, BEST = range(3)
"""What `notes` keep: the turn of the plan, its next order, and its node."""
NEVER = -(1 << 60)
BARE, FIELDS, EDGES = range(3)
"""How a stop weaves: not at all, for fields, and also for fields to come."""


class Weights(NamedTuple):
    beam: Annotated[int, Weight(12, 1, WIDEST)]
    plans: Annotated[int, Weight(8, 1, WIDEST)]
    answer_beam: Annotated[int, Weight(4, 0, WIDEST)]
    stops: Annotated[int, Weight(5, 1, 9)]
    keep: Annotated[int, Weight(150, 0, 1000)]
    theirs: Annotated[int, Weight(250, 0, 1000)]
    risk: Annotated[int, Weight(100, 0, 1000)]
    owned: Annotated[int, Weight(1000, 0, 100000)]
    shield: Annotated[int, Weight(50, 0, 10000)]
    pull: Annotated[int, Weight(60, 0, 1000)]
    patience: Annotated[int, Weight(8, 1, 100)]
    spare: Annotated[int, Weight(20, 0, 1000)]
    edges: Annotated[int, Weight(3, 0, 20)]


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    """Plan at the first order of a turn, then give the orders of the plan one by one."""
    if not acting(w, seat):
        return 0
    notes = memory.notes
    if notes[TURN] != w.state.head.turn:
        notes[TURN] = w.state.head.turn
        notes[NEXT] = 0
        notes[BEST] = plan(w, seat, weights, memory)
    node, at = notes[BEST], notes[NEXT]
    if at >= memory.nodes.orders[node]:
        return 0
    notes[NEXT] += 1
    place = (node * ROOM + at) * ORDER_COLUMNS
    row[0] = memory.orders[place]
    row[1] = memory.orders[place + 1]
    row[2] = memory.orders[place + 2]
    return 3 if row[0] == DEPLACER or row[0] == LIER else 1


def plan(w: World, seat: int, weights: Weights, m: Memory) -> int:
    """The node of the best plan: what it brings less what the enemy's best answer brings."""
    read(w, m, 0, seat)
    survey(w, m, weights, seat)
    survey(w, m, weights, 1 - seat)
    count = search(w, m, weights, seat, 0, weights.beam, weights.stops, PLANS, weights.plans)
    best, most = PLANS, NEVER
    for node in range(PLANS, PLANS + count):
        value = m.nodes.value[node]
        if weights.answer_beam > 0 and count > 1:
            value = (
                sure(w, m, seat, node)
                + place(w, m, weights, seat, node) // SLIGHT
                - answered(w, m, weights, seat, node)
            )
        if value > most:
            most = value
            best = node
    return best


def answered(w: World, m: Memory, weights: Weights, seat: int, node: int) -> int:
    """What the enemy makes of a plan, for itself."""
    copy(w, m, node, REPLY)
    begin(w, m, REPLY, 1 - seat)
    m.nodes.foe_x[REPLY] = m.nodes.x[node]
    m.nodes.foe_y[REPLY] = m.nodes.y[node]
    search(w, m, weights, 1 - seat, REPLY, weights.answer_beam, weights.stops, ANSWER, 1)
    return m.nodes.value[ANSWER]


# Searching


def search(
    w: World, m: Memory, weights: Weights, seat: int, first: int, width: int, stops: int, pool: int, most: int
) -> int:
    """Walk on from the node `first`; the best `most` finished turns go to `pool`. How many those are."""
    spare, now, then = first + 2 * WIDEST, first, first + WIDEST
    count, kept = 1, 0
    copy(w, m, first, spare)
    kept = finished(w, m, weights, seat, spare, pool, kept, most)
    for _ in range(stops):
        fresh = 0
        for node in range(now, now + count):
            for portal in range(w.board.portal_count):
                if not worth_a_stop(w, m, seat, node, portal):
                    continue
                for way in range(BARE, EDGES + 1):
                    copy(w, m, node, spare)
                    visit(w, m, weights, seat, spare, portal, way)
                    m.nodes.value[spare] = promise(w, m, weights, seat, spare)
                    fresh = keep(w, m, spare, then, fresh, width)
                    kept = finished(w, m, weights, seat, spare, pool, kept, most)
        now, then, count = then, now, fresh
    return kept


def finished(w: World, m: Memory, weights: Weights, seat: int, node: int, pool: int, kept: int, most: int) -> int:
    """End the turn of a node with shields, or on the way to the next goal; keep it if it is good. How many are kept."""
    for hurried in range(2):
        copy(w, m, node, LAST)
        if not hurried:
            fortify(w, m, seat, LAST)
        advance(w, m, weights, seat, LAST, hurried)
        m.nodes.value[LAST] = worth(w, m, weights, seat, LAST)
        kept = keep(w, m, LAST, pool, kept, most)
    return kept


def keep(w: World, m: Memory, node: int, first: int, count: int, most: int) -> int:
    """Keep a node among the best `most`, from `first` on; `count` there are. How many there are then."""
    values, worst = m.nodes.value, first
    for other in range(first, first + count):
        if values[other] == values[node]:
            return count
        if values[other] < values[worst]:
            worst = other
    if count < most:
        copy(w, m, node, first + count)
        return count + 1
    if values[worst] < values[node]:
        copy(w, m, node, worst)
    return count


def worth_a_stop(w: World, m: Memory, seat: int, node: int, portal: int) -> bool:
    """Whether a player can go to a portal and do something there."""
    at = node * w.board.portal_count + portal
    if portal == m.nodes.stop[node]:
        return False
    steps = steps_to(m, node, w.board.portals.x[portal], w.board.portals.y[portal])
    boosts = turbos(w, steps - m.nodes.move_points[node])
    if m.nodes.orders[node] + boosts + 4 > ROOM:
        return False
    left = m.nodes.action_points[node] - boosts * w.params.cout_turbo
    if m.owner[at] == seat:
        return left >= min(w.params.cout_lien, shield_price(w, m, at))
    return left >= (w.params.cout_capture if m.owner[at] == NOBODY else taking_price(w, m, at))


# Acting


def visit(w: World, m: Memory, weights: Weights, seat: int, node: int, portal: int, way: int) -> None:
    """Go to a portal, make it ours, and weave."""
    at = node * w.board.portal_count + portal
    walk(w, m, node, w.board.portals.x[portal], w.board.portals.y[portal])
    m.nodes.stop[node] = portal
    if m.owner[at] == 1 - seat:
        take(w, m, seat, node, portal)
    if m.owner[at] == NOBODY and able(m, node, w.params.cout_capture):
        capture(w, m, seat, node, portal)
    if m.owner[at] == seat and m.cover[at] == 0 and way > BARE:
        weave(w, m, weights, seat, node, portal, way)


def advance(w: World, m: Memory, weights: Weights, seat: int, node: int, hurried: int) -> None:
    """Walk towards the best goal with the move points left, and in a hurry with turbos."""
    goal = best_goal(w, m, weights, seat, node)
    if goal == NO_PORTAL:
        return
    x, y = w.board.portals.x[goal], w.board.portals.y[goal]
    reach = m.nodes.move_points[node]
    missing = steps_to(m, node, x, y) - reach
    if hurried and w.params.gain_turbo > 0:
        for _ in range(turbos(w, missing)):
            if able(m, node, w.params.cout_turbo) and m.nodes.orders[node] < ROOM - 1:
                order(m, node, UTILISER_TURBO, 0, 0, w.params.cout_turbo)
                reach += w.params.gain_turbo
    m.nodes.move_points[node] = reach
    along = max(-reach, min(reach, x - m.nodes.x[node]))
    reach -= abs(along)
    across = max(-reach, min(reach, y - m.nodes.y[node]))
    if (along != 0 or across != 0) and able(m, node, 0):
        walk(w, m, node, m.nodes.x[node] + along, m.nodes.y[node] + across)


def best_goal(w: World, m: Memory, weights: Weights, seat: int, node: int) -> int:
    """The portal to go to next."""
    best, most = NO_PORTAL, 0
    for portal in range(w.board.portal_count):
        value = appeal(w, m, weights, seat, node, portal)
        if value > most:
            most = value
            best = portal
    return best


def appeal(w: World, m: Memory, weights: Weights, seat: int, node: int, portal: int) -> int:
    """How much a portal draws a pawn: what it would gain, less the farther it is."""
    at = node * w.board.portal_count + portal
    if portal == m.nodes.stop[node] or (m.owner[at] == seat and w.state.portals.owner[portal] != seat):
        return 0
    if m.owner[at] == NOBODY and w.state.portals.owner[portal] != NOBODY:
        return 0
    steps = steps_to(m, node, w.board.portals.x[portal], w.board.portals.y[portal])
    return FINE * weights.patience * m.goals[seat * w.board.portal_count + portal] // (weights.patience + steps)


def survey(w: World, m: Memory, weights: Weights, seat: int) -> None:
    """What a player would gain at each portal: fields of its own, and those that fall."""
    spare, portals = LAST, w.board.portal_count
    for portal in range(portals):
        copy(w, m, 0, spare)
        at = spare * portals + portal
        gain = 0
        if m.owner[at] != seat:
            gain = weights.owned // 100
        if m.owner[at] == 1 - seat:
            gain += held(w, m, spare, portal)
            cut(w, m, spare, portal)
        if m.cover[at] == 0:
            look(w, m, seat, spare, portal)
            gain += woven(w, m, spare, portal)
        m.goals[seat * portals + portal] = gain


# Weaving


def weave(w: World, m: Memory, weights: Weights, seat: int, node: int, portal: int, way: int) -> None:
    """Choose links of a portal, best first; then make them, near ones first, so that no field is in the way."""
    look(w, m, seat, node, portal)
    budget = ROOM if w.params.cout_lien == 0 else m.nodes.action_points[node] // w.params.cout_lien
    while budget > 0 and choose(w, m, node, portal):
        budget -= 1
    if way == EDGES:
        for _ in range(min(budget, weights.edges)):
            choose_edge(w, m, seat, node, portal)
    link_chosen(w, m, seat, node, portal)


def choose(w: World, m: Memory, node: int, portal: int) -> bool:
    """Choose the link that brings most area for a link, alone or with a second one. False if none brings any."""
    xs, ys, seen = w.board.portals.x, w.board.portals.y, m.seen
    px, py = xs[portal], ys[portal]
    best, most = NO_PORTAL, 0
    for other in range(w.board.portal_count):
        if seen[other] == FREE:
            now, then = 0, 0
            third = next_common(w, m, node, other, other, 0)
            while third < w.board.portal_count:
                area = abs(cross(px, py, xs[other], ys[other], xs[third], ys[third]))
                if seen[third] == CHOSEN or linked(w, m, node, portal, third):
                    now += area
                elif seen[third] == FREE and area > then:
                    then = area
                third = next_common(w, m, node, other, other, third + 1)
            value = 2 * now + then
            if value > most:
                most = value
                best = other
    if best == NO_PORTAL:
        return False
    seen[best] = CHOSEN
    return True


def choose_edge(w: World, m: Memory, seat: int, node: int, portal: int) -> None:
    """Choose the link that may become the side of the largest field near by."""
    xs, ys, base = w.board.portals.x, w.board.portals.y, node * w.board.portal_count
    px, py = xs[portal], ys[portal]
    best, most = NO_PORTAL, 0
    for other in range(w.board.portal_count):
        if m.seen[other] == FREE:
            value = 0
            for third in range(w.board.portal_count):
                if m.owner[base + third] != 1 - seat and m.cover[base + third] == 0:
                    area = abs(cross(px, py, xs[other], ys[other], xs[third], ys[third]))
                    steps = abs(px - xs[third]) + abs(py - ys[third])
                    value = max(value, area * 64 // (6 + steps))
            if value > most:
                most = value
                best = other
    if best != NO_PORTAL:
        m.seen[best] = CHOSEN


# Judging


def sure(w: World, m: Memory, seat: int, node: int) -> int:
    """What the turn has brought when it ends, in hundredths of a point."""
    return 100 * m.nodes.points[node] + 50 * w.params.points_champ * m.areas[2 * node + seat]


def worth(w: World, m: Memory, weights: Weights, seat: int, node: int) -> int:
    """What a finished turn has brought, and what it leaves both sides."""
    left = w.params.nb_tours - w.state.head.turn
    value = sure(w, m, seat, node)
    rate = w.params.points_champ
    mine, theirs = m.areas[2 * node + seat], m.areas[2 * node + 1 - seat]
    if left + 1 - seat > 0:
        value -= rate * weights.theirs * theirs // 2
    if left > 0:
        value += rate * (weights.keep * mine - weights.risk * risk(w, m, seat, node)) // 2
        value += place(w, m, weights, seat, node)
    return value


def promise(w: World, m: Memory, weights: Weights, seat: int, node: int) -> int:
    """The same of a turn that goes on."""
    spare = m.nodes.action_points[node] + w.params.cout_turbo * m.nodes.move_points[node]
    return worth(w, m, weights, seat, node) + weights.spare * spare * w.params.points_champ


def risk(w: World, m: Memory, seat: int, node: int) -> int:
    """Twice the area that the enemy can destroy at one portal in its next turn."""
    base, most = node * w.board.portal_count, 0
    fx, fy = m.nodes.foe_x[node], m.nodes.foe_y[node]
    for portal in range(w.board.portal_count):
        if m.owner[base + portal] == seat:
            steps = abs(w.board.portals.x[portal] - fx) + abs(w.board.portals.y[portal] - fy)
            price = turbos(w, steps - w.params.nb_points_deplacement) * w.params.cout_turbo
            if price + taking_price(w, m, base + portal) <= w.params.nb_points_action:
                most = max(most, held(w, m, node, portal))
    return most


def place(w: World, m: Memory, weights: Weights, seat: int, node: int) -> int:
    """How many portals are ours, and how near the next goal is."""
    base, value, most = node * w.board.portal_count, 0, 0
    for portal in range(w.board.portal_count):
        if m.owner[base + portal] == seat:
            value += weights.owned + weights.shield * m.shields[base + portal]
        most = max(most, appeal(w, m, weights, seat, node, portal))
    return w.params.points_champ * (value + weights.pull * most // FINE)


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory)
