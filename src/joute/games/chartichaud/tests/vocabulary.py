"""What the scenarios of this game say beside the common notation (`core/conformance/scenario.py`).

Then, with A for seat 0 and B for seat 1: `cell y,x TOKEN`, `gold A n`, `score A n`, `turn n`, `player A`, `winner A`,
`total n` (gold on the board), `sees A y,x`, `hidden A y,x`, `flag A C y,x on`, `no_end A ANSWER` (4.3: A may not end).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import joute
from joute.core.conformance import scenario
from joute.core.conformance.scenario import Backend, Outcome, Vocabulary, interpreted

PLAYERS = ("A", "B")
KINDS = ("C", "M", "B")
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


def cell_of(text: str) -> tuple[int, int]:
    y, x = text.split(",")
    return int(y), int(x)


def view_of(table: joute.Table, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = table.seat(seat).call("view")
    return view


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
    """The truth, and what each seat that sees the cell sees there."""
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


def then_no_end(table: joute.Table, player: str, wanted: str) -> Outcome:
    """The answer of 4.3 to who may not end a turn; a table itself only says who is asked."""
    seat = PLAYERS.index(player)
    if view_of(table, seat)["winner"]:
        return "MATCH_OVER", wanted
    return "OK" if seat in table.turn.seats else "NOT_YOUR_TURN", wanted


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
    "no_end": then_no_end,
}
VOCABULARY = Vocabulary("chartichaud", then=CHECKS)


def play(text: str, backend: Backend = interpreted) -> joute.Table:
    """Run the one scenario of a text."""
    (case,) = scenario.parse(text)
    table = scenario.play(case, VOCABULARY, backend)
    assert table is not None
    return table
