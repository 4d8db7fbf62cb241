"""Where the time of a champion went, and that of each turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from joute.champions.checks.report import time_text
from joute.core.control_chars import one_line
from joute.core.text import words

from .printing import print_table

if TYPE_CHECKING:
    from joute.champions.players.profile import Profile
    from joute.match.replay import PhaseLine

FUNCTIONS_MOST = 15
"""How many functions are listed."""


def print_profile(name: str, profile: Profile) -> None:
    """--profile"""
    found = profile.functions()
    rows = [
        (time_text(one.own_ms), time_text(one.total_ms), str(one.calls), one.where) for one in found[:FUNCTIONS_MOST]
    ]
    print(
        words(
            f"\nWhere the time of {one_line(name)} went, measured:",
            f"\nOù est passé le temps de {one_line(name)}, mesuré :",
        )
    )
    columns = (
        words("in itself", "en propre"),
        words("with its calls", "avec ses appels"),
        words("calls", "appels"),
        words("function", "fonction"),
    )
    print_table(columns, rows, right=columns[:3])
    print(
        words(
            f"{time_text(profile.elsewhere_ms)} in calls of the API and in Python's own functions",
            f"{time_text(profile.elsewhere_ms)} dans des appels de l'API et dans les fonctions de Python",
        )
    )


def print_times(names: Sequence[str], phases: Sequence[PhaseLine]) -> None:
    """--times"""
    turn, wall, computing = words("turn", "tour"), words("wall", "temps"), words("computing", "calcul")
    columns = (turn, "phase", "champion", wall, computing)
    rows = [
        (str(line.turn), line.phase, names[seat], time_text(wall_ms), time_text(cpu_ms))
        for line in phases
        for seat, wall_ms, cpu_ms in zip(line.seats, line.wall_ms, line.cpu_ms, strict=True)
    ]
    print()
    print_table(columns, rows, right=(turn, wall, computing))
