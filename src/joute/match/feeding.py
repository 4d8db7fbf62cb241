"""Feeding: players that are started anew in a match that was interrupted are shown what was played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from joute.core.table import Table

from .player import Player
from .replay import PhaseLine, Replay, ReplayError, Restart, advance
from .rerun import asked
from .verdict import Report

Why = Literal["failed", "changed", "record"]


class CannotGoOn(Exception):
    """A match that was interrupted cannot go on: it begins again."""

    def __init__(self, past: Replay, why: Why, seat: int | None = None) -> None:
        super().__init__(why)
        turn = past.phases[-1].turn if past.phases else 0
        self.restart = Restart(turn, why, seat)


def feed(table: Table, past: Replay, players: Sequence[Player], reports: list[Report]) -> None:
    """Run the players, already seated, through what was played; the table advances, and the reports become those of
    the record. What the players answer does not count: the orders of the record stand."""
    _require_same(past, players, reports)
    try:
        for number, line in enumerate(past.phases):
            for index in line.seats:
                if not reports[index].stopped:
                    reports[index] = _fed(table, past, line, index, players[index], reports[index])
            advance(table, line, number)
    except ReplayError as error:
        raise CannotGoOn(past, "record") from error


def _require_same(past: Replay, players: Sequence[Player], reports: Sequence[Report]) -> None:
    """The champions are those of the record, and those that could be loaded can be loaded again."""
    called = {seat for line in past.phases for seat, used in zip(line.seats, line.wall_ms, strict=False) if used}
    for seat, (named, player) in enumerate(zip(past.header.players, players, strict=True)):
        if named.digest != player.digest:
            raise CannotGoOn(past, "changed", seat)
        if reports[seat].stopped and seat in called:
            raise CannotGoOn(past, "failed", seat)


def _fed(table: Table, past: Replay, line: PhaseLine, index: int, player: Player, report: Report) -> Report:
    """Run a player through one phase. It may fail where it has failed before."""
    at = line.seats.index(index)
    wall_ms, cpu_ms = line.wall_ms[at], line.cpu_ms[at]
    report = report.timed(wall_ms, cpu_ms)
    fault, stopped = line.faults.get(index), index in line.stopped
    if not stopped:
        answer, _ = asked(table, index, partial(player.feed, wall_ms=wall_ms))
        if answer.dead or (answer.fault is not None and fault is None):
            raise CannotGoOn(past, "failed", index)
    return report if fault is None else report.blamed(fault, stopped)
