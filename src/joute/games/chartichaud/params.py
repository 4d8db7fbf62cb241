"""Parameters and presets (rules, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joute.core.errors import ParamError
from joute.core.legacy_params import Param, Parameters, ParamKind, choice, flag, optional, seconds, whole

# Slots of the parameter buffer; PRICE + kind is the price of a kind (C, M, B).
MAX_TURNS, PRICE, PRICE_M, PRICE_B, VISION = range(5)
FRESH_ACT, BUILDINGS_MOST, ENEMY_BUILDING_BLOCKS, ELIMINATION_WINS = range(5, 9)

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


def validate(values: Mapping[str, Any]) -> None:
    """What no parameter can say alone."""
    if values["gold_root_min"] > values["gold_root_max"]:
        raise ParamError(
            f"parameter gold_root_min: found {values['gold_root_min']}, expected at most gold_root_max, "
            f"which is {values['gold_root_max']}"
        )


PARAMETERS = Parameters(
    presets=("sujet", "original"),
    validate=validate,
    params=(
        Param("height", whole(1, 100), (9,), "rows of a generated board"),
        Param("width", whole(1, 100), (16,), "columns of a generated board"),
        Param("max_turns", whole(1, 100_000), (300, 301), "player turns in a match", slot=MAX_TURNS),
        Param("start_gold", whole(0, COUNT_MOST), (25,), "gold of each player at the start"),
        Param("start_units_A", start_units(), (lambda v: [["C", 3, 0, 0]],), "units of A at the start"),
        Param(
            "start_units_B",
            start_units(),
            (lambda v: [["C", 3, v["height"] - 1, v["width"] - 1]],),
            "units of B at the start",
        ),
        Param("gold_spots", whole(0, 10_000), (15,), "draws of a gold spot and its mirror image"),
        Param("gold_root_min", whole(1, 100), (1,), "least square root of a spot's gold"),
        Param("gold_root_max", whole(1, 100), (12,), "greatest square root of a spot's gold"),
        Param("price_C", whole(1, 1_000_000), (5,), "price of a civilian", slot=PRICE, constant="PRICE_C"),
        Param("price_M", whole(1, 1_000_000), (10,), "price of a military", slot=PRICE_M, constant="PRICE_M"),
        Param("price_B", whole(1, 1_000_000), (15,), "price of a building", slot=PRICE_B, constant="PRICE_B"),
        Param("vision", whole(0, 100), (2,), "how far a unit sees (Chebyshev)", slot=VISION, constant="VISION"),
        Param("fresh_units_act", flag(), (True, False), "a unit may act in the turn it is produced", slot=FRESH_ACT),
        Param(
            "max_buildings_per_cell",
            optional(whole(1)),
            (None, 1),
            "most buildings of one player on a cell; null for no limit",
            slot=BUILDINGS_MOST,
        ),
        Param(
            "enemy_building_blocks",
            flag(),
            (False, True),
            "no construction on a cell with an enemy building",
            slot=ENEMY_BUILDING_BLOCKS,
        ),
        Param(
            "elimination_wins",
            flag(),
            (True,),
            "whoever eliminates the other wins, whatever the scores",
            slot=ELIMINATION_WINS,
        ),
        Param("private", flag(), (False,), "shorter turns, closed to spectators"),
        Param("turn_time_s", seconds(), (lambda v: 15 if v["private"] else 600,), "time for a turn, in seconds"),
        Param("init_time_s", seconds(), (600,), "time for the first player to come, in seconds"),
        Param(
            "spectators",
            choice("open", "closed"),
            ("closed", lambda v: "closed" if v["private"] else "open"),
            "who sees the whole board while the match runs",
        ),
    ),
)
