"""The one way to play a match: players are started, loaded and released once each, whatever happens."""

from __future__ import annotations

import pytest

import joute
from joute.champions.players.simple import Idle
from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.table import Table
from joute.match.play import MatchSpec, play_match
from joute.match.player import LoadError, Player, all_or_none
from joute.match.replay import Header, PhaseLine, ResultLine
from joute.match.verdict import Fault, Verdict


class Noted(Idle):
    """Does nothing, and notes what is asked of it."""

    def __init__(self, log: list[str], name: str, error: str = "") -> None:
        self.log, self.name, self.error = log, name, error
        self.cleanup = (lambda: log.append(f"clean {name}"),)

    def start(self, game: Game) -> None:
        self.log.append(f"start {self.name}")

    def load(self, seat: Seat) -> Fault | None:
        self.log.append(f"load {self.name}")
        if self.error:
            raise LoadError(self.error)
        return None

    def leave(self) -> None:
        self.log.append(f"leave {self.name}")


def table() -> Table:
    return joute.Table(joute.load_game("toy", max_turns=2))


def test_players_are_started_side_by_side_and_released_once() -> None:
    log: list[str] = []
    phases: list[int] = []
    spec = MatchSpec(table(), [Noted(log, "a"), Noted(log, "b")], limits={"time_ms": 7})
    match = play_match(spec, lambda at, line: phases.append(line.turn))
    assert log == ["start a", "start b", "load a", "load b", "leave b", "clean b", "leave a", "clean a"]
    header, *rest, result = match.record
    assert isinstance(header, Header)
    assert isinstance(result, ResultLine)
    assert header.limits == {"time_ms": 7}
    assert [line.turn for line in rest if isinstance(line, PhaseLine)] == phases
    assert (match.result.scores, match.void, match.failed) == (result.scores, "", False)


def test_a_player_that_cannot_be_loaded_stops_the_match_and_all_are_released() -> None:
    log: list[str] = []
    with pytest.raises(LoadError, match="no such callback"):
        play_match(MatchSpec(table(), [Noted(log, "a"), Noted(log, "b", "no such callback")]))
    assert log[-4:] == ["leave b", "clean b", "leave a", "clean a"]


def test_a_player_that_cannot_be_loaded_is_a_fault_where_nobody_can_mend_it() -> None:
    def load_fault(seat: int, error: LoadError) -> Fault:
        return Fault(Verdict.LOAD_ERROR, f"seat {seat}: {error}")

    match = play_match(MatchSpec(table(), [Noted([], "a"), Noted([], "b", "broken")], load_fault=load_fault))
    assert [report.verdict for report in match.reports] == [Verdict.OK, Verdict.LOAD_ERROR]
    assert [fault.message for fault in match.reports[1].faults] == ["seat 1: broken"]
    assert match.failed


def test_a_watcher_that_fails_leaves_nobody_behind() -> None:
    log: list[str] = []

    def watcher(at: Table, line: PhaseLine) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(MatchSpec(table(), [Noted(log, "a"), Noted(log, "b")]), watcher)
    assert log.count("leave a") == log.count("clean a") == log.count("leave b") == log.count("clean b") == 1


def test_players_before_one_that_cannot_be_made_are_released() -> None:
    log: list[str] = []

    def made(name: str) -> Player:
        if name == "c":
            raise LoadError("no champion 'c'")
        return Noted(log, name)

    with pytest.raises(LoadError, match="no champion 'c'"):
        all_or_none(made(name) for name in "abc")
    assert log == ["leave a", "clean a", "leave b", "clean b"]


def test_players_for_another_number_of_seats_are_released() -> None:
    log: list[str] = []
    with pytest.raises(ValueError, match="1 champions for 2 seats"):
        play_match(MatchSpec(table(), [Noted(log, "a")]))
    assert log == ["leave a", "clean a"]
