"""Hostile builds: each promise of the jail, tried by a champion's folder that means to break it.

After each: the host is unharmed, no process and no file is left, and the message names what happened.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions import doctor
from joute.champions.building import command, jail, store
from joute.champions.building.job import BUILD, BuildFailed, BuildLimits, File, Job
from joute.champions.errors import ChampionError
from joute.champions.find import find
from joute.champions.limits import Hosting, Level, NoSandbox
from joute.champions.native import build as native
from joute.champions.process import HostProcess
from joute.champions.recipe import Recipe
from joute.cli.main import main
from joute.core.game import Game
from joute.match.referee import Referee
from tests.living import living

ROOT = os.geteuid() == 0
KEPT = [jail.Kept.BOX, *([jail.Kept.USER] if ROOT else [])]
"""Where builds run: an ordinary user has them in a box or not at all."""
SMALL = BuildLimits(time_s=60.0, memory_mb=256, processes=32, written_mb=32, output_mb=8, output_files=50)
IDLE = '#include "api.hh"\nvoid jouer_placement() {}\nvoid jouer_marche() {}\n'
MARK = f"hostile-build-{os.getpid()}"
"""In the command of what a build starts."""
SECRET = "the-secret-is-out"

Build = Callable[..., Path]


@pytest.fixture(params=KEPT)
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> jail.Kept:
    """Where bubblewrap works, and where it does not."""
    if request.param != jail.Kept.BOX:
        monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    return request.param


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for kind in ("built", "native"):
        (tmp_path / "cache" / "joute" / kind).mkdir(parents=True, mode=0o700)
    return tmp_path / "cache" / "joute"


@pytest.fixture
def build(tmp_path: Path, kept: jail.Kept, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """Build a folder by a shell command; after it nothing is left of the build but what it made."""
    started: list[HostProcess] = []

    class Noted(HostProcess):
        def _start(self, *rest: Any) -> None:
            started.append(self)
            super()._start(*rest)

    monkeypatch.setattr(jail, "HostProcess", Noted)

    def run(text: str, limits: BuildLimits = SMALL, **files: str) -> Path:
        folder = tmp_path / "mine"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name.replace("__", ".")).write_text(content)
        return command.built(Recipe("other", folder, "", ("sh", "-c", text, MARK), ("x",)), limits)

    yield run
    assert started
    assert [pid for process in started for pid in living(process.mark)] == []
    assert living(MARK) == []
    assert [process.tmp for process in started if process.tmp is not None and os.path.exists(process.tmp)] == []
    assert leftovers() == set()
    assert [path for path in (cache / "built").iterdir() if path.name.startswith("new-")] == []


def leftovers() -> set[str]:
    """What lies where a hostile build might leave something."""
    return {str(path) for place in ("/tmp", "/dev/shm", "/var/tmp") for path in Path(place).glob("*hostile*")}


def refused(build: Build, text: str, limits: BuildLimits = SMALL) -> str:
    with pytest.raises(ChampionError) as told:
        build(text, limits)
    return str(told.value)


def made(place: Path) -> list[str]:
    return sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())


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


# 2 and 3. What it leaves is a hostile file


def test_2_a_build_that_links_our_texts_writes_nothing_of_ours(tmp_path: Path, kept: jail.Kept, cache: Path) -> None:
    mine = tmp_path / "file-of-ours"
    mine.write_text("ours")
    mine.chmod(0o666)
    links = "".join(f"ln -sf {mine} .joute/{name}; " for name in ("host.o", "glue.o", "stubs.cc", "champion.cc.o"))
    toy, folder = joute.load_game("toy"), tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    with pytest.raises(ChampionError, match=r"the champion cannot be built:\n"):
        native.build(folder, toy, {"build": ["sh", "-c", links]}, SMALL)
    assert mine.read_text() == "ours"


HOSTILE_LIBRARIES = {
    "link": ("ln -s {secret} {so}", "it is a link, not a regular file"),
    "link to zeros": ("ln -s /dev/zero {so}", "it is a link, not a regular file"),
    "folder": ("mkdir {so}", "it is a folder, not a regular file"),
    "FIFO": ("mkfifo {so}", "it is a FIFO, not a regular file|cannot create fifo .*: Operation not permitted"),
    "nothing": ("true", "No such file or directory"),
    "sparse": ("truncate -s 20M {so}", "the build has left more than 8 MB: '.joute/champion.so'"),
    "parent": ("rm -rf .joute; ln -s /usr .joute", "Not a directory"),
}


@pytest.mark.parametrize(("text", "why"), HOSTILE_LIBRARIES.values(), ids=HOSTILE_LIBRARIES)
def test_3_a_library_that_is_none_stays_where_it_is(
    tmp_path: Path, kept: jail.Kept, cache: Path, text: str, why: str
) -> None:
    """The command stands for a compiler that was led astray: it is the last to touch the library."""
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    line = f"mkdir -p .joute; {text.format(secret=secret, so='.joute/champion.so')}"
    job = Job([], [["sh", "-c", line]], [".joute/champion.so"], SMALL, os.environ["PATH"], {})
    with pytest.raises(BuildFailed, match=why):
        jail.run_build(job)
    assert list((cache / "native").iterdir()) == []


def test_3_of_a_folder_only_regular_files_come_out(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    place = build(
        f"ln -s {secret} link; ln -s /etc etc; mkfifo fifo; mkdir -p a/b; ln -s / a/root; echo x > a/b/c;"
        "ln a/b/c hard; chmod 4777 a/b/c;"
        "/usr/bin/python3 -S -c 'import os; os.mknod(\"dev\", 0o20666, os.makedev(1, 5))'; true"
    )
    assert made(place) == ["a/b/c", "hard"]
    found = [place, *place.rglob("*")]
    assert {path for path in found if path.is_symlink() or not (path.is_file() or path.is_dir())} == set()
    assert {oct(path.stat().st_mode & 0o7777) for path in found if path.is_file()} == {"0o755"}
    assert all(path.stat().st_uid == os.geteuid() for path in found)


def test_3_a_file_that_is_swapped_while_it_is_read_leads_nowhere(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    swap = f"while :; do ln -sfn {secret} x; ln -sfn /etc d; rm -rf x d; echo fine > x; mkdir d; done"
    for _ in range(3):
        try:
            place = build(f"({swap}) >/dev/null 2>&1 & echo begun > y")
        except ChampionError as told:
            assert "what the build has left cannot be read" in str(told)  # noqa: PT017
        else:
            assert {(place / name).read_text() for name in made(place)} <= {"fine\n", "begun\n", ""}
            shutil.rmtree(place)


NAMES = {
    "leads out": "../x",
    "absolute": "/tmp/joute-hostile",
    "control": "a\x1b]0;x",
    "too long": "a" * 201,
    "too deep": "d/" * 30 + "x",
    "nothing": "",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_3_what_a_jail_says_is_checked_like_an_archive(name: str) -> None:
    job = Job([], [], [], SMALL, "", {})
    with pytest.raises(BuildFailed):
        store.checked([File(name, b"")], job)


def test_3_a_jail_gives_what_was_declared_and_no_more(tmp_path: Path) -> None:
    job = Job([], [], ["champion.so"], SMALL, "", {})
    for names in (["other.so"], ["champion.so", "champion.so"], ["champion.so", "x"], []):
        with pytest.raises(BuildFailed, match=r"where \['champion.so'\] was expected"):
            store.checked([File(name, b"") for name in names], job)
    with pytest.raises(BuildFailed, match="more than 50 files or 8 MB"):
        store.checked([File("champion.so", bytes((8 << 20) + 1))], job)
    with pytest.raises(BuildFailed, match="'x', which cannot be"):
        store.keep_folder([File("x", b""), File("x", b"")], tmp_path / "kept")
    with pytest.raises(BuildFailed, match="'x/y', which cannot be"):
        store.keep_folder([File("x", b""), File("x/y", b"")], tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def test_3_the_cache_is_private_and_what_is_no_file_of_ours_is_not_used(tmp_path: Path, cache: Path) -> None:
    place = tmp_path / "x.so"
    for spoil in (
        lambda: place.symlink_to("/etc/hostname"),
        lambda: place.write_bytes(b""),
        lambda: (place.write_bytes(b"x"), place.chmod(0o666)),
        lambda: place.mkdir(),
    ):
        spoil()
        assert not store.found_file(place)
        assert not place.is_symlink()
        assert not place.exists()
    store.keep_file(b"library", place)
    assert store.found_file(place)
    assert oct(place.stat().st_mode & 0o7777) == "0o644"


# 4. Nothing is shared between champions


@pytest.mark.parametrize("name", ["csetjmp", "joute.hh", "string", "callbacks.hh", "cstdint"])
def test_4_a_file_of_one_champion_is_in_no_other(tmp_path: Path, kept: jail.Kept, cache: Path, name: str) -> None:
    """The first champion of a game names a file as one that our texts include; the second plays as ever."""
    toy, evil, good = joute.load_game("toy", max_turns=1), tmp_path / "evil", tmp_path / "good"
    for folder in (evil, good):
        folder.mkdir()
        (folder / "champion.cc").write_text(IDLE)
    (evil / name).write_text("#error hostile\n")
    try:
        native.build(evil, toy)
    except ChampionError as told:
        assert f"{name}:1:2: error: #error hostile" in str(told)  # noqa: PT017
    objects = {path.name: path.read_bytes() for path in (cache / "native").glob("*.o")}
    assert len(objects) == 2
    player = find(toy, str(good), 0, Hosting(Level.SANDBOX))
    assert {path.name: path.read_bytes() for path in (cache / "native").glob("*.o")} == objects
    outcome = Referee(joute.Table(toy), [player, find(toy, "idle")]).play()
    assert (outcome.void, outcome.reports[0].faults) == ("", ())


def test_4_a_build_changes_its_own_objects_only(tmp_path: Path, kept: jail.Kept, cache: Path) -> None:
    toy, folder = joute.load_game("toy"), tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    native.build(folder, toy)
    objects = {path: path.read_bytes() for path in (cache / "native").glob("*.o")}
    (folder / "other.txt").write_text("another key")
    with pytest.raises(ChampionError, match="cannot be built"):
        native.build(folder, toy, {"build": ["sh", "-c", "for o in .joute/*.o; do echo x > $o; done"]})
    assert {path: path.read_bytes() for path in (cache / "native").glob("*.o")} == objects


def test_4_every_input_has_its_part_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.building.keys import key_of

    path = os.environ["PATH"]
    job = Job([File("a", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"})
    others = [
        Job([File("b", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"2")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"1", True)], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"1")], [["sh", "-x"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"1")], [["sh"]], ["y"], SMALL, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"1")], [["sh"]], ["x"], BUILD, path, {"g++": "/usr/bin/true"}),
        Job([File("a", b"1")], [["sh"]], ["x"], SMALL, f"{path}:/nowhere", {"g++": "/usr/bin/true"}),
        Job([File("a", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/false"}),
    ]
    keys = {key_of(one) for one in (job, *others)} | {key_of(job, "rules")}
    program = tmp_path / "g++"
    program.write_text("")
    stamped = Job([], [], [], SMALL, "", {"g++": str(program)})
    keys.add(key_of(stamped))
    os.utime(program, (1, 1))
    keys.add(key_of(stamped))
    assert len(keys) == len(others) + 4
    assert key_of(job) == key_of(job)


# 5. Without bubblewrap


def test_5_an_ordinary_user_without_a_box_is_refused_with_the_remedy(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(os, "geteuid", lambda: 65534)
    monkeypatch.setattr(jail, "_run", lambda *_: pytest.fail("built all the same"))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    with pytest.raises(ChampionError, match="builds need a sandbox, and there is none: bubblewrap is not") as told:
        native.build(folder, joute.load_game("toy"))
    assert "apt install bubblewrap" in str(told.value)
    assert "sysctl kernel.unprivileged_userns_clone=1" in str(told.value)
    with pytest.raises(ChampionError, match="builds need a sandbox, and there is none: bubblewrap is not"):
        command.built(Recipe("other", folder, "", ("touch", str(tmp_path / "done")), ("x",)))
    assert not (tmp_path / "done").exists()


def test_5_a_box_that_falls_is_no_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions import sandbox

    monkeypatch.setattr(jail, "_stood", False)
    falls = tmp_path / "bwrap"
    falls.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    falls.chmod(0o755)
    monkeypatch.setattr(sandbox, "program", lambda: str(falls))
    assert jail.no_box() == "bwrap: No permissions to create new namespace"

    def missing() -> str:
        raise NoSandbox("bubblewrap is not installed")

    monkeypatch.setattr(sandbox, "program", missing)
    assert jail.no_box() == "bubblewrap is not installed"


@pytest.mark.parametrize("user", [0, 65534])
def test_5_the_doctor_says_how_builds_are_kept_apart(
    user: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor._builds() == doctor.Builds("in a box")
    monkeypatch.setattr(jail, "no_box", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(os, "geteuid", lambda: user)
    how, remedy = doctor._builds()
    assert how == ("refused" if user else "as another user")
    assert remedy == (
        "bubblewrap is not installed; «make system» or «apt install bubblewrap» gets it, and "
        "«sysctl kernel.unprivileged_userns_clone=1» allows user namespaces"
    )
    monkeypatch.setattr(doctor, "_trial", lambda: ({}, "no box"))
    assert main(["doctor"]) == 0
    assert f"\nBuilds: {how}: {remedy}\n" in capsys.readouterr().out
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["builds"] == {"how": how, "remedy": remedy}


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS, Level.SANDBOX])
def test_5_whatever_level_the_match_has_builds_are_in_a_box(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    levels, run = [], jail._run

    def noted(job: Job, chosen: Level) -> list[File]:
        levels.append(chosen)
        return run(job, chosen)

    monkeypatch.setattr(jail, "_run", noted)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.toml").write_text("build = ['sh', '-c', 'id -u > user']\nrun = 'x'")
    find(joute.load_game("toy"), str(folder), 0, Hosting(level))
    assert set(levels) == {Level.SANDBOX}
    (place,) = (cache / "built").iterdir()
    assert int((place / "user").read_text()) >= 1000


# 6. Limits


LIMITS = {
    "writes too much": ("head -c 64M /dev/zero > x", r"(No space left|File too large|File size limit|signal 25)"),
    "writes many files too large together": (
        "for i in 1 2 3 4; do head -c 12M /dev/zero > $i || exit 1; done; cat; sleep 60",
        r"a build may write 32 MB in all|\d+ MB of temporary files; 32 are allowed",
    ),
    "makes too many files": (
        "/usr/bin/python3 -S -c 'for n in range(100000): open(str(n), \"x\").close()'",
        r"it had \d+ temporary files; 10000 are allowed",
    ),
    "leaves too many files": ("for i in $(seq 60); do echo > $i; done", "the build has left more than 50 files"),
    "leaves too much": ("head -c 9M /dev/zero > x", "the build has left more than 8 MB: 'x'"),
    "leaves folders too deep": ("mkdir -p " + "d/" * 30, "folders that are more than 20 deep"),
    "forks without end": (
        "/usr/bin/python3 -S -c 'import os, signal\nfor n in range(1000):\n  if os.fork() == 0: signal.pause()'",
        r"a build may have 32 processes and threads at once|\d+ processes and threads at once; 32 are allowed",
    ),
    "takes memory": ("/usr/bin/python3 -S -c 'bytearray(8 << 30)'", "a build may use 256 MB of memory"),
    "takes memory in many processes": (
        'for i in 1 2 3 4; do /usr/bin/python3 -S -c \'import signal\nx = b"x" * (150 << 20)\n'
        "signal.pause()' & done; wait",
        r"its processes used \d+ MB of memory; 256 are allowed",
    ),
    "opens files without end": (
        "/usr/bin/python3 -S -c 'x = []\nwhile True: x.append(open(\"/dev/null\"))'",
        r"a build may have 1024 files open at once|had \d+ files open at once; 1024 are allowed",
    ),
    "kills everything it sees": ("kill -9 -1; exit 3", r"exit code 3|signal 9"),
    "makes a file of a terabyte": ("truncate -s 1T x", r"File too large|failed|signal 25"),
}


@pytest.mark.parametrize(("text", "why"), LIMITS.values(), ids=LIMITS)
def test_6_a_limit_that_is_met_is_named(build: Build, text: str, why: str) -> None:
    told = refused(build, text)
    assert re.search(why, told), told


def test_6_a_build_that_never_ends_is_ended(build: Build) -> None:
    told = refused(build, "echo begun; exec cat /dev/zero > /dev/null", BuildLimits(time_s=1.0))
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
    told = refused(build, "printf 'first\\033]0;title\\007\\033[2J\\n'; head -c 50M /dev/zero; echo last; exit 3")
    assert "failed (exit code 3)" in told
    assert len(told) < 20_000
    assert "first\\x1b]0;title\\x07\\x1b[2J\n" in told
    assert told.rstrip().endswith("last")
    assert [char for char in told if not char.isprintable() and char != "\n"] == []


# Compilers as accomplices


def compiled(tmp_path: Path, game: Game, name: str, text: str, **more: str) -> str:
    """Build a champion in a compiled language that wants to know a secret; what is said of it, or what it holds."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for one, content in more.items():
        (folder / one.replace("__", ".")).write_text(content)
    (folder / name).write_text(text)
    try:
        return native.build(folder, game).read_bytes().decode("latin-1")
    except ChampionError as told:
        return str(told)


ACCOMPLICES = {
    "include": ("champion.cc", '#include "{secret}"\n' + IDLE),
    "include of passwords": ("champion.cc", '#include "/etc/shadow"\n' + IDLE),
    "incbin": ("champion.cc", IDLE + 'asm(".data\\nx: .incbin \\"{secret}\\"\\n");\n'),
    "incbin in C": ("champion.c", '#include "api.h"\nasm(".incbin \\"{secret}\\"");\n'),
    "include_bytes": ("champion.rs", 'static X: &[u8] = include_bytes!("{secret}");\n'),
    "include_str": ("champion.rs", 'static X: &str = include_str!("{secret}");\n'),
    "environment": ("champion.rs", 'static X: &str = env!("JOUTE_SECRET");\n'),
}


@pytest.mark.parametrize(("name", "text"), ACCOMPLICES.values(), ids=ACCOMPLICES)
def test_a_compiler_tells_no_secret(
    tmp_path: Path, kept: jail.Kept, cache: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    monkeypatch.setenv("JOUTE_SECRET", SECRET)
    said = compiled(tmp_path, joute.load_game("toy"), name, text.replace("{secret}", str(secret)))
    assert "the champion cannot be built:" in said
    assert SECRET not in said
    assert "root:" not in said


def test_flags_of_a_makefile_load_no_plugin(tmp_path: Path, kept: jail.Kept, cache: Path) -> None:
    flags = "-fplugin=./x.so -specs=./x.specs -B. -wrapper ./x -DN=1 @x -include /etc/shadow -I/etc -I../.."
    makefile = f"champion-srcs = champion.cc\nchampion-cxxflags = {flags}\n"
    said = compiled(tmp_path, joute.load_game("toy"), "champion.cc", f"int n = N;\n{IDLE}", Makefile=makefile)
    assert said.startswith("\x7fELF")


def test_an_ocaml_preprocessor_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    text = (
        f"echo 'let x = 1' > a.ml; ocamlopt -pp 'cat {secret}; cat' -c a.ml > said 2>&1; touch /tmp/joute-hostile; true"
    )
    place = build(text)
    assert SECRET not in "".join((place / name).read_text(errors="replace") for name in made(place))
    assert not Path("/tmp/joute-hostile").exists()


MACRO = """extern crate proc_macro;
#[proc_macro]
pub fn spy(_: proc_macro::TokenStream) -> proc_macro::TokenStream {{
    let text = std::fs::read_to_string("{secret}").unwrap_or("refused".to_string());
    std::fs::write("/tmp/joute-hostile", &text).ok();
    format!("pub static X: &str = {{:?}};", text).parse().unwrap()
}}
"""


def test_a_rust_macro_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    rustc = native.programs("rust")["rustc"]
    text = f"{rustc} --crate-type proc-macro m.rs && {rustc} --extern m=libm.so --crate-type lib a.rs && rm libm.so"
    limits = BuildLimits(output_mb=64)
    use = "extern crate m; m::spy!();"
    place = build(text, limits, m__rs=MACRO.format(secret=secret), a__rs=use)
    library = (place / "liba.rlib").read_bytes()
    assert b"refused" in library
    assert SECRET.encode() not in library
    assert not Path("/tmp/joute-hostile").exists()


PROCESSOR = """import java.nio.file.*;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;
@SupportedAnnotationTypes("*")
public class Spy extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> some, RoundEnvironment round) {
        try { Files.writeString(Path.of("/tmp/joute-hostile"), "x"); } catch (Exception fault) {}
        try { Files.writeString(Path.of("said"), Files.readString(Path.of("SECRET"))); } catch (Exception fault) {
            try { Files.writeString(Path.of("said"), "refused"); } catch (Exception other) {}
        }
        return false;
    }
}
"""


def test_a_java_annotation_processor_runs_in_the_jail(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    services = "META-INF/services"
    text = f"javac -proc:none Spy.java && mkdir -p {services}"
    text += f" && echo Spy > {services}/javax.annotation.processing.Processor && javac -cp . A.java"
    limits = BuildLimits()
    place = build(text, limits, Spy__java=PROCESSOR.replace("SECRET", str(secret)), A__java="class A {}")
    assert (place / "said").read_text() == "refused"
    assert not Path("/tmp/joute-hostile").exists()


def test_hooks_of_a_package_are_run_by_nobody(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    hooks = ("preinstall", "install", "postinstall", "prepare", "build", "start")
    scripts = ", ".join(f'"{hook}": "touch {tmp_path}/done"' for hook in hooks)
    (folder / "package.json").write_text(f'{{"name": "x", "scripts": {{{scripts}}}}}')
    (folder / "champion.js").write_text("process.exit(0)")
    player = find(joute.load_game("toy"), str(folder), 0, Hosting(Level.SANDBOX))
    player.leave()
    assert not (tmp_path / "done").exists()


def test_rustup_obeys_no_file_of_the_folder_it_is_run_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.native import tools

    program = tmp_path / "bin" / "rustc"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$PWD" = / ] || touch obeyed\necho /nowhere\n')
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert tools.program("rustc", str(program.parent)) == str(program)
    assert not (tmp_path / "obeyed").exists()


def test_of_a_compiler_in_our_home_only_the_toolchain_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.native import tools

    for name in ("bin/g++", "lib/x", "share/keyring", "other/rustc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{tmp_path}/other")
    shown = [path for path in tools.toolchain_places() if path.is_relative_to(tmp_path)]
    assert shown == [tmp_path / "bin", tmp_path / "lib", tmp_path / "other" / "rustc"]


# An engine that is interrupted or killed


ENGINE = """
import sys
from pathlib import Path
from joute.champions.building import command, jail
from joute.champions.recipe import Recipe
if sys.argv[1] != jail.Kept.BOX:
    jail.no_box = lambda: "bubblewrap is not installed"
look = jail.Attendant._look
def told(self):
    look(self)
    print(self._process.tmp or "none", flush=True)
jail.Attendant._look = told
command.built(Recipe("other", Path(sys.argv[2]), "", ("sh", "-c", "while :; do sleep 9; done", sys.argv[3]), ("x",)))
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("how", KEPT)
def test_an_engine_that_ends_leaves_no_process_and_no_folder(
    tmp_path: Path, cache: Path, how: jail.Kept, end: signal.Signals
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
