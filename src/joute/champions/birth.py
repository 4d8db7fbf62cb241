"""Births: in a nursery, how hosts come into being: forked, led into their boxes, watched over until they end."""

from __future__ import annotations

import gc
import os
import resource
import signal
import struct
from _socket import CMSG_LEN, MSG_CMSG_CLOEXEC, SCM_CREDENTIALS, SCM_RIGHTS, SOL_SOCKET, socket
from array import array
from contextlib import suppress
from typing import NamedTuple, NoReturn

import msgspec

from . import host, walls
from .wire import Birth

_decode = msgspec.msgpack.Decoder(Birth).decode
WORD = struct.Struct("=i")
MESSAGE_MOST = 2**16
HOLDER = {
    resource.RLIMIT_AS: 2**24,
    resource.RLIMIT_CPU: 1,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NPROC: 0,
}
"""The limits of who holds a box, and has no more to do: a champion of the same user might do more through it."""


class Files(NamedTuple):
    """The descriptors of a host to be: its wire, the note of its last call, its log, and where its life is told."""

    wire: int
    note: int
    log: int
    life: int
    box: int = -1
    """The socket of the process that holds the box in which it is to live."""


def main(wire: int, game: str, games: str) -> NoReturn:
    """Have hosts born until the engine hangs up."""
    host.get_ready(game, games)
    gc.freeze()  # what is never looked at is never copied
    signal.signal(signal.SIGCHLD, _bury)
    engine = socket(fileno=wire)
    while True:
        data, extra, _, _ = engine.recvmsg(MESSAGE_MOST, CMSG_LEN(len(Files._fields) * WORD.size), MSG_CMSG_CLOEXEC)
        if not data:
            os._exit(0)
        numbers = array("i")
        for level, kind, told in extra:
            if (level, kind) == (SOL_SOCKET, SCM_RIGHTS):
                numbers.frombytes(told)
        if os.fork() == 0:
            _watch_over(_decode(data), Files(*numbers))
        for number in numbers:
            os.close(number)


def _bury(*_: object) -> None:
    """Those who have watched and ended; the kernel adds up what they and their hosts have used."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _watch_over(birth: Birth, files: Files) -> NoReturn:
    """A host lives; tell the engine which process it is, and how it ends."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        walls.die_with_parent()
        if files.box >= 0:
            _enter(files.box)
            walls.die_with_parent()  # once more: who gets other rights is no longer killed
        born = os.fork()
        if born == 0:
            _live(birth, files)
        with suppress(OSError):
            os.setpgid(born, born)  # as it does itself: whoever is told of it may kill its group at once
        life = os.dup2(files.life, 3, inheritable=False)
        os.closerange(4, 2**16)
        os.write(life, WORD.pack(born))
        ended = os.waitid(os.P_PID, born, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        os.write(life, WORD.pack(ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status))
        if files.box < 0:
            os.read(life, 1)  # until nobody kills its group any more: its number must not be another's
        os.waitpid(born, 0)
    except Exception as fault:
        os.write(files.log, f"box: {type(fault).__name__}: {fault}\n".encode())
    finally:
        os._exit(0)


def _enter(box: int) -> None:
    """Wait until the box stands, and be in it."""
    _, extra, _, _ = socket(fileno=os.dup(box)).recvmsg(1, CMSG_LEN(3 * WORD.size))
    for level, kind, told in extra:
        if (level, kind) == (SOL_SOCKET, SCM_CREDENTIALS):
            (holder,) = WORD.unpack_from(told)
            for limit, most in HOLDER.items():
                resource.prlimit(holder, limit, (most, most))
            walls.enter(holder)
            return
    os._exit(0)  # it fell, and has said why


def _live(birth: Birth, files: Files) -> NoReturn:
    os.setpgid(0, 0)
    walls.be_called(f"joute-{birth.mark}")
    os.chdir(birth.folder)
    os.environ.clear()
    os.environ.update(birth.environment)
    os.dup2(files.log, 1)
    os.dup2(files.log, 2)
    host.live(files.wire, files.note)
