"""The zygote: a process with the engine loaded, forked for every match, and the last to go when the server goes.

It has no threads, so that forking it is safe, and it starts in milliseconds what would else take half a second. When
the server ends, however it ends, the zygote sees the wire close, ends all matches, and ends; were the zygote killed,
the kernel kills the matches.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import msgspec

from joute.champions.sandbox.confine import PR_SET_PDEATHSIG
from joute.core.control_chars import safe_streams

from .pipe import Job, JobEnd, ServerEnd

GRACE_S = 2.0
"""How long a match may take to end when told, before it is killed."""
TICK_MS = 200


class Order(msgspec.Struct, frozen=True):
    """What the server wants: a process for a job, or its end."""

    number: int
    signal: int = 0
    """0: start it; else what to send it."""


# The server's side


class Zygote:
    """The zygote as the server holds it; started again should it die."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: socket.socket | None = None
        self._number = 0

    def start(self) -> None:
        if self._wire is not None:
            self._wire.close()
        self._wire, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "joute.web.worker.zygote", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    async def begin(self, job: Job) -> ServerEnd:
        """A new process that does a job."""
        if self._process is None or self._process.poll() is not None:
            self.start()
        self._number += 1
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._order(Order(self._number), theirs)
            except OSError:
                self.start()
                self._order(Order(self._number), theirs)
        end = ServerEnd(self._number, *await asyncio.open_unix_connection(sock=ours))
        end.send(job)
        return end

    def _order(self, order: Order, file: socket.socket) -> None:
        assert self._wire is not None
        socket.send_fds(self._wire, [msgspec.msgpack.encode(order)], [file.fileno()])

    def signal(self, number: int, what: signal.Signals) -> None:
        """Send a signal to a process, if it is still there."""
        if self._wire is not None:
            with suppress(OSError):
                self._wire.send(msgspec.msgpack.encode(Order(number, what)))

    def close(self) -> None:
        """End the zygote and all that it has started."""
        if self._process is not None and self._wire is not None:
            self._wire.close()
            try:
                self._process.wait(2 * GRACE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = self._wire = None


# The zygote's side


def main(wire: socket.socket) -> None:
    """Fork a process for every job until the server has gone."""
    _load_engine()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: dict[int, int] = {}
    poll = select.poll()
    poll.register(wire, select.POLLIN)
    while True:
        ready = poll.poll(TICK_MS)
        _reap(running)
        if not ready:
            continue
        try:
            data, files, _, _ = socket.recv_fds(wire, 2**16, 1)
        except OSError:
            data, files = b"", []
        if not data:
            break
        order = msgspec.msgpack.decode(data, type=Order)
        if files:
            running[order.number] = _fork(wire, files[0])
        elif order.number in running:
            os.kill(running[order.number], order.signal)
    _end_all(running)


def _load_engine() -> None:
    """All that a match needs, loaded once."""
    from joute.champions.hosting import player  # noqa: F401
    from joute.core.registry import game_names, load_game
    from joute.match import referee  # noqa: F401

    from . import jobs  # noqa: F401

    for name in game_names():
        with suppress(Exception):  # a broken game in a folder of the operator's must not stop the others
            game = load_game(name)
            _ = game.api, game.module("scene"), game.module("hand")


def _fork(wire: socket.socket, file: int) -> int:
    """A process for a job; it dies with the zygote."""
    zygote = os.getpid()
    pid = os.fork()
    if pid:
        os.close(file)
        return pid
    code = 1
    try:
        wire.close()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        if os.getppid() == zygote:
            from .jobs import work

            work(JobEnd(socket.socket(fileno=file)))
        code = 0
    except SystemExit:
        code = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _reap(running: dict[int, int]) -> None:
    for number, pid in list(running.items()):
        if os.waitpid(pid, os.WNOHANG)[0]:
            del running[number]


def _end_all(running: dict[int, int]) -> None:
    """Ask every match to end, and kill those that do not."""
    for pid in running.values():
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_S
    while running and time.monotonic() < deadline:
        time.sleep(0.01)
        _reap(running)
    for pid in running.values():
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    with safe_streams():
        main(socket.socket(fileno=int(sys.argv[1])))
