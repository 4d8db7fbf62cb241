"""The sandbox: the bubblewrap command that builds the box of one host; `child/spawn.py` runs it and enters the box.

Inside are the system's programs and libraries, Python, the engine and the champion, all read-only; a private /tmp of
bounded size; and nothing else: no network, no home, no other process. Started by an ordinary user, the box has a user
namespace in which the champion is that user. Started by root, it has one with two kinds of users: bubblewrap builds the
box as root there, and the host becomes a user who exists nowhere else, before it loads a champion.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from joute.champions.errors import ChampionError
from joute.champions.hosting.paths import INSIDE
from joute.champions.hosting.wire import BUILDER_FD

from . import seccomp
from .limits import Limits, NoSandbox
from .mounts import open_to_all, walk
from .seccomp import Profile

USER, USERS = 1000, 2**16
"""The first user id in a box, and how many there are. Started by an ordinary user, the champion has the first.
Started by root, each has another, since the kernel counts the processes of one user together (RLIMIT_NPROC)."""
OUTSIDE = 0x70000000
"""The first user id outside to which those of root's boxes are mapped: beyond all that systems assign."""
SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SETTINGS = ("ld.so.cache", "alternatives", "localtime")
"""What any program needs of /etc; what one language needs is among the folders of its box."""
FILES_MOST, COPIED_MOST = 400, 64 * 2**20
_numbers = count()


class BoxContents(NamedTuple):
    """What a box shows: folders, at their own paths, and the champion's file or folder."""

    folders: tuple[Path, ...]
    champion: Path | None
    limits: Limits = Limits()


def program() -> str:
    """The path of bubblewrap."""
    path = shutil.which("bwrap")
    if path is None:
        raise NoSandbox("bubblewrap is not installed; install it with «make system» or «apt install bubblewrap»")
    return path


class BoxCommand(NamedTuple):
    """How to run bubblewrap for a box: it gets `files` as its descriptors from BUILDER_FD on."""

    files: list[int]
    """The first one holds its arguments (`--args`)."""
    user: int | None
    """The user id that the host takes inside."""

    def close(self) -> None:
        for file in self.files:
            os.close(file)


def command(contents: BoxContents) -> BoxCommand:
    """The command for a box; bubblewrap executes its arguments in order, so later mounts cover earlier ones."""
    files, user = [-1], None
    try:
        if os.geteuid() == 0:
            user = USER + next(_numbers) % USERS
            arguments = ["--userns", _passed(files, os.dup(_user_namespace(os.getpid()))), "--cap-drop", "ALL"]
        else:
            arguments = ["--unshare-user", "--uid", str(USER), "--gid", str(USER)]
        arguments += ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        arguments += ["--die-with-parent", "--new-session", "--hostname", "joute", *_system()]
        arguments += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
        # /dev/zero is replaced, since a shared mapping of it is memory that counts for no process once it is unmapped.
        arguments += ["--dev-bind", "/dev/null", "/dev/zero", "--remount-ro", "/dev"]
        arguments += ["--perms", "1777", "--size", str(contents.limits.tmp_mb << 20), "--tmpfs", "/tmp"]
        arguments += _folders(contents.folders)
        arguments += [*(_champion(contents.champion, files) if contents.champion else []), "--remount-ro", "/"]
        if seccomp.supported():  # for the holder: a champion of the same user might act through it
            arguments += ["--seccomp", _passed(files, _written(seccomp.program(Profile.SANDBOX)))]
        files[0] = _written(os.fsencode("".join(f"{argument}\0" for argument in arguments)))
    except BaseException:
        BoxCommand(files[1:], user).close()
        raise
    return BoxCommand(files, user)


def _passed(files: list[int], file: int) -> str:
    """Pass a descriptor on; its number in bubblewrap."""
    files.append(file)
    return str(BUILDER_FD + len(files) - 1)


@cache
def _system() -> tuple[str, ...]:
    """The programs and libraries of the system."""
    arguments = ["--ro-bind", "/usr", "/usr", "--dir", "/etc"]
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    for name in SETTINGS:
        arguments += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return tuple(arguments)


@cache
def _folders(folders: tuple[Path, ...]) -> tuple[str, ...]:
    arguments: list[str] = []
    for folder in sorted(set(folders)):
        if not folder.is_relative_to("/usr"):
            for parent in reversed(folder.parents[:-1]):  # else bubblewrap makes them for their owner alone
                arguments += ["--dir", str(parent)]
            arguments += ["--ro-bind", str(folder), str(folder)]
    return tuple(arguments)


def _champion(path: Path, files: list[int]) -> list[str]:
    """The champion's file or folder: mounted if the user inside may read it, else copied."""
    target = INSIDE if path.is_dir() else f"{INSIDE}/{path.name}"
    if os.geteuid() != 0 or all(map(open_to_all, walk(path))):
        return ["--dir", INSIDE, "--ro-bind", str(path.absolute()), target]
    arguments, total = ["--dir", INSIDE], 0
    for source in walk(path):
        inside = target if source == path else f"{target}/{source.relative_to(path)}"
        if source.is_dir():
            arguments += ["--dir", inside]
        else:
            total += source.stat().st_size
            if len(arguments) > 6 * FILES_MOST or total > COPIED_MOST:
                most = f"{FILES_MOST} files or {COPIED_MOST >> 20} MiB"
                raise ChampionError(f"{path}: more than {most}, and not readable by all; run «chmod -R a+rX» on it")
            file = _passed(files, os.open(source, os.O_RDONLY | os.O_CLOEXEC))
            mode = "0555" if os.access(source, os.X_OK) and source.stat().st_mode & 0o100 else "0444"
            arguments += ["--perms", mode, "--file", file, inside]
    return arguments


def _written(data: bytes) -> int:
    """A descriptor from which these bytes can be read: a memfd, as a pipe would block when it is full."""
    fd = os.memfd_create("joute")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


@cache
def _user_namespace(engine: int) -> int:
    """Started by root: a user namespace with root, who builds boxes, and with users who are nobody outside.

    There is one for each engine (its pid is the key of the cache). A child creates it, so that this process stays
    outside, where it has the right to write the child's uid_map.
    """
    first = OUTSIDE + USERS * (int.from_bytes(os.urandom(4), "big") % 2**14)
    maker = shutil.which("unshare")
    if maker is None:
        raise NoSandbox("the program «unshare» is missing; it comes with util-linux")
    waiting = [maker, "--user", "sh", "-c", "echo; read _"]  # the namespace lives as long as this, or our descriptor
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as made:
        assert made.stdout is not None
        if made.stdout.readline() != b"\n":
            raise NoSandbox("this machine allows no user namespaces")
        for kind in ("uid", "gid"):
            Path(f"/proc/{made.pid}/{kind}_map").write_text(f"0 0 1\n{USER} {first} {USERS}\n")
        return os.open(f"/proc/{made.pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)


def spare_user() -> int:
    """Started by root, without a box: a user id that no other process has."""
    lines = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    first, _, count = max(lines)
    if first + count >= OUTSIDE + 2**30:
        first, count = OUTSIDE, 2**30
    if count < 2:
        raise NoSandbox("champions must not run as root, and root can take no other user id in this container")
    return first + count - 1 - int.from_bytes(os.urandom(4), "big") % (count // 2)  # real users have small numbers


@cache
def engine_folders() -> tuple[Path, ...]:
    """Where Python, the engine and what it imports are."""
    import msgspec

    import joute

    return (Path(sys.base_prefix), Path(joute.__file__).parent, Path(msgspec.__file__).parents[1])
