"""joute rules"""

from __future__ import annotations

import sys

import click

from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import examples
from joute.core.text import LANGUAGES, terminal_language, words


@click.command(
    "rules", epilog=examples("joute rules GAME", "joute rules GAME --lang fr", "joute rules GAME > rules.md")
)
@click.argument("game")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help=words("The language; without it, that of the terminal.", "La langue ; sans cette option, celle du terminal."),
)
@french("Lit les règles de GAME.")
def command(game: str, lang: str | None) -> None:
    """Read the rules of GAME."""
    text = rules_text(game, lang or terminal_language())
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    from joute.cli.output.printing import console

    console().print(Markdown(text))


def rules_text(game: str, lang: str) -> str:
    """The rules in a language, or in the other one where there is only that."""
    from joute.core.folder import rules_file

    file = rules_file(game, lang)
    if file is None:
        raise Stop(
            Exit.OUR_FAILURE,
            words(
                f"{game} has no rules to read: RULES.en.md is missing in its folder",
                f"{game} n'a pas de règles à lire : RULES.en.md manque dans son dossier",
            ),
        )
    path, language = file
    if language != lang:
        say(
            words(
                f"the rules of {game} are not there in this language; these are in another ({language})",
                f"les règles de {game} n'existent pas dans cette langue ; celles-ci sont dans une autre ({language})",
            )
        )
    return path.read_text(encoding="utf-8")
