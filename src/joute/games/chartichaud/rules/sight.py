"""5  Visibility: what a player may know."""

from __future__ import annotations

from .state import (
    ACTED,
    CELL_COLUMNS,
    CELL_GOLD,
    GOLD,
    HARVESTED,
    KINDS,
    PLACES,
    PLAYER_COLUMNS,
    RUNNING,
    TALLY_COLUMNS,
    UNKNOWN,
    WINNER,
    World,
    add_units,
    cell_count,
    count,
    current_player,
    ready,
)


def sees(w: World, player: int, cell: int) -> bool:
    """5.1, 5.4  Once a winner is set, everything."""
    return w.state.head[WINNER] != RUNNING or w.state.sight[player * cell_count(w) + cell] > 0


def hide(w: World, seat: int) -> None:
    """5.2  Remove what a player may not know: hidden cells, the opponent's gold, exact counts behind its flags."""
    s = w.state
    if s.head[WINNER] != RUNNING:
        return
    other = 1 - seat
    cells = cell_count(w)
    s.players[other * PLAYER_COLUMNS + GOLD] = UNKNOWN
    for cell in range(cells):
        if s.sight[seat * cells + cell] == 0:
            s.cells[cell * CELL_COLUMNS + CELL_GOLD] = 0
    place = s.tallies[other * TALLY_COLUMNS + PLACES] - 1
    while place >= 0:
        cell = s.places[other * cells + place]
        hidden = s.sight[seat * cells + cell] == 0
        if current_player(w) == other:
            blur(w, cell, hidden)
        if hidden:
            for kind in range(KINDS):
                add_units(w, other, kind, cell, -count(w, other, kind, cell))
        place -= 1


def blur(w: World, cell: int, hidden: bool) -> None:
    """5.3  Of units of the player who moves, the one who waits learns only whether one has yet to act."""
    at = cell * CELL_COLUMNS
    cells = w.state.cells
    cells[at + HARVESTED] = 0
    for kind in range(KINDS):
        if hidden or ready(w, kind, cell) > 0:
            cells[at + ACTED + kind] = 0
