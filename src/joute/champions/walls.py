"""The walls that a process builds around itself where there is no sandbox: no new rights, landlock, seccomp."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from collections.abc import Sequence
from contextlib import suppress

from . import seccomp

SET_DEATH_SIGNAL, SET_SECCOMP, SET_NO_NEW_RIGHTS, FILTER = 1, 22, 38, 2
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE = 1, 2, 4, 8, 1 << 14
READ = EXECUTE | READ_FILE | READ_FOLDER
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All rights over files that a version of landlock knows."""
TCP, SCOPES = 3, 3
"""Binding and connecting; signals and abstract sockets of others."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full")


def wall_in(readable: Sequence[str], writable: Sequence[str], alone: bool) -> None:
    """Build what walls there are; none can be taken down again. Who is `alone` can start no other process."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    libc.prctl(SET_NO_NEW_RIGHTS, 1, 0, 0, 0)
    if landlock_version() > 0:
        _landlock(libc, readable, writable)
    if seccomp.supported():
        program = seccomp.program(keep_group=True, alone=alone)
        code = ctypes.create_string_buffer(program, len(program))
        told = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))
        if libc.prctl(SET_SECCOMP, FILTER, ctypes.c_void_p(ctypes.addressof(told)), 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "seccomp")


def landlock_version() -> int:
    """The version of landlock that the kernel has; 0 for none."""
    if os.uname().machine not in seccomp.MACHINES:
        return 0
    version: int = ctypes.CDLL(None, use_errno=True).syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
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
