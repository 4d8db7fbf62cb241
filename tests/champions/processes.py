"""Which processes of a host are there, by a mark in their environment, command or name."""

from __future__ import annotations

import os
from pathlib import Path


def living(mark: str) -> list[int]:
    """Those of a host's processes that are neither gone nor about to be, and those that hold its box."""
    found = []
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        try:
            command, *rest = (Path("/proc", entry, kind).read_bytes() for kind in ("cmdline", "comm", "environ"))
        except OSError:
            continue
        if command and mark.encode() in b"".join([command, *rest]):
            found.append(int(entry))
    return found
