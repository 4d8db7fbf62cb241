"""The language of the worked examples (rules, section 8): a position, calls with their answers, what holds then.

`parse` reads cases; `play` runs one on a game of either backend, by the public API alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import joute

PLAYERS = ("A", "B")
KINDS = {"C": 0, "M": 1, "B": 2}
ERRORS = [
    "ok",
    "match_cancelled",
    "bad_token",
    "match_over",
    "not_your_turn",
    "cannot_move",
    "unknown_kind",
    "out_of_board",
    "not_adjacent",
    "no_such_unit",
    "already_acted",
    "enemy_building",
    "building_limit",
    "not_enough_gold",
    "no_gold",
    "already_harvested",
]
ACTIONS = ("move", "build", "farm", "autofarm")
TURN = "jouer_tour"

Backend = Callable[[Any], Any]
"""What a game goes through before it is played: nothing, or compilation."""


class Case(NamedTuple):
    """One example: who names it, the game and the position it starts from, and its lines."""

    name: str
    preset: str | None
    params: dict[str, Any]
    board: str | None
    seed: int
    steps: tuple[str, ...]


# Reading


def blocks(text: str) -> list[str]:
    """The cases of a text, each from its line `case` on."""
    return [block.strip("\n") for block in re.split(r"^(?=case )", text, flags=re.MULTILINE) if block.strip()]


def parse(block: str) -> Case:
    """A case as data; a text without a line `case` has no name."""
    name, preset, params, board, seed = "", None, {}, None, 0
    steps: list[str] = []
    lines = iter(block.strip().splitlines())
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "case":
            name = rest.split()[0]
        elif word == "preset":
            preset = rest
        elif word == "param":
            key, _, value = rest.partition(" ")
            params[key] = value_of(value)
        elif line == "given":
            board = map_of(lines)
        elif word == "given":
            seed = int(rest.removeprefix("seed "))
        else:
            steps.append(line)
    return Case(name, preset, params, board, seed, tuple(steps))


def map_of(lines: Iterator[str]) -> str:
    """The map that follows, up to its line `end`."""
    found = []
    for line in lines:
        found.append(line + "\n")
        if line == "end":
            return "".join(found)
    raise ValueError("a map without its line `end`")


def value_of(text: str) -> Any:
    """A JSON value or a bare word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def cell_of(text: str) -> tuple[int, int]:
    y, x = text.split(",")
    return int(y), int(x)


# Playing


def play(case: Case, backend: Backend) -> joute.Table:
    """Run a case, checking every line; the table as the case leaves it."""
    table = joute.Table(backend(joute.load_game("chartichaud", case.preset, **case.params)), case.board, seed=case.seed)
    callback = TURN
    for step in case.steps:
        word, _, rest = step.partition(" ")
        if word == "in":
            callback = rest
        if callback == TURN and table.turn.callback == "partie_init":
            table.end_phase()
        found, wanted = STEPS[word](table, rest)
        if found != wanted:
            raise AssertionError(f"{case.name}: {step}: found {found!r}, expected {wanted!r}")
    return table


Outcome = tuple[Any, Any]
"""What a step found, and what it wanted."""


def step_in(table: joute.Table, text: str) -> Outcome:
    """in <callback>"""
    return table.turn.callback, text


def step_when(table: joute.Table, text: str) -> Outcome:
    """when <player> <action> -> <result>"""
    order, wanted = text.split(" -> ")
    letter, name, *words = order.split()
    seat = PLAYERS.index(letter)
    if name == "end":
        return end(table, seat), wanted
    kind = words[:1] if name in ("move", "build") else []
    cells = [number for word in words[len(kind) :] for number in cell_of(word)]
    arguments = [*cells, *kind] if name == "build" else [*kind, *cells]
    return ERRORS[table.seat(seat).call(name, *arguments)], wanted


def end(table: joute.Table, seat: int) -> str:
    """End a turn, with the answer of 4.3: a table itself only says who is asked."""
    if view_of(table, seat)["winner"]:
        return "match_over"
    if seat not in table.turn.seats:
        return "not_your_turn"
    table.end(seat)
    return "ok"


def step_call(table: joute.Table, text: str) -> Outcome:
    """call <player> <function>(<arguments>) -> <result>"""
    matched = re.fullmatch(r"([AB]) (\w+)\((.*?)\) -> (.*)", text)
    assert matched, f"not a call: {text}"
    letter, name, arguments, wanted = matched.groups()
    values = [KINDS[word] if word in KINDS else json.loads(word) for word in re.findall(r"[^, ]+", arguments)]
    found = table.seat(PLAYERS.index(letter)).call(name, *values)
    return (ERRORS[found], wanted) if name in ACTIONS else (canonical(found), canonical(json.loads(wanted)))


def canonical(value: Any) -> str:
    """A value as text whatever the order of its keys; 1 is not true."""
    return json.dumps(value, sort_keys=True)


def step_then(table: joute.Table, text: str) -> Outcome:
    """then <what> ..."""
    what, *words = text.split(" ")
    return CHECKS[what](table, *words)


STEPS: dict[str, Callable[[joute.Table, str], Outcome]] = {
    "in": step_in,
    "when": step_when,
    "call": step_call,
    "then": step_then,
}


# What holds then


def view_of(table: joute.Table, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = table.seat(seat).call("view")
    return found


def truth(table: joute.Table) -> dict[str, Any]:
    """The true state under its names."""
    state: dict[str, Any] = table.dump()["state"]
    return state


def token(table: joute.Table, y: int, x: int) -> str:
    """A cell of the true state in the map notation."""
    cell = next((cell for cell in truth(table)["cells"] if (cell["y"], cell["x"]) == (y, x)), {})
    parts = [str(cell["gold"])] if cell.get("gold") else []
    for player in PLAYERS:
        units = [f"{cell[f'{player}_{kind}']}{kind}" for kind in KINDS if cell.get(f"{player}_{kind}")]
        parts += ["".join([player, *units])] if units else []
    return "+".join(parts) or "."


def seen_token(table: joute.Table, seat: int, y: int, x: int) -> str:
    """A cell in the map notation, by the queries of a seat that sees it."""
    call = table.seat(seat).call
    parts = [str(call("gold_at", y, x))] if call("gold_at", y, x) else []
    for number, player in enumerate(PLAYERS):
        units = [f"{call('units', number, kind, y, x)}{kind}" for kind in KINDS if call("units", number, kind, y, x)]
        parts += ["".join([player, *units])] if units else []
    return "+".join(parts) or "."


def then_cell(table: joute.Table, cell: str, wanted: str) -> Outcome:
    """The truth, and what each seat that sees the cell is told."""
    y, x = cell_of(cell)
    seers = [seat for seat in range(2) if table.seat(seat).call("visible", y, x)]
    return [token(table, y, x), *(seen_token(table, seat, y, x) for seat in seers)], [wanted] * (1 + len(seers))


def then_gold(table: joute.Table, player: str, wanted: str) -> Outcome:
    seat = PLAYERS.index(player)
    found = [truth(table)["players"][seat]["gold"], view_of(table, seat)["gold"][player], table.seat(seat).call("gold")]
    return found, [int(wanted)] * 3


def then_score(table: joute.Table, player: str, wanted: str) -> Outcome:
    seat = PLAYERS.index(player)
    return [table.scores[seat], *(table.seat(s).call("score", seat) for s in range(2))], [int(wanted)] * 3


def then_turn(table: joute.Table, wanted: str) -> Outcome:
    return [table.turn.number, *(table.seat(s).call("turn") for s in range(2))], [int(wanted)] * 3


def then_player(table: joute.Table, wanted: str) -> Outcome:
    return [view_of(table, s)["player"] for s in range(2)], [wanted] * 2


def then_winner(table: joute.Table, *words: str) -> Outcome:
    wanted = " ".join(words)
    return [view_of(table, s)["winner"] for s in range(2)], ["" if wanted == "-" else wanted] * 2


def then_total(table: joute.Table, wanted: str) -> Outcome:
    return sum(cell.get("gold", 0) for cell in truth(table)["cells"]), int(wanted)


def then_sees(table: joute.Table, player: str, cell: str) -> Outcome:
    return sight(table, player, cell), (True, True)


def then_hidden(table: joute.Table, player: str, cell: str) -> Outcome:
    return sight(table, player, cell), (False, False)


def sight(table: joute.Table, player: str, cell: str) -> tuple[bool, bool]:
    """Whether a player sees a cell, by the query and by the view."""
    seat, (y, x) = PLAYERS.index(player), cell_of(cell)
    return table.seat(seat).call("visible", y, x), view_of(table, seat)["map"][y][x] != {}


def then_flag(table: joute.Table, player: str, kind: str, cell: str, wanted: str) -> Outcome:
    """The flag in the view of every seat that sees the cell; the owner always does."""
    y, x = cell_of(cell)
    seen = [found for seat in range(2) if (found := view_of(table, seat)["map"][y][x])]
    flags = [found[player].get(f"{kind}m", False) for found in seen]
    return flags, [wanted == "on"] * max(1, len(seen))


CHECKS: dict[str, Callable[..., Outcome]] = {
    "cell": then_cell,
    "gold": then_gold,
    "score": then_score,
    "turn": then_turn,
    "player": then_player,
    "winner": then_winner,
    "total": then_total,
    "sees": then_sees,
    "hidden": then_hidden,
    "flag": then_flag,
}
