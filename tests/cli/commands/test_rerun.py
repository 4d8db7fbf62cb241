"""`joute rerun`: a recorded match asked of a champion again, its first difference and its failure."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import find
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.match.reading import read
from joute.match.rerun import rerun


def written(folder: Path, text: str) -> Path:
    """A champion of the toy game that plays its placement as the text says."""
    path = folder / "mine.py"
    path.write_text(f"from api import *\n{text}def jouer_marche():\n    pass\n")
    return path


def test_a_rerun_of_the_same_champion_differs_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "def jouer_placement():\n    signaler(3)\n    signaler(4)\n")
    record = tmp_path / "m.jsonl"
    assert main(["run", "toy", str(path), "random", "-o", str(record), "--isolation", "process"]) == 0
    capsys.readouterr()
    assert main(["rerun", str(record), "--seat", "0", str(path), "--isolation", "process"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "All its orders are those of the record."
    found = rerun(read(record), 1, find(joute.load_game("toy"), "random", 0))
    assert found.difference is None


@pytest.mark.parametrize("level", ["none", "process"])
def test_a_rerun_shows_the_first_difference_and_the_failure(
    tmp_path: Path, level: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "def jouer_placement():\n    signaler(3)\n    signaler(4)\n")
    record = tmp_path / "m.jsonl"
    assert main(["run", "toy", str(path), "idle", "-o", str(record), "--isolation", level]) == 0
    other = written(
        tmp_path,
        "n = []\ndef jouer_placement():\n    n.append(1)\n    signaler(3)\n    signaler(4 + len(n) // 2)\n    n[2]\n",
    )
    capsys.readouterr()
    assert main(["rerun", str(record), "--seat", "0", str(other), "--isolation", level]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1] == "Its orders first differ in turn 0, placement, at order 0:"
    assert [line.split() for line in out[2:4]] == [
        ["recorded", "signaler(3),", "signaler(4)"],
        ["now", "nothing", "more"],
    ]
    assert "failed in turn 0, in jouer_placement(): IndexError: list index out of range" in "\n".join(out)


def test_a_failure_names_the_command_that_reruns_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, record = written(tmp_path, "def jouer_placement():\n    1 / 0\n"), tmp_path / "m.jsonl"
    assert main(["run", "toy", str(path), "idle", "-o", str(record), "--isolation", "process"]) == 0
    assert f"    joute rerun {record} --seat 0 {path}\n" in capsys.readouterr().out


# One turn


THREE_TURNS = ("run", "chartichaud", "mine.py", "idle", "--set", "max_turns=6", "-o", "m.jsonl")
COUNTS = """from api import *
turns = 0
def jouer_tour():
    global turns
    turns += 1
    print("mine", turns)
    if turns == 2:
        autofarm()
"""


@pytest.fixture
def match(joute, tmp_path):
    """A champion that farms in turn 2, and its match, with three turns of it: 0, 2 and 4."""
    (tmp_path / "mine.py").write_text(COUNTS)
    assert joute(*THREE_TURNS).code == 0
    return "m.jsonl", "--seat", "0", "mine.py"


def test_one_turn_is_the_last_and_its_orders_are_shown(joute, match):
    lines = joute("rerun", *match, "--turn", "2").out.splitlines()
    assert lines[:4] == ["turn 0: mine 1", "turn 2: mine 2", "turn 2, turn: 1 order", "  autofarm()"]
    assert lines[4].startswith("mine.py: 3 callbacks, ")
    assert lines[5:] == ["All its orders are those of the record."]
    assert joute("rerun", *match, "--turn", "0").out.splitlines()[1:3] == [
        "turn 0, init: no orders",
        "turn 0, turn: no orders",
    ]


def test_a_turn_that_is_not_there_is_refused(joute, match):
    found = joute("rerun", *match, "--turn", "9")
    assert (found.code, found.err) == (3, "joute: m.jsonl: A is not asked in turn 9; it is in turns 0 to 6\n")


# Debugging


@pytest.fixture
def typed(monkeypatch):
    """Has a person type this."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_pdb_stops_before_the_callback_of_the_turn(joute, match, typed):
    typed("next", "next", "p turns", "continue")
    out = joute("rerun", *match, "--turn", "2", "--debug").out
    before, _, after = out.partition("--Call--\n")
    assert before == "mine 1\n"
    assert "mine.py(3)jouer_tour()\n-> def jouer_tour():\n" in after
    assert "\n(Pdb) 2\n(Pdb) mine 2\nturn 2, turn: 1 order\n  autofarm()\n" in after


def test_stepping_ends_with_the_callback(joute, match, typed):
    typed(*["next"] * 6, "continue")
    out = joute("rerun", *match, "--turn", "0", "--debug").out
    assert out.count("(Pdb)") == 5
    assert "--Return--" in out
    assert "champions/players" not in out


def test_the_stack_in_the_debugger_begins_with_the_callback(joute, match, typed):
    typed("next", "where", "up", "continue")
    out = joute("rerun", *match, "--turn", "0", "--debug").out
    assert out.count("mine.py(") == 3  # where it stops, twice, and the whole stack
    assert "*** Oldest frame" in out
    assert "joute/cli" not in out


def test_breakpoint_works_in_any_turn(joute, match, typed, tmp_path):
    (tmp_path / "mine.py").write_text(COUNTS.replace("    if turns", "    turns == 1 and breakpoint()\n    if turns"))
    typed("p 40 + turns", "continue", "continue")
    out = joute("rerun", *match, "--turn", "2", "--debug").out
    assert out.startswith("mine 1\n> ")
    assert "(Pdb) 41\n(Pdb) --Call--\n" in out


def test_without_a_turn_it_stops_once_at_the_first_and_goes_to_the_end(joute, match, typed):
    typed("continue")
    out = joute("rerun", *match, "--debug").out
    assert out.count("--Call--") == 1
    assert "mine 3\nmine.py: 5 callbacks" in out


def test_who_quits_the_debugger_interrupts_the_command(joute, match, typed):
    typed("quit")
    found = joute("rerun", *match, "--turn", "2", "--debug")
    assert (found.code, found.err) == (Exit.INTERRUPTED, "\njoute: interrupted\n")
    assert sys.gettrace() is None


def test_debuggers_need_a_person_and_no_isolation(joute, match):
    refused = joute("rerun", *match, "--debug", "--isolation", "process")
    assert (refused.code, refused.err.splitlines()[0]) == (
        Exit.USAGE,
        "joute: --debug does not go with --isolation process: it needs none",
    )
    refused = joute("rerun", *match, "--profile", "--json")
    assert (refused.code, refused.err.splitlines()[0]) == (Exit.USAGE, "joute: --profile does not go with --json")


# Profiles


def test_a_profile_names_the_champions_own_functions(joute, match, tmp_path):
    text = COUNTS + "    think()\ndef think():\n    return sorted(range(9))\n"
    (tmp_path / "mine.py").write_text(text)
    out = joute("rerun", *match, "--profile").out
    _, _, profile = out.partition("\nWhere the time of mine.py went, measured:\n")
    header, *rows, last = profile.splitlines()
    assert header.split() == ["in", "itself", "with", "its", "calls", "calls", "function"]
    assert sorted(row.split()[4:] for row in rows) == [["3", "mine.py:10", "think"], ["3", "mine.py:3", "jouer_tour"]]
    assert last.endswith(" ms in calls of the API and in Python's own functions")


def test_who_is_not_in_python_has_no_profile(joute, match):
    found = joute("rerun", "m.jsonl", "--seat", "1", "idle", "--profile")
    assert (found.code, found.err) == (0, "joute: idle is not in Python, so there is no profile of it\n")
