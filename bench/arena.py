"""What the arena costs: `python bench/arena.py [GAME] [--matches N]`.

Idle champions, for each isolation: matches a second, and the CPU time of a match, which other work on the machine
changes less. Then champions that think for a second of CPU time a match between them: the overhead is what is spent
beyond their own time, of the cores' time and of CPU time. Their own time is what they measure themselves, from the
first to the last line of their callbacks.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
import psutil

from joute.arena.jobs.executors import Executor
from joute.arena.jobs.executors.dask import DaskExecutor
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.job import Champion, JobResult, Terms, job_for
from joute.arena.jobs.packages import Packages
from joute.champions.sandbox.limits import Level
from joute.core.game import Game
from joute.core.registry import load_game
from joute.core.table import Table

HEAD = """
import time
from joute import debug
own = own_cpu = 0.0
"""
THINKER = """
def {callback}():
    global own, own_cpu
    began, cpu = time.perf_counter(), time.process_time()
    while time.process_time() < cpu + {seconds}:
        pass
    own += time.perf_counter() - began
    own_cpu += time.process_time() - cpu
"""
NOTING = """
def {callback}():
    debug.log(f"{{own}} {{own_cpu}}")
"""


def champion(game: Game, packages: Packages, folder: Path, seconds: float) -> Champion:
    """One that thinks so long in each callback."""
    acting = dict.fromkeys(phase.callback for phase in game.phases if phase.acts)
    path = folder / "champion.py"
    parts = [THINKER.format(callback=callback, seconds=seconds) for callback in acting]
    path.write_text("\n".join([HEAD, *parts, NOTING.format(callback=game.phases[-1].callback)]))
    return packages.champion(game, str(path), "bench")


def callbacks(game: Game) -> int:
    """How many times champions are asked in a match where nobody does anything."""
    table, count = Table(game), 0
    while table.turn.seats:
        count += len(table.turn.seats) if game.acts(table.world) else 0
        table.end_phase()
    return count


class Cost(NamedTuple):
    """Seconds a match: elapsed times workers, of CPU in all processes; of both the champions' own; a replay's bytes."""

    elapsed: float
    cpu: float
    own: float
    own_cpu: float
    replay: int


def spent() -> float:
    """The CPU time of all processes that this one has started, the ended ones included."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # who has just ended is counted with whoever waited for it
            total += sum(process.cpu_times()[:4])
    return total


def noted(done: JobResult) -> list[float]:
    """The time that the champions of a match have noted as their own, all together; and the CPU time."""
    lines = map(msgspec.json.decode, gzip.decompress(done.replay).splitlines())
    told = [own["log"][0].split() for line in lines for own in line.get("private", {}).values() if own.get("log")]
    assert len(told) == len(done.scores), told
    return [sum(map(float, column)) for column in zip(*told, strict=True)]


def played(executor: Executor, game: Game, player: Champion, level: Level, count: int) -> Cost:
    """What matches cost once the workers are warm, and while all of them have something to do."""
    seats, workers = [player] * game.info.seats, executor.capacity
    warm, found = 2 * workers, list[JobResult]()
    for seed in range(warm + count + workers):
        executor.submit(job_for(str(seed), game, seed, seats, hosting=Terms(level)))
    for number in range(warm + count):
        if number == warm:
            before, began = spent(), time.perf_counter()
        came = executor.next()
        assert isinstance(came, JobResult), came
        assert not came.void, came.void
        found.append(came)
    elapsed, cpu = (time.perf_counter() - began) * workers, spent() - before
    del found[:warm]
    own, own_cpu = (sum(column) for column in zip(*map(noted, found), strict=True))
    return Cost(elapsed / count, cpu / count, own / count, own_cpu / count, len(found[0].replay))


def executors(packages: Packages) -> Iterator[tuple[str, Level, Executor]]:
    """Every isolation on one worker and on two, and what a cluster adds."""
    for level in Level:
        for workers in (1, 2):
            yield f"isolation {level}", level, LocalExecutor(workers, packages)
    yield "isolation none, Dask", Level.NONE, DaskExecutor(None, packages, 1)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game", nargs="?", default="chartichaud")
    words.add_argument("--matches", type=int, default=16)
    asked = words.parse_args()
    game = load_game(asked.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packages = Packages(folder / "packages")
        idle = champion(game, packages, folder, 0.0)
        print("| idle champions | workers | matches/s | CPU of a match | replay |\n|---|---:|---:|---:|---:|")
        for name, level, executor in executors(packages):
            with executor:
                workers, cost = executor.capacity, played(executor, game, idle, level, asked.matches)
            told = f"{workers / cost.elapsed:.1f} | {1e3 * cost.cpu:.0f} ms | {cost.replay / 1e3:.1f} kB"
            print(f"| {name} | {workers} | {told} |", flush=True)
        thinker = champion(game, packages, folder, 1 / callbacks(game))
        columns = ("a second of thinking", "workers", "time of a core", "their own", "overhead")
        columns += ("CPU", "their own", "overhead")
        print(f"\n| {' | '.join(columns)} |\n|---|{'---:|' * (len(columns) - 1)}")
        for name, level, executor in executors(packages):
            with executor:
                workers, cost = executor.capacity, played(executor, game, thinker, level, max(4, asked.matches // 2))
            pairs = ((cost.elapsed, cost.own), (cost.cpu, cost.own_cpu))
            told = " | ".join(f"{all_:.2f} s | {own:.2f} s | {all_ / own - 1:+.1%}" for all_, own in pairs)
            print(f"| {name} | {workers} | {told} |", flush=True)


if __name__ == "__main__":
    main()
