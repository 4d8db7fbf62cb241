"""Nurseries: processes with the engine and a game loaded, from which hosts are forked, as loading both takes long.

A nursery has seen no champion and no match. It ends with the engine: it notices when the wire between them closes.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import msgspec

from joute.match.verdict import OUTPUT_KEPT

from .wire import AT_ONCE, Birth

PATH = "/usr/local/bin:/usr/bin:/bin"
FIXED = {"PYTHONHASHSEED": "0", "LANG": "C.UTF-8", "PATH": PATH}
"""What all hosts find in their environment: nothing of ours; the same order of sets in every match."""
_encode = msgspec.msgpack.Encoder().encode


class Kind(NamedTuple):
    """What a nursery has loaded, and from where."""

    game: str
    games: str
    """The folder of a game that is not ours; empty for one of ours."""
    places: tuple[str, ...]
    bytecode: Path | None


class Nursery:
    """A nursery as the engine holds it."""

    def __init__(self, kind: Kind) -> None:
        self._wire, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._log = os.memfd_create("joute-nursery")
        try:
            self._process = subprocess.Popen(
                _command(kind, theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                env=FIXED,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            self.let_go()
            raise
        finally:
            theirs.close()

    def bear(self, birth: Birth, files: list[int]) -> None:
        """Have a host born, sooner or later; OSError says that the nursery is gone."""
        socket.send_fds(self._wire, [_encode(birth)], files[:AT_ONCE])
        for start in range(AT_ONCE, len(files), AT_ONCE):
            socket.send_fds(self._wire, [b"\0"], files[start : start + AT_ONCE])

    @property
    def said(self) -> str:
        """What it printed: nothing, unless it has fallen."""
        return os.pread(self._log, OUTPUT_KEPT, 0).decode("utf-8", "replace") if self._log >= 0 else ""

    def close(self) -> None:
        self.let_go()
        self._process.kill()
        self._process.wait()

    def let_go(self) -> None:
        """Hold it no more: it ends when nobody does."""
        self._wire.close()
        os.close(self._log)
        self._log = -1


def _command(kind: Kind, wire: int) -> list[str]:
    start = f"from joute.champions.hosting.child.spawn import main; main({wire}, {kind.game!r}, {kind.games!r})"
    kept = None if kind.bytecode is None else str(kind.bytecode)
    code = f"import gc, sys; gc.disable(); sys.path += {list(kind.places)!r}; sys.modules['typing_extensions'] = None; "
    code += f"sys.pycache_prefix = {kept!r}; {start}"
    return [os.path.realpath(sys.executable), "-s", "-P", "-S", "-B", "-c", code]


_kept: dict[Kind, Nursery] = {}
_lock = Lock()


def bear(kind: Kind, birth: Birth, files: list[int]) -> Nursery:
    """Have a host born in a nursery of a kind, which is made if there is none, or if it has fallen."""
    with _lock:
        nursery = _kept.pop(kind, None) or Nursery(kind)
        try:
            nursery.bear(birth, files)
        except OSError:
            nursery.close()
            nursery = Nursery(kind)
            nursery.bear(birth, files)
        _kept[kind] = nursery
        return nursery


@atexit.register
def _close_all() -> None:
    for nursery in _kept.values():
        nursery.close()


def _forget_all() -> None:
    """In a process that was forked, maybe while another thread had a host born: its nurseries are not ours."""
    global _lock
    _lock = Lock()
    for nursery in _kept.values():
        nursery.let_go()
    _kept.clear()


os.register_at_fork(after_in_child=_forget_all)
