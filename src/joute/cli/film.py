"""Every position of a replay, forwards and backwards, and how it is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .exits import Exit, Stop
from .paint import Line, seat_style

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.table import Table
    from joute.match.replay import Replay

KEEP_EVERY = 50
"""A copy of the table is kept every so many phases, so that going back is quick."""
EVENTS = 4096
"""How many events of a phase are remembered for its drawing: more than any sensible battle has."""


def listen(table: Table) -> None:
    """Forget the events noted so far, and note those of the next phase."""
    table.world = table.game.listening(table.world, EVENTS)


def drawn(table: Table, names: list[str], seat: int | None = None) -> list[Line]:
    """A table as lines: who plays, then the game's own drawing."""
    game = table.game
    lines: list[Line] = game.module("scene").drawing(table.scene(seat))
    return [_who_plays(game, names), *lines] if names else lines


def _who_plays(game: Game, names: list[str]) -> Line:
    line: list[tuple[str, str]] = [(f"{game.info.title}: ", "title")]
    for seat, name in enumerate(names):
        line += [(f"{game.info.seat_name(seat)} {name}", seat_style(seat)), ("  ", "")]
    return line[:-1]


class Film:
    """A replay as positions 0 (before the first phase) to `last` (after the last one)."""

    def __init__(self, replay: Replay, name: str = "replay") -> None:
        self.replay = replay
        self.name = name
        self.last = len(replay.phases)
        self.names = [player.name for player in replay.header.players]
        self.index = 0
        self.table = replay.table()
        self._kept: dict[int, Table] = {0: self.table.copy()}
        self._near: dict[int, Table] = {}

    @classmethod
    def of(cls, path: Path) -> Film:
        """The film of a replay file."""
        from joute.match.replay import read

        return cls(read(path), str(path))

    def at(self, index: int) -> Table:
        """The table after `index` phases; it is not to be changed."""
        if index == self.index:
            return self.table
        if index in self._near:
            self.index, self.table = index, self._near[index]
            return self.table
        start = max(kept for kept in self._kept if kept <= index)
        if not start <= self.index < index:
            self.index, self.table = start, self._kept[start]
        self._go_on(index)
        return self.table

    def _go_on(self, index: int) -> None:
        """Advance on a copy, keeping the positions passed nearby: the next step back will want them."""
        from joute.match.replay import ReplayError, advance

        table = self.table.copy()
        while self.index < index:
            listen(table)
            try:
                advance(table, self.replay.phases[self.index], self.index)
            except ReplayError as fault:
                self.index, self.table = 0, self._kept[0]
                raise ReplayError(f"{self.name}: {fault}") from None
            self.index += 1
            if self.index % KEEP_EVERY == 0:
                self._kept[self.index] = table.copy()
            if index - self.index < KEEP_EVERY:
                self._near[self.index] = table.copy()
        self.table = table
        while len(self._near) > 2 * KEEP_EVERY:
            del self._near[next(iter(self._near))]

    def lines(self, index: int, seat: int | None = None) -> list[Line]:
        """The drawing of a position as a seat knows it."""
        return drawn(self.at(index), self.names, seat)

    def turn_start(self, turn: int) -> int:
        """The position in which a turn begins."""
        acting = {phase.name for phase in self.table.game.phases if phase.acts}
        phases = self.replay.phases
        found = [index for index, line in enumerate(phases) if line.turn == turn]
        if found:
            return next((index for index in found if phases[index].phase in acting), found[0])
        final = self.at(self.last).turn.number
        if turn == final:
            return self.last
        first = phases[0].turn if phases else final
        raise Stop(Exit.USAGE, f"{self.name}: turn {turn} is not in this replay, which has turns {first} to {final}")

    def require_seat(self, seat: int | None) -> None:
        seats = self.table.seats
        if seat is not None and not 0 <= seat < seats:
            raise Stop(Exit.USAGE, f"seat {seat} does not exist; {self.name} has seats 0 to {seats - 1}")
