"""Requests that do not come to an end, headers and bodies without end, readers that do not read, too many at once.

A server of its own, with short limits, on a free port; each test waits for the server to close the connection.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from joute.web.connections import Bounds, Connections, address_of, server_config

from .support import PATIENCE_S, Server

SHORT = Bounds(
    head_s=0.2, body_s=0.2, idle_s=1, write_s=0.2, close_s=0.2, ping_s=0.2, head_bytes=2_000, body_bytes=100_000
)
BODY = b"the answer"


class App:
    """Answers what comes; `/endless` without end, `/early` before the body has come."""

    def __init__(self) -> None:
        self.bodies: list[int] = []
        self.left = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for _ in range(2):
                await send({"type": f"{(await receive())['type']}.complete"})
        elif scope["type"] == "websocket":
            await self._flood(receive, send)
        elif scope["path"] == "/endless":
            await self._endless(receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        size, more = 0, scope["path"] != "/early"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.left.set()
                return
            size, more = size + len(message["body"]), message["more_body"]
        self.bodies.append(size)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"10")]})
        await send({"type": "http.response.body", "body": BODY})

    async def _endless(self, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        gone = asyncio.ensure_future(self._gone(receive))
        while not gone.done():
            await send({"type": "http.response.body", "body": bytes(1 << 16), "more_body": True})
            await asyncio.sleep(0)

    async def _gone(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.left.set()

    async def _flood(self, receive: Any, send: Any) -> None:
        """Send to a WebSocket until it is gone."""
        await receive()
        await send({"type": "websocket.accept"})
        gone = asyncio.ensure_future(self._silent(receive))
        while not gone.done():
            sending = asyncio.ensure_future(send({"type": "websocket.send", "bytes": bytes(1 << 15)}))
            await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _silent(self, receive: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.left.set()


class Running:
    """A server in a thread of its own."""

    def __init__(self, app: App, bounds: Bounds) -> None:
        self.app = app
        config = server_config(app, bounds)
        self.connections: Connections = config.http.shared  # type: ignore[union-attr]
        self.server = uvicorn.Server(config)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.thread.start()

    def dial(self, data: bytes = b"") -> socket.socket:
        dialled = socket.create_connection(self.listener.getsockname(), timeout=PATIENCE_S)
        dialled.sendall(data)
        return dialled

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        self.listener.close()


@contextmanager
def running(bounds: Bounds = SHORT) -> Iterator[Running]:
    server = Running(App(), bounds)
    try:
        yield server
    finally:
        server.close()


def to_end(dialled: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    data = b""
    with dialled:
        try:
            while more := dialled.recv(1 << 16):
                data += more
        except ConnectionResetError:
            pass
    return data


def one_answer(dialled: socket.socket) -> bytes:
    data = b""
    while not data.endswith(BODY):
        more = dialled.recv(1 << 16)
        assert more, data
        data += more
    return data


GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"GET / HTTP/1.1\r\nhost: ",
        b"\r\n",
        POST % 5,
        POST % 5 + b"1234",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n1",
        b"GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n",
    ],
)
def test_a_request_that_is_not_complete_in_time_is_ended(sent: bytes) -> None:
    with running() as server:
        assert to_end(server.dial(sent)).startswith(b"HTTP/1.1 408 ")
        assert not server.app.bodies


def test_a_byte_now_and_then_gains_no_time() -> None:
    with running() as server, server.dial(b"GET / HTTP/1.1\r\n") as dialled:
        dialled.settimeout(0.02)
        ended = False
        for _ in range(1_000):
            try:
                dialled.sendall(b"x")
                ended = dialled.recv(1 << 16).startswith(b"HTTP/1.1 408 ")
                break
            except TimeoutError:
                continue
            except ConnectionError:  # closed while we were sending
                ended = True
                break
        assert ended


def test_400_incomplete_requests_leave_nothing_behind() -> None:
    with running() as server:
        dialled = [server.dial(b"GET / HTTP/1.1\r\nhost:") for _ in range(400)]
        assert {to_end(one)[:13] for one in dialled} == {b"HTTP/1.1 408 "}
        with server.dial(GET) as last:
            assert one_answer(last).startswith(b"HTTP/1.1 200 ")
            assert len(server.connections) == 1


def test_a_connection_that_goes_on_is_watched_again() -> None:
    with running() as server:
        dialled = server.dial(GET)
        one_answer(dialled)
        dialled.sendall(GET[:5])
        assert to_end(dialled).startswith(b"HTTP/1.1 408 ")


def test_line_breaks_between_requests_gain_no_time() -> None:
    with running() as server:
        dialled = server.dial(GET)
        one_answer(dialled)
        dialled.sendall(b"\r\n")
        assert to_end(dialled).startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_is_idle_is_closed() -> None:
    with running() as server:
        dialled = server.dial(GET)
        one_answer(dialled)
        assert to_end(dialled) == b""


def test_a_body_that_does_not_come_after_the_answer_is_not_waited_for() -> None:
    with running() as server:
        data = to_end(server.dial(b"POST /early HTTP/1.1\r\ncontent-length: 5\r\n\r\n12"))
        assert data.startswith(b"HTTP/1.1 200 ")
        assert data.endswith(BODY)  # and nothing behind it


def test_whole_requests_are_answered_one_after_the_other() -> None:
    with running() as server, server.dial(GET + POST % 5 + b"12345" + GET) as dialled:
        found = b""
        while found.count(BODY) < 3:
            found += dialled.recv(1 << 16)
        assert server.app.bodies == [0, 5, 0]


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"a" * 3_000,
        b"GET /" + b"a" * 3_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a" * 3_000,
        b"GET / HTTP/1.1\r\na: " + b"a" * 3_000,
        b"GET / HTTP/1.1\r\na: " + b"a" * 3_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 100 + b"\r\n",
    ],
)
def test_headers_without_end_are_refused(sent: bytes) -> None:
    with running(Bounds(head_bytes=2_000)) as server:
        assert to_end(server.dial(sent)).startswith(b"HTTP/1.1 431 ")


def test_a_body_that_is_too_large_is_refused() -> None:
    with running(Bounds(body_bytes=100_000)) as server:
        dialled = server.dial(POST % 200_000)
        dialled.sendall(bytes(150_000))
        assert to_end(dialled).startswith(b"HTTP/1.1 413 ")
        assert server.app.left.wait(PATIENCE_S)


def test_all_bodies_together_are_bounded() -> None:
    with running(Bounds(bodies_bytes=100_000)) as server:
        waiting = server.dial(POST % 80_000 + bytes(60_000))
        assert to_end(server.dial(POST % 60_000 + bytes(50_000))).startswith(b"HTTP/1.1 503 ")
        waiting.sendall(bytes(20_000))
        assert one_answer(waiting).startswith(b"HTTP/1.1 200 ")
        waiting.close()
        with server.dial(POST % 90_000 + bytes(90_000)) as dialled:
            assert one_answer(dialled).startswith(b"HTTP/1.1 200 ")
        assert server.app.bodies == [80_000, 90_000]


def test_answers_are_sent_at_once() -> None:
    """Else each answer on a connection that goes on waits 40 ms for the client's kernel."""
    with running() as server, server.dial(GET) as dialled:
        one_answer(dialled)
        (transport,) = server.connections.transports
        assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1


def test_too_many_connections_are_refused() -> None:
    with running(Bounds(open_most=3)) as server:
        first = [server.dial(GET) for _ in range(2)]
        for dialled in first:
            one_answer(dialled)
        third = server.dial()
        assert to_end(server.dial()).startswith(b"HTTP/1.1 503 ")
        for dialled in (third, *first):
            dialled.close()


def test_who_reads_nothing_is_cut_off() -> None:
    with running() as server, server.dial(b"GET /endless HTTP/1.1\r\n\r\n"):
        assert server.app.left.wait(PATIENCE_S)


SOCKET = (
    b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_socket_that_reads_nothing_is_cut_off() -> None:
    bounds = Bounds(write_s=0.2, close_s=0.2)
    with running(bounds) as server, server.dial(SOCKET) as dialled:
        assert dialled.recv(12) == b"HTTP/1.1 101"
        assert server.app.left.wait(PATIENCE_S)


def test_a_socket_that_does_not_answer_is_closed() -> None:
    """It reads everything, but answers no ping."""
    with running(Bounds(ping_s=0.2)) as server, server.dial(SOCKET) as dialled:
        while dialled.recv(1 << 20):
            pass
        assert server.app.left.wait(PATIENCE_S)


class Peer:
    """A connection from somewhere."""

    def __init__(self, *name: object) -> None:
        self.name = name

    def get_extra_info(self, what: str) -> Any:
        return self.name

    def is_closing(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_whom_a_connection_is_counted_for(host: str, counted: str) -> None:
    assert address_of(Peer(host, 1)) == counted  # type: ignore[arg-type]


def test_connections_of_one_address_are_bounded() -> None:
    async def admitted() -> list[bool]:
        found = Connections(Bounds(open_most=5, open_most_per_address=2))
        peers: Any = [Peer(f"192.0.2.{number}", 1) for number in (1, 1, 1, 2, 2)]
        answers = [found.admit(peer) for peer in peers]
        found.release(peers[2])  # was never admitted
        found.release(peers[0])
        return [*answers, found.admit(peers[2]), found.admit(peers[0])]

    assert asyncio.run(admitted()) == [True, True, False, True, True, True, False]


def test_the_arena_serves_within_these_bounds(server: Server) -> None:
    host, _, port = server.place.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as dialled:
        dialled.sendall(b"GET / HTTP/1.1\r\na: " + b"a" * 40_000)
        assert to_end(dialled).startswith(b"HTTP/1.1 431 ")
