"""Champions that were made for another preset than that of a match."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.core.text import words

from .exits import say
from .options import given_options

if TYPE_CHECKING:
    from joute.core.game import Game

HERE = Path()


def warn_of_presets(
    game: Game, champions: Iterable[tuple[str, str]], remedy: Callable[[str], str], folder: Path = HERE
) -> None:
    """Say which champions bring other constants than those of a game.

    Each is a name and a source: one that is bundled, or a path from `folder`. `remedy` says how to play under the
    preset that fits.
    """
    from joute.champions.checks.own_constants import other_constants
    from joute.champions.players.options import split
    from joute.champions.sources.find import comes_with

    for name, source in champions:
        other = None if comes_with(game, source) else other_constants(game, folder / split(source)[0])
        if other is None:
            continue
        if other.preset is None:
            how = words(
                f"no preset of {game.name} has all of its constants",
                f"aucun réglage de {game.name} n'a toutes ses constantes",
            )
        elif other.preset == game.preset:
            how = words(
                "by a parameter that is set, or by the board", "par un paramètre qui est donné, ou par la carte"
            )
        else:
            how = remedy(other.preset)
        told = other.sentence(game)
        say(words(f"warning: {name}: {told}: {how}", f"attention : {name} : {told:fr} : {how}"))


def once_more(*command: str) -> Callable[[str], str]:
    """The remedy of a command: the same with another --preset. Of a position that --from names, none can be chosen."""

    def remedy(preset: str) -> str:
        if click.get_current_context().params["start"] is not None:
            return words(f"it was made for «{preset}»", f"il a été fait pour « {preset} »")
        return shlex.join([*command, *given_options(preset=preset)])

    return remedy
