"""A child process that reads and writes lines: every wait has a deadline, every buffer a bound."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .environment import OutputTail

CHUNK = 1 << 16
GRACE_S = 0.5
"""Seconds that a child whose input was closed has to end, before it is killed."""


class DeadlinePassed(Exception):
    """The deadline has passed."""


class ChildGone(Exception):
    """The child has ended, or has closed the pipe."""


class LineTooLong(Exception):
    """A line longer than allowed; `line` is its beginning."""

    def __init__(self, line: bytes) -> None:
        super().__init__()
        self.line = line


def started(command: Sequence[str], **settings: Any) -> tuple[subprocess.Popen[bytes], bool]:
    """Start a process in a session of its own, so that all it starts can be killed with it; and whether it has one.

    In a host, seccomp forbids new sessions: there the engine kills whatever is left of the host.
    """
    try:
        return subprocess.Popen(command, start_new_session=True, **settings), True
    except PermissionError:
        return subprocess.Popen(command, **settings), False


def kill_session(process: subprocess.Popen[bytes], leads: bool) -> None:
    """Kill a process, and all of its session if it leads one."""
    with suppress(ProcessLookupError, PermissionError):
        if leads:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


class Child:
    """A process with three pipes; its standard error goes to the log."""

    def __init__(self, command: Sequence[str], folder: Path, log: OutputTail, link: int | None = None) -> None:
        """`link` is a descriptor that it inherits."""
        self.log = log
        pipe, files = subprocess.PIPE, () if link is None else (link,)
        self._process, self._leads = started(
            command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, pass_fds=files
        )
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream is not None)
        for file in (self._in, self._out, self._err):
            os.set_blocking(file, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._read = bytearray()
        self._scanned = 0
        self._closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu_s(self) -> float:
        """The CPU time of all threads of the process; 0 if it is gone."""
        with suppress(OSError):
            return time.clock_gettime((~self.pid << 3) | 2)
        return 0.0

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of it before the deadline (a monotonic time), and read the log meanwhile."""
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._in, view) :]
            except BlockingIOError:
                self._wait_for_room(deadline)
            except OSError:
                raise ChildGone from None

    def line(self, deadline: float, most: int) -> bytes:
        """The next line of standard output, without its line end."""
        while True:
            end = self._read.find(b"\n", self._scanned)
            if end > most or (end < 0 and len(self._read) > most):
                raise LineTooLong(bytes(self._read[:most]))
            if end >= 0:
                line = bytes(self._read[:end])
                del self._read[: end + 1]
                self._scanned = 0
                return line
            self._scanned = len(self._read)
            self._wait(deadline)

    def unread(self) -> bytes:
        """The first line that it has already written, without waiting; empty if there is none."""
        if not self._read:
            with suppress(DeadlinePassed):
                self._wait(0.0)
        return bytes(self._read).partition(b"\n")[0] or (b"\n" if self._read else b"")

    def end(self) -> int | None:
        """Close its input, give it a moment to end, then kill what is left of its session; its exit code."""
        if not self._closed:
            if self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()
            self._linger(time.monotonic() + GRACE_S)
        return self.kill()

    def kill(self) -> int | None:
        """Kill it and all of its session; its exit code, or minus the signal."""
        if self._closed:
            return self._process.returncode
        self._closed = True
        kill_session(self._process, self._leads)
        self._drain()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return self._process.returncode

    def ending(self) -> int | None:
        """The exit code of a child that has closed a pipe, which may take a moment to end; None if it goes on."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        self._drain()
        return self._process.returncode

    # Waiting

    def _wait(self, deadline: float) -> None:
        """Wait until there is something on standard output."""
        while True:
            left = deadline - time.monotonic()
            ready = self._poll.poll(max(0.0, left) * 1000)
            files = {file for file, _ in ready}
            if self._err in files:
                self._take_log()
            if self._out in files:
                self._take()
                return
            if left <= 0:
                raise DeadlinePassed

    def _wait_for_room(self, deadline: float) -> None:
        """Wait until its input can be written to, and read its log meanwhile: it may be blocked on writing that."""
        room = select.poll()
        room.register(self._in, select.POLLOUT)
        if self._err >= 0:
            room.register(self._err, select.POLLIN)
        left = deadline - time.monotonic()
        files = {file for file, _ in room.poll(max(0.0, left) * 1000)}
        if self._err in files:
            self._take_log()
        if left <= 0 and self._in not in files:
            raise DeadlinePassed

    def _linger(self, deadline: float) -> None:
        """Read and discard its output, so that it can end, until it has closed it or the deadline has passed."""
        with suppress(DeadlinePassed, ChildGone):
            while True:
                self._read.clear()
                self._wait(deadline)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))

    def _take(self) -> None:
        try:
            data = os.read(self._out, CHUNK)
        except BlockingIOError:
            return
        if not data:
            raise ChildGone
        self._read += data

    def _take_log(self) -> None:
        try:
            data = os.read(self._err, CHUNK)
        except BlockingIOError:
            return
        if data:
            self.log.write(data)
        else:
            self._poll.unregister(self._err)
            self._err = -1

    def _drain(self) -> None:
        """Read what is left of the log; bounded, since other processes may hold the pipe open and go on writing."""
        for _ in range(64):
            if self._err < 0 or not select.select([self._err], [], [], 0)[0]:
                return
            self._take_log()
