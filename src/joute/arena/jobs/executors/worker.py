"""A worker: plays the jobs that come through a pipe, one by one, and dies with whoever started it."""

from __future__ import annotations

import fcntl
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
"""How many objects a match may make before those in cycles are looked for: it makes hardly any."""


def main(jobs: int, life: int, folder: str) -> None:
    """Play until there is nobody left to play for."""
    die_with(life)
    gc.freeze()
    gc.set_threshold(GARBAGE)
    packages = Packages(Path(folder))
    with Connection(jobs) as connection:
        while True:
            try:
                connection.send_bytes(_encode(play(_job(connection.recv_bytes()), packages)))
            except (EOFError, ConnectionError):  # hung up, with or without having heard us out
                return


def die_with(life: int) -> None:
    """Be killed by the kernel when the other end of this pipe is gone, whatever this process is doing then."""
    life = os.open(f"/proc/self/fd/{life}", os.O_RDONLY)  # an owner and a signal of our own: the other is shared
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:
        os.kill(os.getpid(), signal.SIGKILL)  # gone before we could ask


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
