"""Dumps: what is written is read again, and what cannot be is refused by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from ..table import Table
from .trial import Trial, give_orders, play_phase, require, same, same_values, some_seats

Corruption = tuple[str, str, dict[str, Any]]
"""What was changed, the field the refusal must name, and the dump."""

TOO_BIG, TOO_SMALL = 2**63, -(2**63)
ROWS_SPOILT = 3


def dumps_load_again(trial: Trial) -> None:
    """A dump goes through JSON and comes back: state, derived tables, noted orders, ended seats, and later play."""
    game = trial.game
    for table, rng in trial.walks():
        drafted = table.copy()
        for index in some_seats(drafted, rng):
            give_orders(drafted.seat(index), rng, 3)
        if len(drafted.turn.seats) > 1:
            drafted.end(rng.choice(drafted.turn.seats))
        data = json.loads(json.dumps(drafted.dump()))
        again = Table.load(data)
        same(game, data, json.loads(json.dumps(again.dump())), f"dump of a loaded dump, {table.turn}")
        same(game, drafted.digest, again.digest, "digest of a loaded dump")
        same(game, drafted.turn, again.turn, "turn of a loaded dump")
        same_values(game, drafted.state, again.state, "derived tables of a loaded dump", derived=True)
        for index in some_seats(drafted, rng):
            same_values(
                game, drafted.seat(index).state, again.seat(index).state, f"draft of seat {index}", derived=True
            )
        if table.turn.seats:
            seed = rng.getrandbits(32)
            play_phase(drafted, Random(seed))
            play_phase(again, Random(seed))
            same(game, drafted.digest, again.digest, f"the phase after a loaded dump, {table.turn}")


def corrupted_dumps_are_refused(trial: Trial) -> None:
    """A field missing, added, of a wrong type or out of range, and rows too many: a ValueError that names the field."""
    for number, (table, rng) in enumerate(trial.walks()):
        if number % trial.phases == trial.phases // 3:
            data = json.loads(json.dumps(table.dump()))
            for change, field, spoilt in _corruptions(trial, data, rng):
                _refused(trial, change, field, spoilt)


def views_are_not_loaded(trial: Trial) -> None:
    """What one seat may know is not the whole state: passed off as that, it is refused."""
    if not trial.game.foggy:
        return
    for table, rng in trial.walks():
        dims = trial.game.dims(table.board, table.seats)
        for index in some_seats(table, rng):
            view = table.view(index).state
            if trial.game.layout.content(view) != trial.game.layout.content(table.state):
                state = json.loads(json.dumps(trial.game.layout.dump(view, dims)))
                what = f"the view of seat {index} as its state (`unsound` has to refuse it)"
                _refused(trial, what, "state", table.dump() | {"state": state})


def _refused(trial: Trial, change: str, field: str, spoilt: dict[str, Any]) -> None:
    try:
        Table.load(spoilt)
    except ValueError as refusal:
        require(field in str(refusal), trial.game, f"a dump with {change} is refused by «{refusal}», without {field!r}")
    except Exception as error:
        raise AssertionError(f"{trial.game.name}: a dump with {change} raised {error!r}") from error
    else:
        require(False, trial.game, f"a dump with {change} was loaded")


def _corruptions(trial: Trial, data: dict[str, Any], rng: Random) -> Iterator[Corruption]:
    wrong: Any
    yield "a field too many", "surplus", data | {"surplus": 1}
    for name in data:
        named = "" if name in ("joute", "version") else name
        yield f"no {name}", named, {key: value for key, value in data.items() if key != name}
        for wrong in (None, True, 1.5, {"surplus": 1} if name != "params" else [1]):
            yield f"{name} {wrong!r}", named, data | {name: wrong}
    yield "an unknown parameter", "surplus", data | {"params": {"surplus": 1}}
    yield "an unknown preset", "surplus", data | {"preset": "surplus"}
    yield "a seed below 0", "seed", data | {"seed": -1}
    yield "no seats", "0", data | {"seats": 0}
    yield "too many lists of orders", "orders", data | {"orders": [*data["orders"], []]}
    for wrong in (["x"], [-1], [[0]], [None], [{}], [10**6]):
        yield f"ended {wrong}", "ended", data | {"ended": wrong}
    for wrong in (1, [1], [["x"]], [[-1]], [[]], [[TOO_BIG]], [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]):
        yield f"orders {wrong}", "orders[0]", data | {"orders": [wrong, *data["orders"][1:]]}
    yield from _state_corruptions(trial, data, rng)


def _state_corruptions(trial: Trial, data: dict[str, Any], rng: Random) -> Iterator[Corruption]:
    state = data["state"]
    yield "a table too many", "surplus", data | {"state": state | {"surplus": []}}
    for name, table in trial.game.layout.tables.items():
        if table.rows.derived:
            yield f"the derived table {name}", name, data | {"state": state | {name: []}}
            continue
        yield f"no table {name}", name, data | {"state": {key: state[key] for key in state if key != name}}
        for wrong in (None, 7, "x"):
            yield f"table {name} {wrong!r}", f"state.{name}", data | {"state": state | {name: wrong}}
        if isinstance(state[name], list):
            many = [*state[name], *[0] * (_capacity(trial, data, name) + 1)]
            yield f"too many rows in {name}", f"state.{name}", data | {"state": state | {name: many}}
        for number in _some_rows(state[name], rng):
            for change, column, row in _row_corruptions(number, state[name]):
                yield f"{name}: {change}", column, _with_row(data, name, number, row)


def _capacity(trial: Trial, data: dict[str, Any], name: str) -> int:
    """How many rows a table of the dumped state has room for."""
    game = trial.game
    board = game.board(data["board"], data["seats"], data["seed"])
    return game.layout.tables[name].rows.shape(game.dims(board, data["seats"]))[0]


def _some_rows(table: Any, rng: Random) -> list[int]:
    """A few rows of a dumped table; 0 for a table of one row."""
    return rng.sample(range(len(table)), min(ROWS_SPOILT, len(table))) if isinstance(table, list) else [0]


def _row_corruptions(number: int, table: Any) -> Iterator[tuple[str, str, Any]]:
    row = table[number] if isinstance(table, list) else table
    wrongs: tuple[Any, ...] = (None, "x", 1.5, True, [], TOO_BIG, TOO_SMALL)
    if not isinstance(row, dict):
        yield from ((f"value {wrong!r}", "state.", wrong) for wrong in wrongs)
        return
    yield "a column too many", "surplus", row | {"surplus": 1}
    for column in row:
        for wrong in wrongs:
            yield f"{column} {wrong!r}", column, row | {column: wrong}


def _with_row(data: dict[str, Any], name: str, number: int, row: Any) -> dict[str, Any]:
    spoilt = data | {"state": data["state"] | {name: deepcopy(data["state"][name])}}
    if isinstance(spoilt["state"][name], list):
        spoilt["state"][name][number] = row
    else:
        spoilt["state"][name] = row
    return spoilt
