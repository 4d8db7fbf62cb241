"""The wire between the engine and a host: messages in msgpack, each after its length, none longer than allowed.

The engine writes `Hello`, then `Ask` and `Seen`; the host says `Seated`, then `Ready` or `Failed`, then `Order` and
`Done`. What comes from a host may come from a hostile champion.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from joute.champions.building.job import Finished, Job, Refused
from joute.core.buffers import Runs
from joute.core.errors import printable
from joute.match.verdict import Fault

if TYPE_CHECKING:
    from socket import socket

HEAD = struct.Struct("!I")
UP_MOST, DOWN_MOST = 2 * 2**20, 256 * 2**20
"""No message is longer, in bytes: to the engine, and to a host."""
AT_ONCE, FIRST = 250, 100
"""How many descriptors are passed with a message, and from where on those are numbered that a builder gets."""
CHUNK, PART = 2**16, 2**14
"""How much is read at once; in a host little, since its champion may have used up all memory."""


class WireFault(Exception):
    """The other side does not keep to the protocol."""


class Birth(msgspec.Struct, frozen=True):
    """To a nursery: what a host is born to."""

    files: int
    """How many descriptors come along: those of `birth.Files`, and those for who builds its box."""
    builder: str
    """The program that builds its box; empty if it has none."""
    mark: str
    environment: dict[str, str]
    folder: str
    """Where it is to be, inside its box if it has one."""


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """All a host needs to seat its champion. The seed of the match is not told."""

    game: str
    preset: str
    params: dict[str, Any]
    games: str
    board: list[list[int]]
    seats: int
    seat: int
    maker: str
    arguments: list[str]
    limits: dict[str, Any]
    news: list[Runs]
    """Of the first view; before it, all is zero."""
    user: int | None = None
    roomy: bool = False
    watched: bool = False
    """Whether the champion's calls are looked at, for a rehearsal."""


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A callback to be run on a view."""

    number: int
    turn: int
    phase: str
    callback: str
    seats: list[int]
    news: list[Runs]
    bank_ms: float


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """In a live game: what is seen once an order has been made."""

    news: list[Runs]


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """The host is ready for its champion: what goes wrong before is our fault, and the champion has not run yet."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The champion is loaded."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The champion cannot be loaded; `told` is meant for the person who wrote it."""

    told: str


class Order(msgspec.Struct, frozen=True, tag="order"):
    """In a live game: one order."""

    number: int
    row: list[int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The callback is over."""

    number: int
    orders: list[list[int]]
    fault: Fault | None = None
    dead: bool = False
    private: dict[str, Any] = {}
    notes: dict[str, Any] = {}
    """What was seen of its calls, in a rehearsal."""


class Bug(msgspec.Struct, frozen=True, tag="bug"):
    """A bug of ours, as the host says; the engine makes the call itself before it believes it."""

    text: str
    function: str
    values: list[Any]


Down = Hello | Ask | Seen | Job
Up = Seated | Ready | Failed | Order | Done | Bug
_encode = msgspec.msgpack.Encoder().encode
_decode_up = msgspec.msgpack.Decoder(Up).decode
_decode_down = msgspec.msgpack.Decoder(Down).decode


def framed(message: Any) -> bytes:
    data = _encode(message)
    return HEAD.pack(len(data)) + data


class Incoming:
    """What has been read of messages from a host."""

    def __init__(self, decode: Callable[[bytes], Any] = _decode_up, most: int = UP_MOST) -> None:
        self._data = bytearray()
        self._decode, self._most = decode, most

    def feed(self, data: bytes) -> None:
        self._data += data

    def take(self) -> Any:
        """The next whole message, or None; anything malformed raises WireFault."""
        if len(self._data) < HEAD.size:
            return None
        (length,) = HEAD.unpack_from(self._data)
        if length > self._most:
            raise WireFault(f"a message of {length} bytes; at most {self._most} are allowed")
        end = HEAD.size + length
        if len(self._data) < end:
            return None
        try:
            message = self._decode(bytes(self._data[HEAD.size : end]))
        except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
            raise WireFault(f"a message that cannot be read: {printable(str(fault))}") from None
        del self._data[:end]
        return message

    @property
    def empty(self) -> bool:
        return not self._data


class EngineWire:
    """The engine's end: it never waits, and believes nothing."""

    def __init__(self, socket: socket, incoming: Incoming | None = None) -> None:
        self._socket = socket
        self._incoming = incoming or Incoming()
        self._outgoing = bytearray()

    @property
    def waits_to_write(self) -> bool:
        return bool(self._outgoing)

    def send(self, message: Down) -> None:
        """To be written as soon as there is room."""
        self._outgoing += framed(message)

    def write(self) -> bool:
        """Write what there is room for: whether that was all."""
        while self._outgoing:
            try:
                sent = self._socket.send(self._outgoing)
            except BlockingIOError:
                return False
            del self._outgoing[:sent]
        return True

    def read(self) -> bool:
        """Take in what has come, if anything has; raises EOFError when the other side has hung up."""
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return False
        if not data:
            raise EOFError
        self._incoming.feed(data)
        return True

    def take(self) -> Any:
        return self._incoming.take()

    @property
    def empty(self) -> bool:
        return self._incoming.empty


class HostWire:
    """The host's end: simple, blocking."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._data = bytearray()

    def send(self, message: Up | Finished | Refused) -> None:
        data = memoryview(framed(message))
        while data:
            data = data[os.write(self._fd, data) :]

    def receive(self) -> Down:
        self._read(HEAD.size)
        (length,) = HEAD.unpack_from(self._data)
        if length > DOWN_MOST:
            raise WireFault("out of step")
        end = HEAD.size + length
        self._read(end)
        try:
            message: Down = _decode_down(self._data[HEAD.size : end])
        except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
            raise WireFault(f"a message that cannot be read: {printable(str(fault))}") from None
        del self._data[:end]
        return message

    def _read(self, size: int) -> None:
        """Until there is so much; mostly the whole message comes at once."""
        while len(self._data) < size:
            part = os.read(self._fd, PART)
            if not part:
                raise EOFError
            self._data += part
