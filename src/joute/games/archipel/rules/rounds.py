"""4.4, 4.7, 4.9  Who plays when, how a round is closed, and what a player is worth."""

from __future__ import annotations

from joute.core.buffers import MOST
from joute.core.legacy_events import note

from ..board import ISLAND_COLUMNS, TERRAIN
from ..params import COST, FIN_PARTIE, INCOME, SCORE_APRES_REVENU
from .fights import fights
from .state import (
    ACTIVE,
    BOAT_COLUMNS,
    BOATS,
    END,
    GOLD,
    INIT,
    ISLE_COLUMNS,
    ISLE_GOLD,
    ISLE_OWNER,
    MOVABLE,
    NOBODY,
    OVER,
    OWNER,
    PHASE,
    PLAY,
    SEATS,
    TOUR,
    TYPE,
    World,
    purse,
)

# Events for viewers: (INCOME_PAID, island, seat, gold, 0, 0) and (PUBLISHED, seat, score, 0, 0, 0)
INCOME_PAID, PUBLISHED = 5, 6


def asked(w: World, seat: int) -> bool:
    """4.4  Everybody before and after the match, the active player in it."""
    phase = w.state.head[PHASE]
    return phase == INIT or phase == END or (phase == PLAY and seat == w.state.head[ACTIVE])


def resolve(w: World) -> None:
    """4.4  A turn ends with the fights; the second turn of a round closes it."""
    head = w.state.head
    if head[PHASE] == PLAY:
        fights(w, head[ACTIVE])
        if head[ACTIVE] == SEATS - 1:
            close_round(w)
        else:
            head[ACTIVE] += 1
    elif head[PHASE] == INIT:
        head[PHASE] = PLAY
    else:
        head[PHASE] = OVER


def close_round(w: World) -> None:
    """4.7  Score and income, boats that may move again, the next round or the end."""
    head = w.state.head
    if w.params[SCORE_APRES_REVENU]:
        earn(w)
        publish(w)
    else:
        publish(w)
        earn(w)
    for row in range(head[BOATS]):
        w.state.boats[row * BOAT_COLUMNS + MOVABLE] = 1
    head[ACTIVE] = 0
    head[TOUR] += 1
    if head[TOUR] > w.params[FIN_PARTIE]:
        head[PHASE] = END


def earn(w: World) -> None:
    """4.7 step 2  Every owned island receives the income of its terrain."""
    islands = w.state.islands
    for isle in range(len(islands) // ISLE_COLUMNS):
        at = isle * ISLE_COLUMNS
        if islands[at + ISLE_OWNER] != NOBODY:
            income = w.params[INCOME + w.board.islands[isle * ISLAND_COLUMNS + TERRAIN]]
            islands[at + ISLE_GOLD] = purse(islands[at + ISLE_GOLD], income)
            note(w.scratch.events, INCOME_PAID, isle, islands[at + ISLE_OWNER], income, 0, 0)


def publish(w: World) -> None:
    """4.7 step 1  The published score becomes the fortune of this instant."""
    s = w.state
    for seat in range(SEATS):
        s.scores[seat] = 0
    for isle in range(len(s.islands) // ISLE_COLUMNS):
        at = isle * ISLE_COLUMNS
        if s.islands[at + ISLE_OWNER] != NOBODY:
            count_in(w, s.islands[at + ISLE_OWNER], s.islands[at + ISLE_GOLD])
    for row in range(s.head[BOATS]):
        at = row * BOAT_COLUMNS
        count_in(w, s.boats[at + OWNER], s.boats[at + GOLD] + w.params[COST + s.boats[at + TYPE]])
    for seat in range(SEATS):
        note(w.scratch.events, PUBLISHED, seat, s.scores[seat], 0, 0, 0)


def count_in(w: World, seat: int, worth: int) -> None:
    """4.9  Part of a fortune, which stops at the largest number a state holds."""
    w.state.scores[seat] = min(MOST, w.state.scores[seat] + worth)


def score(w: World, seat: int) -> int:
    """4.9  The published score."""
    return w.state.scores[seat]
