"""4.6  What makes a loaded state impossible. A state is loaded as a turn begins, before any order."""

from __future__ import annotations

from ..board import PLAYERS
from .links import interferes
from .state import END, NOBODY, ORDERS_MOST, PLAY, NewFields, NewLinks, World

UNSOUND = (
    "",
    "the links are not in order, each with its ends in order",
    "a link joins portals that do not belong to one player",
    "two links interfere",
    "a neutral portal has shields",
    "the round is past the last one although the match is not at its end, or the reverse",
    "more links are fresh than the action points spent this turn can have made",
    "more links stood when the turn began than there can be",
    "a player is told of more links, fields or shields than one turn can make",
    "head.player is not the first player although no turn is being played",
    "what a player is told of links or fields is not in order, each with its ends in order",
)
UNSOUND_ORDER, UNSOUND_ENDS, UNSOUND_CROSSED, UNSOUND_NEUTRAL, UNSOUND_CLOCK, UNSOUND_FRESH, UNSOUND_CUT = range(1, 8)
UNSOUND_EXCESS, UNSOUND_PLAYER, UNSOUND_NEWS = range(8, 11)


def unsound(w: World) -> int:
    """4.6  What makes a loaded state impossible, or 0."""
    head, portals = w.state.head, w.state.portals
    reason = unsound_links(w)
    if reason != 0:
        return reason
    if crossed(w):
        return UNSOUND_CROSSED
    for portal in range(w.board.portal_count):
        if portals.owner[portal] == NOBODY and portals.shields[portal] > 0:
            return UNSOUND_NEUTRAL
    if (head.turn > w.params.nb_tours) != (head.phase >= END):
        return UNSOUND_CLOCK
    if head.phase != PLAY and head.player != 0:
        return UNSOUND_PLAYER
    reason = unsound_records(w)
    if reason == 0:
        reason = unsound_news(w)
    return reason


def unsound_records(w: World) -> int:
    """5  What is remembered of this turn and told of the last ones has room where it goes."""
    s, head = w.state, w.state.head
    fresh = 0
    for link in range(head.links):
        fresh += s.links.fresh[link]
    spent = w.params.nb_points_action - s.players.action_points[head.player]
    if fresh > 0 and (head.phase != PLAY or fresh * w.params.cout_lien > spent):
        return UNSOUND_FRESH
    if head.cut + head.links - fresh > len(s.cut.a):
        return UNSOUND_CUT
    for viewer in range(PLAYERS):
        if count_of(s.new_links, head.new_links, viewer) * PLAYERS > len(s.new_links.a):
            return UNSOUND_EXCESS
        if count_of(s.new_fields, head.new_fields, viewer) * PLAYERS > len(s.new_fields.a):
            return UNSOUND_EXCESS
        if shields_told(w, viewer) > ORDERS_MOST:
            return UNSOUND_EXCESS
    return 0


def count_of(news: NewLinks | NewFields, count: int, viewer: int) -> int:
    """How many rows are a viewer's."""
    own = 0
    for row in range(count):
        if news.viewer[row] == viewer:
            own += 1
    return own


def shields_told(w: World, viewer: int) -> int:
    """4.7, 5  How many shields a viewer is told of."""
    shielded = w.state.portals.shielded_0 if viewer == 0 else w.state.portals.shielded_1
    told = 0
    for portal in range(w.board.portal_count):
        told += shielded[portal]
    return told


def unsound_news(w: World) -> int:
    """5  Links and fields are told once, in order, by their ends in order; one viewer after the other."""
    links, fields = w.state.new_links, w.state.new_fields
    for row in range(w.state.head.new_links):
        if links.a[row] >= links.b[row] or (row > 0 and repeats_link(links, row)):
            return UNSOUND_NEWS
    for row in range(w.state.head.new_fields):
        if fields.a[row] >= fields.b[row] or fields.b[row] >= fields.c[row] or (row > 0 and repeats_field(fields, row)):
            return UNSOUND_NEWS
    return 0


def repeats_link(links: NewLinks, row: int) -> bool:
    """Whether a row is not after the one before it, which is told to the same viewer."""
    if links.viewer[row] != links.viewer[row - 1]:
        return False
    if links.a[row] != links.a[row - 1]:
        return links.a[row] < links.a[row - 1]
    return links.b[row] <= links.b[row - 1]


def repeats_field(fields: NewFields, row: int) -> bool:
    """The same of fields."""
    if fields.viewer[row] != fields.viewer[row - 1]:
        return False
    if fields.a[row] != fields.a[row - 1]:
        return fields.a[row] < fields.a[row - 1]
    if fields.b[row] != fields.b[row - 1]:
        return fields.b[row] < fields.b[row - 1]
    return fields.c[row] <= fields.c[row - 1]


def unsound_links(w: World) -> int:
    """4.6  Links stand in order, and both ends of each belong to one player."""
    links, owner = w.state.links, w.state.portals.owner
    for link in range(w.state.head.links):
        a, b = links.a[link], links.b[link]
        if a >= b:
            return UNSOUND_ORDER
        if link > 0:
            before_a, before_b = links.a[link - 1], links.b[link - 1]
            if before_a > a or (before_a == a and before_b >= b):
                return UNSOUND_ORDER
        if owner[a] == NOBODY or owner[a] != owner[b]:
            return UNSOUND_ENDS
    return 0


def crossed(w: World) -> bool:
    """4.6  Two links interfere: each is looked at beside those before it."""
    head, links = w.state.head, w.state.links
    count = head.links
    crossing = False
    for link in range(count):
        head.links = link
        if interferes(w, links.a[link], links.b[link]):
            crossing = True
    head.links = count
    return crossing
