"""Packages: champions by the hash of what they are, packed in one way, and unpacked once on each machine."""

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
from joute.champions.sources.archive import FILES_MOST, TOTAL_MOST, Unpacked, unpack
from joute.champions.sources.find import bundled, find
from joute.champions.sources.recipe import Recipe, files_of, is_archive, language_of, recipe_of
from joute.core.game import Game

from .job import Champion

CACHE = "JOUTE_CACHE"
"""An environment variable: the folder where packages are kept."""
PLAIN_MOST = TOTAL_MOST + FILES_MOST * 4096 + (1 << 20)
"""How many bytes a package may have when it is not compressed."""
SUFFIX, PIECE = ".tar.gz", ".new-"
"""How the name of a package ends, and how that of something begins that is on its way in or out."""
KEPT_MOST, KEPT_S = 1000, 30 * 24 * 3600
"""How many packages are kept on a machine that plays for others, and how long after their last match at least."""
DIGEST_SIZE = 16
EXECUTABLE, ORDINARY = 0o755, 0o644


def cache_folder() -> Path:
    """Where packages are kept on this machine."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(os.environ.get(CACHE) or Path(base) / "joute" / "packages")


class Packages:
    """The packages of this machine. Any number of processes may use the same folder at once."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def champion(self, game: Game, name: str, called: str | None = None) -> Champion:
        """The champion a person named: a bundled name, a file, a folder or a submission. Raises ChampionError."""
        if name in bundled(game):
            return Champion(called or name, "bundled", find(game, name).digest, name)
        return Champion(called or name, "package", self.add(Path(name), game))

    def add(self, path: Path, game: Game | None = None) -> str:
        """Pack a champion and keep it: its hash."""
        try:
            if path.is_file() and is_archive(path):
                unpacked = Unpacked(path)
                try:
                    return self.put(_packed(recipe_of(unpacked.folder)))
                finally:
                    unpacked.close()
            if path.exists():
                return self.put(_packed(recipe_of(path)))
        except OSError as fault:
            raise ChampionError(f"{path}: cannot be packed: {fault}") from None
        known = f", and {game.name} comes with {', '.join(bundled(game))}" if game is not None else ""
        raise ChampionError(f"no champion {str(path)!r}: there is no such file or folder{known}")

    def put(self, data: bytes, digest: str | None = None) -> str:
        """Keep a package, unpacked beside: its hash, which must be the one that is expected."""
        found = digest_of(data)
        if digest not in (None, found):
            raise ChampionError(f"the package {digest} is damaged: its content has the hash {found}")
        if self.has(found) and not self._whole(found, data):
            self._remove(found)
        if not self.has(found):
            self._keep(found, data)
        return found

    def has(self, digest: str) -> bool:
        return self._content(digest).is_dir() and self._archive(digest).is_file()

    def data(self, digest: str) -> bytes:
        """A package as it travels."""
        self._require(digest)
        return self._archive(digest).read_bytes()

    def path(self, digest: str) -> Path:
        """The file or folder of a champion. A package of one file is that file, if its language is known."""
        self._require(digest)
        with suppress(OSError):
            os.utime(self._archive(digest))  # what is used is not the oldest
        folder = self._content(digest)
        files = list(folder.iterdir())
        alone = len(files) == 1 and files[0].is_file() and language_of(files[0].name) is not None
        return files[0] if alone else folder

    def prune(self, most: int = KEPT_MOST, least_s: float = KEPT_S) -> None:
        """Of many packages, those go that were used least recently, if nobody can be using them; and broken pieces."""
        with suppress(OSError):
            old = time.time() - least_s
            found = sorted((path.stat().st_mtime, path.name) for path in self.folder.glob(f"*{SUFFIX}"))
            for used, name in found[: max(0, len(found) - most)]:
                if used < old:
                    self._remove(name.removesuffix(SUFFIX))
            for piece in self.folder.glob(f"{PIECE}*"):
                if piece.stat().st_mtime < old:
                    shutil.rmtree(piece, ignore_errors=True)

    def _whole(self, digest: str, data: bytes) -> bool:
        """Whether what lies here is still what was put here: disks fail, and people tidy up."""
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
        """Never is half of a package taken for the whole of it."""
        aside = Path(tempfile.mkdtemp(prefix=PIECE, dir=self.folder))
        with suppress(OSError):
            self._content(digest).rename(aside / "content")
        with suppress(OSError):
            self._archive(digest).unlink()
        shutil.rmtree(aside, ignore_errors=True)

    def _require(self, digest: str) -> None:
        if not self.has(digest):
            raise ChampionError(f"the package {digest} is not on this machine ({self.folder}); send it first")

    def _archive(self, digest: str) -> Path:
        return self.folder / f"{digest}{SUFFIX}"

    def _content(self, digest: str) -> Path:
        return self.folder / digest

    def _keep(self, digest: str, data: bytes) -> None:
        """Both the archive and the folder appear whole, or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        place = Path(tempfile.mkdtemp(prefix=PIECE, dir=self.folder))
        try:
            archive, content = place / "package.tar.gz", place / "content"
            archive.write_bytes(data)
            content.mkdir()
            unpack(archive, content)
            _restore_modes(data, content)
            with suppress(OSError):  # somebody else was faster: the content is the same
                content.rename(self._content(digest))
            archive.replace(self._archive(digest))
        except ChampionError as fault:
            raise ChampionError(str(fault).replace(f"{place}/package.tar.gz", "this champion")) from None
        finally:
            shutil.rmtree(place, ignore_errors=True)


def digest_of(data: bytes) -> str:
    """The hash of a package: of what it unfolds to, since compressors differ."""
    try:
        plain = gzip.GzipFile(fileobj=io.BytesIO(data)).read(PLAIN_MOST + 1)
    except (OSError, EOFError, zlib.error) as fault:
        raise ChampionError(f"this package is damaged: {fault}") from None
    if len(plain) > PLAIN_MOST:
        raise ChampionError(f"this package unfolds to more than {PLAIN_MOST} bytes")
    return blake2b(plain, digest_size=DIGEST_SIZE).hexdigest()


def _packed(recipe: Recipe) -> bytes:
    """The one archive of a champion: its files in order, without dates, owners or other accidents."""
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
    """Programs may be executed; all may be read, by whoever plays them."""
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive:
            path = folder / member.name
            if path.is_file():
                path.chmod(EXECUTABLE if member.mode & 0o100 else ORDINARY)
