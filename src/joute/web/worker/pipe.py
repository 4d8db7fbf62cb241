"""The pipe between the server and the process of a match: messages, each after its length.

The process writes msgpack. The server writes JSON: what people send may hold integers that msgpack cannot (more than
64 bits), and they are refused by the rules, in words, like any other wrong argument.
"""

from __future__ import annotations

import asyncio
import select
import socket
from typing import Any

import msgspec

from joute.champions.hosting.wire import HEAD, framed
from joute.match.replay import Origin
from joute.web.edits import EditAnswer, EditRequest
from joute.web.wire import FilmHead, LiveEvent, Outcome, PlayRequest, ProposalKind, SeatVerdict, TimeControl

MESSAGE_MOST = 256 * 2**20
"""Bytes of one message from a process; a longer one means that the process is broken."""
READ_AT_ONCE = 2**18


# To the process


class PlayerSpec(msgspec.Struct, frozen=True):
    """Who plays a seat: a person, a program over HTTP, a bundled champion by name, or one of the operator's by its
    path."""

    kind: str
    name: str
    path: str = ""


class PlayJob(msgspec.Struct, frozen=True, tag="play"):
    """Play a match and record it."""

    game: str
    preset: str | None
    params: dict[str, Any]
    board: str | None
    seed: int
    players: list[PlayerSpec]
    clock: TimeControl | None
    isolation: str
    replay: str
    """The file to write."""
    invite: str = ""
    """The secret that programs need for a seat; empty: none."""
    start: dict[str, Any] | None = None
    """The dump of the table, for a match that begins in another position; preset, params and board are in it."""
    origin: Origin | None = None
    """Where that position is from."""


class RelayJob(msgspec.Struct, frozen=True, tag="relay"):
    """Replay, line by line, a match that is played elsewhere."""

    header: bytes
    replay: str


class FollowJob(msgspec.Struct, frozen=True, tag="follow"):
    """Replay a match that another program on this machine plays, from the replay that it writes."""

    path: str


class FilmJob(msgspec.Struct, frozen=True, tag="film"):
    """Make the film of a replay, which may come from anybody, in a folder."""

    replay: str
    folder: str


class PositionJob(msgspec.Struct, frozen=True, tag="position"):
    """Find a position of a replay to play on from."""

    replay: str
    frame: int
    seed: int | None = None
    """Another seed for it, where nobody may know that of the match."""


class EditJob(msgspec.Struct, frozen=True, tag="edit"):
    """Change and check a draft of the editor, which may come from anybody."""

    request: EditRequest


Job = PlayJob | RelayJob | FollowJob | FilmJob | PositionJob | EditJob


class SeatAsked(msgspec.Struct, frozen=True, tag="asked"):
    """A request of the person of a seat, and the position that they saw when they made it."""

    seat: int
    frame: int
    request: PlayRequest


class Lines(msgspec.Struct, frozen=True, tag="lines"):
    """Lines of a match that is played elsewhere."""

    data: bytes


class HttpAsked(msgspec.Struct, frozen=True, tag="http"):
    """A request of a program that speaks the game's own protocol, below the base address of the match."""

    id: int
    method: str
    path: str
    query: str
    headers: list[tuple[str, str]]
    client: str


ToProcess = PlayJob | RelayJob | FollowJob | FilmJob | PositionJob | EditJob | SeatAsked | Lines | HttpAsked


# From the process


class MatchBegun(msgspec.Struct, frozen=True, tag="begun"):
    """The match is about to be played."""

    heads: dict[str, FilmHead]
    """By track, still without positions."""
    foggy: bool
    undo: bool
    may: list[ProposalKind] = []
    """What its people can propose to each other."""


class Shot(msgspec.Struct, frozen=True):
    """A position on one track: the event without its picture, then the scene and the difference to it, as JSON."""

    event: LiveEvent
    scene: bytes
    diff: bytes
    """Empty for the first position."""
    orders: bytes = b"[]"
    """The orders that led to the position, as JSON."""


class Frame(msgspec.Struct, frozen=True, tag="frame"):
    """A position by track; number 0 is before the first phase."""

    shots: dict[str, Shot]


class ToSeat(msgspec.Struct, frozen=True, tag="seat"):
    """A message for the person of a seat, as the page gets it. The last position is sent again to who reconnects."""

    seat: int
    data: bytes
    position: bool = False
    asked: bool = False
    """Whether the match waits for them in this position."""


class HttpReply(msgspec.Struct, frozen=True, tag="reply"):
    """The answer to the request with this id."""

    id: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class MatchEnded(msgspec.Struct, frozen=True, tag="over"):
    """The match is over. `void` says why it does not count: a bug of the engine."""

    result: Outcome
    verdicts: list[SeatVerdict]
    void: str = ""


class FilmMade(msgspec.Struct, frozen=True, tag="done"):
    """The film is made: its head."""

    head: FilmHead


class PositionFound(msgspec.Struct, frozen=True, tag="found"):
    """A position: the dump of its table, the turn, and how many positions after the first one of the turn."""

    dump: dict[str, Any]
    turn: int
    step: int


class DraftEdited(msgspec.Struct, frozen=True, tag="edited"):
    """A draft as it is now."""

    answer: EditAnswer


class JobFailed(msgspec.Struct, frozen=True, tag="failed"):
    """The job cannot be done: why, for whoever asked for it."""

    why: str
    not_replay: bool = False
    """Whether the file to be filmed is not a replay at all."""
    over: bool = False
    """Whether nothing can be played on from a position: the match is over in it."""


FromProcess = MatchBegun | Frame | ToSeat | HttpReply | MatchEnded | FilmMade | PositionFound | DraftEdited | JobFailed

_encode_down = msgspec.json.Encoder().encode
_decode_down = msgspec.json.Decoder(ToProcess).decode
_decode_up = msgspec.msgpack.Decoder(FromProcess).decode


def to_process(message: ToProcess) -> bytes:
    """A message of the server, as it goes through the pipe."""
    data = _encode_down(message)
    return HEAD.pack(len(data)) + data


class PipeClosed(BaseException):
    """The process at the other end has ended. Not an `Exception`: to the referee, those are bugs that void a match."""


class JobEnd:
    """The process's end of the pipe. Writing blocks; reading blocks only in `receive`."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._data = bytearray()

    def fileno(self) -> int:
        return self._wire.fileno()

    def send(self, message: FromProcess) -> None:
        try:
            self._wire.sendall(framed(message))
        except OSError:
            raise PipeClosed from None

    def receive(self) -> ToProcess:
        """Wait for the next message."""
        while (message := self.take()) is None:
            select.select([self._wire], [], [])
            self.read()
        return message

    def read(self) -> None:
        """Read what has arrived, without waiting."""
        if not select.select([self._wire], [], [], 0)[0]:
            return
        try:
            data = self._wire.recv(READ_AT_ONCE)
        except OSError:
            raise PipeClosed from None
        if not data:
            raise PipeClosed
        self._data += data

    def take(self) -> ToProcess | None:
        """The next whole message among what was read, if there is one."""
        if len(self._data) < HEAD.size:
            return None
        (length,) = HEAD.unpack_from(self._data)
        end = HEAD.size + length
        if len(self._data) < end:
            return None
        message: ToProcess = _decode_down(bytes(self._data[HEAD.size : end]))
        del self._data[:end]
        return message


class ServerEnd:
    """The server's end of the pipe, on the event loop."""

    def __init__(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.number = number
        """The number of the process at the other end."""
        self._reader = reader
        self._writer = writer

    def send(self, message: ToProcess) -> None:
        if not self._writer.is_closing():
            self._writer.write(to_process(message))

    async def receive(self) -> FromProcess:
        try:
            (length,) = HEAD.unpack(await self._reader.readexactly(HEAD.size))
            if length > MESSAGE_MOST:
                raise PipeClosed
            message: FromProcess = _decode_up(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError):
            raise PipeClosed from None
        return message

    def close(self) -> None:
        self._writer.close()
