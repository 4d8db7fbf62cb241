"""A format is one module: a file that is added to the folder is a format everywhere, with nothing else changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import joute
from joute.arena.tournament.formats import FORMATS
from tests.arena.tournament.cups import cup_file, named

SIXTH = '''
"""King of the hill: the first of the list keeps its seat until it loses."""

from typing import ClassVar

from joute.core.text import Text

from .contract import Format, Ranking, Slot, When, too_few


class Hill(Format, frozen=True, tag="hill"):
    when: ClassVar = When.BETWEEN
    title: ClassVar = Text("king of the hill", "roi de la colline")

    def total(self, entrants, seats):
        return entrants - 1

    def impossible(self, entrants, seats):
        return too_few(entrants, seats)

    def more(self, situation):
        number = len(situation.results)
        pair = (self._king(situation), number + 1)
        return [Slot(f"{number}", number, number, pair)] if number + 1 < situation.entrants else []

    def ranking(self, situation):
        king = self._king(situation)
        note = Text("king", "roi")
        return {index: Ranking(0, note) if index == king else Ranking(1) for index in range(situation.entrants)}

    def drawn_from(self, labels, earlier):
        return {label for label in labels if int(label) > min(map(int, earlier))}

    def _king(self, situation):
        king = 0
        for result in situation.results.values():
            king = result.slot.table[result.ranks.index(1)]
        return king
'''


def test_the_formats_that_come_with_joute() -> None:
    assert list(FORMATS) == ["elimination", "ladder", "round_robin", "swiss", "tables"]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, made of links, with one more file among the formats."""
    source, copy = Path(joute.__file__).parent, tmp_path / "house" / "joute"
    for part in ("", "arena", "tournament", "formats"):
        source, copy = source / part, copy / part
        copy.mkdir(parents=True, exist_ok=True)
        for entry in source.iterdir():
            if entry.name not in ("arena", "tournament", "formats", "__pycache__"):
                (copy / entry.name).symlink_to(entry)
    (copy / "hill.py").write_text(SIXTH)
    return tmp_path / "house"


def test_a_format_that_is_added_as_a_file_is_played_to_its_end_and_reported(tmp_path: Path, package: Path) -> None:
    cup_file(tmp_path, named("a", "b", "c"), 'kind = "hill"')

    def command(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "joute.cli", "tournament", *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(package)},
            timeout=120,
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    assert "format    hill, at most 2 matches" in command("check", "cup.toml")
    assert "2 matches played" in command("run", "cup.toml", "--workers", "1")
    lines = json.loads(command("report", "cup.toml", "--json"))["lines"]
    assert [line["rank"] for line in lines] == [1, 2, 2]
    assert [line["note"] for line in lines] == [{"en": "king", "fr": "roi"}, None, None]
    assert "king" in command("report", "cup.toml", "--html", "site")
    assert "king" in (tmp_path / "site/index.html").read_text()
    summary = json.loads(command("status", "cup.toml", "--json"))["summary"]
    assert summary["format"] == "hill"
    assert summary["format_title"] == {"en": "king of the hill", "fr": "roi de la colline"}
    assert "1 of their matches would be void" in command("requeue", "cup.toml", "--match", "1", code=2)
    command("requeue", "cup.toml", "--match", "1", "--redraw")
    cup_file(tmp_path, named("a", "b", "c", "d"), 'kind = "hill"')
    assert "'d' comes too late" in command("resume", "cup.toml", "--workers", "1", code=2)
