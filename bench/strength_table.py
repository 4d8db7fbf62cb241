"""How strong the bundled champions are: `python bench/strength_table.py [GAME...] [--legs N]`.

Plays a tournament of each game in each preset, a round robin of N legs on seeds that are always the same, and prints
its final table for `docs/en/strength.md`; where the terminal speaks French, for `docs/fr/strength.md`.
"""

from __future__ import annotations

import argparse

from joute.arena.tournament.bundled import rate_bundled
from joute.core.game import Game
from joute.core.registry import game_names, load_game
from joute.core.text import words


def table(game: Game, legs: int) -> str:
    """The ratings of one game in one preset, the strongest champion first."""
    rated = rate_bundled(game, legs)
    to, rating = words("to", "à"), words("rating", "cote")
    rows = [f"| {name} | {one.points} | {one.low} {to} {one.high} |" for name, one in rated.champions.items()]
    preset, matches = words("preset", "réglage"), words("matches", "matchs")
    head = f"**{game.name}, {preset} {game.preset}** ({rated.matches} {matches})"
    return "\n".join([head, "", f"| champion | {rating} | 95 % |", "|---|---|---|", *rows, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--legs", type=int, default=20)
    asked = parser.parse_args()
    for name in asked.games:
        for preset in load_game(name).parameters.presets:
            print(table(load_game(name, preset), asked.legs), flush=True)


if __name__ == "__main__":
    main()
