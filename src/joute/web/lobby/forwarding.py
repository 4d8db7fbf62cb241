"""Requests of programs that play over HTTP, on their way to the process of their match and back."""

from __future__ import annotations

import asyncio

from joute.web.security import Scope, Send, client_of
from joute.web.worker.pipe import HttpAsked, HttpReply, ServerEnd


class Forwarding:
    """The requests of one match that wait for the answer of its process."""

    def __init__(self) -> None:
        self._asked = 0
        self._closed = False
        self._waiting: dict[int, asyncio.Future[HttpReply | None]] = {}

    async def ask(self, pipe: ServerEnd, scope: Scope, path: str) -> HttpReply | None:
        """The answer of the process to a request for `path`; None if it ends without one."""
        if self._closed:
            return None
        self._asked += 1
        number = self._asked
        answer: asyncio.Future[HttpReply | None] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        pipe.send(_asked(number, scope, path))
        try:
            return await answer
        finally:
            self._waiting.pop(number, None)

    def receive(self, reply: HttpReply) -> None:
        if reply.id in self._waiting and not self._waiting[reply.id].done():
            self._waiting[reply.id].set_result(reply)

    def close(self) -> None:
        """The process has ended."""
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)


def _asked(number: int, scope: Scope, path: str) -> HttpAsked:
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    named = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    return HttpAsked(number, scope["method"], path, scope["query_string"].decode("latin-1"), named, client_of(scope))


async def send_reply(send: Send, reply: HttpReply) -> None:
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    await send({"type": "http.response.body", "body": reply.body, "more_body": False})
