"""joute new"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from joute.champions.languages.registry import languages
from joute.cli.options import chosen_game, examples, file_argument, game_options

from .rules import LANGUAGES, terminal_language

KITS = tuple(languages())


def _list(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """--list"""
    if asked:
        from joute.core.registry import game_names

        print(f"games      {', '.join(game_names())}\nlanguages  {', '.join(KITS)}")
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
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List the games and languages."
)
@game_options
@click.option("--lang", type=click.Choice(KITS), default=KITS[0], show_default=True, help="The language to write in.")
@click.option("--doc", type=click.Choice(LANGUAGES), help="The language to read; without it, that of the terminal.")
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
    print(f"\nTry it:\n  joute run {game} {path} {opponents} --board {shlex.quote(str(folder / 'board.txt'))}")
    print(f"  joute check {path}")
