"""Hostile builds: each promise of the jail, tried by a champion's folder that means to break it.

After each: the host is unharmed, no process and no file is left, and the message names what happened.
"""

from __future__ import annotations

import os
import re
import select
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from joute.champions.building import jail
from joute.champions.building.job import BuildLimits
from joute.champions.hosting import usage
from tests.champions.processes import living

from .build_support import KEPT, MARK, SECRET, Build, made, refused

# 1. It has no rights


def test_1_a_build_writes_to_no_kernel_setting(build: Build) -> None:
    settings = ("kernel/printk_ratelimit_burst", "kernel/core_pattern", "kernel/hostname", "vm/swappiness")
    before = {name: Path("/proc/sys", name).read_text() for name in settings}
    tries = "".join(f"(echo 77 > /proc/sys/{name}) 2>/dev/null && echo {name} >> done\n" for name in settings)
    assert made(build(f"{tries} true")) == []
    assert {name: Path("/proc/sys", name).read_text() for name in settings} == before


def test_1_a_build_is_an_ordinary_user_without_rights(build: Build) -> None:
    place = build("id -u > user; id -G > groups; grep -E '^(Cap|NoNew|Seccomp:)' /proc/$PPID/status > rights; true")
    assert int((place / "user").read_text()) >= 1000
    assert (place / "groups").read_text().split()[0] not in ("0", "")
    rights = dict(line.split(":\t") for line in (place / "rights").read_text().splitlines())
    assert {value.strip("0") for name, value in rights.items() if name.startswith("Cap") and name != "CapBnd"} == {""}
    assert (rights["NoNewPrivs"], rights["Seccomp"]) == ("1", "2")


TRIES = {
    "reads the list of passwords": "cat /etc/shadow",
    "reads the list of users": "cat /etc/passwd",
    "reads a file of ours": "cat {secret}",
    "writes to the system": "touch /usr/joute-hostile",
    "writes to the root": "touch /joute-hostile",
    "writes to shared memory": "touch /dev/shm/joute-hostile",
    "writes beside a file of ours": "touch {secret}-joute-hostile",
    "opens a file of ours to all": "chmod 777 {secret}",
    "mounts": "mount -t tmpfs x /tmp",
    "makes namespaces": "unshare -U true",
    "makes a device": "mknod zero c 1 5",
    "becomes root": "setpriv --reuid 0 true",
    "opens a socket": "/usr/bin/python3 -S -c 'import socket; socket.socket()'",
    "calls the loopback": "/usr/bin/python3 -S -c 'import socket; socket.create_connection((\"127.0.0.1\", 9))'",
    "traces a process": "/usr/bin/python3 -S -c 'import ctypes; exit(ctypes.CDLL(None).ptrace(16, 1, 0, 0) == -1)'",
    "reads the memory of another": "head -c1 /proc/1/mem",
}


@pytest.mark.parametrize("text", TRIES.values(), ids=TRIES)
def test_1_what_is_refused(build: Build, tmp_path: Path, text: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o600)
    place = build(f"({text.format(secret=secret)}) > said 2>&1 && echo done > done; true")
    assert made(place) == ["said"]
    assert SECRET not in (place / "said").read_text()
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == (SECRET, 0o600)
    assert [path.name for path in tmp_path.glob("*joute-hostile")] == []


# 6. Limits


LIMITS = {
    "writes too much": ("yes | head -c 64M > x", r"(No space left|File too large|File size limit|signal 25)"),
    "writes many files too large together": (
        "for i in 1 2 3 4; do yes | head -c 12M > $i || exit 1; done; cat; sleep 60",
        r"a build may write 32 MB in all|\d+ MB of temporary files; the limit is 32 MB",
    ),
    "makes too many files": (
        "/usr/bin/python3 -S -c 'for n in range(100000): open(str(n), \"x\").close()'",
        r"it had \d+ temporary files; the limit is 10000",
    ),
    "leaves too many files": ("for i in $(seq 60); do echo > $i; done", "the build has left more than 50 files"),
    "leaves too much": ("yes | head -c 9M > x", "the build has left more than 8 MB: 'x'"),
    "leaves folders too deep": ("mkdir -p " + "d/" * 30, "folders that are more than 20 deep"),
    "forks without end": (
        "/usr/bin/python3 -S -c 'import os, signal\nfor n in range(1000):\n  if os.fork() == 0: signal.pause()'",
        r"a build may have 32 processes and threads at once|\d+ processes and threads at once; the limit is 32",
    ),
    "takes memory": ("/usr/bin/python3 -S -c 'bytearray(8 << 30)'", "a build may use 256 MB of memory"),
    "takes memory in many processes": (
        'for i in 1 2 3 4; do /usr/bin/python3 -S -c \'import signal\nx = b"x" * (150 << 20)\n'
        "signal.pause()' & done; wait",
        r"its processes used \d+ MB of memory; the limit is 256 MB",
    ),
    "opens files without end": (
        "/usr/bin/python3 -S -c 'x = []\nwhile True: x.append(open(\"/dev/null\"))'",
        r"a build may have 1024 files open at once|had \d+ files open at once; the limit is 1024",
    ),
    "kills everything it sees": ("kill -9 -1; exit 3", r"exit code 3|signal 9"),
    "makes a file of a terabyte": ("truncate -s 1T x", r"File too large|failed|signal 25"),
}


@pytest.mark.parametrize(("text", "why"), LIMITS.values(), ids=LIMITS)
def test_6_a_limit_that_is_met_is_named(build: Build, text: str, why: str) -> None:
    told = refused(build, text)
    assert re.search(why, told), told


def test_6_a_build_that_never_ends_is_ended(build: Build) -> None:
    told = refused(build, "echo begun; exec yes > /dev/null", BuildLimits(time_s=1.0))
    assert "the build was not over after 1 s:\n" in told
    assert told.endswith("begun")


def test_6_a_build_that_stops_its_keeper_is_ended_too(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jail, "GRACE_S", 0.5)
    told = refused(build, "kill -STOP $PPID; while :; do :; done", BuildLimits(time_s=0.5))
    assert "the build was not over after 0.5 s" in told


def test_6_what_runs_on_dies_with_the_jail(build: Build) -> None:
    """A daemon that holds the build's output open; the fixture finds it by its name if it lives."""
    place = build(f"sh -c 'while :; do sleep 1000; done' {MARK} & echo begun > x")
    assert made(place) == ["x"]


def test_6_a_build_that_prints_without_end_is_cut_and_cannot_write_to_a_terminal(build: Build) -> None:
    told = refused(build, "printf 'first\\033]0;title\\007\\033[2J\\n'; yes | head -c 50M; echo last; exit 3")
    assert "failed (exit code 3)" in told
    assert len(told) < 20_000
    assert "first␛]0;title␇␛[2J\n" in told
    assert told.rstrip().endswith("last")
    assert [char for char in told if not char.isprintable() and char != "\n"] == []


def test_6_a_process_that_has_ended_holds_no_files_open() -> None:
    """To an ordinary user the kernel does not show them; nobody is to be stopped for that."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    try:
        assert usage._descriptors(pid, 1024) == 0
    finally:
        os.waitpid(pid, 0)


# An engine that is interrupted or killed


ENGINE = """
import sys
from pathlib import Path
from joute.champions.building import command, jail
from joute.champions.sources.recipe import Recipe
if sys.argv[1] != jail.Isolation.BOX:
    jail.no_box = lambda: "bubblewrap is not installed"
look = jail.RunningBuild._check_limits
def told(self):
    look(self)
    print(self._process.tmp or "none", flush=True)
jail.RunningBuild._check_limits = told
endless = ("sh", "-c", "while :; do sleep 9; done", sys.argv[3])
command.built(Recipe("other", Path(sys.argv[2]), "", endless, ("x",)), None)
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("how", KEPT)
def test_an_engine_that_ends_leaves_no_process_and_no_folder(
    tmp_path: Path, cache: Path, how: jail.Isolation, end: signal.Signals
) -> None:
    folder, mark = tmp_path / "mine", f"{MARK}-ended"
    folder.mkdir()
    words = [sys.executable, "-c", ENGINE, str(how), str(folder), mark]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as engine:
        assert engine.stdout is not None
        for line in engine.stdout:  # it tells ten times a second that it waits
            tmp = line.decode().strip()
            if set(living(mark)) - {engine.pid}:
                break
        watched = [os.pidfd_open(pid) for pid in living(mark)]
        engine.send_signal(end)
        for watch in watched:
            assert select.select([watch], [], [], 30)[0]
            os.close(watch)
    until = time.monotonic() + 20
    while left := living(mark) or os.path.exists(tmp):  # who watched over it removes its folder
        assert time.monotonic() < until, left
        time.sleep(0.01)
    assert list((cache / "built").iterdir()) == []
