"""Links and the fields between them, kept up to date link by link (4.1, 4.3, 4.5).

With n portals, L links and F fields: `linked` costs O(1); `next_common` O(n / 62) and so does finding the fields of a
new link; `interferes` O(L), mostly comparisons; whether a portal is inside a field, O(1), since `cover` counts them.
"""

from __future__ import annotations

from joute.core.tables import find, insert, remove

from .geometry import cross, inside, interfere
from .state import BITS, World

BYTE, BYTE_BITS = 0xFF, 8


# The graph of links


def bond_words(w: World) -> int:
    """How many words of `bonds` each portal has."""
    return (w.board.portal_count + BITS - 1) // BITS


def bond(w: World, a: int, b: int) -> int:
    """Which word of `bonds` speaks of a link from a to b."""
    return a * bond_words(w) + b // BITS


def linked(w: World, a: int, b: int) -> bool:
    """The two portals are joined by a link."""
    return (w.state.bonds[bond(w, a, b)] >> (b % BITS)) & 1 == 1


def bind(w: World, a: int, b: int, change: int) -> None:
    """Set (1) or clear (-1) the two bits of a link."""
    w.state.bonds[bond(w, a, b)] += change * (1 << (b % BITS))
    w.state.bonds[bond(w, b, a)] += change * (1 << (a % BITS))


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
    return w.board.portal_count


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
    links, xs, ys = w.state.links, w.board.portals.x, w.board.portals.y
    p, q = min(one, other), max(one, other)
    px, py, qx, qy = xs[p], ys[p], xs[q], ys[q]
    top, bottom = min(py, qy), max(py, qy)
    for link in range(w.state.head.links):
        a, b = links.a[link], links.b[link]
        if xs[a] > qx:
            return False
        if xs[b] < px:
            continue
        ay, by = ys[a], ys[b]
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if interfere(px, py, qx, qy, xs[a], ay, xs[b], by):
            return True
    return False


def add_link(w: World, one: int, other: int) -> None:
    """4.5  A new link, and all fields that it completes."""
    head, links = w.state.head, w.state.links
    a, b = min(one, other), max(one, other)
    link = find(links, head.links, a, b)
    insert(links, link, head.links)
    links.a[link] = a
    links.b[link] = b
    links.fresh[link] = 1
    head.links += 1
    bind(w, a, b, 1)
    complete_fields(w, a, b)


def remove_links(w: World, portal: int) -> None:
    """4.5  A portal loses all its links, hence all fields with that corner."""
    portals = w.board.portal_count
    other = next_common(w, portal, portal, 0)
    if other < portals:
        remove_fields(w, portal)
    while other < portals:
        remove_link(w, min(portal, other), max(portal, other))
        other = next_common(w, portal, portal, other + 1)


def remove_link(w: World, a: int, b: int) -> None:
    """5  One that stood when the turn began is remembered."""
    head, links, cut = w.state.head, w.state.links, w.state.cut
    bind(w, a, b, -1)
    link = find(links, head.links, a, b)
    if links.fresh[link] == 0:
        cut.a[head.cut] = a
        cut.b[head.cut] = b
        head.cut += 1
    remove(links, link, head.links)
    head.links -= 1


# Fields


def complete_fields(w: World, a: int, b: int) -> None:
    """4.1  A link, its ends in order, and every portal linked to both make a field."""
    portals = w.board.portal_count
    other = next_common(w, a, b, 0)
    while other < portals:
        first, last = min(a, other), max(b, other)
        add_field(w, first, a + b + other - first - last, last)
        other = next_common(w, a, b, other + 1)


def add_field(w: World, a: int, b: int, c: int) -> None:
    """A new field, its corners in order. Only a state that breaks the rules has more fields than there is room for."""
    head, fields = w.state.head, w.state.fields
    if head.fields >= len(fields.a):
        return
    field = find(fields, head.fields, a, b, c)
    insert(fields, field, head.fields)
    fields.a[field] = a
    fields.b[field] = b
    fields.c[field] = c
    head.fields += 1
    hold(w, a, b, c, 1)


def remove_fields(w: World, portal: int) -> None:
    """All fields with that corner fall."""
    head, fields = w.state.head, w.state.fields
    field = 0
    while field < head.fields:
        a, b, c = fields.a[field], fields.b[field], fields.c[field]
        if portal == a or portal == b or portal == c:
            hold(w, a, b, c, -1)
            remove(fields, field, head.fields)
            head.fields -= 1
        else:
            field += 1


def hold(w: World, a: int, b: int, c: int, change: int) -> None:
    """A field joins (1) or leaves (-1) the area of its owner and the cover of the portals inside it."""
    cover, xs, ys = w.state.cover, w.board.portals.x, w.board.portals.y
    ax, ay, bx, by, cx, cy = xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]
    w.state.areas[w.state.portals.owner[a]] += change * abs(cross(ax, ay, bx, by, cx, cy))
    for portal in range(a + 1, c):
        if inside(xs[portal], ys[portal], ax, ay, bx, by, cx, cy):
            cover[portal] += change
