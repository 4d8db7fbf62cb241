"""joute rules"""

from __future__ import annotations

import os
import sys

import click

from joute.cli.exits import Exit, Stop, say
from joute.cli.options import examples

LANGUAGES = ("fr", "en")


@click.command(
    "rules", epilog=examples("joute rules GAME", "joute rules GAME --lang fr", "joute rules GAME > rules.md")
)
@click.argument("game")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language; without it, that of the terminal.")
def command(game: str, lang: str | None) -> None:
    """Read the rules of GAME."""
    text = rules_text(game, lang or terminal_language())
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    from joute.cli.output.printing import console

    console().print(Markdown(text))


def terminal_language() -> str:
    """French where the environment asks for it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def rules_text(game: str, lang: str) -> str:
    """The rules in a language, or in the other one where there is only that."""
    from joute.core.folder import rules_file

    file = rules_file(game, lang)
    if file is None:
        raise Stop(Exit.OUR_FAILURE, f"{game} has no rules to read: RULES.en.md is missing in its folder")
    path, language = file
    if language != lang:
        say(f"the rules of {game} are not there in this language; these are in another ({language})")
    return path.read_text(encoding="utf-8")
