"""The words of all formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from random import Random
from typing import NamedTuple

MATCHES_MOST = 1_000_000
"""A schedule that is longer is a mistake."""

Place = int
"""An entrant: its place in the list, from 0."""


class When(Enum):
    """When a format is asked for more matches."""

    ONCE = "at the beginning"
    BETWEEN = "when all matches so far are over"
    ALWAYS = "whenever there is room"


class Slot(NamedTuple):
    """One match of the schedule. `label` names it for good; a leg is a board with a seed, the same for all."""

    label: str
    round: int
    leg: int
    table: tuple[Place, ...]
    """Who plays, in seat order."""


class Played(NamedTuple):
    """What came of a slot; without ranks it was not played, because somebody was set aside, or failed through us."""

    slot: Slot
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def points(self) -> tuple[float, ...]:
        """1 for the first place, 0 for the last, evenly between; who are level share."""
        others = len(self.ranks) - 1
        below = [sum(rank > own for rank in self.ranks) for own in self.ranks]
        level = [self.ranks.count(own) - 1 for own in self.ranks]
        return tuple((low + same / 2) / others for low, same in zip(below, level, strict=True))


class Strength(NamedTuple):
    """What the running ratings say of an entrant, and how many of its matches are not over yet."""

    mu: float
    sigma: float
    pending: int = 0


Met = Counter[tuple[Place, Place]]
"""How often each two have met, the smaller first."""


class History:
    """For a format that is asked always, kept by who asks: how many legs there are, and who meets in them."""

    def __init__(self, slots: Iterable[Slot] = ()) -> None:
        self.legs = 0
        self.met: Met = Counter()
        self.add(slots)

    def add(self, slots: Iterable[Slot]) -> None:
        for slot in slots:
            self.legs = max(self.legs, slot.leg + 1)
            self.met.update(combinations(sorted(slot.table), 2))


class Contest(NamedTuple):
    """All that a format may know."""

    entrants: int
    seats: int
    aside: frozenset[Place]
    played: Mapping[str, Played]
    """By label, all that is over; nothing where a format is asked always."""
    chance: Callable[[str, int], Random]
    """A generator for a purpose and a number: the same whenever it is asked."""
    strengths: Sequence[Strength] = ()
    history: History | None = None


def rotations(table: Sequence[Place]) -> Iterable[tuple[Place, ...]]:
    """The same players, each at each seat once."""
    for turn in range(len(table)):
        yield (*table[turn:], *table[:turn])


def too_few(entrants: int, seats: int) -> str:
    """Why so many cannot fill a table; empty if they can."""
    if entrants < seats:
        return f"{entrants} entrants cannot fill a table of {seats} seats"
    return ""


def too_long(matches: int, remedy: str) -> str:
    return f"{matches} matches, and at most {MATCHES_MOST} are planned; {remedy}" if matches > MATCHES_MOST else ""
