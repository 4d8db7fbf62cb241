"""Does a seat of a board win more than the others, among equal champions?

Two champions sit in turn round the table (A, B, A, or B, A, B), and the table is turned until each has been played
from all seats; each champion also meets itself. So no seat has better players or neighbours than another, and what is
left is the seat's own. A *trial* is such a pair on one board and seed, in all these ways. It counts as a whole, or not
at all if one of its matches copies an earlier one: then nothing in it is random, and the two do not meet there again.
Shares are those of the matches that one seat won alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import exp, lgamma, log
from typing import NamedTuple

from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import Champion, Job, JobResult, cause, job_for
from joute.core.game import Game

ERROR = 0.05
"""The chance that one of the intervals of a board misses the truth; at most."""
TRIES_MOST = 3
"""How often a match is tried whose worker fails."""
STEPS = 50
"""How often an end of an interval is halved: to more digits than a number has."""

Pair = tuple[Champion, Champion]


class FairnessError(RuntimeError):
    """A match could not be played: why."""


class Trial(NamedTuple):
    """A pair of champions on a board with a seed."""

    pair: Pair
    board: str | None
    seed: int

    def tables(self, seats: int) -> list[tuple[Champion, ...]]:
        """Who sits where: the two in turn, either of them first, turned through all seats; each table once."""
        lines = [[self.pair[(seat + first) % 2] for seat in range(seats)] for first in range(2)]
        return list(dict.fromkeys(tuple(line[turn:] + line[:turn]) for line in lines for turn in range(seats)))


class SeatReport:
    """Who won on a board, or on several that are reported as one."""

    def __init__(self, name: str, boards: Sequence[str | None], seats: int) -> None:
        """`boards` are texts; None is the board that the game makes from the seed."""
        self.name, self.boards, self.seats = name, boards, seats
        self.played = self.counted = 0
        self.wins = [0] * seats
        """For each seat, the matches that it won alone."""
        self._courses: set[tuple[Pair, str | None, int, str]] = set()

    @property
    def decided(self) -> int:
        return sum(self.wins)

    @property
    def drawn(self) -> int:
        """The matches whose first place is shared."""
        return self.counted - self.decided

    def take(self, trial: Trial, results: Sequence[JobResult]) -> bool:
        """Count a trial, unless one of its matches is a copy; whether it was counted."""
        self.played += len(results)
        courses = {(trial.pair, trial.board, way, result.course) for way, result in enumerate(results)}
        if courses & self._courses:
            return False
        self._courses |= courses
        self.counted += len(results)
        for result in results:
            if result.ranks.count(min(result.ranks)) == 1:
                self.wins[result.ranks.index(min(result.ranks))] += 1
        return True

    def interval(self, seat: int) -> tuple[float, float]:
        """Where the share of a seat lies: the intervals of all seats together hold but for a chance of ERROR."""
        return clopper_pearson(self.wins[seat], self.decided, ERROR / (self.seats if self.seats > 2 else 1))

    def share(self, seat: int) -> float:
        """Which part of the decided matches a seat won, where there are any."""
        return self.wins[seat] / self.decided

    def advantage(self, seat: int) -> int:
        """Whether a seat wins more than its part (1), less (-1), or not clearly either (0)."""
        low, high = self.interval(seat)
        return (low > 1 / self.seats) - (high < 1 / self.seats)


def together(reports: Sequence[SeatReport]) -> SeatReport:
    """All reports as one."""
    total = SeatReport("all together", [board for report in reports for board in report.boards], reports[0].seats)
    for report in reports:
        total.played += report.played
        total.counted += report.counted
        total.wins = [sum(pair) for pair in zip(total.wins, report.wins, strict=True)]
    return total


def measure(
    game: Game,
    reports: Sequence[SeatReport],
    champions: Sequence[Champion],
    executor: Executor,
    more: Callable[[SeatReport], bool],
    progress: Callable[[int], None] = lambda played: None,
) -> None:
    """Play rounds of all pairs for each report, as long as `more` says so and there is something new to play.

    All that is played in a round is known before it begins: so its results do not depend on how many play at once.
    `progress` is called after each match with the number of them.
    """
    pairs = list(combinations_with_replacement(champions, 2))
    queues = [deque(Trial(pair, board, 0) for board in report.boards for pair in pairs) for report in reports]
    while todo := [
        (report, queue, queue.popleft())
        for report, queue in zip(reports, queues, strict=True)
        if more(report)
        for _ in range(min(len(pairs), len(queue)))
    ]:
        before, results = sum(report.played for report in reports), dict[str, JobResult]()
        jobs = [_jobs(game, report, trial, str(number)) for number, (report, _, trial) in enumerate(todo)]
        for result in played(executor, [job for ways in jobs for job in ways]):
            results[result.key] = result
            progress(before + len(results))
        for (report, queue, trial), ways in zip(todo, jobs, strict=True):
            if report.take(trial, [results[job.key] for job in ways]):
                queue.append(trial._replace(seed=trial.seed + 1))


def _jobs(game: Game, report: SeatReport, trial: Trial, key: str) -> list[Job]:
    tables = trial.tables(report.seats)
    return [job_for(f"{key}/{way}", game, trial.seed, table, trial.board) for way, table in enumerate(tables)]


def played(executor: Executor, jobs: Sequence[Job]) -> Iterator[JobResult]:
    """The results of jobs as they come; a job whose worker died is played again."""
    by_key, tries = {job.key: job for job in jobs}, dict.fromkeys((job.key for job in jobs), 1)
    for job in jobs:
        executor.submit(job)
    while (outcome := executor.next()) is not None:
        if isinstance(outcome, JobResult) and not outcome.void:
            yield outcome
        elif isinstance(outcome, Lost) and tries[outcome.key] < TRIES_MOST:
            tries[outcome.key] += 1
            executor.submit(by_key[outcome.key])
        else:
            why = outcome.why if isinstance(outcome, Lost) else cause(outcome.void)
            names = " ".join(champion.name for champion in by_key[outcome.key].champions)
            raise FairnessError(f"a match of {names} could not be played: {why}")


# Intervals


def clopper_pearson(wins: int, total: int, error: float) -> tuple[float, float]:
    """The shares for which so many wins are no surprise on either side, each with half the error."""
    low = _share(lambda share: 1 - _at_most(wins - 1, total, share) < error / 2) if wins else 0.0
    high = _share(lambda share: _at_most(wins, total, share) > error / 2) if wins < total else 1.0
    return low, high


def _share(below: Callable[[float], bool]) -> float:
    """The share up to which a condition holds."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


def _at_most(wins: int, total: int, share: float) -> float:
    """The chance of at most so many wins."""
    return sum(
        exp(
            lgamma(total + 1)
            - lgamma(number + 1)
            - lgamma(total - number + 1)
            + number * log(share)
            + (total - number) * log(1 - share)
        )
        for number in range(wins + 1)
    )
