"""What happened since a person last gave orders: never more than that seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from joute.core.table import Table
from joute.core.text import Text
from joute.match.replay import PhaseLine
from joute.match.telling import events_told, orders_told
from joute.web.wire import Deed

KEPT = 120
"""Of more deeds than this the last ones are kept."""
LATE = Text(
    "Your time was up: this phase ended without your orders. The third time, you are no longer asked.",
    "Votre temps est écoulé : cette phase a fini sans vos ordres. La troisième fois, on ne vous demandera plus rien.",
)
LATE_FOR_GOOD = Text(
    "Your time was up once too often: the match goes on without your orders.",
    "Votre temps a été dépassé une fois de trop : le match continue sans vos ordres.",
)


class News:
    """The deeds that each person has not answered with orders yet."""

    def __init__(self, table: Table) -> None:
        self._before = table.copy()
        self._untold: dict[int, list[Deed]] = {}

    def untold(self, seat: int) -> list[Deed]:
        return self._untold.get(seat, [])

    def note(self, table: Table, line: PhaseLine, scenes: Iterable[tuple[int, dict[str, Any]]]) -> None:
        """A phase has ended on a table; `scenes`: what each person sees now."""
        game, before = table.game, self._before
        turn, acted = game.shown_turn(before.world, line.turn), game.acts(before.world)
        ordered = orders_told(before, line)
        for seat, scene in scenes:
            gave = any(rows for one, rows in zip(line.seats, line.orders, strict=True) if one == seat)
            deeds = [deed for deed in ordered if deed.seat != seat] + (events_told(game, scene) if acted else [])
            fresh = [Deed(turn, line.phase, deed.seat, deed.text, deed.way) for deed in deeds]
            self._untold[seat] = [*([] if gave else self.untold(seat)), *fresh][-KEPT:]
        self._before = table.copy()


def late(line: PhaseLine, seat: int) -> Text | None:
    """What a person is told whose time ran out in a phase."""
    if seat not in line.faults:
        return None
    return LATE_FOR_GOOD if seat in line.stopped else LATE
