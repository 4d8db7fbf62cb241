"""Executors play jobs: one interface, whatever is behind it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Self

from joute.arena.jobs.job import Job, JobResult


class Lost(NamedTuple):
    """A job that was not played to its end because its worker failed: it may be submitted again."""

    key: str
    why: str


class Worker(NamedTuple):
    """A worker: its name, and the key of the job that it plays now, if any."""

    name: str
    job: str | None = None


class ExecutorError(RuntimeError):
    """Jobs cannot be played by this executor: why, and what to do."""


class Executor:
    """Plays jobs in other processes. Used by one thread.

    Each job that was submitted comes back from `next` exactly once, as JobResult or as Lost, unless it was cancelled.
    Where what plays them goes away and may come back, an executor waits for it, and its capacity is 0 meanwhile.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def capacity(self) -> int:
        """How many jobs can be played at once now; the others that were submitted wait."""
        raise NotImplementedError

    def workers(self) -> list[Worker]:
        """The workers, and what each plays now."""
        raise NotImplementedError

    def submit(self, job: Job) -> None:
        """Queue a job. Two jobs under way never have the same key."""
        raise NotImplementedError

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        """The next result; None after `timeout` seconds without one, or if nothing is under way."""
        raise NotImplementedError

    def cancel(self, *keys: str) -> None:
        """Forget jobs: stop those under way, and give back no result."""
        raise NotImplementedError

    def drain(self, machines: Collection[str]) -> None:
        """Give some machines, by name, no more jobs; what is played on the only one goes on."""

    def close(self) -> None:
        """Stop all jobs and workers that this executor started."""
        raise NotImplementedError
