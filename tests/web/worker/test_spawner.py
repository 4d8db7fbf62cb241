"""Processes for jobs where there is no zygote: who may speak to the server as one of them."""

from __future__ import annotations

import asyncio
import socket

from joute.web.worker.spawner import KEY_BYTES, LOCAL, _connected

KEY = bytes(range(KEY_BYTES))


async def met() -> tuple[bytes, bytes]:
    """What the server hears of whom it accepts, and what a stranger who came first hears."""
    with socket.create_server((LOCAL, 0)) as listener:
        listener.setblocking(False)
        address = listener.getsockname()
        with socket.create_connection(address) as stranger, socket.create_connection(address) as own:
            stranger.sendall(bytes(KEY_BYTES))
            own.sendall(KEY + b"hello")
            reader, writer = await _connected(listener, KEY)
            heard = await reader.readexactly(5), await asyncio.to_thread(stranger.recv, 1)
            writer.close()
            return heard


def test_who_does_not_know_the_key_is_sent_away() -> None:
    assert asyncio.run(met()) == (b"hello", b"")
