"""docs/en/policies.md: its policy plays the game of CONTRIBUTING.md and is tuned; so do champions of every game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAME = re.compile(r"```python\n# (sticks/\S+)\n(.*?)```", re.DOTALL)
POLICY = re.compile(r"```python\n# mine.py\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of one page and the policy of the other."""
    folder = tmp_path_factory.mktemp("page")
    for name, text in GAME.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        path = folder / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (text,) = POLICY.findall((ROOT / "docs" / "en" / "policies.md").read_text(encoding="utf-8"))
    (folder / "mine.py").write_text(text)
    return folder


def joute(folder: Path, *words: str) -> str:
    environment = os.environ | {
        "JOUTE_GAMES": str(folder / "games"),
        "XDG_CACHE_HOME": str(folder),
        "JOUTE_BUILD": "never",
    }
    command = [sys.executable, "-P", "-m", "joute.cli", *words]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_its_policy_plays(folder: Path) -> None:
    """With the right number it wins whoever begins, against one that does not know it."""
    for players in (["mine.py:modulus=4", "mine.py:modulus=7"], ["mine.py:modulus=7", "mine.py:modulus=4"]):
        told = joute(folder, "run", "sticks", *players, "--isolation", "none")
        assert re.search(r"mine\.py:modulus=4 \(J[12]\) wins", told)


def test_it_is_tuned_to_the_number_that_wins(folder: Path) -> None:
    pytest.importorskip("numba")
    pytest.importorskip("cmaes")
    told = joute(folder, "tune", "sticks", "mine.py", "--generations", "10", "--threads", "1")
    assert "modulus=2→4" in told
    assert "Weight(4, 2, 9)" in (folder / "mine.py").read_text()


@pytest.mark.parametrize("name", ["rollout", "mcts"])
def test_champions_of_every_game_play_it(folder: Path, name: str) -> None:
    told = joute(folder, "run", "sticks", f"{name}:tries=100", "random", "--seed", "1", "--isolation", "none")
    assert f"{name}:tries=100 (J1) wins" in told
