"""Sketches: positions that follow from the one at hand, many in one memory, for champions that think ahead.

A sketch, a *node*, is a row of `nodes` and as many rows of the other tables as a position has portals, links and
orders. It keeps no history: only what the rest of a turn depends on, and the orders that lead there. Kernel style; the
functions do to a node what those of `rules/links.py` and `rules/actions.py` do to a state.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.columns import Column, rows
from joute.core.tables import copy_row

from .params import NO_VIRUS
from .rules.actions import (
    AJOUTER_BOUCLIER,
    CAPTURER,
    DEPLACER,
    LIER,
    NEUTRALISER,
    UTILISER_TURBO,
    UTILISER_VIRUS,
)
from .rules.geometry import cross, inside, interfere
from .rules.links import bond_words, first_bit
from .rules.state import BITS, NO_PORTAL, NOBODY, World, bonds_size, links_most, portals_of

NODES = 84
ROOM = 96
"""How many orders a node holds."""
ORDER_COLUMNS = 3
SHIFT, MASK = 20, (1 << 20) - 1
"""A link is one number: its first end shifted, and its second."""
FREE, CHOSEN = 1, 2
"""What `seen` says of a portal: it can be linked with the one in hand; it shall be."""


class Nodes(NamedTuple):
    """A position somewhere in a turn, and how it came about."""

    x: Column
    y: Column
    action_points: Column
    move_points: Column
    foe_x: Column
    foe_y: Column
    stop: Column
    links: Column
    orders: Column
    points: Column
    value: Column


class Memory(NamedTuple):
    """What a champion keeps: `notes` of its own, its nodes, and space to work in."""

    notes: Annotated[Column, rows(3)]
    nodes: Annotated[Nodes, rows(NODES)]
    areas: Annotated[Column, rows(2 * NODES)]
    owner: Annotated[Column, rows(lambda dims: NODES * portals_of(dims))]
    shields: Annotated[Column, rows(lambda dims: NODES * portals_of(dims))]
    cover: Annotated[Column, rows(lambda dims: NODES * portals_of(dims))]
    bonds: Annotated[Column, rows(lambda dims: NODES * bonds_size(dims))]
    links: Annotated[Column, rows(lambda dims: NODES * links_most(dims))]
    orders: Annotated[Column, rows(NODES * ROOM * ORDER_COLUMNS)]
    seen: Annotated[Column, rows(portals_of)]
    goals: Annotated[Column, rows(lambda dims: 2 * portals_of(dims))]
    """What each player would gain at a portal, in twice the area."""


# Nodes


def read(w: World, m: Memory, node: int, seat: int) -> None:
    """The position as it is."""
    s, portals, size, words = w.state, w.board.portal_count, len(w.state.links.a), len(w.state.bonds)
    for portal in range(portals):
        m.owner[node * portals + portal] = s.portals.owner[portal]
        m.shields[node * portals + portal] = s.portals.shields[portal]
        m.cover[node * portals + portal] = s.cover[portal]
    for word in range(words):
        m.bonds[node * words + word] = s.bonds[word]
    for link in range(s.head.links):
        m.links[node * size + link] = (s.links.a[link] << SHIFT) + s.links.b[link]
    m.nodes.links[node] = s.head.links
    m.areas[2 * node] = s.areas[0]
    m.areas[2 * node + 1] = s.areas[1]
    begin(w, m, node, seat)
    m.nodes.foe_x[node] = s.players.x[1 - seat]
    m.nodes.foe_y[node] = s.players.y[1 - seat]
    m.nodes.action_points[node] = s.players.action_points[seat]
    m.nodes.move_points[node] = s.players.move_points[seat]


def begin(w: World, m: Memory, node: int, seat: int) -> None:
    """A turn of a player begins."""
    nodes = m.nodes
    nodes.x[node] = w.state.players.x[seat]
    nodes.y[node] = w.state.players.y[seat]
    nodes.action_points[node] = w.params.nb_points_action
    nodes.move_points[node] = w.params.nb_points_deplacement
    nodes.stop[node] = NO_PORTAL
    nodes.orders[node] = 0
    nodes.points[node] = 0
    nodes.value[node] = 0


def copy(w: World, m: Memory, source: int, target: int) -> None:
    """Make one node equal to another."""
    portals = w.board.portal_count
    copy_run(m.owner, source, target, portals, portals)
    copy_run(m.shields, source, target, portals, portals)
    copy_run(m.cover, source, target, portals, portals)
    copy_run(m.bonds, source, target, len(w.state.bonds), len(w.state.bonds))
    copy_run(m.links, source, target, len(w.state.links.a), m.nodes.links[source])
    copy_run(m.orders, source, target, ORDER_COLUMNS * ROOM, ORDER_COLUMNS * m.nodes.orders[source])
    copy_run(m.areas, source, target, 2, 2)
    copy_row(m.nodes, source, m.nodes, target)


def copy_run(column: Column, source: int, target: int, size: int, count: int) -> None:
    """The first `count` of the `size` numbers that each node has in a column."""
    for offset in range(count):
        column[target * size + offset] = column[source * size + offset]


def order(m: Memory, node: int, action: int, x: int, y: int, price: int) -> None:
    """Note an order, and pay."""
    place = (node * ROOM + m.nodes.orders[node]) * ORDER_COLUMNS
    m.orders[place] = action
    m.orders[place + 1] = x
    m.orders[place + 2] = y
    m.nodes.orders[node] += 1
    m.nodes.action_points[node] -= price


def able(m: Memory, node: int, price: int) -> bool:
    """Whether a node has the action points for an order, and room for it."""
    return m.nodes.action_points[node] >= price and m.nodes.orders[node] < ROOM


# Orders


def steps_to(m: Memory, node: int, x: int, y: int) -> int:
    """4.5  The Manhattan distance from the pawn to a cell."""
    return abs(x - m.nodes.x[node]) + abs(y - m.nodes.y[node])


def turbos(w: World, missing: int) -> int:
    """How many turbos give so many move points."""
    if missing <= 0:
        return 0
    if w.params.gain_turbo == 0:
        return w.params.nb_points_action + ROOM
    return (missing + w.params.gain_turbo - 1) // w.params.gain_turbo


def neutralising_price(w: World, m: Memory, at: int) -> int:
    """2  Dearer for each shield."""
    return w.params.cout_neutralisation + m.shields[at] * w.params.cout_neutralisation_bouclier


def taking_price(w: World, m: Memory, at: int) -> int:
    """What it takes to make an enemy portal neutral, or ours by virus."""
    price = neutralising_price(w, m, at)
    return w.params.cout_virus if by_virus(w, price) else price


def by_virus(w: World, price: int) -> bool:
    """The virus is cheaper than to neutralise and capture."""
    return w.params.cout_virus != NO_VIRUS and w.params.cout_virus < price + w.params.cout_capture


def shield_price(w: World, m: Memory, at: int) -> int:
    return w.params.cout_bouclier + m.shields[at] * w.params.surcout_bouclier


def walk(w: World, m: Memory, node: int, x: int, y: int) -> None:
    """Go to a cell, by turbo where it is far."""
    steps = steps_to(m, node, x, y)
    for _ in range(turbos(w, steps - m.nodes.move_points[node])):
        order(m, node, UTILISER_TURBO, 0, 0, w.params.cout_turbo)
        m.nodes.move_points[node] += w.params.gain_turbo
    if steps > 0:
        order(m, node, DEPLACER, x, y, 0)
    m.nodes.move_points[node] -= steps
    m.nodes.x[node] = x
    m.nodes.y[node] = y


def capture(w: World, m: Memory, seat: int, node: int, portal: int) -> None:
    """4.5  capturer"""
    order(m, node, CAPTURER, 0, 0, w.params.cout_capture)
    m.owner[node * w.board.portal_count + portal] = seat
    m.nodes.points[node] += w.params.points_creation_portail


def take(w: World, m: Memory, seat: int, node: int, portal: int) -> None:
    """The enemy loses a portal with its links and fields."""
    at = node * w.board.portal_count + portal
    price = neutralising_price(w, m, at)
    virus = by_virus(w, price)
    order(m, node, UTILISER_VIRUS if virus else NEUTRALISER, 0, 0, w.params.cout_virus if virus else price)
    cut(w, m, node, portal)
    m.owner[at] = seat if virus else NOBODY
    m.shields[at] = 0


def fortify(w: World, m: Memory, seat: int, node: int) -> None:
    """Action points left at the end of a turn become shields."""
    if m.nodes.stop[node] == NO_PORTAL:
        return
    at = node * w.board.portal_count + m.nodes.stop[node]
    while m.owner[at] == seat and m.shields[at] < w.params.max_boucliers and able(m, node, shield_price(w, m, at)):
        order(m, node, AJOUTER_BOUCLIER, 0, 0, shield_price(w, m, at))
        m.shields[at] += 1


# Links chosen


def link_chosen(w: World, m: Memory, seat: int, node: int, portal: int) -> None:
    """Make the links that were chosen of a portal, near ones first, so that no new field is in the way."""
    while True:
        other = nearest_chosen(w, m, portal)
        if other == NO_PORTAL:
            return
        m.seen[other] = 0
        able_now = able(m, node, w.params.cout_lien) and m.cover[node * w.board.portal_count + other] == 0
        if able_now and not blocked(w, m, node, portal, other):
            order(m, node, LIER, w.board.portals.x[other], w.board.portals.y[other], w.params.cout_lien)
            tie(w, m, seat, node, portal, other)


def look(w: World, m: Memory, seat: int, node: int, portal: int) -> None:
    """See which portals can be linked with one."""
    base = node * w.board.portal_count
    for other in range(w.board.portal_count):
        free = m.owner[base + other] == seat and m.cover[base + other] == 0 and other != portal
        if free and (linked(w, m, node, portal, other) or blocked(w, m, node, portal, other)):
            free = False
        m.seen[other] = FREE if free else 0


def nearest_chosen(w: World, m: Memory, portal: int) -> int:
    """The nearest portal that a link was chosen for; no field with that corner holds a nearer one within."""
    xs, ys = w.board.portals.x, w.board.portals.y
    best, least = NO_PORTAL, 0
    for other in range(w.board.portal_count):
        if m.seen[other] == CHOSEN:
            far = (xs[other] - xs[portal]) ** 2 + (ys[other] - ys[portal]) ** 2
            if best == NO_PORTAL or far < least:
                best = other
                least = far
    return best


# Links and fields


def blocked(w: World, m: Memory, node: int, one: int, other: int) -> bool:
    """A link is in the way of the segment between two portals."""
    xs, ys, links, start = w.board.portals.x, w.board.portals.y, m.links, node * len(w.state.links.a)
    p, q = min(one, other), max(one, other)
    px, py, qx, qy = xs[p], ys[p], xs[q], ys[q]
    top, bottom = min(py, qy), max(py, qy)
    for link in range(start, start + m.nodes.links[node]):
        a, b = links[link] >> SHIFT, links[link] & MASK
        if xs[a] > qx or xs[b] < px:
            continue
        ay, by = ys[a], ys[b]
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if interfere(px, py, qx, qy, xs[a], ay, xs[b], by):
            return True
    return False


def linked(w: World, m: Memory, node: int, a: int, b: int) -> bool:
    return (m.bonds[(node * w.board.portal_count + a) * bond_words(w) + b // BITS] >> (b % BITS)) & 1 == 1


def next_common(w: World, m: Memory, node: int, a: int, b: int, start: int) -> int:
    """The first portal from `start` on linked to both, or the number of portals."""
    words, base = bond_words(w), node * w.board.portal_count
    word, low = start // BITS, start % BITS
    while word < words:
        bits = (m.bonds[(base + a) * words + word] & m.bonds[(base + b) * words + word]) >> low
        if bits > 0:
            return word * BITS + low + first_bit(bits)
        word += 1
        low = 0
    return w.board.portal_count


def bind(w: World, m: Memory, node: int, a: int, b: int, change: int) -> None:
    """Set (1) or clear (-1) the two bits of a link."""
    words, base = bond_words(w), node * w.board.portal_count
    m.bonds[(base + a) * words + b // BITS] += change * (1 << (b % BITS))
    m.bonds[(base + b) * words + a // BITS] += change * (1 << (a % BITS))


def tie(w: World, m: Memory, seat: int, node: int, one: int, other: int) -> None:
    """A new link, and the fields that it completes."""
    a, b = min(one, other), max(one, other)
    m.links[node * len(w.state.links.a) + m.nodes.links[node]] = (a << SHIFT) + b
    m.nodes.links[node] += 1
    bind(w, m, node, a, b, 1)
    m.nodes.points[node] += w.params.points_creation_lien
    third = next_common(w, m, node, a, b, 0)
    while third < w.board.portal_count:
        hold(w, m, seat, node, a, b, third, 1)
        third = next_common(w, m, node, a, b, third + 1)


def cut(w: World, m: Memory, node: int, portal: int) -> None:
    """A portal loses its links, and all fields with that corner fall."""
    portals, owner = w.board.portal_count, m.owner[node * w.board.portal_count + portal]
    start = node * len(w.state.links.a)
    other = next_common(w, m, node, portal, portal, 0)
    while other < portals:
        third = next_common(w, m, node, portal, other, 0)
        while third < portals:
            hold(w, m, owner, node, portal, other, third, -1)
            third = next_common(w, m, node, portal, other, third + 1)
        bind(w, m, node, portal, other, -1)
        other = next_common(w, m, node, portal, portal, other + 1)
    link = start
    while link < start + m.nodes.links[node]:
        if m.links[link] >> SHIFT == portal or m.links[link] & MASK == portal:
            m.nodes.links[node] -= 1
            m.links[link] = m.links[start + m.nodes.links[node]]
        else:
            link += 1


def hold(w: World, m: Memory, owner: int, node: int, a: int, b: int, c: int, change: int) -> None:
    """A field comes (1) or falls (-1)."""
    xs, ys, base = w.board.portals.x, w.board.portals.y, node * w.board.portal_count
    ax, ay, bx, by, cx, cy = xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]
    m.areas[2 * node + owner] += change * abs(cross(ax, ay, bx, by, cx, cy))
    for portal in range(min(a, b, c) + 1, max(a, b, c)):
        if inside(xs[portal], ys[portal], ax, ay, bx, by, cx, cy):
            m.cover[base + portal] += change


def held(w: World, m: Memory, node: int, portal: int) -> int:
    """Twice the area of the fields with that corner."""
    xs, ys, total = w.board.portals.x, w.board.portals.y, 0
    px, py = xs[portal], ys[portal]
    other = next_common(w, m, node, portal, portal, 0)
    while other < w.board.portal_count:
        third = next_common(w, m, node, portal, other, other + 1)
        while third < w.board.portal_count:
            total += abs(cross(px, py, xs[other], ys[other], xs[third], ys[third]))
            third = next_common(w, m, node, portal, other, third + 1)
        other = next_common(w, m, node, portal, portal, other + 1)
    return total


def woven(w: World, m: Memory, node: int, portal: int) -> int:
    """Twice the area of the fields that all links of a portal would close."""
    xs, ys, total = w.board.portals.x, w.board.portals.y, 0
    for other in range(w.board.portal_count):
        if m.seen[other] == FREE:
            third = next_common(w, m, node, other, other, 0)
            while third < w.board.portal_count:
                if (m.seen[third] == FREE and third > other) or (
                    m.seen[third] == 0 and linked(w, m, node, portal, third)
                ):
                    total += abs(cross(xs[portal], ys[portal], xs[other], ys[other], xs[third], ys[third]))
                third = next_common(w, m, node, other, other, third + 1)
    return total
