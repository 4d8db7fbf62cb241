"""Verifying: play a replay again and compare every hash and the result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from joute.core.table import Table
from joute.core.text import Text
from joute.core.world import Result

from .ending import ended
from .reading import read
from .replay import Replay, ReplayError, ResultLine, advance


class Check(NamedTuple):
    """The outcome of verifying: how many phases are as recorded, and the first difference, if any."""

    phases: int
    difference: str = ""
    cut: bool = False


def verify(replay: Replay) -> Check:
    """Play a replay again; the first difference between record and rules, if any."""
    good = 0
    try:
        table = replay.table()
        for number, line in enumerate(replay.phases):
            advance(table, line, number)
            good += 1
    except ReplayError as error:
        return Check(good, str(error), replay.cut)
    return Check(good, _compare(replay.result, table.result), replay.cut)


def _compare(recorded: ResultLine | None, played: Result) -> str:
    """How a recorded result differs from the one the orders lead to. A void match has none."""
    if recorded is None or recorded.void:
        return ""
    if recorded.ending is not None:
        if played.over:
            return "by the record the players ended the match, but by the rules it was over before"
        if recorded.ending.resigned not in (None, *range(len(played.scores))):
            return f"by the record seat {recorded.ending.resigned} resigned, which does not exist"
        played = ended(played, recorded.ending)
    if not played.over:
        return "the record has a result, but by the rules the match is not over"
    record = (recorded.scores, recorded.ranks, recorded.reason)
    if record == (played.scores, played.ranks, played.reason):
        return ""
    return f"the recorded result is {_shown(*record)}, but the orders lead to {_shown(*played[1:])}"


def _shown(scores: tuple[int, ...], ranks: tuple[int, ...], reason: str) -> str:
    return f"scores {list(scores)}, ranks {list(ranks)}" + (f", {reason}" if reason else "")


def table_at(path: Path, turn: int, seat: int | None = None) -> Table:
    """The table as it was when a turn began, or when a seat was first asked in it, in any replay that reaches it."""
    turns: list[int] = []
    for table in _positions(read(path)):
        if table.game.acts(table.world):
            turns.append(table.turn.number)
            if turns[-1] == turn and (seat is None or seat in table.turn.seats):
                return table
    if turn in turns:
        raise ReplayError(
            Text(
                f"{path}: seat {seat} is not asked in turn {turn}",
                f"{path} : la place {seat} n'est pas interrogée au tour {turn}",
            )
        )
    known = (
        Text(f"has turns {turns[0]} to {turns[-1]}", f"a les tours {turns[0]} à {turns[-1]}")
        if turns
        else Text("has no turn", "n'a aucun tour")
    )
    raise ReplayError(
        Text(
            f"{path}: turn {turn} is not in this replay, which {known}",
            f"{path} : le tour {turn} n'est pas dans ce replay, qui {known:fr}",
        )
    )


def _positions(replay: Replay) -> Iterator[Table]:
    """The table before the first phase and after each."""
    yield replay.table()
    yield from (table for _, table in replay)
