"""4.6  Fights: when a turn ends, every cell where galions meet the other side is fought over."""

from __future__ import annotations

from joute.core.events import note
from joute.core.tables import clear, copy_row

from ..board import MER
from ..params import ILE, PROPRIETAIRE
from .boats import boats_on, cell_of, count, link, stow, tally
from .events import TO_ISLAND, TO_NOBODY, Fought, Looted, Sunk, Taken
from .places import lay, own, owner_of, purse, terrain_of
from .state import CARAVELLE, GALION, NOBODY, SUNK_ID, World


def fights(w: World, attacker: int) -> None:
    """4.6  Cells are independent; each is looked at once, at its first boat."""
    first = w.state.cells.first
    sunk = 0
    for row in range(w.state.head.boats):
        cell = cell_of(w, row)
        if first[cell] == row + 1 and meets(w, attacker, cell):
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
    if boats_on(w, defender, cell) == 0 and (owner != defender or not w.params.proprietaire_defend):
        return False
    return True


def fight(w: World, attacker: int, cell: int) -> int:
    """4.6 steps 4 to 9  How many boats sink."""
    winner = winner_on(w, attacker, cell)
    loser = 1 - winner
    attacking, defending = count(w, attacker, GALION, cell), count(w, 1 - attacker, GALION, cell)
    note(w.scratch.events, Fought(cell, attacker, attacking, defending, winner))
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
    if w.params.egalite_ile == PROPRIETAIRE:
        owner = owner_of(w, cell)
        return attacker if owner == NOBODY else owner
    return defender


def spoils(w: World, winner: int, cell: int) -> None:
    """4.6 step 5  The loser's island changes hands; a free one only with ILE_VIERGE_AU_VAINQUEUR."""
    if terrain_of(w, cell) == MER:
        return
    before = owner_of(w, cell)
    if before == 1 - winner or (before == NOBODY and w.params.ile_vierge_au_vainqueur):
        own(w, winner, cell)
        note(w.scratch.events, Taken(cell, winner, before))


def sink_all(w: World, loser: int, cell: int) -> int:
    """4.6 steps 6 and 7  All the loser's boats on the cell sink; the gold they carried."""
    boats, links = w.state.boats, w.state.links
    loot = 0
    row = w.state.cells.first[cell] - 1
    while row >= 0:
        if boats.seat[row] == loser:
            loot = purse(loot, boats.nb_or[row])
            sink(w, row, cell)
        row = links[row] - 1
    return loot


def sink_galions(w: World, winner: int, cell: int, losses: int) -> None:
    """4.6 step 8  The winner's galions with the smallest ids sink, cargo and all."""
    boats, links = w.state.boats, w.state.links
    row = w.state.cells.first[cell] - 1
    while losses > 0:
        if boats.seat[row] == winner and boats.btype[row] == GALION:
            sink(w, row, cell)
            losses -= 1
        row = links[row] - 1


def sink(w: World, row: int, cell: int) -> None:
    """A boat ceases to count; its row is removed when all fights are over."""
    boats = w.state.boats
    seat = boats.seat[row]
    note(w.scratch.events, Sunk(cell, boats.id[row], seat, boats.btype[row], boats.nb_or[row]))
    tally(w, row, -1)
    w.state.fleets[seat] -= 1
    boats.id[row] = SUNK_ID


def deal_out(w: World, winner: int, cell: int, loot: int) -> None:
    """4.6 step 9  The loot falls on the winner's island, or goes to a caravelle of his, or is lost."""
    if loot == 0:
        return
    receiver = TO_NOBODY
    if w.params.butin_ile == ILE and owner_of(w, cell) == winner:
        receiver = TO_ISLAND
        lay(w, cell, loot)
    elif count(w, winner, CARAVELLE, cell) > 0:
        row = eldest_caravelle(w, winner, cell)
        receiver = w.state.boats.id[row]
        stow(w, row, loot)
    note(w.scratch.events, Looted(cell, loot, receiver, winner))


def eldest_caravelle(w: World, seat: int, cell: int) -> int:
    """The row of the caravelle with the smallest id, on a cell that has one of the seat's."""
    boats, links = w.state.boats, w.state.links
    row = w.state.cells.first[cell] - 1
    while boats.seat[row] != seat or boats.btype[row] != CARAVELLE:
        row = links[row] - 1
    return row


def remove_sunk(w: World) -> None:
    """Close the ranks: the rows of sunk boats go, the others keep their order, and the chains are made anew."""
    head, boats, cells = w.state.head, w.state.boats, w.state.cells
    afloat = 0
    for row in range(head.boats):
        cell = cell_of(w, row)
        cells.first[cell] = 0
        cells.last[cell] = 0
        if boats.id[row] != SUNK_ID:
            if afloat < row:
                copy_row(boats, row, boats, afloat)
            afloat += 1
    clear(boats, afloat, head.boats)
    clear(w.state.links, 0, head.boats)
    head.boats = afloat
    for row in range(afloat):
        link(w, row)
