"""The course of the game: the start, the turns, the field points, and what each player is told (4.2, 4.4, 5)."""

from __future__ import annotations

from typing import NamedTuple

from joute.core.columns import Column
from joute.core.events import note
from joute.core.tables import clear, remove

from ..board import PLAYERS
from .links import bind, bond, complete_fields
from .state import BITS, END, INIT, NOBODY, OVER, PLAY, SCORE_MOST, NewFields, NewLinks, World, acting, gain
from .unsound import unsound_links


class Paid(NamedTuple):
    """4.4  The fields of a player paid at the end of its turn."""

    player: int
    points: int


# 4.1  State


def setup(w: World, seats: int, seed: int) -> None:
    """4.1  Pawns on their start cells, full points, every portal neutral."""
    s, starts = w.state, w.board.starts
    s.head.turn = 1
    s.head.phase = INIT
    for seat in range(seats):
        s.players.x[seat] = starts.x[seat]
        s.players.y[seat] = starts.y[seat]
        s.players.score[seat] = 0
        refill(w, seat)
    for portal in range(w.board.portal_count):
        s.portals.owner[portal] = NOBODY
        s.portals.start_owner[portal] = NOBODY


def reindex(w: World) -> None:
    """4.1  Rebuild what follows from portals and links: bonds, fields, cover and areas."""
    s = w.state
    s.head.fields = 0
    clear(s.fields, 0, len(s.fields.a))
    clear(s.bonds, 0, len(s.bonds))
    clear(s.cover, 0, len(s.cover))
    clear(s.areas, 0, PLAYERS)
    if unsound_links(w) == 0:  # else the state is refused, by `unsound`
        for link in range(s.head.links):
            bind(w, s.links.a[link], s.links.b[link], 1)
            complete_fields(w, s.links.a[link], s.links.b[link])


# 4.2  Course of the game


def asked(w: World, seat: int) -> bool:
    """Both before and after the match, the player in turn during it."""
    phase = w.state.head.phase
    return phase == INIT or phase == END or acting(w, seat)


def resolve(w: World) -> None:
    """4.2  After `partie_init` the first turn; after a turn the next; after the last `partie_fin`."""
    head = w.state.head
    if head.phase == INIT:
        head.phase = PLAY
        refill(w, head.player)
    elif head.phase == PLAY:
        end_turn(w, head.player)
    elif head.phase == END:
        head.phase = OVER


def refill(w: World, seat: int) -> None:
    """4.2a  Full points; nothing is carried over."""
    w.state.players.action_points[seat] = w.params.nb_points_action
    w.state.players.move_points[seat] = w.params.nb_points_deplacement


def end_turn(w: World, seat: int) -> None:
    """4.2c  Field points, the history shown to the opponent, and the next turn, if there is one."""
    head = w.state.head
    score_fields(w, seat)
    tell(w, seat, 1 - seat)
    settle(w)
    head.player = 1 - seat
    head.turn += seat
    if head.turn > w.params.nb_tours:
        head.phase = END
    else:
        refill(w, 1 - seat)


def score_fields(w: World, seat: int) -> None:
    """4.4  Half of POINTS_CHAMP for each unit of twice the area; all fields count in full."""
    rate, twice = w.params.points_champ // 2, w.state.areas[seat]
    points = SCORE_MOST if rate > 0 and twice > SCORE_MOST // rate else rate * twice
    gain(w, seat, points)
    if points > 0:
        note(w.scratch.events, Paid(seat, points))


def settle(w: World) -> None:
    """The next turn is compared with what holds now."""
    head, portals = w.state.head, w.state.portals
    owner, start_owner = portals.owner, portals.start_owner
    shields, start_shields = portals.shields, portals.start_shields
    for portal in range(w.board.portal_count):
        start_owner[portal] = owner[portal]
        start_shields[portal] = shields[portal]
    clear(w.state.links.fresh, 0, head.links)
    clear(w.state.cut, 0, head.cut)
    head.cut = 0


# 5  History


def tell(w: World, seat: int, viewer: int) -> None:
    """5  Replace what the viewer is told: the net difference that the turn of `seat` made."""
    head, portals = w.state.head, w.state.portals
    if viewer == 0:
        tell_portals(w, seat, viewer, portals.taken_0, portals.lost_0, portals.shielded_0)
    else:
        tell_portals(w, seat, viewer, portals.taken_1, portals.lost_1, portals.shielded_1)
    head.new_links = dropped(w.state.new_links, head.new_links, viewer)
    head.new_fields = dropped(w.state.new_fields, head.new_fields, viewer)
    tell_links(w, seat, viewer)
    if head.new_links > 0:
        tell_fields(w, viewer)


def tell_portals(w: World, seat: int, viewer: int, taken: Column, lost: Column, shielded: Column) -> None:
    """5  Portals taken, portals lost, shields gained."""
    portals = w.state.portals
    owner, start_owner = portals.owner, portals.start_owner
    shields, start_shields = portals.shields, portals.start_shields
    for portal in range(w.board.portal_count):
        now, then = owner[portal], start_owner[portal]
        taken[portal] = 1 if now == seat and then != seat else 0
        lost[portal] = 1 if then == viewer and now != viewer else 0
        shielded[portal] = max(0, shields[portal] - start_shields[portal])


def dropped(news: NewLinks | NewFields, count: int, viewer: int) -> int:
    """5  Forget the links or fields that the viewer was told of before; how many rows are left."""
    row = 0
    while row < count:
        if news.viewer[row] == viewer:
            remove(news, row, count)
            count -= 1
        else:
            row += 1
    return count


def tell_links(w: World, seat: int, viewer: int) -> None:
    """5  Links that were absent when the turn began, or had another owner then."""
    head, links, told = w.state.head, w.state.links, w.state.new_links
    for link in range(head.links):
        if links.fresh[link] and not stood(w, seat, links.a[link], links.b[link]):
            told.viewer[head.new_links] = viewer
            told.a[head.new_links] = links.a[link]
            told.b[head.new_links] = links.b[link]
            head.new_links += 1


def stood(w: World, seat: int, a: int, b: int) -> bool:
    """5  The link was the player's when the turn began; it was cut and made again since."""
    cut = w.state.cut
    if w.state.portals.start_owner[a] != seat:
        return False
    for row in range(w.state.head.cut):
        if cut.a[row] == a and cut.b[row] == b:
            return True
    return False


def tell_fields(w: World, viewer: int) -> None:
    """5  Fields of which at least one side is a link that the viewer is told of."""
    head, fields, told = w.state.head, w.state.fields, w.state.new_fields
    mark_links(w, viewer)
    for field in range(head.fields):
        a, b, c = fields.a[field], fields.b[field], fields.c[field]
        if marked(w, a, b) or marked(w, a, c) or marked(w, b, c):
            told.viewer[head.new_fields] = viewer
            told.a[head.new_fields] = a
            told.b[head.new_fields] = b
            told.c[head.new_fields] = c
            head.new_fields += 1


def mark_links(w: World, viewer: int) -> None:
    """Set a bit of `marks` for each link that the viewer is told of, from its first end."""
    told, marks = w.state.new_links, w.scratch.marks
    clear(marks, 0, len(marks))
    for row in range(w.state.head.new_links):
        if told.viewer[row] == viewer:
            marks[bond(w, told.a[row], told.b[row])] |= 1 << (told.b[row] % BITS)


def marked(w: World, a: int, b: int) -> bool:
    return (w.scratch.marks[bond(w, a, b)] >> (b % BITS)) & 1 == 1
