"""Fork servers: processes that have loaded the engine and a game, and fork the hosts from there, since loading is slow.

A fork server has seen no champion, and of matches the presets and parameters alone. It exits with the engine, when
their socket closes. This module loads little itself, so that the first fork server can start before all else
(`start_early`).
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import joute

from .child import STAND_INS

if TYPE_CHECKING:
    from .wire import SpawnRequest

PATH = "/usr/local/bin:/usr/bin:/bin"
ENVIRONMENT = {"PYTHONHASHSEED": "0", "LANG": "C.UTF-8", "PATH": PATH}
"""The environment of all hosts: nothing of the engine's own, and the same iteration order of sets in every match."""


class Preload(NamedTuple):
    """What a fork server has loaded, and from where."""

    game: str
    games: str
    """The folder that holds the game's folder, if the game is not part of the engine; else empty."""
    sys_path: tuple[str, ...]
    bytecode: Path | None
    libraries: str
    """The folder of the user's libraries of games; empty if there is none."""


class ForkServer:
    """The engine's side of one fork server."""

    told = False
    """Whether it knows what to load."""

    def __init__(self, preload: Preload) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._log = os.memfd_create("joute-forkserver")
        try:
            self._process = subprocess.Popen(
                _command(preload, theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                env=ENVIRONMENT,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            self.release()
            raise
        finally:
            theirs.close()

    def load(self, preload: Preload) -> None:
        """Tell it what to load, if it does not know; raises OSError if it is gone."""
        if not self.told:
            self._socket.send(os.fsencode("\0".join((preload.game, preload.games, preload.libraries))))
            self.told = True

    def spawn(self, preload: Preload, request: SpawnRequest, files: list[int]) -> None:
        """Ask for a host, after it has loaded what hosts need; raises OSError if the fork server is gone.

        The kernel passes at most 253 descriptors with one message (SCM_MAX_FD), so more of them follow in others.
        """
        from .wire import FDS_MOST, packed

        self.load(preload)
        socket.send_fds(self._socket, [packed(request)], files[:FDS_MOST])
        for start in range(FDS_MOST, len(files), FDS_MOST):
            socket.send_fds(self._socket, [b"\0"], files[start : start + FDS_MOST])

    @property
    def output(self) -> str:
        """What it printed: nothing, unless it has crashed."""
        from joute.match.verdict import OUTPUT_KEPT

        return os.pread(self._log, OUTPUT_KEPT, 0).decode("utf-8", "replace") if self._log >= 0 else ""

    def close(self) -> None:
        self.release()
        self._process.kill()
        self._process.wait()

    def release(self) -> None:
        """Close our descriptors of it; it exits when no process holds its socket any more."""
        self._socket.close()
        os.close(self._log)
        self._log = -1


def _command(preload: Preload, wire: int) -> list[str]:
    start = f"from joute.champions.hosting.child.spawn import main; main({wire})"
    prefix = None if preload.bytecode is None else str(preload.bytecode)
    code = f"import gc, sys; gc.disable(); sys.path += {list(preload.sys_path)!r}; "
    code += f"{STAND_INS}; sys.pycache_prefix = {prefix!r}; {start}"
    return [os.path.realpath(sys.executable), "-s", "-P", "-S", "-B", "-c", code]


_servers: dict[Preload, ForkServer] = {}
_lock = Lock()
UNKNOWN = "?"
"""In place of a game: what hosts will need is not known yet."""


@cache
def sys_path() -> tuple[str, str]:
    """Where fork servers find the engine, and what it imports."""
    msgspec = find_spec("msgspec")
    assert msgspec is not None
    assert msgspec.origin is not None
    return str(_engine().parent), str(Path(msgspec.origin).parents[1])


def _engine() -> Path:
    return Path(joute.__file__).parent


def has_bytecode(engine: Path) -> bool:
    """Whether the engine's bytecode is where Python looks for it."""
    source = engine / "champions" / "hosting" / "child" / "host.py"
    with suppress(OSError):
        return os.stat(cache_from_source(str(source))).st_mtime >= source.stat().st_mtime
    return False


def start_early() -> None:
    """Start a fork server that loads the engine while this process does too; `spawn` will tell it what else to load."""
    with _lock:
        if not _servers and has_bytecode(_engine()):
            preload = Preload(UNKNOWN, "", sys_path(), None, "")
            _servers[preload] = ForkServer(preload)


def load(preload: Preload) -> None:
    """Have the fork server that has started early, if there is one, load what hosts of a game will need."""
    with _lock:
        server = _servers.pop(_early(preload), None)
        if server is not None:
            _servers[preload] = server
            server.load(preload)


def _early(preload: Preload) -> Preload:
    """What is known of it before the game is."""
    return preload._replace(game=UNKNOWN, games="", libraries="")


def spawn(preload: Preload, request: SpawnRequest, files: list[int]) -> ForkServer:
    """Ask the fork server with this preload for a host; start one if there is none, or if it has crashed."""
    with _lock:
        server = _servers.pop(preload, None) or _servers.pop(_early(preload), None) or ForkServer(preload)
        try:
            server.spawn(preload, request, files)
        except OSError:
            server.close()
            server = ForkServer(preload)
            server.spawn(preload, request, files)
        _servers[preload] = server
        return server


@atexit.register
def _close_all() -> None:
    for server in _servers.values():
        server.close()


def _release_all() -> None:
    """After a fork of the engine, in the child: the fork servers are the parent's.

    Another thread of the parent may have held the lock when it forked, and nobody here would release it.
    """
    global _lock
    _lock = Lock()
    for server in _servers.values():
        server.release()
    _servers.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_release_all)
