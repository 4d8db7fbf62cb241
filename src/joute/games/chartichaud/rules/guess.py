"""A truth that a player may be looking at: what it cannot see, drawn at random.

The opponent is as rich as the player, but for what the scores tell. What is not seen of that stands on hidden cells, or
is gold.
"""

from __future__ import annotations

from joute.core.chance import draw
from joute.core.world import Buffer

from .sight import sees
from .state import World, add_units, cell_count, count
from .vocabulary import BUILDING, KINDS, MILITARY, RUNNING

WORTH_MOST = 1 << 20
"""The most that is thought of as wealth: random numbers are small."""
GUESSES = 64
"""How many units are thought of."""


def determinise(w: World, seat: int, rng: Buffer) -> None:
    """Turn the view of a seat into a truth of which it is the view (5.2, 5.3)."""
    if w.state.head.winner != RUNNING:
        return
    guess_gold(w, seat, rng)
    other = 1 - seat
    wealth = wealth_of(w, seat, rng)
    guess_units(w, seat, wealth, rng)
    if w.state.tallies.units[other] == 0:  # who has none has lost, so there is one somewhere
        add_units(w, other, MILITARY, hidden_cell(w, seat, rng), 1)
    w.state.players.gold[other] = max(0, wealth - units_worth(w, other))


def guess_gold(w: World, seat: int, rng: Buffer) -> None:
    """A hidden cell has the gold of some cell that is seen, and none if none is found."""
    gold, cells = w.state.cells.gold, cell_count(w)
    for cell in range(cells):
        if not sees(w, seat, cell):
            like = draw(rng, cells)
            gold[cell] = gold[like] if sees(w, seat, like) else 0


def wealth_of(w: World, seat: int, rng: Buffer) -> int:
    """What the opponent may have in all: half to one and a half times what a player of its score would."""
    other, players = 1 - seat, w.state.players
    own = units_worth(w, seat) + min(players.gold[seat], WORTH_MOST)
    ahead = min(max(players.score[other] - players.score[seat], -own), WORTH_MOST)
    wealth = min(own + ahead, WORTH_MOST)
    return wealth // 2 + draw(rng, wealth + 1)


def units_worth(w: World, player: int) -> int:
    worth = 0
    for cell in range(cell_count(w)):
        for kind in range(KINDS):
            worth += min(count(w, player, kind, cell), WORTH_MOST) * w.params.price[kind]
    return min(worth, WORTH_MOST)


def guess_units(w: World, seat: int, wealth: int, rng: Buffer) -> None:
    """Units of the opponent on hidden cells, as long as all that it has is worth no more than this."""
    other = 1 - seat
    left = wealth - units_worth(w, other)
    for _ in range(GUESSES):
        cell = hidden_cell(w, seat, rng)
        kind = draw(rng, KINDS)
        if cell >= 0 and w.params.price[kind] <= left and may_stand(w, other, kind, cell):
            add_units(w, other, kind, cell, 1)
            left -= w.params.price[kind]


def hidden_cell(w: World, seat: int, rng: Buffer) -> int:
    """The first cell from a random one on that the seat does not see; -1 where it sees all."""
    cells = cell_count(w)
    start = draw(rng, cells)
    for step in range(cells):
        cell = (start + step) % cells
        if not sees(w, seat, cell):
            return cell
    return -1


def may_stand(w: World, player: int, kind: int, cell: int) -> bool:
    """4.5  No more buildings on a cell than the parameters allow."""
    limit = w.params.max_buildings_per_cell
    return kind != BUILDING or limit < 0 or count(w, player, BUILDING, cell) < limit
