"""Swiss: in each round, those meet who stand alike and have not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from .draw import Contest, Met, Place, Played, Slot, When, rotations, too_few, too_long

TRIES = 20_000
"""How many pairings of a round are looked at before two may meet again."""


class Line(NamedTuple):
    """Where an entrant stands: points, the points of those it met, whether it sat out."""

    place: Place
    points: float
    opponents: float
    byes: int


class Swiss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="swiss"):
    """`rounds` rounds; those at a table play `legs` legs, each once for each rotation of the seats."""

    when: ClassVar[When] = When.BETWEEN
    rounds: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    legs: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1

    def total(self, entrants: int, seats: int) -> int | None:
        return self.rounds * (entrants // seats) * seats * self.legs

    def impossible(self, entrants: int, seats: int) -> str:
        if too_few(entrants, seats):
            return too_few(entrants, seats)
        most = entrants - 1 + entrants % 2
        if seats == 2 and self.rounds > most:
            return f'{self.rounds} rounds, but {entrants} entrants have met after {most}; use kind = "round_robin"'
        return too_long(self.total(entrants, seats) or 0, "play fewer rounds or legs")

    def more(self, contest: Contest) -> list[Slot]:
        """The next round, once the last is over and nothing in it failed through us."""
        number = 1 + max((played.slot.round for played in contest.played.values()), default=-1)
        if number >= self.rounds:
            return []
        order = [line.place for line in self.standings(contest) if line.place not in contest.aside]
        if number == 0:
            contest.chance("swiss", 0).shuffle(order)
        byes = {line.place: line.byes for line in self.standings(contest)}
        found = []
        for count, table in enumerate(paired(order, contest.seats, _met(contest), byes)):
            for leg in range(self.legs):
                for turn, seated in enumerate(rotations(table)):
                    label = f"{number}/{count}/{leg}/{turn}"
                    found.append(Slot(label, number, number * self.legs + leg, seated))
        return found

    def after(self, labels: Iterable[str], earlier: Iterable[str]) -> set[str]:
        """Of these matches, those that were drawn from the results of earlier ones."""
        first = min(map(_round_of, earlier))
        return {label for label in labels if _round_of(label) > first}

    def standings(self, contest: Contest) -> list[Line]:
        """Points, then the points of those one met, then the order of the list. Sitting out is worth a won table."""
        points = [0.0] * contest.entrants
        byes = [0] * contest.entrants
        rounds: dict[int, set[Place]] = {}
        for played in contest.played.values():
            rounds.setdefault(played.slot.round, set()).update(played.slot.table)
            for place, worth in zip(played.slot.table, _worth(contest, played), strict=True):
                points[place] += worth
        for present in rounds.values():
            for place in set(range(contest.entrants)) - present - contest.aside:
                byes[place] += 1
                points[place] += self.legs * contest.seats
        met = _met(contest)
        lines = [
            Line(place, points[place], sum(points[other] for other in _opponents(met, place)), byes[place])
            for place in range(contest.entrants)
        ]
        return sorted(lines, key=lambda line: (-line.points, -line.opponents, line.place))


def _round_of(label: str) -> int:
    return int(label.partition("/")[0])


def _worth(contest: Contest, played: Played) -> Sequence[float]:
    """The points of a match; one that was not played is won by all who were not set aside."""
    if played.ranks:
        return played.points()
    return [0.0 if place in contest.aside else 1.0 for place in played.slot.table]


def _met(contest: Contest) -> Met:
    """How many rounds each two have met in, the smaller first."""
    tables = {(played.slot.round, frozenset(played.slot.table)) for played in contest.played.values()}
    met: Met = Counter()
    for _, table in sorted(tables, key=lambda entry: (entry[0], sorted(entry[1]))):
        met.update(combinations(sorted(table), 2))
    return met


def _opponents(met: Met, place: Place) -> list[Place]:
    return [
        other for pair, count in met.items() if place in pair for other in pair if other != place for _ in range(count)
    ]


def paired(order: list[Place], seats: int, met: Met, byes: dict[Place, int]) -> list[tuple[Place, ...]]:
    """Tables of those who stand alike; the last of those who sat out least sit out."""
    left = len(order) % seats
    last = {place: -number for number, place in enumerate(order)}
    resting = sorted(order, key=lambda place: (byes.get(place, 0), last[place]))[:left]
    playing = [place for place in order if place not in resting]
    if seats == 2:
        exact = _without_rematch(playing, met)
        if exact is not None:
            return exact
    tables = []
    while playing:
        table = [playing.pop(0)]
        while len(table) < seats:
            cost = [sum(met[min(place, mate), max(place, mate)] for mate in table) for place in playing]
            table.append(playing.pop(cost.index(min(cost))))
        tables.append(tuple(table))
    return tables


def _without_rematch(order: list[Place], met: Met) -> list[tuple[Place, ...]] | None:
    """Pairs that have not met, the nearest in standing first; None if the tries do not suffice to find them."""
    pairs: list[tuple[Place, Place]] = []
    choices: list[int] = [0]
    waiting = [list(order)]
    for _ in range(TRIES):
        rest = waiting[-1]
        if not rest:
            return list(pairs)
        first = rest[0]
        number = next(
            (n for n in range(choices[-1] + 1, len(rest)) if not met[min(first, rest[n]), max(first, rest[n])]), None
        )
        if number is None:
            waiting.pop()
            choices.pop()
            if not waiting:
                return None
            pairs.pop()
            continue
        choices[-1] = number
        pairs.append((first, rest[number]))
        waiting.append([*rest[1:number], *rest[number + 1 :]])
        choices.append(0)
    return None
