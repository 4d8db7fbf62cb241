"""What the checks share: random games to look at, random orders and questions, and states compared by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from ..api import Function, Row
from ..batch import RandomPlayer
from ..game import Game
from ..layout import Table as TableSpec
from ..seat import Seat
from ..table import Table
from ..types import INT32_LEAST, INT32_MOST, Array, Bool, Enum, Struct, Type
from ..world import AnyWorld

Scramble = Callable[[AnyWorld, int, Random], None]

SEATS_MOST = 4
"""How many seats a check looks at in one phase."""
ORDERS_MOST = 12
"""How many orders a random seat gives in one phase."""
PHASES_MOST = 1_000_000


class Trial(NamedTuple):
    """A game to be tried, on one board."""

    game: Game
    board: str | None
    seats: int
    seeds: tuple[int, ...]
    phases: int
    scramble: Scramble | None

    def table(self, seed: int, game: Game | None = None) -> Table:
        """A new table."""
        return Table(game or self.game, self.board, self.seats, seed)

    def walks(self) -> Iterator[tuple[Table, Random]]:
        """Tables at many phases of the games of all seeds, from the first to the one that is over; copy to change."""
        for number, seed in enumerate(self.seeds):
            rng = Random(seed)
            table = self.table(seed)
            start = (played_phases(self, seed) + 2 - self.phases) * number // max(1, len(self.seeds) - 1)
            play_at_random(table, seed, max(0, start))
            for _ in range(self.phases):
                yield table, rng
                if not table.turn.seats:
                    break
                play_phase(table, rng)


@lru_cache(maxsize=64)
def played_phases(trial: Trial, seed: int) -> int:
    """How many phases the random game of a seed lasts."""
    return play_at_random(trial.table(seed), seed, PHASES_MOST).phases


def play_at_random(table: Table, seed: int, most: int) -> RandomPlayer:
    """Play a table on which nobody has moved yet; the player returned has counted phases and orders."""
    player = RandomPlayer(table.game, table.world, table.seats)
    player.play(table.world, seed, most)
    return player


def play_phase(table: Table, rng: Random, most: int = ORDERS_MOST) -> None:
    """Let all asked seats give random orders, then end the phase."""
    for index in table.turn.seats:
        give_orders(table.seat(index), rng, most)
    table.end_phase()


def give_orders(seat: Seat, rng: Random, most: int = ORDERS_MOST) -> list[Row]:
    """Let a seat give random orders: those it gave."""
    given = []
    generator = seat.game.generator(rng.getrandbits(32))
    for _ in range(most):
        row = seat.game.sample(seat.world, seat.index, generator)
        if row is None:
            break
        answer = seat.order(row)
        require(
            answer == seat.game.ok, seat.game, f"sample gave {seat.game.api.shown(row)}, which is answered {answer}"
        )
        given.append(row)
    return given


def some_seats(table: Table, rng: Random) -> list[int]:
    """A few seats, asked ones and others."""
    asked = list(table.turn.seats)
    waiting = [seat for seat in range(table.seats) if seat not in asked]
    few = SEATS_MOST // 2
    return rng.sample(asked, min(few, len(asked))) + rng.sample(waiting, min(few, len(waiting)))


# Comparing


def require(truth: bool, game: Game, message: str) -> None:
    """Raise an AssertionError that names the game."""
    if not truth:
        raise AssertionError(f"{game.name}: {message}")


Values = list[list[list[int]]]


def values_of(game: Game, state: Any) -> Values:
    """A copy of all values of a state, the same on every backend; of a copy, itself."""
    return state if isinstance(state, list) else game.layout.snapshot(state)


def same_values(game: Game, expected: Any, actual: Any, what: str, *, derived: bool = False) -> None:
    """All values of two states are equal, or those of the derived tables; the message names the first that differs."""
    old_values, new_values = values_of(game, expected), values_of(game, actual)
    for table, old, new in zip(game.layout.tables.values(), old_values, new_values, strict=True):
        if old != new and (table.rows.derived or not derived):
            _require_equal(game, table, table.values(old), table.values(new), what)


def _require_equal(game: Game, table: TableSpec, old: list[list[int]], new: list[list[int]], what: str) -> None:
    for name, values, others in zip(table.names, old, new, strict=True):
        place = f"{what}: state.{table.name}"
        require(len(values) == len(others), game, f"{place} has {len(others)} rows, expected {len(values)}")
        for row, (value, other) in enumerate(zip(values, others, strict=True)):
            require(value == other, game, f"{place}[{row}].{name} is {other}, expected {value}")


def same(game: Game, expected: object, actual: object, what: str) -> None:
    """Two values are equal."""
    require(expected == actual, game, f"{what}: found {actual!r:.200}, expected {expected!r:.200}")


# Random orders and questions


def random_value(kind: Type, rng: Random) -> Any:
    """A well-formed value of a type, sensible or not."""
    if isinstance(kind, Struct):
        return kind.kind(*(random_value(field, rng) for _, field in kind.fields))
    if isinstance(kind, Array):
        return [random_value(kind.item, rng) for _ in range(rng.choice((0, 1, 1, 2, 3, kind.most)))]
    if isinstance(kind, Bool):
        return rng.random() < 0.5
    if isinstance(kind, Enum) and rng.random() < 0.8:
        return int(rng.choice(list(kind.kind)))
    return rng.choice((rng.randint(-1, 3), rng.randint(0, 12), rng.randint(0, 200), INT32_LEAST, INT32_MOST))


def random_row(game: Game, rng: Random) -> Row:
    """Any order that a call could make."""
    action = rng.choice(game.api.actions)
    return action.row([random_value(argument.type, rng) for argument in action.arguments])


def answers(game: Game, world: AnyWorld, seat: int, rng: Random, times: int = 3) -> list[tuple[str, Any]]:
    """What every query answers a seat, to random arguments."""
    given = []
    for function in game.api.functions.values():
        if function.kind == "query":
            for _ in range(times if function.arguments else 1):
                plain = [random_value(argument.type, rng) for argument in function.arguments]
                given.append((function.shown(plain), ask(game, function, world, seat, plain)))
    return given


def ask(game: Game, function: Function, world: AnyWorld, seat: int, plain: Sequence[Any]) -> Any:
    """What one query answers."""
    return game.answer(world, seat, function, plain)
