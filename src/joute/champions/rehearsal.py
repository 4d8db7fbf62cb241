"""A rehearsal: a few turns against weak opponents, in which every deviation of a champion is noted and explained."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from reprlib import repr as short_repr
from typing import Any, cast

import msgspec

from joute.core.api import Argument, Function
from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.types import Array, Enum, Malformed, Struct, Type
from joute.core.world import Turn
from joute.match.referee import STRIKES, Player
from joute.match.verdict import Fault

from .errors import ChampionError
from .simple import Idle, Random

TURNS, TURNS_MOST = 10, 60
"""How many turns are rehearsed, and how many at most where some callback has not been reached by then."""
SPOTS = 20
"""How many different things of a kind are told."""


class Refusal(msgspec.Struct):
    """Orders of one function that the rules refused with one code."""

    function: str
    code: str
    first: str
    count: int = 0


class Odd(msgspec.Struct):
    """An argument that is not of its type, so that the call cannot do what was meant."""

    call: str
    argument: str
    found: str
    expected: str
    count: int = 0


class Failing(msgspec.Struct):
    """A fault, and how often one like it happened."""

    fault: Fault
    count: int = 1


class Trial(msgspec.Struct):
    """What was played against one opponent."""

    opponent: str
    seat: int
    turns: int = 0
    callbacks: dict[str, int] = {}
    calls: int = 0
    orders: int = 0
    worst_ms: float = 0.0
    faults: int = 0


class Findings(msgspec.Struct):
    """All that came of the rehearsals of a champion."""

    champion: str
    game: str
    preset: str
    trials: list[Trial] = []
    load_error: str = ""
    faults: list[Failing] = []
    malformed: list[Odd] = []
    refusals: list[Refusal] = []

    @property
    def ok(self) -> bool:
        """Refused orders are the champion's own affair; all else is a deviation."""
        return not (self.load_error or self.faults or self.malformed)

    def blame(self, fault: Fault) -> None:
        """Note a fault; those that say the same are counted."""
        said = (fault.verdict, fault.message, fault.callback)
        for known in self.faults:
            if (known.fault.verdict, known.fault.message, known.fault.callback) == said:
                known.count += 1
                return
        self.faults.append(Failing(fault.bounded()))


class Watched:
    """A seat that notes what is asked of it; in all else it is the seat."""

    def __init__(self, seat: Seat, findings: Findings, trial: Trial) -> None:
        self._seat = seat
        self._findings = findings
        self._trial = trial

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)

    def call(self, name: str, *values: Any) -> Any:
        function = self._seat.game.api.functions.get(name)
        self._trial.calls += 1
        if function is not None and len(values) == len(function.arguments):
            self._look(function, values)
        answer = self._seat.call(name, *values)
        if function is not None and function.kind == "action":
            self._count(function, values, answer)
        return answer

    def _look(self, function: Function, values: tuple[Any, ...]) -> None:
        """Note the arguments that are malformed."""
        for argument, value in zip(function.arguments, values, strict=True):
            try:
                argument.type.read(value)
            except Exception:  # Malformed, or whatever a champion's own values raise
                self._note(function, argument, value, values)

    def _note(self, function: Function, argument: Argument, value: Any, values: tuple[Any, ...]) -> None:
        known = self._findings.malformed
        odd = next((o for o in known if (o.call.partition("(")[0], o.argument) == (function.name, argument.name)), None)
        if odd is None and len(known) < SPOTS:
            odd = Odd(_call(function, values), argument.name, _repr(value), expected(argument.type))
            known.append(odd)
        if odd is not None:
            odd.count += 1

    def _count(self, function: Function, values: tuple[Any, ...], answer: int) -> None:
        if answer == self._seat.game.ok:
            self._trial.orders += 1
            return
        code = function.returns.shown(answer)
        known = self._findings.refusals
        refusal = next((r for r in known if (r.function, r.code) == (function.name, code)), None)
        if refusal is None:
            refusal = Refusal(function.name, code, _call(function, values))
            known.append(refusal)
        refusal.count += 1


def rehearse(game: Game, name: str, find: Callable[[], Player], board: str | None = None) -> Findings:
    """Play a champion against one that does nothing, then against one that plays at random."""
    findings = Findings(name, game.name, game.preset)
    seats = game.info.seats
    others: list[tuple[str, int, Callable[[int], Player]]] = [
        ("idle", 0, lambda seed: Idle()),
        ("random", seats - 1, Random),
    ]
    for opponent, seat, make in others:
        trial = Trial(opponent, seat)
        players = [_trusted(find()) if index == seat else make(index) for index in range(seats)]
        try:
            _play(game, Table(game, board, seats), players, trial, findings)
        except ChampionError as fault:
            findings.load_error = str(fault)
            break
        finally:
            for player in players:
                player.leave()
        findings.trials.append(trial)
    return findings


def _trusted(player: Player) -> Player:
    """Whoever rehearses a champion vouches for it: a compiled one may run in our own process."""
    if hasattr(player, "trusted"):
        player.trusted = True
    return player


def _play(game: Game, table: Table, players: list[Player], trial: Trial, findings: Findings) -> None:
    """One rehearsal, until every callback was reached, the champion has failed too often, or the match is over."""
    own = players[trial.seat]
    fault = own.load(_watched(table.copy(), trial, findings))
    if fault is not None:
        findings.blame(fault)
        return
    for index, player in enumerate(players):
        if index != trial.seat:
            player.load(table.copy().seat(index))
        player.sit(_watched(table, trial, findings) if index == trial.seat else table.seat(index))
    alive = True
    while alive and table.turn.seats and _goes_on(game, table, trial):
        turn = table.turn
        for index in turn.seats:
            if index != trial.seat:
                players[index].ask(turn)
            elif not _asked(own, table, turn, trial, findings):
                alive = False
        table.end_phase()
        trial.turns = table.turn.number
    last = game.phases[-1]
    if alive and not last.acts and last.callback not in trial.callbacks:
        _asked(own, table, Turn(table.turn.number, last.name, last.callback, (trial.seat,)), trial, findings)


def _watched(table: Table, trial: Trial, findings: Findings) -> Seat:
    return cast(Seat, Watched(table.seat(trial.seat), findings, trial))


def _goes_on(game: Game, table: Table, trial: Trial) -> bool:
    reached = all(phase.callback in trial.callbacks for phase in game.phases if phase.acts)
    return table.turn.number < (TURNS if reached else TURNS_MOST)


def _asked(own: Player, table: Table, turn: Turn, trial: Trial, findings: Findings) -> bool:
    """Ask the champion; whether it can go on."""
    answer = own.ask(turn)
    trial.callbacks[turn.callback] = trial.callbacks.get(turn.callback, 0) + 1
    trial.worst_ms = max(trial.worst_ms, round(answer.wall_ms, 3))
    if answer.fault is None:
        return True
    trial.faults += 1
    findings.blame(answer.fault)
    if not table.game.live:
        table.seat(trial.seat).renew()
    return not answer.dead and trial.faults < STRIKES


def expected(kind: Type) -> str:
    """What an argument of a type may be, for people."""
    if isinstance(kind, Array):
        return f"a list of at most {kind.most} items, each {expected(kind.item)}"
    if isinstance(kind, Struct):
        return f"{kind.name} ({', '.join(name for name, _ in kind.fields)})"
    if isinstance(kind, Enum):
        return f"{kind.name} ({', '.join(member.name for member in kind.kind)})"
    return "true or false" if kind.name == "bool" else "a whole number of 32 bits"


def _call(function: Function, values: tuple[Any, ...]) -> str:
    parts = [_shown(argument.type, value) for argument, value in zip(function.arguments, values, strict=True)]
    return f"{function.name}({', '.join(parts)})"


def _shown(kind: Type, value: Any) -> str:
    with suppress(Malformed):
        return kind.shown(kind.read(value))
    return _repr(value)


def _repr(value: Any) -> str:
    try:
        return short_repr(value)
    except Exception:
        return f"a value of type {type(value).__name__}"
