"""Positions by name: a turn of a replay, or a file that holds one position."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from joute.core.table import SUMMARY, Table
from joute.core.text import Text, located

from .reading import NotReplay, read
from .replay import Named, Origin, Replay, ReplayError, header_of
from .verify import table_at

POSITION_MOST = 64 * 2**20
"""How many bytes a saved position may have."""


def parted(start: str) -> tuple[Path, int | None]:
    """FILE:TURN as both; FILE alone has no turn."""
    file, _, turn = start.rpartition(":")
    return (Path(file), int(turn)) if file and turn.isdecimal() else (Path(start), None)


def table_from(start: str | os.PathLike[str] | Mapping[str, Any] | Table, seat: int | None = None) -> Table:
    """A table of its own, from FILE:TURN of a replay, from the dump of a table or a file with it, or from a table.

    With `seat`, the turn of a replay is gone through until that seat is asked.
    """
    if isinstance(start, Table):
        return start.copy()
    if isinstance(start, Mapping):
        return Table.load(start)
    path, turn = parted(str(start))
    return saved_table(path) if turn is None else table_at(path, turn, seat)


def origin_of(start: str, table: Table) -> Origin:
    """What a record says of a table that was taken from FILE:TURN of a replay, or from the file of a position."""
    path, named = parted(start)
    turn, step = table.turn, 0
    if named is not None:
        phases = [line.phase for line in read(path).phases if line.turn == turn.number]
        step = phases.index(turn.phase) if turn.phase in phases else len(phases)
    return Origin(turn.number, step, file=path.name)


def record_at(path: Path, lenient: bool = False) -> Replay:
    """A replay file; or that of a position, as a replay in which nothing was played."""
    try:
        return read(path, lenient)
    except NotReplay:
        if (_content(path) or {}).get("joute") != "table":
            raise
    table = saved_table(path)
    return Replay(header_of(table, (Named(""),) * table.seats, resumed=True), (), source=str(path))


# Saved positions


def saved(table: Table) -> dict[str, Any]:
    """What the file of a position holds: the dump of the table, and what a script would first ask of it."""
    turn, result = table.turn, table.result
    summary = {"turn": turn.number, "phase": turn.phase, "callback": turn.callback, "asked": turn.seats}
    return table.dump() | {SUMMARY: summary | {"scores": result.scores, "ranks": result.ranks, "over": result.over}}


def saved_table(path: Path) -> Table:
    """The table of a file that holds a dump; ReplayError says what is wrong with it."""
    data = _content(path)
    if data is None:
        raise ReplayError(
            Text(
                f"{path}: this is no position: a position is a JSON object, as «table.dump()» makes it, or a turn of a "
                "replay, FILE:TURN",
                f"{path} : ce n'est pas une position : une position est un objet JSON, comme « table.dump() » en fait, "
                "ou un tour d'un replay, FICHIER:TOUR",
            )
        )
    try:
        return Table.load(data, backend=None)
    except (ValueError, TypeError) as error:
        raise ReplayError(located(path, error)) from None


def _content(path: Path) -> dict[str, Any] | None:
    """The object that a file of JSON holds; None if it holds something else."""
    try:
        with open(path, "rb") as file:
            text = file.read(POSITION_MOST + 1)
    except OSError as error:
        raise ReplayError(
            Text(f"{path}: cannot be read: {error.strerror}", f"{path} : lecture impossible : {error.strerror}")
        ) from None
    if len(text) > POSITION_MOST:
        raise ReplayError(
            Text(
                f"{path}: more than {POSITION_MOST >> 20} MiB; this is no position of Joute",
                f"{path} : plus de {POSITION_MOST >> 20} Mio ; ce n'est pas une position de Joute",
            )
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
