"""The fork server's own process: it forks hosts, puts each into its box, and has each watched until it ends.

    fork server - watcher - host
                     `----- bubblewrap - init of the box - holder

The watcher has bubblewrap build the box around a small program that holds it open, enters the box, and forks the host
there. Bubblewrap does not start the host itself, since the host must be a fork of the loaded fork server.
"""

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

from joute.champions.hosting.watch_pipe import ENDED, SPAWNED, kill
from joute.champions.hosting.wire import BUILDER_FD, FDS_MOST, SpawnRequest
from joute.champions.sandbox import confine

from . import host

_decode = msgspec.msgpack.Decoder(SpawnRequest).decode
INT = struct.Struct("=i")
MESSAGE_MOST = 2**16
HOLDER = "cat"
"""It keeps a box alive as long as its input is open, and reports that the box stands by echoing the line it is sent."""
HOLDER_LIMITS = {
    resource.RLIMIT_AS: 2**24,
    resource.RLIMIT_CPU: 1,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NPROC: 0,
}
"""Limits of the holder: a champion of the same user may attack it, and must gain nothing by that."""


class Files(NamedTuple):
    """The descriptors of a host: its wire, the memory of its last call and of its notes, its log, its watch pipe."""

    wire: int
    last_call: int
    notes: int
    log: int
    watch_pipe: int


class Box(NamedTuple):
    """A box that stands: the pids of its builder, its holder and its init process."""

    builder: int
    holder: int
    init_pid: int
    held_by: int
    """The descriptor that keeps the holder running as long as it is open."""


def main(wire: int) -> NoReturn:
    """Load what the engine's first message names, then spawn hosts until the engine closes its socket."""
    signal.signal(signal.SIGCHLD, _reap)
    os.set_inheritable(wire, False)  # bubblewrap, which is executed, must not get it
    engine, forkserver = socket(fileno=wire), os.getpid()
    host.preload(*os.fsdecode(_received(engine)[0]).split("\0"))
    confine.prepare()
    gc.freeze()  # the collector then never writes to objects loaded here, so hosts share their pages
    while True:
        data, files = _received(engine)
        request = _decode(data)
        while len(files) < request.files:
            files += _received(engine)[1]
        if request.settings is not None:
            host.settle(*request.settings)
        try:
            if os.fork() == 0:
                _watch(request, files, forkserver)
        except OSError as error:  # one host that cannot be spawned must not end the others
            os.write(Files(*files[: len(Files._fields)]).log, f"forkserver: {error}\n".encode())
        for file in files:
            os.close(file)


def _received(engine: socket) -> tuple[bytes, list[int]]:
    """One message of the engine and the descriptors passed with it; exits when the engine has closed its end."""
    data, extra, _, _ = engine.recvmsg(MESSAGE_MOST, CMSG_LEN(FDS_MOST * INT.size), MSG_CMSG_CLOEXEC)
    if not data:
        os._exit(0)
    numbers = array("i")
    for level, kind, content in extra:
        if (level, kind) == (SOL_SOCKET, SCM_RIGHTS):
            numbers.frombytes(content)
    return data, list(numbers)


def _reap(*_: object) -> None:
    """On SIGCHLD: wait for the watchers that have ended, so that no zombie is left."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _watch(request: SpawnRequest, given: list[int], forkserver: int) -> NoReturn:
    """The watcher: fork the host, in its box if it has one; report its pid to the engine, and later how it ended."""
    files = Files(*given[: len(Files._fields)])
    try:
        signal.signal(signal.SIGCHLD, _box_failed)
        box = _built(request, files.log, given[len(Files._fields) :]) if request.builder else None
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if box is not None:
            confine.enter(box.holder)
        pid = os.fork()
        if pid == 0:
            _become_host(request, files)
        with suppress(OSError):
            os.setpgid(pid, pid)  # the host does so too; the group must exist before the engine, told its pid, kills it
        # A session of its own: else the host's end would orphan its process group, and the kernel sends SIGCONT to
        # the stopped processes of an orphaned group.
        os.setsid()
        _end_with(forkserver, pid, None if box else request.environment["TMPDIR"])
        host.close_all_but(files.watch_pipe, *(() if box is None else (box.held_by,)))
        os.write(files.watch_pipe, SPAWNED.pack(0 if box is None else box.init_pid, pid))
        _await_end(pid)
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        status = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        os.write(files.watch_pipe, ENDED.pack(status))
        # The host stays a zombie until the engine closes its end: so its pid, by which the engine kills the group,
        # cannot become another process's.
        os.read(files.watch_pipe, 1)
        os.waitpid(pid, 0)
        if box is not None:
            os.waitpid(box.builder, 0)
    except Exception as error:
        os.write(files.log, f"box: {type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(0)


def _await_end(pid: int) -> None:
    """Wait for the end of a child by its pidfd: waitid(2) would wake up each time it is stopped or continued."""
    file = os.pidfd_open(pid)
    ended = select.poll()
    ended.register(file, select.POLLIN)
    ended.poll()
    os.close(file)


def _end_with(forkserver: int, pid: int, tmp: str | None) -> None:
    """End when the fork server does, which ends with the engine.

    Without a box, nobody else is left then to kill the host's group and to remove its temporary files.
    """

    def end(*_: object) -> NoReturn:
        if tmp is not None:
            kill(os.killpg, pid)
            os.execvp("rm", ["rm", "-rf", tmp])
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    confine.die_with_parent(signal.SIGTERM)
    if os.getppid() != forkserver:  # it ended before prctl(2) could take note of it
        end()


def _built(request: SpawnRequest, log: int, files: list[int]) -> Box:
    """Have bubblewrap build a box around the holder; the box disappears when this process ends."""
    ours, theirs = socketpair()
    # With SO_PASSCRED the kernel adds the sender's pid, as seen from here, to the echo: it is the holder's.
    ours.setsockopt(SOL_SOCKET, SO_PASSCRED, 1)
    ours.send(b"\n")
    passed = [(theirs.fileno(), 0), (theirs.fileno(), 1), (log, 2)]
    # From the last to the first, so that no dup2 overwrites a descriptor that is still to be duplicated.
    passed += [(files[index], BUILDER_FD + index) for index in reversed(range(len(files)))]
    builder = os.posix_spawn(
        request.builder,
        [request.builder, "--args", str(BUILDER_FD), "--", HOLDER],
        request.environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, file, target) for file, target in passed],
        setpgroup=0,
        setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
    )
    theirs.close()
    _, extra, _, _ = ours.recvmsg(1, CMSG_LEN(3 * INT.size))
    for level, kind, content in extra:
        if (level, kind) == (SOL_SOCKET, SCM_CREDENTIALS):
            (holder,) = INT.unpack_from(content)
            for limit, most in HOLDER_LIMITS.items():
                resource.prlimit(holder, limit, (most, most))
            return Box(builder, holder, _parent(holder), ours.detach())
    return _box_failed()


def _box_failed(*_: object) -> NoReturn:
    """Bubblewrap has ended without a box, and has logged why.

    If it was killed, a child of it may be left waiting for it: kill its group, while the zombie keeps the number.
    """
    builder = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    assert builder is not None
    os.killpg(builder.si_pid, signal.SIGKILL)
    os._exit(0)


def _parent(pid: int) -> int:
    with open(f"/proc/{pid}/stat", "rb") as numbers:
        return int(numbers.read().rpartition(b")")[2].split()[1])


def _become_host(request: SpawnRequest, files: Files) -> NoReturn:
    os.setpgid(0, 0)
    confine.set_name(f"joute-{request.mark}")
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    os.dup2(files.log, 1)
    os.dup2(files.log, 2)
    host.run(files.wire, files.last_call, files.notes)
