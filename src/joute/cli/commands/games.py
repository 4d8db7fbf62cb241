"""joute games"""

from __future__ import annotations

import click

from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import words


@click.command("games", epilog=examples("joute games", "joute games --json"))
@json_option
@french("Liste les jeux : leurs noms, à combien on y joue, et de quoi ils parlent.")
def command(as_json: bool) -> None:
    """List the games: their names, how many play, and what they are about."""
    from joute.cli.output.printing import print_json, print_table
    from joute.core.registry import game_info, game_names

    infos = {name: game_info(name) for name in game_names()}
    if as_json:
        print_json([{"name": name, **info._asdict()} for name, info in infos.items()])
        return
    rows = [
        (name, players(info.seats_least, info.seats_most), words(info.summary_en, info.summary_fr))
        for name, info in infos.items()
    ]
    print_table((words("game", "jeu"), words("players", "joueurs"), words("about", "à propos")), rows)


def players(least: int, most: int) -> str:
    return str(least) if least == most else words(f"{least} to {most}", f"{least} à {most}")
