"""4.6  Fights: when a turn ends, every cell where galions meet the other side is fought over."""

from __future__ import annotations

from joute.core.legacy_events import note

from ..board import MER
from ..params import BUTIN_ILE, EGALITE_ILE, ILE, ILE_VIERGE_AU_VAINQUEUR, PROPRIETAIRE, PROPRIETAIRE_DEFEND
from .actions import own, stow
from .state import (
    BOAT_COLUMNS,
    BOATS,
    CARAVELLE,
    CELL_COLUMNS,
    FIRST,
    GALION,
    GOLD,
    ID,
    NOBODY,
    OWNER,
    TYPE,
    World,
    boats_on,
    cell_of,
    count,
    lay,
    link,
    owner_of,
    purse,
    tally,
    terrain_of,
)

# Events for viewers
FIGHT, SUNK, LOOT, TAKEN = range(1, 5)
"""FIGHT: cell, attacker, his galions, the defender's, winner. SUNK: cell, id, seat, type, cargo.
LOOT: cell, gold, id of the boat that got it (or TO_ISLAND, TO_NOBODY), winner, 0.
TAKEN: cell, new owner, owner before, 0, 0."""
TO_NOBODY, TO_ISLAND = -1, -2

SUNK_ID = -1
"""The id of a boat between its sinking and the removal of its row."""


def fights(w: World, attacker: int) -> None:
    """4.6  Cells are independent; each is looked at once, at its first boat."""
    s = w.state
    sunk = 0
    for row in range(s.head[BOATS]):
        cell = cell_of(w, row)
        if s.cells[cell * CELL_COLUMNS + FIRST] == row + 1 and meets(w, attacker, cell):
            sunk += fight(w, attacker, cell)
    if sunk > 0:
        remove_sunk(w)


def meets(w: World, attacker: int, cell: int) -> bool:
    """4.6 steps 1 to 3  Both sides take part, and one has a galion."""
    defender = 1 - attacker
    if count(w, attacker, GALION, cell) == 0 and count(w, defender, GALION, cell) == 0:
        return False
    owner = owner_of(w, cell)
    if boats_on(w, attacker, cell) == 0 and owner != attacker:
        return False
    if boats_on(w, defender, cell) == 0 and (owner != defender or not w.params[PROPRIETAIRE_DEFEND]):
        return False
    return True


def fight(w: World, attacker: int, cell: int) -> int:
    """4.6 steps 4 to 9  How many boats sink."""
    winner = winner_on(w, attacker, cell)
    loser = 1 - winner
    attacking, defending = count(w, attacker, GALION, cell), count(w, 1 - attacker, GALION, cell)
    note(w.scratch.events, FIGHT, cell, attacker, attacking, defending, winner)
    spoils(w, winner, cell)
    beaten = boats_on(w, loser, cell)
    loot = sink_all(w, loser, cell)
    losses = max(0, min(attacking, defending) - 1)
    sink_galions(w, winner, cell, losses)
    deal_out(w, winner, cell, loot)
    return beaten + losses


def winner_on(w: World, attacker: int, cell: int) -> int:
    """4.6 step 4  More galions; if equal, the attacker at sea, and on an island whoever EGALITE_ILE says."""
    defender = 1 - attacker
    lead = count(w, attacker, GALION, cell) - count(w, defender, GALION, cell)
    if lead != 0:
        return attacker if lead > 0 else defender
    if terrain_of(w, cell) == MER:
        return attacker
    if w.params[EGALITE_ILE] == PROPRIETAIRE:
        owner = owner_of(w, cell)
        return attacker if owner == NOBODY else owner
    return defender


def spoils(w: World, winner: int, cell: int) -> None:
    """4.6 step 5  The loser's island changes hands; a free one only with ILE_VIERGE_AU_VAINQUEUR."""
    if terrain_of(w, cell) == MER:
        return
    before = owner_of(w, cell)
    if before == 1 - winner or (before == NOBODY and w.params[ILE_VIERGE_AU_VAINQUEUR]):
        own(w, winner, cell)
        note(w.scratch.events, TAKEN, cell, winner, before, 0, 0)


def sink_all(w: World, loser: int, cell: int) -> int:
    """4.6 steps 6 and 7  All the loser's boats on the cell sink; the gold they carried."""
    s = w.state
    loot = 0
    boat = s.cells[cell * CELL_COLUMNS + FIRST]
    while boat > 0:
        at = (boat - 1) * BOAT_COLUMNS
        if s.boats[at + OWNER] == loser:
            loot = purse(loot, s.boats[at + GOLD])
            sink(w, boat - 1, cell)
        boat = s.links[boat - 1]
    return loot


def sink_galions(w: World, winner: int, cell: int, losses: int) -> None:
    """4.6 step 8  The winner's galions with the smallest ids sink, cargo and all."""
    s = w.state
    boat = s.cells[cell * CELL_COLUMNS + FIRST]
    while losses > 0:
        at = (boat - 1) * BOAT_COLUMNS
        if s.boats[at + OWNER] == winner and s.boats[at + TYPE] == GALION:
            sink(w, boat - 1, cell)
            losses -= 1
        boat = s.links[boat - 1]


def sink(w: World, row: int, cell: int) -> None:
    """A boat ceases to count; its row is removed when all fights are over."""
    s = w.state
    at = row * BOAT_COLUMNS
    note(w.scratch.events, SUNK, cell, s.boats[at + ID], s.boats[at + OWNER], s.boats[at + TYPE], s.boats[at + GOLD])
    tally(w, row, -1)
    s.fleets[s.boats[at + OWNER]] -= 1
    s.boats[at + ID] = SUNK_ID


def deal_out(w: World, winner: int, cell: int, loot: int) -> None:
    """4.6 step 9  The loot falls on the winner's island, or goes to a caravelle of his, or is lost."""
    if loot == 0:
        return
    receiver = TO_NOBODY
    if w.params[BUTIN_ILE] == ILE and owner_of(w, cell) == winner:
        receiver = TO_ISLAND
        lay(w, cell, loot)
    elif count(w, winner, CARAVELLE, cell) > 0:
        row = eldest_caravelle(w, winner, cell)
        receiver = w.state.boats[row * BOAT_COLUMNS + ID]
        stow(w, row, loot)
    note(w.scratch.events, LOOT, cell, loot, receiver, winner, 0)


def eldest_caravelle(w: World, seat: int, cell: int) -> int:
    """The row of the caravelle with the smallest id, on a cell that has one of the seat's."""
    s = w.state
    row = s.cells[cell * CELL_COLUMNS + FIRST] - 1
    while s.boats[row * BOAT_COLUMNS + OWNER] != seat or s.boats[row * BOAT_COLUMNS + TYPE] != CARAVELLE:
        row = s.links[row] - 1
    return row


def remove_sunk(w: World) -> None:
    """Close the ranks: the rows of sunk boats go, the others keep their order, and the chains are made anew."""
    s = w.state
    rows = s.head[BOATS]
    for row in range(rows):
        at = cell_of(w, row) * CELL_COLUMNS
        for column in range(CELL_COLUMNS):
            s.cells[at + column] = 0
        s.links[row] = 0
    kept = 0
    for row in range(rows):
        if s.boats[row * BOAT_COLUMNS + ID] != SUNK_ID:
            for column in range(BOAT_COLUMNS):
                s.boats[kept * BOAT_COLUMNS + column] = s.boats[row * BOAT_COLUMNS + column]
            kept += 1
    for word in range(kept * BOAT_COLUMNS, rows * BOAT_COLUMNS):
        s.boats[word] = 0
    s.head[BOATS] = kept
    for row in range(kept):
        link(w, row)
