"""What the documentation shows is current: diagrams are drawn as boards are now, films follow from the rules."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from joute.match.reading import read
from joute.match.verify import verify

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import drawing  # noqa: E402

FILMS = sorted((DOCS / "films").glob("*.jsonl"))


def test_diagrams_are_drawn_from_what_they_show() -> None:
    assert [str(path) for path, _ in drawing.stale()] == []  # else: make figures


def test_diagrams_are_all_declared() -> None:
    declared = {path for path, _ in drawing.figures()}
    assert set((DOCS / "pictures").rglob("*.webp")) == declared


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.stem)
def test_films_follow_from_the_rules(film: Path) -> None:
    assert verify(read(film)).difference == ""


def test_films_are_shown() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    shown = set(re.findall(r"^```\{film\} (\S+)$", pages, re.MULTILINE))
    assert shown == {film.stem for film in FILMS}
