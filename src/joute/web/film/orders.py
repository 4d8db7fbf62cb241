"""Orders as people read them: accepted ones, and those that the rules refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from joute.core.api import Row
from joute.core.errors import printable
from joute.core.game import Game
from joute.core.hand import Cell, describe_order, playable, refusal
from joute.core.text import Text
from joute.core.types import Array, Malformed, Struct, Type
from joute.match.replay import NamedOrder, order_rows
from joute.web.wire import Given, RefusedOrder

CELLS_MOST = 64
"""Cells that are shown of one order."""
SHOWN = 200
"""Characters that are shown of an order that no call could have made."""


def given(game: Game, seat: int, order: NamedOrder) -> Given:
    """An order of a record that was accepted."""
    (row,) = order_rows(game, [order])
    assert row is not None
    action, _ = game.api.unflatten(row)
    return Given(seat, action.name, _words(game, row), cells_of(game, row))


def refused(game: Game | None, entry: Any) -> RefusedOrder | None:
    """A refused order of the notes of a champion, which may hold anything; None for one that makes no sense."""
    if not isinstance(entry, list) or len(entry) < 3 or not isinstance(entry[2], str):
        return None
    before, answer, name, *numbers = entry
    if not all(type(number) is int for number in (before, answer, *numbers)):
        return None
    (row,) = order_rows(game, [(name, *numbers)]) if game else (None,)
    try:
        if game is None or row is None:
            raise Malformed
        action, _ = game.api.unflatten(row)
        code = action.returns.shown(action.returns.give(answer))
        why = refusal(game, name, answer) if playable(game) else _same(code)
        return RefusedOrder(before, name, _words(game, row), cells_of(game, row), code, why)
    except (Malformed, ValueError, LookupError):
        call = printable(f"{name}({', '.join(map(str, numbers))})", SHOWN)
        return RefusedOrder(before, printable(name, SHOWN), _same(call), [], str(answer), _same(str(answer)))


def cells_of(game: Game, row: Row) -> list[Cell]:
    """The cells that an order names, each once: pairs of coordinates, alone or in a struct or list."""
    action, values = game.api.unflatten(row)
    named = [(argument.name, argument.type, value) for argument, value in zip(action.arguments, values, strict=True)]
    return list(dict.fromkeys(_cells(named)))[:CELLS_MOST]


def _cells(named: Sequence[tuple[str, Type, Any]]) -> Iterator[Cell]:
    numbers = {name: value for name, _, value in named if type(value) is int}
    for name, kind, value in named:
        if isinstance(kind, Struct):
            yield from _cells([(field, part, getattr(value, field)) for field, part in kind.fields])
        elif isinstance(kind, Array):
            yield from _cells([(name, kind.item, item) for item in value])
        elif name.endswith("x") and f"{name[:-1]}y" in numbers:
            yield numbers[name], numbers[f"{name[:-1]}y"]


def _words(game: Game, row: Row) -> Text:
    """An order in the words of its game; one that names what the game has not, as it was called."""
    try:
        return describe_order(game, row) if playable(game) else _same(game.api.shown(row))
    except (LookupError, ValueError):
        return _same(game.api.shown(row))


def _same(text: str) -> Text:
    return Text(text, text)
