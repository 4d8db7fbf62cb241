"""One executor for several who have matches to play: lanes, of which those named first go first.

Each lane is an executor for one thread. One more thread serves the real executor, which is used by one thread alone.
A lane that others come before has what capacity these leave; what is under way is never interrupted for another lane.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

import msgspec

from joute.arena.jobs.executors import Executor, ExecutorError, Lost, Worker
from joute.arena.jobs.job import FOR, Job, JobResult

TICK_S = 0.05
"""Seconds between two looks at what was submitted while no result comes."""


class Lanes:
    """The lanes of an executor, which is made and closed by the thread that serves it."""

    def __init__(self, make: Callable[[], Executor], names: tuple[str, ...]) -> None:
        self._make = make
        self._lanes = {name: Lane(self, name) for name in names}
        self._asked: SimpleQueue[Callable[[Executor], None]] = SimpleQueue()
        self._closing = threading.Event()
        self._ready = threading.Event()
        self.error: ExecutorError | None = None
        """Why nothing can be played any more."""
        self.capacity = 0
        self.workers: list[Worker] = []
        self._thread = threading.Thread(target=self._serve, name="executor", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Stop all that is under way."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    def __getitem__(self, name: str) -> Lane:
        return self._lanes[name]

    def left_for(self, lane: Lane) -> int:
        """What capacity the lanes before this one leave."""
        names = list(self._lanes)
        before = [self._lanes[name] for name in names[: names.index(lane.name)]]
        return max(0, self.capacity - sum(other.under_way for other in before))

    def ask(self, wish: Callable[[Executor], None]) -> None:
        """Have the thread of the executor do something with it."""
        self._asked.put(wish)

    def _serve(self) -> None:
        try:
            with self._make() as executor:
                self._note(executor)
                while not self._closing.is_set():
                    self._step(executor)
        except ExecutorError as error:
            self.error = error
        finally:
            self._closing.set()
            self._ready.set()

    def _step(self, executor: Executor) -> None:
        with suppress(Empty):
            while True:
                self._asked.get_nowait()(executor)
        outcome = executor.next(TICK_S)
        self._note(executor)
        if outcome is not None:
            key, _, name = outcome.key.rpartition(FOR)
            self._lanes[name].deliver(renamed(outcome, key))
        elif not any(lane.under_way for lane in self._lanes.values()):
            time.sleep(TICK_S)  # nothing is under way, so `next` returned at once

    def _note(self, executor: Executor) -> None:
        self.capacity, self.workers = executor.capacity, executor.workers()
        self._ready.set()

    @property
    def closed(self) -> bool:
        return self._closing.is_set()


class Lane(Executor):
    """One lane; closing it cancels what it has under way."""

    def __init__(self, lanes: Lanes, name: str) -> None:
        self.name = name
        self._lanes = lanes
        self._keys: set[str] = set()
        self._results: SimpleQueue[JobResult | Lost] = SimpleQueue()

    @property
    def under_way(self) -> int:
        return len(self._keys)

    @property
    def capacity(self) -> int:
        return self._lanes.left_for(self)

    def workers(self) -> list[Worker]:
        mine = f"{FOR}{self.name}"
        return [
            worker._replace(job=worker.job.removesuffix(mine))
            for worker in self._lanes.workers
            if worker.job is not None and worker.job.endswith(mine)
        ]

    def submit(self, job: Job) -> None:
        self._keys.add(job.key)
        renamed = msgspec.structs.replace(job, key=f"{job.key}{FOR}{self.name}")
        self._lanes.ask(lambda executor: executor.submit(renamed))

    def deliver(self, outcome: JobResult | Lost) -> None:
        """Called by the thread of the executor."""
        self._results.put(outcome)

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        until = None if timeout is None else time.monotonic() + timeout
        while self._keys:
            if self._lanes.closed:
                raise self._lanes.error or ExecutorError("the executor was closed")
            left = TICK_S if until is None else min(TICK_S, until - time.monotonic())
            with suppress(Empty):
                outcome = self._results.get(timeout=max(0.0, left))
                if outcome.key in self._keys:  # not cancelled meanwhile
                    self._keys.discard(outcome.key)
                    return outcome
            if until is not None and time.monotonic() >= until:
                return None
        return None

    def cancel(self, *keys: str) -> None:
        self._keys.difference_update(keys)
        mine = [f"{key}{FOR}{self.name}" for key in keys]
        if mine:
            self._lanes.ask(lambda executor: executor.cancel(*mine))

    def close(self) -> None:
        self.cancel(*self._keys)


def renamed(outcome: JobResult | Lost, key: str) -> JobResult | Lost:
    """An outcome under another key."""
    if isinstance(outcome, Lost):
        return outcome._replace(key=key)
    return msgspec.structs.replace(outcome, key=key)
