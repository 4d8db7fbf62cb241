"""The watch pipe: on it the watcher of a host (`child/spawn.py`) reports the host's pid and, later, how it ended."""

from __future__ import annotations

import os
import select
import signal
import struct
import time
from _socket import SHUT_WR
from collections.abc import Callable
from contextlib import suppress

WAIT_MS = 5_000
"""The longest wait for what the kernel does at once: a spawn that is under way, the end of a killed process."""
SPAWNED, ENDED = struct.Struct("=ii"), struct.Struct("=i")
"""The two reports: the init process of the box (0 without a box) and the host's pid; then the host's exit status."""


class WatchPipe:
    """The engine's end. `theirs` is the watcher's end; close it here once the watcher has been sent it."""

    def __init__(self) -> None:
        import socket  # imported here: the fork server uses what is below, and no sockets of Python's

        self._socket, self.theirs = socket.socketpair()
        self._socket.setblocking(False)
        self._poll = poll_of(self._socket.fileno())
        self._reports = b""
        self._closed = False
        """Whether the watcher has closed its end, so that no report can come any more."""
        self.init_pid: int | None = None
        """The first process of the host's box, if it has one: when it dies, the kernel kills all others in the box."""
        self.pid: int | None = None
        """The host, once its spawn was reported."""

    @property
    def file(self) -> int:
        """The descriptor to poll: it becomes readable when there is a report."""
        return self._socket.fileno()

    def _read(self) -> None:
        if not self._poll.poll(0):  # asked in every callback, and an exception costs more than this
            return
        try:
            data = self._socket.recv(SPAWNED.size + ENDED.size)
        except OSError:
            data = b""
        self._reports += data
        self._closed = not data
        if self.pid is None and len(self._reports) >= SPAWNED.size:
            init_pid, self.pid = SPAWNED.unpack_from(self._reports)
            self.init_pid = init_pid or None

    @property
    def code(self) -> int | None:
        """How the host ended: its exit code, or minus the signal; None while it runs, or if the watcher is gone."""
        if not self._closed:
            self._read()
        ended = len(self._reports) == SPAWNED.size + ENDED.size
        return int(ENDED.unpack_from(self._reports, SPAWNED.size)[0]) if ended else None

    @property
    def ended(self) -> bool:
        """Whether the host has ended, or its watcher is gone."""
        return self.code is not None or self._closed

    @property
    def watcher_lost(self) -> bool:
        """Whether the host was spawned and its watcher went away before it reported the end."""
        return self.code is None and self._closed and self.pid is not None

    def await_spawn(self) -> None:
        self._await(lambda: self.ended or self.pid is not None)

    def await_end(self) -> None:
        """Wait until the killed host and its watcher are gone.

        Closing our writing side lets the watcher reap the host, which frees its pid: nothing may signal it afterwards.
        """
        with suppress(OSError):
            self._socket.shutdown(SHUT_WR)
        self._await(lambda: self.ended and self._closed)

    def _await(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + WAIT_MS / 1e3
        while not done() and time.monotonic() < until:
            wait_readable(self.file)

    def close(self) -> None:
        self._socket.close()
        self.theirs.close()


def wait_readable(file: int) -> None:
    """Wait, at most WAIT_MS, until a descriptor can be read or its other end is closed."""
    poll_of(file).poll(WAIT_MS)


def poll_of(file: int) -> select.poll:
    """What tells whether a descriptor can be read or its other end is closed."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return poll


def kill(send: Callable[[int, int], None], pid: int | None) -> None:
    """SIGKILL a process (`os.kill`) or a group (`os.killpg`), if it is known and still there."""
    with suppress(OSError):
        if pid is not None:
            send(pid, signal.SIGKILL)


def open_pidfd(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends; None if it already has.

    Unlike a pid it cannot come to mean another process.
    """
    with suppress(OSError):
        return os.pidfd_open(pid)
    return None
