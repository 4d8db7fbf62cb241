"""Build the site, French and English, into the package, and the manual page: `make docs`.

A language has the pages of its folder, `docs/en` or `docs/fr`; those that French lacks it has in English, with a note
that says so. The reference is written from the program itself. A warning is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import joute

HERE = Path(__file__).parent
BUILD = HERE.parent / ".docs"
"""The pages before Sphinx lie here, as deep below the root as they are in `docs`, so that their links hold."""
SITE = Path(joute.__file__).parent / "web" / "docs"
LANGUAGES = ("en", "fr")
IN_ENGLISH = ":::{note}\nCette page n'existe qu'en anglais.\n:::\n\n"
EVALUATED = re.compile(r"new Function\(\s*\"n\",\s*`[^`]*`,?\s*\)")
STYLES = {' style="opacity: 50%"': ' opacity="0.5"', ' style="display: none;"': ' class="hidden"'}
THEME_IN_FRENCH = {
    ">Skip to content<": ">Aller au contenu<",
    ">Back to top<": ">Haut de la page<",
    "On this page\n": "Sur cette page\n",
    "<span>Next<": "<span>Page suivante<",
    "<span>Previous<": "<span>Page précédente<",
    ">Home<": ">Accueil<",
    "Made with \n": "Fait avec \n",
    "Please activate JavaScript to enable the search functionality.": "La recherche a besoin de JavaScript.",
    "Toggle site navigation sidebar": "Ouvrir ou fermer le menu du site",
    "Toggle table of contents sidebar": "Ouvrir ou fermer le sommaire de la page",
    "Toggle Light / Dark / Auto color theme": "Couleurs claires, sombres ou automatiques",
    "Toggle navigation of ": "Ouvrir ou fermer : ",
    "<title>Contents<": "<title>Sommaire<",
    "<title>Expand<": "<title>Suivre<",
    "<title>Light mode<": "<title>Couleurs claires<",
    "<title>Dark mode<": "<title>Couleurs sombres<",
    "<title>Auto light/dark, in light mode<": "<title>Couleurs automatiques, claires<",
    "<title>Auto light/dark, in dark mode<": "<title>Couleurs automatiques, sombres<",
}
"""What the theme says in English alone; the rest of it is translated by Sphinx."""


def main() -> None:
    """Each language in a process of its own: what the program says of itself is in one language."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(HERE, BUILD, ignore=shutil.ignore_patterns(*LANGUAGES, "*.py"))  # what pages refer to beside them
    shutil.rmtree(SITE, ignore_errors=True)
    bare = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "JOUTE_GAMES")}
    for language in LANGUAGES:
        environment = bare | {"LC_MESSAGES": {"fr": "fr_FR"}.get(language, "C"), "PYTHONUTF8": "1"}
        failed = subprocess.run([sys.executable, __file__, language], env=environment, check=False).returncode
        if failed:
            sys.exit(failed)
    slim(SITE)
    harden(SITE)
    translate_theme(SITE / "fr")
    shutil.copy(HERE / "theme/index.html", SITE)


def build(language: str) -> int:
    """The site of one language, and in English the manual page; an exit code."""
    from sphinx.cmd.build import main as sphinx

    stage(language)
    os.environ |= {"JOUTE_DOCS": language, "LC_MESSAGES": "C"}  # Sphinx wants a locale that this machine has
    words = [
        "-c",
        str(HERE),
        "-d",
        str(BUILD / f"{language}.doctrees"),
        "-W",
        "--keep-going",
        "-q",
        str(BUILD / language),
    ]
    return sphinx(["-b", "html", *words, str(SITE / language)]) or (
        sphinx(["-b", "man", *words, str(BUILD)]) if language == "en" else 0
    )


def stage(language: str) -> None:
    """All pages of a language in one folder, with their generated parts."""
    from reference import filled, game_pages

    folder = BUILD / language
    shutil.copytree(HERE / "en", folder)
    shutil.copytree(HERE / language, folder, dirs_exist_ok=True)
    for page in folder.rglob("*.md"):
        text = filled(page.read_text(encoding="utf-8"))
        translated = (HERE / language / page.relative_to(folder)).is_file()
        page.write_text(text if translated else _noted(text), encoding="utf-8")
    game_pages(folder / "reference" / "games")


def _noted(page: str) -> str:
    """An English page, with the note below its title."""
    title, _, rest = page.partition("\n")
    return f"{title}\n\n{IN_ENGLISH}{rest.lstrip()}"


def slim(site: Path) -> None:
    """Leave out what no reader asks for."""
    for pattern in ("**/_sources", "**/*.map", "**/.buildinfo", "**/objects.inv"):
        for path in list(site.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


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


def translate_theme(site: Path) -> None:
    """Have the frame of the French pages speak French."""
    unseen = set(THEME_IN_FRENCH)
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        unseen -= {english for english in unseen if english in page}
        for english, french in THEME_IN_FRENCH.items():
            page = page.replace(english, french)
        path.write_text(page, encoding="utf-8")
    for english in sorted(unseen):
        print(f"THEME_IN_FRENCH: the theme no longer says {english!r}: see what it says instead")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(build(sys.argv[1]))
    main()
