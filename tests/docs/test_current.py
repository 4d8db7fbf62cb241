"""What the documentation shows is current: diagrams are drawn as boards are now, films follow from the rules."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from joute.cli.exits import KINDS
from joute.match.reading import read
from joute.match.verdict import Verdict
from joute.match.verify import verify

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import drawing  # noqa: E402
import pictures  # noqa: E402

FILMS = sorted((DOCS / "films").glob("*.jsonl"))
TRANSLATIONS = sorted((DOCS / "fr").rglob("*.md"))


def test_diagrams_are_drawn_from_what_they_show() -> None:
    assert [str(path) for path, _ in drawing.stale()] == []  # else: make figures


def test_pictures_of_the_readme_are_taken_as_games_look_now() -> None:
    assert list(pictures.stale()) == []  # else: make figures


def test_pictures_of_the_readme_are_those_that_are_taken() -> None:
    shown = re.findall(r"\(docs/pictures/([\w/.]+)\)", (DOCS.parent / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(pictures.TAKEN)


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


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: str(page.relative_to(DOCS)))
def test_tables_of_a_translation_have_the_numbers_of_its_page(page: Path) -> None:
    assert _numbers(page) == _numbers(DOCS / "en" / page.relative_to(DOCS / "fr"))


def _numbers(page: Path) -> list[list[str]]:
    """The numbers in each row of its tables, whatever stands between their digits."""
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [re.findall(r"\d+", re.sub(r"(?<=\d)[ ,.](?=\d)", "", row)) for row in rows]


def test_every_kind_of_error_is_explained() -> None:
    """By a page, or by a section of the page on failures; in French too."""
    topics = {kind.topic for kind in KINDS.values()} | {
        verdict.lower().replace("_", "-") for verdict in Verdict if verdict not in (Verdict.OK, Verdict.INTERNAL_ERROR)
    }
    pages = {page.stem for page in (DOCS / "en").glob("*.md")}
    for language in ("en", "fr"):
        sections = re.findall(r"^\(([\w-]+)\)=$", (DOCS / language / "failures.md").read_text("utf-8"), re.MULTILINE)
        assert topics - pages <= set(sections)


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert [path for path in re.findall(r"docs/[\w/.-]+\.\w+", text) if not (DOCS.parent / path).exists()] == []
