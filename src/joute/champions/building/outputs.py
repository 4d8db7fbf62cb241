"""Reading what a build has left, in its jail: regular files of bounded size, opened without following a link."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .job import DEPTH_MOST, BuildFailed, BuildLimits, File

READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket"}


class Outputs:
    """The files of a folder that come out, and how many more bytes may."""

    def __init__(self, limits: BuildLimits, folder: Path) -> None:
        self._limits = limits
        self._folder = folder
        self._left = limits.output_mb << 20
        self._files: list[File] = []

    def declared(self, names: Sequence[str]) -> list[File]:
        """The files of these names, each of which must be there; without names, all."""
        try:
            with _entered(str(self._folder), None) as folder:
                for name in names:
                    self._take_declared(folder, name)
                if not names:
                    self._take_all(folder, "", 1)
        except OSError as error:
            raise BuildFailed(f"what the build has left cannot be read: {error}") from None
        return self._files

    def _take_declared(self, folder: int, name: str) -> None:
        *parents, last = name.split("/")
        with ExitStack() as opened:
            try:
                for parent in parents:
                    folder = opened.enter_context(_entered(parent, folder))
                self._take(folder, last, name)
            except OSError as error:
                why = "it is a link, not a regular file" if error.errno == errno.ELOOP else error.strerror
                raise BuildFailed(f"the build has left no file {name}: {why}") from None

    def _take_all(self, folder: int, above: str, depth: int) -> None:
        """All regular files of a folder; links and other kinds of files are left out."""
        with os.scandir(folder) as entries:
            modes = sorted((entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in entries)
        for name, mode in modes:
            if stat.S_ISREG(mode):
                self._take(folder, name, f"{above}{name}")
            elif stat.S_ISDIR(mode):
                if depth == DEPTH_MOST:
                    raise BuildFailed(f"the build has left folders that are more than {DEPTH_MOST} deep")
                with _entered(name, folder) as inner:
                    self._take_all(inner, f"{above}{name}/", depth + 1)

    def _take(self, folder: int, name: str, path: str) -> None:
        """One regular file, by a descriptor that can be of nothing else."""
        handle = os.open(name, READ, dir_fd=folder)
        try:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                kind = KINDS.get(stat.S_IFMT(about.st_mode), "a device")
                raise OSError(errno.EINVAL, f"it is {kind}, not a regular file")
            self._left -= about.st_size
            if self._left < 0:
                raise BuildFailed(f"the build has left more than {self._limits.output_mb} MB: {path!r:.300}")
            with open(handle, "rb", closefd=False) as file:
                content = file.read(about.st_size)
        finally:
            os.close(handle)
        self._files.append(File(_encodable(path), content, bool(about.st_mode & 0o100)))
        if len(self._files) > self._limits.output_files:
            raise BuildFailed(f"the build has left more than {self._limits.output_files} files")


@contextmanager
def _entered(name: str, folder: int | None) -> Iterator[int]:
    """A descriptor of a folder, which is not reached through a link."""
    handle = os.open(name, READ | os.O_DIRECTORY, dir_fd=folder)
    try:
        yield handle
    finally:
        os.close(handle)


def _encodable(path: str) -> str:
    try:
        path.encode()
    except UnicodeEncodeError:
        raise BuildFailed(f"the build has left a file whose name is not UTF-8: {path!r:.300}") from None
    return path
