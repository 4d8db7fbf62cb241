"""Births: in a nursery, how hosts come into being: forked, led into their boxes, watched over until they end."""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import struct
from _socket import (
    CMSG_LEN,
    MSG_CMSG_CLOEXEC,
    SCM_CREDENTIALS,
    SCM_RIGHTS,
    SO_PASSCRED,
    SOL_SOCKET,
    socket,
    socketpair,
)
from array import array
from contextlib import suppress
from typing import NamedTuple, NoReturn

import msgspec

from joute.champions.hosting.watch_pipe import BORN, ENDED, kill
from joute.champions.hosting.wire import AT_ONCE, FIRST, Birth
from joute.champions.sandbox import confine

from . import host

_decode = msgspec.msgpack.Decoder(Birth).decode
WORD = struct.Struct("=i")
MESSAGE_MOST = 2**16
HOLDER = "cat"
"""It holds a box as long as its input is open, and says that the box stands by repeating what it is told."""
HELD = {
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


class Box(NamedTuple):
    """A box that stands: the processes that have built it, hold it, and are the first in it."""

    builder: int
    holder: int
    first: int
    held_by: int
    """The descriptor that must stay open."""


def main(wire: int, game: str, games: str) -> NoReturn:
    """Have hosts born until the engine hangs up."""
    host.get_ready(game, games)
    gc.freeze()  # what is never looked at is never copied
    signal.signal(signal.SIGCHLD, _bury)
    os.set_inheritable(wire, False)  # whoever builds boxes has no part in it
    engine, nursery = socket(fileno=wire), os.getpid()
    while True:
        data, files = _received(engine)
        birth = _decode(data)
        while len(files) < birth.files:
            files += _received(engine)[1]
        try:
            if os.fork() == 0:
                _watch_over(birth, files, nursery)
        except OSError as fault:  # those who live are not to end for one who cannot be born
            os.write(Files(*files[: len(Files._fields)]).log, f"nursery: {fault}\n".encode())
        for file in files:
            os.close(file)


def _received(engine: socket) -> tuple[bytes, list[int]]:
    data, extra, _, _ = engine.recvmsg(MESSAGE_MOST, CMSG_LEN(AT_ONCE * WORD.size), MSG_CMSG_CLOEXEC)
    if not data:
        os._exit(0)
    numbers = array("i")
    for level, kind, told in extra:
        if (level, kind) == (SOL_SOCKET, SCM_RIGHTS):
            numbers.frombytes(told)
    return data, list(numbers)


def _bury(*_: object) -> None:
    """Those who have watched and ended; the kernel adds up what they and their hosts have used."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _watch_over(birth: Birth, given: list[int], nursery: int) -> NoReturn:
    """A host lives; tell the engine which process it is, and how it ends."""
    files = Files(*given[: len(Files._fields)])
    try:
        signal.signal(signal.SIGCHLD, _fallen)
        box = _built(birth, files.log, given[len(Files._fields) :]) if birth.builder else None
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if box is not None:
            confine.enter(box.holder)
        born = os.fork()
        if born == 0:
            _live(birth, files)
        with suppress(OSError):
            os.setpgid(born, born)  # as it does itself: whoever is told of it may kill its group at once
        os.setsid()  # else the end of a host would orphan its group, and the kernel let go on what is stopped in it
        _end_with(nursery, born, None if box else birth.environment["TMPDIR"])
        host.close_all_but(files.life, *(() if box is None else (box.held_by,)))
        os.write(files.life, BORN.pack(0 if box is None else box.first, born))
        _await_end(born)
        ended = os.waitid(os.P_PID, born, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        os.write(files.life, ENDED.pack(ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status))
        os.read(files.life, 1)  # until nobody kills its group any more: its number must not be another's
        os.waitpid(born, 0)
        if box is not None:
            os.waitpid(box.builder, 0)
    except Exception as fault:
        os.write(files.log, f"box: {type(fault).__name__}: {fault}\n".encode())
    finally:
        os._exit(0)


def _await_end(pid: int) -> None:
    """Wait for the end of a child. waitid(2) would wake up each time when it is stopped or goes on."""
    file = os.pidfd_open(pid)
    ended = select.poll()
    ended.register(file, select.POLLIN)
    ended.poll()
    os.close(file)


def _end_with(nursery: int, born: int, tmp: str | None) -> None:
    """End when the nursery does, which is when the engine has: then nobody else removes what a host has no box for."""

    def end(*_: object) -> NoReturn:
        if tmp is not None:
            kill(os.killpg, born)
            os.execvp("rm", ["rm", "-rf", tmp])
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    confine.die_with_parent(signal.SIGTERM)
    if os.getppid() != nursery:
        end()


def _built(birth: Birth, log: int, files: list[int]) -> Box:
    """A box, once it stands. It falls when the process that has it built ends."""
    ours, theirs = socketpair()
    ours.setsockopt(SOL_SOCKET, SO_PASSCRED, 1)
    ours.send(b"\n")
    passed = [(theirs.fileno(), 0), (theirs.fileno(), 1), (log, 2)]
    passed += [(files[index], FIRST + index) for index in reversed(range(len(files)))]  # none upon one to come
    builder = os.posix_spawn(
        birth.builder,
        [birth.builder, "--args", str(FIRST), "--", HOLDER],
        birth.environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, file, place) for file, place in passed],
        setpgroup=0,
        setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
    )
    theirs.close()
    _, extra, _, _ = ours.recvmsg(1, CMSG_LEN(3 * WORD.size))
    for level, kind, told in extra:
        if (level, kind) == (SOL_SOCKET, SCM_CREDENTIALS):
            (holder,) = WORD.unpack_from(told)
            for limit, most in HELD.items():
                resource.prlimit(holder, limit, (most, most))
            return Box(builder, holder, _parent(holder), ours.detach())
    return _fallen()


def _fallen(*_: object) -> NoReturn:
    """The box does not stand, and its builder has said why. If that was killed, a half of it may be left, and waits."""
    builder = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    assert builder is not None
    os.killpg(builder.si_pid, signal.SIGKILL)
    os._exit(0)


def _parent(pid: int) -> int:
    with open(f"/proc/{pid}/stat", "rb") as numbers:
        return int(numbers.read().rpartition(b")")[2].split()[1])


def _live(birth: Birth, files: Files) -> NoReturn:
    os.setpgid(0, 0)
    confine.be_called(f"joute-{birth.mark}")
    os.chdir(birth.folder)
    os.environ.clear()
    os.environ.update(birth.environment)
    os.dup2(files.log, 1)
    os.dup2(files.log, 2)
    host.live(files.wire, files.note)
