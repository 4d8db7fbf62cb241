"""joute api"""

from __future__ import annotations

import sys

import click

from joute.cli.french import french
from joute.cli.options import chosen_game, examples, game_options, json_option
from joute.core.text import LANGUAGES, terminal_language, words


@click.command("api", epilog=examples("joute api GAME", "joute api GAME --lang fr > api.md", "joute api GAME --json"))
@click.argument("game")
@game_options
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help=words("The language; without it, that of the terminal.", "La langue ; sans cette option, celle du terminal."),
)
@json_option
@french("Lit l'API des champions de GAME : chaque appel, constante, énumération, structure et fonction.")
def command(game: str, preset: str | None, assignments: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Read the champion API of GAME: every callback, constant, enumeration, structure and function."""
    from joute.champions.languages.api.reference import as_data, reference
    from joute.cli.output.printing import console, print_json

    chosen = chosen_game(game, preset, assignments)
    if as_json:
        print_json(as_data(chosen))
        return
    text = reference(chosen, lang or terminal_language())
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    console().print(Markdown(text))
