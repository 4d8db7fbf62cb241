"""Workers on this machine: each job comes back once, whatever dies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import pytest

from joute.arena.jobs.executors import ExecutorError, Lost
from joute.arena.jobs.executors.local import LocalExecutor, shares
from joute.arena.jobs.job import JobResult, play
from joute.champions.hosting.process import descendants
from tests.arena.support import (
    PATIENT,
    THINKER,
    all_despite,
    all_of,
    bundled,
    game,
    gone,
    jobs,
    packages,
    results,
    written,
)

PARENT = """
import sys
from pathlib import Path
from tests.arena.support import *
from joute.arena.jobs.executors.local import LocalExecutor
from joute.champions.hosting.process import descendants
import os
folder = Path(sys.argv[1])
box = packages(folder)
mine = box.champion(game(), str(folder / "mine.py"), "mine")
with LocalExecutor(2, box) as executor:
    for job in jobs([mine, mine], 2, PATIENT):
        executor.submit(job)
    while len(found := descendants(os.getpid())) < 7:
        assert executor.next(0.01) is None
    print(*found[1:], flush=True)
    executor.next()
"""


def pids(executor: LocalExecutor) -> list[int]:
    return [int(worker.name) for worker in executor.workers()]


@pytest.mark.parametrize(
    ("cores", "count", "found"),
    [
        ([0, 1, 2, 3], 1, [{0, 1, 2, 3}]),
        ([0, 1, 2, 3], 2, [{0, 1}, {2, 3}]),
        ([0, 1, 2, 3, 4], 2, [{0, 1}, {2, 3, 4}]),
        ([4, 6], 2, [{4}, {6}]),
        ([4, 6], 3, [{4}, {6}, {4}]),
    ],
)
def test_every_worker_has_its_share_of_the_cores(cores, count, found):
    assert shares(cores, count) == found


def test_workers_keep_to_their_share_with_all_that_they_start(tmp_path):
    wanted = shares(sorted(os.sched_getaffinity(0)), 2)
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", THINKER)), "mine")
    with LocalExecutor(2, box) as executor:
        assert [os.sched_getaffinity(pid) for pid in pids(executor)] == wanted
        (first,) = jobs([mine, mine], 1, PATIENT)
        executor.submit(first)
        while len(found := descendants(pids(executor)[0])) < 6:
            assert executor.next(0.01) is None
        assert [os.sched_getaffinity(pid) for pid in found] == [wanted[0]] * len(found)
        executor.cancel(first.key)
        assert [os.sched_getaffinity(pid) for pid in pids(executor)] == wanted


def test_every_job_comes_back_once_with_the_result_it_has_here(tmp_path):
    todo = jobs([bundled("random"), bundled("settler")], 8)
    with LocalExecutor(2, packages(tmp_path)) as executor:
        assert executor.capacity == 2
        for job in todo:
            executor.submit(job)
        found = all_of(executor)
    assert all(isinstance(done, JobResult) for done in found)
    assert len(found) == len(todo)
    assert results(found) == results([play(job, packages(tmp_path)) for job in todo])


def test_nothing_under_way_is_answered_at_once(tmp_path):
    with LocalExecutor(1, packages(tmp_path)) as executor:
        assert executor.next() is None
        assert [worker.job for worker in executor.workers()] == [None]


def test_a_worker_that_dies_loses_its_job_and_is_replaced(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", THINKER)), "mine")
    endless, quick = jobs([mine, mine], 1, PATIENT)[0], jobs([bundled("idle"), bundled("idle")], 2)[1]
    with LocalExecutor(1, box) as executor:
        executor.submit(endless)
        executor.submit(quick)
        assert executor.next(0.0) is None
        assert [worker.job for worker in executor.workers()] == [endless.key]
        (victim,) = pids(executor)
        os.kill(victim, signal.SIGKILL)
        assert executor.next() == Lost(endless.key, f"the process {victim} that played it ended (signal SIGKILL)")
        assert pids(executor) != [victim]
        done = executor.next()
        assert isinstance(done, JobResult)
        assert done.key == quick.key
        assert executor.next() is None


@pytest.mark.slow
def test_workers_killed_at_random_moments_lose_nothing(tmp_path):
    """Forty jobs; now and then a worker is killed, and what was lost is submitted again."""
    box, rng = packages(tmp_path), random.Random(7)
    todo = {job.key: job for job in jobs([bundled("random"), bundled("settler")], 40, max_turns=40)}
    expected = results([play(job, box) for job in todo.values()])
    killed = 0

    def kill_one() -> None:
        nonlocal killed
        if killed < 12 and rng.random() < 0.4:
            os.kill(rng.choice(pids(executor)), signal.SIGKILL)
            killed += 1

    with LocalExecutor(2, box) as executor:
        played = all_despite(executor, todo, lambda: rng.uniform(0.0, 0.1), kill_one)
    assert killed == 12
    assert results(played) == expected


def test_a_job_that_is_cancelled_is_stopped_and_never_heard_of(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", THINKER)), "mine")
    running, waiting = jobs([mine, mine], 2, PATIENT)
    with LocalExecutor(1, box) as executor:
        (first,) = pids(executor)
        executor.submit(running)
        executor.submit(waiting)
        executor.cancel(running.key, waiting.key)
        assert gone([first])
        assert executor.next() is None
        (last,) = jobs([bundled("idle"), bundled("idle")], 1)
        executor.submit(last)
        done = executor.next()
        assert isinstance(done, JobResult)
        assert done.void == ""


def test_closing_leaves_no_process_behind(tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", THINKER)), "mine")
    with LocalExecutor(2, box) as executor:
        for job in jobs([mine, mine], 2, PATIENT):
            executor.submit(job)
        while len(found := [pid for worker in pids(executor) for pid in descendants(worker)]) < 6:
            assert executor.next(0.01) is None
    assert gone(found)


def test_workers_and_champions_die_with_a_parent_that_is_killed(tmp_path):
    written(tmp_path, "mine.py", THINKER)
    command = [sys.executable, "-c", PARENT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        found = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
    assert len(found) >= 6
    assert gone(found)


def test_workers_that_cannot_live_are_told_once(tmp_path, monkeypatch):
    with LocalExecutor(1, packages(tmp_path)) as executor:
        (job,) = jobs([bundled("idle"), bundled("idle")], 1)
        monkeypatch.setattr(sys, "executable", "/bin/false")
        os.kill(pids(executor)[0], signal.SIGKILL)

        def submit_for_ever():
            while True:
                executor.submit(job)
                assert isinstance(executor.next(), Lost)

        with pytest.raises(ExecutorError, match="die as soon as they are started"):
            submit_for_ever()
