"""Compiled champions: a shared library in our own process. Whoever runs a stranger's gives it a process of its own."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from joute.champions.errors import ChampionError
from joute.champions.languages.api.cfamily import room
from joute.core.api import Function
from joute.core.errors import EngineFault
from joute.core.game import Game
from joute.core.seat import Seat, TooManyOrders
from joute.core.types import Type
from joute.core.world import Turn
from joute.match.referee import Answer
from joute.match.verdict import Fault, Verdict

from .marshal import is_number, nothing, reader, writer
from .python import PENDING, Call

RETURNED, RAISED, DIED, NO_MEMORY = range(4)
"""How a callback ends."""
HOST = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
_loaded: set[Path] = set()
"""Libraries of this process: one that is loaded twice would share its variables, so the second time it is a copy."""


class NativeChampion:
    """A champion in C, C++, OCaml or Rust, run where we run. Only one that is `trusted` may: it can take us down."""

    def __init__(
        self,
        name: str,
        folder: Path,
        digest: str,
        settings: Mapping[str, Any] | None = None,
        library: Path | None = None,
        trusted: bool = False,
    ) -> None:
        self.name = name
        self.digest = digest
        self.folder = folder
        self.settings = settings
        self.library = library
        self.trusted = trusted
        self._seat: Seat | None = None
        self._awake = self._dead = False
        self._called: tuple[Function, Any, Any] | None = None
        self._raised: BaseException | None = None
        self._code: Any = None

    def prepare(self, game: Game) -> Path:
        """The library, built where it is not yet there. Raises ChampionError with what the compiler said."""
        if self.library is None:
            from joute.champions.building.library import build  # which a host has no use for

            self.library = build(self.folder, game, self.settings)
        return self.library

    def load(self, seat: Seat) -> Fault | None:
        """Build the champion and load it. Raises ChampionError, since a person is waiting to mend it."""
        if not self.trusted:
            raise ChampionError(
                f"{self.folder}: a compiled champion runs in a process of its own; it can be run in this one only by "
                f"somebody who trusts it"
            )
        self._code = _opened(self.prepare(seat.game), self.folder)
        self._meet(seat)
        ending = self._guarded(lambda: int(self._code.joute_load()))
        self._own_up()
        if ending != RETURNED:
            raise ChampionError(f"{self.folder}: the champion failed while it was loaded: {self._message()}")
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def ask(self, turn: Turn) -> Answer:
        """Run one callback; whatever leaves it is the champion's fault."""
        number = self._callbacks[turn.callback]
        wall, cpu = time.perf_counter(), time.process_time()
        ending = self._guarded(lambda: int(self._code.joute_run(number)))
        wall_ms, cpu_ms = (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3
        stopped = self._own_up()
        if ending == RETURNED and stopped is None:
            return Answer(wall_ms, cpu_ms)
        self._dead = ending == DIED
        return Answer(wall_ms, cpu_ms, self._fault(ending, stopped, turn, wall_ms), self._dead)

    def leave(self) -> None:
        if self._code is not None and not self._dead:
            self._guarded(lambda: int(self._code.joute_leave()))
            self._exchange.host = HOST()
        self._code = self._seat = self._called = None

    # Calling

    def _meet(self, seat: Seat) -> None:
        """Put the one function into place through which the library reaches the seat."""
        self._seat = seat
        self._callbacks = {phase.callback: number for number, phase in enumerate(seat.game.phases)}
        words = room(seat.game.api)

        class Exchange(ctypes.Structure):
            _fields_ = (
                ("host", HOST),
                ("answer", ctypes.c_void_p),
                ("length", ctypes.c_int64),
                ("words", ctypes.c_int64 * words),
            )

        self._exchange = Exchange.in_dll(self._code, "joute_exchange")
        self._host = HOST(self._bound(seat.game))
        self._exchange.host = self._host

    def _bound(self, game: Game) -> Callable[[int, int], int]:
        """The function that compiled code calls: which function of the API, how many words; a number."""
        entries = [
            (function, function.name, reader(function), self._answers(function.returns), nothing(function, game.ok))
            for function in game.api.functions.values()
        ]
        words = memoryview(self._exchange.words).cast("B").cast("q")

        def answer(number: int, count: int) -> int:
            function, name, read, give, value = entries[number]
            if self._awake and self._raised is None:
                try:
                    values = read(words[:count].tolist())
                    self._called = function, values, PENDING
                    found = self._seat.call(name, *values)  # type: ignore[union-attr]
                    self._called = function, values, found
                    if function.kind == "show":
                        _flush()
                    return give(found)
                except BaseException as raised:  # told when the callback has ended
                    self._raised = raised
            return give(value)

        return answer

    def _answers(self, kind: Type) -> Callable[[Any], int]:
        """How an answer is given: a number as such, anything else as bytes beside it."""
        if is_number(kind):
            return int
        write, exchange = writer(kind), self._exchange

        def give(answer: Any) -> int:
            self._kept = kept = write(answer)
            exchange.answer, length = kept.buffer_info()
            exchange.length = length * kept.itemsize
            return 0

        return give

    def _guarded(self, run: Callable[[], int]) -> int:
        """Run compiled code with the API awake; called at any other time, it answers nothing."""
        self._awake, self._raised = True, None
        try:
            return run()
        finally:
            self._awake = False

    def _own_up(self) -> TooManyOrders | None:
        """What a call of the champion raised: its own fault is given back, a bug of ours is told."""
        raised, self._raised = self._raised, None
        if raised is None or isinstance(raised, TooManyOrders):
            return raised
        if isinstance(raised, Exception) and self._called is not None:
            raise EngineFault(f"{type(raised).__name__} in {self._called[0].name}()") from raised
        raise raised

    @property
    def _last(self) -> Call | None:
        """The last call."""
        return None if self._called is None else Call(self._called[0], tuple(self._called[1]), self._called[2])

    # Failing

    def _message(self) -> str:
        return (
            bytes((ctypes.c_char * 1024).in_dll(self._code, "joute_message")).split(b"\0")[0].decode(errors="replace")
        )

    def _fault(self, ending: int, stopped: TooManyOrders | None, turn: Turn, wall_ms: float) -> Fault:
        starved = ending == NO_MEMORY or ctypes.c_int.in_dll(self._code, "joute_starved").value
        return Fault(
            verdict=Verdict.OUT_OF_MEMORY if starved and stopped is None else Verdict.CRASHED,
            message=str(stopped) if stopped is not None else self._message(),
            turn=turn.number,
            callback=turn.callback,
            last_call=self._last.shown() if self._last else "",
            wall_ms=round(wall_ms, 3),
        )


def of_library(name: str, library: Path, digest: str) -> NativeChampion:
    """The player of a library that was built, for a process that is the champion's own."""
    return NativeChampion(name, library, digest, library=library, trusted=True)


def _flush() -> None:
    """What the API prints comes between what the champion prints."""
    sys.stdout.flush()
    sys.stderr.flush()


def _opened(library: Path, folder: Path) -> ctypes.CDLL:
    """The library in this process, with variables of its own."""
    path, copy = library.resolve(), None
    try:
        if path in _loaded:
            handle, copy = tempfile.mkstemp(suffix=".so", prefix="joute-")
            os.close(handle)
            shutil.copyfile(path, copy)
        _loaded.add(path)
        return ctypes.CDLL(copy or str(path), mode=os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as fault:
        raise ChampionError(f"{folder}: the champion cannot be loaded: {fault}") from None
    finally:
        if copy is not None:
            os.unlink(copy)
