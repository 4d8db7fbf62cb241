"""The life of a host, as told by the process that watches over it: its number, and how it ended. See `birth.py`."""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress

GONE_MS = 5_000
"""How long is waited for what cannot take long."""
BORN, ENDED = struct.Struct("=ii"), struct.Struct("=i")
"""What is told: the first process of the box or 0, and the host; then how it ended."""


class Life:
    """The engine's end. `theirs` is for whoever watches, and closed here once it has it."""

    def __init__(self) -> None:
        self._wire, self.theirs = socket.socketpair()
        self._wire.setblocking(False)
        self._told = b""
        self._silent = False
        """Nobody is left to tell."""
        self.first: int | None = None
        """The first process in its box, if it has one: all others there die with it."""
        self.pid: int | None = None
        """The host itself, once it is born and that was heard."""

    @property
    def file(self) -> int:
        """It can be read when there is something new."""
        return self._wire.fileno()

    def _listen(self) -> None:
        try:
            data = self._wire.recv(BORN.size + ENDED.size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._told += data
        self._silent = not data
        if self.pid is None and len(self._told) >= BORN.size:
            first, self.pid = BORN.unpack_from(self._told)
            self.first = first or None

    @property
    def code(self) -> int | None:
        """How it ended: the exit code, or minus the signal; None if it lives, or if nobody is left to tell."""
        if not self._silent:
            self._listen()
        ended = len(self._told) == BORN.size + ENDED.size
        return int(ENDED.unpack_from(self._told, BORN.size)[0]) if ended else None

    @property
    def over(self) -> bool:
        """Whether it has ended, or nobody is left to tell."""
        return self.code is not None or self._silent

    @property
    def orphaned(self) -> bool:
        """Whether it was born, and nobody is left to tell how it ended."""
        return self.code is None and self._silent and self.pid is not None

    def await_birth(self) -> None:
        self._await(lambda: self.over or self.pid is not None)

    def await_end(self) -> None:
        """Wait until all of it is gone, which was killed; nobody has to keep its number any more."""
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_WR)
        self._await(lambda: self.over and self._silent)

    def _await(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + GONE_MS / 1e3
        while not done() and time.monotonic() < until:
            await_file(self.file)

    def close(self) -> None:
        self._wire.close()
        self.theirs.close()


def await_file(file: int) -> None:
    """Wait, not for ever, until something can be read or has ended."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    poll.poll(GONE_MS)


def kill(end: Callable[[int, int], None], pid: int | None) -> None:
    """Kill a process or a group, if it is known and still there."""
    with suppress(OSError):
        if pid is not None:
            end(pid, signal.SIGKILL)


def watched(pid: int) -> int | None:
    """A descriptor that tells when a process is gone; None if it is."""
    with suppress(OSError):
        return os.pidfd_open(pid)
    return None
