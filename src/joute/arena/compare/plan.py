"""Comparing champions: what is to be played, and what the results say.

The first champion is compared with each of the others, its *rivals*. A *round* is one board and seed, played once from
every seat: the same table, rotated. What a round says is the part of its matches in which the champion came before the
rival, a draw counting half; rounds are taken in order, whatever is finished first: else short matches would weigh more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from joute import __version__
from joute.arena.jobs.job import Champion, Job, JobResult, Terms
from joute.match.verdict import Verdict

from .sequential import Sequence

KEPT = 5
"""How many of the champion's losses are kept as replays, for each rival."""
CLOSE = 1e-9


class Plan(msgspec.Struct, frozen=True):
    """All that a comparison is made of."""

    game: str
    preset: str
    params: dict[str, Any]
    boards: tuple[str | None, ...]
    seed: int
    seats: int
    champions: tuple[Champion, ...]
    others: tuple[Champion, ...]
    hosting: Terms
    matches_most: int
    error: float
    margin: float
    rules_version: int
    engine: str = __version__

    @property
    def rounds_most(self) -> int:
        return -(-self.matches_most // self.seats)

    def table(self, rival: int, rotation: int) -> tuple[Champion, ...]:
        """Who sits where: the champion at seat `rotation`, the rival after it, then the others."""
        line = (self.champions[0], self.champions[rival], *self.others)[: self.seats]
        return tuple(line[(seat - rotation) % self.seats] for seat in range(self.seats))

    def job(self, place: Place) -> Job:
        return Job(
            key=place.key,
            game=self.game,
            preset=self.preset,
            params=self.params,
            board=self.boards[place.round % len(self.boards)],
            seed=self.seed + place.round // len(self.boards),
            champions=self.table(place.rival, place.rotation),
            hosting=self.hosting,
            engine=self.engine,
            rules_version=self.rules_version,
        )


class Place(NamedTuple):
    """Which match of a comparison."""

    rival: int
    round: int
    rotation: int

    @property
    def key(self) -> str:
        return f"{self.rival}/{self.round}/{self.rotation}"


def place_of(key: str) -> Place:
    rival, number, rotation = (int(part) for part in key.split("/"))
    return Place(rival, number, rotation)


class Answer(StrEnum):
    """What is known of a champion and a rival."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"


class Loss(NamedTuple):
    """A match that the champion lost; the greater, the more there is to learn from it."""

    failed: bool
    everywhere: bool
    """Whether it lost the round from every seat."""
    behind: int
    place: Place


class Duel:
    """The champion and one rival: all that their finished rounds say, up to the one that decided."""

    def __init__(self, plan: Plan, rival: int) -> None:
        self.plan, self.rival = plan, rival
        self.wins = self.draws = self.losses = self.void = self.rounds = 0
        self.faults: tuple[Counter[Verdict], Counter[Verdict]] = (Counter(), Counter())
        self.first_fault: list[str] = ["", ""]
        self.kept: list[Loss] = []
        self.sequence = Sequence(plan.error)
        self._points = 0.0
        self._behind: list[float] = []
        self.next = 0
        """The round that is taken in next."""

    @property
    def answer(self) -> Answer:
        low, high, margin = self.sequence.low, self.sequence.high, self.plan.margin + CLOSE
        if low > 0.5 + CLOSE:
            return Answer.BETTER
        if high < 0.5 - CLOSE:
            return Answer.WORSE
        return Answer.EQUAL if low >= 0.5 - margin and high <= 0.5 + margin else Answer.OPEN

    @property
    def over(self) -> bool:
        return self.answer != Answer.OPEN or self.next >= self.plan.rounds_most

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The part of the points that the champion took."""
        return self._points / self.rounds if self.rounds else 0.5

    @property
    def score_difference(self) -> tuple[float, float]:
        """By how much the champion's score was greater in a match, on average; and the standard error of that."""
        found = self._behind
        if len(found) < 2:
            return (-found[0] if found else 0.0), 0.0
        mean = sum(found) / len(found)
        return -mean, sqrt(sum((value - mean) ** 2 for value in found) / (len(found) - 1) / len(found))

    def take(self, played: dict[str, JobResult]) -> bool:
        """Take the next round in, if all its matches are among those played and nothing is decided yet."""
        places = [Place(self.rival, self.next, rotation) for rotation in range(self.plan.seats)]
        if self.over or any(place.key not in played for place in places):
            return False
        self.next += 1
        self._count([(place, played[place.key]) for place in places])
        return True

    def _count(self, matches: list[tuple[Place, JobResult]]) -> None:
        """What a round says. One in which we failed says nothing."""
        if any(done.void for _, done in matches):
            self.void += 1
            return
        points, behind, losses = 0.0, 0.0, list[tuple[Place, int, bool]]()
        for place, done in matches:
            mine, theirs = self.seats(place)
            self._blame(done, mine, theirs)
            points += self._result(done.ranks[mine], done.ranks[theirs])
            gap = done.scores[theirs] - done.scores[mine]
            behind += gap
            if done.ranks[mine] > done.ranks[theirs]:
                losses.append((place, gap, done.verdicts[mine][0] != Verdict.OK))
        self.rounds += 1
        self._points += points / len(matches)
        self._behind.append(behind / len(matches))
        self.sequence.see(points / len(matches))
        everywhere = len(losses) == len(matches)
        self.kept += [Loss(failed, everywhere, gap, place) for place, gap, failed in losses]
        self.kept = sorted(self.kept, reverse=True)[:KEPT]

    def seats(self, place: Place) -> tuple[int, int]:
        return place.rotation, (place.rotation + 1) % self.plan.seats

    def _result(self, mine: int, theirs: int) -> float:
        self.wins += mine < theirs
        self.draws += mine == theirs
        self.losses += mine > theirs
        return 0.5 if mine == theirs else float(mine < theirs)

    def _blame(self, done: JobResult, *seats: int) -> None:
        for who, seat in enumerate(seats):
            verdict, told = done.verdicts[seat]
            if verdict != Verdict.OK:
                self.faults[who][verdict] += 1
                self.first_fault[who] = self.first_fault[who] or told


class Comparison:
    """A plan and all that has been played of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.duels = [Duel(plan, rival) for rival in range(1, len(plan.champions))]
        self.played: dict[str, JobResult] = {}

    @property
    def over(self) -> bool:
        return all(duel.over for duel in self.duels)

    def take(self, done: JobResult) -> None:
        """Take a match in; a match that was played before counts once."""
        self.played.setdefault(done.key, msgspec.structs.replace(done, replay=b""))
        duel = self.duels[place_of(done.key).rival - 1]
        while duel.take(self.played):
            pass

    def todo(self) -> Iterator[Place]:
        """What is still to be played, round by round, as long as it is of use."""
        for number in range(self.plan.rounds_most):
            for duel in self.duels:
                for rotation in range(self.plan.seats):
                    place = Place(duel.rival, number, rotation)
                    if not duel.over and place.key not in self.played:
                        yield place

    def wanted(self, place: Place) -> bool:
        """Whether the replay of a match that was just taken in is worth keeping, for now."""
        duel = self.duels[place.rival - 1]
        if place.round < duel.next:
            return any(loss.place == place for loss in duel.kept)
        done = self.played.get(place.key)
        if done is None or done.void or duel.over:
            return False
        mine, theirs = duel.seats(place)
        return done.ranks[mine] > done.ranks[theirs]
