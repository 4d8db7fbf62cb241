"""What the command loads, and how it behaves in a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from joute.champions.hosting import forkserver
from joute.cli import entry
from joute.cli.exits import Exit
from joute.cli.main import main

SPY = """
import sys
from joute.cli.main import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(*words: str, folder=None) -> set[str]:
    """The modules that are loaded when a command has run."""
    done = subprocess.run([sys.executable, "-c", SPY, *words], cwd=folder, capture_output=True, text=True, check=True)
    code, *modules = done.stderr.split()
    assert code == "0"
    return set(modules)


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["play", "--help"], ["--version"]])
def test_help_loads_click_and_almost_nothing_else(words):
    modules = loaded(*words)
    tops = {name.partition(".")[0] for name in modules}
    assert tops.isdisjoint({"rich", "msgspec", "numpy", "numba", "json", "tempfile", "traceback", "asyncio"})
    own = {name for name in modules if name.partition(".")[0] == "joute"}
    needed = {"joute", "joute.cli", "joute.cli.main", "joute.cli.exits", "joute.core", "joute.core.control_chars"}
    needed |= {"joute.cli.french", "joute.core.text"}
    assert own >= needed
    if len(words) == 1:
        assert own == needed
    assert all(name in needed or name.startswith("joute.cli") for name in own)


def test_run_loads_neither_numpy_nor_numba(tmp_path):
    modules = loaded("run", "chartichaud", "random", "random", "--set", "max_turns=4", folder=tmp_path)
    assert "joute.match.referee" in modules
    assert {name.partition(".")[0] for name in modules}.isdisjoint({"numpy", "numba", "llvmlite"})


def test_hosts_load_before_the_command_does(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert entry._hosts_champions(["run", "chartichaud", "mine.py", "idle"])
    assert not entry._hosts_champions(["run", "chartichaud", "random", "idle"])
    assert not entry._hosts_champions(["run", "chartichaud", "mine.py", "idle", "--isolation", "none"])
    assert not entry._hosts_champions(["check", "mine.py"])
    order = []
    monkeypatch.setattr(sys, "argv", ["joute", "run", "mine.py"])
    monkeypatch.setattr(forkserver, "start_early", lambda: order.append("fork server"))
    monkeypatch.setattr("joute.cli.main.main", lambda: order.append("command"))
    entry.main()
    assert order == ["fork server", "command"]


def test_json_of_a_run_does_not_load_rich(tmp_path):
    modules = loaded("run", "chartichaud", "idle", "idle", "--set", "max_turns=4", "--json", folder=tmp_path)
    assert "rich" not in modules


@pytest.mark.parametrize(
    "words",
    [
        ["watch", "match.jsonl"],
        ["demo", "chartichaud", "--fast"],
        ["run", "chartichaud", "idle", "idle", "--repeat", "100", "--json"],
    ],
    ids=["watch", "demo", "run"],
)
def test_a_reader_who_leaves_is_no_failure(tmp_path, words):
    command = [sys.executable, "-m", "joute.cli"]
    match = ["run", "chartichaud", "idle", "idle", "-o", "match.jsonl"]
    subprocess.run([*command, *match], cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
    with subprocess.Popen([*command, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == Exit.DONE


def test_a_terminal_without_unicode_is_no_failure(tmp_path):
    command = [
        sys.executable,
        "-m",
        "joute.cli",
        "run",
        "chartichaud",
        "idle",
        "idle",
        "--set",
        "max_turns=2",
        "--watch",
    ]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert b"A3C   ?" in done.stdout
    assert done.stderr == b""


# The bench


@pytest.fixture
def brief_bench(monkeypatch):
    from joute.cli import measures
    from joute.cli.commands import bench

    monkeypatch.setattr(bench, "SHORT_S", 0.0)
    monkeypatch.setattr(measures, "STARTS", 1)
    monkeypatch.setattr(measures, "LOOP", 1000)


def test_bench_measures_against_a_calibration_loop(capsys, brief_bench, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["bench", "chartichaud", "--quick"]) == Exit.DONE
    out, err = capsys.readouterr()
    names = [line.split("  ")[0] for line in out.splitlines()[3:]]
    assert names[:2] == ["match idle - random", "match random - random"]
    assert "random play, interpreted" in names
    assert "view of a seat" in names
    assert "start: joute --help" in names
    assert out.splitlines()[0].startswith("chartichaud, preset sujet, interpreted; one loop is ")
    assert out.splitlines()[-1].split() == ["native", "play", "no", "library", "joute", "build", "chartichaud"]
    assert "measuring view of a seat" in err


def test_bench_measures_native_play_where_there_is_a_library(capsys, brief_bench):
    pytest.importorskip("numba")
    assert main(["bench", "toy", "--quick", "--backend", "native"]) == Exit.DONE
    out = capsys.readouterr().out
    names = [line.split("  ")[0] for line in out.splitlines()[3:]]
    assert out.startswith("toy, preset petit, native; ")
    assert names[-4:-2] == ["random play, interpreted", "random play, native"]


def test_bench_measures_builds_and_loading():
    pytest.importorskip("numba")
    from joute.cli import measures
    from joute.core.registry import load_game

    build, *loads = measures.build_measures(load_game("toy"))
    assert build.name == "joute build"
    assert [load.name.rpartition(", ")[2] for load in loads] == ["interpreted", "native"]
    assert all(load.work(0.0)[0] > 0 for load in loads)


def test_bench_measures_a_crowd_where_a_game_has_room_for_it(monkeypatch):
    from joute.cli import measures
    from joute.core.registry import load_game

    assert list(measures.crowds(load_game("chartichaud"))) == []
    monkeypatch.setattr(measures, "CROWD", 2)
    match, view = measures.crowds(load_game("chartichaud", max_turns=3))
    assert (match.name, view.name) == ("match of 2 random", "view of a seat of 2")
    assert [measure.work(0.0)[1] for measure in (match, view)] == [1, 4]


def test_bench_json_has_a_value_and_a_ratio_for_each_measure(capsys, brief_bench):
    assert main(["bench", "chartichaud", "--quick", "--json"]) == Exit.DONE
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(entry) == ["game", "backend", "name", "value", "unit", "loop_s", "loops"] for entry in found)
    assert all(entry["value"] > 0 and entry["loops"] > 0 for entry in found)
