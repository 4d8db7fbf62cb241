"""Whether the machine let champions compute while their clocks ran."""

from __future__ import annotations

from collections.abc import Iterable

LEAST_MS = 1_000.0
"""Who thought for less than this in a match says nothing: asking and answering take time too."""
BUSY = 0.7
"""Champions that computed in a smaller part of their time had not enough of a core."""


def busy_warning(times: Iterable[tuple[float, float]], forgiven: bool) -> str:
    """What to say of champions whose wall and CPU times (in milliseconds, a match) are far apart; else nothing.

    `forgiven`: whether clocks do not count waiting anyway.
    """
    long = [(wall_ms, cpu_ms) for wall_ms, cpu_ms in times if wall_ms >= LEAST_MS]
    passed, computed = sum(wall_ms for wall_ms, _ in long), sum(cpu_ms for _, cpu_ms in long)
    if computed >= BUSY * passed:
        return ""
    advice = "; «--clock cpu» (in a tournament's file forgive_waits) does not count waiting for a core"
    return (
        f"champions computed in {computed / passed:.0%} of the time that their clocks ran: they waited or slept, or "
        f"this machine is busy{'' if forgiven else advice}"
    )
