"""Connections, before there is a request: how long one may take to arrive, how much is held, how many are open.

uvicorn bounds none of this by itself: a client may send a byte a minute, headers without end, or read nothing.
"""

from __future__ import annotations

import asyncio
import http
import ipaddress
import socket
from collections import Counter
from enum import Enum
from typing import Any, cast

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

GRACE_S = 2
MESSAGE_MOST = 1 << 16
"""Bytes of one WebSocket message; the arena's own limit is below."""
HEADER_COST = 64
"""Bytes that a header counts beside its text: many empty ones take memory too."""


class Bounds(msgspec.Struct, frozen=True):
    """What a connection may take."""

    head_s: float = 10.0
    """From the first byte of a request (or the connection) to the end of its headers."""
    head_bytes: int = 1 << 15
    body_s: float = 20.0
    """From the end of the headers to that of the body, beside what `body_rate` allows."""
    body_rate: int = 32 << 10
    """Bytes a second that a body must have in the long run."""
    body_bytes: int = 17 << 20
    """Bytes of one body; routes allow less."""
    bodies_bytes: int = 256 << 20
    """Bytes of all bodies together that have not been answered."""
    idle_s: int = 30
    """Between an answer and the next request."""
    write_s: float = 30.0
    """A client that leaves more than 64 KiB unread for so long is cut off."""
    close_s: float = 5.0
    """How often connections are looked at that are being closed; the second time they are cut off."""
    ping_s: float = 20.0
    """How often a WebSocket is pinged, and how soon it must answer."""
    open_most: int = 8_192
    open_most_per_address: int = 512
    """From one IPv4 address or IPv6 network of 64 bits; this machine itself is exempt, since proxies speak from it."""


class Connections:
    """All open connections of a server."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.held_bytes = 0
        self._address: dict[asyncio.Transport, str] = {}
        self._count: Counter[str] = Counter()
        self._closing: set[asyncio.Transport] = set()
        self._sweeping = False

    def __len__(self) -> int:
        return len(self._address)

    @property
    def transports(self) -> list[asyncio.Transport]:
        return list(self._address)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False where there are too many."""
        address = address_of(transport)
        if len(self) >= self.bounds.open_most:
            return False
        if address and self._count[address] >= self.bounds.open_most_per_address:
            return False
        self._address[transport] = address
        self._count[address] += 1
        if not self._sweeping:
            self._sweeping = True
            self._later()
        return True

    def release(self, transport: asyncio.Transport) -> None:
        address = self._address.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def _later(self) -> None:
        asyncio.get_running_loop().call_later(self.bounds.close_s, self._sweep)

    def _sweep(self) -> None:
        """Closing waits until the other side has read everything, which may be never."""
        closing = {transport for transport in self._address if transport.is_closing()}
        for transport in closing & self._closing:
            transport.abort()
        self._closing = closing
        self._sweeping = bool(self._address)
        if self._sweeping:
            self._later()


def address_of(transport: asyncio.Transport) -> str:
    """Whom a connection is counted for; empty for this machine."""
    peer = transport.get_extra_info("peername")
    try:
        address = ipaddress.ip_address(str(peer[0]).partition("%")[0])
    except (TypeError, IndexError, ValueError):
        return ""  # a socket of this machine's file system
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)


def send_at_once(transport: asyncio.Transport) -> None:
    """Send small answers without waiting for the client to acknowledge earlier ones (40 ms); asyncio does so by itself
    only for sockets that were made with a protocol number, and those of `socket.create_server` are not."""
    found = transport.get_extra_info("socket")
    if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class TooLarge(Exception):
    """The headers of a request have more bytes than they may."""


class Part(Enum):
    """The part of a request that is awaited."""

    NONE = 0
    HEAD = 1
    BODY = 2


class Counted(asyncio.Protocol):
    """A protocol of uvicorn whose connections are counted, and end if the other side does not read."""

    shared: Connections
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_stalled()
        self.shared.release(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unset_stalled()
        self._stalled = self.loop.call_later(self.shared.bounds.write_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unset_stalled()

    def _unset_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class HttpProtocol(Counted, HttpToolsProtocol):
    """uvicorn's protocol; a request that is not complete in time, or is too large, is refused and the connection
    closed."""

    _part = Part.HEAD
    _began = 0.0
    _bytes = 0
    """How many bytes of the awaited part have come."""
    _held = 0
    """How many bytes of bodies wait for their answer."""
    _timer: asyncio.TimerHandle | None = None
    _status = http.HTTPStatus.BAD_REQUEST
    """Why a request that cannot be parsed is refused."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        send_at_once(transport)
        self._await(Part.HEAD)
        if self.shared.admit(transport):
            self._set_timer(self.shared.bounds.head_s)
        else:
            self._refuse(http.HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._part == Part.NONE:  # a new request, or line breaks before one
            self._await(Part.HEAD)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._part == Part.HEAD:
            self._bytes += len(data)  # the parser keeps half a header to itself
            if self._bytes > self.shared.bounds.head_bytes:
                self._refuse(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if self._part != Part.NONE and self._timer is None:
            self._set_timer(self._left_s())

    def handle_websocket_upgrade(self) -> None:
        self._part = Part.NONE
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._status)

    # What the parser finds

    def on_message_begin(self) -> None:
        self._await(Part.HEAD)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count_head(len(name) + len(value) + HEADER_COST)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._await(Part.BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        bounds = self.shared.bounds
        self._bytes += len(body)
        if not self.cycle.response_complete:
            self._held += len(body)
            self.shared.held_bytes += len(body)
        if self._bytes > bounds.body_bytes:
            self._refuse(http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif self.shared.held_bytes > bounds.bodies_bytes:
            self._refuse(http.HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._part = Part.NONE
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._let_go()
        super().on_response_complete()

    # Limits

    def _await(self, part: Part) -> None:
        self._part, self._began, self._bytes = part, self.loop.time(), 0

    def _count_head(self, size: int) -> None:
        self._bytes += size
        if self._bytes > self.shared.bounds.head_bytes:
            self._status = http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooLarge

    def _let_go(self) -> None:
        self.shared.held_bytes -= self._held
        self._held = 0

    def _left_s(self) -> float:
        """How much longer the awaited part may take."""
        bounds = self.shared.bounds
        allowed = bounds.head_s if self._part == Part.HEAD else bounds.body_s + self._bytes / bounds.body_rate
        return self._began + allowed - self.loop.time()

    def _set_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """The timer is not moved for every byte, but looks again when it runs out."""
        self._timer = None
        if self._part == Part.NONE or self.transport.is_closing():
            return
        if self.flow.read_paused:  # it is we who do not read
            self._set_timer(self.shared.bounds.head_s)
        elif (left := self._left_s()) > 0:
            self._set_timer(left)
        else:
            self._refuse(http.HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: http.HTTPStatus) -> None:
        """Say why where that does not garble an answer, and close."""
        if self.transport.is_closing():
            return
        idle = self.cycle is None or self.cycle.response_complete
        unanswered = self._part == Part.BODY and not self.pipeline and not idle and not self.cycle.response_started
        if unanswered or (idle and self._part == Part.HEAD):
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            self.transport.write(f"{line}connection: close\r\ncontent-length: 0\r\n\r\n".encode())
        self.transport.close()


def server_config(app: Any, bounds: Bounds | None = None) -> uvicorn.Config:
    """How uvicorn serves an application within bounds."""
    bounds = bounds or Bounds()
    shared = {"shared": Connections(bounds)}
    found = cast("type | None", AutoWebSocketsProtocol)
    sockets = None if found is None else type("WebSocket", (Counted, found), shared)
    return uvicorn.Config(
        app,
        http=type("Http", (HttpProtocol,), shared),
        ws=sockets or "none",
        log_level="error",  # anybody can have as many warnings written as they like
        access_log=False,
        use_colors=False,  # an escape sequence would be shown as text, whosever it is
        server_header=False,
        proxy_headers=False,
        ws_max_size=MESSAGE_MOST,
        ws_per_message_deflate=False,
        ws_ping_interval=bounds.ping_s,
        ws_ping_timeout=bounds.ping_s,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=bounds.idle_s,
        limit_concurrency=bounds.open_most,
    )
