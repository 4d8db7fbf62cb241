"""The HTTP server of one match that is played elsewhere, in a process of its own: it passes requests to whoever plays
the match and answers back, so that a champion in that process cannot keep it from listening."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from types import TracebackType

import uvicorn

from joute.web import errors
from joute.web.connections import server_config
from joute.web.errors import Refusal
from joute.web.lobby.forwarding import Forwarding, send_reply
from joute.web.security import Guard, Receive, Scope, Send, refuse
from joute.web.worker.pipe import HttpReply, JobEnd, PipeClosed, ServerEnd

# The side that plays the match


class Door:
    """A server that listens, for as long as it is needed; `pipe` has its requests."""

    def __init__(self, listener: socket.socket) -> None:
        ours, theirs = socket.socketpair()
        files = [listener.fileno(), theirs.fileno()]
        with theirs, listener:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "joute.web.door", *map(str, files)], pass_fds=files, stdin=subprocess.DEVNULL
            )
        self._wire = ours
        self.pipe = JobEnd(ours)

    def __enter__(self) -> Door:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._wire.close()
        self._process.wait()


# The server's side


class Forwarder:
    """The application: every request goes through the pipe."""

    def __init__(self, pipe: ServerEnd) -> None:
        self.pipe = pipe
        self.requests = Forwarding()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        reply = await self.requests.ask(self.pipe, scope, raw.decode("latin-1"))
        if reply is None:
            await refuse(scope, receive, send, Refusal(errors.IS_OVER, why="over"))
        else:
            await send_reply(send, reply)

    async def receive_all(self) -> None:
        """Hand out answers until whoever plays the match closes the pipe."""
        try:
            while isinstance(message := await self.pipe.receive(), HttpReply):
                self.requests.receive(message)
        except PipeClosed:
            self.requests.close()


async def serve(listener: socket.socket, wire: socket.socket) -> None:
    forwarder = Forwarder(ServerEnd(0, *await asyncio.open_connection(sock=wire)))
    config = server_config(Guard(forwarder, None, loopback=True))
    config.lifespan = "off"
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve([listener]))
    await forwarder.receive_all()
    server.should_exit = True
    await serving


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole terminal; whoever plays decides when to end
    asyncio.run(serve(*(socket.socket(fileno=int(file)) for file in sys.argv[1:3])))
