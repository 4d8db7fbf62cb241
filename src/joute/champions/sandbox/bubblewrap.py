"""The sandbox: a box for one host, as bubblewrap is to build it; `birth.py` has it built and lets the host in.

Inside are the system's programs and libraries, Python, the engine and the champion, all read-only; a private /tmp of
bounded size; and nothing else: no network, no home, no other process. For an ordinary user the box has a user namespace
in which the champion has that user's rights and nothing to use them on. For root it has one with two users: bubblewrap
builds the box as the first, and the host becomes the second, who exists nowhere else, before it loads a champion.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from joute.champions.errors import ChampionError
from joute.champions.hosting.paths import INSIDE
from joute.champions.hosting.wire import FIRST

from . import seccomp
from .limits import Limits, NoSandbox
from .mounts import open_to_all, walk
from .seccomp import Profile

USER, USERS = 1000, 2**16
"""The users of a box: the first of them is the champion's, for an ordinary user; for root, one that no other has:
the kernel counts the processes of those who are the same together."""
OUTSIDE = 0x70000000
"""Where the users of root's boxes begin outside: past all that systems give away."""
SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SETTINGS = ("ld.so.cache", "alternatives", "localtime")
"""What programs need of /etc; besides, the settings of Java."""
FILES_MOST, COPIED_MOST = 400, 64 * 2**20
_TURNS = count()


class Box(NamedTuple):
    """What goes into a box: folders seen where they are, and the champion's file or folder."""

    folders: tuple[Path, ...]
    champion: Path | None
    limits: Limits = Limits()


def program() -> str:
    """Where bubblewrap is."""
    found = shutil.which("bwrap")
    if found is None:
        raise NoSandbox("bubblewrap is not installed; «make system» or «apt install bubblewrap» gets it")
    return found


class Plan(NamedTuple):
    """How bubblewrap is to build a box. It finds `files` as its descriptors from `FIRST` on."""

    files: list[int]
    """In the first of them are its arguments."""
    user: int | None
    """Who the host is to become."""

    def close(self) -> None:
        for file in self.files:
            os.close(file)


def plan(box: Box) -> Plan:
    files, user = [-1], None
    try:
        if os.geteuid() == 0:
            user = USER + next(_TURNS) % USERS
            words = ["--userns", _passed(files, os.dup(_spaces(os.getpid()))), "--cap-drop", "ALL"]
        else:
            words = ["--unshare-user", "--uid", str(USER), "--gid", str(USER)]
        words += ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        words += ["--die-with-parent", "--new-session", "--hostname", "joute", *_system()]
        words += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero"]
        words += ["--remount-ro", "/dev"]  # (mapped, /dev/zero is shared memory without a file)
        words += ["--perms", "1777", "--size", str(box.limits.tmp_mb << 20), "--tmpfs", "/tmp"]
        words += _folders(box.folders)
        words += [*(_champion(box.champion, files) if box.champion else []), "--remount-ro", "/"]
        if seccomp.supported():  # a champion of the same user might do through the holder what it is refused itself
            words += ["--seccomp", _passed(files, _written(seccomp.program(Profile.SANDBOX)))]
        files[0] = _written(os.fsencode("".join(f"{word}\0" for word in words)))
    except BaseException:
        Plan(files[1:], user).close()
        raise
    return Plan(files, user)


def _passed(files: list[int], file: int) -> str:
    """A descriptor as bubblewrap will know it."""
    files.append(file)
    return str(FIRST + len(files) - 1)


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
    if os.geteuid() != 0 or all(open_to_all(found) for found in walk(path)):
        return ["--dir", INSIDE, "--ro-bind", str(path.absolute()), target]
    words, total = ["--dir", INSIDE], 0
    for found in walk(path):
        place = target if found == path else f"{target}/{found.relative_to(path)}"
        if found.is_dir():
            words += ["--dir", place]
        else:
            total += found.stat().st_size
            if len(words) > 6 * FILES_MOST or total > COPIED_MOST:
                most = f"{FILES_MOST} files or {COPIED_MOST >> 20} MiB"
                raise ChampionError(f"{path}: more than {most}, and not open to all; «chmod -R a+rX» mends that")
            file = _passed(files, os.open(found, os.O_RDONLY | os.O_CLOEXEC))
            mode = "0555" if os.access(found, os.X_OK) and found.stat().st_mode & 0o100 else "0444"
            words += ["--perms", mode, "--file", file, place]
    return words


def _written(data: bytes) -> int:
    """A descriptor from which some bytes can be read."""
    fd = os.memfd_create("joute")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


@cache
def _spaces(engine: int) -> int:
    """For root, in an engine: a user namespace with root, who builds boxes, and users who are nobody outside."""
    first = OUTSIDE + USERS * (int.from_bytes(os.urandom(4), "big") % 2**14)
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


def spare_user() -> int:
    """For root, without a box: a user that no other process has."""
    lines = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    first, _, count = max(lines)
    if first + count >= OUTSIDE + 2**30:
        first, count = OUTSIDE, 2**30
    if count < 2:
        raise NoSandbox("root has no other user here as whom a champion could run")
    return first + count - 1 - int.from_bytes(os.urandom(4), "big") % (count // 2)  # real users have small numbers


def engine_folders() -> tuple[Path, ...]:
    """Where Python, the engine and what it imports are."""
    import msgspec

    import joute

    return (Path(sys.base_prefix), Path(joute.__file__).parent, Path(msgspec.__file__).parents[1])
