"""Build the site, French and English, into the package, and the manual page: `make docs`.

A language has the pages of its folder, `docs/en` or `docs/fr`; those that French lacks it has in English, with a note
that says so. The reference is written from the program itself. A warning is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import joute

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
"""The pages before Sphinx lies here, as deep below the root as they are in `docs`, so that their links hold."""
SITE = Path(joute.__file__).parent / "web" / "docs"
LANGUAGES = ("en", "fr")
IN_ENGLISH = ":::{note}\nCette page n'existe qu'en anglais.\n:::\n\n"


def stage(language: str) -> Path:
    """All pages of a language in one folder."""
    folder = BUILD / language
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "en", folder)
    if language != "en":
        own = {path.relative_to(HERE / language) for path in (HERE / language).rglob("*.md")}
        for page in folder.rglob("*.md"):
            if page.relative_to(folder) not in own:
                page.write_text(_noted(page.read_text(encoding="utf-8")), encoding="utf-8")
        shutil.copytree(HERE / language, folder, dirs_exist_ok=True)
    return folder


def _noted(page: str) -> str:
    """An English page, with the note below its title."""
    title, _, rest = page.partition("\n")
    return f"{title}\n\n{IN_ENGLISH}{rest.lstrip()}"


def build(language: str, builder: str, target: Path) -> None:
    """Run Sphinx on the staged pages; exits where it warns."""
    os.environ["JOUTE_DOCS"] = language
    doctrees = BUILD / f"{language}.doctrees"
    words = ["-b", builder, "-c", str(HERE), "-d", str(doctrees), "-W", "--keep-going", "-q"]
    failed = sphinx([*words, str(BUILD / language), str(target)])
    if failed:
        sys.exit(failed)


def slim(site: Path) -> None:
    """Leave out what no reader asks for."""
    for pattern in ("**/_sources", "**/*.map", "**/.buildinfo", "**/objects.inv"):
        for path in list(site.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


EVALUATED = re.compile(r"new Function\(\s*\"n\",\s*`[^`]*`,?\s*\)")
STYLES = {' style="opacity: 50%"': ' opacity="0.5"', ' style="display: none;"': ' class="hidden"'}


def harden(site: Path) -> None:
    """Have pages run files alone, as the arena's policy wants: no style in an element, no text run as a program."""
    for path in site.glob("**/*.html"):
        page = path.read_text(encoding="utf-8")
        for style, attribute in STYLES.items():
            page = page.replace(style, attribute)
        path.write_text(page, encoding="utf-8")
    for path in site.glob("*/_static/doctools.js"):
        text, plurals = EVALUATED.subn("(n) => Number(n > 1)", path.read_text(encoding="utf-8"))
        assert plurals == 1, "doctools.js of this Sphinx is another: see how it counts plurals"
        path.write_text(text, encoding="utf-8")


def main() -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(HERE, BUILD, ignore=shutil.ignore_patterns(*LANGUAGES, "*.py"))  # what pages refer to beside them
    shutil.rmtree(SITE, ignore_errors=True)
    for language in LANGUAGES:
        stage(language)
        build(language, "html", SITE / language)
    slim(SITE)
    harden(SITE)
    shutil.copy(HERE / "theme/index.html", SITE)


if __name__ == "__main__":
    main()
