"""Submissions: champions in a `.zip` or `.tar.gz`, which are not trusted.

Only plain files and folders with plain names are unpacked; sizes are checked as they are declared and again as they are
read; everything goes into a private folder that is removed when the champion leaves.
"""

from __future__ import annotations

import io
import stat
import tarfile
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from joute.champions.errors import ChampionError
from joute.core.errors import printable
from joute.core.text import located

ARCHIVE_MOST = 16 << 20
"""How many bytes an archive may have."""
TOTAL_MOST = 64 << 20
FILE_MOST = 32 << 20
FILES_MOST = 1000
"""How many entries an archive may have, junk included."""
DIRECTORY_MOST = FILES_MOST << 10
"""How many bytes the directory of a zip may have."""
NAME_MOST, DEPTH_MOST = 200, 10
RATIO_MOST = 200
"""How many times larger than packed a file may be, beyond the first SMALL bytes."""
SMALL = 1 << 20
CHUNK = 1 << 16
JUNK = ("__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", "desktop.ini", ".git")
BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What the standard library raises when an archive is damaged or uses what it does not know."""


class ArchiveEntry(NamedTuple):
    """One entry of an archive: its name as it stands there, what it is, and its size as declared."""

    name: str
    folder: bool
    size: int
    refusal: str = ""


class Unpacked:
    """The files of a submission in a private folder; `folder` is where the champion is."""

    def __init__(self, path: Path) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="joute-champion-", ignore_cleanup_errors=True)
        try:
            self.folder = Path(self._temporary.name) / "champion"
            self.folder.mkdir()  # in one that is closed to others; a sandbox shows what is open as it is
            unpack(path, self.folder)
            self.folder = _unwrapped(self.folder)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._temporary.cleanup()


def unpack(path: Path, folder: Path) -> None:
    """Write the files of an archive into an empty folder; raises ChampionError for anything suspicious."""
    try:
        size = path.stat().st_size
        if size > ARCHIVE_MOST:
            raise ChampionError(f"{path}: {size} bytes; a submission has at most {ARCHIVE_MOST}")
        data = path.read_bytes()
        if path.name.lower().endswith(".zip"):
            _unpack_zip(path, data, folder)
        else:
            _unpack_tar(path, data, folder)
    except BROKEN as error:
        if isinstance(error, ChampionError):
            raise
        raise ChampionError(f"{path}: the archive cannot be read: {_why(error)}") from None
    except OSError as error:
        raise ChampionError(f"{path}: the archive cannot be unpacked: {_why(error)}") from None


def _unwrapped(folder: Path) -> Path:
    """An archive that holds one folder and nothing else holds the champion in there."""
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


# Zip


class Directory(io.BytesIO):
    """The bytes of a zip, whose directory is refused if it is too large: it is read whole before it is counted."""

    opening = True

    def read(self, size: int | None = -1) -> bytes:
        if self.opening and size is not None and size > DIRECTORY_MOST:
            raise ChampionError(f"a directory of {size} bytes; a submission has at most {FILES_MOST} entries")
        return super().read(size)


def _opened(path: Path, data: bytes) -> zipfile.ZipFile:
    source = Directory(data)
    try:
        archive = zipfile.ZipFile(source)
    except ChampionError as error:
        raise ChampionError(located(path, error)) from None
    source.opening = False
    return archive


def _unpack_zip(path: Path, data: bytes, folder: Path) -> None:
    with _opened(path, data) as archive:
        infos = archive.infolist()
        if len(infos) > FILES_MOST:
            raise ChampionError(f"{path}: {len(infos)} entries; a submission has at most {FILES_MOST}")
        entries = [_zip_entry(info) for info in infos]
        writer = Writer(path, folder)
        for info, entry in zip(infos, entries, strict=True):
            if writer.wants(entry):
                if info.file_size > SMALL and info.file_size > RATIO_MOST * max(1, info.compress_size):
                    raise writer.refusal(entry, f"more than {RATIO_MOST} times larger than packed")
                with archive.open(info) as source:
                    writer.write(entry, source)


def _zip_entry(info: zipfile.ZipInfo) -> ArchiveEntry:
    kind = stat.S_IFMT(info.external_attr >> 16)
    refusal = ""
    if info.flag_bits & 1:
        refusal = "is encrypted"
    elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        refusal = "is packed in an unusual way; pack it with deflate"
    elif stat.S_ISLNK(kind):
        refusal = "is a link"
    elif kind and not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        refusal = "is neither a file nor a folder"
    name = info.orig_filename if "\0" in info.orig_filename else info.filename
    return ArchiveEntry(name, name.endswith("/") or stat.S_ISDIR(kind), info.file_size, refusal)


# Tar


class Bounded(io.RawIOBase):
    """What a compressed archive unfolds to, up to a bound: reading beyond it is refused."""

    def __init__(self, source: IO[bytes], most: int) -> None:
        self._source = source
        self._left = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._source.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise ChampionError("decompresses to more than the limit")
        buffer[: len(data)] = data
        return len(data)


def _unpack_tar(path: Path, data: bytes, folder: Path) -> None:
    import gzip

    writer = Writer(path, folder)
    # Headers and padding come on top of what the files hold.
    most = TOTAL_MOST + FILES_MOST * 4096 + (1 << 20)
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            bounded = io.BufferedReader(Bounded(stream, most), CHUNK)  # type: ignore[arg-type]
            with tarfile.open(fileobj=bounded, mode="r|") as archive:
                for member in _members(path, archive):
                    entry = _tar_entry(member)
                    if writer.wants(entry):
                        source = archive.extractfile(member)
                        if source is None:
                            raise writer.refusal(entry, "is not a file")
                        writer.write(entry, source)
    except ChampionError as error:
        if str(error).startswith(str(path)):
            raise
        raise ChampionError(f"{path}: {error} ({most} bytes)") from None


def _members(path: Path, archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for count, member in enumerate(archive, 1):
        if count > FILES_MOST:
            raise ChampionError(f"{path}: more than {FILES_MOST} entries; a submission has at most so many")
        yield member


def _tar_entry(member: tarfile.TarInfo) -> ArchiveEntry:
    refusal = ""
    if member.issym() or member.islnk():
        refusal = "is a link"
    elif not member.isreg() and not member.isdir():
        refusal = "is neither a file nor a folder"
    elif member.issparse():
        refusal = "is a sparse file"
    return ArchiveEntry(member.name, member.isdir(), member.size, refusal)


# Writing


class Writer:
    """Puts the entries of an archive into a folder, each checked first."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self.folder = folder
        self._seen: dict[str, str] = {}
        self._files: set[str] = set()
        self._left = TOTAL_MOST

    def refusal(self, entry: ArchiveEntry, why: str) -> ChampionError:
        return ChampionError(f"{self.path}: {_printable(entry.name)} {why}")

    def wants(self, entry: ArchiveEntry) -> bool:
        """Whether an entry is a file to be written; folders follow from the files in them, and junk is left out."""
        path = self._path(entry)
        if any(part in JUNK or part.startswith("._") for part in path.parts):
            return False
        if entry.refusal:
            raise self.refusal(entry, entry.refusal)
        if entry.folder:
            return False
        if entry.size > FILE_MOST:
            raise self.refusal(entry, f"has {entry.size} bytes; a file has at most {FILE_MOST}")
        if entry.size > self._left:
            raise ChampionError(f"{self.path}: more than {TOTAL_MOST} bytes when unpacked")
        self._require_new(entry, path)
        return True

    def write(self, entry: ArchiveEntry, source: IO[bytes]) -> None:
        """Write one file, counting what is really there."""
        target = self.folder / self._path(entry)
        target.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with open(target, "xb") as file:
            while data := source.read(CHUNK):
                written += len(data)
                self._left -= len(data)
                if written > entry.size or self._left < 0:
                    raise self.refusal(entry, "holds more than it declares")
                file.write(data)
        if written != entry.size:
            raise self.refusal(entry, f"holds {written} bytes, not the {entry.size} it declares")

    def _path(self, entry: ArchiveEntry) -> PurePosixPath:
        """Where an entry is written: its name, if that is plain."""
        try:
            return plain_name(entry.name, DEPTH_MOST)
        except ValueError as why:
            raise self.refusal(entry, str(why)) from None

    def _require_new(self, entry: ArchiveEntry, path: PurePosixPath) -> None:
        """No two files of one name, not even where capitals or accents are written in another way."""
        if not path.parts:
            raise self.refusal(entry, "is a file without a name")
        for number in range(1, len(path.parts) + 1):
            part = "/".join(path.parts[:number])
            key = unicodedata.normalize("NFC", part).casefold()
            known = self._seen.setdefault(key, part)
            last = number == len(path.parts)
            if known != part or key in self._files or (last and self._under(key)):
                raise self.refusal(entry, "is there twice")
        self._files.add(key)

    def _under(self, key: str) -> bool:
        return any(other.startswith(f"{key}/") for other in self._seen)


def _why(error: Exception) -> str:
    """The standard library's message about an archive, made printable and short: it may repeat the archive's bytes."""
    return printable(str(error)) or type(error).__name__


def _printable(name: str) -> str:
    text = name if len(name) <= NAME_MOST else f"{name[:NAME_MOST]}…"
    return repr(text.encode("utf-8", "backslashreplace").decode())


def plain_name(name: str, depth: int) -> PurePosixPath:
    """Where a file of this name goes, which a stranger has chosen; ValueError says what is wrong with it."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if len(name) > NAME_MOST or any(len(part.encode("utf-8", "replace")) > NAME_MOST for part in parts):
        raise ValueError(f"has a name of more than {NAME_MOST} characters")
    if name.startswith("/") or "\\" in name or name[1:2] == ":":
        raise ValueError("is an absolute path, or one of another system; names are relative, with /")
    if ".." in parts:
        raise ValueError("leads out of the archive (..)")
    if not all(char.isprintable() for char in name) or any(0xD800 <= ord(char) < 0xE000 for char in name):
        raise ValueError("has a name with characters that cannot be printed")
    if len(parts) > depth:
        raise ValueError(f"is more than {depth} folders deep")
    return PurePosixPath(*parts)
