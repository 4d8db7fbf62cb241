"""joute games"""

from __future__ import annotations

import click

from joute.cli.options import examples, json_option


@click.command("games", epilog=examples("joute games", "joute games --json"))
@json_option
def command(as_json: bool) -> None:
    """List the games: their names, how many play, and what they are about."""
    from joute.cli.output.printing import print_json, print_table
    from joute.core.registry import game_info, game_names

    infos = {name: game_info(name) for name in game_names()}
    if as_json:
        print_json([{"name": name, **info._asdict()} for name, info in infos.items()])
        return
    rows = [(name, players(info.seats_least, info.seats_most), info.summary_en) for name, info in infos.items()]
    print_table(("game", "players", "about"), rows)


def players(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
