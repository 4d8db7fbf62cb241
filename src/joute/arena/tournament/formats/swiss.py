"""Swiss: in each round, those meet who stand alike and have not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from joute.core.text import Text

from .contract import (
    EntrantIndex,
    Format,
    Met,
    Ranking,
    Situation,
    Slot,
    SlotResult,
    When,
    rotations,
    too_few,
    too_long,
)

TRIES = 20_000
"""How many pairings of a round are tried before two entrants may meet again."""


class Score(NamedTuple):
    """The points of an entrant, the points of its opponents, and how many rounds it sat out."""

    entrant: EntrantIndex
    points: float
    opponents: float
    byes: int


class Swiss(Format, frozen=True, tag="swiss"):
    """`rounds` rounds; those at a table play `legs` legs, each once for each rotation of the seats."""

    when: ClassVar = When.BETWEEN
    title: ClassVar = Text("Swiss system", "système suisse")
    chart: ClassVar = "rounds"
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

    def legs_together(self) -> int:
        return self.legs

    def more(self, situation: Situation) -> list[Slot]:
        """The next round, once the last is over and the engine failed in none of its matches."""
        number = 1 + max((played.slot.round for played in situation.results.values()), default=-1)
        if number >= self.rounds:
            return []
        lines = self.standings(situation)
        order = [line.entrant for line in lines if line.entrant not in situation.aside]
        if number == 0:
            situation.chance("swiss", 0).shuffle(order)
        byes = {line.entrant: line.byes for line in lines}
        slots = []
        for count, table in enumerate(paired(order, situation.seats, _met(situation), byes)):
            for leg in range(self.legs):
                for turn, seated in enumerate(rotations(table)):
                    label = f"{number}/{count}/{leg}/{turn}"
                    slots.append(Slot(label, number, number * self.legs + leg, seated))
        return slots

    def drawn_from(self, labels: Iterable[str], earlier: Iterable[str]) -> set[str]:
        """All later rounds."""
        first = min(map(_round_of, earlier))
        return {label for label in labels if _round_of(label) > first}

    def ranking(self, situation: Situation) -> dict[EntrantIndex, Ranking]:
        return {
            line.entrant: Ranking((-line.points, -line.opponents), _note(f"{line.points:g}", f"{line.opponents:g}"))
            for line in self.standings(situation)
        }

    def standings(self, situation: Situation) -> list[Score]:
        """By points, then by the points of the opponents, then by the list. A round that one sits out counts as won."""
        points = [0.0] * situation.entrants
        byes = [0] * situation.entrants
        rounds: dict[int, set[EntrantIndex]] = {}
        for played in situation.results.values():
            rounds.setdefault(played.slot.round, set()).update(played.slot.table)
            for entrant, worth in zip(played.slot.table, _worth(situation, played), strict=True):
                points[entrant] += worth
        for present in rounds.values():
            for entrant in set(range(situation.entrants)) - present - situation.aside:
                byes[entrant] += 1
                points[entrant] += self.legs * situation.seats
        opponents = [0.0] * situation.entrants
        for (one, other), count in _met(situation).items():
            opponents[one] += count * points[other]
            opponents[other] += count * points[one]
        lines = [
            Score(entrant, points[entrant], opponents[entrant], byes[entrant]) for entrant in range(situation.entrants)
        ]
        return sorted(lines, key=lambda line: (-line.points, -line.opponents, line.entrant))


def _note(own: str, opponents: str) -> Text:
    french = f"points : {own}, des adversaires : {opponents}".replace(".", ",")
    return Text(f"points: {own}, of the opponents: {opponents}", french)


def _round_of(label: str) -> int:
    return int(label.partition("/")[0])


def _worth(situation: Situation, played: SlotResult) -> Sequence[float]:
    """The points of a match; one that was not played is won by everybody who was not set aside."""
    if played.ranks:
        return played.points()
    return [0.0 if entrant in situation.aside else 1.0 for entrant in played.slot.table]


def _met(situation: Situation) -> Met:
    """How many rounds each two have met in, the smaller first."""
    tables = {(played.slot.round, tuple(sorted(played.slot.table))) for played in situation.results.values()}
    return Counter(pair for _, table in sorted(tables) for pair in combinations(table, 2))


def paired(
    order: list[EntrantIndex], seats: int, met: Met, byes: dict[EntrantIndex, int]
) -> list[tuple[EntrantIndex, ...]]:
    """Tables of neighbours in `order`; where some must sit out, the last of those who did so least often."""
    left = len(order) % seats
    last = {entrant: -number for number, entrant in enumerate(order)}
    resting = sorted(order, key=lambda entrant: (byes.get(entrant, 0), last[entrant]))[:left]
    playing = [entrant for entrant in order if entrant not in resting]
    if seats == 2:
        exact = _without_rematch(playing, met)
        if exact is not None:
            return exact
    tables = []
    while playing:
        table = [playing.pop(0)]
        while len(table) < seats:
            cost = [sum(met[min(entrant, mate), max(entrant, mate)] for mate in table) for entrant in playing]
            table.append(playing.pop(cost.index(min(cost))))
        tables.append(tuple(table))
    return tables


def _without_rematch(order: list[EntrantIndex], met: Met) -> list[tuple[EntrantIndex, ...]] | None:
    """Pairs that have not met, the nearest in standing first; None if no such pairing is found in TRIES steps."""
    pairs: list[tuple[EntrantIndex, EntrantIndex]] = []
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
