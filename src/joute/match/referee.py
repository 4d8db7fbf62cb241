"""The referee: asks the champions of a turn, keeps the rules on failing ones, and records it all."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from joute.core.errors import EngineFault
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.world import Result, Turn

from .replay import Named, PhaseLine, Recorder, header_of, named_order, result_line
from .verdict import Fault, Report, Verdict

STRIKES = 3
"""A champion with so many strikes is not called again."""
CRASH, TIMEOUT = "crash", "timeout"


class Answer(NamedTuple):
    """What came of one callback: the time it took, what went wrong, and whether the champion can go on."""

    wall_ms: float
    cpu_ms: float
    fault: Fault | None = None
    dead: bool = False


class Player(Protocol):
    """Whoever plays a seat. `ask` runs one callback; the orders it gives are then noted on the seat."""

    name: str
    digest: str

    def sit(self, seat: Seat) -> Fault | None:
        """Take a seat before the first turn; the fault is why the champion cannot play."""

    def ask(self, turn: Turn) -> Answer:
        """Run the callback of this turn."""

    def leave(self) -> None:
        """The match is over for this player."""


class Outcome(NamedTuple):
    """A finished match. `void` tells of a failure of ours: then there is no result."""

    result: Result
    reports: tuple[Report, ...]
    void: str = ""


Watcher = Callable[[Table, PhaseLine], None]


class Referee:
    """Plays one match on one table."""

    def __init__(self, table: Table, players: Sequence[Player], recorder: Recorder | None = None) -> None:
        if len(players) != table.seats:
            raise ValueError(f"{len(players)} champions for {table.seats} seats")
        self.table = table
        self.players = players
        self.recorder = recorder or Recorder()
        self.reports = [Report() for _ in players]

    def play(self, watch: Watcher | None = None, resumed: bool = False) -> Outcome:
        """Play to the end. Whatever a champion does, the match goes on; a failure of ours voids it."""
        names = tuple(Named(player.name, player.digest) for player in self.players)
        self.recorder.write(header_of(self.table, names, resumed))
        void = ""
        try:
            self._sit()
            while self.table.turn.seats:
                line = self._phase()
                self.recorder.write(line)
                if watch is not None:
                    watch(self.table, line)
        except (Exception, EngineFault) as bug:
            void = self._void(bug)
        finally:
            for player in self.players:
                player.leave()
        result = self.table.result
        self.recorder.write(result_line(result, tuple(self.reports), void))
        return Outcome(result, tuple(self.reports), void)

    def _sit(self) -> None:
        for index, player in enumerate(self.players):
            fault = player.sit(self.table.seat(index))
            if fault is not None:
                self._blame(index, fault, stopped=True)

    def _phase(self) -> PhaseLine:
        """One phase: ask, keep or drop what was ordered, resolve."""
        turn = self.table.turn
        answers = {index: self._ask(index, turn) for index in turn.seats}
        faults = {index: answer.fault for index, answer in answers.items() if answer.fault is not None}
        for index, fault in faults.items():
            self._blame(index, fault, answers[index].dead)
            if not self.table.game.live:
                self.table.seat(index).renew()
        orders = tuple(
            tuple(named_order(self.table.game, row) for row in self.table.seat(index).orders) for index in turn.seats
        )
        forfeit = self._forfeit(turn)
        if forfeit is None:
            self.table.end_phase()
        else:
            self.table.forfeit(*forfeit)
        return PhaseLine(
            turn=turn.number,
            phase=turn.phase,
            seats=turn.seats,
            orders=orders if self._acts(turn) else tuple(() for _ in turn.seats),
            hash=self.table.digest,
            wall_ms=tuple(round(answer.wall_ms, 3) for answer in answers.values()),
            cpu_ms=tuple(round(answer.cpu_ms, 3) for answer in answers.values()),
            forfeit=forfeit,
            faults=faults,
        )

    def _acts(self, turn: Turn) -> bool:
        return next(phase.acts for phase in self.table.game.phases if phase.name == turn.phase)

    def _ask(self, index: int, turn: Turn) -> Answer:
        if self.reports[index].stopped:
            return Answer(0.0, 0.0)
        answer = self.players[index].ask(turn)
        report = self.reports[index]
        self.reports[index] = Report(
            report.verdict,
            report.strikes,
            report.stopped,
            report.wall_ms + answer.wall_ms,
            max(report.worst_ms, answer.wall_ms),
            report.cpu_ms + answer.cpu_ms,
            report.faults,
        )
        return answer

    def _blame(self, index: int, fault: Fault, stopped: bool) -> None:
        """A failure costs a strike; the third, or one that killed the champion, or any where it forfeits, stops it."""
        report = self.reports[index]
        strikes = report.strikes + 1
        self.reports[index] = Report(
            report.verdict if report.faults else fault.verdict,
            strikes,
            stopped or strikes >= STRIKES or self.table.game.forfeits,
            report.wall_ms,
            report.worst_ms,
            report.cpu_ms,
            (*report.faults, fault),
        )

    def _forfeit(self, turn: Turn) -> tuple[int, str] | None:
        """Where the rules say so, a stopped champion loses the match in its own turn, and what it did stands."""
        if not self.table.game.forfeits or not self._acts(turn):
            return None
        for index in turn.seats:
            if self.reports[index].stopped:
                late = self.reports[index].verdict == Verdict.TIMED_OUT
                return index, TIMEOUT if late else CRASH
        return None

    def _void(self, bug: BaseException) -> str:
        """A bug of ours: nobody is blamed, and the traceback is kept with the orders that led to it."""
        text = "".join(traceback.format_exception(bug))
        orders = [[list(row) for row in self.table.seat(index).orders] for index in range(self.table.seats)]
        self.reports = [Report(Verdict.INTERNAL_ERROR, wall_ms=r.wall_ms, cpu_ms=r.cpu_ms) for r in self.reports]
        return f"{text}\norders of turn {self.table.turn}: {orders}"
