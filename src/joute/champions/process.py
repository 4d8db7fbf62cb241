"""A host process as the engine holds it: started at a level, listened to, killed with all that it has started."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from joute.core.folder import game_folder
from joute.match.verdict import OUTPUT_KEPT

from . import bytecode, sandbox
from .cgroup import Groups
from .lastcall import LastCall
from .limits import Level, Limits

CHUNK = 2**16
MARK = "JOUTE_HOST"
"""An environment variable of every host and of what it starts: which host it was."""
READ_AT_ONCE = 16
"""How many chunks are read of one descriptor before the others get their turn."""
KERNEL = (
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/loadavg",
    "/proc/version",
    "/proc/sys/vm",
)
"""What run times ask the kernel for; of processes, a host sees none but itself."""
GONE_MS = 5_000
CHILD = re.compile(rb'"child-pid": (\d+)\D')


class HostProcess:
    """The process of one champion, its end of the wire, and its log."""

    def __init__(self, level: Level, champion: Path, limits: Limits, game: str, games: Path | None) -> None:
        self.mark = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.level = level
        self.user: int | None = None
        self.tmp: str | None = None
        self.asked = level, champion, limits, game, games
        """What it was started for."""
        self._game, self._games = game, [str(games.parent)] if games else []
        engine = sandbox.engine_folders()
        self._bytecode = bytecode.folder(engine[1], engine[2], game_folder(game).absolute())
        self.folders = (*engine, *filter(None, (games, self._bytecode)))
        self.pid: int | None = None
        """The host itself; known once it has answered."""
        self._inside: int | None = None
        self._told = b""
        self._groups = Groups(self.mark, limits)
        self.starved = False
        """Whether the kernel has killed it for want of memory; known once it is gone."""
        self.last_call = LastCall()
        self._log = bytearray()
        self._info = -1
        self.wire, theirs = socket.socketpair()
        self.wire.setblocking(False)
        self._log_end, log = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._log_end, False)
        try:
            self._start(champion, limits, theirs, log)
        except BaseException:
            self.wire.close()
            os.close(self._log_end)
            self._remove_tmp()
            self._groups.remove()
            self.forget()
            raise
        finally:
            theirs.close()
            os.close(log)

    # Starting

    def _start(self, champion: Path, limits: Limits, wire: socket.socket, log: int) -> None:
        passed = [wire.fileno(), self.last_call.file]
        words = self._command(*passed)
        if self.level == Level.SANDBOX:
            box = sandbox.Box(self.folders, champion, words, self._environment("/tmp"), limits)
            launch = sandbox.launch(box, passed)
            self._info, self.user = launch.info, launch.user
            try:
                self._popen(launch.command, launch.files, log, {}, None)
            finally:
                sandbox.close(launch.files[len(passed) :])
        else:
            import tempfile

            self.tmp = tempfile.mkdtemp(prefix="joute-")
            folder = champion if champion.is_dir() else champion.parent
            self._popen(list(words), passed, log, self._environment(self.tmp), folder)

    def _command(self, wire: int, note: int) -> tuple[str, ...]:
        _, joute, libraries = self.folders[:3]
        places = [str(joute.parent), str(libraries)]
        start = f"from joute.champions.host import main; main({wire}, {note}, {self._game!r}, {''.join(self._games)!r})"
        kept = None if self._bytecode is None else str(self._bytecode)
        code = f"import gc, sys; gc.disable(); sys.path += {places!r}; sys.modules['typing_extensions'] = None; "
        code += f"sys.pycache_prefix = {kept!r}; {start}"
        return (os.path.realpath(sys.executable), "-s", "-P", "-S", "-B", "-c", code)

    def _environment(self, tmp: str) -> dict[str, str]:
        """What a host finds in its environment: nothing of ours; the same order of sets in every match."""
        path = "/usr/local/bin:/usr/bin:/bin"
        fixed = {"PYTHONHASHSEED": "0", "LANG": "C.UTF-8", "PATH": path, "HOME": tmp, "TMPDIR": tmp}
        return {**fixed, MARK: self.mark}

    def _popen(self, command: list[str], files: list[int], log: int, env: dict[str, str], cwd: Path | None) -> None:
        self._process = subprocess.Popen(
            command,
            pass_fds=files,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
        self.end = os.pidfd_open(self._process.pid)
        self._groups.enclose(lambda: [self._process.pid])

    def readable(self, champion: Path) -> list[str]:
        """The folders and files that a host without a sandbox may read."""
        system = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
        run_times = ["/etc/localtime", "/etc/ssl/openssl.cnf", *map(str, sorted(Path("/etc").glob("java-*")))]
        return [*system, *run_times, *KERNEL, *map(str, self.folders), *self._games, str(champion.absolute())]

    # Living

    def enclose(self) -> None:
        """See to it that all of the host is in its groups, before there is a champion in it."""
        self._groups.enclose(lambda: descendants(self._process.pid))

    def found(self) -> None:
        """The host has answered: which process it is, seen from here."""
        self.pid = self._process.pid
        if self.level == Level.SANDBOX:
            inside = self.inside
            self.pid = None if inside is None else next(iter(children(inside)), None)

    @property
    def inside(self) -> int | None:
        """The first process in the box, with which all others die; bubblewrap tells it bit by bit."""
        if self._inside is None and self._info >= 0:
            with suppress(OSError):
                self._told += os.read(self._info, CHUNK)
            found = CHILD.search(self._told)
            self._inside = None if found is None else int(found[1])
        return self._inside

    def _await_inside(self) -> None:
        """A box that is still being built would outlive its builder: wait until it is known, or the builder gone."""
        until = time.monotonic() + GONE_MS / 1e3
        while self._info >= 0 and self.inside is None and time.monotonic() < until:
            ready = await_file(self._info)
            if ready & select.POLLHUP and not ready & select.POLLIN:
                return

    def pin(self, core: int) -> None:
        """Keep the host on one core."""
        if self.pid is not None:
            with suppress(OSError):
                for task in os.listdir(f"/proc/{self.pid}/task"):
                    os.sched_setaffinity(int(task), {core})

    def tell_where(self) -> None:
        """Have the host write where it is, if it still can."""
        if self.pid is not None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGUSR1)

    @property
    def group(self) -> int:
        """Without a sandbox: the group of the host, which nothing that it starts can leave."""
        return self._process.pid

    @property
    def log_end(self) -> int | None:
        """Where the champion's printing is read from, as long as somebody may print."""
        return self._log_end if self._log_end >= 0 else None

    def drain(self) -> None:
        """Read what was printed; the end of it is kept."""
        for _ in range(READ_AT_ONCE):
            if self._log_end < 0:
                return
            try:
                data = os.read(self._log_end, CHUNK)
            except BlockingIOError:
                return
            if not data:
                os.close(self._log_end)
                self._log_end = -1
            self._log += data
            del self._log[: -4 * OUTPUT_KEPT]

    @property
    def output(self) -> str:
        return self._log.decode("utf-8", "replace")

    # Ending

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> int:
        """End the host and all that it started. How it had ended by itself: the exit code, or minus the signal."""
        self._await_inside()
        code = self._process.poll()
        inside = self.inside
        watched = [inside] if self.level == Level.SANDBOX else grouped(self._process.pid)
        watches = [_watched(pid) for pid in watched]
        if self.level == Level.SANDBOX:
            _signal(os.kill, inside)
            await_file(self.end)  # bubblewrap ends with the box, and buries its dead
            _signal(os.kill, None if self._process.poll() is not None else self._process.pid)
        else:
            _signal(os.killpg, self._process.pid)
        self._process.wait()
        for watch in filter(None, watches):
            await_file(watch)
            os.close(watch)
        self.drain()
        self.starved = self._groups.killed
        self._close()
        return -signal.SIGKILL if code is None else code if code <= 128 or self.level != Level.SANDBOX else 128 - code

    def _close(self) -> None:
        self.wire.close()
        sandbox.close([file for file in (self._log_end, self._info, self.end) if file >= 0])
        self._log_end = self._info = self.end = -1
        self._remove_tmp()
        self._groups.remove()

    def forget(self) -> None:
        """Nobody asks for the last call any more."""
        self.last_call.close()

    def _remove_tmp(self) -> None:
        if self.tmp is not None:
            shutil.rmtree(self.tmp, ignore_errors=True)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that live; each of its threads has its own."""
    found = list[int]()
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    """A process and all that it and those have started."""
    found = [pid]
    for parent in found:
        found += children(parent)
    return found


def grouped(group: int) -> list[int]:
    """The processes of a group."""
    found = []
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            if os.getpgid(int(entry)) == group:
                found.append(int(entry))
    return found


def _watched(pid: int | None) -> int | None:
    with suppress(OSError):
        return None if pid is None else os.pidfd_open(pid)
    return None


def await_file(file: int) -> int:
    """Wait, not for ever, until something can be read or has ended: the events of poll(2)."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return sum(events for _, events in poll.poll(GONE_MS))


def _signal(kill: Any, pid: int | None) -> None:
    with suppress(OSError):
        if pid is not None:
            kill(pid, signal.SIGKILL)


def foreign_folder(game: str) -> Path | None:
    """The folder of a game that is not part of the engine."""
    folder = game_folder(game).absolute()
    return None if folder.is_relative_to(sandbox.engine_folders()[1]) else folder
