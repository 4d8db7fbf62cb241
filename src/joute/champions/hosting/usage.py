"""The resources that a host and all that it has started use together, sampled from /proc, and the limit they exceed.

The kernel's limits are per process; the sums are checked here about ten times a second, whoever's turn it is. CPU time
is checked here too, not by RLIMIT_CPU: under that limit a process reads its own CPU time only in ticks of 4 ms.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress

from joute.champions.sandbox.limits import Level, Limits
from joute.match.verdict import Verdict

from . import procfs
from .process import HostProcess

SAMPLE_S, ENGINE_MB = 0.09, 64
"""Seconds between two samples, and memory of a host beside its champion's."""
IDLE_CPU_MS = 100.0
"""CPU time that a frozen champion may still use: a system call that it had begun may take a while to end."""
HOST_FILES = 16
"""Descriptors that a host has open itself, beside its champion's."""
FEW_FILES, BUFFERS_MOST_MB = 64, 16
"""Buffers of pipes and sockets are counted beyond so many descriptors, and may hold so much together."""
PIPE_KB, SOCKET_KB = 64, 208
"""The kernel memory of a full pipe, and of a full socket."""
SIZES = b"\nVmRSS:", b"\nVmPTE:", b"\nVmSwap:"
FILES_MOST = 10_000
"""The most files in a champion's /tmp: even an empty one takes memory of the kernel."""

Excess = tuple[Verdict, str]


class Usage:
    """Samples what a host uses, not more often than every SAMPLE_S."""

    def __init__(self) -> None:
        self._sampled = time.monotonic()
        self._freezes, self._frozen_cpu_ms = 0, 0.0
        """Which freeze was seen last, and the CPU time used when it was seen first."""

    def sample(self, process: HostProcess, limits: Limits) -> Excess | None:
        """The limit exceeded at this sample; None if there is none, or if it is too early for the next sample."""
        if time.monotonic() - self._sampled <= SAMPLE_S:
            return None
        self._sampled = time.monotonic()
        pids = process.all_pids()
        cpu_ms = process.cpu_ms(pids)
        if not process.frozen or process.freezes != self._freezes:
            self._freezes, self._frozen_cpu_ms = process.freezes, cpu_ms
        elif cpu_ms - self._frozen_cpu_ms > IDLE_CPU_MS:
            return ran_while_idle(cpu_ms - self._frozen_cpu_ms)
        return _excess(process, pids, cpu_ms / 1e3, limits)


def ran_while_idle(cpu_ms: float) -> Excess:
    return Verdict.INVALID, f"it used {cpu_ms:.0f} ms of CPU time while it was stopped between its turns"


def _excess(process: HostProcess, pids: list[int], cpu_s: float, limits: Limits) -> Excess | None:
    if process.level == Level.NONE:  # nothing but its time is limited
        return _cpu(cpu_s, limits)
    return (
        _memory(pids, limits)
        or _cpu(cpu_s, limits)
        or _tasks(process, pids, limits)
        or _open_files(pids, limits)
        or _tmp(process, pids, limits)
    )


def _memory(pids: list[int], limits: Limits) -> Excess | None:
    """The resident sizes count shared pages once per process, but are quick to read; only if they exceed the limit are
    the proportional sizes read, for which the kernel walks the page tables."""
    most_kb = (limits.memory_mb + ENGINE_MB) * 1024
    sizes = [_sizes_kb(pid) for pid in pids]
    if sum(map(sum, sizes)) <= most_kb:
        return None
    used_kb = sum(elsewhere_kb for _, elsewhere_kb in sizes) + sum(map(_proportional_kb, pids))
    text = f"its processes used {used_kb / 1024:.0f} MB of memory; the limit is {limits.memory_mb} MB"
    return (Verdict.OUT_OF_MEMORY, text) if used_kb > most_kb else None


def _cpu(cpu_s: float, limits: Limits) -> Excess | None:
    text = f"its processes used {cpu_s:.0f} s of CPU time; the limit is {limits.cpu_s} s"
    return (Verdict.TIMED_OUT, text) if limits.clock and cpu_s > limits.cpu_s else None


def _tasks(process: HostProcess, pids: list[int], limits: Limits) -> Excess | None:
    """In a sandbox the kernel counts them (RLIMIT_NPROC)."""
    tasks = 0 if process.level == Level.SANDBOX else sum(map(_threads, pids))
    text = f"it had {tasks} processes and threads at once; the limit is {limits.processes}"
    return (Verdict.INVALID, text) if tasks > limits.processes else None


def _open_files(pids: list[int], limits: Limits) -> Excess | None:
    """The kernel limits them per process; and the buffers of pipes and sockets count as no process's memory."""
    files = sum(_descriptors(pid, limits.open_files) for pid in pids)
    if files > limits.open_files + HOST_FILES:
        return Verdict.INVALID, f"its processes had {files} files open at once; the limit is {limits.open_files}"
    buffers_mb = _buffers_kb(pids) / 1024 if files > FEW_FILES else 0
    text = f"its pipes and sockets can hold {buffers_mb:.0f} MB; the limit is {BUFFERS_MOST_MB} MB"
    return (Verdict.INVALID, text) if buffers_mb > BUFFERS_MOST_MB else None


def _tmp(process: HostProcess, pids: list[int], limits: Limits) -> Excess | None:
    try:
        files, used_mb = _tmp_of(process, pids)
    except OSError as error:
        return Verdict.INVALID, f"its temporary files cannot be counted: {error.strerror}"
    if files > FILES_MOST:
        return Verdict.INVALID, f"it had {files} temporary files; the limit is {FILES_MOST}"
    text = f"it had {used_mb:.0f} MB of temporary files; the limit is {limits.tmp_mb} MB"
    return (Verdict.INVALID, text) if used_mb > limits.tmp_mb else None


def _sizes_kb(pid: int) -> tuple[int, int]:
    """The resident memory of a process, shared pages included in full; and beside it what was swapped out, and page
    tables, which grow large if a process touches single pages far apart."""
    with suppress(OSError, ValueError, IndexError):
        text = procfs.read(f"/proc/{pid}/status")
        # Only at the start of a line: the name of the process, which it chooses, is in this file too.
        resident, tables, swapped = (int(text.partition(name)[2].split(maxsplit=1)[0]) for name in SIZES)
        return resident, tables + swapped
    return 0, 0


def _proportional_kb(pid: int) -> int:
    """The resident memory of a process, shared pages divided among those who share them; in full if it hides that."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return _sizes_kb(pid)[0]


def _descriptors(pid: int, hidden: int) -> int:
    """How many descriptors a process has open; `hidden` if it may not be inspected."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:  # a process that has ended refuses too, even to its own user
        return hidden if _sizes_kb(pid)[0] else 0
    except OSError:
        return 0


def _threads(pid: int) -> int:
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/task"))
    return 0


def _buffers_kb(pids: list[int]) -> int:
    """What all pipes and sockets can hold; the two ends of a pipe have the same link, and count once."""
    links = set()
    for pid in pids:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    links.add(os.readlink(f"/proc/{pid}/fd/{name}"))
    return sum(PIPE_KB * link.startswith("pipe:") + SOCKET_KB * link.startswith("socket:") for link in links)


def _tmp_of(process: HostProcess, pids: list[int]) -> tuple[int, float]:
    """How many temporary files there are; and their size in MB, where no tmpfs bounds it."""
    if process.tmp is not None and not process.own_mounts:
        files, used = _folder(process.tmp)
        return files, (used + _unlinked(pids)) / 2**20
    if process.pid is None:  # its box is not built yet
        return 0, 0.0
    tmp = f"/proc/{process.pid}/root{process.tmp or '/tmp'}"  # as seen in the host's mount namespace
    try:
        if process.tmp is not None and os.stat(tmp).st_dev == os.stat(process.tmp).st_dev:
            return 0, 0.0  # the host has not mounted its own yet
        filesystem = os.statvfs(tmp)
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return 0, 0.0
    return filesystem.f_files - filesystem.f_ffree, 0.0


def _folder(folder: str) -> tuple[int, int]:
    """Number and bytes of the files below a folder, which a champion may change meanwhile; stops above the limit."""
    files, used, folders = 0, 0, [folder]
    while folders and files <= FILES_MOST:
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                files += 1
                with suppress(FileNotFoundError):
                    used += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
    return files, used


def _unlinked(pids: list[int]) -> int:
    """The bytes of files that were removed but are still open: they take up room, and are in no folder."""
    sizes = {}
    for pid in pids:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    about = os.stat(f"/proc/{pid}/fd/{name}")
                    if stat.S_ISREG(about.st_mode) and about.st_nlink == 0:
                        sizes[about.st_dev, about.st_ino] = about.st_blocks * 512
    return sum(sizes.values())
