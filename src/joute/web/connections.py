"""Limits on connections: how many are open, how slowly a request may arrive, how much memory bodies may take.

uvicorn limits none of this: a client may send a byte a minute, endless headers, or read nothing.
"""

from __future__ import annotations

import asyncio
import http
import ipaddress
import socket
from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

if TYPE_CHECKING:
    from .security import Guard

GRACE_S = 2
"""Seconds that open requests have when the server stops."""
MESSAGE_MOST = 1 << 16
"""Bytes of one WebSocket message; the arena's own limit is below."""
HEADER_COST = 64
"""Bytes that a header counts beside its text: many empty ones take memory too."""


class Bounds(msgspec.Struct, frozen=True):
    """The limits."""

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
    """A client that leaves more than 64 KiB unread for so many seconds is disconnected."""
    close_s: float = 5.0
    """How often closing connections are checked; one that is still closing the second time is aborted."""
    ping_s: float = 20.0
    """How often a WebSocket is pinged, and how soon it must answer."""
    open_most: int = 8_192
    open_most_per_address: int = 512
    """For one IPv4 address or IPv6 /64 network; this machine itself is exempt, since proxies connect from it."""


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
        """Count a new connection; False if there are too many."""
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
        """Abort connections that do not finish closing: asyncio waits until the client has read everything."""
        closing = {transport for transport in self._address if transport.is_closing()}
        for transport in closing & self._closing:
            transport.abort()
        self._closing = closing
        self._sweeping = bool(self._address)
        if self._sweeping:
            self._later()


def address_of(transport: asyncio.Transport) -> str:
    """The address or network that a connection is counted for; empty for this machine."""
    peer = transport.get_extra_info("peername")
    try:
        address = ipaddress.ip_address(str(peer[0]).partition("%")[0])
    except (TypeError, IndexError, ValueError):
        return ""  # a Unix socket
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)


def send_at_once(transport: asyncio.Transport) -> None:
    """Turn Nagle's algorithm off, which delays small answers by up to 40 ms. asyncio does so only for sockets that were
    made with a protocol number, and those of `socket.create_server` are not."""
    sock = transport.get_extra_info("socket")
    if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class TooLarge(Exception):
    """The headers of a request are too long."""


class Part(Enum):
    """The part of a request that the server is waiting for."""

    NONE = 0
    HEAD = 1
    BODY = 2


class Counted(asyncio.Protocol):
    """A protocol of uvicorn whose connections are counted, and aborted if the client reads nothing."""

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
    """uvicorn's HTTP, with limits: a request that is too slow or too large is refused, and its connection closed."""

    _part = Part.HEAD
    _began = 0.0
    _bytes = 0
    """Bytes of the current part that have arrived."""
    _held = 0
    """Bytes of bodies that wait for their answer."""
    _timer: asyncio.TimerHandle | None = None
    _status = http.HTTPStatus.BAD_REQUEST
    """The status for a request that the parser gives up."""

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
        self._release_bodies()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._part == Part.NONE:  # a new request, or line breaks before one
            self._await(Part.HEAD)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._part == Part.HEAD:
            self._bytes += len(data)  # the parser does not report half a header
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

    # Called by the parser

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
        self._release_bodies()
        super().on_response_complete()

    # Limits

    def _await(self, part: Part) -> None:
        self._part, self._began, self._bytes = part, self.loop.time(), 0

    def _count_head(self, size: int) -> None:
        self._bytes += size
        if self._bytes > self.shared.bounds.head_bytes:
            self._status = http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooLarge

    def _release_bodies(self) -> None:
        self.shared.held_bytes -= self._held
        self._held = 0

    def _left_s(self) -> float:
        """Seconds that the current part may still take."""
        bounds = self.shared.bounds
        allowed = bounds.head_s if self._part == Part.HEAD else bounds.body_s + self._bytes / bounds.body_rate
        return self._began + allowed - self.loop.time()

    def _set_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._check_time)

    def _check_time(self) -> None:
        """Refuse a request that is too slow. The timer is not reset for every byte, but set again when it runs out."""
        self._timer = None
        if self._part == Part.NONE or self.transport.is_closing():
            return
        if self.flow.read_paused:  # the server itself has stopped reading
            self._set_timer(self.shared.bounds.head_s)
        elif (left := self._left_s()) > 0:
            self._set_timer(left)
        else:
            self._refuse(http.HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: http.HTTPStatus) -> None:
        """Send a status, unless it would end up inside another answer, and close the connection."""
        if self.transport.is_closing():
            return
        idle = self.cycle is None or self.cycle.response_complete
        unanswered = self._part == Part.BODY and not self.pipeline and not idle and not self.cycle.response_started
        if unanswered or (idle and self._part == Part.HEAD):
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            self.transport.write(f"{line}connection: close\r\ncontent-length: 0\r\n\r\n".encode())
        self.transport.close()


class ArenaServer(uvicorn.Server):
    """uvicorn, which first lets go of everybody who waits for something: else they would keep it from ending."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        cast("Guard", self.config.app).arena.hang_up()
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def server_config(app: Any, bounds: Bounds | None = None) -> uvicorn.Config:
    """The configuration of uvicorn, with these limits."""
    bounds = bounds or Bounds()
    shared = {"shared": Connections(bounds)}
    protocol = cast("type | None", AutoWebSocketsProtocol)
    sockets = None if protocol is None else type("WebSocket", (Counted, protocol), shared)
    return uvicorn.Config(
        app,
        http=type("Http", (HttpProtocol,), shared),
        ws=sockets or "none",
        log_level="error",  # warnings are logged for what clients do: anybody could fill the log
        access_log=False,
        use_colors=False,  # control characters are escaped in the log
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
