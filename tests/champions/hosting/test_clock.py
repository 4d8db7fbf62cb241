"""Clocks: so much for each callback, a bank that overruns eat, and nobody stopped without a clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.hosting import clock, host_link, player
from joute.champions.hosting.clock import CallbackClock
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.seat import Seat
from joute.match.async_player import wait
from joute.match.player import Answer
from joute.match.referee import Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Verdict


class Time:
    """A time that passes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(clock.time, "perf_counter", lambda: self.now)

    def passes(self, ms: float) -> None:
        self.now += ms / 1e3


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def test_a_callback_within_its_time_leaves_the_bank_alone(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=1000, bank_ms=500))
    own.start_callback()
    time.passes(1000)
    assert own.left_ms == pytest.approx(500)
    assert own.end_callback() == pytest.approx(1000)
    assert own.bank_ms == pytest.approx(500)


def test_what_is_over_the_time_is_taken_from_the_bank(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=1000, bank_ms=500))
    for left in (300, 100, 0):
        own.start_callback()
        time.passes(1200)
        own.end_callback()
        assert own.bank_ms == pytest.approx(left)


def test_beyond_both_nothing_is_left(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=1000, bank_ms=500))
    own.start_callback()
    time.passes(1500)
    assert own.left_ms == pytest.approx(0)


def test_the_clock_stands_while_the_engine_works(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=1000, bank_ms=0))
    own.start_callback()
    time.passes(100)
    own.pause()
    time.passes(5000)
    own.resume()
    time.passes(200)
    assert own.left_ms == pytest.approx(700)
    assert own.end_callback() == pytest.approx(300)


def test_the_start_is_counted_apart(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=10, bank_ms=500, start_ms=2000))
    own.start(2000)
    time.passes(1900)
    assert own.left_ms == pytest.approx(100)
    own.pause()
    assert own.bank_ms == 500


def test_without_a_clock_time_is_measured_and_never_up(time: Time) -> None:
    own = CallbackClock(Limits(time_ms=10, bank_ms=10, clock=False))
    own.start_callback()
    time.passes(10_000)
    assert own.left_ms == float("inf")
    assert own.end_callback() == pytest.approx(10_000)
    assert own.bank_ms == 10


# In a match

BUSY = """from api import *
from joute import debug
from time import perf_counter
turns = []
def jouer_placement():
    debug.log(debug.bank_ms())
    turns.append(1)
    began = perf_counter()
    while len(turns) == 1 and perf_counter() - began < 0.3:
        pass
def jouer_marche():
    pass
"""


def match(tmp_path: Path, hosting: Hosting) -> tuple[Referee, list[PhaseLine]]:
    path = tmp_path / "busy.py"
    path.write_text(BUSY)
    game = joute.load_game("toy", max_turns=2)
    players = [find(game, str(path), 0, hosting), find(game, "idle")]
    referee = Referee(joute.Table(game), players, Recorder())
    referee.play()
    return referee, [line for line in referee.recorder.lines if isinstance(line, PhaseLine)]


def test_an_overrun_eats_the_bank_and_both_times_are_recorded(tmp_path: Path) -> None:
    limits = Limits(time_ms=100, bank_ms=60_000)
    referee, lines = match(tmp_path, Hosting(Level.PROCESS, limits))
    report = referee.reports[0]
    assert report.verdict == Verdict.OK
    first, second = (line for line in lines if line.phase == "placement")
    assert first.wall_ms[0] >= 300
    assert first.cpu_ms[0] > 0
    assert (report.wall_ms, report.worst_ms) == (pytest.approx(report.wall_ms), pytest.approx(report.worst_ms))
    assert report.worst_ms == pytest.approx(first.wall_ms[0], abs=0.001)
    before, after = (float(line.private[0]["log"][0]) for line in (first, second))
    assert before <= 60_000
    assert after <= before - (first.wall_ms[0] - 100) + 0.01


def test_nobody_pays_for_what_the_engine_does_before_it_asks(tmp_path: Path, time: Time) -> None:
    """Where all are asked at once, it makes the views of all before it tells the first."""
    path = tmp_path / "quiet.py"
    path.write_text("def jouer_placement():\n    pass\ndef jouer_marche():\n    pass\n")
    table = joute.Table(joute.load_game("toy"))
    champion = find(table.game, str(path), 0, Hosting(Level.PROCESS, Limits(clock=False)))
    assert isinstance(champion, player.HostedChampion)
    assert champion.load(table.copy().seat(0)) is None
    champion.sit(table.seat(0))
    champion.begin(table.turn)
    time.passes(1000)
    wait([champion])
    assert champion.answer() == Answer(0.0, champion.answer().cpu_ms)
    champion.leave()


def test_nobody_pays_for_the_orders_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all are asked at once, and one gives as many orders as it can: they are judged when all have answered."""
    path = tmp_path / "mine.py"
    path.write_text("from api import *\ndef jouer_placement():\n    signaler(7)\ndef jouer_marche():\n    pass\n")
    table = joute.Table(joute.load_game("toy", max_turns=2))
    players = [find(table.game, str(path), 0, Hosting(Level.PROCESS, Limits(clock=False))) for _ in range(2)]
    done, repeat = list[bool](), Seat.repeat

    def noted(seat: Seat, rows: Any) -> int:
        done.extend(one.done for one in players if isinstance(one, player.HostedChampion))
        return repeat(seat, rows)

    monkeypatch.setattr(Seat, "repeat", noted)
    assert [report.verdict for report in Referee(table, players).play().reports] == [Verdict.OK] * 2
    assert done == [True] * 8


def test_the_time_to_start_begins_when_the_host_is_ready(tmp_path: Path, time: Time) -> None:
    """Until then a champion waits for the engine: for a fork server, for its box."""
    path = tmp_path / "quiet.py"
    path.write_text("def jouer_placement():\n    pass\ndef jouer_marche():\n    pass\n")
    table = joute.Table(joute.load_game("toy"))
    champion = find(table.game, str(path), 0, Hosting(Level.PROCESS, Limits(start_ms=1000)))
    assert isinstance(champion, player.HostedChampion)
    champion.begin_load(table.seat(0))
    time.passes(900)
    wait([champion])
    assert champion.left_ms == 1000
    champion.leave()


def test_beyond_the_bank_it_is_killed(tmp_path: Path) -> None:
    referee, lines = match(tmp_path, Hosting(Level.PROCESS, Limits(time_ms=50, bank_ms=50)))
    report = referee.reports[0]
    assert (report.verdict, report.stopped) == (Verdict.TIMED_OUT, True)
    assert report.faults[0].message.startswith("no answer after 50 ms and the ")
    assert [line.faults[0].verdict for line in lines if line.faults] == [Verdict.TIMED_OUT]


def test_without_a_clock_nobody_is_killed(tmp_path: Path) -> None:
    referee, lines = match(tmp_path, Hosting(Level.PROCESS, Limits(time_ms=1, bank_ms=0, clock=False)))
    assert referee.reports[0].verdict == Verdict.OK
    assert lines[1].wall_ms[0] >= 300


def test_a_debugger_stops_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_link, "traced", lambda pid: True)
    referee, _ = match(tmp_path, Hosting(Level.PROCESS, Limits(time_ms=50, bank_ms=0)))
    assert referee.reports[0].verdict == Verdict.OK


def test_where_it_is_strict_no_debugger_stops_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_link, "traced", lambda pid: True)
    referee, _ = match(tmp_path, Hosting(Level.PROCESS, Limits(time_ms=50, bank_ms=0), strict=True))
    assert referee.reports[0].verdict == Verdict.TIMED_OUT
