"""A cluster of real Dask workers in processes of their own, for the tests."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path


class Cluster:
    """A scheduler and workers, each with a folder of packages of its own: each is another machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()
        self._lines: dict[int, queue.SimpleQueue[str]] = {}
        self.start_scheduler("0")

    def start_scheduler(self, port: str) -> None:
        self.scheduler = self._process("dask_scheduler", ["--host", "127.0.0.1", "--port", port, "--no-dashboard"])
        self.address = self._said(self.scheduler, r"Scheduler at:\s+(tcp://\S+)")

    def restart_scheduler(self) -> None:
        """Start another at the address of one that was killed; it knows no job, and its workers are gone."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.start_scheduler(self.address.rpartition(":")[2])

    def worker(self, threads: int = 1, before: str = "", **environment: str) -> subprocess.Popen[str]:
        """Start a worker, and wait until the scheduler knows it."""
        process = self.begin_worker(threads, before, **environment)
        self._said(process, r"Registered to:\s+(tcp://\S+)")
        return process

    def begin_worker(self, threads: int = 1, before: str = "", **environment: str) -> subprocess.Popen[str]:
        words = [self.address, "--no-nanny", "--no-dashboard", "--nthreads", str(threads), "--host", "127.0.0.1"]
        return self._process("dask_worker", words, before, **environment)

    def cache(self, number: int) -> Path:
        return self.folder / f"machine {number}"

    def _process(self, module: str, words: list[str], before: str = "", **more: str) -> subprocess.Popen[str]:
        code = f"{before}import sys; from distributed.cli.{module} import main; sys.exit(main({words!r}))"
        environment = os.environ | {"DASK_LOGGING__DISTRIBUTED": "info"} | more
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        self._stack.callback(self._end, process)
        self._lines[process.pid] = queue.SimpleQueue()
        reader = threading.Thread(target=self._read, args=[process])
        reader.start()
        self._stack.callback(reader.join)
        self._stack.callback(process.kill)
        return process

    def _read(self, process: subprocess.Popen[str]) -> None:
        """All that a process says is read, so that it never waits for us."""
        assert process.stderr is not None
        for line in process.stderr:
            self._lines[process.pid].put(line)
        self._lines[process.pid].put("")

    def _said(self, process: subprocess.Popen[str], pattern: str) -> str:
        """What a process says of itself once it is ready."""
        said = []
        while line := self._lines[process.pid].get():
            said.append(line)
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError(f"it ended before it said {pattern!r}, having said:\n{''.join(said)}")

    def _end(self, process: subprocess.Popen[str]) -> None:
        process.wait()
        assert process.stderr is not None
        process.stderr.close()

    def close(self) -> None:
        self._stack.close()
