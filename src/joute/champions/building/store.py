"""What came out of a jail, checked like an archive of a stranger and written by the engine into its cache."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from joute.champions.sources.archive import plain_name

from .cache import prune, remove
from .job import DEPTH_MOST, BuildFailed, File, Job

KEPT_MOST = 1000
"""How many libraries and objects the cache holds."""


def checked(files: Sequence[File], job: Job) -> list[File]:
    """The files that a job has declared, and no others; raises BuildFailed for anything else."""
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


def found_file(place: Path) -> bool:
    """Whether a file is in the cache, whole and ours; what else is there is removed."""
    with suppress(OSError):
        about = os.lstat(place)
        if stat.S_ISREG(about.st_mode) and about.st_size and _ours(about):
            os.utime(place)  # what is used is not the oldest
            return True
        remove(place) if stat.S_ISDIR(about.st_mode) else os.unlink(place)
    return False


def found_folder(place: Path) -> bool:
    """Whether a folder is in the cache, whole and ours."""
    with suppress(OSError):
        about = os.lstat(place)
        if stat.S_ISDIR(about.st_mode) and _ours(about):
            os.utime(place)
            return True
    return False


def _ours(about: os.stat_result) -> bool:
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022


def keep_file(content: bytes, place: Path) -> None:
    """Put a file into the cache at once and whole; one that another has put there stays, for it may be in use."""
    handle, name = tempfile.mkstemp(dir=place.parent)
    try:
        with open(handle, "wb") as file:
            _write(file.fileno(), content, 0o644)
        with suppress(FileExistsError):
            os.link(name, place)
    finally:
        os.unlink(name)
    _prune_files(place.parent)


def keep_folder(files: Sequence[File], place: Path) -> None:
    """Put a folder into the cache at once and whole, open to whoever a champion runs as."""
    made = Path(tempfile.mkdtemp(dir=place.parent, prefix="new-"))
    try:
        for file in files:
            _write_new(made, file)
        made.chmod(0o755)
        with suppress(OSError):  # somebody else may have been quicker
            os.rename(made, place)
    finally:
        remove(made)
        prune(place.parent)


def _write_new(folder: Path, file: File) -> None:
    """One file into a folder in which nobody else writes; its name was checked."""
    path = folder / file.name
    try:
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(0o755)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise BuildFailed(f"the build has left {file.name!r:.300}, which cannot be: {fault.strerror}") from None
    with open(handle, "wb"):
        _write(handle, file.content, 0o755 if file.executable else 0o644)


def _write(handle: int, content: bytes, mode: int) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]
    os.fchmod(handle, mode)
    os.fsync(handle)  # what the cache has after a power failure is whole


def _prune_files(cache: Path, most: int = KEPT_MOST) -> None:
    """Of many files in the cache, the oldest go."""
    with suppress(OSError):  # somebody else may be at it
        found = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        for path in found[: max(0, len(found) - most)]:
            path.unlink()
