"""Tests of champions: one callback in one position.

    from joute.testing import play

    def test_it_captures_the_portal_it_stands_on():
        turn = play("champion.py", "match.jsonl:30", seat=0)
        assert ("capturer", ()) in turn.orders

`joute test` runs tests of this kind that a file declares, for champions in any language.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.champions.sources.manifest import FILE as MANIFEST
from joute.champions.sources.manifest import game_of
from joute.core.game import Game
from joute.core.registry import load_game
from joute.core.table import Table
from joute.core.text import Text, text_of
from joute.core.toml_file import read_toml
from joute.match.replay import ReplayError
from joute.match.start import table_from
from joute.match.verdict import Fault

from .replays import Order

FILE_MOST = 1 << 20
"""How many bytes a file of tests may have."""


class WrongSeat(ValueError):
    """A seat that is not asked in a position."""


class PlayedTurn(NamedTuple):
    """What a champion did in one callback."""

    orders: list[Order]
    printed: str
    fault: Fault | None
    """Why it failed; None if it did not."""
    table: Table
    """The table with its orders noted: `table.seat(seat)` asks what it sees then, `table.end_phase()` plays on."""


def first_turn(game: Game, board: str | None = None, seat: int = 0, seed: int = 0, seats: int | None = None) -> Table:
    """The table of a new match as the first turn of a seat begins, in which nobody has done anything."""
    table = Table(game, board, seats, seed)
    while seat not in table.turn.seats or not game.acts(table.world):
        if not table.turn.seats:
            raise WrongSeat(
                Text(
                    f"seat {seat} has no turn in a match of {game.name}, which has seats 0 to {table.seats - 1}",
                    f"la place {seat} n'a pas de tour dans un match de {game.name}, qui a les places 0 à "
                    f"{table.seats - 1}",
                )
            )
        table.end_phase()
    return table


def outside(name: str, **settings: Any) -> dict[str, Any]:
    """What a champion finds in its module `api` outside a match: constants and types, and functions that say why they
    do not answer. The `api.py` of a kit is made of it, so that `import champion` works in a test."""
    game = load_game(name, **settings)
    return game.api.names(game.constants) | {function: _unanswered(function) for function in game.api.functions}


def _unanswered(name: str) -> Callable[..., Any]:
    def function(*_: Any) -> Any:
        raise RuntimeError(f"{name}() is answered in a match only; joute.testing.play has a champion play a position")

    function.__name__ = name
    return function


class ChampionFailed(AssertionError):
    """The champion failed, and the test did not ask for that."""


def play(
    champion: str | os.PathLike[str],
    position: str | os.PathLike[str] | Mapping[str, Any] | Table,
    seat: int = 0,
    *,
    may_fail: bool = False,
    isolation: str = "none",
) -> PlayedTurn:
    """Have a champion play the turn of a position, without a clock.

    `position` is a table, the dump of one (or a file with it), or a turn of a replay: "match.jsonl:30". A champion that
    fails raises ChampionFailed, unless `may_fail`.
    """
    table = table_from(position, seat)
    if seat not in table.turn.seats:
        asked = ", ".join(map(str, table.turn.seats)) or "none"
        raise WrongSeat(
            Text(
                f"seat {seat} is not asked in this position; asked: {asked}",
                f"la place {seat} n'est pas interrogée dans cette position ; interrogées : {asked}",
            )
        )
    player = find(table.game, str(champion), table.seed, Hosting(Level(isolation), Limits(clock=False)))
    try:
        fault = player.load(table.copy().seat(seat))
        player.sit(table.seat(seat))
        answer = player.ask(table.turn) if fault is None else None
    finally:
        player.release()
    fault = fault if answer is None else answer.fault
    if fault is not None and not may_fail:
        raise ChampionFailed("\n".join(filter(None, [f"{champion}: {fault.message}", fault.traceback, fault.output])))
    printed = "" if answer is None else str(answer.private.get("print", ""))
    orders = [Order.of(table.game, row) for row in table.seat(seat).orders]
    return PlayedTurn(orders, printed, fault, table)


# Tests that a file declares


class PositionTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[tests]]`: what a champion must do in a position, and what not."""

    name: str = ""
    champion: str = "."
    position: str = ""
    """A turn of a replay or a saved position, as `play` takes it; empty: the first turn of a match."""
    seat: int = 0
    expect: tuple[str, ...] = ()
    """Orders, by name or in full, as Python or as `joute` prints them: `deplacer((1, 0))`, `deplacer({ x=1, y=0 })`."""
    forbid: tuple[str, ...] = ()
    printed: str = ""

    def wrong(self, folder: Path, isolation: str = "none") -> list[Text]:
        """What is wrong with the turn that the champion plays; nothing if all is as expected."""
        champion = folder / self.champion
        try:
            position = str(folder / self.position) if self.position else _start(champion, self.seat)
            turn = play(champion, position, self.seat, may_fail=True, isolation=isolation)
        except (WrongSeat, ReplayError) as error:
            return [text_of(error)]
        if turn.fault is not None:
            failed = Text(f"it failed: {turn.fault.message}", f"il a échoué : {turn.fault.message}")
            return [failed, *map(text_of, turn.fault.traceback.splitlines())]
        wrong = [*_unknown(turn.table.game, (*self.expect, *self.forbid))]
        given = [f"{order.name}({', '.join(map(str, order.arguments))})" for order in turn.orders]
        printed = map(turn.table.game.api.shown, turn.table.seat(self.seat).orders)
        known = {*map(_squeezed, (*given, *printed)), *(order.name for order in turn.orders)}
        listed = ", ".join(given)
        wrong += [
            Text(f"it did not order {order}", f"il n'a pas ordonné {order}")
            for order in self.expect
            if _squeezed(order) not in known
        ]
        wrong += [
            Text(f"it ordered {order}", f"il a ordonné {order}") for order in self.forbid if _squeezed(order) in known
        ]
        if self.printed not in turn.printed:
            wrong.append(Text(f"it did not print {self.printed!r}", f"il n'a pas affiché {self.printed!r}"))
        orders = Text(f"its orders: {listed or 'none'}", f"ses ordres : {listed or 'aucun'}")
        return [*wrong, orders] if wrong else []


def _squeezed(order: str) -> str:
    return "".join(order.split())


def _unknown(game: Game, orders: Iterable[str]) -> Iterator[Text]:
    """What is wrong with orders that the game does not have: to forbid them would forbid nothing."""
    actions = [name for name, function in game.api.functions.items() if function.kind == "action"]
    for name in dict.fromkeys(order.partition("(")[0].strip() for order in orders):
        if name not in actions:
            listed = ", ".join(actions)
            yield Text(
                f"{game.name} has no order {name!r}; it has {listed}",
                f"{game.name} n'a pas d'ordre {name!r} ; il a {listed}",
            )


class DeclaredTests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tests."""

    tests: Annotated[tuple[PositionTest, ...], msgspec.Meta(min_length=1)]


def declared_tests(file: Path) -> tuple[PositionTest, ...]:
    """The tests of a file; ValueError says what is wrong with it."""
    return msgspec.convert(read_toml(file, FILE_MOST), DeclaredTests).tests


def _start(champion: Path, seat: int) -> Table:
    """The first turn of the game that a champion says it plays."""
    game = game_of(champion)
    if game is None:
        raise ChampionError(f'{champion}: no position, and no game: say game = "..." in its {MANIFEST}')
    return first_turn(load_game(game), seat=seat)
