"""joute protocol"""

from __future__ import annotations

import json

import click

from joute.cli.french import french
from joute.cli.options import chosen_game, examples
from joute.core.text import words


@click.command(
    "protocol", epilog=examples("joute protocol > protocol.schema.json", "joute protocol --hello GAME | head -c 500")
)
@click.option(
    "--hello",
    "game",
    metavar="GAME",
    help=words(
        "Print the first line that a champion of GAME reads instead.",
        "Affiche plutôt la première ligne que lit un champion de GAME.",
    ),
)
@french("Affiche le schéma JSON du protocole des champions de tout langage : un objet JSON par ligne.")
def command(game: str | None) -> None:
    """Print the JSON Schema of the protocol for champions in any language: one JSON object a line."""
    from joute.champions.players.protocol import hello_at, line_of, schema

    if game is None:
        print(json.dumps(schema(), indent=2, ensure_ascii=False))
        return
    from joute.core.table import Table

    print(line_of(hello_at(Table(chosen_game(game)).seat(0))).decode(), end="")
