"""Files named by the hash of their content, each whole or absent whatever happens while it is written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from .errors import StoreError, explained

PART = ".part"
"""The suffix of a file that is being written, or was when the program died."""


def digest_of(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


class Blobs:
    """A folder of files with one suffix, in subfolders by the first two letters of their names."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self.folder = folder
        self.suffix = suffix

    def path(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}{self.suffix}"

    def put(self, data: bytes) -> str:
        """Write some bytes, through to the disk; their hash, which names them."""
        digest = digest_of(data)
        path = self.path(digest)
        with explained(str(self.folder)):
            if path.exists():
                os.utime(path)  # young again, so that `check --mend` leaves it alone until a match refers to it
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                _write(path, data)
        return digest

    def get(self, digest: str) -> bytes:
        """The bytes of a hash; raises StoreError if they are missing or damaged."""
        path = self.path(digest)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise StoreError(
                f"{path}: cannot be read: {error.strerror}; `joute store check` lists what is missing"
            ) from error
        if digest_of(data) != digest:
            raise StoreError(f"{path}: damaged: its content is not what its name says")
        return data

    def files(self) -> Iterator[Path]:
        """All files in the folder, whatever they are."""
        for folder, folders, names in os.walk(self.folder):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(names))


def _write(path: Path, data: bytes) -> None:
    """Write under a temporary name, sync, then rename: the file is never seen in part, even after a power cut."""
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
