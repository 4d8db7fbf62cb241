"""The game of CONTRIBUTING.md: taken out of the page, it is found, conforms, and is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "CONTRIBUTING.md"
BLOCK = re.compile(r"```python\n# (sticks/\S+)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the game that the page describes."""
    folder = tmp_path_factory.mktemp("games")
    for name, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def run(games: Path, *words: str) -> str:
    environment = os.environ | {"JOUTE_GAMES": str(games), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=games, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_all_there(games: Path) -> None:
    assert sorted(path.name for path in (games / "sticks").glob("*.py")) == [
        "__init__.py",
        "api.py",
        "board.py",
        "hand.py",
        "params.py",
        "rules.py",
        "scene.py",
    ]


def test_it_conforms(games: Path) -> None:
    assert "32 passed" in run(games, "pytest", "-q", "-p", "no:cacheprovider", "sticks/tests")


def test_it_is_played(games: Path) -> None:
    champion = games / "last.py"
    champion.write_text("from api import *\ndef play():\n    take(heap() % 4 or 1)\n")
    assert "last.py (J1) wins" in run(games, "joute", "run", "sticks", str(champion), "idle", "--isolation", "none")
    assert "sticks" in run(games, "joute", "games")


def test_its_types_are_checked(games: Path) -> None:
    """`mypy --strict` sees the kernels: one of a wrong type is told."""
    pytest.importorskip("mypy")
    config = games / "mypy.ini"
    config.write_text("[mypy]\nstrict = true\nexplicit_package_bases = true\ndisable_error_code = empty-body\n")
    words = (
        "mypy",
        "--config-file",
        str(config),
        "sticks/rules.py",
        "sticks/api.py",
        "sticks/scene.py",
        "sticks/hand.py",
    )
    run(games, *words)
    rules = games / "sticks" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    # Not of the same length: mypy's cache compares sizes and whole seconds.
    rules.write_text(text.replace("def score(w: World, seat: int) -> int:", "def score(w: World, seat: bytes) -> int:"))
    try:
        with pytest.raises(AssertionError, match=r'Argument "score" to "Rules" has incompatible type'):
            run(games, *words)
    finally:
        rules.write_text(text, encoding="utf-8")
