"""What a host and all that it has started use together, and which of it is too much.

The kernel limits each process; what is of all of them is looked at from here, now and then, whoever thinks then. So is
CPU time: a process for which the kernel limits it reads its own only to the nearest tick of the system's clock.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress

from joute.champions.sandbox.limits import Level, Limits
from joute.match.verdict import Verdict

from .process import HostProcess

WEIGHED_S, ENGINE_MB = 0.09, 64
"""How often it is looked, and how much of the memory is the host's own."""
STOPPED_CPU_MS = 100.0
"""CPU time that a stopped champion may still use, since what it asked the kernel for before may take a while."""
HOST_FILES = 16
"""How many descriptors a host has open itself, beside its champion's."""
FEW_FILES, PIPE_KB, SOCKET_KB, BUFFERS_MOST_MB = 64, 64, 208, 16
"""How many may be anything; and how much the kernel holds for a full pipe, for a full socket, and for all together."""
PAGE, TICK_MS = os.sysconf("SC_PAGE_SIZE"), 1e3 / os.sysconf("SC_CLK_TCK")
FILES_MOST = 10_000
"""How many files there may be in a champion's /tmp: also an empty one takes memory."""

Excess = tuple[Verdict, str]


class Scales:
    """Looks at what a host uses, when it is time to look again."""

    def __init__(self) -> None:
        self._looked = time.monotonic()
        self._stops, self._spent_ms = 0, 0.0
        """The last time it was seen stopped, and the CPU time that it had used when that was seen first."""

    def look(self, process: HostProcess, limits: Limits) -> Excess | None:
        """The limit that was found exceeded; None if there is none, or if it is too early to look."""
        if time.monotonic() - self._looked <= WEIGHED_S:
            return None
        self._looked = time.monotonic()
        pids = process.everybody()
        spent_ms = sum(map(_spent_ms, [*pids, *filter(None, [process.life.first])]))
        if not process.stopped or process.stops != self._stops:
            self._stops, self._spent_ms = process.stops, spent_ms
        elif spent_ms - self._spent_ms > STOPPED_CPU_MS:
            return ran_stopped(spent_ms - self._spent_ms)
        return _excess(process, pids, spent_ms / 1e3, limits)


def ran_stopped(cpu_ms: float) -> Excess:
    return Verdict.INVALID, f"it used {cpu_ms:.0f} ms of CPU time while it was stopped between its turns"


def _excess(process: HostProcess, pids: list[int], cpu_s: float, limits: Limits) -> Excess | None:
    return (
        _memory(pids, limits)
        or _cpu(cpu_s, limits)
        or _tasks(process, pids, limits)
        or _open_files(pids, limits)
        or _tmp(process, pids, limits)
    )


def _memory(pids: list[int], limits: Limits) -> Excess | None:
    """What is shared is counted in full at first, which is known at once, and then to each its part."""
    most_kb = (limits.memory_mb + ENGINE_MB) * 1024
    elsewhere_kb = sum(map(_elsewhere_kb, pids))
    if elsewhere_kb + sum(map(_resident_kb, pids)) <= most_kb:
        return None
    used_kb = elsewhere_kb + sum(map(_proportional_kb, pids))
    text = f"its processes used {used_kb / 1024:.0f} MB of memory; {limits.memory_mb} are allowed"
    return (Verdict.OUT_OF_MEMORY, text) if used_kb > most_kb else None


def _cpu(cpu_s: float, limits: Limits) -> Excess | None:
    text = f"its processes used {cpu_s:.0f} s of CPU time; {limits.cpu_s} are allowed"
    return (Verdict.TIMED_OUT, text) if limits.clock and cpu_s > limits.cpu_s else None


def _tasks(process: HostProcess, pids: list[int], limits: Limits) -> Excess | None:
    """In a sandbox the kernel counts them."""
    tasks = 0 if process.level == Level.SANDBOX else sum(map(_threads, pids))
    text = f"it had {tasks} processes and threads at once; {limits.processes} are allowed"
    return (Verdict.INVALID, text) if tasks > limits.processes else None


def _open_files(pids: list[int], limits: Limits) -> Excess | None:
    """The kernel limits those of each process; but pipes and sockets among them hold memory that belongs to nobody."""
    files = sum(_descriptors(pid, limits.open_files) for pid in pids)
    if files > limits.open_files + HOST_FILES:
        return Verdict.INVALID, f"its processes had {files} files open at once; {limits.open_files} are allowed"
    buffers_mb = _buffers_kb(pids) / 1024 if files > FEW_FILES else 0
    text = f"its pipes and sockets can hold {buffers_mb:.0f} MB; {BUFFERS_MOST_MB} are allowed"
    return (Verdict.INVALID, text) if buffers_mb > BUFFERS_MOST_MB else None


def _tmp(process: HostProcess, pids: list[int], limits: Limits) -> Excess | None:
    try:
        files, used_mb = _tmp_of(process, pids)
    except OSError as fault:
        return Verdict.INVALID, f"its temporary files cannot be counted: {fault.strerror}"
    if files > FILES_MOST:
        return Verdict.INVALID, f"it had {files} temporary files; {FILES_MOST} are allowed"
    text = f"it had {used_mb:.0f} MB of temporary files; {limits.tmp_mb} are allowed"
    return (Verdict.INVALID, text) if used_mb > limits.tmp_mb else None


def _spent_ms(pid: int) -> float:
    """The CPU time of a process, and of those that it has started and that have ended."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/stat", "rb", buffering=0) as numbers:
        return sum(map(int, numbers.read(1000).rpartition(b")")[2].split()[11:15])) * TICK_MS
    return 0.0


def _resident_kb(pid: int) -> int:
    """What a process uses of the memory, with all that it shares."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb", buffering=0) as numbers:
        return int(numbers.read(200).split()[1]) * PAGE // 1024
    return 0


def _proportional_kb(pid: int) -> int:
    """The same, of what it shares only its part; who hides that has all of it counted."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return _resident_kb(pid)


def _elsewhere_kb(pid: int) -> int:
    """What was swapped out, and page tables, which are much for who touches a little everywhere."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/status", "rb", buffering=0) as lines:
        text = lines.read(4096)
        # By whole lines: a process may have any name.
        return sum(int(text.partition(b"\n%s:" % name)[2].split(maxsplit=1)[0]) for name in (b"VmPTE", b"VmSwap"))
    return 0


def _descriptors(pid: int, hidden: int) -> int:
    """How many descriptors a process has open; `hidden` if it may not be looked at."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:  # one that has ended, too, shows none to its own user
        return hidden if _resident_kb(pid) else 0
    except OSError:
        return 0


def _threads(pid: int) -> int:
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/task"))
    return 0


def _buffers_kb(pids: list[int]) -> int:
    """What all pipes and sockets can hold; both ends of a pipe are one."""
    found = set()
    for pid in pids:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    found.add(os.readlink(f"/proc/{pid}/fd/{name}"))
    return sum(PIPE_KB * link.startswith("pipe:") + SOCKET_KB * link.startswith("socket:") for link in found)


def _tmp_of(process: HostProcess, pids: list[int]) -> tuple[int, float]:
    """How many temporary files there are; and their size, where the kernel does not bound it."""
    if process.tmp is not None and not process.own_mounts:
        files, used = _folder(process.tmp)
        return files, (used + _unlinked(pids)) / 2**20
    if process.pid is None:  # the box may still be under construction
        return 0, 0.0
    place = f"/proc/{process.pid}/root{process.tmp or '/tmp'}"
    try:
        if process.tmp is not None and os.stat(place).st_dev == os.stat(process.tmp).st_dev:
            return 0, 0.0  # its mounts are still to come
        room = os.statvfs(place)
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return 0, 0.0
    return room.f_files - room.f_ffree, 0.0


def _folder(folder: str) -> tuple[int, int]:
    """All in a folder that a champion may change meanwhile; who counts stops when there is too much."""
    files, used, places = 0, 0, [folder]
    while places and files <= FILES_MOST:
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(places.pop()) as entries:
            for entry in entries:
                files += 1
                with suppress(FileNotFoundError):
                    used += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        places.append(entry.path)
    return files, used


def _unlinked(pids: list[int]) -> int:
    """The bytes of files that were removed and are still open."""
    found = {}
    for pid in pids:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    about = os.stat(f"/proc/{pid}/fd/{name}")
                    if stat.S_ISREG(about.st_mode) and about.st_nlink == 0:
                        found[about.st_dev, about.st_ino] = about.st_blocks * 512
    return sum(found.values())
