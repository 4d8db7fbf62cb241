"""4.8 to 4.10  The end of a turn: fights, then the next turn."""

from __future__ import annotations

from typing import NamedTuple

from joute.core.events import note

from .ending import end_match
from .state import World, add_units, count, current_player, gain, place_at, units_on
from .vocabulary import BUILDING, CIVILIAN, END, INIT, KINDS, MILITARY, OVER, PLAY, RUNNING


class Fight(NamedTuple):
    """4.9  A fight: the military of both sides before it, who is left on the cell, and with how many military.

    Both players know all of it: both stood on the cell and saw what else did.
    """

    y: int
    x: int
    attacker: int
    attacking: int
    defending: int
    survivor: int
    left: int


def asked(w: World, seat: int) -> bool:
    """Everybody before and after the match, the current player in it."""
    phase = w.state.head.phase
    return phase == INIT or phase == END or (phase == PLAY and seat == current_player(w))


# 4.8  The end of a turn


def resolve(w: World) -> None:
    """4.8  Fights, the next turn, the end of the match."""
    head = w.state.head
    phase = head.phase
    if phase == PLAY:
        attacker = current_player(w)
        rest(w, attacker)
        fights(w, attacker)
        head.turn += 1
        end_match(w)
    if phase == INIT:
        head.phase = PLAY
    elif phase == END:
        head.phase = OVER
    elif head.winner != RUNNING:
        head.phase = END


def rest(w: World, player: int) -> None:
    """4.8  Units may act again and cells be harvested again. Only cells with units of the player can be concerned."""
    cells = w.state.cells
    for place in range(w.state.tallies.places[player]):
        cell = place_at(w, player, place)
        cells.harvested[cell] = 0
        for kind in range(KINDS):
            cells.acted[cell * KINDS + kind] = 0


# 4.9, 4.10  Fights


def fights(w: World, attacker: int) -> None:
    """4.9  Where both stand with a military among them. The last place first: a fight may remove the place."""
    place = w.state.tallies.places[attacker] - 1
    while place >= 0:
        cell = place_at(w, attacker, place)
        if units_on(w, 1 - attacker, cell) > 0 and (
            count(w, attacker, MILITARY, cell) > 0 or count(w, 1 - attacker, MILITARY, cell) > 0
        ):
            fight(w, attacker, cell)
        place -= 1


def fight(w: World, attacker: int, cell: int) -> None:
    """4.9, 4.10  Who is left without military loses all there; the attacker is paid for what it destroyed."""
    defender = 1 - attacker
    attacking = count(w, attacker, MILITARY, cell)
    defending = count(w, defender, MILITARY, cell)
    left = survivors(attacking, defending)
    survivor = attacker if left > 0 else defender
    y, x = cell // w.board.width, cell % w.board.width
    note(w.scratch.events, Fight(y, x, attacker, attacking, defending, survivor, abs(left)))
    if left > 0:
        lose(w, attacker, MILITARY, cell, attacking - left)
        points = lose(w, defender, MILITARY, cell, defending)
        points += lose(w, defender, CIVILIAN, cell, count(w, defender, CIVILIAN, cell))
        points += lose(w, defender, BUILDING, cell, count(w, defender, BUILDING, cell))
    else:
        points = lose(w, defender, MILITARY, cell, defending + left)
        lose(w, attacker, MILITARY, cell, attacking)
        lose(w, attacker, CIVILIAN, cell, count(w, attacker, CIVILIAN, cell))
        lose(w, attacker, BUILDING, cell, count(w, attacker, BUILDING, cell))
    gain(w, attacker, points)


def survivors(attacking: int, defending: int) -> int:
    """4.9  Defenders strike first, each strike kills half its strikers, rounded up. Minus: the defenders survive."""
    while attacking > 0 and defending > 0:
        attacking = max(0, attacking - (defending + 1) // 2)
        if attacking > 0:
            defending = max(0, defending - (attacking + 1) // 2)
    return attacking if attacking > 0 else -defending


def lose(w: World, player: int, kind: int, cell: int, number: int) -> int:
    """Destroy units; what they were worth."""
    if number > 0:
        add_units(w, player, kind, cell, -number)
    return number * w.params.price[kind]
