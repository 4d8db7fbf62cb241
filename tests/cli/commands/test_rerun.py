"""`joute rerun`: a recorded match asked of a champion again, its first difference and its failure."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.sources.find import find
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
