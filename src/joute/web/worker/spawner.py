"""A new interpreter for every job, where there is no zygote: a match then starts half a second later.

The process connects to a port of this machine and shows the key that it was given on its standard input. When the
server ends, the pipe closes, and with it the job.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import socket
import subprocess
import sys

from joute.core.control_chars import safe_streams

from .pipe import Job, JobEnd, PipeClosed, ServerEnd
from .processes import GRACE_S, Processes

START_S = 30.0
"""Seconds for an interpreter to start and to connect."""
KEY_BYTES = 32
LOCAL = "127.0.0.1"


class Spawner(Processes):
    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._number = 0

    async def begin(self, job: Job) -> ServerEnd:
        self._number += 1
        number, key = self._number, secrets.token_bytes(KEY_BYTES)
        with socket.create_server((LOCAL, 0)) as listener:
            listener.setblocking(False)
            command = [sys.executable, "-m", "joute.web.worker.spawner", str(listener.getsockname()[1])]
            process = self._running[number] = subprocess.Popen(command, stdin=subprocess.PIPE)
            assert process.stdin is not None
            with process.stdin as theirs:
                theirs.write(key)
            try:
                async with asyncio.timeout(START_S):
                    end = ServerEnd(number, *await _connected(listener, key))
            except TimeoutError:
                self.kill(number)
                raise PipeClosed from None
        self._forget_ended()
        end.send(job)
        return end

    def terminate(self, number: int) -> None:
        if number in self._running:
            self._running[number].terminate()

    def kill(self, number: int) -> None:
        if number in self._running:
            self._running[number].kill()

    def close(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(GRACE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()

    def _forget_ended(self) -> None:
        self._running = {number: process for number, process in self._running.items() if process.poll() is None}


async def _connected(listener: socket.socket, key: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The streams of the first who connects and knows the key."""
    while True:
        wire, _ = await asyncio.get_running_loop().sock_accept(listener)
        reader, writer = await asyncio.open_connection(sock=wire)
        try:
            if hmac.compare_digest(await reader.readexactly(KEY_BYTES), key):
                return reader, writer
        except (asyncio.IncompleteReadError, OSError):
            pass
        writer.close()


def main(port: int) -> None:
    """Do the job that comes from the server that listens at a port."""
    from .jobs import work

    wire = socket.create_connection((LOCAL, port), START_S)
    wire.settimeout(None)
    wire.sendall(sys.stdin.buffer.read(KEY_BYTES))
    work(JobEnd(wire))


if __name__ == "__main__":
    with safe_streams():
        main(int(sys.argv[1]))
