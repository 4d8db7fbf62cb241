"""joute champions"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import words


@click.command(
    "champions",
    epilog=examples(
        "joute champions", "joute champions GAME", "joute champions GAME --json", "joute champions --rate 20"
    ),
)
@click.argument("game", required=False)
@json_option
@click.option(
    "--rate",
    "legs",
    type=click.IntRange(1, 1000),
    metavar="LEGS",
    help=words(
        "First have them play a round robin of so many legs, and keep the ratings with the game.",
        "Les fait d'abord jouer chacun contre chacun, en autant de manches, et garde les cotes avec le jeu.",
    ),
)
@french("""Liste les champions fournis avec GAME, ou avec tous les jeux, et leur force.

La cote moyenne est 1500 ; 400 points de plus, c'est dix victoires pour une défaite.
""")
def command(game: str | None, as_json: bool, legs: int | None) -> None:
    """List the champions that come with GAME, or with every game, and how strong they are.

    The mean rating is 1500; 400 points more mean ten wins to one loss.
    """
    from joute.cli.output.printing import print_json, print_table
    from joute.core.registry import game_names

    names = [game] if game else game_names()
    for name in names if legs else []:
        _rate(name, legs or 1)
    entries = [entry for name in names for entry in _of_game(name)]
    if as_json:
        print_json(entries)
    else:
        columns = (words("game", "jeu"), "champion", words("rating", "cote"), "95 %", words("about", "à propos"))
        print_table(columns, [(e["game"], e["name"], *_strength(e), e["about"]) for e in entries])


def _rate(name: str, legs: int) -> None:
    """Play the round robin of a game and write its file."""
    import msgspec

    from joute.arena.tournament.bundled import rate_bundled
    from joute.champions.sources.strength import ratings_file
    from joute.cli.libraries.choice import ready
    from joute.core.registry import load_game

    game = load_game(name)
    ready(game, background=False)
    file = ratings_file(game)
    rated = msgspec.json.format(msgspec.json.encode(rate_bundled(game, legs)), indent=1)
    try:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(rated + b"\n")
    except OSError as error:
        why = f"{file}: {error.strerror}"
        raise Stop(Exit.NOT_LOADED, words(f"cannot keep the ratings: {why}", f"cotes non gardées : {why}")) from None


def _of_game(name: str) -> list[dict[str, Any]]:
    from joute.champions.players.policy import GENERIC
    from joute.champions.sources.find import bundled
    from joute.champions.sources.strength import strengths
    from joute.core.registry import load_game

    game = load_game(name)
    known = strengths(game)
    entries = []
    for champion, path in (bundled(game) | dict.fromkeys(GENERIC)).items():
        one = known.champions.get(champion) if known else None
        strength = [one.points, one.low, one.high] if one else [None] * 3
        entry = dict(zip(("rating", "low", "high"), strength, strict=True))
        entries.append({"game": name, "name": champion, "about": about(champion, path)} | entry)
    return entries


def _strength(entry: dict[str, Any]) -> tuple[str, str]:
    if entry["rating"] is None:
        return "-", ""
    low, high = entry["low"], entry["high"]
    return str(entry["rating"]), words(f"{low} to {high}", f"{low} à {high}")


def about(name: str, path: Path | None) -> str:
    """The first line of a champion's docstring, without running it."""
    from joute.champions.players.policy import GENERIC
    from joute.champions.players.simple import Idle, Random

    if path is None:
        text = {"idle": Idle, "random": Random, **GENERIC}[name].__doc__
    else:
        try:
            text = ast.get_docstring(ast.parse(path.read_bytes()))
        except (SyntaxError, ValueError):
            text = None
    return (text or "").partition("\n")[0]
