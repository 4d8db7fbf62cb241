"""Packages: champions named by the hash of their content, and unpacked once on each machine."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tarfile
import tempfile
import time
import zlib
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from joute.champions.errors import ChampionError
from joute.champions.players.options import expanded, split
from joute.champions.sources.archive import FILES_MOST, TOTAL_MOST, Unpacked, unpack
from joute.champions.sources.find import bundled, comes_with, find
from joute.champions.sources.recipe import Recipe, files_of, is_archive, language_of, recipe_of
from joute.core.game import Game
from joute.core.text import Text, text_of

from .job import Champion

CACHE = "JOUTE_CACHE"
"""An environment variable: the folder of packages."""
PLAIN_MOST = TOTAL_MOST + FILES_MOST * 4096 + (1 << 20)
"""The most bytes of a package before compression."""
SUFFIX, PIECE = ".tar.gz", ".new-"
"""The suffix of a package, and the prefix of a temporary folder in which one is unpacked or removed."""
KEPT_MOST, KEPT_S = 1000, 30 * 24 * 3600
"""`prune` leaves so many packages, and those that were used within so many seconds."""
DIGEST_SIZE = 16
EXECUTABLE, ORDINARY = 0o755, 0o644


def cache_folder() -> Path:
    """The folder of packages on this machine."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(os.environ.get(CACHE) or Path(base) / "joute" / "packages")


class Packages:
    """The packages in a folder. Any number of processes may use the same folder at once."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def champion(self, game: Game, name: str, called: str | None = None) -> Champion:
        """The champion of a name: a bundled one, a file, a folder or a submission. Raises ChampionError."""
        if comes_with(game, name):
            name = expanded(name)
            return Champion(called or name, "bundled", find(game, name).digest, name)
        base, given = split(expanded(name))
        return Champion(called or name, "package", self.add(Path(base), game), given=given)

    def add(self, path: Path, game: Game | None = None) -> str:
        """Pack a champion and store it; its hash."""
        try:
            if path.is_file() and is_archive(path):
                unpacked = Unpacked(path)
                try:
                    return self.put(_packed(recipe_of(unpacked.folder)))
                except ChampionError as error:
                    raise ChampionError(_renamed(error, unpacked.folder, path)) from None
                finally:
                    unpacked.close()
            if path.exists():
                return self.put(_packed(recipe_of(path)))
        except OSError as error:
            raise ChampionError(
                Text(f"{path}: cannot be packed: {error}", f"{path} : ne peut pas être empaqueté : {error}")
            ) from None
        known = (
            Text(
                f", and {game.name} comes with {', '.join(bundled(game))}",
                f", et {game.name} vient avec {', '.join(bundled(game))}",
            )
            if game is not None
            else ""
        )
        raise ChampionError(
            Text(
                f"no champion {str(path)!r}: there is no such file or folder{known}",
                f"pas de champion {str(path)!r} : ce fichier ou dossier n'existe pas{text_of(known):fr}",
            )
        )

    def put(self, data: bytes, digest: str | None = None) -> str:
        """Store a package, and unpack it beside; its hash, which must be `digest` if that is given."""
        actual = digest_of(data)
        if digest not in (None, actual):
            raise ChampionError(f"the package {digest} is damaged: its content has the hash {actual}")
        if self.has(actual) and not self._undamaged(actual, data):
            self._remove(actual)
        if not self.has(actual):
            self._unpack(actual, data)
        return actual

    def has(self, digest: str) -> bool:
        return self._content(digest).is_dir() and self._archive(digest).is_file()

    def data(self, digest: str) -> bytes:
        """The bytes of a package."""
        self._require(digest)
        return self._archive(digest).read_bytes()

    def path(self, digest: str) -> Path:
        """The file or folder of a champion. A package of one file is that file if its language is known."""
        self._require(digest)
        with suppress(OSError):
            os.utime(self._archive(digest))  # the time of last use, for `prune`
        folder = self._content(digest)
        files = list(folder.iterdir())
        alone = len(files) == 1 and files[0].is_file() and language_of(files[0].name) is not None
        return files[0] if alone else folder

    def prune(self, most: int = KEPT_MOST, least_s: float = KEPT_S) -> None:
        """Remove the packages used least recently, unless they may be in use, and temporary folders left by a crash."""
        with suppress(OSError):
            old = time.time() - least_s
            by_use = sorted((path.stat().st_mtime, path.name) for path in self.folder.glob(f"*{SUFFIX}"))
            for used, name in by_use[: max(0, len(by_use) - most)]:
                if used < old:
                    self._remove(name.removesuffix(SUFFIX))
            for piece in self.folder.glob(f"{PIECE}*"):
                if piece.stat().st_mtime < old:
                    shutil.rmtree(piece, ignore_errors=True)

    def _undamaged(self, digest: str, data: bytes) -> bool:
        """Whether the files on disk are still those of the package: disks fail, and people tidy up."""
        try:
            with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
                for member in archive:
                    piece = archive.extractfile(member)
                    if piece and (self._content(digest) / member.name).read_bytes() != piece.read():
                        return False
            return digest_of(self._archive(digest).read_bytes()) == digest
        except (OSError, ChampionError):
            return False

    def _remove(self, digest: str) -> None:
        """Remove a package; renamed first, so that another process never finds half of it."""
        trash = Path(tempfile.mkdtemp(prefix=PIECE, dir=self.folder))
        with suppress(OSError):
            self._content(digest).rename(trash / "content")
        with suppress(OSError):
            self._archive(digest).unlink()
        shutil.rmtree(trash, ignore_errors=True)

    def _require(self, digest: str) -> None:
        if not self.has(digest):
            raise ChampionError(f"the package {digest} is not on this machine; send it first")

    def _archive(self, digest: str) -> Path:
        return self.folder / f"{digest}{SUFFIX}"

    def _content(self, digest: str) -> Path:
        return self.folder / digest

    def _unpack(self, digest: str, data: bytes) -> None:
        """Write and unpack in a temporary folder, then rename: archive and folder appear complete, or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        temporary = Path(tempfile.mkdtemp(prefix=PIECE, dir=self.folder))
        try:
            archive, content = temporary / "package.tar.gz", temporary / "content"
            archive.write_bytes(data)
            content.mkdir()
            unpack(archive, content)
            _restore_modes(data, content)
            with suppress(OSError):  # another process was faster, with the same content
                content.rename(self._content(digest))
            archive.replace(self._archive(digest))
        except ChampionError as error:
            raise ChampionError(str(error).replace(f"{temporary}/package.tar.gz", "this champion")) from None
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _renamed(error: ChampionError, folder: Path, path: Path) -> Text:
    """What is wrong with an unpacked submission, said of the archive: the folder is gone when it is read."""
    said = text_of(error)
    return Text(said.en.replace(str(folder), str(path)), said.fr.replace(str(folder), str(path)))


def digest_of(data: bytes) -> str:
    """The hash of a package: of its uncompressed bytes, since compressors differ."""
    try:
        plain = gzip.GzipFile(fileobj=io.BytesIO(data)).read(PLAIN_MOST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ChampionError(f"this package is damaged: {error}") from None
    if len(plain) > PLAIN_MOST:
        raise ChampionError(f"this package decompresses to more than {PLAIN_MOST} bytes")
    return blake2b(plain, digest_size=DIGEST_SIZE).hexdigest()


def _packed(recipe: Recipe) -> bytes:
    """The archive of a champion: its files in order, without dates or owners, so that equal files give equal bytes."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in files_of(recipe):
            path = recipe.folder / name
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = EXECUTABLE if os.access(path, os.X_OK) and path.stat().st_mode & 0o100 else ORDINARY
            archive.addfile(entry, io.BytesIO(content))
            if plain.tell() > PLAIN_MOST:
                raise ChampionError(f"{recipe.folder}: more than {TOTAL_MOST >> 20} MiB; no champion may have more")
    return gzip.compress(plain.getvalue(), mtime=0)


def _restore_modes(data: bytes, folder: Path) -> None:
    """Make programs executable again, and all files readable to the user that plays them."""
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive:
            path = folder / member.name
            if path.is_file():
                path.chmod(EXECUTABLE if member.mode & 0o100 else ORDINARY)
