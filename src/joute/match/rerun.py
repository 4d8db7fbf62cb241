"""Rerunning: feed a recorded match to a player, and see where its orders differ from the record."""

from __future__ import annotations

from typing import Any, NamedTuple

from joute.core.api import Row
from joute.core.game import Game
from joute.core.table import Table

from .player import Answer, Player
from .replay import PhaseLine, Replay, ReplayError, advance, order_rows
from .verdict import Fault

Orders = tuple[Row, ...]


class Difference(NamedTuple):
    """The first callback in which a player did something else: which order, and what the rest was on both sides."""

    turn: int
    phase: str
    order: int
    recorded: Orders
    given: Orders


class Rerun(NamedTuple):
    """What came of it: how many callbacks were run, the first difference, the first failure, and the time used."""

    callbacks: int
    difference: Difference | None
    fault: Fault | None
    wall_ms: float
    worst_ms: float
    notes: list[tuple[int, dict[str, Any]]]
    """What the player printed and noted, with the turns."""


def rerun(replay: Replay, index: int, player: Player) -> Rerun:
    """Run a player through a recorded match: it sees what the record led to, whatever it answers itself."""
    table = replay.table()
    if not 0 <= index < table.seats:
        raise ReplayError(f"{replay.source} has seats 0 to {table.seats - 1}, not {index}")
    count, difference, times = 0, None, [0.0]
    notes: list[tuple[int, dict[str, Any]]] = []
    fault: Fault | None = None
    try:
        fault = player.load(table.copy().seat(index))
        dead = fault is not None
        player.sit(table.seat(index))
        for number, line in enumerate(replay.phases):
            if index in line.seats and not dead:
                answer, given = _asked(table, index, player)
                count, fault, dead = count + 1, fault or answer.fault, answer.dead
                times.append(answer.wall_ms)
                notes += [(line.turn, answer.private)] if answer.private else []
                if table.game.acts(table.world) and difference is None:
                    difference = _difference(table.game, line, index, given)
            advance(table, line, number)
    finally:
        player.release()
    return Rerun(count, difference, fault, sum(times), max(times), notes)


def _asked(table: Table, index: int, player: Player) -> tuple[Answer, Orders]:
    """Ask a player, and put the table back as it was: what it ordered, none where it failed."""
    before = table.game.copy(table.world)
    answer = player.ask(table.turn)
    lost = answer.fault is not None and not table.game.live
    given = () if lost else tuple(table.seat(index).orders)
    table.world = before
    for seat in range(table.seats):
        table.seat(seat).renew()
    return answer, given


def _difference(game: Game, line: PhaseLine, index: int, given: Orders) -> Difference | None:
    recorded = tuple(row for row in order_rows(game, line.orders[line.seats.index(index)]) if row is not None)
    if recorded == given:
        return None
    pairs = zip(recorded, given, strict=False)
    order = next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(recorded), len(given)))
    return Difference(line.turn, line.phase, order, recorded[order:], given[order:])
