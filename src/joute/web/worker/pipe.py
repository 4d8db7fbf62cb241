"""What the server and the process of a match say to each other: messages in msgpack, each after its length."""

from __future__ import annotations

import asyncio
import select
import socket
from typing import Any

import msgspec

from joute.champions.hosting.wire import HEAD, framed
from joute.web.wire import Clock, FilmHead, LiveEvent, MatchResult, SeatVerdict

MESSAGE_MOST = 256 * 2**20
READ_AT_ONCE = 2**18


# To the process


class Player(msgspec.Struct, frozen=True):
    """Who plays a seat: a person, a bundled champion by name, or one of the operator's by its path."""

    kind: str
    name: str
    path: str = ""


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play a match and record it."""

    game: str
    preset: str | None
    params: dict[str, Any]
    board: str | None
    seed: int
    players: list[Player]
    clock: Clock | None
    isolation: str
    replay: str
    """The file to write."""


class Relay(msgspec.Struct, frozen=True, tag="relay"):
    """Play again, line by line, a match that is played elsewhere."""

    header: bytes
    replay: str


class Film(msgspec.Struct, frozen=True, tag="film"):
    """Film a replay, which may come from anybody, into a folder."""

    replay: str
    folder: str


Job = Play | Relay | Film


class Told(msgspec.Struct, frozen=True, tag="told"):
    """What the person of a seat wants, and the position in which they wanted it."""

    seat: int
    frame: int
    ask: bytes
    """An `Ask` that makes sense, as JSON: its numbers may be longer than msgpack has them."""


class Lines(msgspec.Struct, frozen=True, tag="lines"):
    """Lines of a match that is played elsewhere."""

    data: bytes


Down = Play | Relay | Film | Told | Lines


# From the process


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The match is about to be played."""

    heads: dict[str, FilmHead]
    """By track, still without positions."""
    foggy: bool
    undo: bool


class Shot(msgspec.Struct, frozen=True):
    """A position as one track sees it: an event without its picture, the scene, and the difference to it, as JSON."""

    event: LiveEvent
    scene: bytes
    diff: bytes


class Frame(msgspec.Struct, frozen=True, tag="frame"):
    """A position by track; number 0 is before the first phase."""

    shots: dict[str, Shot]


class ToSeat(msgspec.Struct, frozen=True, tag="seat"):
    """A message for the person of a seat, as the page gets it; a position is kept for those who come back."""

    seat: int
    data: bytes
    position: bool = False


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The match is over; `void`: through a failure of ours."""

    result: MatchResult
    verdicts: list[SeatVerdict]
    void: str = ""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A film is made: its head."""

    head: FilmHead


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """It cannot be done; in words, for whoever asked."""

    told: str
    alien: bool = False
    """Whether what was to be filmed is no replay at all."""


Up = Begun | Frame | ToSeat | Over | Done | Failed

_down = msgspec.msgpack.Decoder(Down).decode
_up = msgspec.msgpack.Decoder(Up).decode


class Gone(Exception):
    """The other side is no more."""


class JobEnd:
    """The end of the pipe in the process of a match. Writing waits; reading can be asked not to."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._data = bytearray()

    def fileno(self) -> int:
        return self._wire.fileno()

    def send(self, message: Up) -> None:
        try:
            self._wire.sendall(framed(message))
        except OSError:
            raise Gone from None

    def receive(self) -> Down:
        """The next message, however long it takes."""
        while (message := self.take()) is None:
            select.select([self._wire], [], [])
            self.read()
        return message

    def read(self) -> None:
        """Read what is there."""
        try:
            data = self._wire.recv(READ_AT_ONCE, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            raise Gone from None
        if not data:
            raise Gone
        self._data += data

    def take(self) -> Down | None:
        """The next whole message of what has been read."""
        if len(self._data) < HEAD.size:
            return None
        (length,) = HEAD.unpack_from(self._data)
        end = HEAD.size + length
        if len(self._data) < end:
            return None
        message: Down = _down(bytes(self._data[HEAD.size : end]))
        del self._data[:end]
        return message


class ServerEnd:
    """The server's end of the pipe."""

    def __init__(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.number = number
        """Which process it leads to."""
        self._reader = reader
        self._writer = writer

    def send(self, message: Down) -> None:
        if not self._writer.is_closing():
            self._writer.write(framed(message))

    async def receive(self) -> Up:
        try:
            (length,) = HEAD.unpack(await self._reader.readexactly(HEAD.size))
            if length > MESSAGE_MOST:
                raise Gone
            message: Up = _up(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError):
            raise Gone from None
        return message

    def close(self) -> None:
        self._writer.close()
