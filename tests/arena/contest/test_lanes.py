"""Lanes: one executor for several who have matches to play."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from joute.arena.contest.lanes import Lanes
from joute.arena.jobs.executors import ExecutorError
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.job import Champion, JobResult, job_for
from joute.champions.sources.find import find
from joute.core.registry import load_game

GAME = load_game("chartichaud", max_turns=2)
IDLE = Champion("idle", "bundled", find(GAME, "idle").digest)


def job(key, seed=0):
    return job_for(key, GAME, seed, [IDLE, IDLE])


@contextmanager
def lanes(make=lambda: LocalExecutor(1)):
    made = Lanes(make, ("finals", "ladder"))
    made.start()
    try:
        yield made
    finally:
        made.close()


def test_each_lane_gets_its_own_results_under_its_own_keys():
    with lanes() as both:
        for lane in (both["finals"], both["ladder"]):
            for number in range(2):
                lane.submit(job(str(number), number))
        results = {lane: [both[lane].next() for _ in range(2)] for lane in ("finals", "ladder")}
        assert all(isinstance(one, JobResult) and not one.void for some in results.values() for one in some)
        assert {lane: sorted(one.key for one in some) for lane, some in results.items()} == {
            "finals": ["0", "1"],
            "ladder": ["0", "1"],
        }
        assert both["finals"].next() is None


def test_what_the_lanes_before_it_use_is_not_left_for_a_lane():
    with lanes() as both:
        assert (both["finals"].capacity, both["ladder"].capacity) == (1, 1)
        both["finals"].submit(job("1"))
        assert (both["finals"].capacity, both["ladder"].capacity) == (1, 0)
        assert both["finals"].next() is not None
        assert both["ladder"].capacity == 1


def test_a_cancelled_job_gives_no_result():
    with lanes() as both:
        both["ladder"].submit(job("gone"))
        both["ladder"].cancel("gone")
        both["ladder"].submit(job("kept"))
        result = both["ladder"].next()
        assert result is not None
        assert result.key == "kept"
        assert both["ladder"].next() is None


def test_without_a_result_the_lane_is_left_after_the_time_given():
    with lanes() as both:
        both["ladder"].submit(job_for("long", load_game("chartichaud"), 0, [IDLE, IDLE]))
        assert both["ladder"].next(0.0) is None
        assert both["ladder"].under_way == 1


def test_an_executor_that_cannot_play_is_told_to_who_waits():
    def broken():
        raise ExecutorError("no machine is there")

    with lanes(broken) as both:
        both["ladder"].submit(job("1"))
        with pytest.raises(ExecutorError, match="no machine is there"):
            both["ladder"].next()
