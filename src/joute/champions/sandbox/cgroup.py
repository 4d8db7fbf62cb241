"""Control groups: the kernel limits a champion and all that it starts together, and freezes them together.

Only groups that were delegated to joute are used: those that JOUTE_CGROUP names (several, for version 1, separated as
in PATH), or a group `joute` at the usual mount points. Each champion gets a group below them, which is removed
afterwards.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .limits import Limits

ENVIRONMENT = "JOUTE_CGROUP"
USUAL = ("/sys/fs/cgroup/joute", "/sys/fs/cgroup/memory/joute", "/sys/fs/cgroup/pids/joute")
MEMORY, PIDS = ("memory.max", "memory.limit_in_bytes"), ("pids.max",)
"""The file of each limit, in version 2 and in version 1."""
COUNTS = ("memory.events", "memory.oom_control")
"""The files in which the kernel counts its kills for lack of memory (oom_kill)."""
FREEZER = "cgroup.freeze"
"""Only of version 2: the freezer of version 1 takes half a millisecond, where SIGSTOP takes some microseconds."""
ENGINE_MB = 64
MOUNTED, WANTED = "/sys/fs/cgroup", ("memory", "pids")


def delegated() -> list[Path]:
    """The groups that were delegated to joute."""
    named = os.environ.get(ENVIRONMENT)
    folders = named.split(os.pathsep) if named else USUAL
    return [Path(folder) for folder in folders if os.path.isdir(folder) and os.access(folder, os.W_OK)]


def controlled() -> list[Path] | str:
    """The groups of this process below which groups for memory and processes could be made; else why there are none."""
    try:
        lines = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError as error:
        return f"this kernel has no control groups: {error.strerror}"
    folders = {}
    for number, names, path in lines:
        for name in WANTED:
            if name in names.split(","):
                folders[name] = Path(MOUNTED, name, path.lstrip("/"))
            elif number == "0" and name in _subtree(Path(MOUNTED, path.lstrip("/"))):
                folders[name] = Path(MOUNTED, path.lstrip("/"))
    missing = [name for name in WANTED if not folders.get(name, Path("/nowhere")).is_dir()]
    if missing:
        return f"no control group here limits {' and '.join(missing)}"
    closed = [str(folder) for folder in folders.values() if not os.access(folder, os.W_OK)]
    return f"{closed[0]} may not be written to by this user" if closed else sorted(set(folders.values()))


def _subtree(folder: Path) -> list[str]:
    """The controllers of groups that are made below a group of version 2."""
    with suppress(OSError):
        return (folder / "cgroup.subtree_control").read_text().split()
    return []


class Groups:
    """The control groups of one champion; none for one without limits."""

    def __init__(self, mark: str, limits: Limits | None) -> None:
        self.folders: list[Path] = []
        self._freezer: int | None = None
        if limits is None:
            return
        for parent in delegated():
            folder = parent / f"champion-{mark}"
            with suppress(OSError):
                folder.mkdir()
                self.folders.append(folder)
                self._limit(folder, MEMORY, (limits.memory_mb + ENGINE_MB) << 20)
                self._limit(folder, PIDS, limits.processes + 2)
                if (folder / FREEZER).exists():
                    self._freezer = os.open(folder / FREEZER, os.O_WRONLY | os.O_CLOEXEC)

    def _limit(self, folder: Path, names: tuple[str, ...], bound: int) -> None:
        for name in names:
            if (folder / name).exists():
                (folder / name).write_text(str(bound))

    def freeze(self, frozen: bool) -> bool:
        """Freeze all processes of the groups, or thaw them; False if there is no freezer.

        Its file stays open, since this happens twice in every turn.
        """
        if self._freezer is not None:
            os.pwrite(self._freezer, b"1" if frozen else b"0", 0)
        return self._freezer is not None

    def add(self, find: Callable[[], list[int]]) -> None:
        """Move processes into the groups until `find` finds no new ones; what they start later is in the groups too."""
        known: set[int] = set()
        while self.folders and (new := set(find()) - known):
            known |= new
            for folder in self.folders:
                for pid in sorted(new):
                    with suppress(OSError):
                        (folder / "cgroup.procs").write_text(str(pid))

    @property
    def oom_killed(self) -> bool:
        """Whether the kernel has killed a process of the groups for lack of memory."""
        for folder in self.folders:
            for name in COUNTS:
                with suppress(OSError):
                    counts = (folder / name).read_text().split()
                    if "oom_kill" in counts and counts[counts.index("oom_kill") + 1] != "0":
                        return True
        return False

    def remove(self) -> None:
        for folder in self.folders:
            with suppress(OSError):
                folder.rmdir()
        self.folders = []
        if self._freezer is not None:
            os.close(self._freezer)
            self._freezer = None
