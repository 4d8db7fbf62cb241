"""What the result of a build depends on, as a hash: the whole job, and the programs of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b

import msgspec

from .job import Job

SYSTEM = ("/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib")
"""The time of a folder changes when a package puts something there; so it does for the folders of PATH."""
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def search_path() -> str:
    """PATH as builds have it."""
    return os.environ.get("PATH", os.defpath)


def key_of(job: Job, *rules: object) -> str:
    """The name under which the result of a job is kept; `rules` is what else it depends on."""
    digest = blake2b(_encode(job), digest_size=16)
    digest.update(repr((os.uname().machine, *_stamps(job), *rules)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _stamps(job: Job) -> Iterator[tuple[str, int, int]]:
    """The programs of a job and the folders of the system as they are now, by time and size."""
    found = filter(None, (shutil.which(command[0], path=job.path) for command in job.commands))
    for place in (*job.programs.values(), *found, *job.path.split(os.pathsep), *SYSTEM):
        with suppress(OSError):
            about = os.stat(place)
            yield place, about.st_mtime_ns, about.st_size
