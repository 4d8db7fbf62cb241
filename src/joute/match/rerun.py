"""Rerunning: feed a recorded match to a player, and see where its orders differ from the record."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

from joute.core.api import Row
from joute.core.game import Game
from joute.core.table import Table
from joute.core.text import Text
from joute.core.world import Turn

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
    last: list[tuple[str, Orders]]
    """The phases of the last turn in which it was asked, with its orders."""


def rerun(
    replay: Replay, index: int, player: Player, turn: int | None = None, stop: Callable[[], None] | None = None
) -> Rerun:
    """Run a player through a recorded match: it sees what the record led to, whatever it answers itself.

    With `turn` this is its last one; `stop` is called before its first callback there, or without one before the first.
    """
    with ExitStack() as stack:
        stack.callback(player.release)
        table = replay.table()
        name = table.game.info.seat_name
        if not 0 <= index < table.seats:
            names = ", ".join(map(name, range(table.seats)))
            raise ReplayError(
                Text(
                    f"{replay.source} has seats 0 to {table.seats - 1} ({names}), not {index}",
                    f"{replay.source} a les places 0 à {table.seats - 1} ({names}), pas {index}",
                )
            )
        _require_turn(replay, index, name(index), turn)
        run = _Running(table, index, player)
        run.load()
        for number, line in enumerate(replay.phases):
            if turn is not None and line.turn > turn:
                break
            if index in line.seats and not run.dead:
                if stop is not None and turn in (None, line.turn):
                    stop()
                    stop = None
                run.ask(line)
            advance(table, line, number)
    return run.outcome()


def _require_turn(replay: Replay, index: int, name: str, turn: int | None) -> None:
    asked = [line.turn for line in replay.phases if index in line.seats]
    if turn is not None and turn not in asked:
        when = Text("in no turn", "à aucun tour")
        if asked:
            when = Text(f"in turns {asked[0]} to {asked[-1]}", f"aux tours {asked[0]} à {asked[-1]}")
        raise ReplayError(
            Text(
                f"{replay.source}: {name} is not asked in turn {turn}; it is {when}",
                f"{replay.source} : {name} ne joue pas au tour {turn} ; il joue {when:fr}",
            )
        )


class _Running:
    """A rerun under way."""

    def __init__(self, table: Table, index: int, player: Player) -> None:
        self._table, self._index, self._player = table, index, player
        self.fault: Fault | None = None
        self.dead = False
        self._difference: Difference | None = None
        self._times: list[float] = []
        self._notes: list[tuple[int, dict[str, Any]]] = []
        self._last: list[tuple[str, Orders]] = []
        self._turn = -1

    def load(self) -> None:
        self.fault = self._player.load(self._table.copy().seat(self._index))
        self.dead = self.fault is not None
        self._player.sit(self._table.seat(self._index))

    def ask(self, line: PhaseLine) -> None:
        """Ask the player for a recorded phase, and compare."""
        game = self._table.game
        answer, given = asked(self._table, self._index, self._player.ask)
        self.fault, self.dead = self.fault or answer.fault, answer.dead
        self._times.append(answer.wall_ms)
        self._notes += [(line.turn, answer.private)] if answer.private else []
        self._last = [*(self._last if line.turn == self._turn else []), (line.phase, given)]
        self._turn = line.turn
        if game.acts(self._table.world) and self._difference is None:
            self._difference = _difference(game, line, self._index, given)

    def outcome(self) -> Rerun:
        total, worst = sum(self._times), max(self._times, default=0.0)
        return Rerun(len(self._times), self._difference, self.fault, total, worst, self._notes, self._last)


def asked(table: Table, index: int, ask: Callable[[Turn], Answer]) -> tuple[Answer, Orders]:
    """Ask a player, and put the table back as it was: what it ordered, none where it failed."""
    before = table.game.copy(table.world)
    answer = ask(table.turn)
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
