"""Whether the machine let champions compute while their clocks ran."""

from __future__ import annotations

from collections.abc import Iterable

from joute.core.text import Text

LEAST_MS = 1_000.0
"""Who thought for less than this in a match says nothing: asking and answering take time too."""
BUSY = 0.7
"""Who computed in a smaller part of the time had not enough of a core."""


def busy_warning(times: Iterable[tuple[float, float]], forgiven: bool) -> Text | None:
    """What to say of champions whose wall and CPU times (in milliseconds, a match) are far apart; else None.

    `forgiven`: whether clocks do not count waiting anyway.
    """
    long = [(wall_ms, cpu_ms) for wall_ms, cpu_ms in times if wall_ms >= LEAST_MS]
    passed, computed = sum(wall_ms for wall_ms, _ in long), sum(cpu_ms for _, cpu_ms in long)
    if computed >= BUSY * passed:
        return None
    advice = Text(
        "; «--clock cpu» (in a tournament's file forgive_waits) does not count waiting for a core",
        " ; « --clock cpu » (dans le fichier d'un tournoi forgive_waits) ne compte pas l'attente d'un cœur",
    )
    return Text(
        f"champions computed in {computed / passed:.0%} of the time that their clocks ran: they waited or slept, or "
        f"this machine is busy{'' if forgiven else advice}",
        f"les champions ont calculé pendant {computed / passed:.0%} du temps que leurs horloges ont compté "
        f": ils attendaient ou dormaient, ou cette machine est occupée{'' if forgiven else advice.fr}",
    )
