"""Control groups: limits that the kernel keeps for a champion and all that it starts, together, and a freezer.

Only groups that were handed over are used: the folder that JOUTE_CGROUP names (several, for version 1, separated as in
PATH), or a group `joute` where groups usually are. For each champion a group is made in it, and removed.
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
"""The files of a limit, in version 2 and in version 1."""
COUNTS = ("memory.events", "memory.oom_control")
"""Where the kernel says how often it has killed for memory."""
FREEZER = "cgroup.freeze"
"""Only of version 2: that of version 1 takes half a millisecond each time, where SIGSTOP takes some microseconds."""
ENGINE_MB = 64
MOUNTED, WANTED = "/sys/fs/cgroup", ("memory", "pids")


def delegated() -> list[Path]:
    """The groups that may be used here."""
    named = os.environ.get(ENVIRONMENT)
    places = named.split(os.pathsep) if named else USUAL
    return [Path(place) for place in places if os.path.isdir(place) and os.access(place, os.W_OK)]


def controlled() -> list[Path] | str:
    """The groups in which we are and could make others that limit memory and processes; else why not."""
    try:
        lines = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError as fault:
        return f"this kernel has no control groups: {fault.strerror}"
    found = {}
    for number, names, place in lines:
        for name in WANTED:
            if name in names.split(","):
                found[name] = Path(MOUNTED, name, place.lstrip("/"))
            elif number == "0" and name in _subtree(Path(MOUNTED, place.lstrip("/"))):
                found[name] = Path(MOUNTED, place.lstrip("/"))
    missing = [name for name in WANTED if not found.get(name, Path("/nowhere")).is_dir()]
    if missing:
        return f"no control group here limits {' and '.join(missing)}"
    closed = [str(path) for path in found.values() if not os.access(path, os.W_OK)]
    return f"{closed[0]} may not be written to by this user" if closed else sorted(set(found.values()))


def _subtree(folder: Path) -> list[str]:
    """What groups of version 2 may limit that are made in a folder."""
    with suppress(OSError):
        return (folder / "cgroup.subtree_control").read_text().split()
    return []


class Groups:
    """The groups of one champion."""

    def __init__(self, mark: str, limits: Limits) -> None:
        self.folders: list[Path] = []
        self._freezer: int | None = None
        for place in delegated():
            folder = place / f"champion-{mark}"
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
        """Stop all that is in the groups, or let it go on; False where there is no freezer."""
        if self._freezer is not None:
            os.pwrite(self._freezer, b"1" if frozen else b"0", 0)
        return self._freezer is not None

    def enclose(self, find: Callable[[], list[int]]) -> None:
        """Put processes into the groups, until `find` finds no new ones: what they start from then on is in them."""
        known: set[int] = set()
        while self.folders and (new := set(find()) - known):
            known |= new
            for folder in self.folders:
                for pid in sorted(new):
                    with suppress(OSError):
                        (folder / "cgroup.procs").write_text(str(pid))

    @property
    def killed(self) -> bool:
        """Whether the kernel has killed for want of memory."""
        for folder in self.folders:
            for name in COUNTS:
                with suppress(OSError):
                    words = (folder / name).read_text().split()
                    if "oom_kill" in words and words[words.index("oom_kill") + 1] != "0":
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
