"""Champions in any language: a child process that exchanges one JSON object a line with the engine (`protocol.py`)."""

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
from joute.core.backends.seat import NativeSeat
from joute.core.errors import EngineBug
from joute.core.seat import Seat, TooManyOrders
from joute.core.types import Malformed
from joute.core.world import Turn
from joute.match.player import Answer, Player
from joute.match.verdict import Fault, Verdict

from . import refusals
from .api_call import PENDING
from .child import Child, ChildGone, DeadlinePassed, LineTooLong
from .environment import OutputTail
from .marshal import reader
from .mirror import Mirror
from .protocol import (
    Asked,
    Call,
    Deviation,
    Draw,
    End,
    FromChampion,
    LastCall,
    Learnt,
    Limits,
    Note,
    Over,
    Ready,
    Return,
    Words,
    hello_at,
    line_of,
    plain,
    read_line,
    shown,
)

START_S, CALLBACK_S, LEAVE_S = 10.0, 60.0, 0.2
"""Seconds to answer `hello`, to end a turn, and to read `over`; the clock of a match may allow less."""


class Failure(Exception):
    """The champion has failed in a way that ends the conversation."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict


class LineCall(NamedTuple):
    """The last call of a champion, and its answer."""

    function: Function | None
    call: Call
    answer: Any = PENDING

    @property
    def values(self) -> tuple[Any, ...]:
        """The arguments, as a Python champion would pass them."""
        return tuple(self.call.arguments)

    def shown(self) -> str:
        """The call as people read it."""
        function, call = self.function, self.call
        parts = [short_repr(value) for value in call.arguments]
        if function is None or len(parts) != len(function.arguments):
            return f"{call.function[:100]}({', '.join(parts)})"
        for number, argument in enumerate(function.arguments):
            with suppress(Malformed):  # else it is shown as it was given
                parts[number] = argument.type.shown(argument.type.read(call.arguments[number]))
        end = "" if self.answer is PENDING else f" = {function.returns.shown(self.answer)}"
        return f"{function.name}({', '.join(parts)}){end}"


class LinesChampion(Player):
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
        self._log = OutputTail()
        self._child: Child | None = None
        self._last: LineCall | None = None
        self._mirror: Mirror | None = None
        """Of its seat, where it answers calls itself."""
        self._handed_over = False
        """Whether it waits for a debugger before its next callback."""
        self._wrong_call = ""
        """What was wrong with its first wrong call of this turn."""

    @property
    def output(self) -> str:
        """The end of its log."""
        return self._log.text

    # The match

    def load(self, seat: Seat) -> Fault | None:
        """Start the champion. Raises ChampionError for its author, who is waiting to fix it."""
        self._seat = seat
        require(self.recipe.run[0], self.recipe)
        mirror = Mirror(seat) if isinstance(seat, NativeSeat) else None
        try:
            link = None if mirror is None else mirror.link
            self._child = Child(self.recipe.run, self.recipe.folder.absolute(), self._log, link)
        except OSError as error:
            raise ChampionError(f"{self.name}: {self.recipe.run[0]} cannot be run: {error.strerror}") from None
        try:
            deadline = time.monotonic() + self.start_s
            self._send(line_of(hello_at(seat, self.limits, mirror.offer() if mirror else None)), deadline)
            ready = self._until(Ready, deadline)
            if mirror is not None and ready.native:
                mirror.follow()
                self._mirror = mirror
        except Failure as failure:
            self._stop()
            raise ChampionError(self._not_ready(failure)) from None
        self._require_callbacks(ready)
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def ask(self, turn: Turn) -> Answer:
        """Ask for a turn, and answer every call until the champion ends it."""
        if self._child is None:
            return Answer(0.0, 0.0, self._fault(Verdict.CRASHED, "the champion is not running", turn, 0.0), dead=True)
        wall, cpu = time.perf_counter(), self._child.cpu_s()
        self._last, self._wrong_call = None, ""
        debug.begin(self._seat.game.api.axes)
        refusals.begin(self._seat)
        failure, end = None, End()
        try:
            self._require_silence()
            deadline = time.monotonic() + self.callback_s
            news, number = (self._mirror.begin(), self._mirror.number) if self._mirror else (None, 0)
            asked = Asked(turn.number, turn.phase, turn.callback, news, self._handed_over, debug.bank_ms(), number)
            self._send(line_of(asked), deadline)
            self._handed_over = False
            end = self._until(End, deadline)
            self._take_orders(end.orders)
            refusals.told(end.refused, end.refused_more)
        except Failure as raised:
            failure = raised
        wall_ms = (time.perf_counter() - wall) * 1e3
        cpu_ms = max(0.0, self._child.cpu_s() - cpu) * 1e3
        if failure is not None:
            self._stop()
            fault = self._fault(failure.verdict, str(failure), turn, wall_ms)
            return Answer(wall_ms, cpu_ms, fault, dead=True, private=self._notes())
        return Answer(wall_ms, cpu_ms, self._ended(end, turn, wall_ms), private=self._notes())

    def _notes(self) -> dict[str, Any]:
        return debug.take() | refusals.take(self._seat.game)

    def hand_over(self) -> int:
        """Have it wait for a debugger in its next callback; its pid."""
        assert self._child is not None
        self._handed_over = True
        return self._child.pid

    def leave(self) -> None:
        """Send `over`, and end the process and all that it has started."""
        if self._child is not None:
            with suppress(DeadlinePassed, ChildGone):
                self._child.send(line_of(Over()), time.monotonic() + LEAVE_S)
            self._child.end()
            self._child = None

    # Messages

    def _send(self, line: bytes, deadline: float) -> None:
        assert self._child is not None
        self._guarded(lambda child: child.send(line, deadline))

    def _until(self, kind: Any, deadline: float) -> Any:
        """Answer calls and record notes until the champion sends a message of this kind."""
        while True:
            line = self._guarded(lambda child: child.line(deadline, self.limits.line_bytes))
            message = self._read(line)
            if isinstance(message, kind):
                return message
            if isinstance(message, (Note, Draw)):
                record_note(message)
            elif isinstance(message, Learnt) and kind is End:
                self._learn(message)
            elif isinstance(message, Call):
                self._send(line_of(self._answer(message)), deadline)
            else:
                raise Failure(Verdict.INVALID, _unexpected(message, kind))

    def _learn(self, message: Learnt) -> None:
        """Learn what the engine has answered the champion on the link."""
        try:
            if self._mirror is None:
                raise ValueError("no link")
            self._mirror.take(message.news)
        except (ValueError, IndexError):
            raise Failure(Verdict.INVALID, "protocol: news that the engine has not sent") from None

    def _guarded(self, exchange: Callable[[Child], Any]) -> Any:
        """Write to or read from the child; whatever goes wrong is a failure of the champion."""
        child = self._child
        assert child is not None
        try:
            return exchange(child)
        except DeadlinePassed:
            raise Failure(Verdict.TIMED_OUT, "the champion did not answer in time") from None
        except LineTooLong as error:
            text = f"a line is longer than {self.limits.line_bytes} bytes\n  the line: {shown(error.line)}"
            raise Failure(Verdict.INVALID, text) from None
        except ChildGone:
            raise self._exit_failure(child.ending()) from None

    def _require_silence(self) -> None:
        """Refuse a champion that has written a line between two turns."""
        line = self._guarded(lambda child: child.unread())
        if line:
            raise Failure(Verdict.INVALID, f"protocol: a line before the champion's turn\n  the line: {shown(line)}")

    def _read(self, line: bytes) -> FromChampion:
        try:
            return read_line(line)
        except Deviation as error:
            raise Failure(Verdict.INVALID, str(error)) from None

    def _exit_failure(self, code: int | None) -> Failure:
        if code is None:
            return Failure(Verdict.INVALID, "the champion closed its standard output or input")
        signs = [sign for language in languages().values() for sign in language.out_of_memory]
        if any(map(self._log.has, signs)):
            return Failure(Verdict.OUT_OF_MEMORY, f"the champion ran out of memory ({_exit_text(code)})")
        return Failure(Verdict.CRASHED, f"the champion's program ended in the middle of the match ({_exit_text(code)})")

    # Calls

    def _answer(self, call: Call) -> Return:
        """The answer to a call; a wrong one is answered with an error, and is a fault once the turn has ended."""
        function = self._seat.game.api.functions.get(call.function)
        self._take_orders(call.orders)
        self._last = LineCall(function, call)
        try:
            if function is None:
                raise WrongCall(self._no_function(call.function))
            value = self._called(function, call)
        except (WrongCall, TooManyOrders) as error:
            self._wrong_call = self._wrong_call or str(error)
            return Return(call.id, error=str(error))
        self._last = LineCall(function, call, value)
        return Return(call.id, plain(value), news=self._news_of(function, value))

    def _news_of(self, function: Function, value: Any) -> Words | None:
        """What an accepted order of a live game has changed."""
        accepted = function.kind == "action" and value == self._seat.game.ok
        return self._mirror.news() if self._mirror and accepted and self._seat.game.live else None

    def _take_orders(self, orders: list[list[int]] | None) -> None:
        """Have the seat note the orders that the champion has noted, and no other; none may be refused."""
        if orders is None:
            return
        if self._seat.game.live:
            raise Failure(
                Verdict.INVALID, f"protocol: {self._seat.game.name} takes each order by a call, not in a list"
            )
        rows, known = list(map(tuple, orders)), self._seat.orders
        if rows[: len(known)] != known:
            self._seat.renew()
            known = []
        accepted = len(known) + self._seat.repeat(rows[len(known) :])
        if accepted < len(rows):
            raise Failure(Verdict.INVALID, f"the order {orders[accepted]!r:.100} is refused by the rules")

    def _called(self, function: Function, call: Call) -> Any:
        if function.kind == "show":
            self._show(function, call)
            return None
        try:
            return self._seat.call(call.function, *call.arguments)
        except (WrongCall, TooManyOrders):
            raise
        except Exception as bug:
            raise EngineBug(f"{type(bug).__name__} in {call.function}()") from bug

    def _show(self, function: Function, call: Call) -> None:
        """Write the output of a debugging function to the champion's own log."""
        values, _ = function.read(call.arguments, self._seat.game.api.spoilt)
        self._log.write(f"{function.body(*values)}\n".encode("utf-8", "backslashreplace"))

    def _no_function(self, name: str) -> str:
        names = ", ".join(self._seat.game.api.functions)
        return f"{self._seat.game.name} has no function {name[:100]!r}; it has {names}"

    def _told(self, last: LastCall | None) -> LineCall | None:
        """The call that the champion says was its last; rows that it was answered are asked for once more."""
        function = None if last is None else self._seat.game.api.functions.get(last.function)
        if last is None or function is None:
            return None
        try:
            values = list(reader(function)(last.words))
            answer = self._seat.call(function.name, *values) if function.rows else function.returns.give(last.answer)
        except (IndexError, WrongCall):
            return None
        return LineCall(function, Call(0, function.name, values), answer)

    # Failing

    def _ended(self, end: End, turn: Turn, wall_ms: float) -> Fault | None:
        if self._wrong_call:
            return self._fault(Verdict.INVALID, self._wrong_call, turn, wall_ms, end.traceback or "")
        if end.error is not None:
            self._last = self._told(end.last) or self._last
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
        """Refuse a champion that lists its callbacks and lacks one in which orders are given."""
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
    """The limits that this process was given for its champion."""
    return Limits(**debug.limits()._asdict())


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def record_note(message: Note | Draw) -> None:
    """Record a note or drawing among those of the callback."""
    if isinstance(message, Note):
        debug.note("mark" if message.mark else "log", (), message.text)
    else:
        debug.note(message.shape, message.numbers, message.text, message.color)


def _unexpected(message: FromChampion, expected: Any) -> str:
    kind = str(type(message).__struct_config__.tag)
    if expected is Ready:
        return f"protocol: unexpected message {kind} while waiting for ready; after hello the champion answers ready"
    return f"protocol: unexpected message {kind} in a turn; send call as often as needed, then end"
