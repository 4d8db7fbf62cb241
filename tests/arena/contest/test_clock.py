"""What is allowed when."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from joute.arena.contest.clock import Allowed, allowed, next_change
from joute.arena.contest.config import Times


def at(hour: int) -> datetime:
    return datetime(2027, 3, 1, hour, tzinfo=UTC)


TIMES = Times(at(8), at(10), at(12), at(14), at(16))


@pytest.mark.parametrize(
    ("hour", "expected"),
    [
        (7, Allowed(False, False, False, None)),
        (8, Allowed(True, True, True, None)),
        (10, Allowed(True, False, True, None)),
        (12, Allowed(True, False, False, None)),
        (14, Allowed(True, False, False, at(14).timestamp())),
        (16, Allowed(True, False, False, None)),
    ],
)
def test_each_time_takes_effect_by_itself(hour, expected):
    assert allowed(TIMES, at(hour).timestamp()) == expected


def test_without_times_everything_is_allowed():
    assert allowed(Times(), 0.0) == Allowed(True, True, True, None)


def test_the_next_change_is_told():
    assert next_change(TIMES, at(9).timestamp()) == ("submissions_close", at(10).timestamp())
    assert next_change(TIMES, at(17).timestamp()) is None
