"""Python champions in this process. A fault says where the champion failed, and why."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from reprlib import repr as short_repr
from types import ModuleType
from typing import TYPE_CHECKING, Any

from joute import debug
from joute.champions.errors import ChampionError
from joute.core.api import Function, WrongCall
from joute.core.errors import EngineBug
from joute.core.seat import Seat, TooManyOrders
from joute.core.world import Phase, Turn
from joute.lookahead import Lookahead
from joute.match.player import Answer, Player
from joute.match.verdict import TRACEBACK_KEPT, Fault, Verdict, truncated

from . import refusals
from .api_call import PENDING, ApiCall
from .environment import API_MODULES, Environment
from .options import refuse

if TYPE_CHECKING:
    from .calls import LibraryCalls
    from .policy import PolicyPlay
    from .profile import Profile

ENGINE = f"{Path(__file__).parents[2]}{os.sep}"
NAME_LONGEST = 40
"""Longer names are not looked up among others."""
FRAMES_KEPT = 100
"""How many frames of a traceback are shown, from its end."""
ROOM, DEEPEST = 300, 2**31 - 1
"""How much deeper the engine may recurse below a champion that has used up its recursion limit; the highest limit."""
UNUSUAL = 0x20 | 0x80 | 0x200
"""Code flags of generators and coroutines, which do nothing when they are called."""


class PythonChampion(Player):
    """A champion written in Python, run in this process."""

    def __init__(self, name: str, path: Path, digest: str) -> None:
        self.name = self._asked = name
        """As it was asked for, with its parameters; it may be given another name then."""
        self.digest = digest
        self.path = path
        self._environment = Environment(path.parent)
        self._callbacks: dict[str, Callable[[], object]] = {}
        self.profile: Profile | None = None
        self._library: LibraryCalls | None = None
        """What answers calls without Python, where the game is native and the extension is there."""
        self._lookahead = Lookahead()
        self._called: tuple[Function, tuple[Any, ...], Any] | None = None
        """The last call that was answered in Python."""
        self._policy: PolicyPlay | None = None
        """What plays, where the champion is a policy."""
        self._bug: EngineBug | None = None
        self._too_many: TooManyOrders | None = None
        """Raised in this turn: a fault at its end, even if the champion has caught it."""

    def load(self, seat: Seat) -> Fault | None:
        """Import the champion. Raises ChampionError for its author, who is waiting to fix it."""
        if seat.game.backend == "native":
            from .calls import library_calls  # others need not load it

            self._library = library_calls(seat)
            if self._library is not None:
                self._lookahead.redirected = self._library.redirect
        self.sit(seat)
        api = ModuleType("api", f"The API of {seat.game.name}.")
        functions = {
            function.name: self._bound(number, function)
            for number, function in enumerate(seat.game.api.functions.values())
        }
        vars(api).update(seat.game.api.names(seat.game.constants) | functions)
        self._environment.modules = dict.fromkeys(API_MODULES, api)
        module = self._imported()
        self._policy = self._policy_in(module)
        if self._policy is not None:
            self._policy.sit(seat)
        self._callbacks = {phase.callback: self._callback(module, phase) for phase in seat.game.phases}
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat
        if self._policy is not None:
            self._policy.sit(seat)
        if self._library is not None:
            self._library.sit(seat)

    def ask(self, turn: Turn) -> Answer:
        """Run one callback; whatever leaves it is the champion's fault."""
        debug.begin(self._seat.game.api.axes)
        refusals.begin(self._seat)
        self._too_many = None
        with self._environment.active():
            raised, wall_ms, cpu_ms = self._run(self._callback_of(turn))
            raised = raised or self._too_many
            fault = None if raised is None else self._fault(raised, turn, wall_ms)
        self._raise_pending()
        return Answer(wall_ms, cpu_ms, fault, private=self._notes())

    def _callback_of(self, turn: Turn) -> Callable[[], object]:
        callback, profile = self._callbacks[turn.callback], self.profile
        return callback if profile is None else lambda: profile.run(callback)

    def _notes(self) -> dict[str, Any]:
        """The notes of the callback, with what was printed in it; the engine reads those of a host itself."""
        if Environment.own_process:
            return {}
        printed = self._environment.output.printed()
        return debug.take() | ({"print": printed} if printed else {}) | refusals.take(self._seat.game)

    def measure(self) -> Profile:
        """Measure from now on where its time goes."""
        from .profile import Profile

        self.profile = Profile(self._environment.folder)
        return self.profile

    @contextmanager
    def debugged(self) -> Iterator[Callable[[], None]]:
        """Leave it the terminal, where breakpoint() opens pdb; gives what opens pdb in the next callback."""
        from .champion_pdb import ChampionPdb

        self._environment.captures = False
        debugger, before = ChampionPdb(self._environment.folder), sys.breakpointhook
        sys.breakpointhook = lambda *_, **__: debugger.set_trace(sys._getframe(1))
        try:
            yield debugger.set_trace
        finally:
            sys.settrace(None)
            sys.breakpointhook = before

    def leave(self) -> None:
        self._callbacks = {}
        self._environment.modules = {}
        self._called = None

    @property
    def output(self) -> str:
        """The end of what it printed."""
        return self._environment.output.text

    # Loading

    def _imported(self) -> ModuleType:
        """The champion's module, registered under its own name, as an import would do."""
        path = self.path.absolute()
        stem = path.stem if path.stem not in sys.stdlib_module_names else "champion"
        module = ModuleType(stem)
        module.__file__ = str(path)
        self._environment.modules.setdefault(stem, module)
        with self._environment.active():
            code = self._compiled(path)
            raised, *_ = self._run(lambda: exec(code, vars(module)))
            text = "" if raised is None else self._load_error(raised)
        self._raise_pending()
        if text:
            raise ChampionError(text)
        return module

    def _compiled(self, path: Path) -> Any:
        try:
            return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except OSError as error:
            raise ChampionError(f"{self.path}: cannot be read: {error.strerror}") from None
        except Exception as error:
            raise ChampionError(self._load_error(error)) from None

    def _load_error(self, raised: BaseException) -> str:
        """Why a champion cannot be loaded: where its syntax is wrong, or what it raised."""
        if isinstance(raised, SyntaxError) and raised.lineno and raised.filename:
            own = raised.filename == str(self.path.absolute())
            return (
                f"{self.path if own else raised.filename}, line {raised.lineno}: this is not valid Python: {raised.msg}"
            )
        if raised.__traceback__ is None or raised.__traceback__.tb_next is None:
            return f"{self.path}: this is not valid Python: {raised}"
        text = truncated(_traceback(raised), TRACEBACK_KEPT)
        return f"{self.path}: the champion failed while it was loaded:\n{text}"

    def _policy_in(self, module: ModuleType) -> PolicyPlay | None:
        """What plays by the policy of the champion's file, if that has one instead of callbacks."""
        if "POLICY" not in vars(module):
            refuse(self._asked)
            return None
        from joute.core.policy import policy_in

        from .policy import PolicyPlay  # others need not load it

        try:
            policy = policy_in(module)
        except TypeError as error:
            raise ChampionError(f"{self.path}: {error}") from None
        if policy is None:
            return None
        return PolicyPlay(policy, self._asked)

    def _callback(self, module: ModuleType, phase: Phase) -> Callable[[], object]:
        """The function that the engine calls in a phase; optional where no orders are given."""
        policy = self._policy
        if policy is not None:
            return (lambda: policy.play(self._seat)) if phase.acts else _nothing
        callback = vars(module).get(phase.callback)
        if callback is None and not phase.acts:
            return _nothing
        if callback is None:
            raise ChampionError(
                f"{self.path}: the function {phase.callback}() is missing; the engine calls it when it is your turn"
            )
        if not callable(callback) or _flags(callback) & UNUSUAL:
            raise ChampionError(f"{self.path}: {phase.callback} must be an ordinary function, without async or yield")
        function: Callable[[], object] = callback
        return function

    # Calling

    def _run(self, code: Callable[[], object]) -> tuple[BaseException | None, float, float]:
        """Run the champion's code: what it raises, and its wall and CPU time in ms."""
        self._begin()
        try:
            wall, cpu = _clocks_ms()
            raised = _raised_by(code)
            now, cpu_now = _clocks_ms()
            return raised, now - wall, cpu_now - cpu
        finally:
            self._end()

    def _begin(self) -> None:
        """The champion's code runs: its calls go to the library, where there is one, and it may look ahead."""
        if self._library is not None:
            self._seat = self._library.begin()
        self._lookahead.begin(self._seat)

    def _end(self) -> None:
        """It has ended."""
        self._lookahead.end()
        if self._library is not None:
            self._seat = self._library.end()

    def _bound(self, number: int, function: Function) -> Callable[..., Any]:
        """A function of the API, as the champion calls it."""
        answered = self._answered(function)
        return answered if self._library is None else self._library.function(number, function, answered)

    def _answered(self, function: Function) -> Callable[..., Any]:
        """A function of the API at this champion's seat; it keeps the last call, and reports engine bugs as such."""
        name = function.name

        def call(*values: Any) -> Any:
            if self._lookahead.inside is not None:  # what goes wrong there is the champion's own affair
                return self._lookahead.inside.call(name, *values)
            self._raise_pending()
            self._note(function, values)
            limit = sys.getrecursionlimit()
            sys.setrecursionlimit(min(limit + ROOM, DEEPEST))
            try:
                answer = self._seat.call(name, *values)
            except WrongCall:
                raise
            except TooManyOrders as error:
                self._too_many = self._too_many or error
                raise
            except Exception as bug:
                self._bug = EngineBug(f"{type(bug).__name__} in {name}()")
                if self._library is not None:
                    self._library.stop()
                raise self._bug from bug
            finally:
                sys.setrecursionlimit(limit)
            self._note(function, values, answer)
            return answer

        call.__name__ = call.__qualname__ = name
        call.__doc__ = f"{function.signature}\n\n{function.doc.en}\n\n{function.doc.fr}"
        return call

    def _note(self, function: Function, values: tuple[Any, ...], answer: Any = PENDING) -> None:
        """Keep the last call."""
        self._called = function, values, answer
        if self._library is not None:
            self._library.noted()

    def _raise_pending(self) -> None:
        """Raise an engine bug again: the champion may have caught it."""
        if self._bug is not None:
            raise self._bug

    # Failing

    def _fault(self, raised: BaseException, turn: Turn, wall_ms: float) -> Fault:
        verdict = Verdict.OUT_OF_MEMORY if isinstance(raised, MemoryError) else Verdict.CRASHED
        return Fault(
            verdict=verdict if self._too_many is None else Verdict.INVALID,
            message=_headline(raised),
            turn=turn.number,
            callback=turn.callback,
            last_call=self._last_call(),
            wall_ms=round(wall_ms, 3),
            traceback=_traceback(raised),
            output=self.output,
        )

    @property
    def _last(self) -> ApiCall | None:
        """The last call: one that the library answered, or one that Python did."""
        by_library = None if self._library is None else self._library.last
        return by_library or (None if self._called is None else ApiCall(*self._called))

    def _last_call(self) -> str:
        last = self._last
        if last is None:
            return ""
        shown: list[str] = []
        return f"{last.function.name}(...)" if _raised_by(lambda: shown.append(last.shown())) else shown[0]


def _flags(function: Any) -> int:
    """The flags of a function's code; 0 for a callable without code."""
    return getattr(getattr(function, "__code__", None), "co_flags", 0)


def _nothing() -> None:
    """Stands for an optional callback that a champion does not have."""


def _clocks_ms() -> tuple[float, float]:
    """The wall and the CPU time of this process; the engine measures a host itself."""
    return (0.0, 0.0) if Environment.own_process else (time.perf_counter() * 1e3, time.process_time() * 1e3)


def _raised_by(run: Callable[[], object]) -> BaseException | None:
    """What a champion's code raises; Ctrl-C is meant for the engine."""
    try:
        run()
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        return raised
    return None


def _traceback(raised: BaseException) -> str:
    """The traceback from the champion's own first line on: the frames before it are of this file."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    limit = -FRAMES_KEPT
    if isinstance(raised, WrongCall):  # the champion's own lines, up to the call; it may be in the engine's folder
        own = takewhile(lambda frame: not frame[0].f_code.co_filename.startswith(ENGINE), traceback.walk_tb(trace))
        limit = min(sum(1 for _ in own), FRAMES_KEPT) or limit
    try:
        return "".join(traceback.format_exception(type(raised), raised, trace, limit=limit)).rstrip()
    except Exception:  # a champion's exception may fail to be formatted
        return type(raised).__name__


def _meant(raised: BaseException) -> str:
    """The name that is nearest to one that does not exist, among those that its module has, with the API's."""
    frames = [frame for frame, _ in traceback.walk_tb(raised.__traceback__)]
    wrong = raised.name if isinstance(raised, NameError) else None
    if not frames or not isinstance(wrong, str) or len(wrong) > NAME_LONGEST:
        return ""
    from difflib import get_close_matches  # slow to load, and rarely needed

    near = get_close_matches(wrong, [name for name in frames[-1].f_globals if len(name) <= NAME_LONGEST], n=1)
    return f". Did you mean: '{near[0]}'?" if near else ""


def _headline(raised: BaseException) -> str:
    try:
        if isinstance(raised, SystemExit):
            return f"the champion called exit({short_repr(raised.code)}); a callback ends by returning"
        return "".join(traceback.format_exception_only(raised)).strip() + _meant(raised)
    except Exception:
        return type(raised).__name__
