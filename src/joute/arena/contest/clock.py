"""What is allowed when: the times of a contest, as declared or as an organiser has changed them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from .config import Times


class Allowed(NamedTuple):
    """What a contest allows at a moment."""

    open: bool
    """Whether it has begun."""
    submissions: bool
    """Whether versions received now count; later ones play unranked, against house champions."""
    ranked: bool
    """Whether the ladder is played."""
    frozen_at: float | None
    """The moment whose table the public sees; None: the present one."""


def allowed(times: Times, now: float) -> Allowed:
    """What is allowed at a moment (seconds since 1970). Each change takes effect by itself."""
    began = _past(times.opens, now, unset=True)
    frozen = _past(times.table_freezes, now) and not _past(times.table_thaws, now)
    return Allowed(
        began,
        began and not _past(times.submissions_close, now),
        began and not _past(times.ranked_closes, now),
        times.table_freezes.timestamp() if frozen and times.table_freezes else None,
    )


def next_change(times: Times, now: float) -> tuple[str, float] | None:
    """The next time at which something changes: its name, and when; None if nothing does any more."""
    coming = [
        (when.timestamp(), name)
        for name in Times.__struct_fields__
        if (when := getattr(times, name)) is not None and when.timestamp() > now
    ]
    return (min(coming)[1], min(coming)[0]) if coming else None


def _past(when: datetime | None, now: float, unset: bool = False) -> bool:
    return unset if when is None else now >= when.timestamp()
