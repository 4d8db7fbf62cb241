"""Positions that a person names: FILE:TURN of a replay, or a file that holds one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from .exits import Exit, Stop
from .options import F

if TYPE_CHECKING:
    from joute.core.table import Table
    from joute.match.positions import Positions


def from_option(command: F) -> F:
    """--from"""
    return click.option(
        "--from", "start", metavar="FILE[:TURN]", help="Begin with a turn of a replay, or with a saved position."
    )(command)


def start_table(start: str, game: str | None, given: Mapping[str, Any]) -> Table:
    """What --from names, of this game, to play on from; of other options, none that it answers may be given."""
    from joute.match.start import parted, table_from

    path, turn = parted(start)
    if turn is None and not path.is_file():
        raise click.UsageError(
            f"--from: found {start!r}, expected FILE:TURN, for instance match.jsonl:40, or the file of a position"
        )
    for option, value in given.items():
        if value not in (None, ()):
            raise click.UsageError(f"{option} does not go with --from: {path} says it")
    table = table_from(start)
    if game is not None and table.game.name != game:
        raise click.UsageError(f"{start} is of {table.game.name}, not of {game}")
    if not table.untouched:
        raise Stop(
            Exit.NOT_LOADED, f"{start}: orders are noted in it, or a seat has ended; a match begins between two phases"
        )
    return table


def opened(start: str, turn: int | None) -> tuple[Positions, int | None]:
    """The positions of a file, and the turn that FILE:TURN or an option asks for."""
    from joute.cli.libraries.choice import prepare_named
    from joute.match.positions import Positions
    from joute.match.start import parted, record_at

    path, named = parted(start)
    if named is not None and turn is not None:
        raise click.UsageError(f"{start} names a turn, and so does an option")
    record = record_at(path)
    prepare_named(record.header.game)
    return Positions(record, str(path)), turn if named is None else named
