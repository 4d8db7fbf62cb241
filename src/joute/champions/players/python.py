"""Python champions in our own process: for trusted ones. A champion that fails is told where and why."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from reprlib import repr as short_repr
from types import ModuleType
from typing import Any, NamedTuple

from joute import debug
from joute.champions.errors import ChampionError
from joute.core.api import Function, WrongCall
from joute.core.errors import EngineBug
from joute.core.seat import Seat, TooManyOrders
from joute.core.types import Type
from joute.core.world import Phase, Turn
from joute.match.player import Answer, Player
from joute.match.verdict import TRACEBACK_KEPT, Fault, Verdict, kept

from .environment import API_MODULES, Stage

FRAMES_KEPT = 100
"""How many frames of a traceback are looked at, from its end."""
ROOM, DEEPEST = 300, 2**31 - 1
"""How much deeper the engine may go than a champion that has used up its recursion limit, and the highest limit."""
UNUSUAL = 0x20 | 0x80 | 0x200
"""The flags of code that does nothing when it is called: generators and coroutines."""
PENDING = object()
"""The answer of a call that has not returned."""


class Call(NamedTuple):
    """The last call a champion made."""

    function: Function
    values: tuple[Any, ...]
    answer: Any = PENDING

    def shown(self) -> str:
        """The call as people read it; values are the champion's own and may do anything when looked at."""
        arguments = self.function.arguments
        if len(arguments) == len(self.values):
            parts = [_shown(arg.type, value) for arg, value in zip(arguments, self.values, strict=True)]
        else:
            parts = [short_repr(value) for value in self.values]
        end = "" if self.answer is PENDING else f" = {self.function.returns.shown(self.answer)}"
        return f"{self.function.name}({', '.join(parts)}){end}"


class PythonChampion(Player):
    """A champion written in Python, run where we run."""

    def __init__(self, name: str, path: Path, digest: str) -> None:
        self.name = name
        self.digest = digest
        self.path = path
        self._stage = Stage(path.parent)
        self._callbacks: dict[str, Callable[[], object]] = {}
        self._called: tuple[Function, tuple[Any, ...], Any] | None = None
        self._bug: EngineBug | None = None

    def load(self, seat: Seat) -> Fault | None:
        """Import the champion. Raises ChampionError, since a person is waiting to mend it."""
        self._seat = seat
        api = ModuleType("api", f"The API of {seat.game.name}.")
        functions = {name: self._bound(function) for name, function in seat.game.api.functions.items()}
        vars(api).update(seat.game.api.names(seat.game.constants) | functions)
        self._stage.modules = dict.fromkeys(API_MODULES, api)
        module = self._imported()
        self._callbacks = {phase.callback: self._callback(module, phase) for phase in seat.game.phases}
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def ask(self, turn: Turn) -> Answer:
        """Run one callback; whatever leaves it is the champion's fault."""
        debug.take()
        with self._stage.up():
            wall, cpu = time.perf_counter(), time.process_time()
            raised = _raised_by(self._callbacks[turn.callback])
            wall_ms, cpu_ms = (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3
            fault = None if raised is None else self._fault(raised, turn, wall_ms)
        self._own_up()
        return Answer(wall_ms, cpu_ms, fault, private=debug.take())

    def leave(self) -> None:
        self._callbacks = {}
        self._stage.modules = {}
        self._called = None

    @property
    def output(self) -> str:
        """The end of what it printed."""
        return self._stage.output.text

    # Loading

    def _imported(self) -> ModuleType:
        """The champion's module, registered under its own name as an import would."""
        path = self.path.absolute()
        stem = path.stem if path.stem not in sys.stdlib_module_names else "champion"
        module = ModuleType(stem)
        module.__file__ = str(path)
        self._stage.modules.setdefault(stem, module)
        with self._stage.up():
            code = self._compiled(path)
            raised = _raised_by(lambda: exec(code, vars(module)))
            text = "" if raised is None else self._load_error(raised)
        self._own_up()
        if text:
            raise ChampionError(text)
        return module

    def _compiled(self, path: Path) -> Any:
        try:
            return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except OSError as fault:
            raise ChampionError(f"{self.path}: cannot be read: {fault.strerror}") from None
        except Exception as fault:
            raise ChampionError(self._load_error(fault)) from None

    def _load_error(self, raised: BaseException) -> str:
        """Why a champion cannot be loaded: where its text is no Python, or what its text has raised."""
        if isinstance(raised, SyntaxError) and raised.lineno and raised.filename:
            own = raised.filename == str(self.path.absolute())
            return (
                f"{self.path if own else raised.filename}, line {raised.lineno}: this is not valid Python: {raised.msg}"
            )
        if raised.__traceback__ is None or raised.__traceback__.tb_next is None:
            return f"{self.path}: this is not valid Python: {raised}"
        text = kept(_traceback(raised), TRACEBACK_KEPT)
        return f"{self.path}: the champion failed while it was loaded:\n{text}"

    def _callback(self, module: ModuleType, phase: Phase) -> Callable[[], object]:
        """What the engine calls in a phase; where no orders are given a champion may do without."""
        callback = vars(module).get(phase.callback)
        if callback is None and not phase.acts:
            return _nothing
        if callback is None:
            raise ChampionError(
                f"{self.path}: the function {phase.callback}() is missing; the engine calls it when it is your turn"
            )
        if not callable(callback) or _flags(callback) & UNUSUAL:
            raise ChampionError(f"{self.path}: {phase.callback} must be an ordinary function, without async or yield")
        found: Callable[[], object] = callback
        return found

    # Calling

    def _bound(self, function: Function) -> Callable[..., Any]:
        """A function of the API at this champion's seat, which remembers the last call and whose bugs are ours."""
        name = function.name

        def call(*values: Any) -> Any:
            self._own_up()
            self._called = function, values, PENDING
            limit = sys.getrecursionlimit()
            sys.setrecursionlimit(min(limit + ROOM, DEEPEST))
            try:
                answer = self._seat.call(name, *values)
            except (WrongCall, TooManyOrders):
                raise
            except Exception as bug:
                self._bug = EngineBug(f"{type(bug).__name__} in {name}()")
                raise self._bug from bug
            finally:
                sys.setrecursionlimit(limit)
            self._called = function, values, answer
            return answer

        call.__name__ = call.__qualname__ = name
        call.__doc__ = f"{function.signature}\n\n{function.doc.en}\n\n{function.doc.fr}"
        return call

    def _own_up(self) -> None:
        """A bug of ours is told again until somebody listens: a champion may have swallowed it."""
        if self._bug is not None:
            raise self._bug

    # Failing

    def _fault(self, raised: BaseException, turn: Turn, wall_ms: float) -> Fault:
        return Fault(
            verdict=Verdict.OUT_OF_MEMORY if isinstance(raised, MemoryError) else Verdict.CRASHED,
            message=_headline(raised),
            turn=turn.number,
            callback=turn.callback,
            last_call=self._last_call(),
            wall_ms=round(wall_ms, 3),
            traceback=_traceback(raised),
            output=self.output,
        )

    @property
    def _last(self) -> Call | None:
        """The last call."""
        return None if self._called is None else Call(*self._called)

    def _last_call(self) -> str:
        last = self._last
        if last is None:
            return ""
        shown: list[str] = []
        return f"{last.function.name}(...)" if _raised_by(lambda: shown.append(last.shown())) else shown[0]


def _flags(function: Any) -> int:
    """The flags of a function's code; 0 for what is called and has none."""
    return getattr(getattr(function, "__code__", None), "co_flags", 0)


def _nothing() -> None:
    """The callback a champion does without."""


def _raised_by(run: Callable[[], object]) -> BaseException | None:
    """What a champion's code raises; an interruption is for us."""
    try:
        run()
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        return raised
    return None


def _shown(kind: Type, value: Any) -> str:
    try:
        return kind.shown(kind.read(value))
    except Exception:  # malformed, and shown as it was given
        return short_repr(value)


def _traceback(raised: BaseException) -> str:
    """The traceback from the champion's own first line on: the frames before are ours."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(raised), raised, trace, limit=-FRAMES_KEPT)).rstrip()
    except Exception:  # an exception may be made so that it cannot be shown
        return type(raised).__name__


def _headline(raised: BaseException) -> str:
    try:
        if isinstance(raised, SystemExit):
            return f"the champion called exit({short_repr(raised.code)}); a callback ends by returning"
        return "".join(traceback.format_exception_only(raised)).strip()
    except Exception:
        return type(raised).__name__
