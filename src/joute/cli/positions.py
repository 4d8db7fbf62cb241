"""Positions that a person names: FILE:TURN of a replay, or a file that holds one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from joute.core.text import words

from .exits import Exit, Stop
from .options import F

if TYPE_CHECKING:
    from joute.core.table import Table
    from joute.match.positions import Positions


def from_option(command: F) -> F:
    """--from"""
    return click.option(
        "--from",
        "start",
        metavar="FILE[:TURN]",
        help=words(
            "Begin with a turn of a replay, or with a saved position.",
            "Commence à un tour d'un replay, ou à une position gardée.",
        ),
    )(command)


def start_table(start: str, game: str | None, given: Mapping[str, Any]) -> Table:
    """What --from names, of this game, to play on from; of other options, none that it answers may be given."""
    from joute.match.start import parted, table_from

    path, turn = parted(start)
    if turn is None and not path.is_file():
        raise click.UsageError(
            words(
                f"--from: there is no file {start}; expected FILE:TURN, for instance match.jsonl:40, or the file of a "
                "position",
                f"--from : il n'y a pas de fichier {start} ; attendu FICHIER:TOUR, par exemple match.jsonl:40, ou le "
                "fichier d'une position",
            )
        )
    for option, value in given.items():
        if value not in (None, ()):
            raise click.UsageError(
                words(
                    f"{option} does not go with --from: {path} says it",
                    f"{option} ne va pas avec --from : {path} le dit",
                )
            )
    table = table_from(start)
    if game is not None and table.game.name != game:
        raise click.UsageError(
            words(f"{start} is of {table.game.name}, not of {game}", f"{start} est de {table.game.name}, pas de {game}")
        )
    if not table.untouched:
        raise Stop(
            Exit.NOT_LOADED,
            words(
                f"{start}: orders are noted in it, or a seat has ended; a match begins between two phases",
                f"{start} : des ordres y sont notés, ou une place a fini ; un match commence entre deux phases",
            ),
        )
    return table


def resumed_table(game: str, start: str, given: Mapping[str, Any]) -> Table:
    """What --from names, with the library of the game prepared."""
    from joute.cli.libraries.choice import prepare_named
    from joute.core.registry import game_info

    game_info(game)
    prepare_named(game)
    return start_table(start, game, given)


def opened(start: str, turn: int | None) -> tuple[Positions, int | None]:
    """The positions of a file, and the turn that FILE:TURN or an option asks for."""
    from joute.cli.libraries.choice import prepare_named
    from joute.match.positions import Positions
    from joute.match.start import parted, record_at

    path, named = parted(start)
    if named is not None and turn is not None:
        raise click.UsageError(
            words(f"{start} names a turn, and so does an option", f"{start} nomme un tour, et une option aussi")
        )
    record = record_at(path)
    prepare_named(record.header.game)
    return Positions(record, str(path)), turn if named is None else named
