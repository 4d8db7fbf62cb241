"""Where jobs are played: one interface, whatever is behind it."""

from __future__ import annotations

from typing import NamedTuple, Self

from joute.arena.jobs.job import Job, JobResult


class Lost(NamedTuple):
    """A job that was not played to its end, through no fault of a champion's: it may be submitted again."""

    key: str
    why: str


class Worker(NamedTuple):
    """One who plays: where, and the key of what it plays now, if anything."""

    name: str
    job: str | None = None


class ExecutorError(RuntimeError):
    """Jobs cannot be played there: why, and what to do."""


class Executor:
    """Plays jobs elsewhere. Used by one thread.

    Each job that was submitted comes back from `next` exactly once, as JobResult or as Lost, unless it was cancelled.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def capacity(self) -> int:
        """How many jobs are played at once, now; more that are submitted wait."""
        raise NotImplementedError

    def workers(self) -> list[Worker]:
        """Who plays, and what."""
        raise NotImplementedError

    def submit(self, job: Job) -> None:
        """Have a job played. Two jobs under way never have the same key."""
        raise NotImplementedError

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        """What has come of some job; None if nothing has after so many seconds, or if nothing is under way."""
        raise NotImplementedError

    def cancel(self, *keys: str) -> None:
        """Forget jobs: those under way are stopped, and nothing comes back."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop all that is under way; nothing stays behind."""
        raise NotImplementedError
