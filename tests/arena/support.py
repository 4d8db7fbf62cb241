"""Champions and jobs for the tests of the arena."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from pathlib import Path

import joute
from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import Champion, Job, JobResult, Terms, job_for
from joute.arena.jobs.packages import Packages
from joute.champions.sandbox.limits import Level, Limits

HERE = Terms(Level.NONE)
APART = Terms(Level.PROCESS)
PATIENT = Terms(Level.PROCESS, Limits(time_ms=600_000))
IDLER = "def jouer_tour():\n    pass\n"
THINKER = "def jouer_tour():\n    while True:\n        pass\n"
GONE_MS = 30_000
"""After so long a process is held to live on."""


def game(**params):
    return joute.load_game("chartichaud", **({"max_turns": 6} | params))


def written(folder: Path, name: str, text: str = IDLER) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def packages(folder: Path) -> Packages:
    return Packages(folder / "cache")


def bundled(name: str) -> Champion:
    return Packages(Path("unused")).champion(game(), name)


def jobs(champions: list[Champion], count: int, hosting: Terms = HERE, **params) -> list[Job]:
    return [job_for(f"job {seed}", game(**params), seed, champions, hosting=hosting) for seed in range(count)]


def results(found: list[JobResult]) -> dict[str, tuple]:
    """What must be the same wherever a job is played."""
    return {done.key: (done.scores, done.ranks, done.reason, done.void) for done in found}


def all_of(executor: Executor) -> list[JobResult | Lost]:
    found = []
    while (came := executor.next()) is not None:
        found.append(came)
    return found


def all_despite(
    executor: Executor, todo: dict[str, Job], wait_s: Callable[[], float], disturb: Callable[[], None]
) -> list[JobResult]:
    """The results of all jobs: what is lost is submitted again, and after each wait something is disturbed."""
    played: list[JobResult] = []
    for job in todo.values():
        executor.submit(job)
    while len(played) < len(todo):
        came = executor.next(wait_s())
        if isinstance(came, Lost):
            executor.submit(todo[came.key])
        elif came is not None:
            played.append(came)
        disturb()
    assert executor.next() is None
    assert len(played) == len(todo)
    return played


def gone(pids: list[int]) -> bool:
    """Whether all these processes end."""
    for pid in pids:
        try:
            watch = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        poll = select.poll()
        poll.register(watch, select.POLLIN)
        ended = bool(poll.poll(GONE_MS))
        os.close(watch)
        if not ended:
            return False
    return True
