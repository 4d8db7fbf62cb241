"""The course of a match (rules, 4.2, 4.3, 4.7 to 4.10): start, who is asked, end of a round, captures, score."""

from __future__ import annotations

from joute.core.events import note
from joute.core.tables import find, is_at

from ..board import FOUNTAINS
from ..params import NOBODY, PLAYERS
from .construction import end_construction
from .events import Capture
from .movement import end_deplacement
from .state import World, earn
from .terms import CONSTRUCTION, DEPLACEMENT, END, OVER, SIEGE
from .towers import raise_tower, raze
from .wizards import occupant_of, sweep


def setup(w: World, seats: int, seed: int) -> None:
    """4.2  Everybody lives and has magic; nothing is on the board, but for the towers of a start position."""
    for seat in range(PLAYERS):
        w.state.players.magie[seat] = w.params.magie_initiale
        w.state.players.vivant[seat] = 1
    side, owners = w.board.side, w.board.owners
    for cell in range(side * side):
        if owners[cell] != NOBODY:
            raise_tower(w, owners[cell], cell // side, cell % side, w.params.portee_tourelle)
    end_construction(w)


def asked(w: World, seat: int) -> bool:
    """1  Everybody, always, eliminated players too."""
    return w.state.head.phase < OVER


def resolve(w: World) -> None:
    """4.3  What ends the phase, then the next one."""
    head, phase = w.state.head, w.state.head.phase
    if phase == CONSTRUCTION:
        end_construction(w)
    elif phase == DEPLACEMENT:
        end_deplacement(w)
    elif phase == SIEGE:
        end_round(w)
    head.phase = phase + 1
    if phase == SIEGE and head.turn < w.params.nb_tours_joues:
        head.phase = CONSTRUCTION
    elif head.phase == CONSTRUCTION and w.params.nb_tours_joues == 0:
        head.phase = END


# 4.7  The end of a round


def end_round(w: World) -> None:
    """4.7  In this order: rest, income, the next round, captures."""
    rest(w)
    income(w)
    w.state.head.turn += 1
    captures(w)


def rest(w: World) -> None:
    """4.7  Wizards may move and attack again, towers shoot again."""
    groups = w.state.groups
    for group in range(w.state.head.groups):
        groups.deplacables[group] = groups.sorciers[group]
        groups.engages[group] = 0
    sweep(w)
    for tower in range(w.state.head.towers):
        w.state.towers.attaque[tower] = w.params.attaque_tourelle


def income(w: World) -> None:
    """4.7  Every living player earns magic, and more for each fountain it holds."""
    for seat in range(PLAYERS):
        if w.state.players.vivant[seat]:
            earn(w, seat, w.params.magie_tour)
    for fountain in range(FOUNTAINS):
        seat = holder(w, w.board.fountains[fountain])
        if seat != NOBODY:
            earn(w, seat, w.params.magie_fontaines)


def holder(w: World, cell: int) -> int:
    """4.9  The occupant of a fountain or of the artefact, or NOBODY."""
    return occupant_of(w, cell // w.board.side, cell % w.board.side)


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
            w.state.players.score[captor] += w.params.points_vainqueur
    for seat in range(PLAYERS):
        if (vanquished >> seat) & 1:
            eliminate(w, seat)
    if vanquished:
        sweep(w)


def captor_of(w: World, seat: int) -> int:
    """4.8  Who vanquishes a living player: whose wizards are on its base, and rest there where the rules say so."""
    if not w.state.players.vivant[seat]:
        return NOBODY
    groups, count = w.state.groups, w.state.head.groups
    x, y = w.board.bases[seat] // w.board.side, w.board.bases[seat] % w.board.side
    group = find(groups, count, x, y)
    while is_at(groups, group, count, x, y):
        if groups.seat[group] != seat and groups.sorciers[group] > 0:
            if w.params.repos_apres_capture:
                groups.deplacables[group] = 0
            note(w.scratch.events, Capture(x, y, seat, groups.seat[group], groups.sorciers[group]))
            return groups.seat[group]
        group += 1
    return NOBODY


def eliminate(w: World, seat: int) -> None:
    """4.8  Towers, wizards and magic are gone; groups are emptied here and removed by `sweep`."""
    towers, groups = w.state.towers, w.state.groups
    w.state.players.vivant[seat] = 0
    w.state.players.magie[seat] = 0
    tower = w.state.head.towers - 1
    while tower >= 0:
        if towers.seat[tower] == seat:
            raze(w, tower)
        tower -= 1
    for group in range(w.state.head.groups):
        if groups.seat[group] == seat:
            groups.sorciers[group] = 0
            groups.deplacables[group] = 0


# 4.10  The score


def score(w: World, seat: int) -> int:
    """4.10  Points for captures; at the end also for being alive, for fountains and for the artefact."""
    points = w.state.players.score[seat]
    if w.state.head.phase < END:
        return points
    if w.state.players.vivant[seat]:
        points += w.params.points_survivre
    if holder(w, w.board.artefact) == seat:
        points += w.params.points_controle_artefact
    return points + w.params.points_controle_fontaine * fountains_of(w, seat)
