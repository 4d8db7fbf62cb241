"""What `joute bench` times: each measure is a name, a unit and a function that works for a while and says how much."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from joute.core.api import Function
    from joute.core.game import Game
    from joute.core.table import Table

LOOP = 1_000_000
"""The calibration: so many additions in plain Python."""
OPENING = 40
"""Positions are measured after so many random phases."""
STARTS = 5
BATCH = 512
QUERIES = 3
CROWD = 100
"""Games for so many are measured with so many, too."""


Work = Callable[[float], tuple[float, int]]
"""Does something for at least so many seconds; how long it took, and how many times it was done."""


class Measure(NamedTuple):
    """One thing to measure."""

    name: str
    unit: str
    work: Work
    rate: bool = False
    """Whether the answer is a number a second (of `unit`), or the time of one."""


class Measured(NamedTuple):
    """What was measured: seconds for one, and the calibration loop beside it."""

    measure: Measure
    seconds: float
    loop_s: float

    @property
    def loops(self) -> float:
        """How many calibration loops one takes, or how many are done in one loop."""
        return self.loop_s / self.seconds if self.measure.rate else self.seconds / self.loop_s


def calibrate(tries: int = 5) -> float:
    """The best time of the calibration loop."""
    return min(_loop() for _ in range(tries))


def _loop() -> float:
    began, total = time.perf_counter(), 0
    for number in range(LOOP):
        total += number
    return time.perf_counter() - began


def measured(measure: Measure, least_s: float) -> Measured:
    """Measure three times with a calibration beside each; the least of both."""
    loop_s, best = calibrate(2), float("inf")
    for _ in range(3):
        seconds, count = measure.work(least_s / 3)
        best = min(best, seconds / count)
        loop_s = min(loop_s, calibrate(1))
    return Measured(measure, best, loop_s)


def once(measure: Measure) -> Measured:
    """Measure something long only once."""
    seconds, count = measure.work(0.0)
    return Measured(measure, seconds / count, calibrate())


def repeated(call: Callable[[], object]) -> Work:
    """Work that calls something again and again, in growing runs."""

    def work(least_s: float) -> tuple[float, int]:
        count = 1
        while True:
            began = time.perf_counter()
            for _ in range(count):
                call()
            spent = time.perf_counter() - began
            if spent >= least_s:
                return spent, count
            count = max(count * 2, min(int(count * least_s / max(spent, 1e-6)) + 1, count * 10))

    return work


# Play


def matches(game: Game) -> Iterator[Measure]:
    """A whole match of every bundled champion against chance, as `joute run` plays it."""
    from joute.champions.sources.find import bundled

    for name in bundled(game):
        champions = [name, *["random"] * (game.info.seats - 1)]
        yield Measure(f"match {' - '.join(champions[:2])}", "match", repeated(partial(play, game, champions)))


def play(game: Game, names: list[str]) -> None:
    from joute.champions.sources.find import find
    from joute.core.table import Table
    from joute.match.play import MatchSpec, play_match

    table = Table(game, seats=len(names), seed=1)
    play_match(MatchSpec(table, [find(game, name, 1) for name in names]))


def crowds(game: Game) -> Iterator[Measure]:
    """A whole match of a crowd of random champions, and the views of all of them; nothing where a game has no room."""
    if game.info.seats_most < CROWD:
        return
    yield Measure(f"match of {CROWD} random", "match", repeated(partial(play, game, ["random"] * CROWD)))
    table, later = opened(game, CROWD), opened(game, CROWD, OPENING + 2)
    worlds = (table.world, later.world)

    def views() -> None:
        for world in worlds:
            table.world = world
            for seat in range(CROWD):
                table.view(seat)

    def work(least_s: float) -> tuple[float, int]:
        spent, count = repeated(views)(least_s)
        return spent, count * CROWD * len(worlds)

    yield Measure(f"view of a seat of {CROWD}", "views", work, rate=True)


def opened(game: Game, seats: int | None = None, phases: int = OPENING) -> Table:
    """A table some way into a random match."""
    from joute.core.batch import RandomPlayer
    from joute.core.table import Table

    table = Table(game, seats=seats, seed=1)
    RandomPlayer(game, table.world, table.seats).play(table.world, 1, phases)
    return table


def phases(game: Game, backend: str) -> Measure:
    """Random play of one game after another, without champions."""
    from joute.core.batch import RandomPlayer

    seats = game.info.seats
    first = game.new(game.board(None, seats, 1), seats, 1)
    player = RandomPlayer(game, first, seats)

    def work(least_s: float) -> tuple[float, int]:
        began, before, seed = time.perf_counter(), player.phases, 0
        while (spent := time.perf_counter() - began) < least_s or player.phases == before:
            player.play(game.copy(first), seed)
            seed += 1
        return spent, player.phases - before

    return Measure(f"random play, {backend}", "phases", work, rate=True)


def table_measures(game: Game) -> Iterator[Measure]:
    """What search and viewers do with a position."""
    from joute.core.table import Table

    table = opened(game)
    yield Measure("copy a table", "copies", repeated(table.copy), rate=True)
    yield Measure("copy a world", "copies", repeated(lambda: game.copy(table.world)), rate=True)
    yield Measure("view of a seat", "views", repeated(lambda: game.view(table.world, 0)), rate=True)
    yield Measure("dump and load a table", "times", repeated(lambda: Table.load(table.dump(), game.backend)), rate=True)
    yield Measure("scene", "scenes", repeated(table.scene), rate=True)


def call_measures(game: Game) -> Iterator[Measure]:
    """What champions do: a few queries with zeros for arguments, and an action with the view it renews."""
    table = opened(game)
    index = table.turn.seats[0] if table.turn.seats else 0
    for function in _queries(game):
        call = partial(table.seat(index).call, function.name, *[0] * len(function.arguments))
        yield Measure(f"query {function.signature}", "calls", repeated(call), rate=True)
    action = _action(game, table, index)
    if action is not None:
        yield action


def _queries(game: Game) -> list[Function]:
    """The first query without arguments, the first with one, and so on, as far as they are numbers."""
    by_arguments: dict[int, Function] = {}
    for function in game.api.functions.values():
        if function.kind == "query" and all(argument.type.name == "int" for argument in function.arguments):
            by_arguments.setdefault(len(function.arguments), function)
    return [by_arguments[count] for count in sorted(by_arguments)][:QUERIES]


def _action(game: Game, table: Table, index: int) -> Measure | None:
    """An accepted action on fresh copies of a table."""
    rng = game.generator(1)
    tries = (game.sample(table.seat(index).world, index, rng) for _ in range(100))
    row = next((row for row in tries if row is not None), None)
    if row is None:
        return None
    function, values = game.api.unflatten(row)

    def work(least_s: float) -> tuple[float, int]:
        spent, count = 0.0, 0
        while spent < least_s or count == 0:
            seat = table.copy().seat(index)
            _ = seat.world
            began = time.perf_counter()
            seat.call(function.name, *values)
            _ = seat.world
            spent += time.perf_counter() - began
            count += 1
        return spent, count

    return Measure(f"action {function.name}", "calls", work, rate=True)


# Libraries


def batch(game: Game, threads: int) -> Measure:
    """Many native games side by side."""
    from joute.core.batch import Batch
    from joute.core.table import Table

    table = Table(game, seed=1)

    def work(least_s: float) -> tuple[float, int]:
        spent, done = 0.0, 0
        while spent < least_s or not done:
            games = Batch(table, range(BATCH))
            began = time.perf_counter()
            games.play(threads=threads)
            spent += time.perf_counter() - began
            done += games.phases
        return spent, done

    return Measure(
        f"random play, batch of {BATCH}, {threads} thread{'s' if threads > 1 else ''}", "phases", work, rate=True
    )


LOAD = """
import sys, time
began = time.perf_counter()
from joute.core.batch import RandomPlayer
from joute.core.registry import load_game
game = load_game(sys.argv[1]).on(sys.argv[2])
seats = game.info.seats
world = game.new(game.board(None, seats, 1), seats, 1)
RandomPlayer(game, world, seats).play(world, 1, 1)
print(time.perf_counter() - began)
"""


def build_measures(game: Game) -> Iterator[Measure]:
    """`joute build` for this machine, where its tools are; and from the first import to the first phase."""
    from joute.core.backends.building import require_tools
    from joute.core.backends.library import BuildError, this_machine

    machine = this_machine()
    assert machine is not None
    with suppress(BuildError), tempfile.TemporaryDirectory(prefix="joute-bench-") as folder:
        require_tools([machine])
        command = [sys.executable, "-m", "joute.cli", "build", game.name, "--machine", machine, "--into", folder]
        yield Measure("joute build", "time", lambda least_s: (_run_s([*command, "--force"]), 1))
    for backend in ("interpreted", "native"):
        yield Measure(f"from the first import to a phase, {backend}", "time", partial(_load_s, game.name, backend))


def _load_s(name: str, backend: str, least_s: float) -> tuple[float, int]:
    done = subprocess.run([sys.executable, "-c", LOAD, name, backend], capture_output=True, text=True, check=True)
    return float(done.stdout), 1


# Start-up


def start_measures(game: Game) -> Iterator[Measure]:
    """Whole commands, as a person at a terminal feels them."""
    idle = ["run", game.name, *["idle"] * game.info.seats]
    yield Measure("start: python -c pass", "start", _command([sys.executable, "-c", "pass"]))
    yield Measure("start: joute --help", "start", _command([sys.executable, "-m", "joute.cli", "--help"]))
    yield Measure("start: joute run with idle champions", "start", _command([sys.executable, "-m", "joute.cli", *idle]))


def _command(arguments: list[str]) -> Work:
    def work(least_s: float) -> tuple[float, int]:
        return min(_run_s(arguments) for _ in range(STARTS)), 1

    return work


def _run_s(arguments: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def as_json(taken: Measured) -> dict[str, Any]:
    measure = taken.measure
    value = 1 / taken.seconds if measure.rate else taken.seconds
    unit = f"{measure.unit}/s" if measure.rate else "s"
    return {"name": measure.name, "value": value, "unit": unit, "loop_s": taken.loop_s, "loops": taken.loops}
