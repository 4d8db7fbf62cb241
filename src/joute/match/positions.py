"""Every position of a replay, forwards and backwards."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self

from joute.core.table import Table
from joute.core.text import located

from .reading import read
from .replay import Replay, ReplayError, advance

KEEP_EVERY = 50
"""A copy of the table is kept every so many phases, so that going back is quick."""
KEPT_MOST = 128
"""No more copies are kept than this: beyond it every second one is given up."""
EVENTS = 4096
"""How many events of a phase are remembered for its drawing: more than any sensible battle has."""


def listen(table: Table) -> None:
    """Forget the events noted so far, and note those of the next phase."""
    table.world = table.game.listening(table.world, EVENTS)


class Positions:
    """A replay as positions 0 (before the first phase) to `last` (after the last one)."""

    def __init__(self, replay: Replay, name: str = "replay") -> None:
        self.replay = replay
        self.name = name
        self.last = len(replay.phases)
        self.names = [player.name for player in replay.header.players]
        self.index = 0
        self.table = replay.table()
        self._checkpoints: dict[int, Table] = {0: self.table.copy()}
        self._keep_every = KEEP_EVERY
        self._near: dict[int, Table] = {}

    @classmethod
    def of(cls, path: Path) -> Self:
        """The positions of a replay file."""
        return cls(read(path), str(path))

    @cached_property
    def starts(self) -> dict[int, int]:
        """The position in which each turn begins, of those in which somebody may act."""
        acting = {phase.name for phase in self.table.game.phases if phase.acts}
        first: dict[int, int] = {}
        for index, line in enumerate(self.replay.phases):
            if line.phase in acting:
                first.setdefault(line.turn, index)
        return first

    def at(self, index: int) -> Table:
        """The table after `index` phases; it is not to be changed."""
        if index == self.index:
            return self.table
        if index in self._near:
            self.index, self.table = index, self._near[index]
            return self.table
        start = max(kept for kept in self._checkpoints if kept <= index)
        if not start <= self.index < index:
            self.index, self.table = start, self._checkpoints[start]
        self._go_on(index)
        return self.table

    def _go_on(self, index: int) -> None:
        """Advance on a copy, keeping the positions passed nearby: the next step back will want them."""
        table = self.table.copy()
        while self.index < index:
            listen(table)
            try:
                advance(table, self.replay.phases[self.index], self.index)
            except ReplayError as error:
                self.index, self.table = 0, self._checkpoints[0]
                raise ReplayError(located(self.name, error)) from None
            self.index += 1
            if self.index % self._keep_every == 0:
                self._keep(self.index, table)
            if index - self.index < KEEP_EVERY:
                self._near[self.index] = table.copy()
        self.table = table
        while len(self._near) > 2 * KEEP_EVERY:
            del self._near[next(iter(self._near))]

    def _keep(self, index: int, table: Table) -> None:
        """Keep a copy to start again from; of too many, every second."""
        self._checkpoints[index] = table.copy()
        if len(self._checkpoints) > KEPT_MOST:
            self._keep_every *= 2
            self._checkpoints = {at: kept for at, kept in self._checkpoints.items() if at % self._keep_every == 0}
