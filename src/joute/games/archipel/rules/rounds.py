"""4.4, 4.7, 4.9  Who plays when, how a round is closed, and what a player is worth."""

from __future__ import annotations

from joute.core.columns import MOST
from joute.core.events import note

from .events import Earned, Published
from .fights import fights
from .places import purse
from .state import END, INIT, NOBODY, OVER, PLAY, SEATS, World


def asked(w: World, seat: int) -> bool:
    """4.4  Everybody before and after the match, the active player in it."""
    phase = w.state.head.phase
    return phase == INIT or phase == END or plays(w, seat)


def plays(w: World, seat: int) -> bool:
    """4.4  Whether it is a player's turn."""
    return w.state.head.phase == PLAY and seat == w.state.head.seat


def resolve(w: World) -> None:
    """4.4  A turn ends with the fights; the second turn of a round closes it."""
    head = w.state.head
    if head.phase == PLAY:
        fights(w, head.seat)
        if head.seat == SEATS - 1:
            close_round(w)
        else:
            head.seat += 1
    elif head.phase == INIT:
        head.phase = PLAY
    else:
        head.phase = OVER


def close_round(w: World) -> None:
    """4.7  Score and income, boats that may move again, the next round or the end."""
    head, deplacable = w.state.head, w.state.boats.deplacable
    if w.params.score_apres_revenu:
        earn(w)
        publish(w)
    else:
        publish(w)
        earn(w)
    for row in range(head.boats):
        deplacable[row] = 1
    head.seat = 0
    head.turn += 1
    if head.turn > w.params.fin_partie:
        head.phase = END


def earn(w: World) -> None:
    """4.7 step 2  Every owned island receives the income of its terrain."""
    islands, terrain = w.state.islands, w.board.islands.terrain
    for island in range(len(terrain)):
        seat = islands.seat[island]
        if seat != NOBODY:
            income = w.params.revenu[terrain[island]]
            islands.nb_or[island] = purse(islands.nb_or[island], income)
            note(w.scratch.events, Earned(island, seat, income))


def publish(w: World) -> None:
    """4.7 step 1  The published score becomes the fortune of this instant."""
    islands, boats, scores = w.state.islands, w.state.boats, w.state.scores
    for seat in range(SEATS):
        scores[seat] = 0
    for island in range(len(islands.seat)):
        if islands.seat[island] != NOBODY:
            count_in(w, islands.seat[island], islands.nb_or[island])
    for row in range(w.state.head.boats):
        count_in(w, boats.seat[row], boats.nb_or[row] + w.params.cout[boats.btype[row]])
    for seat in range(SEATS):
        note(w.scratch.events, Published(seat, scores[seat]))


def count_in(w: World, seat: int, worth: int) -> None:
    """4.9  Part of a fortune, which stops at the largest number a state holds."""
    w.state.scores[seat] = min(MOST, w.state.scores[seat] + worth)


def score(w: World, seat: int) -> int:
    """4.9  The published score."""
    return w.state.scores[seat]
