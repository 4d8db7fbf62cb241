"""What a resolution tells viewers: the fights, each with all that came of it, then the income and the scores."""

from __future__ import annotations

from typing import NamedTuple

# Receivers of a loot that are no boat
TO_NOBODY, TO_ISLAND = -1, -2


class Fought(NamedTuple):
    """4.6  Galions met the other side on a cell: how many the attacker had and the defender, and who won."""

    cell: int
    attacker: int
    attacking: int
    defending: int
    winner: int


class Taken(NamedTuple):
    """4.6 step 5  The winner of the fight took the island from its owner before."""

    cell: int
    seat: int
    before: int


class Sunk(NamedTuple):
    """4.6 steps 7 and 8  A boat sank in the fight, with its cargo."""

    cell: int
    id: int
    seat: int
    btype: int
    nb_or: int


class Looted(NamedTuple):
    """4.6 step 9  The cargo of the loser went to the boat with an id, to the island or to nobody."""

    cell: int
    nb_or: int
    receiver: int
    winner: int


class Earned(NamedTuple):
    """4.7 step 2  An island earned its income."""

    island: int
    seat: int
    nb_or: int


class Published(NamedTuple):
    """4.7 step 1  The score of a player."""

    seat: int
    score: int
