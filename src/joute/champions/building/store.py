"""The engine's side of a build's result: checked like a stranger's archive, then written into the cache."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from joute.champions.sources.archive import plain_name

from .cache import prune, remove
from .job import DEPTH_MOST, BuildFailed, BuildJob, File

CACHED_MOST = 1000
"""How many libraries and objects the cache holds."""


def checked(files: Sequence[File], job: BuildJob) -> list[File]:
    """The files, if they are those that a job has declared, with plain names; raises BuildFailed for anything else."""
    if len(files) > job.build.output_files or sum(len(file.content) for file in files) > job.build.output_mb << 20:
        raise BuildFailed(f"the build has left more than {job.build.output_files} files or {job.build.output_mb} MB")
    names = [file.name for file in files]
    if job.outputs and names != job.outputs:
        raise BuildFailed(f"the build has left {names!r:.300}, where {job.outputs!r:.300} was expected")
    for name in names:
        try:
            if str(plain_name(name, DEPTH_MOST)) != name:
                raise ValueError("has no plain name")
        except ValueError as why:
            raise BuildFailed(f"the build has left a file that {why}: {name!r:.300}") from None
    return list(files)


def has_file(path: Path) -> bool:
    """Whether the cache has a file, whole and written by us; anything else at this path is removed."""
    with suppress(OSError):
        about = os.lstat(path)
        if stat.S_ISREG(about.st_mode) and about.st_size and _ours(about):
            os.utime(path)  # used again, so it is not the oldest
            return True
        remove(path) if stat.S_ISDIR(about.st_mode) else os.unlink(path)
    return False


def has_folder(path: Path) -> bool:
    """Whether the cache has a folder that we wrote."""
    with suppress(OSError):
        about = os.lstat(path)
        if stat.S_ISDIR(about.st_mode) and _ours(about):
            os.utime(path)
            return True
    return False


def _ours(about: os.stat_result) -> bool:
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022


def put_file(content: bytes, path: Path) -> None:
    """Put a file into the cache atomically. One that another process has put there stays: it may be in use."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as file:
            _write(file.fileno(), content, 0o644)
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        os.unlink(name)
    _prune_files(path.parent)


def put_folder(files: Sequence[File], path: Path) -> None:
    """Put a folder into the cache atomically, readable by the user that a champion runs as."""
    made = Path(tempfile.mkdtemp(dir=path.parent, prefix="new-"))
    try:
        for file in files:
            _write_new(made, file)
        made.chmod(0o755)
        with suppress(OSError):  # another process may have been quicker
            os.rename(made, path)
    finally:
        remove(made)
        prune(path.parent)


def _write_new(folder: Path, file: File) -> None:
    """One file into a folder in which nobody else writes; its name was checked."""
    path = folder / file.name
    try:
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(0o755)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise BuildFailed(f"the build has left {file.name!r:.300}, which cannot be: {error.strerror}") from None
    with open(handle, "wb"):
        _write(handle, file.content, 0o755 if file.executable else 0o644)


def _write(handle: int, content: bytes, mode: int) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]
    os.fchmod(handle, mode)
    os.fsync(handle)  # so that after a power failure no file of the cache is cut short


def _prune_files(cache: Path, most: int = CACHED_MOST) -> None:
    """Remove the oldest files of a cache that has too many."""
    with suppress(OSError):  # another process may be doing the same
        files = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        for path in files[: max(0, len(files) - most)]:
            path.unlink()
