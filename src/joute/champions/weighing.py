"""What a host and all that it has started use together, and which of it is too much.

The kernel limits each process; what is of all of them is looked at from here, now and then, whoever thinks then. So is
CPU time: a process for which the kernel limits it reads its own only to the nearest tick of the system's clock.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from joute.match.verdict import Verdict

from .limits import Level, Limits
from .process import HostProcess

WEIGHED_S, ENGINE_MB = 0.09, 64
"""How often it is looked, and how much of the memory is the host's own."""
SHARE, SLACK_MS = 0.25, 50.0
"""How much of a core a champion may use that nobody has asked, and how much besides."""
PAGE, TICK_MS = os.sysconf("SC_PAGE_SIZE"), 1e3 / os.sysconf("SC_CLK_TCK")
FILES_MOST = 10_000
"""How many files there may be in a champion's /tmp: also an empty one takes memory."""


class Scales:
    """Say when it is time to look again what a host uses, and look."""

    def __init__(self) -> None:
        self._looked = time.monotonic()
        self._thought_ms = self._spent_ms = 0.0
        self.restless = False
        """Whether it was seen to use a core when nobody had asked it anything."""
        self.found: tuple[Verdict, str] | None = None
        """What was too much when it was looked last."""

    @property
    def due(self) -> bool:
        return time.monotonic() - self._looked > WEIGHED_S

    def look(self, process: HostProcess, limits: Limits, thought_ms: float) -> None:
        """Look, if it is time; it has been asked and has thought for so long in all."""
        if not self.due:
            return
        pids, now = process.everybody(), time.monotonic()
        spent_ms = sum(map(_spent_ms, [*pids, *filter(None, [process.life.first])]))
        asked_ms = (thought_ms - self._thought_ms) * len(os.sched_getaffinity(0))  # who thinks may use all cores
        unasked_ms = spent_ms - self._spent_ms - asked_ms
        self.restless |= unasked_ms > SHARE * (now - self._looked) * 1e3 + SLACK_MS
        self._looked, self._thought_ms, self._spent_ms = now, thought_ms, spent_ms
        self.found = _excess(process, pids, spent_ms / 1e3, limits)


def _excess(process: HostProcess, pids: list[int], cpu_s: float, limits: Limits) -> tuple[Verdict, str] | None:
    most_mb = limits.memory_mb + ENGINE_MB
    if sum(map(_pages, pids)) * PAGE > most_mb << 20 and (memory_mb := sum(map(_memory_kb, pids)) / 1024) > most_mb:
        text = f"its processes used {memory_mb:.0f} MB of memory; {limits.memory_mb} are allowed"
        return Verdict.OUT_OF_MEMORY, text
    if limits.clock and cpu_s > limits.cpu_s:
        return Verdict.TIMED_OUT, f"its processes used {cpu_s:.0f} s of CPU time; {limits.cpu_s} are allowed"
    tasks = 0 if process.level == Level.SANDBOX else sum(map(_threads, pids))
    if tasks > limits.processes:
        return Verdict.INVALID, f"it had {tasks} processes and threads at once; {limits.processes} are allowed"
    files, used_mb = _tmp(process)
    if files > FILES_MOST:
        return Verdict.INVALID, f"it had {files} temporary files; {FILES_MOST} are allowed"
    if used_mb > limits.tmp_mb:
        return (
            Verdict.INVALID,
            f"it had {used_mb:.0f} MB of temporary files; {limits.tmp_mb} are allowed",
        )
    return None


def _spent_ms(pid: int) -> float:
    """The CPU time of a process, and of those that it has started and that have ended."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/stat", "rb", buffering=0) as numbers:
        return sum(map(int, numbers.read(1000).rpartition(b")")[2].split()[11:15])) * TICK_MS
    return 0.0


def _pages(pid: int) -> int:
    """What a process uses of the memory, with all that it shares, which is known at once."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb", buffering=0) as numbers:
        return int(numbers.read(200).split()[1])
    return 0


def _memory_kb(pid: int) -> int:
    """What a process uses of the memory, its part of what it shares included."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return 0


def _threads(pid: int) -> int:
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/task"))
    return 0


def _tmp(process: HostProcess) -> tuple[int, float]:
    """How many temporary files there are and their size, where that is not bounded already."""
    if process.tmp is not None:
        return _folder(process.tmp)
    with suppress(OSError):
        if process.pid is not None:  # before, the box may still be under construction
            room = os.statvfs(f"/proc/{process.pid}/root/tmp")
            return room.f_files - room.f_ffree, 0.0
    return 0, 0.0


def _folder(folder: str) -> tuple[int, float]:
    """All in a folder that a champion may change meanwhile, however deep; who counts stops when there is too much."""
    files, used, places = 0, 0, [folder]
    while places and files <= FILES_MOST:
        with suppress(OSError), os.scandir(places.pop()) as entries:
            for entry in entries:
                files += 1
                with suppress(OSError):
                    used += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        places.append(entry.path)
    return files, used / 2**20
