"""Which processes of a host are there, by a mark in their environment or command."""

from __future__ import annotations

import os
from pathlib import Path


def living(mark: str) -> list[str]:
    """Those of a host's processes that are neither gone nor about to be."""
    found = []
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        try:
            command = Path("/proc", entry, "cmdline").read_bytes()
            if mark.encode() in Path("/proc", entry, "environ").read_bytes() + command:
                found.append(command.decode())
        except OSError:
            continue
    return found
