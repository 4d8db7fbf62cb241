"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from joute.core.errors import ParamError
from joute.core.params import Param, Parameters, ParamKind, choice, flag, optional, seconds, whole

COUNT_MOST = 1_000_000_000


def start_units() -> ParamKind:
    """A list of entries [kind, count, y, x]."""

    def entry(value: Any) -> bool:
        if not isinstance(value, (list, tuple)) or len(value) != 4 or value[0] not in ("C", "M", "B"):
            return False
        numbers = all(isinstance(part, int) and not isinstance(part, bool) for part in value[1:])
        return numbers and 1 <= value[1] <= COUNT_MOST and value[2] >= 0 and value[3] >= 0

    return ParamKind(
        lambda value: isinstance(value, (list, tuple)) and all(map(entry, value)),
        'a list of [kind, count, y, x] such as [["C", 3, 0, 0]]',
    )


def unit_price(name: str, gold: int, unit: str) -> Param:
    return Param(whole(1, 1_000_000), (gold,), f"price of a {unit}", name, constant=True)


class Params(NamedTuple):
    height: Annotated[int, Param(whole(1, 100), (9,), "rows of a generated board")]
    width: Annotated[int, Param(whole(1, 100), (16,), "columns of a generated board")]
    max_turns: Annotated[int, Param(whole(1, 100_000), (300, 301), "player turns in a match")]
    start_gold: Annotated[int, Param(whole(0, COUNT_MOST), (25,), "gold of each player at the start")]
    start_units_A: Annotated[int, Param(start_units(), (lambda v: [["C", 3, 0, 0]],), "units of A at the start")]
    start_units_B: Annotated[
        int,
        Param(start_units(), (lambda v: [["C", 3, v["height"] - 1, v["width"] - 1]],), "units of B at the start"),
    ]
    gold_spots: Annotated[int, Param(whole(0, 10_000), (15,), "draws of a gold spot and its mirror image")]
    gold_root_min: Annotated[int, Param(whole(1, 100), (1,), "least square root of a spot's gold")]
    gold_root_max: Annotated[int, Param(whole(1, 100), (12,), "greatest square root of a spot's gold")]
    price: Annotated[
        tuple[int, ...],
        unit_price("price_C", 5, "civilian"),
        unit_price("price_M", 10, "military"),
        unit_price("price_B", 15, "building"),
    ]
    vision: Annotated[int, Param(whole(0, 100), (2,), "how far a unit sees (Chebyshev)", constant=True)]
    fresh_units_act: Annotated[int, Param(flag(), (True, False), "a unit may act in the turn it is produced")]
    max_buildings_per_cell: Annotated[
        int, Param(optional(whole(1)), (None, 1), "most buildings of one player on a cell; null for no limit")
    ]
    enemy_building_blocks: Annotated[
        int, Param(flag(), (False, True), "no construction on a cell with an enemy building")
    ]
    elimination_wins: Annotated[int, Param(flag(), (True,), "whoever eliminates the other wins, whatever the scores")]
    private: Annotated[int, Param(flag(), (False,), "shorter turns, closed to spectators")]
    turn_time_s: Annotated[
        int, Param(seconds(), (lambda v: 15 if v["private"] else 600,), "time for a turn, in seconds")
    ]
    init_time_s: Annotated[int, Param(seconds(), (600,), "time for the first player to come, in seconds")]
    spectators: Annotated[
        int,
        Param(
            choice("open", "closed"),
            ("closed", lambda v: "closed" if v["private"] else "open"),
            "who sees the whole board while the match runs",
        ),
    ]


def validate(values: Mapping[str, Any]) -> None:
    """What no parameter can say alone."""
    if values["gold_root_min"] > values["gold_root_max"]:
        raise ParamError(
            f"parameter gold_root_min: found {values['gold_root_min']}, expected at most gold_root_max, "
            f"which is {values['gold_root_max']}"
        )


PARAMETERS = Parameters(Params, presets=("sujet", "original"), validate=validate, turns="max_turns")
