"""The contract of a tournament format, and what formats share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from joute.core.text import Text

MATCHES_MOST = 1_000_000
"""A schedule that is longer is a mistake."""

EntrantIndex = int
"""An entrant: its position in the list of entrants, from 0."""


class When(Enum):
    """When a format is asked for more matches."""

    ONCE = "at the beginning"
    BETWEEN = "when all matches so far are over: later rounds follow from their results"
    ALWAYS = "whenever a worker has room"


class Slot(NamedTuple):
    """One match of the schedule. `label` names it for good; a leg is a board with a seed, the same for all."""

    label: str
    round: int
    leg: int
    table: tuple[EntrantIndex, ...]
    """Who plays, in seat order."""


class SlotResult(NamedTuple):
    """The result of a slot. No ranks: it was not played, since an entrant was set aside or the engine failed."""

    slot: Slot
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def points(self) -> tuple[float, ...]:
        return points_of(self.ranks)


def points_of(ranks: Sequence[int]) -> tuple[float, ...]:
    """The points of each seat: 1 for the first place, 0 for the last, evenly between; equal ranks share."""
    others = len(ranks) - 1
    below = [sum(rank > own for rank in ranks) for own in ranks]
    level = [list(ranks).count(own) - 1 for own in ranks]
    return tuple((low + same / 2) / others for low, same in zip(below, level, strict=True))


class Strength(NamedTuple):
    """The running rating of an entrant, and how many of its matches are not over yet."""

    mu: float
    sigma: float
    pending: int = 0
    games: int = 0
    """How many of its matches have a result."""
    fixed: bool = False
    """Whether results leave it as it is."""


Met = Counter[tuple[EntrantIndex, EntrantIndex]]
"""How often each two have met, the smaller index first."""


class History:
    """The legs so far and who met in them, for a format that is asked always. The caller keeps it between calls."""

    def __init__(self, slots: Iterable[Slot] = ()) -> None:
        self.legs = 0
        self.met: Met = Counter()
        self.tables: list[tuple[EntrantIndex, ...]] = []
        """Who played each leg."""
        self.add(slots)

    def add(self, slots: Iterable[Slot]) -> None:
        for slot in slots:
            if slot.leg >= self.legs:
                self.legs = slot.leg + 1
                self.tables.append(slot.table)
            self.met.update(combinations(sorted(slot.table), 2))


class Situation(NamedTuple):
    """Everything that a format may know of its tournament."""

    entrants: int
    seats: int
    aside: frozenset[EntrantIndex]
    """The entrants that were set aside."""
    results: Mapping[str, SlotResult]
    """By label, all matches that are over; empty for a format that is asked always."""
    chance: Callable[[str, int], Random]
    """A random generator for a purpose and a number: the same whenever it is asked."""
    strengths: Sequence[Strength] = ()
    history: History | None = None


class Ranking(NamedTuple):
    """How a format ranks an entrant in the final table."""

    key: Any = 0
    """What comes before the rating in the order of the table, the smaller first."""
    note: Text | None = None
    """The same in words."""


class Tie(NamedTuple):
    """One place of a bracket: who meets there, as far as it is known, and who goes on."""

    one: EntrantIndex | None
    other: EntrantIndex | None
    points: tuple[float, float] = (0.0, 0.0)
    winner: EntrantIndex | None = None
    bye: bool = False
    """Whether `one` goes on without a match."""
    why: Text | None = None
    """Why who goes on does, where it is not by points."""


class Format(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Who plays whom, when, and how that ranks. A format is a subclass, alone in a module of this package.

    Its fields are the keys of `[format]` in tournament.toml and its tag is their `kind`. Methods are pure functions of
    what they are given, so that a tournament that was killed goes on exactly as it would have.
    """

    when: ClassVar[When]
    title: ClassVar[Text]
    """What pages call it."""
    chart: ClassVar[Literal["cross", "rounds", "bracket"]] = "cross"
    """How pages draw it: everybody against everybody, each round of everybody, or a bracket (see `ties`)."""
    late_entrants: ClassVar[bool] = False
    """Whether an entrant may join once the tournament has begun."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    def total(self, entrants: int, seats: int) -> int | None:
        """How many matches there will be at most; None where there is no end."""
        raise NotImplementedError

    def impossible(self, entrants: int, seats: int) -> str:
        """Why this cannot be played; empty if it can."""
        raise NotImplementedError

    def legs_together(self) -> int:
        """On how many legs the same entrants meet, as far as that is planned."""
        return 1

    def more(self, situation: Situation) -> list[Slot]:
        """The matches to play next; what is in the schedule already is not added again."""
        raise NotImplementedError

    def ranking(self, situation: Situation) -> dict[EntrantIndex, Ranking]:
        """What ranks the entrants before their ratings do; by default nothing."""
        return dict.fromkeys(range(situation.entrants), Ranking())

    def ties(self, situation: Situation) -> list[list[Tie]]:
        """The bracket, round by round to the final; asked only if `chart` says so."""
        raise NotImplementedError

    def drawn_from(self, labels: Iterable[str], earlier: Iterable[str]) -> set[str]:
        """Of these matches, those drawn from the results of `earlier` ones; asked only if `when` is BETWEEN."""
        return set()

    def given_up(self, situation: Situation, entrant: EntrantIndex) -> list[Slot]:
        """The matches that an entrant has lost only because it was set aside."""
        return []


def rotations(table: Sequence[EntrantIndex]) -> Iterable[tuple[EntrantIndex, ...]]:
    """The same players, each at each seat once."""
    for turn in range(len(table)):
        yield (*table[turn:], *table[:turn])


def too_few(entrants: int, seats: int) -> str:
    """Why so few entrants cannot fill a table; empty if they can."""
    if entrants < seats:
        return f"{entrants} entrants cannot fill a table of {seats} seats"
    return ""


def too_long(matches: int, remedy: str) -> str:
    return f"{matches} matches, and at most {MATCHES_MOST} are planned; {remedy}" if matches > MATCHES_MOST else ""
