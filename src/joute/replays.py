"""Recorded matches, turn by turn, for tools and notebooks.

    import joute

    match = joute.Replay("match.jsonl")
    match.players, match.result.scores
    match.orders(30)                      # what each seat ordered in turn 30
    match.table(30).seat(0).call("moi")   # the table as turn 30 began, to ask and to play on
    for turn in match: print(turn.number, turn.printed)

What is wrong with a file, or with a turn that it has not, is told by a ValueError.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from joute.core.game import Game
from joute.core.table import Table
from joute.match.positions import Positions
from joute.match.replay import PhaseLine, ReplayError, order_rows


class Order(NamedTuple):
    """An order as the champion gave it: the function's name and its arguments."""

    name: str
    arguments: tuple[Any, ...]

    @classmethod
    def of(cls, game: Game, row: Any) -> Order:
        action, plain = game.api.unflatten(row)
        return cls(action.name, tuple(map(_bare, plain)))


def _bare(value: Any) -> Any:
    """A value as numbers, tuples and lists alone."""
    if isinstance(value, (tuple, list)):
        return (list if isinstance(value, list) else tuple)(map(_bare, value))
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


class RecordedTurn(NamedTuple):
    """One turn of a recorded match, all its phases together."""

    number: int
    table: Table
    """As the turn began; a copy of its own."""
    orders: dict[int, list[Order]]
    """What each seat that was asked has ordered."""
    printed: dict[int, str]
    """What champions printed, by seat."""
    wall_ms: dict[int, float]
    """How long each seat that was asked has thought."""


class Replay:
    """A replay file. A wrong one, or a turn that it has not, raises ValueError with the reason."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._positions = Positions.of(Path(path))
        self.game: Game = self._positions.table.game
        self.players: list[str] = self._positions.names
        self.result = self._positions.replay.result
        """Scores, ranks and verdicts; None if the match was broken off."""

    @cached_property
    def _starts(self) -> dict[int, int]:
        """The position in which each turn begins."""
        acting = {phase.name for phase in self.game.phases if phase.acts}
        numbered = [(line.turn, at) for at, line in enumerate(self._positions.replay.phases) if line.phase in acting]
        return {turn: next(group)[1] for turn, group in groupby(numbered, key=lambda item: item[0])}

    @property
    def turns(self) -> list[int]:
        """The numbers of all turns."""
        return list(self._starts)

    def table(self, turn: int) -> Table:
        """The table as a turn began; a copy, to ask and to play on."""
        return self._positions.at(self._start(turn)).copy()

    def orders(self, turn: int) -> dict[int, list[Order]]:
        """What each seat ordered in a turn."""
        found: dict[int, list[Order]] = {}
        for line in self._lines(turn):
            for seat, orders in zip(line.seats, line.orders, strict=True):
                rows = [row for row in order_rows(self.game, orders) if row is not None]
                found.setdefault(seat, []).extend(Order.of(self.game, row) for row in rows)
        return found

    def at(self, turn: int) -> RecordedTurn:
        """All that is recorded of a turn."""
        lines, printed, wall_ms = self._lines(turn), dict[int, str](), dict[int, float]()
        for line in lines:
            for seat, private in line.private.items():
                printed[seat] = printed.get(seat, "") + str(private.get("print", ""))
            for seat, spent in zip(line.seats, line.wall_ms, strict=False):
                wall_ms[seat] = wall_ms.get(seat, 0.0) + spent
        said = {seat: text for seat, text in printed.items() if text}
        return RecordedTurn(turn, self.table(turn), self.orders(turn), said, wall_ms)

    def __iter__(self) -> Iterator[RecordedTurn]:
        return (self.at(turn) for turn in self.turns)

    def __len__(self) -> int:
        return len(self._starts)

    def _start(self, turn: int) -> int:
        if turn not in self._starts:
            known = f"turns {self.turns[0]} to {self.turns[-1]}" if self.turns else "none"
            raise ReplayError(f"{self._positions.name}: turn {turn} is not in this replay, which has {known}")
        return self._starts[turn]

    def _lines(self, turn: int) -> list[PhaseLine]:
        return [line for line in self._positions.replay.phases[self._start(turn) :] if line.turn == turn]
