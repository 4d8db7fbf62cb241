"""The last call of a champion, recorded in shared memory, so that the engine can read it however the host ended.

The memory is a sealed memfd of fixed size. The engine reads it like a file, once the host is gone, and never maps it:
so the host cannot change it while it is read. Its content is the champion's word, and only its author is shown it.
"""

from __future__ import annotations

import fcntl
import mmap
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from joute.core.game import Game

ROOM, HEAD = 1024, 2
"""Bytes of the shared memory, and bytes of the length that comes first."""
MOST = ROOM - HEAD
# Its size is sealed: a host that grew it would have memory that none of its limits counts.
SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
_decode = msgspec.msgpack.Decoder(tuple[str, list[Any] | None]).decode


class LastCall:
    """The engine's end."""

    def __init__(self) -> None:
        self.file = os.memfd_create("joute-call", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self.file, ROOM)
        fcntl.fcntl(self.file, fcntl.F_ADD_SEALS, SEALS)

    def shown(self, game: Game) -> str:
        """The call as people read it; empty if there was none, or if it cannot be decoded."""
        from joute.champions.players.python import ApiCall

        data = os.pread(self.file, ROOM, 0)
        size = int.from_bytes(data[:HEAD], "little")
        try:
            name, values = _decode(data[HEAD : HEAD + size])
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return ""
        function = game.api.functions.get(name)
        if function is None or values is None:
            return f"{name[:100]}(...)"
        return ApiCall(function, tuple(values)).shown()

    def close(self) -> None:
        os.close(self.file)


def recorder(file: int) -> Callable[[str, tuple[Any, ...]], None]:
    """The host's end: a function that records a call, cheaply, since it runs before each of them."""
    memory = mmap.mmap(file, ROOM)
    encode = msgspec.msgpack.Encoder().encode

    def record(name: str, values: tuple[Any, ...]) -> None:
        try:
            data = encode((name, values))
        except Exception:  # a champion may pass any object
            data = encode((name, [f"<{type(value).__name__}>" for value in values]))
        size = len(data)
        if size > MOST:
            data = encode((name[: MOST // 4], None))
            size = len(data)
        memory[: HEAD + size] = size.to_bytes(HEAD, "little") + data

    return record
