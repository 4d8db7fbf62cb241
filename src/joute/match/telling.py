"""What happened in a phase, in words: the orders that were given, where nothing hides them, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from joute.core import hand
from joute.core.api import Row
from joute.core.game import Game
from joute.core.hand import Cell
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.text import Text

from .replay import PhaseLine, order_rows

ORDERS_TOLD = 24
"""So many orders of one player in one phase are told; the others are counted."""
NO_ORDER = Text("no order", "aucun ordre")
PLAYED = Text("has played", "a joué")


class Deed(NamedTuple):
    """Something that happened: whose order it was or whom it is about (None: several), and the cells it went over."""

    seat: int | None
    text: Text
    way: list[Cell]


def orders_told(before: Table, line: PhaseLine) -> list[Deed]:
    """The orders of a phase in words, from the table as it was before it, which is played on; in the fog nobody is
    told more of others than that they had their turn."""
    alone, game = len(line.seats) == 1, before.game
    if not game.acts(before.world):
        return []
    if game.foggy:
        return [Deed(line.seats[0], PLAYED, [])] if alone else []
    deeds: list[Deed] = []
    for index, orders in zip(line.seats, line.orders, strict=True):
        rows = [row for row in order_rows(game, orders) if row is not None]
        if rows or alone:
            deeds += [Deed(index, text, way) for text, way in _told(before.seat(index), rows)]
    return deeds


def _told(seat: Seat, rows: list[Row]) -> Iterator[tuple[Text, list[Cell]]]:
    """The orders of one seat, like ones behind one another as one."""
    if not rows:
        yield NO_ORDER, []
    alike = [(told, len(list(same))) for told, same in groupby(list(_each(seat, rows)))]
    for (text, way), count in alike[:ORDERS_TOLD]:
        yield Text(f"{text.en} (×{count})", f"{text.fr} (×{count})") if count > 1 else text, way
    left = sum(count for _, count in alike[ORDERS_TOLD:])
    if left:
        yield Text(f"and {left} more orders", f"et {left} autres ordres"), []


def _each(seat: Seat, rows: list[Row]) -> Iterator[tuple[Text, list[Cell]]]:
    for row in rows:
        yield hand.describe_order(seat.game, row), hand.way(seat, row)
        seat.order(row)


def events_told(game: Game, scene: dict[str, Any]) -> list[Deed]:
    """What came of the orders, as far as who sees this scene may know."""
    return [Deed(seat, text, []) for seat, text in game.scenes.told(scene)]
