"""Confinement that a process puts on itself for good: another user, no capabilities, a seccomp filter, and landlock.

Numbers are those of the kernel's headers (linux/prctl.h, linux/landlock.h, linux/capability.h, linux/sched.h).
"""

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

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NAME, PR_CAPBSET_DROP = 1, 4, 15, 24
PR_SET_PTRACER, ANY_TRACER = 0x59616D61, ctypes.c_ulong(-1)
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
CAPABILITIES = struct.pack("=Ii", 0x20080522, 0)
"""The header of capset(2): version 3, for this process."""
NAMESPACES = 0x7E020000
"""The namespaces of a box: mounts, control groups, host names, IPC, users, processes and networks."""
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE = 1, 2, 4, 8, 1 << 14
READ = EXECUTE | READ_FILE | READ_FOLDER
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All file rights that a version of landlock knows."""
TCP, SCOPES = 3, 3
"""What is refused besides files: to bind and connect TCP sockets; abstract sockets and signals of other processes."""
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random", "/dev/full")
"""Not /dev/zero: a shared mapping of it is memory that counts for no process once it is unmapped."""


def set_name(name: str) -> None:
    """Name this process in process lists; the kernel keeps 15 bytes."""
    _prctl(PR_SET_NAME, name.encode())


def die_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when its parent ends, so that nothing outlives the engine."""
    _prctl(PR_SET_PDEATHSIG, by)


def allow_debuggers() -> None:
    """Let a debugger of the same user attach to this process where Yama allows only parents to."""
    with suppress(OSError):
        _prctl(PR_SET_PTRACER, ANY_TRACER)


def enter(pid: int) -> None:
    """Join all namespaces of a process in a box. Children forked from now on are in it, with all rights there only.

    With a pidfd, setns(2) joins all of them in one call, or none.
    """
    pidfd = os.pidfd_open(pid)
    if _libc().setns(pidfd, NAMESPACES) != 0:
        raise OSError(ctypes.get_errno(), f"the box cannot be entered: {os.strerror(ctypes.get_errno())}")
    os.close(pidfd)


def prepare() -> None:
    """Make what each process that is forked from this one would make for itself: filters, the hold on the C library."""
    _libc()
    if seccomp.supported():
        for profile in Profile:
            seccomp.program(profile, 0)  # with the arguments of `_filter_calls`, by which it is cached


def confine_in_box(user: int | None, profile: Profile = Profile.SANDBOX) -> None:
    """In a box: become one of its users, give up all capabilities for good, and install the filter of system calls."""
    _become(user)
    die_with_parent()  # after _become: a change of user clears the setting
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel takes a filter from an ordinary user only with this
    _filter_calls(profile)


def confine_process(
    readable: Sequence[str],
    champion: str,
    own: Sequence[str],
    single_process: bool,
    own_mb: int,
    user: int | None = None,
    profile: Profile = Profile.PROCESS,
) -> None:
    """Without a box: confine this process by user, landlock and seccomp, as far as this kernel has them.

    It may read `readable` and the champion's file or folder, and write to its `own` folders. As a `single_process` it
    can start no other process, nor signal any. Root becomes `user`, whose own folders are a tmpfs of `own_mb`.
    """
    if user is not None:
        mounts.expose(readable, champion, own, user, own_mb)
        _become(user)
    die_with_parent()  # after _become: a change of user clears the setting
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel takes rules and a filter from an ordinary user only with this
    if landlock_version() > 0:
        _landlock(_libc(), [*readable, champion], own)
    _filter_calls(profile, single_pid=os.getpid() if single_process else 0)


def _become(user: int | None) -> None:
    """Drop all capabilities for good, and become another user if one is given."""
    for capability in range(64):  # from the bounding set: else a program that is executed could give them back
        if _libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break  # the kernel has no more, or this process has no right to drop them
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if _libc().capset(CAPABILITIES, bytes(24)) != 0:
        raise OSError(ctypes.get_errno(), f"capset: {os.strerror(ctypes.get_errno())}")
    # A change of user or capabilities makes a process "not dumpable": its /proc/self then belongs to root, and an
    # engine that is an ordinary user could not read how much memory it uses.
    _prctl(PR_SET_DUMPABLE, 1)


def _filter_calls(profile: Profile, single_pid: int = 0) -> None:
    """Install the seccomp filter; its instructions are 8 bytes each, and are passed as a `struct sock_fprog`."""
    if seccomp.supported():
        code = seccomp.program(profile, single_pid)
        instructions = ctypes.create_string_buffer(code, len(code))
        program = ctypes.create_string_buffer(struct.pack("@HP", len(code) // 8, ctypes.addressof(instructions)))
        _prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_void_p(ctypes.addressof(program)))


def _prctl(option: int, *values: Any) -> None:
    if _libc().prctl(option, *values, *[0] * (4 - len(values))) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}): {os.strerror(ctypes.get_errno())}")


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def landlock_version() -> int:
    """The version of landlock's ABI that the kernel has; 0 for none."""
    if os.uname().machine not in seccomp.MACHINES:
        return 0
    version: int = _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    return max(version, 0)


def _landlock(libc: ctypes.CDLL, readable: Sequence[str], writable: Sequence[str]) -> None:
    """Refuse this process all files but these, and where the kernel can, TCP and signals to others.

    The C library has no functions for it, so it is called by number.
    """
    version = landlock_version()
    rights = RIGHTS[min(version, max(RIGHTS))]
    fields = [rights, *([TCP] if version >= 4 else []), *([SCOPES] if version >= 6 else [])]
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), f"landlock: {os.strerror(ctypes.get_errno())}")
    for path in readable:
        _allow(libc, ruleset, path, READ & rights)
    for path in writable:
        _allow(libc, ruleset, path, rights)
    for path in DEVICES:
        _allow(libc, ruleset, path, (READ_FILE | WRITE_FILE) & rights)
    if libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), f"landlock: {os.strerror(ctypes.get_errno())}")
    os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    """Allow some rights over a path and all beneath it; a path that does not exist is left out."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rights &= rights if os.path.isdir(path) else FILE_ONLY  # the kernel refuses rights of folders over a file
    rule = struct.pack("=Qi", rights, file)
    libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    os.close(file)


def tasks_of_user() -> int:
    """How many processes and threads this user has: RLIMIT_NPROC counts all of them together."""
    tasks = 0
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError):
            if os.stat(f"/proc/{entry}").st_uid == os.getuid():
                tasks += len(os.listdir(f"/proc/{entry}/task"))
    return tasks
