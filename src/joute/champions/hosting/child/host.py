"""The host: the process that runs one champion, at a seat fed with views. Its imports delay every match."""

from __future__ import annotations

import faulthandler
import fcntl
import gc
import os
import resource
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from joute import debug
from joute.champions.building.job import BuildJob
from joute.champions.errors import ChampionError
from joute.champions.hosting.wire import (
    OUT_OF_MEMORY,
    STACK_SIGNAL,
    Ask,
    Bug,
    HostFailed,
    HostHello,
    HostOrder,
    HostReady,
    HostReply,
    HostWire,
    Seated,
)
from joute.champions.sandbox import confine
from joute.champions.sandbox.seccomp import Profile
from joute.core.backends.exchange import FUNCTION
from joute.core.backends.exchange import words as exchange_words
from joute.core.columns import from_planes
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.layout import Runs
from joute.core.seat import Seat
from joute.core.world import AnyWorld, Turn

from .last_call import RECORDED, memory, recorder
from .notes import NotesRecorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from joute.champions.players.mirror import Mirror

    RecordCall = Callable[[str, tuple[Any, ...]], None]

WIRE_FD = 200
"""The wire gets a descriptor from this one on, where no program closes or uses it by accident."""
SPACE_MB = 512
"""Address space beyond the memory limit: for code, libraries and stacks."""
_preloaded: list[Game] = []
"""The game that the fork server has loaded: with its default preset, then with the settings of matches."""
PRELOADED_MOST = 8
"""Other settings are left to each host, since fork servers free nothing."""


class View:
    """The table as a host has it: only what the seat may know. In a live game it sends orders on to the engine."""

    def __init__(self, hello: HostHello, wire: HostWire, words: memoryview) -> None:
        self.game = _game(hello)
        self.board = from_planes(self.game.boards.kind, iter(hello.board))
        self.seats = hello.seats
        self.number = 0
        self._wire = wire
        empty = self.game.empty(self.board, hello.seats)
        self._received = self.world = self.game.learn(empty, hello.news)
        self.seat = _seat(self, hello.seat, words)
        self.mirror: Mirror | None = None
        """Where the champion's own process answers calls: what it is sent of the view."""
        self._begin_live = _live(self.seat, wire)

    @property
    def link(self) -> int | None:
        """The wire, where a program that the champion is may send its orders itself: none of its views has other sizes
        than the first."""
        game = self.game
        return self._wire.file if game.live and game.backend == "native" and game.rules.fog is None else None

    def begin(self, number: int, news: list[Runs]) -> None:
        """A callback begins, with this number."""
        self.number = number
        self._begin_live(number)
        self._learn(news)
        self.seat.renew()

    def learn(self, news: list[Runs]) -> None:
        """What an order has changed."""
        self._learn(news)
        self.seat.refresh()

    def _learn(self, news: list[Runs]) -> None:
        self._received = self.world = self.game.learn(self._received, news)
        if self.mirror is not None:
            self.mirror.learn(news[0])

    def apply_now(self, index: int, row: tuple[int, ...]) -> None:
        """In a live game the engine applies the order, and answers with what has changed in the view."""
        if self.number:
            self._wire.send(HostOrder(self.number, row))
            self.learn(self._wire.receive_news())
        else:  # while the champion is being loaded: its orders change nothing but this view
            self.world = self.game.copy(self.world)
            self.game.apply(self.world, index, row)
            self.seat.refresh()


def _seat(view: View, index: int, words: memoryview) -> Seat:
    """A seat at a view: one in compiled code, where the game has a library and its calls find room."""
    if view.game.backend == "native" and exchange_words(view.game) <= len(words):
        native: Seat = native_view_seat()(view, index, words)
        return native
    return ViewSeat(view, index, words)


def _live(seat: Seat, wire: HostWire) -> Callable[[int], None]:
    """What is told the number of each callback, so that orders of a live game can carry it."""
    if not seat.game.live or seat.game.backend != "native":
        return lambda number: None
    from joute.champions.players.calls import connect_live

    return connect_live(seat, wire.file)


class RecordedCalls(Seat):
    """A seat of which each call through Python is recorded before it is made."""

    _record_call: RecordCall

    def call(self, name: str, *values: Any) -> Any:
        self._record_call(name, values)
        return super().call(name, *values)


@cache
def native_view_seat() -> Any:
    """The class of native seats in hosts; others need not load it."""
    from joute.core.backends.seat import NativeSeat

    class NativeViewSeat(RecordedCalls, NativeSeat):
        def __init__(self, view: View, index: int, words: memoryview) -> None:
            NativeSeat.__init__(self, view, index, words)
            self._record_call = recorder(words)

        def call(self, name: str, *values: Any) -> Any:
            try:
                return super().call(name, *values)
            finally:
                if self.exchange[FUNCTION] != RECORDED:  # an order went through the exchange, where calls are recorded
                    self._record_call(name, values)

    return NativeViewSeat


class ViewSeat(RecordedCalls):
    """An interpreted seat at a `View`."""

    def __init__(self, view: View, index: int, words: memoryview) -> None:
        super().__init__(view, index)  # type: ignore[arg-type]
        self._own = view
        self._record_call = recorder(words)

    def view(self) -> AnyWorld:
        """The view itself as long as there are no orders: only a draft that orders change must be a copy."""
        return self.game.copy(self._own.world) if self.orders else self._own.world

    def _apply(self, world: AnyWorld, number: int) -> None:
        if world is self._own.world:
            world = self._draft = self.game.copy(world)
        super()._apply(world, number)


def run(wire: int, last_call: int, notes: int) -> NoReturn:
    """Serve one champion until the engine closes the wire."""
    code = 0
    try:
        words = memory(last_call)
        debug.record_in(NotesRecorder(notes))
        serve(HostWire(_moved(wire)), words)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        if sys.exc_info()[0] not in (None, EOFError):
            sys.excepthook(*sys.exc_info())
            code = code or 1
        os._exit(code)


def preload(game: str, games: str, libraries: str) -> None:
    """In a fork server: load what hosts need. Errors are ignored, since a host that needs the same will report them."""
    from joute.core.backends import library
    from joute.core.registry import EXTRA, settled_game

    for name in ("typing_extensions", "hashlib"):  # stand-ins: a champion may import the true ones
        sys.modules.pop(name, None)
    if not game:  # for builds: a host that has changed its user may not be able to read our modules
        import_module("joute.champions.building.inside")
        return
    os.environ |= {name: value for name, value in ((EXTRA, games), (library.FOLDER, libraries)) if value}
    with suppress(Exception):
        import_module("joute.champions.players.python")
        import_module("joute.champions.players.native")
        _load(settled_game(game, None, {}))
        import_module("joute.champions.players.calls")


def settle(preset: str, params: dict[str, Any]) -> None:
    """In a fork server that has loaded its game: make it with the settings of a match, for the hosts to come."""
    from joute.core.registry import settled_game

    if _preloaded and len(_preloaded) < PRELOADED_MOST and _settled(_preloaded[0].name, preset, params) is None:
        with suppress(Exception):
            _load(settled_game(_preloaded[0].name, preset, params))
            gc.freeze()


def _load(game: Game) -> None:
    game = game.on()
    assert game.api
    _preloaded.append(game)


def _settled(*asked: object) -> Game | None:
    """The game that was preloaded with this name, preset and parameters."""
    return next((game for game in _preloaded if (game.name, game.preset, game.overrides) == asked), None)


def _game(hello: HostHello) -> Game:
    """The game of the match: a preloaded one, if preset and parameters are the same."""
    from joute.core.backends import library
    from joute.core.registry import EXTRA, settled_game

    if hello.games:
        os.environ[EXTRA] = hello.games
    asked = hello.game, hello.preset, hello.params
    game = _settled(*asked) or settled_game(*asked)
    if not hello.library:
        return game.interpreted
    if hello.policy:
        library.GIVEN[Path(hello.policy).name] = Path(hello.policy)
    if game.backend == "native" and str(game.library_path) == hello.library:
        return game
    from joute.core.backends.native import NativeGame

    return NativeGame(game.interpreted, Path(hello.library))


def load_all(game: str, games: str) -> None:
    """Import every module that a host may import before its champion, so that Python caches their bytecode."""
    preload(game, games, "")
    import_module("joute.core.backends.native")
    for part in (
        "hosting.child.spawn",
        "players.calls",
        "players.environment",
        "players.lines",
        "sources.find",
        "players.native",
        "building.inside",
    ):
        import_module(f"joute.champions.{part}")


def _moved(wire: int) -> int:
    """Move the wire to its descriptor and close all others but the standard ones; programs it executes inherit none."""
    moved = fcntl.fcntl(wire, fcntl.F_DUPFD_CLOEXEC, WIRE_FD)
    close_all_but(moved)
    return moved


def close_all_but(*files: int) -> None:
    """Close all descriptors but the standard ones and these."""
    first = 3
    for file in sorted(files):
        os.closerange(first, file)
        first = file + 1
    os.closerange(first, 2**16)


def serve(wire: HostWire, words: memoryview) -> None:
    """Confine this process, load the champion, and answer every `Ask`; or run one build."""
    hello = wire.receive()
    if isinstance(hello, BuildJob):
        import_module("joute.champions.building.inside").serve(hello, wire, _confine)
        return
    assert isinstance(hello, HostHello)
    _confine(hello)
    faulthandler.enable()
    faulthandler.register(STACK_SIGNAL, all_threads=False, chain=False)
    debug.announce(hello.limits)
    view = View(hello, wire, words)
    wire.send(Seated())
    gc.enable()
    seat = _audited(view.seat) if hello.audited else view.seat
    champion = _loaded(hello, seat, wire)
    if champion is None:
        return
    champion.sit(seat)
    while True:
        asked = wire.receive()
        assert isinstance(asked, Ask)
        _answer(champion, asked, view, wire, seat)


def _audited(seat: Seat) -> Any:
    from joute.champions.checks.call_audit import AuditedSeat, CallAudit

    return AuditedSeat(seat, CallAudit())


def _confine(hello: HostHello | BuildJob) -> None:
    """Give up rights and set resource limits for this process; neither can be undone. At level none, do nothing."""
    limits, build = hello.limits, isinstance(hello, BuildJob)
    if limits["isolation"] == "none" and not build:
        confine.allow_debuggers()
        return
    memory = limits["memory_mb"] << 20
    bounds = {
        resource.RLIMIT_DATA: memory,  # private writable memory of each process; `usage.py` samples the sum
        resource.RLIMIT_CORE: 0,  # no core dumps: the kernel may pipe them to a program outside the box
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_FSIZE: limits["tmp_mb"] << 20,
    }
    if not hello.needs_address_space:  # bounds all mappings, shared ones and files included
        bounds[resource.RLIMIT_AS] = memory + (SPACE_MB << 20)
    if limits["isolation"] == "sandbox":
        bounds[resource.RLIMIT_NPROC] = limits["processes"]
        confine.confine_in_box(hello.user, Profile.BUILD if build else Profile.SANDBOX)
    else:
        # RLIMIT_NPROC counts all tasks of a user: without a user of its own, those of the others come on top.
        others = confine.tasks_of_user() if hello.user is None else 0
        bounds[resource.RLIMIT_NPROC] = others + limits["processes"]
        paths = limits["readable"], limits["champion"], limits["writable"]
        profile = Profile.BUILD if build else Profile.PROCESS
        confine.confine_process(*paths, not hello.needs_address_space, limits["tmp_mb"], hello.user, profile)
    for kind, bound in bounds.items():
        _, most = resource.getrlimit(kind)
        bound = bound if most == resource.RLIM_INFINITY else min(bound, most)
        resource.setrlimit(kind, (bound, bound))


def _loaded(hello: HostHello, seat: Any, wire: HostWire) -> Any:
    """The loaded champion; None if that failed, which the engine has been sent."""
    from joute.champions.players.environment import Environment, OutputTail

    OutputTail.pass_on = 1
    Environment.own_process = True
    module, _, name = hello.maker.partition(":")
    first, path, digest = hello.arguments
    maker = getattr(import_module(module), name)
    sys.pycache_prefix = (
        None  # it was for the engine's modules; a champion's bytecode goes beside its files, if anywhere
    )
    try:
        champion = maker(first, Path(path), digest)
        champion.load(seat)
    except ChampionError as error:
        wire.send(HostFailed(str(error)))
        return None
    wire.send(HostReady())
    return champion


def _answer(champion: Any, asked: Ask, view: View, wire: HostWire, seat: Any) -> None:
    """Run one callback and send the reply."""
    view.begin(asked.number, asked.news)
    debug.announce_bank(asked.bank_ms)
    turn = Turn(asked.turn, asked.phase, asked.callback, tuple(asked.seats))
    try:
        answer = champion.ask(turn)
    except EngineBug as bug:
        wire.send(_bug(champion, bug))
        return
    fault = None if answer.fault is None else answer.fault.bounded()
    orders = [] if view.game.live or fault is not None else [list(row) for row in view.seat.orders]
    wire.send(HostReply(asked.number, orders, fault, answer.dead, _audit(seat)))


def _audit(seat: Any) -> dict[str, Any]:
    """The audit of the calls of this callback; empty if they are not audited."""
    if isinstance(seat, Seat):
        return {}
    import msgspec

    audit: dict[str, Any] = msgspec.to_builtins(seat.audit)
    seat.audit = type(seat.audit)()
    return audit


def _bug(champion: Any, bug: EngineBug) -> Bug:
    """The bug with the call that hit it, which the engine repeats."""
    import traceback

    last = getattr(champion, "_last", None)
    values = [] if last is None else last.function.read(last.values, -1)[0]
    return Bug("".join(traceback.format_exception(bug)), "" if last is None else last.function.name, list(values))
