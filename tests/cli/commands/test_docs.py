"""joute docs: the page of a topic, in the language of the terminal or as asked; and where errors point."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from joute.cli import exits
from joute.cli.exits import Exit
from joute.core.errors import BoardError
from joute.web import manual

PAGES = {"en/index": "", "en/start/index": "", "en/failures": '<span id="map"></span>', "fr/start/index": ""}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in PAGES.items():
        page = tmp_path / "site" / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    monkeypatch.setattr(manual, "SITE", tmp_path / "site")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return tmp_path / "site"


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ([], "en/index.html"),
        (["start"], "en/start/index.html"),
        (["start", "--lang", "fr"], "fr/start/index.html"),
        (["failures"], "en/failures.html"),
        (["map"], "en/failures.html#map"),
    ],
)
def test_a_topic_is_a_page_or_a_kind_of_error(joute, site: Path, words: list[str], page: str) -> None:
    assert joute("docs", *words) == (Exit.DONE, f"{site.as_uri()}/{page}\n", "")


def test_an_unknown_topic_names_those_there_are(joute, site: Path) -> None:
    ran = joute("docs", "chess")
    assert ran.code == Exit.USAGE
    assert "there is no page 'chess'; there are: failures, start" in ran.err


def test_documentation_that_is_not_built_says_how_to_build_it(joute, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(manual, "SITE", tmp_path / "nothing")
    assert joute("docs") == (
        Exit.USAGE,
        "",
        "joute: the documentation is not built; build it with: make docs; or read docs/en/index.md\n",
    )


@pytest.mark.parametrize(("terminal", "more"), [(True, "More about it: joute docs map\n"), (False, "")])
def test_an_error_points_to_its_page_at_a_terminal(capsys, monkeypatch, terminal: bool, more: str) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert exits.explain(BoardError("size", "the board is empty")) == Exit.NOT_LOADED
    assert capsys.readouterr().err == f"joute: size: the board is empty\n{more}"
