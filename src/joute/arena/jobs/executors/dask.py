"""Jobs on the workers of a Dask cluster, on any number of machines: workers may come, go and die."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from joute.arena.jobs.job import Job, JobResult
from joute.arena.jobs.packages import Packages
from joute.arena.outage import Outage

from . import Executor, ExecutorError, Lost, Worker

if TYPE_CHECKING:
    from distributed import Future

    from .dask_worker import About, Misfit

_encode = msgspec.msgpack.Encoder().encode
CONNECT_S = 5.0
"""Seconds that a scheduler may take to answer."""
TICK_S = 1.0
"""Seconds between checks of the connection while no result comes, and how old a count of workers may be."""
FETCH_S = 5.0
"""Seconds to wait for the transfer of one result before looking at others."""
STOP_S = 5.0
"""Seconds to wait for workers to confirm that jobs are cancelled; one that does not answer plays its job to the end."""
UNFIT_S = 60.0
"""Seconds to wait for a compatible worker before giving up."""
LOGGERS = ("distributed", "distributed.client", "tornado.application")
"""Loggers to which Dask gives levels of their own, and which are silenced: what matters is reported through `warn`."""
INSTALL = "pip install 'joute[cluster]'"


class DaskExecutor(Executor):
    """Plays jobs on a cluster: the one at an address, or one of its own on this machine.

    A job whose worker dies is played by another; after several deaths it comes back as Lost. A scheduler that goes away
    is waited for, and so is a worker where there is none; then all jobs are sent again.
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
        self._jobs: dict[str, Job] = {}
        self._futures: dict[str, Future[Any]] = {}
        """Those of the jobs that the scheduler has."""
        self._sent: set[str] = set()
        self._fit: set[str] = set()
        """Games whose rules were checked on all workers, before the first job of each."""
        self._dismissed: dict[str, str] = {}
        """Incompatible workers that were removed, and why."""
        self._count = 0
        self._counted = (float("-inf"), 0)
        self._address = address
        self._outage = Outage("the Dask scheduler", warn)
        self._desertion = Outage("a worker", warn)
        self._loop = _started_loop()
        self._cluster: Any = None
        self._client: Any = None
        try:
            self._cluster = None if address else self._own_cluster(workers)
            self._connect()
            with self._despite_loss():
                self._require_fit("")
        except BaseException:
            self.close()
            raise

    def _own_cluster(self, workers: int | None) -> Any:
        from distributed import LocalCluster

        count = workers or len(os.sched_getaffinity(0))
        quiet = {"silence_logs": logging.CRITICAL, "dashboard_address": "127.0.0.1:0"}
        return LocalCluster(n_workers=count, threads_per_worker=1, loop=self._loop.loop, **quiet)

    def _connect(self) -> None:
        from distributed import Client

        where = self._cluster or self._address
        try:
            self._client = Client(where, timeout=CONNECT_S, set_as_default=False, loop=self._loop.loop)
        except (TimeoutError, OSError, ValueError, TypeError) as error:
            raise ExecutorError(
                f"no Dask scheduler answers at {self._address}: {error or type(error).__name__}; start one with "
                "«dask scheduler», and give its address as it prints it, for instance tcp://192.168.1.10:8786"
            ) from None
        self._comm = self._client.scheduler_comm

    # The connection

    @property
    def _connected_still(self) -> bool:
        """Whether the scheduler is the one that was given our jobs and champions.

        Dask connects again by itself to whatever answers at the address, and that may have been started since.
        """
        return self._client.status == "running" and self._client.scheduler_comm is self._comm

    def _reconnected(self) -> bool:
        """Whether there is a connection; one that was lost is made again, once it is time to try."""
        if not self._outage.lasts:
            if self._connected_still:
                return True
            self._lose("the scheduler has closed it")
        if not self._outage.due:
            return False
        try:
            self._connect()
        except ExecutorError as error:
            self._outage.failed(str(error))
            return False
        self._outage.over()
        return True

    def _lose(self, why: str) -> None:
        """Forget a connection that broke, with all that the scheduler at its other end was given."""
        if self._cluster is not None:
            raise ExecutorError("the Dask cluster of this process has stopped; what was played until then is kept")
        with suppress(Exception):
            self._client.close(0)
        self._futures, self._sent = {}, set()
        self._outage.failed(f"the connection to the Dask scheduler at {self._address} is lost ({why:.200})")

    @contextmanager
    def _despite_loss(self) -> Iterator[None]:
        """Let a call to the scheduler fail where the connection to it breaks."""
        try:
            yield
        except OSError as error:
            self._lose(str(error) or type(error).__name__)
        except (Exception, asyncio.CancelledError):  # whatever a client raises that has lost its scheduler
            if self._connected_still:
                raise

    def _require_fit(self, game: str) -> None:
        """Check that every worker has this engine, and the same rules of a game."""
        from . import dask_worker

        ours = dask_worker.about()
        answers = self._client.run(dask_worker.about, on_error="return")
        answers = {name: theirs for name, theirs in answers.items() if not isinstance(theirs, OSError)}  # gone by now
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
            count = sum(self._threads().values())
            self._counted = (time.monotonic(), count)
        return count

    def workers(self) -> list[Worker]:
        workers: list[Worker] = []
        playing: dict[str, Any] = {}
        threads = self._threads()
        with self._despite_loss():
            playing = self._client.processing() if threads else {}
        for name in sorted(threads):
            keys = [key for key, future in self._futures.items() if future.key in playing.get(name, ())]
            workers += [Worker(name, key) for key in keys] or [Worker(name)]
        return workers

    def _threads(self) -> dict[str, int]:
        """The number of threads of each worker; none where the scheduler is away."""
        if not self._outage.lasts:
            with self._despite_loss():
                return dict(self._client.nthreads())
        return {}

    def submit(self, job: Job) -> None:
        self._jobs[job.key] = job
        self._send_jobs()

    def _send_jobs(self) -> None:
        """Send the jobs that the scheduler has not been given, if there is one."""
        if self._reconnected():
            with self._despite_loss():
                for key, job in self._jobs.items():
                    if key not in self._futures:
                        self._send(job)

    def _send(self, job: Job) -> None:
        from .dask_worker import Package, play

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
        self._futures[job.key] = future
        self._await(future, job.key)

    def _await(self, future: Future[Any], key: str) -> None:
        future.add_done_callback(lambda _: self._ready.put(key))

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        until = float("inf") if timeout is None else time.monotonic() + timeout
        while self._jobs:
            self._send_jobs()
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

        future = self._futures.get(key)
        if future is None:
            return None
        if not future.done():  # its worker died before the result was fetched: Dask has the job played again
            self._await(future, key)
            return None
        try:
            outcome = future.result(FETCH_S)
        except Misfit as error:
            del self._futures[key]
            self._dismiss(error)
            return None
        except (Exception, asyncio.CancelledError) as error:
            if not self._connected_still:
                return None
            if isinstance(error, OSError) and future.status != "error":  # the transfer failed, not the job
                self._await(future, key)
                return None
            outcome = Lost(key, f"{type(error).__name__}: {error}"[:1000])
        del self._futures[key], self._jobs[key]
        assert isinstance(outcome, JobResult | Lost)
        return outcome

    def _dismiss(self, misfit: Misfit) -> None:
        """Remove a worker that joined later and is not compatible."""
        if misfit.worker not in self._dismissed:
            self._warn(f"the worker {misfit.worker} is removed: {misfit.why}")
        self._dismissed[misfit.worker] = misfit.why
        with self._despite_loss():
            self._client.retire_workers([misfit.worker], close_workers=True)

    def _require_workers(self) -> None:
        """Wait for a worker; give up where all were removed and none has come for UNFIT_S seconds."""
        if self._outage.lasts:
            return
        if self.capacity:
            self._desertion.over()
            return
        self._desertion.failed(f"no worker is connected to the Dask scheduler at {self._address}")
        if self._dismissed and self._desertion.seconds >= UNFIT_S:
            reasons = "\n".join(f"  {name}: {why}" for name, why in self._dismissed.items())
            raise ExecutorError(
                "no worker is left: these were removed, and no other has joined; update joute there and restart them; "
                f"the results so far are saved:\n{reasons}"
            )

    def drain(self, machines: Collection[str]) -> None:
        """Retire the workers of some machines; Dask moves their jobs to others."""
        from . import dask_worker

        if machines and self._reconnected():
            with self._despite_loss():
                answers = self._client.run(dask_worker.about, on_error="return")
                gone = [at for at, theirs in answers.items() if getattr(theirs, "machine", "") in machines]
                if gone:
                    self._client.retire_workers(gone, close_workers=True)

    def cancel(self, *keys: str) -> None:
        for key in keys:
            self._jobs.pop(key, None)
        self._stop([self._futures.pop(key) for key in keys if key in self._futures])

    def _stop(self, futures: list[Future[Any]]) -> None:
        """Cancel futures, and kill the processes that already play their jobs, which Dask cannot interrupt."""
        from .dask_worker import stop

        names = [future.key for future in futures if not future.done()]
        if futures and self._client.status == "running":
            with suppress(Exception):  # a worker that cannot be reached is gone, or its result will be dropped
                self._client.cancel(futures)
                self._client.run(stop, names, on_error="ignore", callback_timeout=STOP_S)

    def close(self) -> None:
        futures = list(self._futures.values())
        self._jobs, self._futures = {}, {}
        if self._cluster is None:
            self._stop(futures)
        for closing in (self._client, self._cluster):
            if closing is not None:
                closing.close()
        self._loop.stop()


def _started_loop() -> Any:
    """An event loop of Dask's in a thread, for all clients: one that fails to connect would leave its own behind."""
    try:
        from distributed.utils import LoopRunner
    except ImportError:
        raise ExecutorError(f"a cluster needs Dask; install it with: {INSTALL}") from None
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    loop = LoopRunner(asynchronous=False)
    loop.start()
    return loop


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
