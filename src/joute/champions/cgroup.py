"""Control groups: limits that the kernel keeps for a champion and all that it starts, together.

Only groups that were handed over are used: the folder that JOUTE_CGROUP names (several, for version 1, separated as in
PATH), or a group `joute` where groups usually are. For each champion a group is made in it, and removed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .limits import Limits

ENVIRONMENT = "JOUTE_CGROUP"
USUAL = ("/sys/fs/cgroup/joute", "/sys/fs/cgroup/memory/joute", "/sys/fs/cgroup/pids/joute")
MEMORY, PIDS = ("memory.max", "memory.limit_in_bytes"), ("pids.max",)
"""The files of a limit, in version 2 and in version 1."""
COUNTS = ("memory.events", "memory.oom_control")
"""Where the kernel says how often it has killed for memory."""
ENGINE_MB = 64


def delegated() -> list[Path]:
    """The groups that may be used here."""
    named = os.environ.get(ENVIRONMENT)
    places = named.split(os.pathsep) if named else USUAL
    return [Path(place) for place in places if os.path.isdir(place) and os.access(place, os.W_OK)]


class Groups:
    """The groups of one champion."""

    def __init__(self, mark: str, limits: Limits) -> None:
        self.folders: list[Path] = []
        for place in delegated():
            folder = place / f"champion-{mark}"
            with suppress(OSError):
                folder.mkdir()
                self.folders.append(folder)
                self._limit(folder, MEMORY, (limits.memory_mb + ENGINE_MB) << 20)
                self._limit(folder, PIDS, limits.processes + 2)

    def _limit(self, folder: Path, names: tuple[str, ...], bound: int) -> None:
        for name in names:
            if (folder / name).exists():
                (folder / name).write_text(str(bound))

    def add(self, pids: list[int]) -> None:
        """Put processes into the groups; what they start from now on is in them too."""
        for folder in self.folders:
            for pid in pids:
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
