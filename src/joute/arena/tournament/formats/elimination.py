"""Single elimination: who loses a series is out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from joute.core.text import Text

from .contract import EntrantIndex, Format, Ranking, Situation, Slot, Tie, When, too_few, too_long

WALKOVER = "the other was set aside"
ON_SCORES, ON_SEEDING = "level, on scores", "level, the better seeded"
REASONS = {
    WALKOVER: Text("the other was set aside", "forfait de l'autre"),
    ON_SCORES: Text("level, on scores", "à égalité, aux scores"),
    ON_SEEDING: Text("level, the better seeded", "à égalité, le mieux classé"),
}
"""Why who goes on does, where it is not by points."""
ROUNDS_MOST = 64
WON = Text("won the final", "a gagné la finale")
LOST = Text("lost the final", "a perdu la finale")
STILL_IN = Text("still in", "encore en lice")
Order = dict[EntrantIndex, tuple[int, int]]
"""Decides where all else is level: first who has already played in a later round, then the better seeded."""


class Series(NamedTuple):
    """Two entrants and the result between them so far. `winner` is None while that is open."""

    round: int
    number: int
    one: EntrantIndex
    other: EntrantIndex | None
    points: tuple[float, float] = (0.0, 0.0)
    games: int = 0
    winner: EntrantIndex | None = None
    why: str = ""
    missing: bool = False
    """Whether the engine failed in one of its matches, which waits for the organiser."""

    @property
    def loser(self) -> EntrantIndex | None:
        return None if self.winner is None else self.one if self.winner == self.other else self.other


class Elimination(Format, frozen=True, tag="elimination"):
    """Series of at most `best_of` matches, seats changing; the better seeded of the first round meet late.

    A draw is half a point each. Level after all matches: the greater sum of scores wins, then the better seeded.
    """

    when: ClassVar = When.BETWEEN
    title: ClassVar = Text("elimination", "élimination directe")
    chart: ClassVar = "bracket"
    best_of: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    seeding: Literal["list", "draw"] = "list"

    def total(self, entrants: int, seats: int) -> int | None:
        return (entrants - 1) * self.best_of

    def impossible(self, entrants: int, seats: int) -> str:
        if seats != 2:
            return f"elimination is for 2 seats, not {seats}; use swiss or tables"
        if self.best_of % 2 == 0:
            return f"best_of = {self.best_of}: an odd number is needed, so that a series has a winner"
        return too_few(entrants, seats) or too_long(self.total(entrants, seats) or 0, "best_of is too large")

    def legs_together(self) -> int:
        return (self.best_of + 1) // 2

    def more(self, situation: Situation) -> list[Slot]:
        """The matches that every open series needs at least, or those of the next round."""
        return [
            self._slot(series, game)
            for series in self.bracket(situation)[-1]
            if series.winner is None and series.other is not None and not series.missing
            for game in range(series.games, series.games + self._needed(series))
        ]

    def _needed(self, series: Series) -> int:
        """How many more matches it takes at least."""
        target = self.best_of / 2
        return min(self.best_of - series.games, int(target - max(series.points)) + 1)

    def _slot(self, series: Series, game: int) -> Slot:
        one, other = series.one, series.other
        assert other is not None
        pair = (one, other) if game % 2 == 0 else (other, one)
        leg = series.round * self.legs_together() + game // 2
        return Slot(f"{series.round}/{series.number}/{game}", series.round, leg, pair)

    def bracket(self, situation: Situation) -> list[list[Series]]:
        """All rounds so far; the last is not over, unless it is the final."""
        seeded = list(range(situation.entrants))
        if self.seeding == "draw":
            situation.chance("bracket", 0).shuffle(seeded)
        slots = sorted((played.slot for played in situation.results.values()), key=lambda slot: slot.round)
        reached = {entrant: slot.round for slot in slots for entrant in slot.table}
        order = {entrant: (-reached.get(entrant, 0), number) for number, entrant in enumerate(seeded)}
        rounds: list[list[Series]] = []
        line = _first_round(seeded)
        while True:
            pairs = zip(line[::2], line[1::2], strict=True)
            number = len(rounds)
            rounds.append([self._series(situation, number, count, *pair, order) for count, pair in enumerate(pairs)])
            if len(rounds[-1]) == 1 or any(series.winner is None for series in rounds[-1]):
                return rounds
            line = [series.winner for series in rounds[-1]]

    def ties(self, situation: Situation) -> list[list[Tie]]:
        """The rounds so far, then those to come, with whoever is known to play there."""
        rounds = [[_tie(series) for series in line] for line in self.bracket(situation)]
        while len(rounds[-1]) > 1:
            winners = [tie.winner for tie in rounds[-1]]
            rounds.append([Tie(*pair) for pair in zip(winners[::2], winners[1::2], strict=True)])
        return rounds

    def _series(
        self,
        situation: Situation,
        number: int,
        count: int,
        one: EntrantIndex | None,
        other: EntrantIndex | None,
        order: Order,
    ) -> Series:
        assert one is not None
        if other is None:
            return Series(number, count, one, None, winner=one, why="without a match")
        series = self._played(situation, Series(number, count, one, other))
        ahead, behind = series.points
        if ahead > self.best_of / 2 or behind > self.best_of / 2:
            return series._replace(winner=one if ahead > behind else other, why="on points")
        if series.games == self.best_of and not series.missing:
            return self._decided(situation, series, order)
        out = sorted(situation.aside & {one, other}, key=lambda entrant: order[entrant])
        return series._replace(winner=one if out[-1] == other else other, why=WALKOVER) if out else series

    def _played(self, situation: Situation, series: Series) -> Series:
        points, games, missing = {series.one: 0.0, series.other: 0.0}, 0, False
        for game in range(self.best_of):
            played = situation.results.get(self._slot(series, game).label)
            if played is None:
                break
            missing = missing or not played.ranks
            games += 1
            for entrant, worth in zip(played.slot.table, played.points() if played.ranks else (0.0, 0.0), strict=True):
                points[entrant] += worth
        return series._replace(points=(points[series.one], points[series.other]), games=games, missing=missing)

    def _decided(self, situation: Situation, series: Series, order: Order) -> Series:
        """Level, or ahead by a draw: points, then scores, then the seeding."""
        assert series.other is not None
        scores = {series.one: 0, series.other: 0}
        for game in range(self.best_of):
            played = situation.results[self._slot(series, game).label]
            for entrant, score in zip(played.slot.table, played.scores, strict=True):
                scores[entrant] += score
        ahead, behind = series.points
        if ahead != behind:
            return series._replace(winner=series.one if ahead > behind else series.other, why="on points")
        if scores[series.one] != scores[series.other]:
            return series._replace(winner=max(scores, key=lambda entrant: scores[entrant]), why=ON_SCORES)
        return series._replace(winner=min(scores, key=lambda entrant: order[entrant]), why=ON_SEEDING)

    def drawn_from(self, labels: Iterable[str], earlier: Iterable[str]) -> set[str]:
        """The way from there to the final."""
        roots = {_series_of(label) for label in earlier}
        drawn = {(round_ + more, number >> more) for round_, number in roots for more in range(1, ROUNDS_MOST)}
        return {label for label in labels if _series_of(label) in drawn}

    def given_up(self, situation: Situation, entrant: EntrantIndex) -> list[Slot]:
        """The match in which an entrant would play on if it were not set aside; none if it is not out for that."""
        return [
            self._slot(series, 0)
            for line in self.bracket(situation)
            for series in line
            if series.loser == entrant and series.why == WALKOVER
        ]

    def ranking(self, situation: Situation) -> dict[EntrantIndex, Ranking]:
        """The final rank of each entrant, and in words how far it came."""
        rounds = self.bracket(situation)
        ranks: dict[EntrantIndex, Ranking] = {}
        for number, series in ((number, series) for number, line in enumerate(rounds) for series in line):
            last = number == len(rounds) - 1 and len(rounds[-1]) == 1
            if series.loser is not None:
                ranks[series.loser] = Ranking(len(rounds[number]) + 1, LOST if last else _out(number + 1))
            if last and series.winner is not None:
                ranks[series.winner] = Ranking(1, WON)
        return {entrant: ranks.get(entrant, Ranking(1, STILL_IN)) for entrant in range(situation.entrants)}


def _tie(series: Series) -> Tie:
    bye = series.other is None
    return Tie(series.one, series.other, series.points, series.winner, bye, REASONS.get(series.why))


def _out(round_: int) -> Text:
    return Text(f"out in round {round_}", f"sorti au tour {round_}")


def _series_of(label: str) -> tuple[int, int]:
    round_, number, _ = label.split("/")
    return int(round_), int(number)


def _first_round(seeded: list[EntrantIndex]) -> list[EntrantIndex | None]:
    """The bracket, filled up with nobodies: the first two can only meet in the final, the first four before it."""
    line = [0]
    while len(line) < len(seeded):
        size = 2 * len(line)
        line = [seed for one in line for seed in (one, size - 1 - one)]
    return [seeded[seed] if seed < len(seeded) else None for seed in line]
