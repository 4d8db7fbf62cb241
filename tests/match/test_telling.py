"""Everything that happens is told: every order and every event of every game has words, in both languages."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from joute.champions.players.simple import Random
from joute.core import hand
from joute.core.api import Row
from joute.core.events import note, noted
from joute.core.registry import game_names, load_game
from joute.core.table import Table
from joute.core.types import Malformed, snake
from joute.match.positions import listen
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, order_rows, phase_line
from joute.match.telling import Deed, events_told, orders_told

ACTIONS = [(name, action.name) for name in game_names() for action in load_game(name).api.actions]
EVENTS = [(name, kind.__name__) for name in game_names() for kind in load_game(name).rules.events]
Phase = tuple[Table, PhaseLine, Table]


@cache
def phases(name: str) -> list[Phase]:
    """A match at random: each phase with the table before it and after it."""
    found: list[Phase] = []
    table = Table(load_game(name), seed=1)
    listen(table)
    before = [table.copy()]

    def watch(after: Table, line: PhaseLine) -> None:
        found.append((before[-1], line, after.copy()))
        listen(after)
        before.append(after.copy())

    Referee(table, [Random(10 + seat) for seat in range(table.seats)]).play(watch)
    return found


def made_up(name: str, action: str) -> Row:
    """An order of an action that nobody gives: its numbers are ones."""
    api = load_game(name).api
    code = [one.name for one in api.actions].index(action)
    for numbers in range(9):
        with suppress(Malformed):
            api.unflatten((code, *[1] * numbers))
            return (code, *[1] * numbers)
    raise AssertionError(action)


def given(name: str, action: str) -> tuple[Table, int, Row]:
    """An order of an action, the first of its phase, with the table and the seat that gave it; else one made up."""
    game = load_game(name)
    for before, line, _ in phases(name):
        for index, orders in zip(line.seats, line.orders, strict=True):
            row = next(iter(order_rows(game, orders)), None)
            if row is not None and game.api.unflatten(row)[0].name == action:
                return before, index, row
    return phases(name)[0][0], 0, made_up(name, action)


@pytest.mark.parametrize(("name", "action"), ACTIONS)
def test_every_order_has_words_and_says_where_it_goes(name: str, action: str) -> None:
    before, index, row = given(name, action)
    text = hand.describe_order(before.game, row)
    assert text.en
    assert text.fr
    if not before.game.foggy:
        way = hand.way(before.seat(index), row)
        assert 1 <= len(way) <= 2
        assert all(type(number) is int for cell in way for number in cell)


def noting(table: Table, events: list[Any]) -> Table:
    """The same table, with these events noted alone."""
    twin = table.copy()
    listen(twin)
    for event in events:
        note(twin.world.scratch.events, event)
    return twin


def told_of(table: Table, seat: int | None = None) -> list[Deed]:
    return events_told(table.game, table.scene(seat))


@pytest.mark.parametrize(("name", "kind"), EVENTS)
def test_every_event_changes_what_is_told(name: str, kind: str) -> None:
    """With it something is told that is not told without it: to everybody, or to a seat alone."""
    tables = [after for _, _, after in phases(name)]
    known = [(after, list(noted(after.world.scratch.events, after.game.rules.events))) for after in tables]
    natural = [(after, events) for after, events in known if kind in {type(event).__name__ for event in events}]
    assert any(_tells(after, events, kind) for after, events in natural or known)


def _tells(after: Table, events: list[Any], kind: str) -> bool:
    at = next((at for at, event in enumerate(events) if type(event).__name__ == kind), None)
    if at is not None:
        return told_of(noting(after, events[:at])) != told_of(noting(after, events[: at + 1]))
    made = next(one for one in after.game.rules.events if one.__name__ == kind)
    event = made(*[1] * len(made._fields))
    with suppress(IndexError):  # some events tell more of one before them, which is not there
        if told_of(noting(after, events)) != told_of(noting(after, [*events, event])):
            return True
    scene = after.scene(0)  # an event that only a view has
    kept = [event for event in scene["events"] if event["kind"] != snake(kind)]
    return len(kept) < len(scene["events"]) and told_of(after, 0) != events_told(after.game, scene | {"events": kept})


@pytest.mark.parametrize("name", game_names())
def test_a_phase_in_which_somebody_gave_orders_is_told(name: str) -> None:
    for before, line, _ in phases(name):
        told = orders_told(before.copy(), line)
        if not before.game.acts(before.world):
            assert told == []
        elif before.game.foggy:
            assert [deed.text.en for deed in told] == ["has played"] * (len(line.seats) == 1)
        else:
            gave = {seat for seat, orders in zip(line.seats, line.orders, strict=True) if orders}
            assert {deed.seat for deed in told} == (gave if len(line.seats) > 1 else set(line.seats))


def test_like_orders_are_told_once_and_many_are_counted() -> None:
    table = Table(load_game("tours_de_magie"))
    table.end_phase()
    before = table.copy()
    for _ in range(3):
        assert table.seat(0).call("creer", 1) == table.game.ok
    line = phase_line(table.game, table.turn, [table.seat(seat).orders for seat in table.turn.seats], "")
    (deed,) = orders_told(before, line)
    assert (deed.seat, deed.text.en, deed.text.fr) == (0, "new wizards: 1 (×3)", "nouveaux sorciers : 1 (×3)")
