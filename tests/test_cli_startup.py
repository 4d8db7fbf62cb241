"""What the command loads, and how it behaves in a pipe."""

from __future__ import annotations

import subprocess
import sys

import pytest

from joute.cli.exits import Exit

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


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"]])
def test_help_loads_click_and_almost_nothing_else(words):
    modules = loaded(*words)
    tops = {name.partition(".")[0] for name in modules}
    assert tops.isdisjoint({"rich", "msgspec", "numpy", "numba", "json", "tempfile", "traceback", "asyncio"})
    own = {name for name in modules if name.partition(".")[0] == "joute"}
    assert own >= {"joute", "joute.cli", "joute.cli.main", "joute.cli.exits"}
    if words != ["run", "--help"]:
        assert own == {"joute", "joute.cli", "joute.cli.main", "joute.cli.exits"}
    assert all(name == "joute" or name.startswith("joute.cli") for name in own)


def test_run_loads_neither_numpy_nor_numba(tmp_path):
    modules = loaded("run", "chartichaud", "random", "random", "--set", "max_turns=4", folder=tmp_path)
    assert "joute.match.referee" in modules
    assert {name.partition(".")[0] for name in modules}.isdisjoint({"numpy", "numba", "llvmlite"})


def test_json_of_a_run_does_not_load_rich(tmp_path):
    modules = loaded("run", "chartichaud", "idle", "idle", "--set", "max_turns=4", "--json", folder=tmp_path)
    assert "rich" not in modules


@pytest.mark.parametrize(
    "words",
    [
        ["watch", "match.jsonl"],
        ["demo", "--fast"],
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
