"""What the result of a build depends on, as a hash: the whole job, and the programs of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b

import msgspec

from .job import BuildJob

SYSTEM = ("/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib")
"""The modification time of these folders, as of those in PATH, changes when a package is installed."""
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def search_path() -> str:
    """PATH as builds have it."""
    return os.environ.get("PATH", os.defpath)


def key_of(job: BuildJob, *rules: object) -> str:
    """The name of a job's result in the cache; `rules` is what else it depends on."""
    digest = blake2b(_encode(job), digest_size=16)
    digest.update(repr((os.uname().machine, *_stamps(job), *rules)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _stamps(job: BuildJob) -> Iterator[tuple[str, int, int]]:
    """Modification time and size of the programs of a job and of the system's folders."""
    commands = filter(None, (shutil.which(command[0], path=job.path) for command in job.commands))
    for path in (*job.programs.values(), *commands, *job.path.split(os.pathsep), *SYSTEM):
        with suppress(OSError):
            about = os.stat(path)
            yield path, about.st_mtime_ns, about.st_size
