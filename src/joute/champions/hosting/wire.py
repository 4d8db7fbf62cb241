"""The wire between the engine and a host: messages in msgpack, each preceded by its length, which is bounded.

The engine sends `HostHello`, then `Ask`; the host sends `Seated`, then `HostReady` or `HostFailed`, then `HostReply`.
In a live game each order is a round trip, so `HostOrder` and the news that answer it are rows of words, not msgpack:
`players/_live.c` sends and takes them too. What comes from a host may come from a hostile champion.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from joute.champions.building.job import BuildJob, BuildRefused, Finished
from joute.core.errors import printable
from joute.core.layout import Runs
from joute.match.verdict import Fault

if TYPE_CHECKING:
    from socket import socket

HEAD = struct.Struct("!I")
WORDS = 1 << 31
"""Set in the length of a message that is a row of words of 64 bits."""
UP_MOST, DOWN_MOST = 2 * 2**20, 256 * 2**20
"""The longest message in bytes: to the engine, and to a host."""
FDS_MOST, BUILDER_FD = 250, 100
"""How many descriptors are passed with one message (the kernel allows 253), and the first descriptor that bubblewrap
gets, when it builds a box."""
STACK_SIGNAL = signal.SIGUSR1 if sys.platform != "win32" else signal.SIGABRT
"""Makes a host write the stack of its main thread to its log."""
OUT_OF_MEMORY = 77
"""The exit code of a host that has no memory left to send a message."""
CHUNK, PART = 2**16, 2**14
"""Bytes per read, in the engine and in a host; few there, since its champion may have used up all memory."""


class WireError(Exception):
    """The other side violates the protocol."""


class SpawnRequest(msgspec.Struct, frozen=True):
    """To a fork server: the host to spawn."""

    files: int
    """How many descriptors are passed along: those of `spawn.Files`, then those for the builder of the box."""
    builder: str
    """The program that builds the box (bubblewrap); empty without a box."""
    mark: str
    environment: dict[str, str]
    folder: str
    """The host's working directory, inside its box if it has one."""
    settings: tuple[str, dict[str, Any]] | None = None
    """The preset and the parameters of the match, if they are known yet: with them, hosts find the game made."""


class HostHello(msgspec.Struct, frozen=True, tag="hello"):
    """All a host needs to seat its champion. The seed of the match is a secret, and not among it."""

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
    """The first view, as changes to a state of zeros."""
    library: str = ""
    """The file of the game's library; empty where the game is interpreted."""
    policy: str = ""
    """The file of the champion's own library, where it is a policy that has one."""
    user: int | None = None
    """The user id that the host takes, if it changes its user."""
    needs_address_space: bool = False
    audited: bool = False
    """Whether the host audits the champion's calls, for a rehearsal."""


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Run a callback. `news` is what has changed in the view, `number` what the reply must carry."""

    number: int
    turn: int
    phase: str
    callback: str
    seats: list[int]
    news: list[Runs]
    bank_ms: float


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """The host is about to load its champion: what failed before is the engine's failure, not the champion's."""


class HostReady(msgspec.Struct, frozen=True, tag="ready"):
    """The champion is loaded."""


class HostFailed(msgspec.Struct, frozen=True, tag="failed"):
    """The champion cannot be loaded; the message is for its author."""

    message: str


class HostOrder(NamedTuple):
    """In a live game: one order."""

    number: int
    row: tuple[int, ...]


class HostReply(msgspec.Struct, frozen=True, tag="done"):
    """The callback has ended: its orders, or its fault."""

    number: int
    orders: list[list[int]]
    fault: Fault | None = None
    dead: bool = False
    audit: dict[str, Any] = {}
    """In a rehearsal: the audit of the champion's calls."""


class Bug(msgspec.Struct, frozen=True, tag="bug"):
    """An engine bug, according to the host; the engine repeats the call to confirm it (`trust.confirm_bug`)."""

    text: str
    function: str
    values: list[Any]


Down = HostHello | Ask | BuildJob
Packed = Seated | HostReady | HostFailed | HostReply | Bug
Up = Packed | HostOrder
_encode = msgspec.msgpack.Encoder().encode
_decode_up = msgspec.msgpack.Decoder(Packed).decode
_decode_down = msgspec.msgpack.Decoder(Down).decode


def tag_of(message: Up | type[Up]) -> str:
    """The tag of a message, or of a kind of message, as it is sent."""
    config = getattr(message, "__struct_config__", None)
    return "order" if config is None else str(config.tag)


def packed(message: Any) -> bytes:
    """A message as bytes."""
    return _encode(message)


def framed(message: Any) -> bytes:
    """A message as bytes, preceded by its length."""
    if isinstance(message, HostOrder):
        return _framed_words(array("q", (message.number, *message.row)).tobytes())
    data = _encode(message)
    return HEAD.pack(len(data)) + data


def framed_news(news: Sequence[Runs]) -> bytes:
    """What an order of a live game has changed: the number of columns; then each run's column, start, length, words."""
    parts = [array("q", [len(news)]).tobytes()]
    for column, runs in enumerate(news):
        for start, data in runs:
            parts += array("q", (column, start, len(data) // 8)).tobytes(), data
    return _framed_words(b"".join(parts))


def _framed_words(data: bytes) -> bytes:
    return HEAD.pack(WORDS | len(data)) + data


def _read_order(data: bytes) -> HostOrder:
    """An order; raises ValueError for bytes that are none."""
    number, *row = array("q", data)
    return HostOrder(number, tuple(row))


def read_news(data: bytes) -> list[Runs]:
    """What an order has changed; raises ValueError for bytes that are no answer to one."""
    words = array("q", data)
    news: list[Runs] = [[] for _ in range(words[0])]
    at = 1
    while at < len(words):
        column, start, length = words[at : at + 3]
        if not 0 <= length <= len(words) - at - 3:
            raise ValueError(f"a run of {length} words")
        news[column].append((start, words[at + 3 : at + 3 + length].tobytes()))
        at += 3 + length
    return news


class Incoming:
    """The bytes received from a host, taken apart into messages. `read_words` reads those that are rows of words."""

    def __init__(
        self, decode: Callable[[bytes], Any], most: int, read_words: Callable[[bytes], Any] | None = None
    ) -> None:
        self._data = bytearray()
        self._decode, self._most, self._read_words = decode, most, read_words

    def feed(self, data: bytes) -> None:
        self._data += data

    def take(self) -> Any:
        """The next complete message, or None; raises WireError if it is malformed or too long."""
        if len(self._data) < HEAD.size:
            return None
        (head,) = HEAD.unpack_from(self._data)
        length = head & ~WORDS
        if length > self._most:
            raise WireError(_too_long(length, self._most))
        end = HEAD.size + length
        if len(self._data) < end:
            return None
        decode = self._read_words if head & WORDS else self._decode
        if decode is None:
            raise WireError("a row of words, where none is expected")
        try:
            message = decode(bytes(self._data[HEAD.size : end]))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise WireError(_unreadable(error)) from None
        del self._data[:end]
        return message

    @property
    def empty(self) -> bool:
        return not self._data


def from_host() -> Incoming:
    """What a host sends in a match."""
    return Incoming(_decode_up, UP_MOST, _read_order)


class EngineWire:
    """The engine's end: it never blocks, and trusts nothing."""

    def __init__(self, socket: socket, incoming: Incoming | None = None) -> None:
        self._socket = socket
        self._incoming = incoming or from_host()
        self._outgoing = bytearray()

    @property
    def waits_to_write(self) -> bool:
        return bool(self._outgoing)

    def send(self, message: Down) -> None:
        """Queue a message; `write` sends it as soon as the socket has room."""
        self._outgoing += framed(message)

    def send_news(self, news: Sequence[Runs]) -> None:
        """Queue what an order of a live game has changed."""
        self._outgoing += framed_news(news)

    def write(self) -> bool:
        """Write as much as the socket takes; whether that was all."""
        while self._outgoing:
            try:
                sent = self._socket.send(self._outgoing)
            except BlockingIOError:
                return False
            del self._outgoing[:sent]
        return True

    def read(self) -> bool:
        """Receive what has arrived; whether there was anything. Raises EOFError when the other side has closed."""
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
    """The host's end: it blocks."""

    def __init__(self, file: int) -> None:
        self.file = file
        self._data = bytearray()

    def send(self, message: Up | Finished | BuildRefused) -> None:
        data = memoryview(framed(message))
        while data:
            data = data[os.write(self.file, data) :]

    def receive(self) -> Down:
        try:
            message: Down = _decode_down(self._received())
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise WireError(_unreadable(error)) from None
        return message

    def receive_news(self) -> list[Runs]:
        """What an order of a live game has changed."""
        return read_news(self._received())

    def _received(self) -> bytes:
        """The next message, without its length."""
        self._read(HEAD.size)
        (head,) = HEAD.unpack_from(self._data)
        length = head & ~WORDS
        if length > DOWN_MOST:
            raise WireError(_too_long(length, DOWN_MOST))
        end = HEAD.size + length
        self._read(end)
        data = bytes(self._data[HEAD.size : end])
        del self._data[:end]
        return data

    def _read(self, size: int) -> None:
        """Read until there are `size` bytes; mostly the whole message arrives at once."""
        while len(self._data) < size:
            part = os.read(self.file, PART)
            if not part:
                raise EOFError
            self._data += part


def _too_long(length: int, most: int) -> str:
    return f"message of {length} bytes; the limit is {most}"


def _unreadable(error: Exception) -> str:
    return f"unreadable message: {printable(str(error))}"
