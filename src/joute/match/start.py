"""Where a match may begin: a turn of a replay, or a position that was saved."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from joute.core.errors import StateError
from joute.core.table import Table
from joute.core.text import Text, located

from .replay import ReplayError
from .verify import table_at

POSITION_MOST = 64 * 2**20
"""How many bytes a saved position may have."""


def table_from(start: str | os.PathLike[str] | Mapping[str, Any] | Table, seat: int | None = None) -> Table:
    """A table of its own, from FILE:TURN of a replay, from the dump of a table or a file with it, or from a table.

    With `seat`, the turn of a replay is gone through until that seat is asked.
    """
    if isinstance(start, Table):
        return start.copy()
    if isinstance(start, Mapping):
        return Table.load(dict(start))
    file, _, turn = str(start).rpartition(":")
    if file and turn.isdecimal():
        return table_at(Path(file), int(turn), seat)
    return saved_table(Path(start))


def saved_table(path: Path) -> Table:
    """The table of a file that holds a dump; ReplayError says what is wrong with it."""
    try:
        if path.stat().st_size > POSITION_MOST:
            raise ReplayError(
                Text(
                    f"{path}: more than {POSITION_MOST >> 20} MiB; this is no position of Joute",
                    f"{path} : plus de {POSITION_MOST >> 20} Mio ; ce n'est pas une position de Joute",
                )
            )
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise ReplayError(
            Text(f"{path}: cannot be read: {error.strerror}", f"{path} : lecture impossible : {error.strerror}")
        ) from None
    except (ValueError, RecursionError):
        raise ReplayError(
            Text(
                f"{path}: this is no position: a file that «table.dump()» wrote as JSON, or FILE:TURN of a replay",
                f"{path} : ce n'est pas une position : un fichier que « table.dump() » a écrit en JSON, ou "
                "FICHIER:TOUR d'un replay",
            )
        ) from None
    if not isinstance(data, dict):
        raise ReplayError(
            Text(
                f"{path}: a position is a JSON object, as «table.dump()» makes it",
                f"{path} : une position est un objet JSON, comme « table.dump() » en fait",
            )
        )
    try:
        return Table.load(data)
    except (StateError, ValueError, TypeError) as error:
        raise ReplayError(located(path, error)) from None
