"""What the workers of a Dask cluster run. Each thread of a worker plays its jobs in a process of its own."""

from __future__ import annotations

import os
import platform
import signal
import threading
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from distributed import WorkerPlugin, get_worker

from joute import __version__
from joute.arena.jobs.job import Job, JobResult, require_fit
from joute.arena.jobs.packages import Packages
from joute.core.registry import game_info, game_names

from . import Lost
from .local import LocalExecutor

_job = msgspec.msgpack.Decoder(Job).decode
_here = threading.local()
_lock = threading.Lock()
_playing: dict[str, int] = {}
"""The Dask tasks that are played here, and the ids of the processes that play them."""


class About(NamedTuple):
    """The engine of a worker, and the versions of the rules that it has."""

    engine: str
    rules: dict[str, int]
    machine: str
    python: str


class Misfit(Exception):
    """A worker that cannot play a job that others may: its address, and why."""

    def __init__(self, worker: str, why: str) -> None:
        super().__init__(worker, why)
        self.worker, self.why = worker, why


class Package(WorkerPlugin):  # type: ignore[misc]
    """Sends a champion to each worker once, also to those that join later."""

    idempotent = True

    def __init__(self, digest: str, data: bytes) -> None:
        self.name = f"joute-{digest}"
        self.digest, self.data = digest, data

    def setup(self, worker: Any) -> None:
        packages = Packages()
        if not packages.has(self.digest):
            packages.put(self.data, self.digest)
            packages.prune()


def about() -> About:
    """The engine and the rules of this worker."""
    rules = {name: game_info(name).rules_version for name in game_names()}
    return About(__version__, rules, platform.node(), platform.python_version())


def play(data: bytes) -> JobResult | Lost:
    """Play a job on a worker, in the process that this thread has for it."""
    try:
        job = _job(data)
        require_fit(job)
    except ValueError as error:
        raise _misfit(str(error)) from None
    outcome = _played(job, str(get_worker().get_current_task()))
    if isinstance(outcome, JobResult) and outcome.unfit:
        raise _misfit(outcome.void)
    return outcome


def _played(job: Job, name: str) -> JobResult | Lost:
    """Play a job; `name` is that of its task, by which `stop` finds its process."""
    executor = _executor()
    (worker,) = executor.workers()
    with _lock:
        _playing[name] = int(worker.name)
    try:
        executor.submit(job)
        outcome = executor.next()
    finally:
        with _lock:
            del _playing[name]
    assert outcome is not None
    return outcome


def stop(names: list[str]) -> None:
    """Kill the processes that play these tasks here: the tasks were cancelled, and Dask cannot interrupt them."""
    with _lock:
        for name in names:
            if name in _playing:
                with suppress(ProcessLookupError):
                    os.kill(_playing[name], signal.SIGKILL)


def _misfit(why: str) -> Misfit:
    return Misfit(get_worker().address, f"{platform.node()}: {why}")


def _executor() -> LocalExecutor:
    """The executor of this thread; a worker that was forked makes one of its own."""
    known: tuple[int, LocalExecutor] | None = getattr(_here, "executor", None)
    if known is None or known[0] != os.getpid():
        known = _here.executor = (os.getpid(), LocalExecutor(1))
    return known[1]
