"""joute new"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from joute.champions.languages.registry import by_name, languages
from joute.cli.french import french
from joute.cli.options import chosen_game, examples, file_argument, game_options, repeated_options
from joute.core.text import LANGUAGES, terminal_language, words

KITS = tuple(languages())


class LanguageName(click.Choice[str]):
    """A language by its name, or by another that people give it (`c++`)."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = by_name(value.lower())
        return super().convert(known.name if known else value, param, ctx)


def _list(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """--list"""
    if asked:
        from joute.core.registry import game_names

        print(
            words(
                f"games      {', '.join(game_names())}\nlanguages  {', '.join(KITS)}",
                f"jeux      {', '.join(game_names())}\nlangages  {', '.join(KITS)}",
            )
        )
        context.exit()


@click.command(
    "new",
    epilog=examples(
        "joute new --list", "joute new GAME mine", "joute new GAME mine --lang java", "joute new GAME mine --doc fr"
    ),
)
@click.argument("game")
@file_argument("folder")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help=words("List the games and languages.", "Liste les jeux et les langages."),
)
@game_options
@click.option(
    "--lang",
    type=LanguageName(KITS),
    default=KITS[0],
    show_default=True,
    help=words("The language to write in.", "Le langage dans lequel écrire."),
)
@click.option(
    "--doc",
    type=click.Choice(LANGUAGES),
    help=words(
        "The language to read; without it, that of the terminal.",
        "La langue dans laquelle lire ; sans cette option, celle du terminal.",
    ),
)
@french("Écrit dans FOLDER un champion pour commencer, avec l'API de GAME documentée et une carte.")
def command(
    game: str, folder: Path, preset: str | None, assignments: tuple[str, ...], lang: str, doc: str | None
) -> None:
    """Write a champion to start from into FOLDER, with the API of GAME documented and a board."""
    from joute.champions.kits.kit import write_kit

    chosen = chosen_game(game, preset, assignments)
    names = write_kit(chosen, lang, doc or terminal_language(), folder)
    path = shlex.quote(str(folder))
    opponents = " ".join(["random"] * (chosen.info.seats - 1))
    print(f"{folder}: {', '.join(names)}")
    board, options = shlex.quote(str(folder / "board.txt")), repeated_options()
    print(words("\nTry it:", "\nEssayez-le :"))
    print(f"  joute run {game} {path} {opponents} --board {board}{options}\n  joute check {path}{options}")
