"""docs/en/learning.md: what it prints is so, its policy learns, and plays as a champion."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import joute.env

numpy = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")
pytest.importorskip("numba")
PAGE = (Path(__file__).parents[2] / "docs" / "en" / "learning.md").read_text(encoding="utf-8")
FILES = re.compile(r"```python\n# (\S+\.py)\n(.*?)```", re.DOTALL)
SMALL = ("--set", "TAILLE_TERRAIN=8", "--set", "NB_TOURS=8")


def ran(folder: Path, *words: str) -> str:
    environment = os.environ | {"JOUTE_BUILD": "never"}
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_policy_is_trained_and_plays(tmp_path: Path) -> None:
    for name, text in FILES.findall(PAGE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    ran(tmp_path, "train.py", "2")
    weights = numpy.load(tmp_path / "learner" / "weights.npy")
    blocks = joute.env.make("portails_v1", TAILLE_TERRAIN=8).setting.numbering.blocks
    (capture,) = (block.first for block in blocks if block.action.name == "capturer")
    assert weights[-1, 0] < -0.1  # whatever is observed: end the turn less often, and capture more often
    assert weights[-1, capture] > 0.1
    ran(tmp_path, "train.py", "2")
    assert numpy.array_equal(numpy.load(tmp_path / "learner" / "weights.npy"), weights)
    told = ran(tmp_path, "-m", "joute.cli", "run", "portails", "learner", "idle", *SMALL)
    assert re.search(r"^J1 +learner .* OK +0 ", told, re.MULTILINE)


@pytest.mark.parametrize("line", re.findall(r"^\| `\w+` \| .*\d \|$", PAGE, re.MULTILINE))
def test_the_sizes_that_it_prints_are_so(line: str) -> None:
    game, presets, numbers, values = (cell.strip().replace(",", "") for cell in line.strip("|").split("|"))
    for position, preset in enumerate(joute.load_game(game.strip("`")).parameters.presets):
        setting = joute.env.make(f"{game.strip('`')}_v1", preset=preset, backend="interpreted").setting
        assert setting.numbering.size == int(numbers.split()[position % len(numbers.split())])
        assert setting.observing.size == int(values.split()[position % len(values.split())])
        assert f"`{preset}`" in presets or presets == "both"
