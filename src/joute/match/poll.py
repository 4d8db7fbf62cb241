"""Waiting for files as poll(2) does, which Windows lacks."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    from select import POLLIN, poll
else:
    from select import select

    POLLIN = 1

    class poll:  # named as the one that it stands in for
        """The part of `select.poll` that players need, for sockets to read from."""

        def __init__(self) -> None:
            self._files: set[int] = set()

        def register(self, file: int, events: int) -> None:
            self._files.add(file)

        def unregister(self, file: int) -> None:
            self._files.remove(file)

        def poll(self, most_ms: float) -> list[tuple[int, int]]:
            return [(file, POLLIN) for file in select(self._files, (), (), most_ms / 1e3)[0]]


__all__ = ["POLLIN", "poll"]
