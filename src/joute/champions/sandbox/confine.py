"""The walls that a process builds around itself: another user, no capabilities, seccomp, and without a box landlock."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from . import mounts, seccomp
from .seccomp import Profile

SET_DEATH_SIGNAL, SET_DUMPABLE, SET_NAME, DROP_RIGHT = 1, 4, 15, 24
SET_SECCOMP, SET_NO_NEW_RIGHTS, FILTER = 22, 38, 2
CAPABILITIES = struct.pack("=Ii", 0x20080522, 0)
"""Of version 3, for oneself."""
NAMESPACES = 0x7E020000
"""Those of a box: of mounts, control groups, host names, IPC, users, processes and networks."""
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE = 1, 2, 4, 8, 1 << 14
READ = EXECUTE | READ_FILE | READ_FOLDER
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All rights over files that a version of landlock knows."""
TCP, SCOPES = 3, 3
"""Binding and connecting; signals and abstract sockets of others."""
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random", "/dev/full")
"""Not /dev/zero: mapped, it is shared memory without a file."""


def be_called(name: str) -> None:
    """What this process is called where processes are listed, up to 15 letters."""
    _prctl(SET_NAME, name.encode())


def die_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """Be ended when the process ends that has started this one."""
    _prctl(SET_DEATH_SIGNAL, by)


def enter(pid: int) -> None:
    """Be in the box of a process: what is forked from now on lives there, with all rights in it and none elsewhere."""
    process = os.pidfd_open(pid)
    if _libc().setns(process, NAMESPACES) != 0:
        raise OSError(ctypes.get_errno(), f"the box cannot be entered: {os.strerror(ctypes.get_errno())}")
    os.close(process)


def settle(user: int | None, profile: Profile = Profile.SANDBOX) -> None:
    """In a box: become one of its users, give up all capabilities for good, and have system calls filtered."""
    _become(user)
    die_with_parent()
    _prctl(SET_NO_NEW_RIGHTS, 1)
    _filter_calls(profile)


def wall_in(
    readable: Sequence[str],
    champion: str,
    own: Sequence[str],
    alone: bool,
    own_mb: int,
    user: int | None = None,
    profile: Profile = Profile.PROCESS,
) -> None:
    """Without a box: build what walls there are; none can be taken down again.

    Besides what is `readable`, it reads the champion's file or folder, and writes to what is its `own`. Who is `alone`
    can start no other process, nor signal any. Root becomes `user`, for whom the kernel bounds what is its own.
    """
    if user is not None:
        mounts.expose(readable, champion, own, user, own_mb)
        _become(user)
    die_with_parent()
    _prctl(SET_NO_NEW_RIGHTS, 1)
    if landlock_version() > 0:
        _landlock(_libc(), [*readable, champion], own)
    _filter_calls(profile, alone=os.getpid() if alone else 0)


def _become(user: int | None) -> None:
    """Have no capabilities, and be another user if one is given."""
    for right in range(64):
        if _libc().prctl(DROP_RIGHT, right, 0, 0, 0) != 0:
            break
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if _libc().capset(CAPABILITIES, bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), "capset")
    _prctl(SET_DUMPABLE, 1)  # its own /proc/self is its own, and the engine may look at its memory


def _filter_calls(profile: Profile, alone: int = 0) -> None:
    if seccomp.supported():
        lines = seccomp.program(profile, alone)
        code = ctypes.create_string_buffer(lines, len(lines))
        told = ctypes.create_string_buffer(struct.pack("@HP", len(lines) // 8, ctypes.addressof(code)))
        _prctl(SET_SECCOMP, FILTER, ctypes.c_void_p(ctypes.addressof(told)))


def _prctl(order: int, *values: Any) -> None:
    if _libc().prctl(order, *values, *[0] * (4 - len(values))) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({order})")


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def landlock_version() -> int:
    """The version of landlock that the kernel has; 0 for none."""
    if os.uname().machine not in seccomp.MACHINES:
        return 0
    version: int = _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    return max(version, 0)


def _landlock(libc: ctypes.CDLL, readable: Sequence[str], writable: Sequence[str]) -> None:
    version = landlock_version()
    rights = RIGHTS[min(version, max(RIGHTS))]
    fields = [rights, *([TCP] if version >= 4 else []), *([SCOPES] if version >= 6 else [])]
    told = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = libc.syscall(CREATE_RULESET, told, ctypes.c_size_t(len(told)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock")
    for path in readable:
        _allow(libc, ruleset, path, READ & rights)
    for path in writable:
        _allow(libc, ruleset, path, rights)
    for path in DEVICES:
        _allow(libc, ruleset, path, (READ_FILE | WRITE_FILE) & rights)
    if libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock")
    os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    """Some rights over a path and all beneath it; one that does not exist is left out."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rights &= rights if os.path.isdir(path) else FILE_ONLY
    rule = struct.pack("=Qi", rights, place)
    libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    os.close(place)


def tasks_of_user() -> int:
    """How many processes and threads this user has: the kernel's limit is for all of them together."""
    found = 0
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            if os.stat(f"/proc/{entry}").st_uid == os.getuid():
                found += len(os.listdir(f"/proc/{entry}/task"))
    return found
