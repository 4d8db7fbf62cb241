"""What reading may not change, what scratch may not carry, and what no argument may break."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import is_dataclass
from functools import partial
from random import Random
from typing import Any

from ..api import Function
from ..columns import Bounds, Dims, Part, parts_of, planes
from ..drawing import STYLES, Line
from ..game import Game
from ..scenes import Grid
from ..seat import TooManyOrders
from ..table import Table
from ..types import INT32_LEAST, INT32_MOST, Array, Bool, Int, Json, Struct, Type
from ..world import AnyWorld
from .hostile import hostile_arguments
from .trial import (
    Trial,
    answers,
    give_orders,
    play_phase,
    random_row,
    require,
    same,
    same_values,
    some_seats,
    values_of,
)

ROWS_TRIED = 6
CALLS_TRIED = 3
INT64_LEAST, INT64_MOST = -(2**63), 2**63 - 1


def reading_changes_nothing(trial: Trial) -> None:
    """`check`, `view`, `sample`, `result`, `scene`, `turn`, `dump` and every query leave every value as it was."""
    game = trial.game
    for table, rng in trial.walks():
        world = table.world
        for name, read in _readings(table, rng):
            _unchanged(game, world, read, name)
        for index in some_seats(table, rng):
            asked = partial(answers, game, seat=index, rng=rng)
            draft = table.seat(index).world
            _unchanged(game, draft, partial(asked, draft), "a query")
            _unchanged(game, world, partial(asked, world), "a query")


def _readings(table: Table, rng: Random) -> list[tuple[str, Callable[[], Any]]]:
    game, world, seats = table.game, table.world, range(table.seats)
    some = [*some_seats(table, rng), None]
    rows = [random_row(game, rng) for _ in range(ROWS_TRIED)]
    generator = game.generator(rng.getrandbits(32))
    return [
        ("turn", lambda: game.turn(world, table.seats)),
        ("check", lambda: [game.check(world, seat, row) for seat in some if seat is not None for row in rows]),
        ("sample", lambda: [game.sample(world, seat, generator) for seat in seats]),
        ("view", lambda: [game.view(world, seat) for seat in some]),
        ("result", lambda: game.result(world, table.seats)),
        ("scene", lambda: [json.dumps(game.scene(world, seat)) for seat in some]),
        ("dump", table.dump),
        ("copy", table.copy),
        ("unsound", lambda: game.unsound(world)),
    ]


def scenes_can_be_shown(trial: Trial) -> None:
    """A scene goes through JSON, and its drawing is lines of texts in known styles."""
    game = trial.game
    for table, rng in trial.walks():
        for seat in [*some_seats(table, rng), None]:
            scene = table.scene(seat)
            same(game, scene, json.loads(json.dumps(scene)), f"scene of seat {seat} through JSON")
            lines = game.scenes.drawing(scene)
            for line in lines:
                for text, style in line:
                    require("\n" not in text, game, f"drawing: {text!r} breaks a line")
                    require(style in STYLES, game, f"drawing: {style!r} is no style out of {', '.join(STYLES)}")
            if game.scenes.grid is not None:
                _rows_stand_there(game, lines, game.scenes.grid(scene))


def _rows_stand_there(game: Game, lines: list[Line], grid: Grid) -> None:
    """Where the grid says that a row is, there is its number, and after it as many characters as its cells have."""
    for row in range(grid.rows):
        text = "".join(part for part, _ in lines[grid.top + row * grid.high])
        same(game, str(row), text[: len(text) - grid.columns * grid.wide].strip(), f"the number left of row {row}")


def _unchanged(game: Game, world: AnyWorld, read: Callable[[], Any], name: str) -> None:
    before, board = values_of(game, world.state), planes(world.board, game.boards.kind)
    read()
    same_values(game, before, world.state, f"{name} changed the state")
    same(game, board, planes(world.board, game.boards.kind), f"{name} changed the board")


def scratch_holds_nothing(trial: Trial) -> None:
    """Scratch filled with garbage between calls changes no state and no answer; `events` alone is left as it is."""
    game = trial.game
    for table, rng in trial.walks():
        if table.turn.seats:
            clean, dirty, seed = table.copy(), table.copy(), rng.getrandbits(32)
            dirty.world = game.own(dirty.world)
            dirt, one, two = Random(seed), Random(seed), Random(seed)
            for index in table.turn.seats:
                for _ in range(4):
                    spoil(game, dirty.world, dirt)
                    given = give_orders(clean.seat(index), one, 1)
                    same(game, given, give_orders(dirty.seat(index), two, 1), "an order sampled beside spoilt scratch")
            spoil(game, dirty.world, dirt)
            same(game, clean.result, dirty.result, "the result beside spoilt scratch")
            clean.end_phase()
            dirty.end_phase()
            spoil(game, dirty.world, dirt)
            same_values(game, clean.state, dirty.state, f"{table.turn.phase} resolved beside spoilt scratch")
            for index in some_seats(table, rng):
                same_values(game, clean.seat(index).state, dirty.seat(index).state, "a view made beside spoilt scratch")


def spoil(game: Game, world: AnyWorld, rng: Random) -> None:
    """Fill scratch with garbage, all but the events."""
    for table in game.rules.scratch_layout.tables.values():
        if table.name != "events":
            for column in table.columns_of(world.scratch):
                for at in range(len(column)):
                    column[at] = rng.randint(-(2**40), 2**40)


# Kernel style


class Watched(list[int]):
    """A buffer that refuses what compiled code would do silently: negative indices, and numbers beyond its bounds, for
    which it may have no bits. Zero is what rows are that are not used."""

    def __init__(self, values: Iterable[int], least: int, most: int) -> None:
        super().__init__(values)
        self.least, self.most = least, most

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice) and at < 0:
            raise AssertionError(f"a kernel reads at the negative index {at}")
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        """Whole runs are written by `tables.py` alone."""
        if isinstance(at, slice):
            if (at.start is not None and at.start < 0) or len(range(*at.indices(len(self)))) != len(value):
                raise AssertionError(f"a kernel writes rows {at.start} to {at.stop}, of which {len(self)} are there")
        elif at < 0:
            raise AssertionError(f"a kernel writes at the negative index {at}")
        for number in value if isinstance(at, slice) else (value,):
            _require_within(number, self.least, self.most)
        super().__setitem__(at, value)

    def copy(self) -> Watched:
        return Watched(self, self.least, self.most)


def _require_within(number: Any, least: int, most: int) -> None:
    if not isinstance(number, int) or (number != 0 and not least <= number <= most):
        raise AssertionError(f"a kernel writes {number!r}, outside {least} to {most}")


def watched(value: Any, kind: Any, dims: Dims) -> Any:
    """The same columns, records and groups of them, watched; numbers as they are."""
    fields = {part.name: (part, getattr(value, part.name)) for part in parts_of(kind)}
    if is_dataclass(value):
        return _watched_record(value, {name: _range(part, dims) for name, (part, _) in fields.items()})
    return kind(**{name: _watched_field(part, field, dims) for name, (part, field) in fields.items()})


def _watched_field(part: Part, field: Any, dims: Dims) -> Any:
    if part.form is None:
        return watched(field, part.kind, dims)
    return Watched(field, *_range(part, dims)) if part.form is list else field


def _range(part: Part, dims: Dims) -> tuple[int, int]:
    """What is declared; else what 64 bits hold."""
    bounds = part.note(Bounds)
    return (INT64_LEAST, INT64_MOST) if bounds is None else bounds.at(dims)


def _watched_record(record: Any, ranges: Mapping[str, tuple[int, int]]) -> Any:
    kind: Any = type(record)

    def set_number(self: Any, name: str, value: Any) -> None:
        _require_within(value, *ranges[name])
        kind.__setattr__(self, name, value)

    watching = type(kind.__name__, (kind,), {"__slots__": (), "__setattr__": set_number})
    return watching(*(getattr(record, name) for name in kind.__slots__))


def watched_world(table: Table) -> AnyWorld:
    """The world of a table, watched."""
    rules, world, dims = table.game.rules, table.world, table.game.dims(table.board, table.seats)
    kinds = {"state": rules.state, "board": rules.board, "params": rules.params, "scratch": rules.scratch}
    return world._replace(**{name: watched(getattr(world, name), kind, dims) for name, kind in kinds.items()})


def indices_and_values_stay_in_bounds(trial: Trial) -> None:
    """No kernel uses an index outside a buffer, be it negative, nor a number that its bounds, or 64 bits, exclude."""
    game = trial.game
    for table, rng in trial.walks():
        twin = table.copy()
        twin.world = watched_world(twin)
        rows = [random_row(game, rng) for _ in range(4 * ROWS_TRIED)]
        try:
            for index in some_seats(table, rng):
                for row in rows:
                    game.check(twin.world, index, row)
                    game.check(twin.seat(index).world, index, row)
            if twin.turn.seats:
                play_phase(twin, rng)
            game.kernels.reindex(twin.world)
            game.result(twin.world, twin.seats)
        except (AssertionError, IndexError) as error:
            raise AssertionError(f"{game.name}: {error} (turn {table.turn})") from error


# Hostile champions


def hostile_arguments_are_answered(trial: Trial) -> None:
    """Whatever the arguments, seat and phase, a call answers in its declared type; refused, it changes nothing."""
    for table, rng in trial.walks():
        twin = table.copy()
        for index in some_seats(table, rng) or [0]:
            for function in trial.game.api.functions.values():
                for _ in range(CALLS_TRIED if function.arguments else 1):
                    _call(twin, index, function, rng)
            _repeat_garbage(twin, index, rng)


def _call(table: Table, index: int, function: Function, rng: Random) -> None:
    game, seat = table.game, table.seat(index)
    values = hostile_arguments(function, rng)
    said = f"{function.name}({', '.join(type(value).__name__ for value in values)}) in {table.turn.phase}"
    truth, draft = values_of(game, table.state), values_of(game, seat.state)
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            answer = seat.call(function.name, *values)
    except TooManyOrders:
        return
    except BaseException as error:
        raise AssertionError(f"{game.name}: {said} raised {type(error).__name__}") from error
    require(
        _typed(function.returns, answer), game, f"{said} answered {answer!r:.80}, which is no {function.returns.name}"
    )
    accepted = function.kind == "action" and answer == game.ok
    if not (accepted and game.live):
        same_values(game, truth, table.state, f"{said} changed the truth")
    if not accepted and function.kind != "undo":
        same_values(game, draft, seat.state, f"{said}, answered {answer!r}, changed the draft")


def _repeat_garbage(table: Table, index: int, rng: Random) -> None:
    """Recorded orders that no call could have made are refused."""
    twin = table.copy()
    for _ in range(ROWS_TRIED):
        row = tuple(rng.choice((rng.randint(-2, 5), INT32_MOST + 1)) for _ in range(rng.randint(0, 6)))
        twin.seat(index).repeat([row])


def _typed(kind: Type, value: Any) -> bool:
    """Whether an answer is of its declared type, in plain Python values."""
    if isinstance(kind, Struct):
        return type(value) is kind.kind and all(_typed(f, v) for (_, f), v in zip(kind.fields, value, strict=True))
    if isinstance(kind, Array):
        return type(value) is list and all(_typed(kind.item, part) for part in value)
    if isinstance(kind, Bool):
        return type(value) is bool
    if isinstance(kind, Int):
        return isinstance(value, int) and type(value) is not bool and INT32_LEAST <= value <= INT32_MOST
    return bool(json.dumps(value)) if isinstance(kind, Json) else value is None
