"""The filter of system calls, run on a machine of our own: what it answers for every call, on every architecture."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import struct
import subprocess

import pytest

from joute.champions.sandbox import confine, seccomp, syscalls
from joute.champions.sandbox.seccomp import ALLOW, ERRNO, FCNTL, IOCTL, KILL, MACHINES, PRCTL, Profile, program

EVERY = [(machine, profile) for machine in MACHINES for profile in Profile]
CALLS = range(1024)


def answer(code: bytes, number: int, *values: int, arch: int | None = None, machine: str = "x86_64") -> int:
    """What a program of the packet filter returns for a call."""
    arch = MACHINES[machine].arch if arch is None else arch
    data = struct.pack("=iIQ6Q", number, arch, 0, *values, *[0] * (6 - len(values)))
    lines = list(struct.iter_unpack("=HBBI", code))
    held, at = 0, 0
    while True:
        kind, yes, no, value = lines[at]
        at += 1
        if kind == seccomp.RETURN:
            return value
        if kind == seccomp.LOAD:
            (held,) = struct.unpack_from("=I", data, value)
        elif kind == seccomp.AND:
            held &= value
        else:
            tests = {
                seccomp.JUMP_EQUAL: held == value,
                seccomp.JUMP_ABOVE: held > value,
                seccomp.JUMP_LEAST: held >= value,
                seccomp.JUMP_ANY_BIT: bool(held & value),
            }
            at += yes if tests[kind] else no


def refusal(number: int) -> int:
    return ERRNO | (errno.ENOSYS if number >= 424 else errno.EPERM)


@pytest.mark.parametrize(("machine", "profile"), EVERY)
def test_only_what_is_listed_is_allowed(machine: str, profile: Profile) -> None:
    code, column = program(profile, machine=machine), MACHINES[machine].column
    listed = syscalls.numbers(seccomp.ALLOWED[profile] + "|" + syscalls.FORKS, column)
    allowed = {number for number in CALLS if answer(code, number, machine=machine) == ALLOW}
    checked = syscalls.numbers(syscalls.CHECKED, column)
    assert allowed - set(checked.values()) == set(listed.values())
    done, absent = (set(syscalls.numbers(table, column).values()) for table in (syscalls.SYNCS, syscalls.ABSENT))
    for number in set(CALLS) - set(listed.values()) - set(checked.values()):
        expected = ERRNO if number in done else ERRNO | errno.ENOSYS if number in absent else refusal(number)
        assert answer(code, number, machine=machine) == expected, number


@pytest.mark.parametrize(("machine", "profile"), EVERY)
def test_calls_of_another_architecture_end_the_process(machine: str, profile: Profile) -> None:
    code = program(profile, machine=machine)
    for arch in (0, 0x40000003, *(other.arch for name, other in MACHINES.items() if name != machine)):
        assert answer(code, 0, arch=arch) == KILL
    assert answer(code, 0x40000000, machine=machine) == ERRNO | errno.ENOSYS
    assert len(code) // 8 <= 4096


LISTS = {
    "fcntl": (1, FCNTL, range(1100)),
    "ioctl": (1, IOCTL, range(0x5400, 0x5480)),
    "prctl": (0, PRCTL, range(80)),
    "sched_setscheduler": (1, {"SCHED_OTHER": 0}, range(8)),
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(("machine", "profile"), EVERY)
def test_commands_are_allowed_by_a_list(machine: str, profile: Profile, name: str) -> None:
    place, commands, tried = LISTS[name]
    code, number = program(profile, machine=machine), syscalls.numbers(syscalls.CHECKED, MACHINES[machine].column)[name]
    for command in {*tried, *commands.values(), 2**31, 2**32 - 1}:
        values = [*[7] * place, command]
        expected = ALLOW if command in commands.values() else refusal(number)
        assert answer(code, number, *values, machine=machine) == expected, command


@pytest.mark.parametrize(("machine", "profile"), EVERY)
def test_no_signal_lets_a_stopped_process_go_on(machine: str, profile: Profile) -> None:
    code, numbers = program(profile, machine=machine), syscalls.numbers(syscalls.CHECKED, MACHINES[machine].column)
    for name, place in {"kill": 1, "tkill": 1, "tgkill": 2}.items():
        for sent in range(65):
            expected = refusal(numbers[name]) if sent == signal.SIGCONT else ALLOW
            assert answer(code, numbers[name], *[9] * place, sent, machine=machine) == expected
    for told in range(256):
        expected = ALLOW if told in (0, signal.SIGCHLD) else refusal(0)
        assert answer(code, numbers["clone"], told, machine=machine) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_who_is_alone_starts_threads_and_no_process(machine: str) -> None:
    code, column = program(Profile.PROCESS, 42, machine), MACHINES[machine].column
    numbers = syscalls.numbers(f"{syscalls.CHECKED}|{syscalls.FORKS}", column)
    thread = 0x3D0F00
    assert answer(code, numbers["clone"], thread, machine=machine) == ALLOW
    assert answer(code, numbers["clone"], signal.SIGCHLD, machine=machine) == ERRNO | errno.EAGAIN
    for name in set(numbers) & {"fork", "vfork"}:
        assert answer(code, numbers[name], machine=machine) == ERRNO | errno.EAGAIN
    for to, expected in {0: ALLOW, 42: ALLOW, 41: refusal(0), 2**32 - 1: refusal(0)}.items():
        assert answer(code, numbers["kill"], to, signal.SIGTERM, machine=machine) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_sockets_come_in_pairs_and_of_one_family(machine: str) -> None:
    number = syscalls.numbers(syscalls.CHECKED, MACHINES[machine].column)["socketpair"]
    answers = {
        (profile, family): answer(program(profile, machine=machine), number, family, machine=machine)
        for profile in Profile
        for family in (1, 2, 30)
    }
    assert [pair for pair, told in answers.items() if told == ALLOW] == [(profile, 1) for profile in Profile]


@pytest.mark.parametrize(("machine", "profile"), EVERY)
def test_memory_is_private_or_of_a_file(machine: str, profile: Profile) -> None:
    code, number = (
        program(profile, machine=machine),
        syscalls.numbers(syscalls.CHECKED, MACHINES[machine].column)["mmap"],
    )
    shared, private, validated, anonymous, huge, fixed = 1, 2, 3, 0x20, 0x40000, 0x10
    expected = {private: True, shared: True, validated: True, private | anonymous: True, private | fixed: True}
    expected |= {shared | anonymous: False, validated | anonymous: False, private | anonymous | huge: False}
    for flags, allowed in expected.items():
        told = answer(code, number, 0, 4096, 3, flags, machine=machine)
        assert told == (ALLOW if allowed else refusal(number)), flags


HEADERS = {
    "x86_64": "#include <asm/unistd_64.h>\n",
    "aarch64": "#define __BITS_PER_LONG 64\n#define __ARCH_WANT_NEW_STAT\n#define __ARCH_WANT_RENAMEAT\n"
    "#define __ARCH_WANT_SET_GET_RLIMIT\n#include <asm-generic/unistd.h>\n",
}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is missing: make system")
@pytest.mark.parametrize("machine", sorted({"aarch64", os.uname().machine}))
def test_the_numbers_are_the_kernel_s(machine: str) -> None:
    made = subprocess.run(["gcc", "-E", "-dM", "-"], input=HEADERS[machine], capture_output=True, text=True, check=True)
    defined = dict(re.findall(r"#define (\w+) (\w+)", made.stdout))

    def number(name: str) -> int:
        value = defined[f"__NR_{name}"]
        while not value.isdecimal():
            value = defined[value]
        return int(value)

    tables = [text for name, text in vars(syscalls).items() if name.isupper()]
    column = MACHINES[machine].column
    known = {name: value for text in tables for name, value in syscalls.numbers(text, column).items()}
    assert len(known) > 140
    assert known == {name: number(name) for name in known}
    every = {name for text in tables for name in syscalls.numbers(text, 0)}
    assert not {name for name in every - set(known) if f"__NR_{name}" in defined}


def test_a_fork_server_makes_all_filters_that_hosts_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confine, "_prctl", lambda *values: None)
    confine.prepare()
    made = seccomp.program.cache_info().misses
    for profile in Profile:
        confine._filter_calls(profile)
    assert seccomp.program.cache_info().misses == made
