"""The last call of a champion, noted where the engine finds it whatever becomes of the host.

The note is a page of shared memory of fixed size. The engine reads it like a file, never as memory of its own, once the
host is gone; what stands in it is the champion's word, and is shown to nobody but its author.
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
"""How many bytes the note has, and how many of them tell its length."""
MOST = ROOM - HEAD
SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
_decode = msgspec.msgpack.Decoder(tuple[str, list[Any] | None]).decode


class LastCall:
    """The engine's end."""

    def __init__(self) -> None:
        self.file = os.memfd_create("joute-call", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self.file, ROOM)
        fcntl.fcntl(self.file, fcntl.F_ADD_SEALS, SEALS)

    def shown(self, game: Game) -> str:
        """The call as people read it; nothing where none was made, or where the note cannot be read."""
        from joute.champions.players.python import Call

        data = os.pread(self.file, ROOM, 0)
        size = int.from_bytes(data[:HEAD], "little")
        try:
            name, values = _decode(data[HEAD : HEAD + size])
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return ""
        function = game.api.functions.get(name)
        if function is None or values is None:
            return f"{name[:100]}(...)"
        return Call(function, tuple(values)).shown()

    def close(self) -> None:
        os.close(self.file)


def noting(file: int) -> Callable[[str, tuple[Any, ...]], None]:
    """The host's end: what notes a call, at the price of a fraction of it."""
    memory = mmap.mmap(file, ROOM)
    encode = msgspec.msgpack.Encoder().encode

    def note(name: str, values: tuple[Any, ...]) -> None:
        try:
            data = encode((name, values))
        except Exception:  # a value may be anything
            data = encode((name, [f"<{type(value).__name__}>" for value in values]))
        size = len(data)
        if size > MOST:
            data = encode((name[: MOST // 4], None))
            size = len(data)
        memory[: HEAD + size] = size.to_bytes(HEAD, "little") + data

    return note
