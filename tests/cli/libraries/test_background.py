"""Builds in the background: one at a time, never beside matches whose times count, and silent where nobody can help."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from joute.cli.commands import serve
from joute.cli.exits import Exit
from joute.cli.libraries import background
from joute.core.backends.building import TOOLS
from joute.core.backends.library import Machine
from joute.core.registry import game_names
from tests.core.backends.tiny import blocked, tiny

pytest.importorskip("numba")
GAME, SHORT = "chartichaud", ("--set", "max_turns=4")
LINE = "joute: building the native library of {} in the background: about a minute; until then play is interpreted\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache, and builds in the background allowed; its folder of libraries."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("JOUTE_BUILD", "background")
    monkeypatch.delenv("JOUTE_BACKEND", raising=False)
    folder = tmp_path / "cache" / "joute" / "libraries"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def begun(cache, tmp_path, monkeypatch):
    """A build in the background that goes on until it is stopped: its process, and a pipe that its worker holds."""
    blocked(tmp_path / "games" / "tiny")
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    for name, value in {"JOUTE_GAMES": tmp_path / "games", "BEGUN": pipe, "LEAVES": cache}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setattr(background, "_begun", [])
    background.begin({"tiny": "tiny-1.so"}, Machine.X86_64, quiet=False)
    (process,) = background._begun
    with open(pipe) as worker:
        assert worker.read(5) == "begun"
        yield process, worker
        process.terminate()
        process.wait()


def test_a_build_in_the_background_makes_the_library(cache, tmp_path, monkeypatch, capsys):
    tiny(tmp_path / "games" / "tiny")
    monkeypatch.setenv("JOUTE_GAMES", str(tmp_path / "games"))
    monkeypatch.setattr(background, "_begun", [])
    background.begin({"tiny": "tiny-1.so"}, Machine.X86_64, quiet=True)
    (process,) = background._begun
    assert process.wait() == Exit.DONE
    assert capsys.readouterr() == ("", LINE.format("tiny"))
    (library,) = cache.glob("tiny-*.so")
    assert (cache / "background.log").read_text().startswith("tiny for x86_64: ")
    assert str(library) in (cache / "background.log").read_text()


def test_a_build_that_failed_is_not_begun_again_for_the_same_rules(cache, tmp_path, monkeypatch, capsys):
    tiny(tmp_path / "games" / "tiny", resolve="w.state.nothing += 1")
    monkeypatch.setenv("JOUTE_GAMES", str(tmp_path / "games"))
    monkeypatch.setattr(background, "_begun", [])
    for _ in range(2):
        background.begin({"tiny": "tiny-1.so"}, Machine.X86_64, quiet=True)
        assert background._begun[0].wait() == Exit.OUR_FAILURE
    assert len(background._begun) == 1
    assert capsys.readouterr() == ("", LINE.format("tiny"))
    background.begin({"tiny": "tiny-2.so"}, Machine.X86_64, quiet=True)
    assert background._begun[1].wait() == Exit.OUR_FAILURE


def test_it_has_a_session_of_its_own_and_the_lowest_priority(begun, cache):
    process, _ = begun
    assert os.getsid(process.pid) == process.pid != os.getsid(0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
    assert (cache / "background.lock").read_text() == f"{process.pid}\n"


def test_there_is_one_at_a_time(begun, capsys):
    capsys.readouterr()
    background.begin({"other": "other-1.so"}, Machine.X86_64, quiet=False)
    assert len(background._begun) == 1
    assert capsys.readouterr() == ("", "")


def test_matches_whose_times_count_stop_it(begun, cache):
    process, worker = begun
    with background.undisturbed():
        assert process.wait() == Exit.INTERRUPTED
        assert worker.read() == ""
        assert [path.name for path in cache.glob("*.part")] == [path.name for path in cache.glob(".*.part")] == []
        background.begin({"tiny": "tiny-1.so"}, Machine.X86_64, quiet=False)
        assert len(background._begun) == 1


def test_a_build_that_cannot_be_stopped_is_told_of(cache, monkeypatch, capsys):
    monkeypatch.setattr(background, "STOP_S", 0.2)
    with open(cache / "background.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with background.undisturbed():
            told = "joute: a build in the background goes on beside this, and cannot be stopped: times may suffer\n"
            assert capsys.readouterr().err == told


def test_several_can_be_undisturbed_at_once():
    with background.undisturbed(), background.undisturbed():
        pass


def test_a_process_that_only_has_the_number_is_not_stopped(cache):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as innocent:
        (cache / "background.lock").write_text(f"{innocent.pid}\n")
        with open(cache / "background.lock", "a+") as lock:
            assert background._holder(lock) is None
        with background.undisturbed():
            pass
        innocent.communicate(b"\n")
    assert innocent.returncode == 0


def test_a_process_that_holds_the_lock_is_stopped(cache):
    path = cache / "background.lock"
    code = "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); print(1, flush=True); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, str(path)], **pipes) as holder:
        assert holder.stdout.readline() == b"1\n"
        path.write_text(f"{holder.pid}\n")
        with background.undisturbed():
            assert holder.wait() == -signal.SIGTERM


# Advice


def test_without_tools_it_says_once_a_day_how_to_get_them(cache, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "numba", None)
    advice = (
        "joute: play is interpreted; native play is many times faster, but libraries need numba to be built: "
        f"{TOOLS}; then: joute build\n"
    )
    for quiet, expected in ((True, ""), (False, advice), (False, "")):
        background.begin({"toy": "toy-1.so"}, Machine.X86_64, quiet)
        assert capsys.readouterr() == ("", expected)
    os.utime(cache / "hint", (0, 0))
    background.begin({"toy": "toy-1.so"}, Machine.X86_64, quiet=False)
    assert capsys.readouterr().err == advice


# Which commands


@pytest.fixture
def started(monkeypatch):
    """The games whose build the commands of a test begin; none is begun."""
    games: list[str] = []
    monkeypatch.setattr(background, "_start", lambda folder, lock, names, machine: games.extend(names))
    return games


def test_run_begins_one_and_plays_on(joute, started):
    ran = joute("run", GAME, "idle", "idle", *SHORT, "-o", "m.jsonl")
    assert (ran.code, ran.err) == (Exit.DONE, LINE.format(GAME))
    assert ran.out.startswith("chartichaud, preset sujet, seed 0: a draw")
    assert started == [GAME]


@pytest.mark.parametrize("words", [("verify",), ("show",), ("watch",), ("rerun", "--seat", "0", "idle")])
def test_replays_begin_one_too(joute, started, monkeypatch, words):
    monkeypatch.setenv("JOUTE_BUILD", "never")
    assert joute("run", GAME, "idle", "idle", *SHORT, "-o", "m.jsonl").err == ""
    assert started == []
    monkeypatch.setenv("JOUTE_BUILD", "background")
    ran = joute(words[0], "m.jsonl", *words[1:])
    assert (ran.code, ran.err, started) == (Exit.DONE, LINE.format(GAME), [GAME])


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "idle", "idle", "--game", GAME, *SHORT, "--games", "2", "--workers", "1"),
        ("check", "mine.py", "--game", GAME, *SHORT),
        ("run", GAME, "idle", "idle", *SHORT, "--backend", "interpreted"),
    ],
    ids=lambda words: words[0],
)
def test_comparisons_rehearsals_and_interpreted_play_begin_none(joute, started, words):
    Path("mine.py").write_text("from api import *\ndef jouer_tour():\n    pass\n")
    ran = joute(*words)
    assert (ran.code, ran.err, started) == (Exit.DONE, "", [])


def test_the_arena_begins_those_of_all_games(started):
    with serve._libraries(count=False):
        assert started == game_names()


def test_beside_a_contest_none_is_begun(started):
    with serve._libraries(count=True):
        background.begin({"toy": "toy-1.so"}, Machine.X86_64, quiet=True)
        assert started == []
    background.begin({"toy": "toy-1.so"}, Machine.X86_64, quiet=True)
    assert started == ["toy"]


def test_a_word_that_nobody_knows_is_refused(joute, monkeypatch):
    monkeypatch.setenv("JOUTE_BUILD", "always")
    ran = joute("run", GAME, "idle", "idle", *SHORT)
    assert (ran.code, ran.err) == (Exit.USAGE, "joute: JOUTE_BUILD: found 'always', expected background or never\n")
