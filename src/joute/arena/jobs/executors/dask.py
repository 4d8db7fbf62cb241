"""The workers of a Dask cluster, on any number of machines: they may come, go and die."""

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
"""How long a scheduler may take to answer."""
TICK_S = 1.0
"""How often the connection is looked after while nothing comes, and how old a count of workers may be."""
FETCH_S = 5.0
"""How long a result may be on its way before others are looked at."""
STOP_S = 5.0
"""How long workers may take to hear that jobs are cancelled; those that do not play on, unseen."""
UNFIT_S = 60.0
"""How long it is waited for another worker when all that came were sent away."""
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
        self._came: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._futures: dict[str, tuple[Future[Any], Job]] = {}
        self._sent: set[str] = set()
        self._fit: set[str] = set()
        """The games that all workers were found to have when they were first played."""
        self._dismissed: dict[str, str] = {}
        """Workers that were sent away, and why."""
        self._deserted: float | None = None
        """Since when there is nobody but those."""
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
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told through `warn`
        if address is None:
            count = workers or len(os.sched_getaffinity(0))
            quiet = {"silence_logs": logging.CRITICAL, "dashboard_address": "127.0.0.1:0"}
            self._cluster = LocalCluster(n_workers=count, threads_per_worker=1, **quiet)
        try:
            return Client(self._cluster or address, timeout=CONNECT_S, set_as_default=False)
        except (TimeoutError, OSError, ValueError, TypeError) as fault:
            raise ExecutorError(
                f"no Dask scheduler answers at {address}: {fault or type(fault).__name__}; start one with "
                "«dask scheduler», and give its address as it prints it, for instance tcp://192.168.1.10:8786"
            ) from None

    def _require_fit(self, game: str) -> None:
        """Every worker that is there has this engine, and the rules of a game."""
        from . import dask_worker

        ours = dask_worker.about()
        found = self._client.run(dask_worker.about, on_error="return")
        faults = [f"  {name}: {fault}" for name, theirs in found.items() if (fault := misfit(ours, theirs, game))]
        if faults:
            raise ExecutorError(
                "these workers cannot play; install the same joute on all machines and start them again:\n"
                + "\n".join(faults)
            )

    @property
    def capacity(self) -> int:
        """The threads of all workers that are there now."""
        at, count = self._counted
        if time.monotonic() - at > TICK_S:
            count = sum(self._client.nthreads().values())
            self._counted = (time.monotonic(), count)
        return count

    def workers(self) -> list[Worker]:
        playing = self._client.processing()
        found = []
        for name in sorted(self._client.nthreads()):
            keys = [key for key, (future, _) in self._futures.items() if future.key in playing.get(name, ())]
            found += [Worker(name, key) for key in keys] or [Worker(name)]
        return found

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
        future.add_done_callback(lambda _: self._came.put(key))

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        until = float("inf") if timeout is None else time.monotonic() + timeout
        while self._futures:
            self._require_connection()
            left = until - time.monotonic()
            try:
                key = self._came.get(timeout=max(0.0, min(left, TICK_S)))
            except queue.Empty:
                self._require_workers()
                if left <= 0:
                    return None
                continue
            came = self._received(key)
            if came is not None:
                return came
        return None

    def _received(self, key: str) -> JobResult | Lost | None:
        """What a future holds; nothing if it was cancelled, or if its worker was no good and another has it now."""
        from .dask_worker import Misfit

        future, job = self._futures.get(key, (None, None))
        if future is None or job is None:
            return None
        if not future.done():  # its worker died before we had the result: it is played again
            self._await(future, key)
            return None
        try:
            came = future.result(FETCH_S)
        except TimeoutError:
            self._await(future, key)
            return None
        except Misfit as fault:
            self._dismiss(fault)
            self.submit(job)
            return None
        except (Exception, asyncio.CancelledError) as fault:
            self._require_connection()
            came = Lost(key, _told(fault))
        del self._futures[key]
        assert isinstance(came, JobResult | Lost)
        return came

    def _dismiss(self, misfit: Misfit) -> None:
        """A worker that came later and does not fit is sent away."""
        if misfit.worker not in self._dismissed:
            self._warn(f"the worker {misfit.worker} is sent away: {misfit.why}")
        self._dismissed[misfit.worker] = misfit.why
        self._client.retire_workers([misfit.worker], close_workers=True)

    def _require_workers(self) -> None:
        """Where all that came were sent away, and nobody else comes for a while, nobody will."""
        if not self._dismissed or self.capacity:
            self._deserted = None
            return
        self._deserted = self._deserted or time.monotonic()
        if time.monotonic() - self._deserted >= UNFIT_S:
            told = "\n".join(f"  {name}: {why}" for name, why in self._dismissed.items())
            raise ExecutorError(
                "no worker is left: these were sent away, and no other has come; mend them and start them again; "
                f"what was played until then is kept:\n{told}"
            )

    def _require_connection(self) -> None:
        if self._client.status != "running":
            raise ExecutorError("the connection to the Dask scheduler is lost; what was played until then is kept")

    def cancel(self, *keys: str) -> None:
        self._stop([self._futures.pop(key)[0] for key in keys if key in self._futures])

    def _stop(self, futures: list[Future[Any]]) -> None:
        """Have jobs forgotten, and those ended that are under way."""
        from .dask_worker import stop

        names = [future.key for future in futures if not future.done()]
        if futures and self._client.status == "running":
            with suppress(Exception):  # whoever cannot be told is gone, or will find nobody who listens
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


def _told(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"[:1000]
