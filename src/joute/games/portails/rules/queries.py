"""6.5 to 6.9  What champions may ask: each function is the answer to the query of its name in `api.py`."""

from __future__ import annotations

from joute.core.columns import Column
from joute.core.world import Buffer

from ..board import PLAYERS
from .geometry import inside, wide_cross, wide_inside, wide_interfere
from .links import linked, next_common
from .state import CHAMP_WIDTH, LIEN_WIDTH, NO_PORTAL, NOBODY, POSITION_WIDTH, World, on_map, portal_at

NOT_A_PORTAL = -2
UNKNOWN = -1


# Players, positions, links and fields as champions see them


def number_of(w: World, seat: int) -> int:
    """2  The number that champions see for a seat; nobody stays -1."""
    return NOBODY if seat == NOBODY else w.params.premier_joueur + seat


def seat_of(w: World, number: int) -> int:
    """2  The seat of a player's number, or NOBODY."""
    seat = number - w.params.premier_joueur
    return seat if 0 <= seat < PLAYERS else NOBODY


def portal_on(w: World, x: int, y: int) -> int:
    """6.5  The portal at any position, or NO_PORTAL."""
    return portal_at(w, x, y) if on_map(w, x, y) else NO_PORTAL


def write_portal(w: World, portal: int, out: Buffer, at: int) -> None:
    out[at] = w.board.portals.x[portal]
    out[at + 1] = w.board.portals.y[portal]


def write_link(w: World, owner: int, a: int, b: int, out: Buffer, row: int) -> None:
    """6.2  A link, its ends in order."""
    at = row * LIEN_WIDTH
    write_portal(w, a, out, at)
    write_portal(w, b, out, at + 2)
    out[at + 4] = number_of(w, owner)


def write_field(w: World, owner: int, a: int, b: int, c: int, out: Buffer, row: int) -> None:
    """6.2  A field, its corners in order."""
    at = row * CHAMP_WIDTH
    write_portal(w, a, out, at)
    write_portal(w, b, out, at + 2)
    write_portal(w, c, out, at + 4)
    out[at + 6] = number_of(w, owner)


# 6.5  Links and fields


def liste_liens(w: World, seat: int, out: Buffer) -> int:
    """6.5  All links, in order."""
    links, owner = w.state.links, w.state.portals.owner
    for link in range(w.state.head.links):
        write_link(w, owner[links.a[link]], links.a[link], links.b[link], out, link)
    return w.state.head.links


def liste_champs(w: World, seat: int, out: Buffer) -> int:
    """6.5  All fields, in order."""
    fields, owner = w.state.fields, w.state.portals.owner
    for field in range(w.state.head.fields):
        a = fields.a[field]
        write_field(w, owner[a], a, fields.b[field], fields.c[field], out, field)
    return w.state.head.fields


def liste_portails(w: World, seat: int, out: Buffer) -> int:
    """6.5  All portals, in order."""
    for portal in range(w.board.portal_count):
        write_portal(w, portal, out, portal * POSITION_WIDTH)
    return w.board.portal_count


def liens_bloquants(w: World, seat: int, x1: int, y1: int, x2: int, y2: int, out: Buffer) -> int:
    """6.5  The links that interfere with a segment; they come by the x of their first end, which is the leftmost."""
    links, xs, ys = w.state.links, w.board.portals.x, w.board.portals.y
    if x1 == x2 and y1 == y2:
        return 0
    left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
    count = 0
    for link in range(w.state.head.links):
        a, b = links.a[link], links.b[link]
        if xs[a] > right:
            return count
        ay, by = ys[a], ys[b]
        if xs[b] < left or (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if wide_interfere(x1, y1, x2, y2, xs[a], ay, xs[b], by):
            write_link(w, w.state.portals.owner[a], a, b, out, count)
            count += 1
    return count


def lien_existe(w: World, seat: int, x1: int, y1: int, x2: int, y2: int) -> bool:
    """6.5  Both are portals, and linked."""
    return both_linked(w, portal_on(w, x1, y1), portal_on(w, x2, y2))


def both_linked(w: World, a: int, b: int) -> bool:
    return a != NO_PORTAL and b != NO_PORTAL and linked(w, a, b)


def champ_existe(w: World, seat: int, x1: int, y1: int, x2: int, y2: int, x3: int, y3: int) -> bool:
    """6.5  All are portals, and pairwise linked."""
    a, b, c = portal_on(w, x1, y1), portal_on(w, x2, y2), portal_on(w, x3, y3)
    return both_linked(w, a, b) and both_linked(w, b, c) and both_linked(w, a, c)


# 6.6  One cell, portal or segment


def case_dans_champ(w: World, seat: int, x: int, y: int) -> bool:
    """6.6  Some field has the cell inside."""
    portal = portal_on(w, x, y)
    if portal != NO_PORTAL:
        return w.state.cover[portal] > 0
    return next_around(w, x, y, 0) < w.state.head.fields


def case_champs(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    """6.6  The fields that have the cell inside, in order."""
    fields, owner = w.state.fields, w.state.portals.owner
    count = 0
    field = next_around(w, x, y, 0)
    while field < w.state.head.fields:
        a = fields.a[field]
        write_field(w, owner[a], a, fields.b[field], fields.c[field], out, count)
        count += 1
        field = next_around(w, x, y, field + 1)
    return count


def next_around(w: World, x: int, y: int, start: int) -> int:
    """4.3  The first field from `start` on that has a position inside, or the number of fields.

    The first corner of a field is the leftmost, the last the rightmost.
    """
    fields, xs, ys = w.state.fields, w.board.portals.x, w.board.portals.y
    for field in range(start, w.state.head.fields):
        a, c = fields.a[field], fields.c[field]
        if xs[a] < x < xs[c]:
            b = fields.b[field]
            if inside(x, y, xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]):
                return field
    return w.state.head.fields


def portail_joueur(w: World, seat: int, x: int, y: int) -> int:
    """6.6  The number of a portal's owner."""
    portal = portal_on(w, x, y)
    return NOT_A_PORTAL if portal == NO_PORTAL else number_of(w, w.state.portals.owner[portal])


def portail_boucliers(w: World, seat: int, x: int, y: int) -> int:
    """6.6  The shields of a portal."""
    portal = portal_on(w, x, y)
    return NOT_A_PORTAL if portal == NO_PORTAL else w.state.portals.shields[portal]


def liens_incidents_portail(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    """6.6  The links of a portal, by growing other end, which is their order."""
    portal = portal_on(w, x, y)
    if portal == NO_PORTAL:
        return 0
    owner, count = w.state.portals.owner[portal], 0
    other = next_common(w, portal, portal, 0)
    while other < w.board.portal_count:
        write_link(w, owner, min(portal, other), max(portal, other), out, count)
        count += 1
        other = next_common(w, portal, portal, other + 1)
    return count


def champs_incidents_portail(w: World, seat: int, x: int, y: int, out: Buffer) -> int:
    """6.6  The fields with that corner, in order."""
    fields, portal = w.state.fields, portal_on(w, x, y)
    if portal == NO_PORTAL:
        return 0
    owner, count = w.state.portals.owner[portal], 0
    for field in range(w.state.head.fields):
        a, b, c = fields.a[field], fields.b[field], fields.c[field]
        if portal == a or portal == b or portal == c:
            write_field(w, owner, a, b, c, out, count)
            count += 1
    return count


def champs_incidents_segment(w: World, seat: int, x1: int, y1: int, x2: int, y2: int, out: Buffer) -> int:
    """6.6  A field for each portal linked to both ends, by growing third corner, which is their order."""
    one, other = portal_on(w, x1, y1), portal_on(w, x2, y2)
    if one == other or one == NO_PORTAL or other == NO_PORTAL:
        return 0
    a, b, count = min(one, other), max(one, other), 0
    third = next_common(w, a, b, 0)
    while third < w.board.portal_count:
        first, last = min(a, third), max(b, third)
        write_field(w, w.state.portals.owner[third], first, a + b + third - first - last, last, out, count)
        count += 1
        third = next_common(w, a, b, third + 1)
    return count


# 6.7  History


def write_told(w: World, told: Column, out: Buffer) -> int:
    """5  Each portal as often as its column says."""
    count = 0
    for portal in range(w.board.portal_count):
        for _ in range(told[portal]):
            write_portal(w, portal, out, count * POSITION_WIDTH)
            count += 1
    return count


def hist_portails_captures(w: World, seat: int, out: Buffer) -> int:
    """6.7  Portals that the opponent gained."""
    return write_told(w, w.state.portals.taken_0 if seat == 0 else w.state.portals.taken_1, out)


def hist_portails_neutralises(w: World, seat: int, out: Buffer) -> int:
    """6.7  Portals that the caller lost."""
    return write_told(w, w.state.portals.lost_0 if seat == 0 else w.state.portals.lost_1, out)


def hist_liens_crees(w: World, seat: int, out: Buffer) -> int:
    """6.7  Links that the opponent created."""
    told, count = w.state.new_links, 0
    for row in range(w.state.head.new_links):
        if told.viewer[row] == seat:
            write_link(w, 1 - seat, told.a[row], told.b[row], out, count)
            count += 1
    return count


def hist_champs_crees(w: World, seat: int, out: Buffer) -> int:
    """6.7  Fields that the opponent created."""
    told, count = w.state.new_fields, 0
    for row in range(w.state.head.new_fields):
        if told.viewer[row] == seat:
            write_field(w, 1 - seat, told.a[row], told.b[row], told.c[row], out, count)
            count += 1
    return count


def hist_boucliers_ajoutes(w: World, seat: int, out: Buffer) -> int:
    """6.7  Portals whose shields grew."""
    return write_told(w, w.state.portals.shielded_0 if seat == 0 else w.state.portals.shielded_1, out)


# 6.8  Free algorithms


def distance(w: World, seat: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """6.8  The Manhattan distance."""
    return abs(x1 - x2) + abs(y1 - y2)


def score_triangle(w: World, seat: int, x1: int, y1: int, x2: int, y2: int, x3: int, y3: int) -> int:
    """6.8  POINTS_CHAMP for each unit of area."""
    return w.params.points_champ // 2 * abs(wide_cross(x1, y1, x2, y2, x3, y3))


def intersection_segments(
    w: World, seat: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> bool:
    """6.8  [AB] and [CD] interfere."""
    return wide_interfere(ax, ay, bx, by, cx, cy, dx, dy)


def point_dans_triangle(
    w: World, seat: int, x: int, y: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int
) -> bool:
    """6.8  A point is inside the triangle ABC."""
    return wide_inside(x, y, ax, ay, bx, by, cx, cy)


# 6.9  Players and time


def moi(w: World, seat: int) -> int:
    return number_of(w, seat)


def adversaire(w: World, seat: int) -> int:
    return number_of(w, 1 - seat)


def position_agent(w: World, seat: int, number: int, out: Buffer) -> int:
    """6.9  The cell of a player's pawn."""
    players, whose = w.state.players, seat_of(w, number)
    out[0] = UNKNOWN if whose == NOBODY else players.x[whose]
    out[1] = UNKNOWN if whose == NOBODY else players.y[whose]
    return 1


def points_action(w: World, seat: int) -> int:
    return w.state.players.action_points[seat]


def points_deplacement(w: World, seat: int) -> int:
    return w.state.players.move_points[seat]


def score(w: World, seat: int, number: int) -> int:
    """6.9  A player's score."""
    whose = seat_of(w, number)
    return UNKNOWN if whose == NOBODY else w.state.players.score[whose]


def tour_actuel(w: World, seat: int) -> int:
    return w.state.head.turn
