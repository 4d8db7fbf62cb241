"""Every example of the documentation is run: files are written, commands print what the page says, Python answers."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from joute.core.backends.library import FOLDER, cache_folder

from .examples import SKIPPED, Block, blocks, fits

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [page for language in ("en", "fr") for page in sorted((DOCS / language).rglob("*.md"))]
LIMIT_S = 120
pytestmark = pytest.mark.slow


def runs(block: Block) -> bool:
    return SKIPPED not in block.options and (block.language in ("console", "pycon") or block.file != "")


WITH_EXAMPLES = [page for page in PAGES if any(map(runs, blocks(page)))]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(DOCS)))
def test_examples_of(page: Path, tmp_path: Path) -> None:
    """In an empty folder, in order; the libraries are there, which a first match would have built."""
    names: dict[str, object] = {}
    for block in filter(runs, blocks(page)):
        where = f"{page.relative_to(DOCS)}:{block.line}"
        if block.language == "console":
            run_commands(block, page, tmp_path)
        elif block.language == "pycon":
            converse(block, where, names)
        else:
            file = tmp_path / block.file
            assert file.resolve().is_relative_to(tmp_path), f"{where}: {block.file} is outside the folder"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")


def run_commands(block: Block, page: Path, folder: Path) -> None:
    bin_folder = str(Path(sys.executable).parent)
    environment = os.environ | {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(folder / ".cache"),
        FOLDER: str(cache_folder()),
        "LC_MESSAGES": "fr_FR" if page.is_relative_to(DOCS / "fr") else "C",
    }
    del environment["LC_ALL"]
    for command in block.commands():
        ran = subprocess.run(
            ["bash", "-e", "-c", command.words],
            cwd=folder,
            env=environment,
            text=True,
            timeout=LIMIT_S,
            capture_output=True,
        )
        where = f"{page.relative_to(DOCS)}:{command.line}: $ {command.words}"
        assert ran.returncode == 0, f"{where}\n{ran.stdout}{ran.stderr}"
        printed = ran.stdout or ran.stderr  # progress, on a slow machine, goes to standard error
        if command.expected.strip():
            assert fits(printed, command.expected), f"{where}\nexpected:\n{command.expected}\nprinted:\n{printed}"


def converse(block: Block, where: str, names: dict[str, object]) -> None:
    """Lines of Python after `>>>`, in one conversation a page."""
    told: list[str] = []
    parsed = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    parsed.globs = names  # what a block defines, later ones know
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(parsed, out=told.append, clear_globs=False)
    assert runner.failures == 0, "".join(told)
