"""Compiled champions: a shared library loaded into this process, which must be a host: it can do all that we can."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from array import array
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    addressof,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_void_p,
    cast,
)
from pathlib import Path
from typing import Any

from joute import debug
from joute.champions.errors import ChampionError
from joute.core.api import Function
from joute.core.backends import exchange
from joute.core.backends.exchange import GIVEN
from joute.core.backends.library import interface
from joute.core.backends.seat import NativeSeat
from joute.core.batch import RandomPlayer
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.position import Calls, Position
from joute.core.seat import Seat, TooManyOrders
from joute.core.types import Type
from joute.core.world import Turn
from joute.match.player import Answer, Player
from joute.match.verdict import Fault, Verdict

from . import refusals
from .api_call import PENDING, ApiCall, last_of
from .marshal import is_number, nothing, reader, writer

RETURNED, RAISED, DIED, NO_MEMORY = range(4)
"""How a callback ends."""
HOST = CFUNCTYPE(c_int64, c_int64, c_int64)
NO_CLOCK, LONGEST_MS = -1, 2**31 - 1
NOTE = CFUNCTYPE(None, c_char_p, POINTER(c_double), c_char_p, c_char_p)


class Exchange(Structure):
    """`joute::Exchange`, through which a champion calls the API."""

    _fields_ = (
        ("host", HOST),
        ("call", c_void_p),
        ("words", c_void_p),
        ("answer", c_void_p),
        ("length", c_int64),
        ("note", NOTE),
        ("time_ms", c_int32),
        ("bank_ms", c_int32),
        ("rules", c_void_p),
    )


class Rules(Structure):
    """`joute::Rules`, what positions need."""

    _fields_ = (("entries", c_void_p * len(interface())), ("seats", c_int64))


class NativeChampion(Player):
    """A champion in a compiled language, from its library, in this process. A process loads a library once: a second
    champion of the same would share its variables."""

    def __init__(self, name: str, library: Path, digest: str) -> None:
        self.name = name
        self.digest = digest
        self.library = library
        self._seat: Seat | None = None
        self._awake = self._dead = False
        self._called: tuple[Function, Any, Any] | None = None
        self._raised: BaseException | None = None
        self._code: Any = None

    def load(self, seat: Seat) -> Fault | None:
        """Load the library. Raises ChampionError for its author, who is waiting to fix it."""
        try:
            self._code = ctypes.CDLL(str(self.library.resolve()), mode=os.RTLD_NOW | os.RTLD_LOCAL)
        except OSError as error:
            raise ChampionError(f"{self.name}: the champion cannot be loaded: {error}") from None
        self._connect(seat)
        ending = self._guarded(lambda: int(self._code.joute_load()))
        self._raise_pending()
        if ending != RETURNED:
            raise ChampionError(f"{self.name}: the champion failed while it was loaded: {self._message()}")
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def ask(self, turn: Turn) -> Answer:
        """Run one callback; whatever leaves it is the champion's fault."""
        assert self._seat is not None
        debug.begin(self._seat.game.api.axes)
        refusals.begin(self._seat)
        self._exchange.time_ms, self._exchange.bank_ms = map(_milliseconds, (debug.time_ms(), debug.bank_ms()))
        number = self._callbacks[turn.callback]
        wall, cpu = time.perf_counter(), time.process_time()
        ending = self._guarded(lambda: int(self._code.joute_run(number)))
        wall_ms, cpu_ms = (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3
        too_many = self._raise_pending()
        if ending == RETURNED and too_many is None:
            return Answer(wall_ms, cpu_ms, private=self._notes())
        self._dead = ending == DIED
        fault = self._fault(ending, too_many, turn, wall_ms)
        return Answer(wall_ms, cpu_ms, fault, self._dead, self._notes())

    def _notes(self) -> dict[str, Any]:
        assert self._seat is not None
        return debug.take() | refusals.take(self._seat.game)

    def leave(self) -> None:
        if self._code is not None and not self._dead:
            self._guarded(lambda: int(self._code.joute_leave()))
            self._exchange.host, self._exchange.note = HOST(), NOTE()
        self._code = self._seat = self._called = None

    # Calling

    def _connect(self, seat: Seat) -> None:
        """Give the champion the exchange by which it calls the API: its seat's own, where calls are answered without
        Python, or one that leaves all calls to us."""
        self._seat = seat
        self._callbacks = {phase.callback: number for number, phase in enumerate(seat.game.phases)}
        self._exchange = Exchange.in_dll(self._code, "joute_exchange")
        beneath = getattr(seat, "_seat", seat)  # calls that are audited are answered here, whatever the seat is
        if isinstance(beneath, NativeSeat):
            self._words = beneath.exchange
            self._rules = _rules_of(beneath)
            self._exchange.rules = addressof(self._rules)
        else:
            self._words = memoryview(array("q", bytes(8 * exchange.words(seat.game))))
        if isinstance(seat, NativeSeat):
            self._exchange.call = refusals.noted(seat.caller, seat.game)
        self._exchange.words = addressof(c_char.from_buffer(self._words))
        self._host = HOST(self._bound(seat.game))
        self._exchange.host = self._host
        self._exchange.note = self._note = NOTE(_noted)
        self._exchange.time_ms = self._exchange.bank_ms = NO_CLOCK

    def _bound(self, game: Game) -> Callable[[int, int], int]:
        """The function that answers a call here: its number, and the number of argument words."""
        entries = [
            (function, function.name, reader(function), self._answers(function.returns), nothing(function, game.ok))
            for function in game.api.functions.values()
        ]
        words, home = self._words, self._exchange.words

        def answer(number: int, count: int) -> int:
            function, name, read, give, value = entries[number]
            if self._awake and self._raised is None:
                try:
                    if self._exchange.words != home:
                        return give(answered_at(self._seat, self._exchange.words, function, read, count))
                    values = read(words[GIVEN : GIVEN + count].tolist())
                    self._called = function, values, PENDING
                    result = self._seat.call(name, *values)  # type: ignore[union-attr]
                    self._called = function, values, result
                    if function.kind == "show":
                        _flush()
                    return give(result)
                except BaseException as raised:  # cannot pass through C; raised again when the callback has ended
                    self._raised = raised
                    words[exchange.AWAKE] = 0
            return give(value)

        return answer

    def _answers(self, kind: Type) -> Callable[[Any], int]:
        """How an answer is returned: a number directly, anything else as words or bytes, and the number of rows."""
        if is_number(kind):
            return int
        write, exchange = writer(kind), self._exchange

        def give(answer: Any) -> int:
            self._result, rows = write(answer)  # stays alive until the next call, as C reads it after we return
            exchange.answer, length = self._result.buffer_info()
            exchange.length = length * self._result.itemsize
            return rows

        return give

    def _guarded(self, run: Callable[[], int]) -> int:
        """Run compiled code with the API enabled; at any other time (a thread that goes on) calls get empty answers."""
        self._awake, self._raised = True, None
        self._words[exchange.AWAKE] = 1
        try:
            return run()
        finally:
            self._awake = False
            self._words[exchange.AWAKE] = 0

    def _raise_pending(self) -> TooManyOrders | None:
        """Raise what a call raised, as an engine bug; but TooManyOrders is the champion's fault, and is returned."""
        raised, self._raised = self._raised, None
        if raised is None or isinstance(raised, TooManyOrders):
            return raised
        if isinstance(raised, Exception) and self._called is not None:
            raise EngineBug(f"{type(raised).__name__} in {self._called[0].name}()") from raised
        raise raised

    @property
    def _last(self) -> ApiCall | None:
        """The last call: one that was answered here, or else in compiled code."""
        return (last_of(self._seat) if isinstance(self._seat, NativeSeat) else None) or self._last_here

    @property
    def _last_here(self) -> ApiCall | None:
        return None if self._called is None else ApiCall(self._called[0], tuple(self._called[1]), self._called[2])

    # Failing

    def _message(self) -> str:
        return (
            bytes((ctypes.c_char * 1024).in_dll(self._code, "joute_message")).split(b"\0")[0].decode(errors="replace")
        )

    def _fault(self, ending: int, too_many: TooManyOrders | None, turn: Turn, wall_ms: float) -> Fault:
        last = self._last if too_many is None else self._last_here
        no_memory = ending == NO_MEMORY or ctypes.c_int.in_dll(self._code, "joute_starved").value
        return Fault(
            verdict=Verdict.INVALID if too_many else Verdict.OUT_OF_MEMORY if no_memory else Verdict.CRASHED,
            message=str(too_many) if too_many is not None else self._message(),
            turn=turn.number,
            callback=turn.callback,
            last_call=last.shown() if last else "",
            wall_ms=round(wall_ms, 3),
        )


def answered_at(seat: Any, address: int, function: Function, read: Any, count: int) -> Any:
    """The answer of a call in a position, of which this is the exchange: of a seat at a copy of it."""
    words = memoryview((c_int64 * (GIVEN + count)).from_address(address)).cast("B").cast("q")
    size = words[exchange.STATE_WORDS]
    block = array("q", memoryview((c_int64 * size).from_address(words[exchange.STATE])).cast("B").cast("q"))
    world = seat.game.with_state(seat.world, block)
    player = RandomPlayer(seat.game, world, seat.seats)
    draft = Position(player, world, words[exchange.SEAT], Calls()).draft
    return draft.call(function.name, *read(words[GIVEN : GIVEN + count].tolist()))


def _rules_of(seat: NativeSeat) -> Rules:
    functions: list[Any] = [getattr(seat.game.library, name, None) for name in interface()]
    addresses = [None if function is None else cast(function, c_void_p).value for function in functions]
    return Rules((c_void_p * len(addresses))(*addresses), seat.seats)


def _noted(kind: bytes, numbers: Any, text: bytes | None, color: bytes | None) -> None:
    """Record a note or drawing of the champion; without a colour it is red."""
    name = kind.decode()
    debug.note(name, numbers[: debug.NUMBERS[name]], _text(text), _text(color) or debug.RED)


def _milliseconds(limit: float | None) -> int:
    return NO_CLOCK if limit is None else min(int(limit), LONGEST_MS)


def _text(data: bytes | None) -> str:
    return (data or b"").decode(errors="replace")


def _flush() -> None:
    """Flush what the API has printed, so that it stays in order with what the champion's C code prints."""
    sys.stdout.flush()
    sys.stderr.flush()
