"""5  Visibility: what a player may know."""

from __future__ import annotations

from .state import World, add_units, cell_count, count, current_player, place_at, ready
from .vocabulary import KINDS, RUNNING, UNKNOWN, A


def sees(w: World, player: int, cell: int) -> bool:
    """5.1, 5.4  Once a winner is set, everything."""
    seers = w.state.sight_a[cell] if player == A else w.state.sight_b[cell]
    return seers > 0 or w.state.head.winner != RUNNING


def hide(w: World, seat: int) -> None:
    """5.2  Remove what a player may not know: hidden cells, the opponent's gold, exact counts behind its flags."""
    s = w.state
    if s.head.winner != RUNNING:
        return
    other, gold = 1 - seat, s.cells.gold
    sight = s.sight_a if seat == A else s.sight_b
    s.players.gold[other] = UNKNOWN
    for cell in range(cell_count(w)):
        if sight[cell] == 0:
            gold[cell] = 0
    place = s.tallies.places[other] - 1
    while place >= 0:
        cell = place_at(w, other, place)
        hidden = sight[cell] == 0
        if current_player(w) == other:
            blur(w, cell, hidden)
        if hidden:
            for kind in range(KINDS):
                add_units(w, other, kind, cell, -count(w, other, kind, cell))
        place -= 1


def blur(w: World, cell: int, hidden: bool) -> None:
    """5.3  Of units of the player who moves, the one who waits learns only whether one has yet to act."""
    cells = w.state.cells
    cells.harvested[cell] = 0
    for kind in range(KINDS):
        if hidden or ready(w, kind, cell) > 0:
            cells.acted[cell * KINDS + kind] = 0
