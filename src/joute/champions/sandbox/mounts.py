"""Mounts of a host that root started without a sandbox, through which its ordinary user can read what a champion needs.

Python, the engine or a champion may be in a folder that is closed to other users, such as root's home. Over each such
folder an open, empty tmpfs is mounted, and in it, at the same paths, what is needed and nothing else. Temporary files
go to a tmpfs of bounded size.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from joute.champions.errors import ChampionError

NEW_MOUNTS = 0x00020000
BIND, REC, PRIVATE, NO_SUID, NO_DEV = 4096, 16384, 1 << 18, 2, 4
ADMIN = 21
"""The capability that mount(2) requires (CAP_SYS_ADMIN)."""
COPIED_MOST, FILES_MOST = 64 << 20, 10_000
"""Bytes and files of a champion that is copied."""
ROOM = f"size={2 * COPIED_MOST},nr_inodes={2 * FILES_MOST},mode=755"


def possible() -> bool:
    """Whether this process may mount."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        rights = next((int(line.split()[1], 16) for line in status if line.startswith("CapEff:")), 0)
    return bool(rights >> ADMIN & 1)


def closed_folders(paths: Sequence[str], own: Sequence[str] = ()) -> list[Path]:
    """The outermost folders that keep other users from reading some paths, or from reaching their `own` folders."""
    closed = {folder for path in map(Path, paths) if path.exists() and (folder := _closed_at(path, *path.parents))}
    closed |= {folder for path in map(Path, own) if (folder := _closed_at(*path.parents))}
    return [folder for folder in sorted(closed) if not closed & set(folder.parents)]


def _closed_at(*paths: Path) -> Path | None:
    """The outermost of some nested folders that others may not enter; of a file that they may not read, the folder."""
    for path in reversed(paths):
        mode = os.stat(path).st_mode
        if not mode & (stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH):
            return path if stat.S_ISDIR(mode) else path.parent
    return None


def expose(shared: Sequence[str], champion: str, own: Sequence[str], user: int, own_mb: int) -> None:
    """Make these paths readable for another user, for this process and those that it starts.

    `champion` is copied if it is not readable by all; the `own` folders become tmpfs mounts of bounded size.
    """
    if not possible():
        return  # then nothing is closed: `HostProcess` has checked that
    folders = closed_folders([*shared, champion], own)
    paths = [path for path in (*shared, champion, *own) if _within(Path(path), folders)]
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), f"unshare: {os.strerror(ctypes.get_errno())}")
    here, mask = os.getcwd(), os.umask(0o022)
    _mount("none", "/", "", REC | PRIVATE)  # else the mounts below would appear in the whole system
    # Open what is needed before tmpfs mounts hide it; it is mounted again through /proc/self/fd.
    files = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths]
    for folder in folders:
        _mount("tmpfs", str(folder), "tmpfs", NO_SUID | NO_DEV, ROOM)
    for path, file in sorted(zip(paths, files, strict=True)):
        _show(Path(path), Path(f"/proc/self/fd/{file}"), copied=path == champion)
        os.close(file)
    for path in own:
        _mount("tmpfs", path, "tmpfs", NO_SUID | NO_DEV, f"size={own_mb}m,mode=700,uid={user},gid={user}")
    os.umask(mask)
    os.chdir(here)


def require_room(champion: Path) -> None:
    """Refuse a champion that would have to be copied and is too large for that."""
    paths = list(walk(champion))
    size = sum(path.stat().st_size for path in paths if path.is_file())
    if (len(paths) > FILES_MOST or size > COPIED_MOST) and not all(map(open_to_all, paths)):
        most = f"{FILES_MOST} files or {COPIED_MOST >> 20} MiB"
        raise ChampionError(f"{champion}: more than {most}, and not readable by all; run «chmod -R a+rX» on it")


def _within(path: Path, folders: Sequence[Path]) -> bool:
    return path.exists() and any(path.is_relative_to(folder) for folder in folders)


def _show(path: Path, source: Path, copied: bool) -> None:
    """Mount at a path, or copy to it, what a tmpfs has hidden there."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    if copied and not all(map(open_to_all, walk(source))):
        _copy(source, path)
        return
    path.mkdir(exist_ok=True) if source.is_dir() else path.touch()
    _mount(str(source), str(path), "", BIND | REC)


def walk(path: Path) -> Iterator[Path]:
    """A file, or a folder with all files and folders in it; links are left out."""
    yield path
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            if not inner.is_symlink() and (inner.is_file() or inner.is_dir()):
                yield inner


def open_to_all(path: Path) -> bool:
    """Whether any user may read a file, or list and enter a folder."""
    mode = path.stat().st_mode
    wanted = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & wanted == wanted


def _copy(source: Path, path: Path) -> None:
    """Copy a file or folder so that any user may read it; links and devices are left out."""
    if source.is_dir():
        path.mkdir(exist_ok=True, mode=0o755)
        for inner in source.iterdir():
            if not inner.is_symlink() and (inner.is_dir() or inner.is_file()):
                _copy(inner, path / inner.name)
    else:
        path.write_bytes(source.read_bytes())
        path.chmod(0o755 if source.stat().st_mode & stat.S_IXUSR else 0o644)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(flags), data.encode()) != 0:
        raise OSError(ctypes.get_errno(), f"mount: {os.strerror(ctypes.get_errno())}", target)
