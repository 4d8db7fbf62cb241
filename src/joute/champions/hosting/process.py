"""A host process as the engine holds it: started at a level, listened to, killed with all that it has started."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from joute.champions.building.cache import remove
from joute.champions.sandbox import bubblewrap, mounts
from joute.champions.sandbox.cgroup import Groups
from joute.champions.sandbox.limits import Level, Limits, NoSandbox
from joute.core.folder import game_folder
from joute.match.verdict import OUTPUT_KEPT

from . import bytecode
from .child.last_call import LastCall
from .forkserver import FIXED, Kind, bear
from .paths import INSIDE
from .watch_pipe import Life, await_file, kill, watched
from .wire import Birth

CHUNK = 2**16
MARK = "JOUTE_HOST"
"""An environment variable of every host and of what it starts: which host it was."""
READ_AT_ONCE = 16
"""How many chunks are read of one descriptor before the others get their turn."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf")
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


class HostProcess:
    """The process of one champion, its end of the wire, and its log. One for builds has neither champion nor game."""

    def __init__(
        self,
        level: Level,
        champion: Path | None,
        limits: Limits,
        game: str,
        games: Path | None,
        more: tuple[Path, ...] = (),
    ) -> None:
        self.mark = os.urandom(4).hex()
        self.level = level
        self.alone = False
        """Whether it can start no other process."""
        self.tmp: str | None = None
        self.own_mounts = False
        """Without a sandbox: whether its temporary files are in a folder that the kernel bounds."""
        self.asked = level, champion, limits, game, games
        """What it was started for."""
        engine = bubblewrap.engine_folders()
        loaded = game_folder(game).absolute() if game else engine[1] / "champions" / "building"
        kept = bytecode.folder(engine[1], engine[2], loaded)
        self._kind = Kind(game, str(games.parent) if games else "", (str(engine[1].parent), str(engine[2])), kept)
        self.folders = (*engine, *filter(None, (games, kept)), *more)
        self.starved = False
        """Whether the kernel has killed it for want of memory; known once it is gone."""
        self.user: int | None = None
        """Who the host is to become, in a box or, where the engine is root, without one."""
        self.life = Life()
        self.stops = 0
        """How often it was stopped."""
        self.stopped = False
        self.wire, theirs = socket.socketpair()
        self.wire.setblocking(False)
        self.last_call = LastCall()
        self._groups = Groups(self.mark, limits)
        self._log = bytearray()
        self._log_end = log = -1
        try:
            self._log_end, log = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(self._log_end, False)
            self._start(champion, limits, theirs.fileno(), log)
        except BaseException:
            self._close()
            self.forget()
            raise
        finally:
            theirs.close()
            self.life.theirs.close()
            if log >= 0:
                os.close(log)

    # Starting

    def _start(self, champion: Path | None, limits: Limits, wire: int, log: int) -> None:
        files = [wire, self.last_call.file, log, self.life.theirs.fileno()]
        if self.level == Level.SANDBOX:
            builder = bubblewrap.program()
            plan = bubblewrap.plan(bubblewrap.Box(self.folders, champion, limits))
            self.user = plan.user
            try:
                self._bear(builder, [*files, *plan.files], "/tmp", INSIDE if champion else "/tmp")
            finally:
                plan.close()
        else:
            import tempfile

            if os.geteuid() == 0:
                self._require_readable(champion, tempfile.gettempdir())
                self.user = bubblewrap.spare_user()
                self.own_mounts = mounts.possible()
            self.tmp = tempfile.mkdtemp(prefix="joute-")
            if self.user is not None:
                os.chown(self.tmp, self.user, self.user)
            own = champion or Path(self.tmp)
            self._bear("", files, self.tmp, str((own if own.is_dir() else own.parent).absolute()))

    def _bear(self, builder: str, files: list[int], tmp: str, folder: str) -> None:
        birth = Birth(len(files), builder, self.mark, self._environment(tmp), folder)
        self._nursery = bear(self._kind, birth, files)

    def _environment(self, tmp: str) -> dict[str, str]:
        return {**FIXED, "HOME": tmp, "TMPDIR": tmp, MARK: self.mark}

    def _require_readable(self, champion: Path | None, tmp: str) -> None:
        """For root: another user must be able to reach what a host needs, if need be through mounts of its own."""
        paths = self.paths(champion)
        closed = mounts.closed_folders([*paths["readable"], paths["champion"], tmp])
        if champion is not None:
            mounts.require_room(champion)
        if closed and not mounts.possible():
            raise NoSandbox(
                f"root's champions run as another user, who may not enter {closed[0]}; «chmod o+x {closed[0]}» or an "
                f"engine started by an ordinary user mends that"
            )

    def paths(self, champion: Path | None) -> dict[str, Any]:
        """Without a sandbox: the folders and files that a host may read, and where it may write."""
        engine = [*map(str, self.folders), *([self._kind.games] if self._kind.games else [])]
        return {
            "readable": [*SYSTEM, *SETTINGS, *map(str, sorted(Path("/etc").glob("java-*"))), *KERNEL, *engine],
            "champion": str((champion or Path("/usr")).absolute()),  # a build has none, and reads the system anyway
            "writable": [self.tmp],
        }

    # Living

    def enclose(self) -> None:
        """See to it that all of the host is in its groups, before there is a champion in it."""
        if self._groups.folders:
            self.life.await_birth()
            self._groups.enclose(self.everybody)

    def everybody(self) -> list[int]:
        """The host and all that it has started; who has lost its parent in a box is a child of the first there."""
        if self.life.first is None or self.pid is None:
            return self._group()
        own = descendants(self.pid)  # first: who loses its parent meanwhile is met below
        found = [*own, *(pid for first in children(self.life.first) for pid in descendants(first))]
        return list(dict.fromkeys(found))

    def _group(self) -> list[int]:
        """Without a sandbox: the group of the host, which nothing that it starts can leave."""
        return [] if self.pid is None else [self.pid] if self.alone else grouped(self.pid)

    @property
    def pid(self) -> int | None:
        """The host itself; known once it has answered."""
        return self.life.pid

    def pin(self, core: int) -> None:
        """Keep the host on one core."""
        if self.pid is not None:
            with suppress(OSError):
                for task in os.listdir(f"/proc/{self.pid}/task"):
                    os.sched_setaffinity(int(task), {core})

    def freeze(self) -> None:
        """Stop all processes of this host until `thaw`: by the cgroup freezer, else by SIGSTOP to their group.

        None can leave the group or send SIGCONT (`seccomp.py`), and the kernel lets none be forked past the signal.
        """
        if not self.stopped and self.pid is not None:
            self.stopped = True
            self.stops += 1
            if not self._groups.freeze(True):
                signal_group(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        if self.stopped and self.pid is not None:
            self.stopped = False
            if not self._groups.freeze(False):
                signal_group(self.pid, signal.SIGCONT)

    def tell_where(self) -> None:
        """Have the host write where it is, if it still can."""
        if self.pid is not None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGUSR1)

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
        """The end of what was printed; of a host that was never born, what the nursery has to say."""
        return (self._nursery.said if self.pid is None else "") + self._log.decode("utf-8", "replace")

    # Ending

    def kill(self) -> int:
        """End the host and all that it started. How it had ended by itself: the exit code, or minus the signal."""
        code = self.life.code
        self.life.await_birth()
        if self.life.first is not None:
            kill(os.kill, self.life.first)
        else:
            watches = [watched(pid) for pid in self._group()]
            kill(os.killpg, self.pid)
            for watch in filter(None, watches):
                await_file(watch)
                os.close(watch)
        self.life.await_end()
        self.drain()
        self.starved = self._groups.killed
        self._close()
        return -signal.SIGKILL if code is None else code

    def _close(self) -> None:
        self.wire.close()
        self.life.close()
        if self._log_end >= 0:
            os.close(self._log_end)
            self._log_end = -1
        if self.tmp is not None:
            remove(self.tmp)
        self._groups.remove()

    def forget(self) -> None:
        """Nobody asks for the last call any more."""
        self.last_call.close()


def signal_group(group: int, number: signal.Signals) -> None:
    with suppress(OSError):
        os.killpg(group, number)


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


def foreign_folder(game: str) -> Path | None:
    """The folder of a game that is not part of the engine."""
    folder = game_folder(game).absolute()
    return None if folder.is_relative_to(bubblewrap.engine_folders()[1]) else folder
