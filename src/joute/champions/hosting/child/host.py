"""The host: a process that holds one champion and a seat fed with views. What it imports, each champion waits for."""

from __future__ import annotations

import faulthandler
import fcntl
import gc
import os
import resource
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from joute import debug
from joute.champions.building.job import Job
from joute.champions.errors import ChampionError
from joute.champions.hosting.wire import Ask, Bug, Done, Failed, Hello, HostWire, Order, Ready, Seated, Seen
from joute.champions.sandbox import confine
from joute.champions.sandbox.seccomp import Profile
from joute.core.buffers import Runs
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.world import AnyWorld, Turn

from .last_call import noting

if TYPE_CHECKING:
    from collections.abc import Callable

    Note = Callable[[str, tuple[Any, ...]], None]

WIRE_PLACE = 200
"""The wire is moved to descriptors from here on, where nobody meets it by accident."""
SPACE_MB = 512
"""How much address space there is besides the memory: for code, libraries and stacks."""
WHERE = signal.SIGUSR1
"""Asks a host to write where it is."""
OUT_OF_MEMORY = 77
"""The exit code of a host that cannot even say so."""
_usual: Game | None = None
"""The game that a nursery has ready, with its first preset."""


class View:
    """Stands for the table in a host: knows what the seat may know, and passes orders on where the game is live."""

    def __init__(self, hello: Hello, wire: HostWire, note: Note) -> None:
        self.game = _game(hello)
        self.board = self.game.boards.Board(*hello.board)
        self.seats = hello.seats
        self.number = 0
        self._wire = wire
        state = self.game.layout.empty(self.game.dims(self.board, hello.seats))
        self.game.layout.learn(state, hello.news)
        self._told = self.world = self.game.world(self.board, state, hello.seats)
        self.seat = ViewSeat(self, hello.seat, note)

    def learn(self, news: list[Runs]) -> None:
        self.game.layout.learn(self._told.state, news)
        self.world = self._told
        self.seat.refresh()

    def apply_now(self, index: int, row: tuple[int, ...]) -> None:
        """In a live game the engine makes the order, and tells what is seen then."""
        if self.number:
            self._wire.send(Order(self.number, list(row)))
            seen = self._wire.receive()
            assert isinstance(seen, Seen)
            self.learn(seen.news)
        else:  # while the champion is loaded: nobody hears of it
            self.world = self.game.copy(self.world)
            self.game.apply(self.world, index, row)
            self.seat.refresh()


class ViewSeat(Seat):
    """A seat whose table holds its view already, and of which the last call is noted."""

    def __init__(self, view: View, index: int, note: Note) -> None:
        super().__init__(view, index)  # type: ignore[arg-type]
        self._own = view
        self._note = note

    def call(self, name: str, *values: Any) -> Any:
        self._note(name, values)
        return super().call(name, *values)

    def _view(self) -> AnyWorld:
        """Only who gives orders needs a copy."""
        return self.game.copy(self._own.world) if self.orders else self._own.world

    def _apply(self, world: AnyWorld, number: int) -> None:
        if world is self._own.world:
            world = self._draft = self.game.copy(world)
        super()._apply(world, number)


def live(fd: int, note: int) -> NoReturn:
    """Serve one champion until the engine hangs up."""
    code = 0
    try:
        noted = noting(note)
        serve(HostWire(_moved(fd)), noted)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        if sys.exc_info()[0] not in (None, EOFError):
            sys.excepthook(*sys.exc_info())
            code = code or 1
        os._exit(code)


def get_ready(game: str, games: str) -> None:
    """Load what will be needed, while the engine does the same; what goes wrong here goes wrong again in its place."""
    from joute.core.registry import EXTRA, settled_game

    global _usual
    sys.modules.pop("typing_extensions", None)  # which is kept from us, since it takes long to load
    if not game:  # for builds: who has become another user may not be able to load anything
        import_module("joute.champions.building.inside")
        return
    os.environ[EXTRA] = games
    with suppress(Exception):
        import_module("joute.champions.players.python")
        _usual = settled_game(game, None, {})
        assert _usual.api


def _game(hello: Hello) -> Game:
    """The game of the match: the one at hand, if it is played as usual."""
    from joute.core.registry import EXTRA, settled_game

    os.environ[EXTRA] = hello.games
    asked = hello.game, hello.preset, hello.params
    if _usual is not None and (_usual.name, _usual.preset, _usual.overrides) == asked:
        return _usual
    return settled_game(*asked)


def load_all(game: str, games: str) -> None:
    """Load what any host may load before its champion, so that Python can keep it compiled."""
    get_ready(game, games)
    for part in (
        "hosting.child.spawn",
        "players.environment",
        "players.lines",
        "sources.find",
        "players.native",
        "building.inside",
    ):
        import_module(f"joute.champions.{part}")


def _moved(fd: int) -> int:
    """The wire at its place, and no other descriptor open but the standard ones; children inherit none."""
    place = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, WIRE_PLACE)
    close_all_but(place)
    return place


def close_all_but(*files: int) -> None:
    """Close all descriptors but the standard ones and these."""
    first = 3
    for file in sorted(files):
        os.closerange(first, file)
        first = file + 1
    os.closerange(first, 2**16)


def serve(wire: HostWire, note: Note) -> None:
    hello = wire.receive()
    if isinstance(hello, Job):
        import_module("joute.champions.building.inside").serve(hello, wire, _wall_in)
        return
    assert isinstance(hello, Hello)
    _wall_in(hello)
    faulthandler.enable()
    faulthandler.register(WHERE, all_threads=False, chain=False)
    debug.announce(hello.limits)
    view = View(hello, wire, note)
    wire.send(Seated())
    gc.enable()
    seat = _watched(view.seat) if hello.watched else view.seat
    champion = _loaded(hello, seat, wire)
    if champion is None:
        return
    champion.sit(seat)
    while True:
        asked = wire.receive()
        assert isinstance(asked, Ask)
        _answer(champion, asked, view, wire, seat)


def _watched(seat: ViewSeat) -> Any:
    from joute.champions.checks.call_audit import Notes, Watched

    return Watched(seat, Notes())


def _wall_in(hello: Hello | Job) -> None:
    """The limits that a process sets for itself and cannot raise again."""
    limits, build = hello.limits, isinstance(hello, Job)
    memory = limits["memory_mb"] << 20
    bounds = {
        resource.RLIMIT_DATA: memory,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: limits["open_files"],
        resource.RLIMIT_FSIZE: limits["tmp_mb"] << 20,
    }
    if not hello.roomy:
        bounds[resource.RLIMIT_AS] = memory + (SPACE_MB << 20)
    if limits["isolation"] == "sandbox":
        bounds[resource.RLIMIT_NPROC] = limits["processes"]
        confine.settle(hello.user, Profile.BUILD if build else Profile.SANDBOX)
    else:
        others = confine.tasks_of_user() if hello.user is None else 0
        bounds[resource.RLIMIT_NPROC] = others + limits["processes"]
        paths = limits["readable"], limits["champion"], limits["writable"]
        profile = Profile.BUILD if build else Profile.PROCESS
        confine.wall_in(*paths, not hello.roomy, limits["tmp_mb"], hello.user, profile)
    for kind, bound in bounds.items():
        _, most = resource.getrlimit(kind)
        bound = bound if most == resource.RLIM_INFINITY else min(bound, most)
        resource.setrlimit(kind, (bound, bound))


def _loaded(hello: Hello, seat: Any, wire: HostWire) -> Any:
    """The champion, loaded; None if the engine has been told why not."""
    from joute.champions.players.environment import Stage, Tail

    Tail.pass_on = 1
    Stage.own_process = True
    module, _, name = hello.maker.partition(":")
    first, path, digest = hello.arguments
    maker = getattr(import_module(module), name)
    sys.pycache_prefix = None  # what a champion imports is compiled where it lies, or not at all
    try:
        champion = maker(first, Path(path), digest)
        champion.load(seat)
    except ChampionError as error:
        wire.send(Failed(str(error)))
        return None
    wire.send(Ready())
    return champion


def _answer(champion: Any, asked: Ask, view: View, wire: HostWire, seat: Any) -> None:
    """Run one callback and tell what came of it."""
    view.number = asked.number
    view.seat.renew()
    view.learn(asked.news)
    debug.announce_bank(asked.bank_ms)
    turn = Turn(asked.turn, asked.phase, asked.callback, tuple(asked.seats))
    try:
        answer = champion.ask(turn)
    except EngineBug as bug:
        wire.send(_bug(champion, bug))
        return
    fault = None if answer.fault is None else answer.fault.bounded()
    orders = [] if view.game.live or fault is not None else [list(row) for row in view.seat.orders]
    wire.send(Done(asked.number, orders, fault, answer.dead, answer.private, _notes(seat)))


def _notes(seat: Any) -> dict[str, Any]:
    """What was seen of the calls since the last time, if somebody looks at them."""
    if isinstance(seat, ViewSeat):
        return {}
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(seat.notes)
    seat.notes = type(seat.notes)()
    return told


def _bug(champion: Any, bug: EngineBug) -> Bug:
    """What the engine needs to see for itself."""
    import traceback

    last = getattr(champion, "_last", None)
    values = [] if last is None else last.function.read(last.values, -1)[0]
    return Bug("".join(traceback.format_exception(bug)), "" if last is None else last.function.name, list(values))
