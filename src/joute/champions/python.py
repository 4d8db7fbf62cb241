"""Python champions in our own process: for trusted ones. A champion that fails is told where and why."""

from __future__ import annotations

import io
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from joute.core.api import WrongCall
from joute.core.errors import EngineFault
from joute.core.seat import Seat, TooManyOrders
from joute.core.world import Turn
from joute.match.referee import Answer
from joute.match.verdict import Fault, Verdict

from .errors import ChampionError

OUTPUT_KEPT = 4096
"""How much of the end of what a champion printed is kept, in characters."""
API_MODULES = ("api", "_api")


class Tail(io.TextIOBase):
    """A stream that remembers the end of what was written to it."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text = (self.text + text)[-OUTPUT_KEPT:]
        return len(text)


class PythonChampion:
    """A champion written in Python, run where we run."""

    def __init__(self, name: str, path: Path, digest: str) -> None:
        self.name = name
        self.digest = digest
        self.path = path
        self.output = Tail()
        self._modules: dict[str, ModuleType] = {}
        self._last: tuple[str, tuple[Any, ...], Any] | None = None
        self._callbacks: dict[str, Callable[[], object]] = {}

    def sit(self, seat: Seat) -> Fault | None:
        """Load the champion at its seat. Raises ChampionError, since a person is waiting to mend it."""
        self._seat = seat
        api = ModuleType("api", f"The API of {seat.game.name}.")
        vars(api).update(vars(seat.api) | {name: self._bound(name) for name in seat.game.api.functions})
        self._modules = dict.fromkeys(API_MODULES, api)
        module = self._load()
        for phase in seat.game.phases:
            callback = getattr(module, phase.callback, None)
            if callable(callback):
                self._callbacks[phase.callback] = callback
            elif phase.acts:
                raise ChampionError(
                    f"{self.path}: the function {phase.callback}() is missing; the engine calls it when it is your turn"
                )
        return None

    def _load(self) -> ModuleType:
        module = ModuleType("champion")
        module.__file__ = str(self.path)
        try:
            code = compile(self.path.read_bytes(), str(self.path), "exec")
        except (SyntaxError, ValueError) as fault:
            line = getattr(fault, "lineno", None)
            where = f"{self.path}, line {line}" if line else str(self.path)
            raise ChampionError(f"{where}: this is not valid Python: {getattr(fault, 'msg', fault)}") from None
        try:
            with self._staged():
                exec(code, vars(module))
        except EngineFault:
            raise
        except (Exception, SystemExit) as fault:
            raise ChampionError(f"{self.path}: the champion failed while it was loaded:\n{self._trace(fault)}") from None
        return module

    def ask(self, turn: Turn) -> Answer:
        """Run one callback; whatever it raises is the champion's fault."""
        callback = self._callbacks.get(turn.callback)
        if callback is None:
            return Answer(0.0, 0.0)
        wall, cpu = time.perf_counter(), time.process_time()
        raised: BaseException | None = None
        try:
            with self._staged():
                callback()
        except EngineFault:
            raise
        except (Exception, SystemExit) as fault:
            raised = fault
        wall_ms, cpu_ms = (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3
        return Answer(wall_ms, cpu_ms, self._fault(raised, turn, wall_ms) if raised is not None else None)

    def leave(self) -> None:
        self._callbacks = {}

    def _bound(self, name: str) -> Callable[..., Any]:
        """A function of the API bound to this seat, which remembers the last call and whose bugs are ours."""
        seat = self._seat

        def call(*values: Any) -> Any:
            self._last = name, values, None
            try:
                answer = seat.call(name, *values)
            except (WrongCall, TooManyOrders):
                raise
            except Exception as bug:
                raise EngineFault(f"{name}{values!r:.200}") from bug
            self._last = name, values, answer
            return answer

        call.__name__ = name
        call.__doc__ = seat.game.api.functions[name].doc.en
        return call

    @contextmanager
    def _staged(self) -> Iterator[None]:
        """The champion's own modules and folder in place, its printing caught; all put back afterwards."""
        folder = str(self.path.parent.resolve())
        before = dict(sys.modules)
        sys.modules.update(self._modules)
        sys.path.insert(0, folder)
        try:
            with redirect_stdout(self.output), redirect_stderr(self.output):
                yield
        finally:
            sys.path.remove(folder)
            self._unstage(before, folder)

    def _unstage(self, before: dict[str, ModuleType], folder: str) -> None:
        for name in list(sys.modules):
            module = sys.modules[name]
            if module is before.get(name):
                continue
            own = name in self._modules or str(getattr(module, "__file__", None) or "").startswith(folder)
            if own:
                self._modules[name] = module
                del sys.modules[name]
        sys.modules.update({name: module for name, module in before.items() if name not in sys.modules})

    def _fault(self, raised: BaseException, turn: Turn, wall_ms: float) -> Fault:
        return Fault(
            verdict=Verdict.OUT_OF_MEMORY if isinstance(raised, MemoryError) else Verdict.CRASHED,
            message=_headline(raised),
            turn=turn.number,
            callback=turn.callback,
            last_call=self._last_call(),
            wall_ms=round(wall_ms, 3),
            traceback=self._trace(raised),
            output=self.output.text,
        )

    def _last_call(self) -> str:
        if self._last is None:
            return ""
        name, values, answer = self._last
        function = self._seat.game.api.functions[name]
        try:
            return f"{self._seat.shown(function, values)} = {function.returns.shown(answer)}"
        except TypeError:
            return f"{name}(...)"

    def _trace(self, raised: BaseException) -> str:
        """The traceback from the champion's own first line on: the frames before are ours."""
        trace: TracebackType | None = raised.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != str(self.path):
            trace = trace.tb_next
        return "".join(traceback.format_exception(type(raised), raised, trace or raised.__traceback__, limit=-20)).rstrip()


def _headline(raised: BaseException) -> str:
    if isinstance(raised, SystemExit):
        return f"the champion called exit({raised.code!r})"
    return "".join(traceback.format_exception_only(raised)).strip()
