"""A contest in one file, as it was at one moment, made while it is played; and the contest back from it.

The file is a tar archive: `about.json`; `folder/`, what the organiser has written; `store/`, the store in SQLite,
whatever database the contest has. It holds hashes of passwords and addresses of people: its owner alone may read it.
"""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from joute import __version__
from joute.arena.store import Store
from joute.arena.store.copying import copy_files, copy_rows, files_of
from joute.arena.store.database import FILE as DATABASE
from joute.arena.store.database import folder_of
from joute.arena.store.errors import explained
from joute.arena.tournament.model import PACKAGES
from joute.core.text import Text

from .config import ContestError, ContestPlan, read

SUFFIX = ".tar"
ABOUT, FOLDER, STORE = "about.json", "folder", "store"
PLAYING = "playing"
"""The folder of a store with the records of matches that people play."""
KEPT = (PACKAGES, PLAYING)
PRIVATE, MODES = 0o600, 0o755
"""The mode of a backup, and what files in it may have of theirs."""
Tell = Callable[[int], None]
"""Is told how many files were copied."""


class About(msgspec.Struct, frozen=True, tag_field="joute", tag="contest backup"):
    """What a backup is of."""

    contest: str
    made: float
    engine: str


# Making one


def save(plan: ContestPlan, target: Path, tell: Tell = lambda copied: None) -> int:
    """Write a backup of a contest; how many files are in it. It appears when it is complete, or not at all."""
    with explained(str(target)):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as scratch:
            part = Path(scratch) / "backup.tar"
            with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as file:
                with tarfile.open(fileobj=file, mode="w") as archive:
                    count = _write(plan, Path(scratch), archive, tell)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
    return count


def _write(plan: ContestPlan, scratch: Path, archive: tarfile.TarFile, tell: Tell) -> int:
    with Store.open(plan.store, create=False) as store:
        _add_bytes(archive, ABOUT, msgspec.json.encode(About(plan.name, time.time(), __version__)))
        for path in _own_files(plan, store):
            archive.add(path, f"{FOLDER}/{path.relative_to(plan.path.parent)}", recursive=False)
        with store.reading() as connection, Store.open(scratch / STORE) as copy:
            copy_rows(connection, copy)
        archive.add(scratch / STORE / DATABASE, f"{STORE}/{DATABASE}")
        count = 0
        for path in files_of(store, *KEPT):
            try:
                archive.add(path, f"{STORE}/{path.relative_to(store.folder)}", recursive=False)
            except FileNotFoundError:  # removed meanwhile, so nothing of what was copied refers to it
                continue
            count += 1
            tell(count)
    return count


def _add_bytes(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(data), int(time.time()), PRIVATE
    archive.addfile(entry, io.BytesIO(data))


def _own_files(plan: ContestPlan, store: Store) -> Iterator[Path]:
    """What the organiser has written: the folder of the contest without its store, and without backups in it."""
    folder = plan.path.parent
    for path in sorted(folder.rglob("*")):
        inside = store.folder.resolve() in path.resolve().parents
        if path.is_file() and not path.is_symlink() and not inside and path.suffix != SUFFIX:
            yield path


# Going back to one


def restore(source: Path, folder: Path, tell: Tell = lambda copied: None) -> About:
    """Write the contest of a backup into a folder that is new or empty, and its store where its file says; raises
    ContestError and StoreError."""
    with explained(str(source)):
        _require_empty(folder)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restored-", dir=folder) as scratch:
            try:
                about = _unpack(source, Path(scratch), tell)
            except (tarfile.TarError, EOFError, msgspec.MsgspecError) as error:
                raise _no_backup(source, str(error)) from None
            for path in (Path(scratch) / FOLDER).iterdir():
                path.rename(folder / path.name)
            _fill(read(folder), Path(scratch) / STORE)
    return about


def _require_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ContestError(
            Text(
                f"{folder}: a contest is restored into a folder that is new or empty",
                f"{folder} : on restaure un concours dans un dossier neuf ou vide",
            )
        )


def _unpack(source: Path, scratch: Path, tell: Tell) -> About:
    """Unpack into a folder: ordinary files alone, and nowhere else."""
    with tarfile.open(source) as archive:
        entries = iter(archive)
        first = next(entries, None)
        data = None if first is None or first.name != ABOUT else archive.extractfile(first)
        if data is None:
            raise _no_backup(source, f"it does not begin with {ABOUT}")
        about = msgspec.json.decode(data.read(1 << 16), type=About)
        for count, entry in enumerate(entries, 1):
            path = PurePosixPath(entry.name)
            if not entry.isfile() or path.parts[0] not in (FOLDER, STORE) or ".." in path.parts:
                raise _no_backup(source, f"it has {entry.name!r:.80}, which no backup has")
            to, piece = scratch / path, archive.extractfile(entry)
            assert piece is not None
            to.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as file:
                shutil.copyfileobj(piece, file)
            to.chmod(entry.mode & MODES)
            tell(count)
    for needed in (Path(FOLDER) / "contest.toml", Path(STORE) / DATABASE):
        if not (scratch / needed).is_file():
            raise _no_backup(source, f"it has no {needed}")
    return about


def _no_backup(source: Path, why: str) -> ContestError:
    return ContestError(
        Text(
            f"{source}: this is no whole backup of a contest: {why}",
            f"{source} : ce n'est pas une sauvegarde entière d'un concours : {why}",
        )
    )


def _fill(plan: ContestPlan, unpacked: Path) -> None:
    """Make the store of a contest from an unpacked one: a folder is moved, a database is filled."""
    if "://" not in plan.store:
        _require_empty(Path(plan.store))
        for path in unpacked.iterdir():
            Path(plan.store).mkdir(parents=True, exist_ok=True)
            shutil.move(path, Path(plan.store) / path.name)
        Store.open(plan.store).close()  # upgrades what an older joute has made
        return
    _require_empty(folder_of(plan.store))
    with Store.open(unpacked) as source, Store.open(plan.store) as target:
        with source.reading() as connection:
            copy_rows(connection, target)
        copy_files(source, target, *KEPT)
