"""Who wins by seat among equals: which matches are played, which of them count, and what the numbers say."""

from __future__ import annotations

import random

import pytest

from joute.arena.fairness import FairnessError, SeatReport, Trial, clopper_pearson, measure, played, together
from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import Champion, Job, JobResult
from tests.arena.support import game

A, B = (Champion(name, "bundled", name) for name in "AB")


class Scripted(Executor):
    """Gives back what a script says of each job, in any order."""

    capacity = 2

    def __init__(self, script, order=None):
        self.script, self.order = script, order or random.Random(0)
        self.waiting, self.jobs = [], []

    def submit(self, job: Job) -> None:
        self.jobs.append(job)
        self.waiting.append(job)

    def next(self, timeout=None):
        if not self.waiting:
            return None
        return self.script(self.waiting.pop(self.order.randrange(len(self.waiting))))


def won(job: Job, ranks: tuple[int, ...], course: object) -> JobResult:
    return JobResult(job.key, ranks=ranks, course=str(course))


def first_wins(job: Job) -> JobResult:
    """The first seat wins, and no two matches are the same."""
    return won(job, (1, 2), (job.board, job.seed, job.champions))


def without_chance(job: Job) -> JobResult:
    """A always wins; nothing depends on the seed."""
    names = [champion.name for champion in job.champions]
    return won(job, (1, 1) if names[0] == names[1] else (1, 2) if names[0] == "A" else (2, 1), names)


def names_of(job: Job) -> str:
    return "".join(champion.name for champion in job.champions)


# Which matches


def test_a_pair_sits_in_turn_on_all_seats():
    def seated(pair, seats):
        tables = Trial(pair, None, 0).tables(seats)
        return ["".join(champion.name for champion in table) for table in tables]

    assert seated((A, B), 2) == ["AB", "BA"]
    assert seated((A, B), 3) == ["ABA", "BAA", "AAB", "BAB", "ABB", "BBA"]
    assert seated((A, B), 4) == ["ABAB", "BABA"]
    assert seated((B, B), 3) == ["BBB"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_stronger_champion_favours_no_seat(seats):
    """Of several equally strong ones at the table, each wins in turn."""

    def strong_wins(job: Job) -> JobResult:
        strong = [seat for seat, champion in enumerate(job.champions) if champion == A] or list(range(seats))
        winner = strong[job.seed % len(strong)]
        return won(job, tuple(1 + (seat != winner) for seat in range(seats)), (job.seed, job.champions))

    report = SeatReport("one", [None], seats)
    measure(game(), [report], [A, B], Scripted(strong_wins), lambda report: report.played < 6000)
    assert max(report.wins) - min(report.wins) <= 0.02 * report.decided


def test_rounds_have_all_pairs_on_board_after_board_then_with_the_next_seed():
    report = SeatReport("two", ["x", "y"], 2)
    executor = Scripted(first_wins)
    measure(game(), [report], [A, B], executor, lambda report: report.played < 9)
    assert [(names_of(job), job.board, job.seed) for job in executor.jobs] == [
        (names, board, seed) for board, seed in (("x", 0), ("y", 0), ("x", 1)) for names in ("AA", "AB", "BA", "BB")
    ]
    assert (report.played, report.counted, report.wins, report.drawn) == (12, 12, [12, 0], 0)


def test_copies_count_once_and_are_not_played_on():
    report = SeatReport("one", [None], 2)
    executor = Scripted(without_chance)
    measure(game(), [report], [A, B], executor, lambda report: True)
    assert [job.seed for job in executor.jobs] == [0] * 4 + [1] * 4
    assert (report.played, report.counted, report.wins, report.drawn) == (8, 4, [1, 1], 2)


def test_a_trial_with_a_copy_does_not_count_at_all():
    """Else the stronger of the two would be counted more often on one seat."""
    report, trial = SeatReport("one", ["x"], 2), Trial((A, B), "x", 0)
    ab, ba = (Job(key, "g", "", {}, "x", 0, ()) for key in "12")
    assert report.take(trial, [won(ab, (1, 2), "p"), won(ba, (2, 1), "q")])
    assert not report.take(trial._replace(seed=1), [won(ab, (1, 2), "p"), won(ba, (1, 2), "r")])
    assert (report.played, report.counted, report.wins) == (4, 2, [1, 1])
    assert report.take(trial._replace(seed=1, board="y"), [won(ab, (1, 2), "p"), won(ba, (2, 1), "p")])
    assert (report.played, report.counted, report.wins) == (6, 4, [2, 2])


def test_the_answer_does_not_depend_on_which_match_ends_first():
    def script(job: Job) -> JobResult:
        chance = random.Random(str((names_of(job), job.board, job.seed)))
        ranks = chance.choice([(1, 2), (2, 1), (1, 1)])
        return won(job, ranks, (names_of(job), chance.randrange(6)))

    found = set()
    for seed in range(8):
        reports = [SeatReport(name, [name], 2) for name in "xy"]
        measure(game(), reports, [A, B], Scripted(script, random.Random(seed)), lambda report: report.played < 40)
        found.add(str([(report.played, report.counted, report.wins) for report in reports]))
    assert len(found) == 1


def test_a_match_whose_worker_died_is_played_again_but_not_for_ever():
    died = []

    def once(job: Job) -> JobResult | Lost:
        died.append(job.key)
        return Lost(job.key, "gone") if died.count(job.key) == 1 else first_wins(job)

    report = SeatReport("one", [None], 2)
    measure(game(), [report], [A], Scripted(once), lambda report: report.played == 0)
    assert (died, report.counted) == (["0/0", "0/0"], 1)
    with pytest.raises(FairnessError, match=r"^a match of A A could not be played: gone$"):
        measure(game(), [report], [A], Scripted(lambda job: Lost(job.key, "gone")), lambda report: True)


def test_a_failure_of_the_engine_is_told_with_its_cause():
    job = Job("k", "g", "", {}, None, 0, (A, B))
    executor = Scripted(lambda job: JobResult(job.key, void="Traceback (most recent call last):\n  x\nKeyError: 3\n"))
    with pytest.raises(FairnessError, match=r"^a match of A B could not be played: KeyError: 3$"):
        list(played(executor, [job]))


# What they say


@pytest.mark.parametrize(
    ("wins", "total", "error", "low", "high"),
    [
        (8, 10, 0.05, 0.4439045, 0.9747893),
        (0, 10, 0.05, 0.0, 0.3084971),
        (10, 10, 0.05, 0.6915029, 1.0),
        (50, 100, 0.01, 0.36886, 0.63114),
        (5000, 10_000, 0.05, 0.490151, 0.509849),
        (0, 0, 0.05, 0.0, 1.0),
    ],
)
def test_intervals_are_those_of_clopper_and_pearson(wins, total, error, low, high):
    assert clopper_pearson(wins, total, error) == pytest.approx((low, high), abs=5e-6)


def report_of(*wins: int, drawn: int = 0) -> SeatReport:
    report = SeatReport("here", [None], len(wins))
    report.wins, report.counted = list(wins), sum(wins) + drawn
    report.played = report.counted
    return report


def test_all_reports_together():
    total = together([report_of(3, 4, drawn=1), report_of(10, 2)])
    assert (total.wins, total.counted, total.played, total.drawn, len(total.boards)) == ([13, 6], 20, 20, 1, 2)
