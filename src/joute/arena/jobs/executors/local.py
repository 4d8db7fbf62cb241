"""Jobs in processes on this machine, by default as many as it has cores.

Each worker is bound to its share of the cores, with the champions that it hosts: so matches take no time from each
other's clocks, and players that alternate on one core need not wait until another core has woken up.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from pathlib import Path

import msgspec

from joute.arena.jobs.job import Job, JobResult, live_name
from joute.arena.jobs.packages import Packages
from joute.champions.sandbox.limits import NEEDS_LINUX

from . import Executor, ExecutorError, Lost, Worker

_decode_result = msgspec.msgpack.Decoder(JobResult).decode
_encode = msgspec.msgpack.Encoder().encode
GRACE_S = 5.0
"""Seconds that a worker may take to exit after it has closed its socket."""
LOG_BYTES = 1000
"""How much of the end of a worker's log is read."""
FAILED_STARTS_MOST = 3
"""After so many exits for each worker before its first job was done, the executor gives up."""


class LocalExecutor(Executor):
    """Plays jobs in processes of its own. A worker that dies is replaced, and its job comes back as Lost."""

    def __init__(
        self, processes: int | None = None, packages: Packages | None = None, live: Path | None = None
    ) -> None:
        """`live`: a folder that shows the matches that are being played."""
        if sys.platform != "linux":
            raise ExecutorError(NEEDS_LINUX)
        self._packages = packages or Packages()
        self._live = live
        if live is not None:
            live.mkdir(exist_ok=True)
        self._waiting: deque[Job] = deque()
        self._failed_starts = 0
        self._life, self._alive = os.pipe2(os.O_CLOEXEC)
        """A pipe: when this process dies, however it does, the kernel closes `_alive`, which kills the workers."""
        self._workers: list[_Process] = []
        cores = sorted(os.sched_getaffinity(0))
        try:
            for share in shares(cores, processes or len(cores)):
                self._workers.append(self._started(share))
        except BaseException:
            self.close()
            raise

    def _started(self, cores: set[int]) -> _Process:
        return _Process(self._life, self._packages, cores, self._live)

    @property
    def capacity(self) -> int:
        return len(self._workers)

    def workers(self) -> list[Worker]:
        return [Worker(str(worker.pid), worker.key) for worker in self._workers]

    def submit(self, job: Job) -> None:
        self._waiting.append(job)
        self._hand_out()

    def _hand_out(self) -> None:
        for worker in self._workers:
            if worker.key is None and self._waiting:
                worker.give(self._waiting.popleft())

    def next(self, timeout: float | None = None) -> JobResult | Lost | None:
        until = None if timeout is None else time.monotonic() + timeout
        while busy := {worker.connection: worker for worker in self._workers if worker.key is not None}:
            left = None if until is None else max(0.0, until - time.monotonic())
            ready = wait(list(busy), left)
            if not ready:
                return None
            worker = busy[ready[0]]  # type: ignore[index]
            outcome = self._received(worker)
            self._hand_out()
            if outcome is not None:
                return outcome
        return None

    def _received(self, worker: _Process) -> JobResult | Lost | None:
        try:
            result = _decode_result(worker.connection.recv_bytes())
        except (EOFError, OSError):
            return self._lost(worker)
        worker.key = None
        worker.proven = True
        self._failed_starts = 0
        return result

    def _lost(self, worker: _Process) -> Lost:
        """Start another worker in place of one that died; its job is lost."""
        key, why = worker.key, worker.died()
        assert key is not None
        self._failed_starts += not worker.proven and not worker.killed
        if self._failed_starts >= FAILED_STARTS_MOST * max(1, len(self._workers)):
            raise ExecutorError(f"the processes that play matches die as soon as they are started: {why}")
        self._workers[self._workers.index(worker)] = self._started(worker.cores)
        return Lost(key, why)

    def cancel(self, *keys: str) -> None:
        self._waiting = deque(job for job in self._waiting if job.key not in keys)
        for number, worker in enumerate(self._workers):
            if worker.key in keys:
                worker.end()
                self._workers[number] = self._started(worker.cores)
        self._hand_out()

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers, self._waiting = [], deque()
        for file in (self._life, self._alive):
            with suppress(OSError):
                os.close(file)
        self._life = self._alive = -1


def shares(cores: Sequence[int], count: int) -> list[set[int]]:
    """The cores of each of `count` workers: equal shares, or one core each where there are fewer cores."""
    if count >= len(cores):
        return [{cores[number % len(cores)]} for number in range(count)]
    ends = [number * len(cores) // count for number in range(count + 1)]
    return [set(cores[start:end]) for start, end in pairwise(ends)]


class _Process:
    """One worker as its parent sees it."""

    def __init__(self, life: int, packages: Packages, cores: set[int], live: Path | None = None) -> None:
        self.cores, self._live = cores, live
        self.key: str | None = None
        self.proven = False
        """Whether it has played a job to its end: then the next death is no failed start."""
        ours, theirs = socket.socketpair()
        arguments = [str(theirs.fileno()), str(life), str(packages.folder.absolute())]
        arguments += [] if live is None else [str(live.absolute())]
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "joute.arena.jobs.executors.worker", *arguments],
                pass_fds=(theirs.fileno(), life),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                process_group=0,  # Ctrl-C in the terminal goes to the parent alone, which ends its workers in order
            )
        with suppress(OSError):  # it has died already
            os.sched_setaffinity(self._process.pid, cores)
        self.connection: Connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        return self._process.pid

    def give(self, job: Job) -> None:
        self.key = job.key
        with suppress(OSError):  # it has died: `next` sees the closed socket
            self.connection.send_bytes(_encode(job))

    def died(self) -> str:
        """How a worker ended that has closed its socket."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        last = self._last_line()
        code = self.end()
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"the process {self.pid} that played it ended ({how}){last}"

    def _last_line(self) -> str:
        """The last line of its standard error."""
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - LOG_BYTES))
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""

    @property
    def killed(self) -> bool:
        return (self._process.returncode or 0) < 0

    def end(self) -> int:
        """Kill it; the champions that it hosts die with it. Its exit code."""
        self.connection.close()
        self._log.close()
        self._process.kill()
        code = self._process.wait()
        if self._live is not None and self.key is not None:
            (self._live / live_name(self.key)).unlink(missing_ok=True)
        return code
