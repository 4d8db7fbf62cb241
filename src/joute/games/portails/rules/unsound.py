"""4.6  What makes a loaded state impossible. A state is loaded as a turn begins, before any order."""

from __future__ import annotations

from joute.core.world import Buffer

from ..params import COUT_LIEN, NB_POINTS_ACTION, NB_TOURS
from .links import interferes
from .state import (
    ACTION_POINTS,
    CUT,
    CUT_COLUMNS,
    END,
    FRESH,
    LINK_COLUMNS,
    LINKS,
    NEW_A,
    NEW_B,
    NEW_C,
    NEW_FIELD_COLUMNS,
    NEW_FIELDS,
    NEW_LINK_COLUMNS,
    NEW_LINKS,
    NOBODY,
    OWNER,
    PHASE,
    PLAY,
    PLAYER,
    PLAYER_COLUMNS,
    PLAYERS,
    PORTAL_COLUMNS,
    SHIELDS,
    TURN,
    VIEWER,
    A,
    B,
    World,
    owner,
    portal_count,
)

UNSOUND = (
    "",
    "the links are not in order, each with its ends in order",
    "a link joins portals that do not belong to one player",
    "two links interfere",
    "a neutral portal has shields",
    "the round is past the last one although the match is not at its end, or the reverse",
    "more links are fresh than the action points spent this turn can have made",
    "more links stood when the turn began than there can be",
    "a player is told of more links or fields than one turn can make",
    "head.player is not the first player although no turn is being played",
    "what a player is told of links or fields is not in order, each with its ends in order",
)
UNSOUND_ORDER, UNSOUND_ENDS, UNSOUND_CROSSED, UNSOUND_NEUTRAL, UNSOUND_CLOCK, UNSOUND_FRESH, UNSOUND_CUT = range(1, 8)
UNSOUND_EXCESS, UNSOUND_PLAYER, UNSOUND_NEWS = range(8, 11)


def unsound(w: World) -> int:
    """4.6  What makes a loaded state impossible, or 0."""
    s = w.state
    reason = unsound_links(w)
    if reason != 0:
        return reason
    if crossed(w):
        return UNSOUND_CROSSED
    for portal in range(portal_count(w)):
        at = portal * PORTAL_COLUMNS
        if s.portals[at + OWNER] == NOBODY and s.portals[at + SHIELDS] > 0:
            return UNSOUND_NEUTRAL
    if (s.head[TURN] > w.params[NB_TOURS]) != (s.head[PHASE] >= END):
        return UNSOUND_CLOCK
    if s.head[PHASE] != PLAY and s.head[PLAYER] != 0:
        return UNSOUND_PLAYER
    reason = unsound_records(w)
    if reason == 0:
        reason = unsound_news(w)
    return reason


def unsound_records(w: World) -> int:
    """5  What is remembered of this turn and told of the last ones has room where it goes."""
    s = w.state
    fresh = 0
    for link in range(s.head[LINKS]):
        fresh += s.links[link * LINK_COLUMNS + FRESH]
    spent = w.params[NB_POINTS_ACTION] - s.players[s.head[PLAYER] * PLAYER_COLUMNS + ACTION_POINTS]
    if fresh > 0 and (s.head[PHASE] != PLAY or fresh * w.params[COUT_LIEN] > spent):
        return UNSOUND_FRESH
    if (s.head[CUT] + s.head[LINKS] - fresh) * CUT_COLUMNS > len(s.cut):
        return UNSOUND_CUT
    for viewer in range(PLAYERS):
        links = count_of(s.new_links, NEW_LINK_COLUMNS, s.head[NEW_LINKS], viewer)
        fields = count_of(s.new_fields, NEW_FIELD_COLUMNS, s.head[NEW_FIELDS], viewer)
        if links * NEW_LINK_COLUMNS * PLAYERS > len(s.new_links):
            return UNSOUND_EXCESS
        if fields * NEW_FIELD_COLUMNS * PLAYERS > len(s.new_fields):
            return UNSOUND_EXCESS
    return 0


def count_of(rows: Buffer, columns: int, count: int, viewer: int) -> int:
    """How many rows are a viewer's."""
    own = 0
    for row in range(count):
        if rows[row * columns + VIEWER] == viewer:
            own += 1
    return own


def unsound_news(w: World) -> int:
    """5  Links and fields are told once, in order, by their ends in order; one viewer after the other."""
    s = w.state
    for row in range(s.head[NEW_LINKS]):
        at = row * NEW_LINK_COLUMNS
        if s.new_links[at + NEW_A] >= s.new_links[at + NEW_B] or repeats(s.new_links, NEW_LINK_COLUMNS, row):
            return UNSOUND_NEWS
    for row in range(s.head[NEW_FIELDS]):
        at = row * NEW_FIELD_COLUMNS
        a, b, c = s.new_fields[at + NEW_A], s.new_fields[at + NEW_B], s.new_fields[at + NEW_C]
        if a >= b or b >= c or repeats(s.new_fields, NEW_FIELD_COLUMNS, row):
            return UNSOUND_NEWS
    return 0


def repeats(rows: Buffer, columns: int, row: int) -> bool:
    """Whether a row is not after the one before it, which is told to the same viewer."""
    if row == 0 or rows[row * columns + VIEWER] != rows[(row - 1) * columns + VIEWER]:
        return False
    for column in range(NEW_A, columns):
        now, before = rows[row * columns + column], rows[(row - 1) * columns + column]
        if now != before:
            return now < before
    return True


def unsound_links(w: World) -> int:
    """4.6  Links stand in order, and both ends of each belong to one player."""
    s = w.state
    for link in range(s.head[LINKS]):
        at = link * LINK_COLUMNS
        a, b = s.links[at + A], s.links[at + B]
        if a >= b:
            return UNSOUND_ORDER
        if link > 0:
            before_a, before_b = s.links[at - LINK_COLUMNS + A], s.links[at - LINK_COLUMNS + B]
            if before_a > a or (before_a == a and before_b >= b):
                return UNSOUND_ORDER
        if owner(w, a) == NOBODY or owner(w, a) != owner(w, b):
            return UNSOUND_ENDS
    return 0


def crossed(w: World) -> bool:
    """4.6  Two links interfere: each is looked at beside those before it."""
    s = w.state
    links = s.head[LINKS]
    crossing = False
    for link in range(links):
        s.head[LINKS] = link
        if interferes(w, s.links[link * LINK_COLUMNS + A], s.links[link * LINK_COLUMNS + B]):
            crossing = True
    s.head[LINKS] = links
    return crossing
