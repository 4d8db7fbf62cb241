"""The memory that a host shares with the engine, so that the last call of a champion is known however the host ended.

It is the exchange of a native seat (`core/backends/exchange.py`): whoever calls the API writes the call there anyway.
Elsewhere a call is recorded there in msgpack. The memory is a sealed memfd of fixed size. The engine reads it like a
file, once the host is gone, and never maps it: so the host cannot change it while it is read. Its content is the
champion's word, and only its author is shown it.
"""

from __future__ import annotations

import mmap
import os
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from joute.core.backends.exchange import COUNT, FUNCTION, GIVEN

if TYPE_CHECKING:
    from joute.core.game import Game

ROOM = 1 << 13
"""Words of the shared memory."""
SHOWN_MOST = 1000
"""Bytes of a recorded call, and words of one that is shown with its arguments."""
RECORDED = -1
"""In place of a function's number: the call is recorded in msgpack, and COUNT is its length in bytes."""
_decode = msgspec.msgpack.Decoder(tuple[str, list[Any] | None]).decode


def sealed_memory(name: str, size: int) -> int:
    """The descriptor of memory of a fixed size, filled with zeros."""
    import fcntl  # Windows has none

    file = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(file, size)
    # Sealed: a host that grew it would have memory that none of its limits counts.
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return file


class LastCall:
    """The engine's end."""

    def __init__(self) -> None:
        self.file = sealed_memory("joute-call", 8 * ROOM)

    def shown(self, game: Game) -> str:
        """The call as people read it; empty if there was none, or if it cannot be decoded."""
        words = array("q", os.pread(self.file, 8 * (GIVEN + SHOWN_MOST), 0))
        if words[FUNCTION] == RECORDED:
            return _recorded(words, game)
        return _called(words, game)

    def close(self) -> None:
        os.close(self.file)


def _recorded(words: array[int], game: Game) -> str:
    from joute.champions.players.api_call import ApiCall

    size = max(0, min(words[COUNT], SHOWN_MOST))
    try:
        name, values = _decode(words[GIVEN:].tobytes()[:size])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    function = game.api.functions.get(name)
    if function is None or values is None:
        return f"{name[:100]}(...)"
    return ApiCall(function, tuple(values)).shown()


def _called(words: array[int], game: Game) -> str:
    """A call whose arguments are words."""
    from joute.champions.players.api_call import call_in, function_in

    function = function_in(words, game)
    if function is None:
        return ""
    if not 0 <= words[COUNT] <= SHOWN_MOST:
        return f"{function.name}(...)"
    try:
        return call_in(words, function).shown()
    except (IndexError, ValueError):
        return f"{function.name}(...)"


def memory(file: int) -> memoryview:
    """The host's end, as words."""
    return memoryview(mmap.mmap(file, 8 * ROOM)).cast("q")


def recorder(words: memoryview) -> Callable[[str, tuple[Any, ...]], None]:
    """A function that records a call, cheaply, since it runs before each of them."""
    encode = msgspec.msgpack.Encoder().encode
    data = words[GIVEN:].cast("B")

    def record(name: str, values: tuple[Any, ...]) -> None:
        try:
            call = encode((name, values))
        except Exception:  # a champion may pass any object
            call = encode((name, [f"<{type(value).__name__}>" for value in values]))
        if len(call) > SHOWN_MOST:
            call = encode((name[: SHOWN_MOST // 4], None))
        words[FUNCTION] = 0
        words[COUNT] = len(call)
        data[: len(call)] = call
        words[FUNCTION] = RECORDED

    return record
