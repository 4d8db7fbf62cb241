"""Verifying: play a replay again and compare every hash and the result."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from joute.core.table import Table

from .replay import Replay, ReplayError, advance, read


class Check(NamedTuple):
    """What verifying found: nothing wrong, or the first difference."""

    phases: int
    difference: str = ""
    cut: bool = False


def verify(replay: Replay) -> Check:
    """Play a replay again; the first difference between record and rules, if any."""
    try:
        table = replay.table()
        for number, line in enumerate(replay.phases):
            advance(table, line, number)
            if table.digest != line.hash:
                return Check(number, f"phase {number} (turn {line.turn}, {line.phase}): the state differs", replay.cut)
    except ReplayError as fault:
        return Check(0, str(fault), replay.cut)
    result = table.result
    recorded = replay.result
    if recorded is not None and not recorded.void:
        if (recorded.scores, recorded.ranks, recorded.reason) != (result.scores, result.ranks, result.reason):
            return Check(
                len(replay.phases),
                f"the recorded result is {list(recorded.scores)}, but the orders lead to {list(result.scores)}",
            )
    return Check(len(replay.phases), cut=replay.cut)


def table_at(path: Path, turn: int) -> Table:
    """The table as it was when a turn began, in any replay that reaches it."""
    replay = read(path)
    table = replay.table()
    for number, line in enumerate(replay.phases):
        if table.turn.number >= turn and table.game.acts(table.world):
            return table
        advance(table, line, number)
    if table.turn.number == turn and table.turn.seats:
        return table
    raise ReplayError(f"{path}: turn {turn} is not in this replay, which ends at turn {table.turn.number}")
