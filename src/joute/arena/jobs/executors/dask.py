"""Jobs on the workers of a Dask cluster, on any number of machines: workers may come, go and die."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from joute.arena.jobs.job import Job, JobResult
from joute.arena.jobs.packages import Packages

from . import Executor, ExecutorError, Lost, Worker

if TYPE_CHECKING:
    from distributed import Client, Future

    from .dask_worker import About, Misfit

_encode = msgspec.msgpack.Encoder().encode
CONNECT_S = 10.0
"""Seconds that a scheduler may take to answer."""
TICK_S = 1.0
"""Seconds between checks of the connection while no result comes, and how old a count of workers may be."""
FETCH_S = 5.0
"""Seconds to wait for the transfer of one result before looking at others."""
STOP_S = 5.0
"""Seconds to wait for workers to confirm that jobs are cancelled; one that does not answer plays its job to the end."""
UNFIT_S = 60.0
"""Seconds to wait for a compatible worker before giving up."""
INSTALL = "pip install 'joute[cluster]'"


class DaskExecutor(Executor):
    """Plays jobs on a cluster: the one at an address, or one of its own on this machine.

    A job whose worker dies is played by another; after several deaths it comes back as Lost.
    """

    def __init__(
        self,
        address: str | None = None,
        packages: Packages | None = None,
        workers: int | None = None,
        warn: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._packages = packages or Packages()
        self._warn = warn
        self._ready: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Keys of jobs whose future is done; filled by a thread of Dask's."""
        self._futures: dict[str, tuple[Future[Any], Job]] = {}
        self._sent: set[str] = set()
        self._fit: set[str] = set()
        """Games whose rules were checked on all workers, before the first job of each."""
        self._dismissed: dict[str, str] = {}
        """Incompatible workers that were removed, and why."""
        self._deserted: float | None = None
        """Since when no other worker is left."""
        self._count = 0
        self._counted = (float("-inf"), 0)
        self._cluster: Any = None
        self._client = self._connected(address, workers)
        try:
            self._require_fit("")
        except BaseException:
            self.close()
            raise

    def _connected(self, address: str | None, workers: int | None) -> Client:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise ExecutorError(f"a cluster needs Dask; install it with: {INSTALL}") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is reported through `warn`
        if address is None:
            count = workers or len(os.sched_getaffinity(0))
            quiet = {"silence_logs": logging.CRITICAL, "dashboard_address": "127.0.0.1:0"}
            self._cluster = LocalCluster(n_workers=count, threads_per_worker=1, **quiet)
        try:
            return Client(self._cluster or address, timeout=CONNECT_S, set_as_default=False)
        except (TimeoutError, OSError, ValueError, TypeError) as error:
            raise ExecutorError(
                f"no Dask scheduler answers at {address}: {error or type(error).__name__}; start one with "
                "«dask scheduler», and give its address as it prints it, for instance tcp://192.168.1.10:8786"
            ) from None

    def _require_fit(self, game: str) -> None:
        """Check that every worker has this engine, and the same rules of a game."""
        from . import dask_worker

        ours = dask_worker.about()
        answers = self._client.run(dask_worker.about, on_error="return")
        misfits = [f"  {name}: {why}" for name, theirs in answers.items() if (why := misfit(ours, theirs, game))]
        if misfits:
            raise ExecutorError(
                "these workers cannot play; install the same joute on all machines and start them again:\n"
                + "\n".join(misfits)
            )

    @property
    def capacity(self) -> int:
        """The number of threads of all workers now."""
        at, count = self._counted
        if time.monotonic() - at > TICK_S:
            count = sum(self._client.nthreads().values())
            self._counted = (time.monotonic(), count)
        return count

    def workers(self) -> list[Worker]:
        playing = self._client.processing()
        workers = []
        for name in sorted(self._client.nthreads()):
            keys = [key for key, (future, _) in self._futures.items() if future.key in playing.get(name, ())]
            workers += [Worker(name, key) for key in keys] or [Worker(name)]
        return workers

    def submit(self, job: Job) -> None:
        from .dask_worker import Package, play

        self._require_connection()
        if job.game not in self._fit:
            self._require_fit(job.game)
            self._fit.add(job.game)
        for champion in job.champions:
            if champion.kind == "package" and champion.digest not in self._sent:
                self._client.register_plugin(Package(champion.digest, self._packages.data(champion.digest)))
                self._sent.add(champion.digest)
        self._count += 1
        name = f"joute-{self._client.id}-{self._count}"
        future = self._client.submit(play, _encode(job), key=name, pure=False)
        self._futures[job.key] = (future, job)
        self._await(future, job.key)

    def _await(self, future: Future[Any], key: str) -> None:
        future.add_done_callback(lambda _: self._ready.put(key))

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        until = float("inf") if timeout is None else time.monotonic() + timeout
        while self._futures:
            self._require_connection()
            left = until - time.monotonic()
            try:
                key = self._ready.get(timeout=max(0.0, min(left, TICK_S)))
            except queue.Empty:
                self._require_workers()
                if left <= 0:
                    return None
                continue
            outcome = self._received(key)
            if outcome is not None:
                return outcome
        return None

    def _received(self, key: str) -> JobResult | Lost | None:
        """The result of a future; None if it was cancelled, or if another worker plays the job now."""
        from .dask_worker import Misfit

        future, job = self._futures.get(key, (None, None))
        if future is None or job is None:
            return None
        if not future.done():  # its worker died before the result was fetched: Dask has the job played again
            self._await(future, key)
            return None
        try:
            outcome = future.result(FETCH_S)
        except TimeoutError:
            self._await(future, key)
            return None
        except Misfit as error:
            self._dismiss(error)
            self.submit(job)
            return None
        except (Exception, asyncio.CancelledError) as error:
            self._require_connection()
            outcome = Lost(key, f"{type(error).__name__}: {error}"[:1000])
        del self._futures[key]
        assert isinstance(outcome, JobResult | Lost)
        return outcome

    def _dismiss(self, misfit: Misfit) -> None:
        """Remove a worker that joined later and is not compatible."""
        if misfit.worker not in self._dismissed:
            self._warn(f"the worker {misfit.worker} is removed: {misfit.why}")
        self._dismissed[misfit.worker] = misfit.why
        self._client.retire_workers([misfit.worker], close_workers=True)

    def _require_workers(self) -> None:
        """Give up where all workers were removed and no other has come for UNFIT_S seconds."""
        if not self._dismissed or self.capacity:
            self._deserted = None
            return
        self._deserted = self._deserted or time.monotonic()
        if time.monotonic() - self._deserted >= UNFIT_S:
            reasons = "\n".join(f"  {name}: {why}" for name, why in self._dismissed.items())
            raise ExecutorError(
                "no worker is left: these were removed, and no other has joined; update joute there and restart them; "
                f"the results so far are saved:\n{reasons}"
            )

    def _require_connection(self) -> None:
        if self._client.status != "running":
            raise ExecutorError("the connection to the Dask scheduler is lost; what was played until then is kept")

    def cancel(self, *keys: str) -> None:
        self._stop([self._futures.pop(key)[0] for key in keys if key in self._futures])

    def _stop(self, futures: list[Future[Any]]) -> None:
        """Cancel futures, and kill the processes that already play their jobs, which Dask cannot interrupt."""
        from .dask_worker import stop

        names = [future.key for future in futures if not future.done()]
        if futures and self._client.status == "running":
            with suppress(Exception):  # a worker that cannot be reached is gone, or its result will be dropped
                self._client.cancel(futures)
                self._client.run(stop, names, on_error="ignore", callback_timeout=STOP_S)

    def close(self) -> None:
        futures = [future for future, _ in self._futures.values()]
        self._futures = {}
        if self._cluster is None:
            self._stop(futures)
        for closing in (self._client, self._cluster):
            if closing is not None:
                closing.close()


def misfit(ours: About, theirs: About | Exception, game: str = "") -> str:
    """Why a worker cannot play a game for us; empty if it can."""
    if isinstance(theirs, BaseException):
        return f"joute cannot be loaded there ({theirs}); {INSTALL}"
    if theirs.engine != ours.engine:
        return f"{theirs.machine} has joute {theirs.engine}, not {ours.engine}"
    if not game or theirs.rules.get(game) == ours.rules[game]:
        return ""
    if game not in theirs.rules:
        return f"{theirs.machine} does not know the game {game}"
    return f"{theirs.machine} has version {theirs.rules[game]} of the rules of {game}, not {ours.rules[game]}"
