"""Single elimination: who loses a series is out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from joute.core.text import Text

from .draw import Contest, Place, Slot, When, too_few, too_long

WALKOVER = "the other was set aside"
ROUNDS_MOST = 64
WON = Text("won the final", "a gagné la finale")
LOST = Text("lost the final", "a perdu la finale")
STILL_IN = Text("still in", "encore en lice")
Order = dict[Place, tuple[int, int]]
"""Who is better where nothing else decides: who was drawn into a later round already, then the better seeded."""


class Series(NamedTuple):
    """Two entrants, and how it stands between them. `winner` is None while that is open."""

    round: int
    number: int
    one: Place
    other: Place | None
    points: tuple[float, float] = (0.0, 0.0)
    games: int = 0
    winner: Place | None = None
    why: str = ""
    missing: bool = False
    """Whether one of its matches failed through us and waits for the organiser."""

    @property
    def loser(self) -> Place | None:
        return None if self.winner is None else self.one if self.winner == self.other else self.other


class Elimination(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="elimination"):
    """Series of at most `best_of` matches, seats changing; the better seeded of the first round meet late.

    A draw is half a point each. Level after all matches: the greater sum of scores wins, then the better seeded.
    """

    when: ClassVar[When] = When.BETWEEN
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

    def more(self, contest: Contest) -> list[Slot]:
        """The matches that every open series needs at least, or those of the next round."""
        return [
            self._slot(series, game)
            for series in self.bracket(contest)[-1]
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
        legs = (self.best_of + 1) // 2
        return Slot(f"{series.round}/{series.number}/{game}", series.round, series.round * legs + game // 2, pair)

    def bracket(self, contest: Contest) -> list[list[Series]]:
        """All rounds so far; the last is not over, unless it is the final."""
        places = list(range(contest.entrants))
        if self.seeding == "draw":
            contest.chance("bracket", 0).shuffle(places)
        slots = sorted((played.slot for played in contest.played.values()), key=lambda slot: slot.round)
        reached = {place: slot.round for slot in slots for place in slot.table}
        order = {place: (-reached.get(place, 0), number) for number, place in enumerate(places)}
        rounds: list[list[Series]] = []
        line = _first_round(places)
        while True:
            pairs = zip(line[::2], line[1::2], strict=True)
            number = len(rounds)
            rounds.append([self._series(contest, number, count, *pair, order) for count, pair in enumerate(pairs)])
            if len(rounds[-1]) == 1 or any(series.winner is None for series in rounds[-1]):
                return rounds
            line = [series.winner for series in rounds[-1]]

    def _series(
        self, contest: Contest, number: int, count: int, one: Place | None, other: Place | None, order: Order
    ) -> Series:
        assert one is not None
        if other is None:
            return Series(number, count, one, None, winner=one, why="without a match")
        series = self._played(contest, Series(number, count, one, other))
        ahead, behind = series.points
        if ahead > self.best_of / 2 or behind > self.best_of / 2:
            return series._replace(winner=one if ahead > behind else other, why="on points")
        if series.games == self.best_of and not series.missing:
            return self._decided(contest, series, order)
        out = sorted(contest.aside & {one, other}, key=lambda place: order[place])
        return series._replace(winner=one if out[-1] == other else other, why=WALKOVER) if out else series

    def _played(self, contest: Contest, series: Series) -> Series:
        points, games, missing = {series.one: 0.0, series.other: 0.0}, 0, False
        for game in range(self.best_of):
            played = contest.played.get(self._slot(series, game).label)
            if played is None:
                break
            missing = missing or not played.ranks
            games += 1
            for place, worth in zip(played.slot.table, played.points() if played.ranks else (0.0, 0.0), strict=True):
                points[place] += worth
        return series._replace(points=(points[series.one], points[series.other]), games=games, missing=missing)

    def _decided(self, contest: Contest, series: Series, order: Order) -> Series:
        """Level, or ahead by a draw: points, then scores, then the seeding."""
        assert series.other is not None
        scores = {series.one: 0, series.other: 0}
        for game in range(self.best_of):
            played = contest.played[self._slot(series, game).label]
            for place, score in zip(played.slot.table, played.scores, strict=True):
                scores[place] += score
        ahead, behind = series.points
        if ahead != behind:
            return series._replace(winner=series.one if ahead > behind else series.other, why="on points")
        if scores[series.one] != scores[series.other]:
            return series._replace(winner=max(scores, key=lambda place: scores[place]), why="level, on scores")
        return series._replace(winner=min(scores, key=lambda place: order[place]), why="level, the better seeded")

    def after(self, labels: Iterable[str], earlier: Iterable[str]) -> set[str]:
        """Of these matches, those that were drawn from the results of earlier ones."""
        roots = {_series_of(label) for label in earlier}
        drawn = {(round_ + more, number >> more) for round_, number in roots for more in range(1, ROUNDS_MOST)}
        return {label for label in labels if _series_of(label) in drawn}

    def given_up(self, contest: Contest, place: Place) -> list[str]:
        """The match in which an entrant would play on if it were not set aside; none if it is not out for that."""
        return [
            self._slot(series, 0).label
            for line in self.bracket(contest)
            for series in line
            if series.loser == place and series.why == WALKOVER
        ]

    def finish(self, contest: Contest) -> dict[Place, tuple[int, Text]]:
        """The final rank of each entrant, and in words how far it came."""
        rounds = self.bracket(contest)
        ranks: dict[Place, tuple[int, Text]] = {}
        for number, series in ((number, series) for number, line in enumerate(rounds) for series in line):
            last = number == len(rounds) - 1 and len(rounds[-1]) == 1
            if series.loser is not None:
                ranks[series.loser] = (len(rounds[number]) + 1, LOST if last else _out(number + 1))
            if last and series.winner is not None:
                ranks[series.winner] = (1, WON)
        return {place: ranks.get(place, (1, STILL_IN)) for place in range(contest.entrants)}


def _out(round_: int) -> Text:
    return Text(f"out in round {round_}", f"sorti au tour {round_}")


def _series_of(label: str) -> tuple[int, int]:
    round_, number, _ = label.split("/")
    return int(round_), int(number)


def _first_round(places: list[Place]) -> list[Place | None]:
    """The bracket, filled up with nobodies: the first two can only meet in the final, the first four before it."""
    line = [0]
    while len(line) < len(places):
        size = 2 * len(line)
        line = [seed for one in line for seed in (one, size - 1 - one)]
    return [places[seed] if seed < len(places) else None for seed in line]
