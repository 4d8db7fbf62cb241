"""Champions in any language: a child process that speaks one JSON object a line (`protocol.py`)."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from reprlib import repr as short_repr
from typing import Any, NamedTuple

from joute import debug
from joute.champions.errors import ChampionError
from joute.champions.languages.registry import languages
from joute.champions.sources.recipe import Recipe, require
from joute.core.api import Function, WrongCall
from joute.core.errors import EngineFault
from joute.core.seat import Seat, TooManyOrders
from joute.core.types import Malformed
from joute.core.world import Turn
from joute.match.referee import Answer
from joute.match.verdict import Fault, Verdict

from .child import Child, Gone, Late, TooLong
from .environment import Tail
from .protocol import (
    Asked,
    Call,
    Deviation,
    End,
    FromChampion,
    Limits,
    Over,
    Ready,
    Return,
    hello_at,
    line_of,
    plain,
    read_line,
    shown,
)

START_S, CALLBACK_S, LEAVE_S = 10.0, 60.0, 0.2
"""How long a champion may take to get ready, to end its turn and to hear that all is over, where no clock says less."""
PENDING = object()
"""The answer of a call that has not returned."""


class Failure(Exception):
    """The champion has failed in a way after which nothing more is said to it."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict


class Made(NamedTuple):
    """The last call a champion made."""

    function: Function | None
    call: Call
    answer: Any = PENDING

    @property
    def values(self) -> tuple[Any, ...]:
        """The arguments, as a Python champion would have given them."""
        return tuple(self.call.arguments)

    def shown(self) -> str:
        """The call as people read it."""
        function, call = self.function, self.call
        parts = [short_repr(value) for value in call.arguments]
        if function is None or len(parts) != len(function.arguments):
            return f"{call.function[:100]}({', '.join(parts)})"
        for number, argument in enumerate(function.arguments):
            with suppress(Malformed):  # malformed, and shown as it was given
                parts[number] = argument.type.shown(argument.type.read(call.arguments[number]))
        end = "" if self.answer is PENDING else f" = {function.returns.shown(self.answer)}"
        return f"{function.name}({', '.join(parts)}){end}"


class LinesChampion:
    """A champion that is a program of its own."""

    def __init__(
        self,
        name: str,
        recipe: Recipe,
        digest: str,
        limits: Limits | None = None,
        start_s: float = START_S,
        callback_s: float = CALLBACK_S,
    ) -> None:
        self.name = name
        self.digest = digest
        self.recipe = recipe
        self.limits = limits or _announced()
        self.start_s, self.callback_s = start_s, callback_s
        self._log = Tail()
        self._child: Child | None = None
        self._last: Made | None = None
        self._wrong = ""

    @property
    def output(self) -> str:
        """The end of its log."""
        return self._log.text

    # The match

    def load(self, seat: Seat) -> Fault | None:
        """Start the champion. Raises ChampionError, since a person is waiting to mend it."""
        self._seat = seat
        require(self.recipe.run[0], self.recipe)
        try:
            self._child = Child(self.recipe.run, self.recipe.folder.absolute(), self._log)
        except OSError as fault:
            raise ChampionError(f"{self.name}: {self.recipe.run[0]} cannot be run: {fault.strerror}") from None
        try:
            deadline = time.monotonic() + self.start_s
            self._send(line_of(hello_at(seat, self.limits)), deadline)
            ready = self._until(Ready, deadline)
        except Failure as failure:
            self._stop()
            raise ChampionError(self._not_ready(failure)) from None
        self._require_callbacks(ready)
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def ask(self, turn: Turn) -> Answer:
        """Let the champion play its turn; every call is answered until it ends it."""
        if self._child is None:
            return Answer(0.0, 0.0, self._fault(Verdict.CRASHED, "the champion is not running", turn, 0.0), dead=True)
        wall, cpu = time.perf_counter(), self._child.cpu_s()
        self._last, self._wrong = None, ""
        failure, end = None, End()
        try:
            self._require_silence()
            deadline = time.monotonic() + self.callback_s
            self._send(line_of(Asked(turn.number, turn.phase, turn.callback)), deadline)
            end = self._until(End, deadline)
        except Failure as raised:
            failure = raised
        wall_ms = (time.perf_counter() - wall) * 1e3
        cpu_ms = max(0.0, self._child.cpu_s() - cpu) * 1e3
        if failure is not None:
            self._stop()
            return Answer(wall_ms, cpu_ms, self._fault(failure.verdict, str(failure), turn, wall_ms), dead=True)
        return Answer(wall_ms, cpu_ms, self._ended(end, turn, wall_ms))

    def leave(self) -> None:
        """Say that it is over, and end the process and all it started."""
        if self._child is not None:
            with suppress(Late, Gone):
                self._child.send(line_of(Over()), time.monotonic() + LEAVE_S)
            self._child.end()
            self._child = None

    # Talking

    def _send(self, line: bytes, deadline: float) -> None:
        assert self._child is not None
        self._guarded(lambda child: child.send(line, deadline))

    def _until(self, kind: Any, deadline: float) -> Any:
        """Answer calls until the champion says what ends this part of the talk."""
        while True:
            line = self._guarded(lambda child: child.line(deadline, self.limits.line_bytes))
            message = self._read(line)
            if isinstance(message, kind):
                return message
            if not isinstance(message, Call):
                raise Failure(Verdict.INVALID, _out_of_place(message, kind))
            self._send(line_of(self._answer(message)), deadline)

    def _guarded(self, talk: Callable[[Child], Any]) -> Any:
        """Talk to the child; whatever it does wrong is a failure of the champion."""
        child = self._child
        assert child is not None
        try:
            return talk(child)
        except Late:
            raise Failure(Verdict.TIMED_OUT, "the champion did not answer in time") from None
        except TooLong as fault:
            told = f"a line is longer than {self.limits.line_bytes} bytes\n  the line: {shown(fault.line)}"
            raise Failure(Verdict.INVALID, told) from None
        except Gone:
            raise self._death(child.ending()) from None

    def _require_silence(self) -> None:
        """Between two turns a champion has nothing to say."""
        said = self._guarded(lambda child: child.said())
        if said:
            raise Failure(Verdict.INVALID, f"the champion spoke before its turn\n  the line: {shown(said)}")

    def _read(self, line: bytes) -> FromChampion:
        try:
            return read_line(line)
        except Deviation as fault:
            raise Failure(Verdict.INVALID, str(fault)) from None

    def _death(self, code: int | None) -> Failure:
        if code is None:
            return Failure(Verdict.INVALID, "the champion closed its standard output or input")
        signs = [sign for language in languages().values() for sign in language.out_of_memory]
        if any(sign in self.output for sign in signs):
            return Failure(Verdict.OUT_OF_MEMORY, f"the champion ran out of memory ({_exit_text(code)})")
        return Failure(Verdict.CRASHED, f"the champion's program ended in the middle of the match ({_exit_text(code)})")

    # Calls

    def _answer(self, call: Call) -> Return:
        """What a call answers; a wrong one is explained to the champion, and held against it when its turn ends."""
        function = self._seat.game.api.functions.get(call.function)
        self._last = Made(function, call)
        try:
            if function is None:
                raise WrongCall(self._no_function(call.function))
            value = self._called(function, call)
        except (WrongCall, TooManyOrders) as fault:
            self._wrong = self._wrong or str(fault)
            return Return(call.id, error=str(fault))
        self._last = Made(function, call, value)
        return Return(call.id, plain(value))

    def _called(self, function: Function, call: Call) -> Any:
        if function.kind == "show":
            self._show(function, call)
            return None
        try:
            return self._seat.call(call.function, *call.arguments)
        except (WrongCall, TooManyOrders):
            raise
        except Exception as bug:
            raise EngineFault(f"{type(bug).__name__} in {call.function}()") from bug

    def _show(self, function: Function, call: Call) -> None:
        """A debugging function writes to the champion's own log."""
        values, _ = function.read(call.arguments, self._seat.game.api.spoilt)
        self._log.write(f"{function.body(*values)}\n".encode("utf-8", "backslashreplace"))

    def _no_function(self, name: str) -> str:
        names = ", ".join(self._seat.game.api.functions)
        return f"{self._seat.game.name} has no function {name[:100]!r}; it has {names}"

    # Failing

    def _ended(self, end: End, turn: Turn, wall_ms: float) -> Fault | None:
        if self._wrong:
            return self._fault(Verdict.INVALID, self._wrong, turn, wall_ms, end.traceback or "")
        if end.error is not None:
            return self._fault(Verdict.CRASHED, end.error or "the callback failed", turn, wall_ms, end.traceback or "")
        return None

    def _fault(self, verdict: Verdict, message: str, turn: Turn, wall_ms: float, traceback: str = "") -> Fault:
        return Fault(
            verdict=verdict,
            message=message,
            turn=turn.number,
            callback=turn.callback,
            last_call="" if self._last is None else self._last.shown(),
            wall_ms=round(wall_ms, 3),
            traceback=traceback,
            output=self.output,
        )

    def _not_ready(self, failure: Failure) -> str:
        command = " ".join(self.recipe.run)
        log = f"\nwhat it printed last:\n{self.output.rstrip()}" if self.output.strip() else ""
        return f"{self.name}: the champion did not get ready ({command:.200}): {failure}{log}"

    def _require_callbacks(self, ready: Ready) -> None:
        """A champion that tells its callbacks must have all in which orders are given."""
        if ready.callbacks is None:
            return
        for phase in self._seat.game.phases:
            if phase.acts and phase.callback not in ready.callbacks:
                raise ChampionError(
                    f"{self.name}: the function {phase.callback}() is missing; the engine calls it when it is your turn"
                )

    def _stop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


def _announced() -> Limits:
    """What the champion of this process was told of its limits."""
    return Limits(**debug.limits()._asdict())


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _out_of_place(message: FromChampion, expected: Any) -> str:
    """A message of the protocol that was not its turn."""
    kind = "ready" if isinstance(message, Ready) else "end"
    if expected is Ready:
        return f"the champion said {kind} before it was ready; after hello it answers ready"
    return f"the champion said {kind} in its turn; it sends call as often as it likes, then end"
