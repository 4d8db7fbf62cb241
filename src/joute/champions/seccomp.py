"""The filter of system calls: what no champion has any business with is refused by the kernel.

Written as a program for the kernel's packet filter (BPF), instruction by instruction; see seccomp(2).
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

LOAD, JUMP_EQUAL, JUMP_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
"""Offsets in what the kernel gives the filter."""
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NAMESPACES = 0x7E020080
"""The flags of clone(2) that ask for namespaces of one's own."""
THREAD = 0x00010000
"""The flag of clone(2) that asks for a thread, not for a process."""
TYPE_INTO_TERMINAL = 0x5412
SET_OWNER, SET_OWNER_TOO = (8, 15), (0x8901, 0x8902)
"""The orders of fcntl(2) and ioctl(2) that have the kernel send signals to whomever."""
X32 = 0x40000000
JUMP_MOST = 255


class Machine(NamedTuple):
    """An architecture: its number for the kernel and those of the system calls that are refused."""

    arch: int
    refused: dict[str, int]
    clone: int
    ioctl: int
    leave_group: dict[str, int]
    others: dict[str, int]
    """By which other processes are started, and signals sent to them."""
    signal: dict[str, int]
    """By which signals are sent, to others or to oneself."""
    fcntl: int


NEWER = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "clone3": 435,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
    "quotactl_fd": 443,
    "memfd_secret": 447,
}
"""These have one number everywhere."""
OLDER = """
socket 41 198 | connect 42 203 | accept 43 202 | bind 49 200 | listen 50 201 | accept4 288 242
ptrace 101 117 | mount 165 40 | umount2 166 39 | pivot_root 155 41 | chroot 161 51 | swapon 167 224
swapoff 168 225 | reboot 169 142 | sethostname 170 161 | setdomainname 171 162 | init_module 175 105
delete_module 176 106 | quotactl 179 60 | kexec_load 246 104 | add_key 248 217 | request_key 249 218
keyctl 250 219 | unshare 272 97 | perf_event_open 298 241 | fanotify_init 300 262 | name_to_handle_at 303 264
open_by_handle_at 304 265 | clock_adjtime 305 266 | setns 308 268 | process_vm_readv 310 270
process_vm_writev 311 271 | kcmp 312 272 | finit_module 313 273 | kexec_file_load 320 294 | bpf 321 280
userfaultfd 323 282 | settimeofday 164 170 | adjtimex 159 171 | clock_settime 227 112 | acct 163 89
syslog 103 116 | personality 135 92 | move_pages 279 239 | migrate_pages 256 238 | mbind 237 235
set_mempolicy 238 237 | sched_setaffinity 203 122 | shmget 29 194 | memfd_create 319 279
msgget 68 186 | semget 64 190 | mq_open 240 180 | inotify_init1 294 26 | vhangup 153 58 | remap_file_pages 216 234
"""
"""These have one number on x86_64, and another on aarch64."""
ONLY_X86_64 = {"iopl": 172, "ioperm": 173, "create_module": 174, "uselib": 134, "lookup_dcookie": 212}
ONLY_X86_64 |= {"inotify_init": 253, "modify_ldt": 154, "nfsservctl": 180}
OWN = """
prlimit64 302 261 0 | sched_setscheduler 144 119 0 | sched_setparam 142 118 0 | sched_setattr 314 274 0
setpriority 141 140 1 | ioprio_set 251 30 1
"""
"""These may be made for oneself only: one of their arguments, the first or the second, must be 0."""
STAY, PRCTL = 1, {"x86_64": 157, "aarch64": 167}
"""The order of prctl(2) that would let a process outlive the one that started it."""


def _older(column: int) -> dict[str, int]:
    entries = [entry.split() for line in OLDER.strip().splitlines() for entry in line.split("|")]
    return {entry[0]: int(entry[column]) for entry in entries}


MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        _older(1) | ONLY_X86_64 | NEWER,
        clone=56,
        ioctl=16,
        leave_group={"setsid": 112, "setpgid": 109},
        others={"fork": 57, "vfork": 58, "tkill": 200, "pidfd_send_signal": 424},
        signal={"kill": 62, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297},
        fcntl=72,
    ),
    "aarch64": Machine(
        0xC00000B7,
        _older(2) | NEWER,
        clone=220,
        ioctl=29,
        leave_group={"setsid": 157, "setpgid": 154},
        others={"tkill": 130, "pidfd_send_signal": 424},
        signal={"kill": 129, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240},
        fcntl=25,
    ),
}
ANSWERS = {"clone3": errno.ENOSYS, "memfd_create": errno.ENOSYS, "fork": errno.EAGAIN, "vfork": errno.EAGAIN}
"""For the first two there is an older way, which libraries take when told that there is no such call."""


def supported() -> bool:
    return os.uname().machine in MACHINES


@cache
def program(keep_group: bool = False, alone: int = 0) -> bytes:
    """The filter for this machine.

    With `keep_group`, no process may leave the group in which it is killed; the one that is `alone` may start no other,
    as if there were too many already, and send signals to none but itself (0 is its own group).
    """
    machine = MACHINES[os.uname().machine]
    refused = machine.refused | (machine.leave_group if keep_group else {}) | (machine.others if alone else {})
    lines = [
        _line(LOAD, ARCH),
        _line(JUMP_EQUAL, machine.arch, yes=1),
        _line(RETURN, KILL),
        _line(LOAD, NUMBER),
        *_refuse(JUMP_LEAST, X32, errno.ENOSYS),
    ]
    for name, number in refused.items():
        lines += _refuse(JUMP_EQUAL, number, ANSWERS.get(name, errno.EPERM))
    flags = [_line(LOAD, FIRST_ARGUMENT), *_refuse(JUMP_ANY_BIT, NAMESPACES, errno.EPERM)]
    if alone:
        flags += [_line(JUMP_ANY_BIT, THREAD, yes=1), _line(RETURN, ERRNO | errno.EAGAIN)]
    lines += _unless(machine.clone, flags)
    for number, place in _own(machine):
        lines += _unless(number, [_line(LOAD, place), *_refuse_other((0,), errno.EPERM)])
    if keep_group:
        words = [_line(LOAD, FIRST_ARGUMENT), *_refuse(JUMP_EQUAL, STAY, errno.EPERM)]
        lines += _unless(PRCTL[os.uname().machine], words)
    if alone:
        for number in machine.signal.values():
            lines += _unless(number, [_line(LOAD, FIRST_ARGUMENT), *_refuse_other((0, alone), errno.EPERM)])
        lines += _unless(machine.fcntl, _refuse_orders(SET_OWNER))
    lines += _unless(machine.ioctl, _refuse_orders((TYPE_INTO_TERMINAL, *(SET_OWNER_TOO if alone else ()))))
    return b"".join([*lines, _line(RETURN, ALLOW)])


def _refuse_orders(orders: Iterable[int]) -> list[bytes]:
    """Calls whose second argument says what is to be done, but for some."""
    lines = [_line(LOAD, SECOND_ARGUMENT)]
    for order in orders:
        lines += _refuse(JUMP_EQUAL, order, errno.EPERM)
    return lines


def _own(machine: Machine) -> list[tuple[int, int]]:
    """The calls that may be made for oneself only, and where the argument is that must be 0."""
    column = list(MACHINES.values()).index(machine) + 1
    entries = [entry.split() for line in OWN.strip().splitlines() for entry in line.split("|")]
    return [(int(entry[column]), (FIRST_ARGUMENT, SECOND_ARGUMENT)[int(entry[3])]) for entry in entries]


def _line(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)


def _refuse(test: int, value: int, answer: int) -> list[bytes]:
    """Where the test holds, the call fails with an answer."""
    return [_line(test, value, no=1), _line(RETURN, ERRNO | answer)]


def _refuse_other(values: Sequence[int], answer: int) -> list[bytes]:
    """But for some values, the call fails with an answer."""
    tests = [_line(JUMP_EQUAL, value, yes=len(values) - number) for number, value in enumerate(values)]
    return [*tests, _line(RETURN, ERRNO | answer)]


def _unless(number: int, lines: list[bytes]) -> list[bytes]:
    """Lines that are for one system call alone."""
    whole = [*lines, _line(LOAD, NUMBER)]
    assert len(whole) <= JUMP_MOST
    return [_line(JUMP_EQUAL, number, no=len(whole)), *whole]
