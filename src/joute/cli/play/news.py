"""What happened since a person last played, in words: never more than that seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from joute.core import hand
from joute.core.drawing import Line, first_of
from joute.core.game import Game
from joute.core.table import Table
from joute.core.text import Text, read_here, words
from joute.match.replay import PhaseLine, order_rows

from .sitting import seat_colour

ORDERS_TOLD = 8
"""So many orders of one player in one phase are told; the others are counted."""
MORE_ORDERS = Text("more orders", "autres ordres")


class News:
    """Lines that wait until the person they are for is asked again."""

    def __init__(self, game: Game, names: Sequence[str], people: Sequence[int]) -> None:
        self.game = game
        self.names = names
        self._untold: dict[int, list[Line]] = {seat: [] for seat in people}

    def called(self, seat: int) -> str:
        """A seat as people are told of it."""
        return f"{self.game.info.seat_name(seat)} {self.names[seat]}".rstrip()

    def add(self, seat: int, lines: Sequence[Line]) -> None:
        self._untold[seat] += lines

    def note(self, table: Table, line: PhaseLine) -> None:
        """A phase has ended: note what each person may know of it."""
        for seat in self._untold:
            self.add(seat, self.told(table, line, seat))

    def take(self, seat: int) -> list[Line]:
        """What a person has not been told yet."""
        lines, self._untold[seat] = self._untold[seat], []
        return lines

    def told(self, table: Table, line: PhaseLine, seat: int) -> list[Line]:
        """One phase as a seat knows it: the orders of others where nothing is hidden, then what came of it all."""
        acting = any(phase.acts for phase in self.game.phases if phase.name == line.phase)
        lines = self._orders(line, seat) if acting else []
        marks = self.game.scenes.marks
        for _, whose, text in marks(table.scene(seat)) if marks and acting else ():
            style = "" if whose is None else seat_colour(self.game, whose)
            lines.append([(f"{_when(line)}: ", "dim"), (read_here(text), style)])
        return [*lines, *self._faults(line, seat)]

    def _orders(self, line: PhaseLine, seat: int) -> list[Line]:
        lines: list[Line] = []
        for other, orders in zip(line.seats, line.orders, strict=True):
            if other == seat or (len(line.seats) > 1 and (self.game.foggy or not orders)):
                continue
            who = f"{_when(line)}, {self.called(other)}"
            if self.game.foggy:
                lines.append([(words(f"{who} has played.", f"{who} a joué."), seat_colour(self.game, other))])
                continue
            rows = [row for row in order_rows(self.game, orders) if row is not None]
            texts: list[Line] = [[("  " + read_here(hand.describe_order(self.game, row)), "")] for row in rows]
            said = words(f"{who}:", f"{who} :") if rows else words(f"{who}: no order", f"{who} : aucun ordre")
            lines += [[(said, seat_colour(self.game, other))], *first_of(texts, ORDERS_TOLD, MORE_ORDERS)]
        return lines

    def _faults(self, line: PhaseLine, seat: int) -> list[Line]:
        """A champion that failed: that, not why."""
        return [
            [
                (
                    words(
                        f"{_when(line)}, {self.called(other)} failed: {read_here(fault.verdict.text)}",
                        f"{_when(line)}, {self.called(other)} a échoué : {read_here(fault.verdict.text)}",
                    ),
                    "warn",
                )
            ]
            for other, fault in line.faults.items()
            if other != seat and not self.game.foggy
        ]


def _when(line: PhaseLine) -> str:
    return words(f"turn {line.turn}", f"tour {line.turn}")
