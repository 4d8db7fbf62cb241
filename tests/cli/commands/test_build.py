"""joute build: what it says, what it skips, and what an interruption leaves."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from joute.champions.sources.find import policies
from joute.cli.exits import Exit
from joute.core.backends.building import TOOLS
from joute.core.backends.library import Machine, file_name
from joute.core.registry import load_game
from tests.core.backends.tiny import blocked, tiny

pytest.importorskip("numba")
COMMAND = [sys.executable, "-m", "joute.cli", "build"]


def build(games: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which has not loaded the game of another test."""
    environment = os.environ | {"JOUTE_GAMES": str(games)}
    return subprocess.run([*COMMAND, *words], env=environment, cwd=games, capture_output=True, text=True)


def test_build_says_what_it_builds_and_skips_what_is_there(tmp_path):
    tiny(tmp_path / "tiny")
    words = ("tiny", "--machine", "x86_64", "--into", "out")
    first = build(tmp_path, *words)
    sampler, path = sorted((tmp_path / "out").iterdir())
    told, sampled = first.stdout.splitlines()
    assert sampled.startswith("tiny, sampler for x86_64: ")
    assert sampled.endswith(str(sampler))
    name, rest = told.split(": ")
    size, seconds, file = rest.strip().split(", ")
    assert (first.returncode, first.stderr) == (Exit.DONE, "")
    assert (name, size, file) == ("tiny for x86_64", f"{path.stat().st_size / 1e3:,.0f} kB", str(path))
    assert float(seconds.removesuffix(" s")) > 0
    before = path.stat()
    assert build(tmp_path, *words).stdout.splitlines() == [
        f"tiny for x86_64: there already, {path}",
        f"tiny, sampler for x86_64: there already, {sampler}",
    ]
    assert path.stat() == before
    forced = build(tmp_path, *words, "--force", "--json").stdout
    again = json.loads(forced.splitlines()[0])
    assert list(again) == ["game", "champion", "machine", "file", "bytes", "built", "seconds"]
    assert (again["game"], again["built"], again["bytes"]) == ("tiny", True, path.stat().st_size)
    assert path.stat().st_ino != before.st_ino


def test_several_games_are_built_into_the_cache_and_copied_from_there(tmp_path):
    for name in ("one", "two"):
        tiny(tmp_path / "games" / name)
    environment = os.environ | {"JOUTE_GAMES": str(tmp_path / "games"), "XDG_CACHE_HOME": str(tmp_path)}
    words = ["one", "two", "one", "--machine", "x86_64", "--json"]
    ran = subprocess.run([*COMMAND, *words], env=environment, capture_output=True, text=True, check=True)
    entries = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sorted((entry["game"], entry["champion"]) for entry in entries) == [
        ("one", ""),
        ("one", "sampler"),
        ("two", ""),
        ("two", "sampler"),
    ]
    cache = tmp_path / "joute" / "libraries"
    assert {Path(entry["file"]).parent for entry in entries} == {cache}

    words = ["one", "--machine", "x86_64", "--json", "--into", str(tmp_path / "out")]
    ran = subprocess.run([*COMMAND, *words], env=environment, capture_output=True, text=True, check=True)
    assert [json.loads(line)["built"] for line in ran.stdout.splitlines()] == [False, False]
    copies = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert copies == {path.name: path.read_bytes() for path in cache.glob("one*.so")}


def test_a_game_that_cannot_be_built_is_a_failure_with_its_reason(tmp_path):
    tiny(tmp_path / "tiny", resolve="w.state.head.turn = undefined_name")
    ran = build(tmp_path, "tiny", "--machine", "x86_64", "--into", "out")
    assert (ran.returncode, ran.stdout) == (Exit.OUR_FAILURE, "")
    assert ran.stderr.startswith("joute: the library of tiny cannot be built:\n")
    assert "undefined_name" in ran.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_a_missing_tool_is_named_in_one_line(joute, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    ran = joute("build", "toy", "--machine", "wasm32")
    message = "joute: a library for wasm32 needs the linker wasm-ld; on Debian and Ubuntu: lld\n"
    assert ran == (Exit.USAGE, "", message)
    monkeypatch.setitem(sys.modules, "numba", None)
    ran = joute("build", "toy")
    assert ran == (Exit.USAGE, "", f"joute: libraries need numba to be built: {TOOLS}\n")


def test_an_unknown_game_and_a_folder_that_is_a_file_are_refused(joute, tmp_path):
    assert joute("build", "nope").code == Exit.USAGE
    Path("file").write_text("")
    ran = joute("build", "toy", "--machine", "x86_64", "--into", "file")
    assert (ran.code, ran.err) == (Exit.USAGE, f"joute: {tmp_path}/file: no library can be written here: File exists\n")


def test_without_its_linker_wasm32_is_not_built_unasked(joute, monkeypatch, tmp_path):
    game = load_game("toy")
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "wasm-ld" else name)
    for machine in ("x86_64", "wasm32"):
        (tmp_path / file_name(game, machine)).write_bytes(b"x")
    for policy in policies(game):
        (tmp_path / file_name(game, Machine.X86_64, policy=policy)).write_bytes(b"x")
    assert joute("build", "toy", "--into", str(tmp_path)).out.count("there already") == 3
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert joute("build", "toy", "--into", str(tmp_path)).out.count("there already") == 4


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_neither_a_process_nor_a_part_of_a_file(tmp_path, number):
    blocked(tmp_path / "games" / "tiny")
    out, pipe = tmp_path / "out", tmp_path / "begun"
    out.mkdir()
    os.mkfifo(pipe)
    environment = os.environ | {"JOUTE_GAMES": str(tmp_path / "games"), "BEGUN": str(pipe), "LEAVES": str(out)}
    command = [*COMMAND, "tiny", "--machine", "x86_64", "--into", str(out)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        with open(pipe) as begun:
            assert begun.read(5) == "begun"
            assert len(list(out.iterdir())) == 1
            process.send_signal(number)
            assert begun.read() == ""  # the worker, which holds the other end, is gone
        assert process.stderr.read().strip() == "joute: interrupted"
    assert process.returncode == Exit.INTERRUPTED
    assert list(out.iterdir()) == []


def test_the_libraries_of_policies_are_built_with_that_of_their_game(tmp_path):
    tiny(tmp_path / "tiny")
    (tmp_path / "tiny" / "champions").mkdir()
    (tmp_path / "tiny" / "champions" / "still.py").write_text(
        "from joute.core.policy import Policy\n\n\n"
        "def policy(w, seat, weights, rng, memory, row):\n    return 0\n\n\n"
        "POLICY = Policy(kernel=policy)\n"
    )
    ran = build(tmp_path, "tiny", "--machine", "x86_64", "--machine", "wasm32", "--into", "out", "--json")
    entries = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(entry["champion"], entry["machine"]) for entry in entries] == [
        *[("", "x86_64"), ("", "wasm32"), ("sampler", "x86_64"), ("still", "x86_64")],
    ]
