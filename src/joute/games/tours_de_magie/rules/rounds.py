"""The course of a match (rules, 4.3, 4.7 to 4.10): who is asked, the end of a round, captures, the score."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..board import ARTEFACT_CELL, FOUNTAINS, SIDE
from ..params import (
    ATTAQUE_TOURELLE,
    MAGIE_FONTAINES,
    MAGIE_TOUR,
    NB_TOURS_JOUES,
    PLAYERS,
    POINTS_CONTROLE_ARTEFACT,
    POINTS_CONTROLE_FONTAINE,
    POINTS_SURVIVRE,
    POINTS_VAINQUEUR,
    REPOS_APRES_CAPTURE,
)
from .construction import end_construction
from .movement import end_deplacement
from .state import (
    ATTAQUE,
    CAPTURE,
    CONSTRUCTION,
    DEPLACABLES,
    DEPLACEMENT,
    END,
    ENGAGES,
    GROUP_COLUMNS,
    GROUP_COUNT,
    MAGIE,
    NOBODY,
    OVER,
    PHASE,
    PLAYER_COLUMNS,
    SCORE,
    SEAT,
    SIEGE,
    SORCIERS,
    TOWER_COLUMNS,
    TOWER_COUNT,
    TURN,
    VIVANT,
    World,
    alive,
    earn,
    group_is,
    group_place,
    occupant_of,
    raze,
    sweep,
)


def asked(w: World, seat: int) -> bool:
    """1  Everybody, always, eliminated players too."""
    return w.state.head[PHASE] < OVER


def resolve(w: World) -> None:
    """4.3  What ends the phase, then the next one."""
    s = w.state
    phase = s.head[PHASE]
    if phase == CONSTRUCTION:
        end_construction(w)
    elif phase == DEPLACEMENT:
        end_deplacement(w)
    elif phase == SIEGE:
        end_round(w)
    s.head[PHASE] = phase + 1
    if phase == SIEGE and s.head[TURN] < w.params[NB_TOURS_JOUES]:
        s.head[PHASE] = CONSTRUCTION
    elif s.head[PHASE] == CONSTRUCTION and w.params[NB_TOURS_JOUES] == 0:
        s.head[PHASE] = END


# 4.7  The end of a round


def end_round(w: World) -> None:
    """4.7  In this order: rest, income, the next round, captures."""
    rest(w)
    income(w)
    w.state.head[TURN] += 1
    captures(w)


def rest(w: World) -> None:
    """4.7  Wizards may move and attack again, towers shoot again."""
    s = w.state
    for row in range(s.head[GROUP_COUNT]):
        at = row * GROUP_COLUMNS
        s.groups[at + DEPLACABLES] = s.groups[at + SORCIERS]
        s.groups[at + ENGAGES] = 0
    sweep(w)
    for row in range(s.head[TOWER_COUNT]):
        s.towers[row * TOWER_COLUMNS + ATTAQUE] = w.params[ATTAQUE_TOURELLE]


def income(w: World) -> None:
    """4.7  Every living player earns magic, and more for each fountain it holds."""
    for seat in range(PLAYERS):
        if alive(w, seat):
            earn(w, seat, w.params[MAGIE_TOUR])
    for fountain in range(FOUNTAINS):
        seat = holder(w, w.board.fountains[fountain])
        if seat != NOBODY:
            earn(w, seat, w.params[MAGIE_FONTAINES])


def holder(w: World, cell: int) -> int:
    """4.9  The occupant of a fountain or of the artefact, or NOBODY."""
    return occupant_of(w, cell // w.board.head[SIDE], cell % w.board.head[SIDE])


def fountains_of(w: World, seat: int) -> int:
    """4.9  How many fountains a player holds."""
    held = 0
    for fountain in range(FOUNTAINS):
        if holder(w, w.board.fountains[fountain]) == seat:
            held += 1
    return held


# 4.8  Capture and elimination


def captures(w: World) -> None:
    """4.8  All vanquished players are known before the first is eliminated."""
    vanquished = 0
    for seat in range(PLAYERS):
        captor = captor_of(w, seat)
        if captor != NOBODY:
            vanquished |= 1 << seat
            w.state.players[captor * PLAYER_COLUMNS + SCORE] += w.params[POINTS_VAINQUEUR]
    for seat in range(PLAYERS):
        if (vanquished >> seat) & 1:
            eliminate(w, seat)
    if vanquished:
        sweep(w)


def captor_of(w: World, seat: int) -> int:
    """4.8  Who vanquishes a living player: whose wizards are on its base, and rest there where the rules say so."""
    if not alive(w, seat):
        return NOBODY
    s = w.state
    cell, side = w.board.bases[seat], w.board.head[SIDE]
    row = group_place(w, cell // side, cell % side, 0)
    while group_is(w, row, cell // side, cell % side):
        at = row * GROUP_COLUMNS
        if s.groups[at + SEAT] != seat and s.groups[at + SORCIERS] > 0:
            if w.params[REPOS_APRES_CAPTURE]:
                s.groups[at + DEPLACABLES] = 0
            note(w.scratch.events, CAPTURE, cell, seat, s.groups[at + SEAT], s.groups[at + SORCIERS], 0)
            return s.groups[at + SEAT]
        row += 1
    return NOBODY


def eliminate(w: World, seat: int) -> None:
    """4.8  Towers, wizards and magic are gone; groups are emptied here and taken out by `sweep`."""
    s = w.state
    s.players[seat * PLAYER_COLUMNS + VIVANT] = 0
    s.players[seat * PLAYER_COLUMNS + MAGIE] = 0
    row = s.head[TOWER_COUNT] - 1
    while row >= 0:
        if s.towers[row * TOWER_COLUMNS + SEAT] == seat:
            raze(w, row)
        row -= 1
    for group in range(s.head[GROUP_COUNT]):
        at = group * GROUP_COLUMNS
        if s.groups[at + SEAT] == seat:
            s.groups[at + SORCIERS] = 0
            s.groups[at + DEPLACABLES] = 0


# 4.10  The score


def score(w: World, seat: int) -> int:
    """4.10  Points for captures; at the end also for being alive, for fountains and for the artefact."""
    points = w.state.players[seat * PLAYER_COLUMNS + SCORE]
    if w.state.head[PHASE] < END:
        return points
    if alive(w, seat):
        points += w.params[POINTS_SURVIVRE]
    if holder(w, w.board.head[ARTEFACT_CELL]) == seat:
        points += w.params[POINTS_CONTROLE_ARTEFACT]
    return points + w.params[POINTS_CONTROLE_FONTAINE] * fountains_of(w, seat)
