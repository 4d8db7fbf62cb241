"""The referee: asks the champions of a turn, counts the strikes of those that fail, and records it all."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import msgspec

from joute.core.errors import EngineBug
from joute.core.table import Table
from joute.core.world import Result, Turn

from .async_player import AsyncPlayer, wait
from .ending import Ending, ended
from .feeding import CannotGoOn, feed
from .player import Answer, LoadError, Player
from .replay import (
    CRASH,
    RESIGN,
    TIMEOUT,
    Line,
    Named,
    Origin,
    PhaseLine,
    Recorder,
    Replay,
    Restart,
    header_of,
    phase_line,
    result_line,
)
from .verdict import Fault, Report, Verdict, truncated

STRIKES = 3
"""A champion with so many strikes is not called again."""
NAME_KEPT = 200


def named(players: Sequence[Player]) -> tuple[Named, ...]:
    """The players as the header has them."""
    return tuple(Named(truncated(player.name, NAME_KEPT), player.digest) for player in players)


class MatchResult(NamedTuple):
    """What came of a match. If the engine failed, `void` says how, and nobody has won or lost."""

    result: Result
    reports: tuple[Report, ...]
    void: str
    record: Sequence[Line]
    """The lines of its replay."""

    @property
    def failed(self) -> bool:
        """Whether a champion failed."""
        return any(report.faults for report in self.reports)


Watcher = Callable[[Table, PhaseLine], None]
LoadFault = Callable[[int, LoadError], Fault]
"""Makes a fault of the record from the error of a player that cannot be loaded, by seat."""


class Referee:
    """Plays one match on one table."""

    def __init__(
        self,
        table: Table,
        players: Sequence[Player],
        recorder: Recorder | None = None,
        limits: Mapping[str, Any] | None = None,
        load_fault: LoadFault | None = None,
    ) -> None:
        if len(players) != table.seats:
            raise ValueError(f"{len(players)} champions for {table.seats} seats")
        if not table.untouched:
            raise ValueError("orders are noted at this table; a match begins between two phases")
        self.table = table
        self.players = players
        self.recorder = recorder or Recorder()
        self.limits = dict(limits or {})
        self.load_fault = load_fault
        self.reports = [Report() for _ in players]
        self.void = ""
        self.ending: Ending | None = None
        self._turn = table.turn
        self._stopped: list[int] = []
        """The seats that were stopped in this phase."""
        self._async = {index: player for index, player in enumerate(players) if isinstance(player, AsyncPlayer)}

    def play(
        self,
        watch: Watcher | None = None,
        resumed: bool = False,
        origin: Origin | None = None,
        restart: Restart | None = None,
    ) -> MatchResult:
        """Start the players, play to the end and release them. Whatever a champion does, it goes on; a bug voids it."""
        with self._started():
            self._sit()
            self.recorder.write(header_of(self.table, named(self.players), resumed, self.limits, origin, restart))
            self._play(watch)
        return self._over()

    def go_on(self, past: Replay, watch: Watcher | None = None, ready: Callable[[], None] | None = None) -> MatchResult:
        """Go on with a match that was interrupted: feed the players what was played, then play to the end.

        Raises CannotGoOn if that is not possible. `ready` is called in between.
        """
        with self._started():
            self._sit()
            self._feed(past)
            if ready is not None:
                ready()
            self._play(watch)
        return self._over()

    def _feed(self, past: Replay) -> None:
        try:
            feed(self.table, past, self.players, self.reports)
        except CannotGoOn:
            raise
        except (Exception, EngineBug) as bug:
            self._excuse(bug)
        self._turn = self.table.turn

    @contextmanager
    def _started(self) -> Iterator[None]:
        """The players are started, and released in the end."""
        with ExitStack() as stack:
            for player in self.players:
                stack.callback(player.release)
            for player in self.players:
                player.start(self.table.game)
            yield
            for player in self.players:
                player.begin_leave()

    def _play(self, watch: Watcher | None) -> None:
        for line in self._phases():
            self.recorder.write(line)
            if watch is not None:
                watch(self.table, line)

    def _over(self) -> MatchResult:
        result = self._result()
        self.recorder.write(result_line(result, tuple(self.reports), self.void, self.ending))
        return MatchResult(result, tuple(self.reports), self.void, self.recorder.lines)

    def _sit(self) -> None:
        """Load the champions and seat them; those who join a match under way are first asked to get ready for one."""
        try:
            for index, waiting in self._async.items():
                waiting.begin_load(self.table.copy().seat(index))
            wait(list(self._async.values()))
            for index, player in enumerate(self.players):
                fault = self._load(index, player)
                if fault is not None:
                    self._blame(index, fault, stopped=True)
                else:
                    self._get_ready(index)
                player.sit(self.table.seat(index))
        except EngineBug as bug:
            self._excuse(bug)

    def _load(self, index: int, player: Player) -> Fault | None:
        try:
            return player.load(self.table.copy().seat(index))
        except LoadError as error:
            if self.load_fault is None:
                raise
            return self.load_fault(index, error)

    def _get_ready(self, index: int) -> None:
        first = self.table.game.phases[0]
        if self._turn.phase != first.name and not first.acts:
            self._answers(Turn(self._turn.number, first.name, first.callback, (index,)))

    def _phases(self) -> Iterator[PhaseLine]:
        """Every phase as it is played, until the end, that of the rules or of the players, or a bug of the engine."""
        try:
            while self._turn.seats and not self.void and self.ending is None:
                self._stopped = []
                answers = self._answers(self._turn)
                ending = self._ending()
                if ending is None or self.table.game.live:  # there, what was done in this phase is done
                    yield self._phase(self._turn, answers)
                    self._turn = self.table.turn
                self.ending = ending if self._turn.seats else None
        except (Exception, EngineBug) as bug:
            self._excuse(bug)

    def _phase(self, turn: Turn, answers: Sequence[Answer]) -> PhaseLine:
        """One phase once all have answered: keep what was ordered, resolve."""
        table = self.table
        acts = table.game.acts(table.world)
        orders = [table.seat(index).orders if acts else [] for index in turn.seats]
        forfeit = self._forfeit(turn) if acts and table.game.forfeits else None
        if forfeit is None:
            table.end_phase()
        else:
            table.forfeit(*forfeit)
        return phase_line(
            table.game,
            turn,
            orders,
            table.digest,
            wall_ms=tuple(round(answer.wall_ms, 3) for answer in answers),
            cpu_ms=tuple(round(answer.cpu_ms, 3) for answer in answers),
            forfeit=forfeit,
            faults={index: a.fault for index, a in zip(turn.seats, answers, strict=True) if a.fault is not None},
            stopped=tuple(self._stopped),
            private={index: a.private for index, a in zip(turn.seats, answers, strict=True) if a.private},
        )

    def _answers(self, turn: Turn) -> list[Answer]:
        """Ask the champions of a turn that were not stopped: those in this process one by one, the others at once."""
        asked = [index for index in turn.seats if not self.reports[index].stopped]
        answers = {index: self.players[index].ask(turn) for index in asked if index not in self._async}
        thinking = {index: self._async[index] for index in asked if index in self._async}
        for player in thinking.values():
            player.begin(turn)
        idle = [player for index, player in self._async.items() if index not in thinking]
        wait(list(thinking.values()), idle)
        answers |= {index: player.answer() for index, player in thinking.items()}
        return [self._judged(index, answers[index]) if index in answers else Answer(0.0, 0.0) for index in turn.seats]

    def _judged(self, index: int, answer: Answer) -> Answer:
        """The answer as it counts. A champion that fails loses its orders, except where the game is live."""
        self.reports[index] = self.reports[index].timed(answer.wall_ms, answer.cpu_ms)
        if answer.fault is None:
            return answer
        if not self.table.game.live:
            self.table.seat(index).renew()
        return answer._replace(fault=self._blame(index, answer.fault, answer.dead))

    def _blame(self, index: int, fault: Fault, stopped: bool) -> Fault:
        """A failure costs a strike; the third, or one that killed the champion, or any where it forfeits, stops it."""
        turn = self.table.game.shown_turn(self.table.world, fault.turn)
        fault = msgspec.structs.replace(fault.bounded(), turn=turn)
        last = self.reports[index].strikes + 1 >= STRIKES
        self.reports[index] = self.reports[index].blamed(fault, stopped or last or self.table.game.forfeits)
        if self.reports[index].stopped:
            self._stopped.append(index)
        return fault

    def _forfeit(self, turn: Turn) -> tuple[int, str] | None:
        """Where the rules say so, a stopped champion loses the match in its own turn, and what it did stands; one that
        resigns loses it in any."""
        for index, player in enumerate(self.players):
            if player.resigned:
                return index, RESIGN
        for index in turn.seats:
            if self.reports[index].stopped:
                late = self.reports[index].verdict == Verdict.TIMED_OUT
                return index, TIMEOUT if late else CRASH
        return None

    def _ending(self) -> Ending | None:
        """Whether the players end the match now; where the rules have forfeits, to resign is one of them."""
        gone = [index for index, player in enumerate(self.players) if player.resigned]
        if gone and not (self.table.game.forfeits and self.table.game.acts(self.table.world)):
            return Ending(gone[0])
        return Ending() if all(player.drawn for player in self.players) else None

    def _excuse(self, bug: BaseException) -> None:
        """A bug of the engine: nobody is blamed, and the traceback is kept with the orders that led to it."""
        text = "".join(traceback.format_exception(bug))
        rows = [[list(row) for row in self.table.seat(index).orders] for index in range(self.table.seats)]
        turn = self._turn
        self.reports = [report.excused() for report in self.reports]
        self.void = (
            f"{truncated(text, len(text))}\nturn {turn.number}, {turn.phase}, orders by seat: {json.dumps(rows)}"
        )

    def _result(self) -> Result:
        """The result of the table; of a void match, no scores and equal ranks."""
        try:
            if not self.void:
                result = self.table.result
                return result if self.ending is None else ended(result, self.ending)
        except Exception as bug:
            self._excuse(bug)
        return Result(False, (0,) * self.table.seats, (1,) * self.table.seats)
