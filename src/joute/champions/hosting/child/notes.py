"""The memory in which a host records the notes and drawings of a callback, so that they outlive it however it ends.

Each is written at once. Like the memory of the last call it is a sealed memfd, which the engine reads like a file. Its
content is the champion's word: a hostile champion can spoil its own notes, and its room bounds what the engine reads.
"""

from __future__ import annotations

import mmap
import os
import struct
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from joute.champions.players import refusals
from joute.debug import ITEMS_MOST, TEXT_MOST

from .last_call import sealed_memory

if TYPE_CHECKING:
    from joute.core.game import Game

HEAD = struct.Struct("=qqq")
"""How many bytes are used after it, by how many items, and how many items were left out."""
ROOM = 4 * TEXT_MOST + 128 * ITEMS_MOST
"""Bytes for the items, in msgpack: a character has up to four, and what else an item has takes less than 128."""
ITEMS = struct.Struct(">BI")
"""The head of a msgpack array, which comes before its items: 0xDD, and how many there are."""
FILE = HEAD.size + ROOM + 8 * refusals.WORDS
"""Bytes of the memory: behind the notes lie the words of the refused orders."""
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[Literal["log", "draw", "mark"], Any]]).decode


class NotesMemory:
    """The engine's end."""

    def __init__(self) -> None:
        self.file = sealed_memory("joute-notes", FILE)
        self._memory = mmap.mmap(self.file, FILE)

    def take(self) -> dict[str, Any]:
        """The notes since the last time, as the replay has them; none if they cannot be decoded."""
        size, count, left_out = HEAD.unpack_from(self._memory)
        if not size and not left_out:
            return {}
        os.pwrite(self.file, bytes(HEAD.size), 0)
        private: dict[str, Any] = {"left_out": left_out}
        for name, item in self._items(size, count):
            private.setdefault(name, []).append(item)
        return private

    def _items(self, size: int, count: int) -> Sequence[tuple[str, Any]]:
        if not (0 <= size <= ROOM and 0 <= count <= ITEMS_MOST):
            return []
        try:
            return _decode(ITEMS.pack(0xDD, count) + os.pread(self.file, size, HEAD.size))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return []

    def refused(self, game: Game) -> dict[str, Any]:
        """The orders that were refused since the last time, as the replay has them."""
        start = HEAD.size + ROOM + 8 * refusals.REFUSED
        if not any(self._memory[start : start + 8]):
            return {}
        words = array("q", os.pread(self.file, 8 * refusals.WORDS, HEAD.size + ROOM))
        os.pwrite(self.file, bytes(8), HEAD.size + ROOM)
        return refusals.record(words, game)

    def close(self) -> None:
        self._memory.close()
        os.close(self.file)


class NotesRecorder:
    """The host's end: a `Recorder` for `joute.debug`."""

    def __init__(self, file: int) -> None:
        self._memory = mmap.mmap(file, FILE)
        refusals.share(memoryview(self._memory)[HEAD.size + ROOM :].cast("q"))
        self.clear()

    def clear(self) -> None:
        self._size = self._count = self._left_out = 0
        self._write_head()

    def add(self, name: str, item: Any) -> None:
        data, start = _encode((name, item)), HEAD.size + self._size
        self._memory[start : start + len(data)] = data
        self._size += len(data)
        self._count += 1
        self._write_head()

    def leave_out(self) -> None:
        self._left_out += 1
        self._write_head()

    def _write_head(self) -> None:
        HEAD.pack_into(self._memory, 0, self._size, self._count, self._left_out)
