"""Shelves: files named by their content, whole or absent whatever happens while they are written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from .errors import StoreError, explained

PART = ".part"
"""How the name of a file ends that is being written, or was when something died."""


def digest_of(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


class Shelf:
    """A folder of files with one ending, in folders by the first two letters of their names."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self.folder = folder
        self.suffix = suffix

    def path(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}{self.suffix}"

    def put(self, data: bytes) -> str:
        """Keep some bytes, and be sure of it; gives their name."""
        digest = digest_of(data)
        path = self.path(digest)
        with explained(str(self.folder)):
            if path.exists():
                os.utime(path)  # a stray that is wanted now is a stray no more
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                _write(path, data)
        return digest

    def get(self, digest: str) -> bytes:
        """The bytes of that name; missing or damaged ones are refused."""
        path = self.path(digest)
        try:
            data = path.read_bytes()
        except OSError as fault:
            raise StoreError(
                f"{path}: cannot be read: {fault.strerror}; `joute store check` tells what is missing"
            ) from fault
        if digest_of(data) != digest:
            raise StoreError(f"{path}: damaged: its content is not what its name says")
        return data

    def files(self) -> Iterator[Path]:
        """All files there, whatever they are."""
        for place, folders, names in os.walk(self.folder):
            folders.sort()
            yield from (Path(place, name) for name in sorted(names))


def _write(path: Path, data: bytes) -> None:
    """Write a file so that its name never shows less than all of it, not even after a crash of the machine."""
    handle, part = tempfile.mkstemp(prefix=f"{path.name}.", suffix=PART, dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
