"""Locks on open files: each is held until its file is closed, or the process that holds it dies."""

from __future__ import annotations

import sys
from typing import IO, Any

if sys.platform != "win32":
    import fcntl


def lock(file: IO[Any] | int, *, shared: bool = False, wait: bool = True) -> None:
    """Lock an open file against other processes; raises BlockingIOError where that would mean to wait, and it may not.
    Windows has no such locks: there it does nothing."""
    if sys.platform != "win32":
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
