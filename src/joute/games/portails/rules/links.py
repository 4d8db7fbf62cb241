"""Links and the fields between them, kept up to date link by link (4.1, 4.3, 4.5).

With n portals, L links and F fields: `linked` costs O(1); `next_common` O(n / 62) and so does finding the fields of a
new link; `interferes` O(L), mostly comparisons; whether a portal is inside a field, O(1), since `cover` counts them.
"""

from __future__ import annotations

from .geometry import cross, inside, interfere
from .state import (
    BITS,
    CUT,
    CUT_COLUMNS,
    FIELD_COLUMNS,
    FIELDS,
    FRESH,
    LINK_COLUMNS,
    LINKS,
    A,
    B,
    C,
    World,
    owner,
    portal_count,
    portal_x,
    portal_y,
)

BYTE, BYTE_BITS = 0xFF, 8


# The graph of links


def bond_words(w: World) -> int:
    """How many words of `bonds` each portal has."""
    return (portal_count(w) + BITS - 1) // BITS


def linked(w: World, a: int, b: int) -> bool:
    """The two portals are joined by a link."""
    return (w.state.bonds[a * bond_words(w) + b // BITS] >> (b % BITS)) & 1 == 1


def bind(w: World, a: int, b: int, change: int) -> None:
    """Set (1) or clear (-1) the two bits of a link."""
    words = bond_words(w)
    w.state.bonds[a * words + b // BITS] += change * (1 << (b % BITS))
    w.state.bonds[b * words + a // BITS] += change * (1 << (a % BITS))


def next_common(w: World, a: int, b: int, start: int) -> int:
    """The first portal from `start` on linked to both, or the number of portals; with a = b, the next neighbour."""
    words, bonds = bond_words(w), w.state.bonds
    word, low = start // BITS, start % BITS
    while word < words:
        bits = (bonds[a * words + word] & bonds[b * words + word]) >> low
        if bits > 0:
            return word * BITS + low + first_bit(bits)
        word += 1
        low = 0
    return portal_count(w)


def first_bit(bits: int) -> int:
    """The place of the lowest bit of a positive number."""
    found = 0
    while bits & BYTE == 0:
        bits >>= BYTE_BITS
        found += BYTE_BITS
    while bits & 1 == 0:
        bits >>= 1
        found += 1
    return found


# Links


def interferes(w: World, one: int, other: int) -> bool:
    """4.5  The segment between two portals interferes with some link; links come by growing x of their first end."""
    p, q = min(one, other), max(one, other)
    px, py, qx, qy = portal_x(w, p), portal_y(w, p), portal_x(w, q), portal_y(w, q)
    top, bottom = min(py, qy), max(py, qy)
    for link in range(w.state.head[LINKS]):
        a, b = w.state.links[link * LINK_COLUMNS + A], w.state.links[link * LINK_COLUMNS + B]
        ax, bx = portal_x(w, a), portal_x(w, b)
        if ax > qx:
            return False
        if bx < px:
            continue
        ay, by = portal_y(w, a), portal_y(w, b)
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if interfere(px, py, qx, qy, ax, ay, bx, by):
            return True
    return False


def add_link(w: World, one: int, other: int) -> None:
    """4.5  A new link, and all fields that it completes."""
    s = w.state
    a, b = min(one, other), max(one, other)
    at = s.head[LINKS] * LINK_COLUMNS
    s.head[LINKS] += 1
    while at > 0 and link_after(w, at - LINK_COLUMNS, a, b):
        for column in range(LINK_COLUMNS):
            s.links[at + column] = s.links[at - LINK_COLUMNS + column]
        at -= LINK_COLUMNS
    s.links[at + A] = a
    s.links[at + B] = b
    s.links[at + FRESH] = 1
    bind(w, a, b, 1)
    complete_fields(w, a, b)


def link_after(w: World, at: int, a: int, b: int) -> bool:
    """The link whose row begins at `at` comes after (a, b) in order."""
    links = w.state.links
    return links[at + A] > a or (links[at + A] == a and links[at + B] > b)


def remove_links(w: World, portal: int) -> None:
    """4.5  A portal loses all its links, hence all fields with that corner."""
    s = w.state
    if next_common(w, portal, portal, 0) == portal_count(w):
        return
    remove_fields(w, portal)
    kept = 0
    for link in range(s.head[LINKS]):
        at = link * LINK_COLUMNS
        a, b, fresh = s.links[at + A], s.links[at + B], s.links[at + FRESH]
        s.links[at + A] = s.links[at + B] = s.links[at + FRESH] = 0
        if portal == a or portal == b:
            bind(w, a, b, -1)
            if fresh == 0:
                note_cut(w, a, b)
        else:
            s.links[kept + A] = a
            s.links[kept + B] = b
            s.links[kept + FRESH] = fresh
            kept += LINK_COLUMNS
    s.head[LINKS] = kept // LINK_COLUMNS


def note_cut(w: World, a: int, b: int) -> None:
    """5  Remember a link that stood when the turn began."""
    s = w.state
    at = s.head[CUT] * CUT_COLUMNS
    s.cut[at + A] = a
    s.cut[at + B] = b
    s.head[CUT] += 1


# Fields


def complete_fields(w: World, a: int, b: int) -> None:
    """4.1  A link, its ends in order, and every portal linked to both make a field."""
    portals = portal_count(w)
    other = next_common(w, a, b, 0)
    while other < portals:
        first, last = min(a, other), max(b, other)
        add_field(w, first, a + b + other - first - last, last)
        other = next_common(w, a, b, other + 1)


def add_field(w: World, a: int, b: int, c: int) -> None:
    """A new field, its corners in order. Only a state that breaks the rules has more fields than there is room for."""
    s = w.state
    at = s.head[FIELDS] * FIELD_COLUMNS
    if at >= len(s.fields):
        return
    s.head[FIELDS] += 1
    while at > 0 and field_after(w, at - FIELD_COLUMNS, a, b, c):
        for column in range(FIELD_COLUMNS):
            s.fields[at + column] = s.fields[at - FIELD_COLUMNS + column]
        at -= FIELD_COLUMNS
    s.fields[at + A] = a
    s.fields[at + B] = b
    s.fields[at + C] = c
    hold(w, a, b, c, 1)


def field_after(w: World, at: int, a: int, b: int, c: int) -> bool:
    """The field whose row begins at `at` comes after (a, b, c) in order."""
    fields = w.state.fields
    if fields[at + A] != a:
        return fields[at + A] > a
    return fields[at + B] > b or (fields[at + B] == b and fields[at + C] > c)


def remove_fields(w: World, portal: int) -> None:
    """All fields with that corner fall."""
    s = w.state
    kept = 0
    for field in range(s.head[FIELDS]):
        at = field * FIELD_COLUMNS
        a, b, c = s.fields[at + A], s.fields[at + B], s.fields[at + C]
        s.fields[at + A] = s.fields[at + B] = s.fields[at + C] = 0
        if portal == a or portal == b or portal == c:
            hold(w, a, b, c, -1)
        else:
            s.fields[kept + A] = a
            s.fields[kept + B] = b
            s.fields[kept + C] = c
            kept += FIELD_COLUMNS
    s.head[FIELDS] = kept // FIELD_COLUMNS


def hold(w: World, a: int, b: int, c: int, change: int) -> None:
    """A field joins (1) or leaves (-1) the area of its owner and the cover of the portals inside it."""
    s = w.state
    ax, ay, bx, by = portal_x(w, a), portal_y(w, a), portal_x(w, b), portal_y(w, b)
    cx, cy = portal_x(w, c), portal_y(w, c)
    s.areas[owner(w, a)] += change * abs(cross(ax, ay, bx, by, cx, cy))
    for portal in range(a + 1, c):
        if inside(portal_x(w, portal), portal_y(w, portal), ax, ay, bx, by, cx, cy):
            s.cover[portal] += change
