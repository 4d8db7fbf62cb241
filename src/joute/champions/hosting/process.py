"""The engine's handle on one host process: spawn it, read its log, stop it, kill it with all that it has started."""

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
from joute.core.backends import library
from joute.core.folder import game_folder
from joute.debug import PRINT_MOST
from joute.match.verdict import OUTPUT_KEPT

from . import bytecode, procfs
from .child.last_call import LastCall
from .child.notes import NotesMemory
from .clock import cpu_ms_with_children
from .core_waits import CoreWaits
from .forkserver import ENVIRONMENT, Preload, spawn, sys_path
from .paths import INSIDE
from .watch_pipe import WatchPipe, kill, open_pidfd, poll_of, wait_readable
from .wire import STACK_SIGNAL, SpawnRequest, packed

CHUNK = 2**16
LOG_KEPT = 4 * max(OUTPUT_KEPT, PRINT_MOST)
"""Bytes of the log that are kept: a character has up to four."""
MARK = "JOUTE_HOST"
"""The environment variable by which a host, and every program it starts, can be recognised."""
READ_AT_ONCE = 16
"""How many chunks of the log are read at once, so that a champion that prints without end does not hold the engine."""
SETTINGS_MOST = 2**14
"""Bytes of the settings that a fork server is sent; longer ones only the host gets."""
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
"""What language runtimes read of /proc; of the processes there, a host sees only itself."""


class HostProcess:
    """The process of one champion, its wire and its log. The host of a build has neither champion nor game."""

    def __init__(
        self,
        level: Level,
        champion: Path | None,
        limits: Limits,
        game: str,
        games: Path | None,
        more: tuple[Path, ...] = (),
        settings: tuple[str, dict[str, Any]] | None = None,
    ) -> None:
        """`settings`: the preset and the parameters of the match, if they are known yet."""
        self.mark = os.urandom(4).hex()
        self.level = level
        self.single_process = False
        """Whether the kernel refuses it to start other processes (seccomp)."""
        self.tmp: str | None = None
        self.own_mounts = False
        """Without a sandbox: whether its temporary files are on a tmpfs of bounded size."""
        self.started_for = level, champion, limits, game, games
        self._preload = preload_of(game, games)
        self._settings = settings if len(packed(settings)) <= SETTINGS_MOST else None
        libraries = Path(self._preload.libraries) if self._preload.libraries else None
        shown = filter(None, (games, self._preload.bytecode, libraries))
        self.folders = (*bubblewrap.engine_folders(), *shown, *more)
        self.oom_killed = False
        """Whether the kernel has killed it for lack of memory; known after `kill`."""
        self.user: int | None = None
        """The user id that the host takes, if the engine is root."""
        self.watch_pipe = WatchPipe()
        self.freezes = 0
        """How often it was frozen."""
        self.frozen = False
        self._box_killed = False
        self.wire, theirs = socket.socketpair()
        self.wire.setblocking(False)
        self.last_call = LastCall()
        self.notes = NotesMemory()
        self.core_waits = CoreWaits()
        self._groups = Groups(self.mark, None if level == Level.NONE else limits)
        self._log = bytearray()
        self._unread = 0
        """How many bytes at the end of the log `printed` has not given yet."""
        self._log_fd = log = -1
        try:
            self._log_fd, log = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(self._log_fd, False)
            self._log_poll = poll_of(self._log_fd)
            self._start(champion, limits, theirs.fileno(), log)
        except BaseException:
            self._close()
            self.close_memory()
            raise
        finally:
            theirs.close()
            self.watch_pipe.theirs.close()
            if log >= 0:
                os.close(log)

    # Starting

    def _start(self, champion: Path | None, limits: Limits, wire: int, log: int) -> None:
        files = [wire, self.last_call.file, self.notes.file, log, self.watch_pipe.theirs.fileno()]
        if self.level == Level.SANDBOX:
            builder = bubblewrap.program()
            command = bubblewrap.command(bubblewrap.BoxContents(self.folders, champion, limits))
            self.user = command.user
            try:
                self._spawn(builder, [*files, *command.files], "/tmp", INSIDE if champion else "/tmp")
            finally:
                command.close()
        else:
            import tempfile

            if self.level == Level.PROCESS and os.geteuid() == 0:
                self._require_readable(champion, tempfile.gettempdir())
                self.user = bubblewrap.spare_user()
                self.own_mounts = mounts.possible()
            self.tmp = tempfile.mkdtemp(prefix="joute-")
            if self.user is not None:
                os.chown(self.tmp, self.user, self.user)
            own = champion or Path(self.tmp)
            self._spawn("", files, self.tmp, str((own if own.is_dir() else own.parent).absolute()))

    def _spawn(self, builder: str, files: list[int], tmp: str, folder: str) -> None:
        environment = {**ENVIRONMENT, "HOME": tmp, "TMPDIR": tmp, MARK: self.mark}
        request = SpawnRequest(len(files), builder, self.mark, environment, folder, self._settings)
        self._forkserver = spawn(self._preload, request, files)

    def _require_readable(self, champion: Path | None, tmp: str) -> None:
        """For root: the user that the host becomes must be able to read what it needs, if need be through mounts."""
        paths = self.paths(champion)
        closed = mounts.closed_folders([*paths["readable"], paths["champion"], tmp])
        if champion is not None:
            mounts.require_room(champion)
        if closed and not mounts.possible():
            raise NoSandbox(
                f"started by root, champions run as another user, who may not enter {closed[0]}; run "
                f"«chmod o+x {closed[0]}», or start joute as an ordinary user"
            )

    def paths(self, champion: Path | None) -> dict[str, Any]:
        """Without a sandbox: the folders and files that a host may read, and where it may write."""
        engine = [*map(str, self.folders), *([self._preload.games] if self._preload.games else [])]
        return {
            "readable": [*SYSTEM, *SETTINGS, *KERNEL, *engine],
            "champion": str((champion or Path("/usr")).absolute()),  # a build has none, and reads the system anyway
            "writable": [self.tmp],
        }

    # Running

    def join_cgroups(self) -> None:
        """Put all processes of the host into its control groups, before it loads a champion."""
        if self._groups.folders:
            self.watch_pipe.await_spawn()
            self._groups.add(self.all_pids)

    def all_pids(self) -> list[int]:
        """The host and all that it has started; in a box, orphans become children of the box's init process."""
        if self.watch_pipe.init_pid is None or self.pid is None:
            return self._group_pids()
        own = descendants(self.pid)  # before the orphans: a process orphaned meanwhile is then found among those
        orphans = [pid for child in children(self.watch_pipe.init_pid) for pid in descendants(child)]
        return list(dict.fromkeys([*own, *orphans]))

    def cpu_ms(self, pids: list[int] | None = None) -> float:
        """The CPU time of the host and all that it has started (`all_pids`), those that have ended included."""
        own = self.all_pids() if pids is None else pids
        return sum(map(cpu_ms_with_children, [*own, *filter(None, [self.watch_pipe.init_pid])]))

    def _group_pids(self) -> list[int]:
        """Without a sandbox: the process group of the host, which nothing that it starts can leave (`seccomp.py`)."""
        return [] if self.pid is None else [self.pid] if self.single_process else group_pids(self.pid)

    @property
    def pid(self) -> int | None:
        """The pid of the host; known once its watcher has reported it."""
        return self.watch_pipe.pid

    def pin(self, core: int) -> None:
        """Let all threads of the host run on one core only."""
        if self.pid is not None:
            with suppress(OSError):
                for task in os.listdir(f"/proc/{self.pid}/task"):
                    os.sched_setaffinity(int(task), {core})

    def freeze(self) -> None:
        """Stop all processes of this host until `thaw`: by the cgroup freezer, else by SIGSTOP to their group.

        None of them can leave the group or send SIGCONT (`seccomp.py`), and the kernel completes no fork(2) while a
        signal is pending, so no child escapes.
        """
        if not self.frozen and self.pid is not None:
            self.frozen = True
            self.freezes += 1
            if not self._groups.freeze(True):
                signal_group(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let all processes of this host run again."""
        if self.frozen and self.pid is not None:
            self.frozen = False
            if not self._groups.freeze(False):
                signal_group(self.pid, signal.SIGCONT)

    def dump_stack(self) -> None:
        """Make the host write the stack of its main thread to its log, if it still can."""
        if self.pid is not None:
            with suppress(OSError):
                os.kill(self.pid, STACK_SIGNAL)

    @property
    def log_fd(self) -> int | None:
        """The descriptor from which the champion's output is read; None once all writers have closed it."""
        return self._log_fd if self._log_fd >= 0 else None

    def drain(self) -> None:
        """Read what was printed; only the end of it is kept."""
        for _ in range(READ_AT_ONCE):
            if self._log_fd < 0 or not self._log_poll.poll(0):
                return
            data = os.read(self._log_fd, CHUNK)
            if not data:
                os.close(self._log_fd)
                self._log_fd = -1
            self._log += data
            self._unread += len(data)
            del self._log[:-LOG_KEPT]

    def printed(self) -> str:
        """What was printed since this was last asked; the end of it, if it is long."""
        self.drain()
        if not self._unread:
            return ""
        new, self._unread = min(self._unread, LOG_KEPT), 0
        return self._log[len(self._log) - new :].decode("utf-8", "replace")

    @property
    def output(self) -> str:
        """The end of what was printed; for a host that was never spawned, what the fork server printed."""
        return (self._forkserver.output if self.pid is None else "") + self._log.decode("utf-8", "replace")

    # Ending

    def begin_kill(self) -> None:
        """Kill the host if it has a box, without waiting for the end, as `kill` does: so several end together."""
        if self.watch_pipe.init_pid is not None and not self._box_killed:
            self._box_killed = True  # never twice: the pid may have come to mean another process
            kill(os.kill, self.watch_pipe.init_pid)

    def kill(self) -> int:
        """Kill the host and all that it has started; its exit code, or minus the signal, if it had ended by itself.

        In a box, the kernel kills everything when the init process dies. Without one the group is killed, and waited
        for by pidfds, since its processes are not children of ours.
        """
        code = self.watch_pipe.code
        self.watch_pipe.await_spawn()
        if self.watch_pipe.init_pid is not None:
            self.begin_kill()
        else:
            pidfds = [open_pidfd(pid) for pid in self._group_pids()]
            kill(os.killpg, self.pid)
            for pidfd in filter(None, pidfds):
                wait_readable(pidfd)
                os.close(pidfd)
        self.watch_pipe.await_end()
        self.drain()
        self.oom_killed = self._groups.oom_killed
        self._close()
        return -signal.SIGKILL if code is None else code

    def _close(self) -> None:
        self.wire.close()
        self.watch_pipe.close()
        self.core_waits.close()
        if self._log_fd >= 0:
            os.close(self._log_fd)
            self._log_fd = -1
        if self.tmp is not None:
            remove(self.tmp)
        self._groups.remove()

    def close_memory(self) -> None:
        """Free the memory of the last call and of the notes, which is read after `kill`."""
        self.last_call.close()
        self.notes.close()


def preload_of(game: str, games: Path | None) -> Preload:
    """What a fork server loads for the hosts of a game; `games` is the folder of one that is not part of the engine."""
    _, engine, imported = bubblewrap.engine_folders()
    loaded = game_folder(game).absolute() if game else engine / "champions" / "building"
    compiled = bytecode.folder(engine, imported, loaded)
    libraries = library.cache_folder() if game else None
    if libraries is not None and not any(libraries.glob(f"{game}-*")):
        libraries = None  # it has none of this game's
    return Preload(game, str(games.parent) if games else "", sys_path(), compiled, str(libraries or ""))


def signal_group(group: int, number: signal.Signals) -> None:
    """Send a signal to a process group, if it is still there."""
    try:  # noqa: SIM105 - twice a callback, and `suppress` costs as much as the signal
        os.killpg(group, number)
    except OSError:
        pass


def children(pid: int) -> list[int]:
    """The living children of a process; /proc lists them by the thread that started them."""
    pids = list[int]()
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                pids += map(int, procfs.read(f"/proc/{pid}/task/{task}/children").split())
    return pids


def descendants(pid: int) -> list[int]:
    """A process, its children, their children and so on."""
    pids = [pid]
    for parent in pids:  # grows while it is walked
        pids += children(parent)
    return pids


def group_pids(group: int) -> list[int]:
    """The processes of a process group."""
    pids = []
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            if os.getpgid(int(entry)) == group:
                pids.append(int(entry))
    return pids


def foreign_folder(game: str) -> Path | None:
    """The folder of a game that is not part of the engine; None for the engine's own games."""
    folder = game_folder(game).absolute()
    return None if folder.is_relative_to(bubblewrap.engine_folders()[1]) else folder
