"""Files of /proc, read by plain system calls: they are read often, and a file object costs several times as much."""

from __future__ import annotations

import os

CHUNK = 2**14


def read(path: str) -> bytes:
    """A file of /proc, whole."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = part = os.read(file, CHUNK)
        while part:
            part = os.read(file, CHUNK)
            data += part
        return data
    finally:
        os.close(file)
