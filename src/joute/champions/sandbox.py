"""The sandbox: a box for one host, built by bubblewrap and held by a process that does nothing until the host is there.

Inside are the system's programs and libraries, Python, the engine and the champion, all read-only; a private /tmp of
bounded size; and nothing else: no network, no home, no other process. For an ordinary user the box has a user namespace
in which the champion has that user's rights and nothing to use them on. For root it has one with two users: bubblewrap
builds the box as the first, and the host becomes the second, who exists nowhere else, before it loads a champion.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from . import seccomp
from .life import GONE_MS, await_file, kill
from .limits import Limits, NoSandbox
from .place import INSIDE

USER, USERS = 1000, 64
"""The users of a box: the first of them is the champion's, for an ordinary user; for root, any of them."""
OUTSIDE = 0x70000000
"""Where the users of root's boxes begin outside: past all that systems give away."""
SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SETTINGS = ("ld.so.cache", "alternatives", "localtime")
"""What programs need of /etc; besides, the settings of Java."""
FILES_MOST, COPIED_MOST = 400, 64 * 2**20
CHUNK = 2**12
CHILD = re.compile(rb'"child-pid": (\d+)\D')
HOLDER = "cat"
"""It holds a box as long as its input is open, and says that the box stands by repeating what it is told."""
_TURNS = count()


class Box(NamedTuple):
    """What goes into a box: folders seen where they are, and the champion's file or folder."""

    folders: tuple[Path, ...]
    champion: Path
    limits: Limits = Limits()


def program() -> str:
    """Where bubblewrap is."""
    found = shutil.which("bwrap")
    if found is None:
        raise NoSandbox("bubblewrap is not installed; «make system» or «apt install bubblewrap» gets it")
    return found


class BoxProcess:
    """A box under construction, then standing, until it is killed."""

    def __init__(self, box: Box, log: int, environment: dict[str, str]) -> None:
        self.user: int | None = None
        """Who the host is to become."""
        self._told = b""
        self._inside: int | None = None
        files = list[int]()
        self._info, info = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        files.append(info)
        self._holder, theirs = socket.socketpair()
        self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._holder.send(b"\n")
        with theirs:
            try:
                command = [*self._command(box, files), "--info-fd", str(info), "--", HOLDER]
                self._process = subprocess.Popen(
                    command,
                    pass_fds=files,
                    stdin=theirs.fileno(),
                    stdout=theirs.fileno(),
                    stderr=log,
                    env=environment,
                    start_new_session=True,
                )
            except BaseException:
                self._close()
                raise
            finally:
                close(files)

    def _command(self, box: Box, files: list[int]) -> list[str]:
        """What builds the box; the descriptors it needs are added to `files`."""
        command = [program()]
        if os.geteuid() == 0:
            self.user = USER + next(_TURNS) % USERS
            files.append(os.dup(_spaces()))
            command += ["--userns", str(files[-1]), "--cap-drop", "ALL"]
        else:
            command += ["--unshare-user", "--uid", str(USER), "--gid", str(USER)]
        command += ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        command += ["--die-with-parent", "--new-session", "--hostname", "joute", *_system()]
        command += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
        command += ["--perms", "1777", "--size", str(box.limits.tmp_mb << 20), "--tmpfs", "/tmp"]
        command += [*_folders(box.folders), *_champion(box.champion, files), "--remount-ro", "/"]
        if seccomp.supported():  # a champion of the same user might do through the holder what it is refused itself
            files.append(_written(seccomp.program()))
            command += ["--seccomp", str(files[-1])]
        return command

    @property
    def pid(self) -> int:
        """The process that builds it, and ends with it."""
        return self._process.pid

    @property
    def holder(self) -> int:
        """The descriptor on which the holder says that the box stands, and which process it is."""
        file: int = self._holder.fileno()
        return file

    @property
    def inside(self) -> int | None:
        """The first process in the box, with which all others die; bubblewrap tells it bit by bit."""
        if self._inside is None:
            with suppress(OSError):
                self._told += os.read(self._info, CHUNK)
            found = CHILD.search(self._told)
            self._inside = None if found is None else int(found[1])
        return self._inside

    def kill(self) -> None:
        """End all that lives in it. One under construction would outlive its builder, so that is waited for."""
        until = time.monotonic() + GONE_MS / 1e3
        while self.inside is None and time.monotonic() < until:
            ready = await_file(self._info)
            if ready & select.POLLHUP and not ready & select.POLLIN:
                break
        end = os.pidfd_open(self.pid)
        kill(os.kill, self.inside)
        await_file(end)  # bubblewrap ends with the box, and buries its dead
        os.close(end)
        self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        self._holder.close()
        close([self._info])


def _system() -> list[str]:
    """The programs and libraries of the system."""
    words = ["--ro-bind", "/usr", "/usr", "--dir", "/etc"]
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    for setting in [*(Path("/etc", name) for name in SETTINGS), *Path("/etc").glob("java*")]:
        words += ["--ro-bind-try", str(setting), str(setting)]
    return words


def _folders(folders: Sequence[Path]) -> list[str]:
    words: list[str] = []
    for folder in sorted(set(folders)):
        if not folder.is_relative_to("/usr"):
            for parent in reversed(folder.parents[:-1]):  # else bubblewrap makes them for their owner alone
                words += ["--dir", str(parent)]
            words += ["--ro-bind", str(folder), str(folder)]
    return words


def _champion(path: Path, files: list[int]) -> list[str]:
    """The champion's file or folder: seen where it may be read by the user inside, else copied."""
    target = INSIDE if path.is_dir() else f"{INSIDE}/{path.name}"
    if os.geteuid() != 0 or all(_open_to_all(found) for found in _walk(path)):
        return ["--dir", INSIDE, "--ro-bind", str(path.absolute()), target]
    words, total = ["--dir", INSIDE], 0
    for found in _walk(path):
        place = target if found == path else f"{target}/{found.relative_to(path)}"
        if found.is_dir():
            words += ["--dir", place]
        else:
            total += found.stat().st_size
            if len(words) > 6 * FILES_MOST or total > COPIED_MOST:
                raise NoSandbox(f"{path}: more than {FILES_MOST} files or {COPIED_MOST >> 20} MiB, not open to all")
            files.append(os.open(found, os.O_RDONLY | os.O_CLOEXEC))
            mode = "0555" if os.access(found, os.X_OK) and found.stat().st_mode & 0o100 else "0444"
            words += ["--perms", mode, "--file", str(files[-1]), place]
    return words


def _walk(path: Path) -> Iterator[Path]:
    """A file, or a folder with all that is in it; links are left out."""
    yield path
    if path.is_dir():
        for found in sorted(path.rglob("*")):
            if not found.is_symlink() and (found.is_file() or found.is_dir()):
                yield found


def _open_to_all(path: Path) -> bool:
    mode = path.stat().st_mode
    wanted = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & wanted == wanted


def _written(data: bytes) -> int:
    """A descriptor from which some bytes can be read."""
    fd = os.memfd_create("joute")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


@cache
def _spaces() -> int:
    """For root: a user namespace with root, who builds the box, and users who are nobody outside."""
    first = OUTSIDE + USERS * (int.from_bytes(os.urandom(4), "big") % 2**20)
    maker = shutil.which("unshare")
    if maker is None:
        raise NoSandbox("the program «unshare» is missing; it comes with util-linux")
    waiting = [maker, "--user", "sh", "-c", "echo; read _"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as made:
        assert made.stdout is not None
        if made.stdout.readline() != b"\n":
            raise NoSandbox("this machine allows no user namespaces")
        for kind in ("uid", "gid"):
            Path(f"/proc/{made.pid}/{kind}_map").write_text(f"0 0 1\n{USER} {first} {USERS}\n")
        return os.open(f"/proc/{made.pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)


def engine_folders() -> tuple[Path, ...]:
    """Where Python, the engine and what it imports are."""
    import msgspec

    import joute

    return (Path(sys.base_prefix), Path(joute.__file__).parent, Path(msgspec.__file__).parents[1])


def close(files: Sequence[int]) -> None:
    for file in files:
        with suppress(OSError):
            os.close(file)
