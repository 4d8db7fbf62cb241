"""What the results of a comparison say, and a folder that loses nothing and repeats nothing."""

from __future__ import annotations

import contextlib
import random
import shutil

import msgspec
import pytest

from joute import __version__
from joute.arena.compare.plan import LOSSES_KEPT, Comparison, ComparisonPlan, Conclusion, MatchId, match_id
from joute.arena.compare.session import CompareError, begun, continued, run
from joute.arena.compare.sprt import Hypotheses, Model, bounds
from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import Champion, Job, JobResult, Terms
from joute.champions.errors import ChampionError
from joute.match.verdict import Verdict
from tests.arena.support import game

OK = (Verdict.OK, "")


def plan(**changes) -> ComparisonPlan:
    champions = tuple(Champion(name, "bundled", name) for name in ("mine", "old"))
    plain = ComparisonPlan(
        game="chartichaud",
        preset="sujet",
        params={},
        boards=(None,),
        generated=True,
        seed=10,
        seats=2,
        champions=champions,
        others=(),
        hosting=Terms(),
        matches_most=40,
        deadline=500,
        error=0.05,
        margin=0.05,
        sprt=None,
        rules_version=game().info.rules_version,
    )
    return msgspec.structs.replace(plain, **changes)


def done(key: str, mine: int, theirs: int, verdict=OK, seats: int = 2, course: str = "") -> JobResult:
    """A match that the champion ended with `mine` points, wherever it sat; another game than all others."""
    place = match_id(key)
    scores = [0] * seats
    scores[place.rotation], scores[(place.rotation + 1) % seats] = mine, theirs
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    verdicts = [OK] * seats
    verdicts[place.rotation] = verdict
    zeros, replay = (0.0,) * seats, b"replay of " + key.encode()
    return JobResult(key, tuple(scores), ranks, "", tuple(verdicts), zeros, zeros, replay, course or key)


class Scripted(Executor):
    """Plays nothing: gives what a function says of each job, in an order of its own."""

    capacity = 3

    def __init__(self, results, seed: int = 1) -> None:
        self.results, self.rng = results, random.Random(seed)
        self.jobs: list[Job] = []
        self.seen: list[str] = []

    def submit(self, job):
        assert job.key not in [other.key for other in self.jobs]
        self.jobs.append(job)
        self.seen.append(job.key)

    def next(self, timeout=None):
        if not self.jobs:
            return None
        return self.results(self.jobs.pop(self.rng.randrange(len(self.jobs))).key)

    def close(self):
        self.jobs = []


# What is played


def test_a_round_is_one_board_and_seed_from_every_seat():
    found = plan(seats=4, others=tuple(Champion(n, "bundled", n) for n in ("x", "y")))
    names = [[champion.name for champion in found.table(1, rotation)] for rotation in range(4)]
    assert names == [
        ["mine", "old", "x", "y"],
        ["y", "mine", "old", "x"],
        ["x", "y", "mine", "old"],
        ["old", "x", "y", "mine"],
    ]
    tables = [found.job(MatchId(1, 3, rotation)) for rotation in range(4)]
    assert {(job.board, job.seed) for job in tables} == {(None, 13)}


@pytest.mark.parametrize(
    ("generated", "boards"), [(False, ["one", None, "one", None]), (True, ["one", None, None, None])]
)
def test_after_the_last_board_generated_ones_follow_or_the_first_comes_again(generated, boards):
    found = plan(boards=("one", None), generated=generated)
    jobs = [found.job(MatchId(1, number, 0)) for number in range(4)]
    assert [job.board for job in jobs] == boards
    assert [job.seed for job in jobs] == [10, 11, 12, 13]


def test_matches_come_round_by_round_up_to_the_limit_in_whole_rounds():
    found = Comparison(plan(matches_most=3))
    assert [place.key for place in found.todo()] == ["1/0/0", "1/0/1", "1/1/0", "1/1/1"]


def test_each_rival_meets_the_same_boards_until_it_is_decided():
    third = Champion("other", "bundled", "other")
    found = Comparison(plan(champions=(*plan().champions, third), matches_most=60))
    for number in range(30):
        for rotation in range(2):
            found.take(done(f"1/{number}/{rotation}", 5, 0))
    assert found.duels[0].answer == Conclusion.BETTER
    assert {place.rival for place in found.todo()} == {2}
    assert not found.over


# What the results say


def test_wins_draws_losses_scores_and_points():
    found = Comparison(plan())
    (duel,) = found.duels
    for key, mine, theirs in (("1/0/0", 9, 1), ("1/0/1", 3, 3), ("1/1/0", 0, 2), ("1/1/1", 4, 0)):
        found.take(done(key, mine, theirs))
    assert (duel.wins, duel.draws, duel.losses, duel.matches, duel.rounds) == (2, 1, 1, 4, 2)
    assert duel.share == (0.75 + 0.5) / 2
    assert duel.score_difference == (2.5, 1.5)
    assert duel.answer == Conclusion.OPEN


def test_rounds_count_in_order_whatever_is_finished_first():
    keys = [f"1/{number}/{rotation}" for number in range(12) for rotation in range(2)]
    results = {key: done(key, *((3, 1) if hash_of(key) % 3 else (1, 3))) for key in keys}
    in_order, shuffled = Comparison(plan()), Comparison(plan())
    for key in keys:
        in_order.take(results[key])
    for key in random.Random(4).sample(keys, len(keys)):
        shuffled.take(results[key])
    first, second = in_order.duels[0], shuffled.duels[0]
    assert (first.wins, first.rounds, first.sequence.low, first.sequence.high, first.worst_losses) == (
        second.wins,
        second.rounds,
        second.sequence.low,
        second.sequence.high,
        second.worst_losses,
    )
    late = Comparison(plan())
    late.take(results["1/1/0"])
    late.take(results["1/1/1"])
    assert late.duels[0].rounds == 0


def hash_of(key: str) -> int:
    return sum(key.encode()) * 7919


def test_what_comes_after_the_answer_does_not_change_it():
    found = Comparison(plan(matches_most=100))
    (duel,) = found.duels
    for number in range(50):
        for rotation in range(2):
            found.take(done(f"1/{number}/{rotation}", 5, 0))
    assert duel.answer == Conclusion.BETTER
    assert duel.rounds < 15
    assert duel.wins == 2 * duel.rounds


@pytest.mark.parametrize(("mine", "theirs", "answer"), [(5, 0, "better"), (0, 5, "worse"), (2, 2, "equal")])
def test_the_three_answers(mine, theirs, answer):
    found = Comparison(plan(matches_most=400))
    while (place := next(found.todo(), None)) is not None:
        found.take(done(place.key, mine, theirs))
    assert found.duels[0].answer == answer
    assert found.over


def taken(plan: ComparisonPlan, rounds: str, wins: str = "") -> Comparison:
    """The comparison after rounds of these courses, a letter each; those of `wins` are won, the others lost."""
    found = Comparison(plan)
    for number, course in enumerate(rounds):
        for rotation in range(2):
            score = (5, 0) if course in wins else (0, 5)
            found.take(done(f"1/{number}/{rotation}", *score, course=course))
    return found


def test_copies_of_one_game_count_once_and_end_it_when_nothing_new_comes():
    found = taken(plan(boards=("one", "two"), generated=False), "abababa", wins="a")
    (duel,) = found.duels
    assert (duel.wins, duel.losses, duel.rounds, duel.games.distinct, duel.games.matches) == (2, 2, 2, 4, 14)
    assert duel.exhausted
    assert (found.over, duel.answer) == (True, Conclusion.OPEN)
    assert list(found.todo()) == []


def test_it_goes_on_until_every_board_was_met_and_five_rounds_in_a_row_brought_nothing_new():
    met = plan(boards=tuple("abcdefghi"), generated=False)
    assert not taken(met, "a" * 8).over
    assert taken(met, "a" * 9).over
    assert not taken(plan(boards=("one",), generated=False), "aaaaab").over


def test_where_the_seed_matters_games_that_come_again_count_again():
    """Else who wins in the same way most of the time, and loses each time in another way, would seem to lose."""
    courses = "ww" + "wwwAwwwBwwwC"
    (duel,) = taken(plan(boards=("one",), generated=False), courses, wins="w").duels
    assert duel.games.distinct == 2 * 4
    assert (duel.wins, duel.losses) == (2 + 2 * 6, 2 * 2)
    assert duel.share == 7 / 9


def test_a_choice_between_strengths_ends_at_either_bound_and_has_no_limit():
    sprt = plan(sprt=Hypotheses(0, 35, Model.NORMALISED), matches_most=None)
    for score, answer in (((5, 0), Conclusion.ELO1), ((0, 5), Conclusion.ELO0), ((1, 1), Conclusion.ELO0)):
        found = Comparison(sprt)
        for place in found.todo():
            assert not found.over
            found.take(done(place.key, *score))
        (duel,) = found.duels
        low, high = bounds(sprt.error)
        assert duel.answer == answer
        assert not low < duel.log_likelihood_ratio < high


def test_how_many_matches_are_left_at_most():
    found = Comparison(plan(matches_most=40))
    assert found.matches_left == 40
    found.take(done("1/0/0", 1, 1))
    found.take(done("1/0/1", 1, 1))
    assert found.matches_left == 38
    halfway = Comparison(plan(sprt=Hypotheses(0, 35, Model.NORMALISED), matches_most=None))
    assert round(halfway.matches_left) == 854


def test_a_round_in_which_we_failed_says_nothing():
    found = Comparison(plan(matches_most=4))
    found.take(done("1/0/0", 5, 0))
    found.take(JobResult("1/0/1", void="a bug of ours"))
    found.take(done("1/1/0", 5, 0))
    found.take(done("1/1/1", 5, 0))
    (duel,) = found.duels
    assert (duel.void, duel.rounds, duel.wins) == (1, 1, 2)
    assert found.over


def test_faults_are_counted_apart_and_the_first_is_told():
    found = Comparison(plan())
    found.take(done("1/0/0", 0, 2, (Verdict.CRASHED, "turn 3: oh")))
    found.take(done("1/0/1", 0, 2, (Verdict.TIMED_OUT, "turn 4: slow")))
    (duel,) = found.duels
    assert dict(duel.faults[0]) == {Verdict.CRASHED: 1, Verdict.TIMED_OUT: 1}
    assert dict(duel.faults[1]) == {}
    assert duel.first_fault == ["turn 3: oh", ""]
    assert duel.losses == 2


def test_the_losses_that_teach_most_are_failures_then_those_from_every_seat_then_the_greatest():
    found = Comparison(plan(error=0.001))
    for key, mine, theirs, verdict in (
        ("1/0/0", 0, 9, OK),
        ("1/0/1", 9, 0, OK),
        ("1/1/0", 0, 2, OK),
        ("1/1/1", 0, 3, OK),
        ("1/2/0", 0, 1, (Verdict.CRASHED, "oh")),
        ("1/2/1", 9, 0, OK),
    ):
        found.take(done(key, mine, theirs, verdict))
    assert [loss.match.key for loss in found.duels[0].worst_losses] == ["1/2/0", "1/1/1", "1/1/0", "1/0/0"]


# The folder


def even(key: str):
    """The champion wins from one seat and loses from the other, by more and more."""
    place = match_id(key)
    return done(key, *((1, 0) if place.rotation else (0, place.round + 1)))


def test_a_comparison_is_played_to_its_end_and_keeps_the_best_losses(tmp_path):
    session = begun(tmp_path / "c", plan())
    executor = Scripted(even)
    run(session, executor)
    session.close()
    assert sorted(executor.seen) == sorted(f"1/{number}/{rotation}" for number in range(20) for rotation in range(2))
    kept = session.losses(1)
    assert [path.name for path in kept] == [f"old-1-round-{number}-seat-0.jsonl.gz" for number in range(19, 14, -1)]
    assert len(kept) == LOSSES_KEPT
    assert sorted((tmp_path / "c" / "losses").iterdir()) == sorted(kept)
    assert kept[0].read_bytes() == b"replay of 1/19/0"


@pytest.mark.parametrize("stop", range(0, 40, 3))
def test_what_was_interrupted_goes_on_without_repeating_anything(tmp_path, stop):
    class Stopped(Exception):
        pass

    count = 0

    def until(key):
        nonlocal count
        if count == stop:
            raise Stopped
        count += 1
        return even(key)

    session = begun(tmp_path / "c", plan())
    with pytest.raises(Stopped):
        run(session, Scripted(until))
    session.close()
    with open(tmp_path / "c" / "results.jsonl", "ab") as results:
        results.write(b'{"key":"1/0/0","scor')
    before = set(continued(tmp_path / "c").comparison.played)
    assert len(before) == stop
    session = continued(tmp_path / "c")
    executor = Scripted(even, seed=stop)
    run(session, executor)
    session.close()
    assert before.isdisjoint(executor.seen)
    whole = begun(tmp_path / "whole", plan())
    run(whole, Scripted(even))
    whole.close()
    ours, theirs = session.comparison.duels[0], whole.comparison.duels[0]
    assert (ours.wins, ours.losses, ours.sequence.low, ours.worst_losses) == (
        theirs.wins,
        theirs.losses,
        theirs.sequence.low,
        theirs.worst_losses,
    )
    assert [path.name for path in session.losses(1)] == [path.name for path in whole.losses(1)]


def test_more_matches_may_be_asked_for_when_it_goes_on(tmp_path):
    session = begun(tmp_path / "c", plan(matches_most=4))
    run(session, Scripted(even))
    session.close()
    session = continued(tmp_path / "c", 8)
    executor = Scripted(even)
    run(session, executor)
    session.close()
    assert sorted(executor.seen) == ["1/2/0", "1/2/1", "1/3/0", "1/3/1"]
    assert continued(tmp_path / "c").comparison.plan.matches_most == 8


def test_a_match_that_fails_through_us_is_tried_three_times(tmp_path):
    session = begun(tmp_path / "c", plan(matches_most=4))
    fails = {"1/0/0": [Lost("1/0/0", "gone"), JobResult("1/0/0", void="oh")], "1/1/1": [Lost("1/1/1", "gone")] * 3}
    executor = Scripted(lambda key: fails[key].pop() if fails.get(key) else even(key))
    run(session, executor)
    session.close()
    assert (executor.seen.count("1/0/0"), executor.seen.count("1/1/1")) == (3, 3)
    (duel,) = session.comparison.duels
    assert (duel.rounds, duel.void) == (1, 1)
    assert session.comparison.played["1/1/1"].void == "gone"


def test_when_match_after_match_fails_through_us_it_is_given_up(tmp_path):
    session = begun(tmp_path / "c", plan())
    with pytest.raises(CompareError, match=r"4 matches in a row failed through the engine; the last error:\nno disk"):
        run(session, Scripted(lambda key: JobResult(key, void="no disk")))
    session.close()
    assert len(session.comparison.played) == 4


def test_a_champion_that_cannot_be_loaded_ends_it_at_once(tmp_path):
    session = begun(tmp_path / "c", plan())
    with pytest.raises(ChampionError, match=r"mine cannot be loaded: mine.py, line 1: oh"):
        run(session, Scripted(lambda key: done(key, 0, 1, (Verdict.LOAD_ERROR, "mine.py, line 1: oh"))))
    session.close()
    assert len(session.comparison.played) == 1


def test_warnings_are_told_once(tmp_path):
    told: list[str] = []
    session = begun(tmp_path / "c", plan(matches_most=4))
    run(session, Scripted(lambda key: msgspec.structs.replace(even(key), warnings=("no sandbox",))), warn=told.append)
    session.close()
    assert told == ["no sandbox"]


def test_a_damaged_folder_is_told_with_file_and_line(tmp_path):
    with pytest.raises(CompareError, match=r"c: no comparison here: plan.json cannot be read: No such file"):
        continued(tmp_path / "c")
    session = begun(tmp_path / "c", plan(matches_most=4))
    run(session, Scripted(even))
    session.close()
    results = tmp_path / "c" / "results.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    for broken in (b"nonsense\n", b'{"key": "9/0/0"}\n', b'{"key": "x"}\n'):
        results.write_bytes(lines[0] + broken + lines[1])
        with pytest.raises(CompareError, match=r"results.jsonl, line 2: damaged: .*remove the line to play it again"):
            continued(tmp_path / "c")
    (tmp_path / "c" / "plan.json").write_text("{}")
    with pytest.raises(CompareError, match=r"plan.json: damaged, or of another version"):
        continued(tmp_path / "c")


def test_a_folder_of_other_rules_is_not_continued(tmp_path):
    begun(tmp_path / "c", plan(rules_version=99)).close()
    with pytest.raises(CompareError, match=r"c: cannot be continued here: this job is for version 99 of the rules"):
        continued(tmp_path / "c")


def test_a_folder_of_an_older_engine_goes_on(tmp_path):
    begun(tmp_path / "c", plan(engine="0.1.0")).close()
    with contextlib.closing(continued(tmp_path / "c")) as session:
        assert session.comparison.plan.engine == "0.1.0"
        assert session.comparison.plan.job(MatchId(1, 0, 0)).engine == __version__


def test_a_folder_that_vanishes_is_told_without_a_traceback(tmp_path):
    session = begun(tmp_path / "c", plan())
    shutil.rmtree(tmp_path / "c")
    with pytest.raises(
        CompareError, match=r"c: cannot be written: No such file or directory; the results so far are kept"
    ):
        run(session, Scripted(even))
    session.close()
