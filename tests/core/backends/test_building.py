"""Building: once, however many need it; whole or not at all; and what is missing is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from joute import load_game
from joute.core.backends import building, library, targets
from joute.core.backends.library import BuildError, Machine, file_name, find, this_machine
from tests.core.backends.tiny import tiny

pytest.importorskip("numba")

REQUIRE = """
import sys
from joute import load_game
from joute.core.backends import building
made = building.build
def build(*words, **more):
    print("built")
    return made(*words, **more)
building.build = build
print("ready", flush=True)
sys.stdin.readline()
building.require(load_game("tiny"))
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; its folder of libraries."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "cache" / "joute" / "libraries"
    folder.mkdir(parents=True)
    return folder


def test_of_two_processes_that_need_a_library_one_builds_it(cache: Path, tmp_path: Path) -> None:
    tiny(tmp_path / "games" / "tiny")
    environment = os.environ | {"JOUTE_GAMES": str(tmp_path / "games")}
    command = [sys.executable, "-c", REQUIRE]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    with subprocess.Popen(command, **pipes) as one, subprocess.Popen(command, **pipes) as two:
        assert [process.stdout.readline() for process in (one, two)] == ["ready\n"] * 2
        for process in (one, two):
            process.stdin.write("\n")
            process.stdin.flush()
        assert sorted(process.communicate()[0] for process in (one, two)) == ["", "built\n"]
        assert (one.returncode, two.returncode) == (0, 0)
    assert sorted(path.suffix for path in cache.iterdir()) == [".lock", ".so"]


def fake_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a library made at once, of one byte."""
    from joute.core.backends import lowering

    monkeypatch.setattr(lowering, "lowered", lambda game, checked, policy, plans: "")
    monkeypatch.setattr(targets, "made", lambda text, machine: b"x")


def test_a_library_is_written_for_its_owner_alone(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_build(monkeypatch)
    before = os.umask(0)
    try:
        (path,) = building.build(load_game("toy"), [Machine.X86_64])
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644
    assert [file.name for file in cache.iterdir()] == [path.name]


def test_a_build_removes_libraries_of_other_sources_that_were_long_unused(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_build(monkeypatch)
    game, day = load_game("toy"), 86400
    same = file_name(game, Machine.WASM32)
    ages = {  # days since it was written, and since it was read
        "toy-0a.x86_64.so": (31, 31),
        "toy-0a-checked.x86_64.so": (31, 31),
        "toy-0a.wasm32.wasm": (31, 31),
        "toy-0b.x86_64.so": (31, 29),
        "toy-0c.x86_64.so": (29, 29),
        "toy.lock": (31, 31),
        "toys-0a.x86_64.so": (31, 31),
        same: (31, 31),
    }
    now = time.time()
    for name, (written, read) in ages.items():
        (cache / name).touch()
        os.utime(cache / name, (now - read * day, now - written * day))
    list(building.build(game, [Machine.X86_64], tmp_path / "elsewhere"))
    assert {path.name for path in cache.iterdir()} == set(ages)
    (built,) = building.build(game, [Machine.X86_64])
    left = {"toy-0b.x86_64.so", "toy-0c.x86_64.so", "toy.lock", "toys-0a.x86_64.so", same, built.name}
    assert {path.name for path in cache.iterdir()} == left


def test_a_file_that_cannot_be_finished_is_not_there(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    fake_build(monkeypatch)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BuildError, match=r"toy-.*\.so: cannot be written: No space left on device"):
        list(building.build(load_game("toy"), [Machine.X86_64]))
    assert list(cache.iterdir()) == []


def test_what_a_killed_build_left_is_neither_loaded_nor_kept(cache: Path) -> None:
    game, machine = load_game("toy"), Machine.X86_64
    part = building.part_name(cache / file_name(game, machine), 4711)
    part.write_bytes(b"half")
    assert find(game, machine) is None
    building.discard_parts(cache, 471)
    assert part.exists()
    building.discard_parts(cache, 4711)
    assert not part.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_library_of_another_user_is_not_loaded(cache: Path) -> None:
    game, machine = load_game("toy"), Machine.X86_64
    path = cache / file_name(game, machine)
    path.write_bytes(b"x")
    assert find(game, machine) == path
    os.chown(path, 12345, 12345)
    assert find(game, machine) is None


def test_a_cache_that_cannot_be_written_to_is_named(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, opened = load_game("toy"), open

    def read_only(path: object, mode: str = "r", **more: object) -> object:
        if "w" in mode:
            raise OSError(30, "Read-only file system", str(path))
        return opened(path, mode, **more)

    monkeypatch.setattr(building, "open", read_only, raising=False)
    with pytest.raises(BuildError) as raised:
        building.require(game)
    assert str(raised.value) == (
        f"{cache}/toy.lock: cannot be written: Read-only file system; "
        "there is no folder for libraries: set XDG_CACHE_HOME to one that can be written to"
    )


def test_a_folder_that_is_a_file_is_named_before_anything_is_built(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("")
    with pytest.raises(BuildError) as raised:
        next(building.build(load_game("toy"), [Machine.X86_64], folder))
    assert str(raised.value) == f"{folder}: no library can be written here: File exists"


@pytest.mark.parametrize(
    ("machine", "message"),
    [
        (Machine.X86_64, "a library for x86_64 needs the linker ld.lld or ld; on Debian and Ubuntu: binutils or lld"),
        (
            Machine.AARCH64,
            "a library for aarch64 needs the linker ld.lld or aarch64-linux-gnu-ld; on Debian and Ubuntu: lld",
        ),
        (Machine.WASM32, "a library for wasm32 needs the linker wasm-ld; on Debian and Ubuntu: lld"),
    ],
)
def test_a_missing_linker_is_named(machine: Machine, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BuildError) as raised:
        building.require_tools([machine])
    assert str(raised.value) == message


def test_the_second_linker_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "aarch64-linux-gnu-ld" else None)
    assert targets.linker(Machine.AARCH64)[0] == "aarch64-linux-gnu-ld"


def test_a_failing_linker_is_quoted() -> None:
    command = ("sh", "-c", "echo no such format >&2; exit 1")
    with pytest.raises(BuildError, match=r"^sh failed: no such format$"):
        targets._linked(b"", targets.TARGETS[Machine.X86_64], command)


def test_another_machine_has_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        machine = "riscv64"

    monkeypatch.setattr(library.os, "uname", Other)
    assert this_machine() is None
    assert find(load_game("toy")) is None
    with pytest.raises(
        BuildError, match="libraries are made for x86_64, aarch64, wasm32, cuda; this machine is another"
    ):
        building.require(load_game("toy"))
