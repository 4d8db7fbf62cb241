"""What goes away is told once, and tried again with growing patience."""

from __future__ import annotations

import pytest

from joute.arena import outage
from joute.arena.outage import Outage


@pytest.fixture
def clock(monkeypatch):
    """The seconds of the clock that an outage reads."""
    seconds = [100.0]
    monkeypatch.setattr(outage.time, "monotonic", lambda: seconds[0])
    return seconds


def test_it_is_told_when_it_goes_and_when_it_is_back(clock):
    told = []
    away = Outage("the server", told.append)
    assert (away.lasts, away.due, away.seconds) == (False, True, 0.0)
    away.over()
    assert told == []
    away.failed("no route")
    away.failed("refused")
    clock[0] += 12
    assert (away.lasts, away.seconds) == (True, 12.0)
    away.over()
    assert told == ["no route; waiting until the server is back", "the server is back after 12 s"]
    assert (away.lasts, away.due) == (False, True)


def test_each_pause_is_twice_the_one_before_up_to_a_minute(clock):
    away, pauses = Outage("the server", lambda text: None), []
    for _ in range(9):
        away.failed("refused")
        began = clock[0]
        while not away.due:
            clock[0] += 0.5
        pauses.append(clock[0] - began)
    assert pauses == [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
    away.over()
    away.failed("refused")
    clock[0] += 0.5
    assert away.due
