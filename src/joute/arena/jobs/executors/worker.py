"""A worker process: plays the jobs that come through a socket, one by one, and dies with its parent."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from joute.arena.jobs.job import Job, play
from joute.arena.jobs.packages import Packages

_job = msgspec.msgpack.Decoder(Job).decode
_encode = msgspec.msgpack.Encoder().encode


GARBAGE = 50_000
"""New objects before Python looks for garbage in cycles: a match makes hardly any, and a collection takes time."""


def main(jobs: int, life: int, folder: str, live: str = "") -> None:
    """Play until the parent closes the socket."""
    die_with(life)
    gc.freeze()
    gc.set_threshold(GARBAGE)
    packages, shown = Packages(Path(folder)), Path(live) if live else None
    with Connection(jobs) as connection:
        while True:
            try:
                connection.send_bytes(_encode(play(_job(connection.recv_bytes()), packages, shown)))
            except (EOFError, ConnectionError):  # the parent has closed it, perhaps while we wrote
                return


def die_with(life: int) -> None:
    """Ask the kernel to kill this process when the other end of a pipe is closed, whatever it is doing then."""
    import fcntl  # Windows has none

    # Opened again: owner and signal belong to a file description, and the inherited one is shared with other workers.
    life = os.open(f"/proc/self/fd/{life}", os.O_RDONLY)
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:
        os.kill(os.getpid(), signal.SIGKILL)  # closed before we could ask


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
