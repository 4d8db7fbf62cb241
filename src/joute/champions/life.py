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
WORD = struct.Struct("=i")


class Life:
    """The engine's end. `theirs` is for whoever watches, and closed here once it has it."""

    def __init__(self) -> None:
        self._wire, self.theirs = socket.socketpair()
        self._wire.setblocking(False)
        self._told = b""
        self._over = False
        self.pid: int | None = None
        """The host itself, once it is born and that was heard."""

    @property
    def file(self) -> int:
        """It can be read when there is something new."""
        return self._wire.fileno()

    def listen(self) -> None:
        try:
            data = self._wire.recv(2 * WORD.size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._told += data
        self._over = not data or len(self._told) == 2 * WORD.size
        if self.pid is None and len(self._told) >= WORD.size:
            (self.pid,) = WORD.unpack_from(self._told)

    @property
    def over(self) -> bool:
        """Whether it has ended, or nobody is left to tell."""
        if not self._over:
            self.listen()
        return self._over

    @property
    def code(self) -> int | None:
        """How it ended: the exit code, or minus the signal; None if it lives, or if nobody is left to tell."""
        if self.over and len(self._told) == 2 * WORD.size:
            return int(WORD.unpack_from(self._told, WORD.size)[0])
        return None

    @property
    def orphaned(self) -> bool:
        """Whether it was born, and nobody is left to tell how it ended."""
        return self.over and self.code is None and self.pid is not None

    def await_birth(self) -> None:
        self._await(lambda: self.pid is not None)

    def await_end(self) -> None:
        self._await(lambda: False)

    def _await(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + GONE_MS / 1e3
        while not self.over and not done() and time.monotonic() < until:
            await_file(self.file)

    def close(self) -> None:
        self._wire.close()
        self.theirs.close()


def await_file(file: int) -> int:
    """Wait, not for ever, until something can be read or has ended: the events of poll(2)."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return sum(events for _, events in poll.poll(GONE_MS))


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
