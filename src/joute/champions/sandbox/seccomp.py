"""The filter of system calls: the kernel refuses all but those on a list, and checks the arguments of some.

It is a program for the kernel's packet filter (BPF), written instruction by instruction; see seccomp(2). A champion is
stopped between its turns by SIGSTOP where there is no cgroup freezer, so no call may cause a SIGCONT: not `kill` and
its like, no timer with a chosen signal, and none by a descriptor (F_SETSIG) or by the death of a parent or child.
"""

from __future__ import annotations

import errno
import os
import signal
import struct
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from . import syscalls

LOAD, AND, JUMP_EQUAL, JUMP_ABOVE, JUMP_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x25, 0x35, 0x45, 0x06
NUMBER, ARCH = 0, 4
FIRST, SECOND, THIRD, FOURTH = 16, 24, 32, 40
"""Offsets of the lower halves of the arguments in `struct seccomp_data`; those that are checked are 32-bit integers."""
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
X32, JUMP_MOST = 0x40000000, 255
UNIFIED = 424
"""From here on all machines have the same numbers. These calls are recent: on ENOSYS, libraries use older ones."""

NAMESPACES, CLONE_PARENT, CLONE_PTRACE, CLONE_THREAD = 0x7E020000, 0x8000, 0x2000, 0x10000
EXIT_SIGNAL = 0xFF
"""The bits of clone(2) that choose the signal by which the parent learns of the child's end."""
FCNTL = {"F_DUPFD": 0, "F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_SETFL": 4, "F_DUPFD_CLOEXEC": 1030}
FCNTL |= {"F_GETPIPE_SZ": 1032}
"""The allowed commands of fcntl(2): no lock, lease or notification, no owner or signal, no larger pipe."""
IOCTL = {"TCGETS": 0x5401, "TIOCGWINSZ": 0x5413, "FIONREAD": 0x541B, "FIONBIO": 0x5421, "FIONCLEX": 0x5450}
IOCTL |= {"FIOCLEX": 0x5451}
PRCTL = {"PR_GET_PDEATHSIG": 2, "PR_GET_DUMPABLE": 3, "PR_SET_NAME": 15, "PR_GET_NAME": 16, "PR_GET_SECCOMP": 21}
PRCTL |= {"PR_CAPBSET_READ": 23, "PR_SET_NO_NEW_PRIVS": 38, "PR_GET_NO_NEW_PRIVS": 39, "PR_GET_THP_DISABLE": 42}
PRCTL |= {"PR_SET_VMA": 0x53564D41}
"""The allowed options of prctl(2). Not PR_SET_DUMPABLE: it would hide its memory from an engine of the same user."""
AF_UNIX = 1
MAP_SHARED, MAP_ANONYMOUS, MAP_HUGETLB = 0x01, 0x20, 0x40000


class Machine(NamedTuple):
    """An architecture: its AUDIT_ARCH number, and its column in the tables of `syscalls.py`."""

    arch: int
    column: int


MACHINES = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}


class Profile(Enum):
    """What a filter is for: a match in a sandbox, a match in a process without one, or a build."""

    SANDBOX = "sandbox"
    PROCESS = "process"
    BUILD = "build"


COMMON = syscalls.FILES + syscalls.MEMORY + syscalls.WAITING + syscalls.TIME + syscalls.PROCESSES + syscalls.PAIRS
ALLOWED = {
    Profile.SANDBOX: COMMON + syscalls.ATTRIBUTES,
    # No chmod and the like: landlock does not cover the attributes of files, and this filter cannot see paths.
    Profile.PROCESS: COMMON,
    Profile.BUILD: COMMON + syscalls.ATTRIBUTES + syscalls.LINKS,
}


def supported() -> bool:
    return os.uname().machine in MACHINES


@cache
def program(profile: Profile, single_pid: int = 0, machine: str = "") -> bytes:
    """The filter for a machine, by default this one.

    With `single_pid`, the pid of the process that installs it, that process cannot start others (EAGAIN, as if there
    were too many already), and can send signals only to itself (0 is its own group).
    """
    chosen = MACHINES[machine or os.uname().machine]
    lines = [
        _line(LOAD, ARCH),
        _line(JUMP_EQUAL, chosen.arch, yes=1),
        _line(RETURN, KILL),
        _line(LOAD, NUMBER),
        *_answer_if(JUMP_LEAST, X32, errno.ENOSYS),
    ]
    number = syscalls.numbers(syscalls.CHECKED, chosen.column)
    for name, check in _checks(single_pid).items():
        lines += _only_for(number[name], [*check, _line(RETURN, ALLOW)])
    for table, answer in ((syscalls.SYNCS, 0), (syscalls.ABSENT, errno.ENOSYS), (syscalls.FORKS, errno.EAGAIN)):
        if table != syscalls.FORKS or single_pid:
            for refused in syscalls.numbers(table, chosen.column).values():
                lines += _answer_if(JUMP_EQUAL, refused, answer)
    allowed = ALLOWED[profile] + ("" if single_pid else f"|{syscalls.FORKS}")
    lines += _allow(syscalls.numbers(allowed, chosen.column).values())
    lines += _answer_if(JUMP_LEAST, UNIFIED, errno.ENOSYS)
    return b"".join([*lines, _line(RETURN, ERRNO | errno.EPERM)])


def _checks(single_pid: int) -> dict[str, list[bytes]]:
    """For each call whose arguments are checked, lines that refuse what is not allowed and fall through otherwise."""
    own = _require(FIRST, (0, single_pid)) if single_pid else []
    return {
        "mmap": _mmap(),
        "clone": _clone(bool(single_pid)),
        "fcntl": _require(SECOND, FCNTL.values()),
        "ioctl": _require(SECOND, IOCTL.values()),
        "prctl": _require(FIRST, PRCTL.values()),
        "prlimit64": _require(FIRST, (0,)),
        "setpriority": _require(SECOND, (0,)),
        "sched_setscheduler": _require(SECOND, (os.SCHED_OTHER,)),  # mono sets that of each thread to what it is
        "kill": [*own, *_refuse_continue(SECOND)],
        "tkill": [*own, *_refuse_continue(SECOND)],
        "tgkill": [*own, *_refuse_continue(THIRD)],
        "socketpair": _require(FIRST, (AF_UNIX,)),  # language runtimes wake up their own threads by them
    }


def _mmap() -> list[bytes]:
    """No shared memory without a file: once unmapped, its pages count for no process. No huge pages either."""
    return [
        _line(LOAD, FOURTH),
        *_answer_if(JUMP_ANY_BIT, MAP_HUGETLB, errno.EPERM),
        _line(JUMP_ANY_BIT, MAP_ANONYMOUS, no=2),
        *_answer_if(JUMP_ANY_BIT, MAP_SHARED, errno.EPERM),
    ]


def _clone(threads_only: bool) -> list[bytes]:
    """A thread, or a child of the caller whose end is signalled by SIGCHLD or not at all; no new namespace."""
    lines = [_line(LOAD, FIRST), *_answer_if(JUMP_ANY_BIT, NAMESPACES | CLONE_PARENT | CLONE_PTRACE, errno.EPERM)]
    if threads_only:
        lines += [_line(JUMP_ANY_BIT, CLONE_THREAD, yes=1), _line(RETURN, ERRNO | errno.EAGAIN)]
    return [*lines, _line(AND, EXIT_SIGNAL), *_answer_unless((0, signal.SIGCHLD), errno.EPERM)]


def _refuse_continue(argument: int) -> list[bytes]:
    return [_line(LOAD, argument), *_answer_if(JUMP_EQUAL, signal.SIGCONT, errno.EPERM)]


def _require(argument: int, values: Iterable[int]) -> list[bytes]:
    """Refuse the call (EPERM) unless an argument has one of some values."""
    return [_line(LOAD, argument), *_answer_unless(tuple(values), errno.EPERM)]


def _allow(numbers: Iterable[int]) -> list[bytes]:
    """Allow calls by their numbers, consecutive ones by a single range check."""
    lines, ranges = [], list[list[int]]()
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    for first, last in ranges:
        lines += [_line(JUMP_LEAST, first, no=2), _line(JUMP_ABOVE, last, yes=1), _line(RETURN, ALLOW)]
    return lines


def _line(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)


def _answer_if(test: int, value: int, answer: int) -> list[bytes]:
    """Where the test holds, the call is not made and returns this errno; 0 for success."""
    return [_line(test, value, no=1), _line(RETURN, ERRNO | answer)]


def _answer_unless(values: Sequence[int], answer: int) -> list[bytes]:
    """Except for some values, the call is not made and returns this errno."""
    tests = [_line(JUMP_EQUAL, value, yes=len(values) - number) for number, value in enumerate(values)]
    return [*tests, _line(RETURN, ERRNO | answer)]


def _only_for(number: int, lines: list[bytes]) -> list[bytes]:
    """Lines for one system call; they end by returning, since a jump over them is at most JUMP_MOST long."""
    assert len(lines) <= JUMP_MOST
    return [_line(JUMP_EQUAL, number, no=len(lines)), *lines]
