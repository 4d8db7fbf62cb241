"""4.8 to 4.11  The end of a turn: fights, the next turn, the end of the match."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..params import ELIMINATION_WINS, MAX_TURNS, PRICE
from .state import (
    A_WINS,
    ACTED,
    B_WINS,
    BUILDING,
    CELL_COLUMNS,
    CIVILIAN,
    ELIMINATION,
    END,
    FIGHT,
    HARVESTED,
    INIT,
    KINDS,
    MILITARY,
    NO_ONE,
    OVER,
    PHASE,
    PLACES,
    PLAY,
    PLAYER_COLUMNS,
    PLAYERS,
    REASON,
    RUNNING,
    SCORE,
    TALLY_COLUMNS,
    TOTAL,
    TURN_LIMIT,
    TURN_NO,
    WINNER,
    A,
    B,
    World,
    add_units,
    cell_count,
    count,
    current_player,
    gain,
    units_on,
)


def asked(w: World, seat: int) -> bool:
    """Everybody before and after the match, the current player in it."""
    phase = w.state.head[PHASE]
    return phase == INIT or phase == END or (phase == PLAY and seat == current_player(w))


def resolve(w: World) -> None:
    """4.8  Fights, the next turn, the end of the match."""
    s = w.state
    phase = s.head[PHASE]
    if phase == PLAY:
        attacker = current_player(w)
        rest(w, attacker)
        fights(w, attacker)
        s.head[TURN_NO] += 1
        end_match(w)
    if phase == INIT:
        s.head[PHASE] = PLAY
    elif phase == END:
        s.head[PHASE] = OVER
    elif s.head[WINNER] != RUNNING:
        s.head[PHASE] = END


def rest(w: World, player: int) -> None:
    """4.8  Units may act again and cells be harvested again. Only cells with units of the player can be concerned."""
    s = w.state
    start = player * cell_count(w)
    for place in range(s.tallies[player * TALLY_COLUMNS + PLACES]):
        at = s.places[start + place] * CELL_COLUMNS
        s.cells[at + HARVESTED] = 0
        for kind in range(KINDS):
            s.cells[at + ACTED + kind] = 0


def fights(w: World, attacker: int) -> None:
    """4.9  Where both stand with a military among them. The last place first: a fight may remove the place."""
    s = w.state
    start = attacker * cell_count(w)
    place = s.tallies[attacker * TALLY_COLUMNS + PLACES] - 1
    while place >= 0:
        cell = s.places[start + place]
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
    note(w.scratch.events, FIGHT, cell, attacker, attacking, defending, left)
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
    return number * w.params[PRICE + kind]


def end_match(w: World) -> None:
    """4.11  Elimination first, then the turn limit."""
    s = w.state
    for player in range(PLAYERS):
        if s.tallies[player * TALLY_COLUMNS + TOTAL] == 0:
            s.head[REASON] = ELIMINATION
            s.head[WINNER] = A_WINS + 1 - player if w.params[ELIMINATION_WINS] else leader(w)
            return
    if s.head[TURN_NO] >= w.params[MAX_TURNS]:
        s.head[REASON] = TURN_LIMIT
        s.head[WINNER] = leader(w)


def leader(w: World) -> int:
    """4.11  The strictly higher score, or no one."""
    difference = score(w, A) - score(w, B)
    if difference == 0:
        return NO_ONE
    return A_WINS if difference > 0 else B_WINS


def forfeit(w: World, seat: int, cause: int) -> None:
    """4.11, 4.12  The opponent wins; what was done in the unfinished turn stands and no fight is resolved."""
    if w.state.head[WINNER] == RUNNING:
        w.state.head[WINNER] = A_WINS + 1 - seat
        w.state.head[REASON] = cause
        w.state.head[PHASE] = END


def score(w: World, seat: int) -> int:
    return w.state.players[seat * PLAYER_COLUMNS + SCORE]


def standing(w: World, seat: int) -> int:
    """By score while the match runs; then the winner alone, or nobody, stands first."""
    if w.state.head[WINNER] == RUNNING:
        return score(w, seat)
    return 1 if w.state.head[WINNER] == A_WINS + seat else 0
