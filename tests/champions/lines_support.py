"""What tests of champions that answer calls themselves share: scripts of calls with their answers, and their runs."""

from __future__ import annotations

import random
import socket
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import joute
from joute.champions.hosting.child.host import View
from joute.champions.hosting.child.last_call import ROOM
from joute.champions.hosting.process import foreign_folder
from joute.champions.hosting.views import hello
from joute.champions.hosting.wire import HostOrder, framed_news, from_host
from joute.champions.players.lines import LinesChampion
from joute.champions.players.protocol import plain
from joute.core.api import Function, Row
from joute.core.backends import building, library
from joute.core.backends.library import Machine
from joute.core.game import Game
from joute.core.layout import Known, Runs
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.types import Array, Bool, Enum, Struct, Type
from joute.core.world import Turn

PHASES = 8
"""How many phases of a game a script has."""
CALLS = 150
"""How many calls of each phase."""
EDGES = (-(2**31), -1, 0, 1, 2**31 - 1)
HOSTILE = (None, "x", "C", 1.5, 2**31, -(2**40), True, [], {}, [1], {"x": 1}, {"y": 1, "x": 2, "z": 3}, [[0, 0], [0]])

Arguments = Callable[[random.Random, Function], list[Any]]


class ScriptedCall(NamedTuple):
    """A call, and what the interpreted rules answer."""

    name: str
    values: list[Any]
    answer: Any


def script(game: Game, arguments: Arguments, seed: int = 1) -> list[list[ScriptedCall]]:
    """Calls of every function, and orders that are mostly legal, phase by phase, while nobody else plays."""
    rng, orders = random.Random(seed), game.generator(seed)
    table = joute.Table(game)
    return [_phase(seat, rng, orders, arguments) for seat in _phases(table, lambda: table.seat(0))]


def _phases(table: Table, seat: Callable[[], Seat]) -> Iterator[Seat]:
    """The seat in each of the first phases in which it is asked."""
    asked = 0
    while asked < PHASES and table.turn.seats:
        if 0 in table.turn.seats:
            asked += 1
            yield seat()
        table.end_phase()


def _phase(seat: Seat, rng: random.Random, orders: Any, arguments: Arguments) -> list[ScriptedCall]:
    functions = [function for function in seat.game.api.functions.values() if function.kind != "show"]
    calls = []
    for number in range(CALLS):
        row = seat.game.sample(seat.world, seat.index, orders) if rng.random() < 0.4 else None
        if number < len(functions):
            function, values = functions[number], arguments(rng, functions[number])
        elif row is not None:
            function, taken = seat.game.api.unflatten(row)
            values = plain(taken)
        else:
            function = rng.choice(functions)
            values = arguments(rng, function)
        calls.append(ScriptedCall(function.name, values, plain(seat.call(function.name, *values))))
    return calls


def for_the_engine(game: Game, calls: list[list[ScriptedCall]]) -> list[str]:
    """The functions of those calls of a script of proper arguments that a library leaves to the engine."""
    functions = game.api.functions
    return [
        call.name
        for phase in calls
        for call in phase
        if (functions[call.name].kind == "query" and functions[call.name].kernel is None)
        or (functions[call.name].kind == "action" and game.live and call.answer == game.ok)
    ]


def proper(rng: random.Random, function: Function) -> list[Any]:
    """Arguments of the right types; an enumeration has one of its members."""
    return [_proper(rng, argument.type) for argument in function.arguments]


def _proper(rng: random.Random, kind: Type, loose: bool = False) -> Any:
    if isinstance(kind, Struct):
        fields = {name: _proper(rng, field, loose) for name, field in kind.fields}
        return list(fields.values()) if rng.random() < 0.5 else dict(rng.sample(list(fields.items()), len(fields)))
    if isinstance(kind, Array):
        return [_proper(rng, kind.item, loose) for _ in range(rng.choice((0, 1, 3, kind.most)))]
    if isinstance(kind, Bool):
        return rng.random() < 0.5
    if isinstance(kind, Enum) and (not loose or rng.random() < 0.8):
        return int(rng.choice(list(kind.kind)))
    return rng.choice(EDGES) if rng.random() < 0.1 else rng.randrange(-1, 20)


def hostile(rng: random.Random, function: Function) -> list[Any]:
    """Arguments of which some are of no right type, or lists that are too long."""
    values = [_proper(rng, argument.type, loose=True) for argument in function.arguments]
    for number, argument in enumerate(function.arguments):
        if rng.random() < 0.15:
            values[number] = rng.choice(HOSTILE)
        elif isinstance(argument.type, Array) and rng.random() < 0.1:
            values[number] = [_proper(rng, argument.type.item)] * (argument.type.most + 1)
        elif isinstance(argument.type, Struct) and rng.random() < 0.1:
            values[number] = [rng.choice(HOSTILE) for _ in argument.type.fields]
    return values


def wasm(game: Game) -> Path:
    """The library of a game for WebAssembly, built if it is not there."""
    return library.find(game, Machine.WASM32) or next(iter(building.build(game, [Machine.WASM32])))


class HostedTable:
    """A table, and the view of its first seat as a host has it: this is the engine at the other end of its wire."""

    def __init__(self, game: Game, file: int = -1) -> None:
        self.file = file
        self.linked: list[HostOrder] = []
        """The orders that the champion itself has sent."""
        self.table = joute.Table(game.native())
        self._known: Known = ()
        rest = {"maker": "", "arguments": [], "limits": {}, "user": None, "needs_address_space": True, "audited": False}
        greeting = hello(self.table.seat(0), foreign_folder(game.name), news=self._news(), **rest)
        self.view = View(greeting, self, memoryview(array("q", bytes(8 * ROOM))))  # type: ignore[arg-type]

    def _news(self) -> list[Runs]:
        news, self._known = self.table.seat(0).news(self._known)
        return news

    def begin(self) -> Seat:
        """The seat at the beginning of a turn."""
        self.view.begin(1, self._news())
        return self.view.seat

    def send(self, order: HostOrder) -> None:
        assert self.table.seat(0).repeat([order.row]) == 1

    def receive_news(self) -> list[Runs]:
        return self._news()

    @contextmanager
    def serving(self, engines: socket.socket) -> Iterator[None]:
        """While it is entered, orders that the champion itself sends on the wire are made and answered."""
        thread = Thread(target=self._serve, args=(engines,))
        thread.start()
        try:
            yield
        finally:
            engines.shutdown(socket.SHUT_RDWR)
            thread.join()

    def _serve(self, engines: socket.socket) -> None:
        incoming = from_host()
        while data := engines.recv(1000):
            incoming.feed(data)
            while (order := incoming.take()) is not None:
                self.linked.append(order)
                self.send(order)
                engines.sendall(framed_news(self.receive_news()))


class CountedChampion(LinesChampion):
    """A champion of which the calls that reach the engine are noted."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.reached: list[str] = []
        self.noted: list[list[Row]] = []
        """The orders of each phase."""
        self.linked: list[HostOrder] = []
        """Those that it has sent on the link."""

    def _answer(self, call: Any) -> Any:
        self.reached.append(call.function)
        return super()._answer(call)


def run_natively(player: CountedChampion, game: Game) -> list[str]:
    """Have a champion play a script at a native seat; the messages of its faults."""
    ours, engines = socket.socketpair()
    hosted = HostedTable(game, ours.fileno())
    with ours, engines, hosted.serving(engines):
        player.load(hosted.view.seat)
        faults = []
        for seat in _phases(hosted.table, hosted.begin):
            player.sit(seat)
            faults += _asked(player, hosted.table.turn)
            player.noted.append(seat.orders)
            if not game.live:
                assert hosted.table.seat(0).repeat(seat.orders) == len(seat.orders)
            elif not faults:
                assert list(hosted.view.world.state.block) == list(hosted.table.view(0).state.block)
        player.leave()
    player.linked = hosted.linked
    return faults


def run_interpreted(player: LinesChampion, game: Game) -> list[str]:
    """The same at a seat that answers every call in Python."""
    table = joute.Table(game)
    player.load(table.seat(0))
    faults = []
    for seat in _phases(table, lambda: table.seat(0)):
        player.sit(seat)
        faults += _asked(player, table.turn)
    player.leave()
    return faults


def _asked(player: LinesChampion, turn: Turn) -> list[str]:
    fault = player.ask(turn).fault
    return [] if fault is None else [fault.message]
