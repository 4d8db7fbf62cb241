"""The zygote: a process with the engine loaded that is forked for every match.

A fork starts a match in milliseconds; a new interpreter would take half a second. The zygote has no threads, so that
forking it is safe. When the server ends, however it ends, the socket closes: the zygote then ends all matches and
itself. If the zygote is killed, the kernel kills the matches.
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
from .processes import GRACE_S, Processes

TICK_MS = 200
"""How often ended children are reaped."""


class Command(msgspec.Struct, frozen=True):
    """Start a process for a job, or send it a signal."""

    number: int
    signal: int = 0
    """0: start the process; its end of the pipe comes with the message."""


# The server's side


class Zygote(Processes):
    """The zygote, as the server sees it. It is started again if it has died."""

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
        if self._process is None or self._process.poll() is not None:
            self.start()
        self._number += 1
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._start(Command(self._number), theirs)
            except OSError:
                self.start()
                self._start(Command(self._number), theirs)
        end = ServerEnd(self._number, *await asyncio.open_connection(sock=ours))
        end.send(job)
        return end

    def terminate(self, number: int) -> None:
        self._signal(number, signal.SIGTERM)

    def kill(self, number: int) -> None:
        self._signal(number, signal.SIGKILL)

    def _start(self, command: Command, file: socket.socket) -> None:
        assert self._wire is not None
        socket.send_fds(self._wire, [msgspec.msgpack.encode(command)], [file.fileno()])

    def _signal(self, number: int, what: signal.Signals) -> None:
        """Send a signal to a process that the zygote started, if it still runs."""
        if self._wire is not None:
            with suppress(OSError):
                self._wire.send(msgspec.msgpack.encode(Command(number, what)))

    def close(self) -> None:
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
    """Fork a process for every job until the server ends."""
    _load_engine()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole terminal; the server decides when to end
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
        if not data:  # the server has closed its end, or died
            break
        command = msgspec.msgpack.decode(data, type=Command)
        if files:
            running[command.number] = _fork(wire, files[0])
        elif command.number in running:
            os.kill(running[command.number], command.signal)
    _end_all(running)


def _load_engine() -> None:
    """Import all that a match needs, before the first fork."""
    from joute.champions.hosting import player  # noqa: F401
    from joute.core.registry import game_names, load_game
    from joute.match import referee  # noqa: F401

    from . import jobs  # noqa: F401

    for name in game_names():
        with suppress(Exception):  # a broken game of the operator must not stop the others
            game = load_game(name).on()
            _ = game.api, game.scenes, game.hand


def _fork(wire: socket.socket, file: int) -> int:
    """Fork a process for a job."""
    zygote = os.getpid()
    pid = os.fork()
    if pid:
        os.close(file)
        return pid
    code = 1
    try:
        wire.close()
        # The kernel kills this process when the zygote dies; if it died before this call, there is another parent.
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
        os._exit(code)  # without the exit handlers of the zygote


def _reap(running: dict[int, int]) -> None:
    for number, pid in list(running.items()):
        if os.waitpid(pid, os.WNOHANG)[0]:
            del running[number]


def _end_all(running: dict[int, int]) -> None:
    """End every match: SIGTERM, then SIGKILL for those that still run after `GRACE_S`."""
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
