"""joute champions"""

from __future__ import annotations

import ast
from pathlib import Path

import click

from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import words


@click.command("champions", epilog=examples("joute champions", "joute champions GAME", "joute champions GAME --json"))
@click.argument("game", required=False)
@json_option
@french("Liste les champions fournis avec GAME, ou avec tous les jeux.")
def command(game: str | None, as_json: bool) -> None:
    """List the champions that come with GAME, or with every game."""
    from joute.cli.output.printing import print_json, print_table
    from joute.core.registry import game_names

    entries = [entry for name in ([game] if game else game_names()) for entry in _of_game(name)]
    if as_json:
        print_json(entries)
    else:
        columns = (words("game", "jeu"), "champion", words("about", "à propos"))
        print_table(columns, [(e["game"], e["name"], e["about"]) for e in entries])


def _of_game(name: str) -> list[dict[str, str]]:
    from joute.champions.sources.find import bundled
    from joute.core.registry import load_game

    return [
        {"game": name, "name": champion, "about": about(champion, path)}
        for champion, path in bundled(load_game(name)).items()
    ]


def about(name: str, path: Path | None) -> str:
    """The first line of a champion's docstring, without running it."""
    from joute.champions.players.simple import Idle, Random

    if path is None:
        text = {"idle": Idle, "random": Random}[name].__doc__
    else:
        try:
            text = ast.get_docstring(ast.parse(path.read_bytes()))
        except (SyntaxError, ValueError):
            text = None
    return (text or "").partition("\n")[0]
