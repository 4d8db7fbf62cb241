"""A rehearsal: a few turns against weak opponents, in which everything that a champion does wrong is reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.hosting.player import HostedChampion
from joute.champions.players.simple import Idle, Random
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.world import Turn
from joute.match.player import Player
from joute.match.referee import STRIKES
from joute.match.verdict import Fault, Verdict

from .call_audit import AuditedSeat, CallAudit, MalformedArgument, RefusedOrders

TURNS, TURNS_MOST = 10, 60
"""How many turns are played; and how many at most, if some callback has not been reached by then."""


class CountedFault(msgspec.Struct):
    """A fault, and how often one like it happened."""

    fault: Fault
    count: int = 1


class RehearsalTrial(msgspec.Struct):
    """What was played against one opponent."""

    opponent: str
    seat: int
    turns: int = 0
    callbacks: dict[str, int] = {}
    calls: int = 0
    orders: int = 0
    worst_ms: float = 0.0
    faults: int = 0
    notes: list[tuple[int, dict[str, Any]]] = []
    """What it printed and noted, with the turns."""


class Findings(msgspec.Struct):
    """The result of all rehearsals of a champion."""

    champion: str
    game: str
    preset: str
    trials: list[RehearsalTrial] = []
    load_error: str = ""
    faults: list[CountedFault] = []
    malformed: list[MalformedArgument] = []
    refusals: list[RefusedOrders] = []

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong; a refused order is not, since a champion may try orders out."""
        return not (self.load_error or self.faults or self.malformed)

    def blame(self, fault: Fault) -> None:
        """Add a fault; equal ones are counted."""
        key = (fault.verdict, fault.message, fault.callback)
        for known in self.faults:
            if (known.fault.verdict, known.fault.message, known.fault.callback) == key:
                known.count += 1
                return
        self.faults.append(CountedFault(fault.bounded()))


Opponent = tuple[str, int, Callable[[int], Player]]
"""Who plays against it: a name, the seat of the champion, and what makes the player of another seat."""


def rehearse(
    start: Table,
    name: str,
    find: Callable[[], Player],
    more: Sequence[Opponent] = (),
    tell: Callable[[RehearsalTrial], None] = lambda trial: None,
) -> Findings:
    """Play a champion from a position against one that does nothing, one that plays at random, then some more.

    `tell` is called with each trial once it has been played.
    """
    findings = Findings(name, start.game.name, start.game.preset)
    seats = start.seats
    others: list[Opponent] = [("idle", 0, lambda seed: Idle()), ("random", seats - 1, Random), *more]
    for opponent, seat, make in others:
        try:
            players = [find() if index == seat else make(index) for index in range(seats)]
            trial = RehearsalTrial(opponent, seat)
            Rehearsal(start.copy(), players, trial, findings).play()
            tell(trial)
        except ChampionError as error:
            findings.load_error = str(error)
        if findings.load_error or any(known.fault.verdict == Verdict.TIMED_OUT for known in findings.faults):
            break  # the next opponent would only take as long again
    return findings


class Rehearsal:
    """One champion against one opponent, until every callback was reached, it failed too often, or it is over."""

    def __init__(self, table: Table, players: list[Player], trial: RehearsalTrial, findings: Findings) -> None:
        self.table = table
        self.players = players
        self.trial = trial
        self.findings = findings
        self.own = players[trial.seat]
        self.first = table.turn.number
        self._audit = CallAudit(0, 0, findings.malformed, findings.refusals)

    def play(self) -> None:
        try:
            if isinstance(self.own, HostedChampion):
                self.own.audited = True
            fault = self.own.load(self._seat(self.table.copy()))
            if fault is None:
                self._turns()
            else:
                self.findings.blame(fault)
            self.findings.trials.append(self.trial)
        finally:
            for player in self.players:
                player.release()

    def _seat(self, table: Table) -> Seat:
        """The champion's seat, audited; a host audits the calls itself."""
        seat = table.seat(self.trial.seat)
        return seat if isinstance(self.own, HostedChampion) else cast(Seat, AuditedSeat(seat, self._audit))

    def _turns(self) -> None:
        table, trial = self.table, self.trial
        for index, player in enumerate(self.players):
            if index != trial.seat:
                player.load(table.copy().seat(index))
            player.sit(self._seat(table) if index == trial.seat else table.seat(index))
        alive = self._get_ready()
        while alive and table.turn.seats and self._goes_on():
            turn = table.turn
            for index in turn.seats:
                if index != trial.seat:
                    self.players[index].ask(turn)
                else:
                    alive = self._asked(turn)
            table.end_phase()
            trial.turns = table.turn.number - self.first
        last = table.game.phases[-1]
        if alive and not last.acts and last.callback not in trial.callbacks:
            self._asked(Turn(table.turn.number, last.name, last.callback, (trial.seat,)))

    def _goes_on(self) -> bool:
        phases = self.table.game.phases
        reached = all(phase.callback in self.trial.callbacks for phase in phases if phase.acts)
        return self.table.turn.number - self.first < (TURNS if reached else TURNS_MOST)

    def _get_ready(self) -> bool:
        """As in a match, a champion that joins one under way is first asked to get ready; whether it can go on."""
        first, turn = self.table.game.phases[0], self.table.turn
        joins = turn.phase != first.name and not first.acts
        return not joins or self._asked(Turn(turn.number, first.name, first.callback, (self.trial.seat,)))

    def _asked(self, turn: Turn) -> bool:
        """Ask the champion for one callback; whether it can go on."""
        trial, answer = self.trial, self.own.ask(turn)
        if isinstance(self.own, HostedChampion):
            self._audit.add(self.own.audit)
        trial.calls, trial.orders = self._audit.calls, self._audit.orders
        trial.callbacks[turn.callback] = trial.callbacks.get(turn.callback, 0) + 1
        trial.worst_ms = max(trial.worst_ms, round(answer.wall_ms, 3))
        trial.notes += [(turn.number, answer.private)] if answer.private else []
        if answer.fault is None:
            return True
        trial.faults += 1
        self.findings.blame(answer.fault)
        if not self.table.game.live:
            self.table.seat(trial.seat).renew()
        return not answer.dead and trial.faults < STRIKES
