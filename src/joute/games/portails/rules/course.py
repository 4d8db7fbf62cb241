"""The course of the game: the start, the turns, the field points, and what each player is told (4.2, 4.4, 5)."""

from __future__ import annotations

from joute.core.legacy_events import note
from joute.core.world import Buffer

from ..board import START_COLUMNS, START_X, START_Y
from ..params import NB_POINTS_ACTION, NB_POINTS_DEPLACEMENT, NB_TOURS, POINTS_CHAMP
from .links import bind, bond_words, complete_fields
from .state import (
    ACTION_POINTS,
    BITS,
    CUT,
    CUT_COLUMNS,
    END,
    FIELD_COLUMNS,
    FIELDS,
    FRESH,
    INIT,
    LINK_COLUMNS,
    LINKS,
    LOST,
    MOVE_POINTS,
    NEW_A,
    NEW_B,
    NEW_C,
    NEW_FIELD_COLUMNS,
    NEW_FIELDS,
    NEW_LINK_COLUMNS,
    NEW_LINKS,
    NEWS,
    NEWS_COLUMNS,
    NOBODY,
    OVER,
    OWNER,
    PAID,
    PAWN_X,
    PAWN_Y,
    PHASE,
    PLAY,
    PLAYER,
    PLAYER_COLUMNS,
    PLAYERS,
    PORTAL_COLUMNS,
    SCORE,
    SCORE_MOST,
    SHIELDED,
    SHIELDS,
    START_OWNER,
    START_SHIELDS,
    TAKEN,
    TURN,
    VIEWER,
    A,
    B,
    C,
    World,
    acting,
    gain,
    portal_count,
)
from .unsound import unsound_links

# 4.1  State


def setup(w: World, seats: int, seed: int) -> None:
    """4.1  Pawns on their start cells, full points, every portal neutral."""
    s, b = w.state, w.board
    s.head[TURN] = 1
    s.head[PHASE] = INIT
    for seat in range(seats):
        s.players[seat * PLAYER_COLUMNS + PAWN_X] = b.head[START_X + seat * START_COLUMNS]
        s.players[seat * PLAYER_COLUMNS + PAWN_Y] = b.head[START_Y + seat * START_COLUMNS]
        s.players[seat * PLAYER_COLUMNS + SCORE] = 0
        refill(w, seat)
    for portal in range(portal_count(w)):
        s.portals[portal * PORTAL_COLUMNS + OWNER] = NOBODY
        s.portals[portal * PORTAL_COLUMNS + START_OWNER] = NOBODY


def reindex(w: World) -> None:
    """4.1  Rebuild what follows from portals and links: bonds, fields, cover and areas."""
    s = w.state
    s.head[FIELDS] = 0
    for at in range(len(s.fields)):
        s.fields[at] = 0
    for at in range(len(s.bonds)):
        s.bonds[at] = 0
    for portal in range(portal_count(w)):
        s.cover[portal] = 0
    for seat in range(PLAYERS):
        s.areas[seat] = 0
    if unsound_links(w) == 0:  # else the state is refused, by `unsound`
        for link in range(s.head[LINKS]):
            a, b = s.links[link * LINK_COLUMNS + A], s.links[link * LINK_COLUMNS + B]
            bind(w, a, b, 1)
            complete_fields(w, a, b)


# 4.2  Course of the game


def asked(w: World, seat: int) -> bool:
    """Both before and after the match, the player in turn during it."""
    phase = w.state.head[PHASE]
    return phase == INIT or phase == END or acting(w, seat)


def resolve(w: World) -> None:
    """4.2  After `partie_init` the first turn; after a turn the next; after the last `partie_fin`."""
    s = w.state
    if s.head[PHASE] == INIT:
        s.head[PHASE] = PLAY
        refill(w, s.head[PLAYER])
    elif s.head[PHASE] == PLAY:
        end_turn(w, s.head[PLAYER])
    elif s.head[PHASE] == END:
        s.head[PHASE] = OVER


def refill(w: World, seat: int) -> None:
    """4.2a  Full points; nothing is carried over."""
    w.state.players[seat * PLAYER_COLUMNS + ACTION_POINTS] = w.params[NB_POINTS_ACTION]
    w.state.players[seat * PLAYER_COLUMNS + MOVE_POINTS] = w.params[NB_POINTS_DEPLACEMENT]


def end_turn(w: World, seat: int) -> None:
    """4.2c  Field points, the history shown to the opponent, and the next turn, if there is one."""
    s = w.state
    score_fields(w, seat)
    tell(w, seat, 1 - seat)
    settle(w)
    s.head[PLAYER] = 1 - seat
    s.head[TURN] += seat
    if s.head[TURN] > w.params[NB_TOURS]:
        s.head[PHASE] = END
    else:
        refill(w, 1 - seat)


def score_fields(w: World, seat: int) -> None:
    """4.4  Half of POINTS_CHAMP for each unit of twice the area; all fields count in full."""
    rate, twice = w.params[POINTS_CHAMP] // 2, w.state.areas[seat]
    points = SCORE_MOST if rate > 0 and twice > SCORE_MOST // rate else rate * twice
    gain(w, seat, points)
    if points > 0:
        note(w.scratch.events, PAID, seat, points, 0, 0, 0)


def settle(w: World) -> None:
    """The next turn is compared with what holds now."""
    s = w.state
    for portal in range(portal_count(w)):
        at = portal * PORTAL_COLUMNS
        s.portals[at + START_OWNER] = s.portals[at + OWNER]
        s.portals[at + START_SHIELDS] = s.portals[at + SHIELDS]
    for link in range(s.head[LINKS]):
        s.links[link * LINK_COLUMNS + FRESH] = 0
    for at in range(s.head[CUT] * CUT_COLUMNS):
        s.cut[at] = 0
    s.head[CUT] = 0


# 5  History


def tell(w: World, seat: int, viewer: int) -> None:
    """5  Replace what the viewer is told: the net difference that the turn of `seat` made."""
    tell_portals(w, seat, viewer)
    drop_news(w, viewer)
    tell_links(w, seat, viewer)
    if w.state.head[NEW_LINKS] > 0:
        tell_fields(w, viewer)


def tell_portals(w: World, seat: int, viewer: int) -> None:
    """5  Portals taken, portals lost, shields gained."""
    portals = w.state.portals
    for portal in range(portal_count(w)):
        at = portal * PORTAL_COLUMNS
        now, then = portals[at + OWNER], portals[at + START_OWNER]
        news = at + NEWS + viewer * NEWS_COLUMNS
        portals[news + TAKEN] = 1 if now == seat and then != seat else 0
        portals[news + LOST] = 1 if then == viewer and now != viewer else 0
        portals[news + SHIELDED] = max(0, portals[at + SHIELDS] - portals[at + START_SHIELDS])


def drop_news(w: World, viewer: int) -> None:
    """5  Forget the links and fields that the viewer was told of before."""
    s = w.state
    s.head[NEW_LINKS] = dropped(s.new_links, NEW_LINK_COLUMNS, s.head[NEW_LINKS], viewer)
    s.head[NEW_FIELDS] = dropped(s.new_fields, NEW_FIELD_COLUMNS, s.head[NEW_FIELDS], viewer)


def dropped(rows: Buffer, columns: int, count: int, viewer: int) -> int:
    """Remove the rows of a viewer; how many are left."""
    kept = 0
    for row in range(count):
        if rows[row * columns + VIEWER] != viewer:
            for column in range(columns):
                rows[kept * columns + column] = rows[row * columns + column]
            kept += 1
    for at in range(kept * columns, count * columns):
        rows[at] = 0
    return kept


def tell_links(w: World, seat: int, viewer: int) -> None:
    """5  Links that were absent when the turn began, or had another owner then."""
    s = w.state
    for link in range(s.head[LINKS]):
        at = link * LINK_COLUMNS
        if s.links[at + FRESH] and not stood(w, seat, s.links[at + A], s.links[at + B]):
            new = s.head[NEW_LINKS] * NEW_LINK_COLUMNS
            s.new_links[new + VIEWER] = viewer
            s.new_links[new + NEW_A] = s.links[at + A]
            s.new_links[new + NEW_B] = s.links[at + B]
            s.head[NEW_LINKS] += 1


def stood(w: World, seat: int, a: int, b: int) -> bool:
    """5  The link was the player's when the turn began; it was cut and made again since."""
    s = w.state
    if s.portals[a * PORTAL_COLUMNS + START_OWNER] != seat:
        return False
    for row in range(s.head[CUT]):
        if s.cut[row * CUT_COLUMNS + A] == a and s.cut[row * CUT_COLUMNS + B] == b:
            return True
    return False


def tell_fields(w: World, viewer: int) -> None:
    """5  Fields of which at least one side is a link that the viewer is told of."""
    s = w.state
    mark_links(w, viewer)
    for field in range(s.head[FIELDS]):
        at = field * FIELD_COLUMNS
        a, b, c = s.fields[at + A], s.fields[at + B], s.fields[at + C]
        if marked(w, a, b) or marked(w, a, c) or marked(w, b, c):
            new = s.head[NEW_FIELDS] * NEW_FIELD_COLUMNS
            s.new_fields[new + VIEWER] = viewer
            s.new_fields[new + NEW_A] = a
            s.new_fields[new + NEW_B] = b
            s.new_fields[new + NEW_C] = c
            s.head[NEW_FIELDS] += 1


def mark_links(w: World, viewer: int) -> None:
    """Set a bit of `marks` for each link that the viewer is told of, from its first end."""
    s, words, marks = w.state, bond_words(w), w.scratch.marks
    for at in range(len(marks)):
        marks[at] = 0
    for row in range(s.head[NEW_LINKS]):
        at = row * NEW_LINK_COLUMNS
        if s.new_links[at + VIEWER] == viewer:
            b = s.new_links[at + NEW_B]
            marks[s.new_links[at + NEW_A] * words + b // BITS] |= 1 << (b % BITS)


def marked(w: World, a: int, b: int) -> bool:
    return (w.scratch.marks[a * bond_words(w) + b // BITS] >> (b % BITS)) & 1 == 1
