"""What the arena costs: `python bench/arena.py [GAME] [--matches N]`.

Idle champions, for each isolation: matches a second, and the CPU time of a match, which other work on the machine
changes less. Then champions that think for a second of CPU time a match between them: the overhead is what is spent
beyond their own time, of the cores' time and of CPU time. Nobody is told what a sandbox has used once it has ended, so
champions note at the end of a match what their process has.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import psutil

from joute.arena.executors import Executor
from joute.arena.executors.dask import DaskExecutor
from joute.arena.executors.local import LocalExecutor
from joute.arena.job import Champion, Done, Terms, job_for
from joute.arena.packages import Packages
from joute.champions.limits import Level
from joute.core.game import Game
from joute.core.registry import load_game
from joute.core.table import Table

IDLE = "def {callback}():\n    pass\n"
THINKER = """
def {callback}():
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass
"""
NOTING = """
import time
from joute import debug

def {callback}():
    debug.log(str(time.process_time()))
"""


def champion(game: Game, packages: Packages, folder: Path, text: str, **values: object) -> Champion:
    callbacks = dict.fromkeys(phase.callback for phase in game.phases if phase.acts)
    path = folder / "champion.py"
    parts = [NOTING.format(callback=game.phases[-1].callback)]
    path.write_text("\n".join(parts + [text.format(callback=callback, **values) for callback in callbacks]))
    return packages.champion(game, str(path), "bench")


def callbacks(game: Game) -> int:
    """How many times champions are asked in a match where nobody does anything."""
    table, count = Table(game), 0
    while table.turn.seats:
        count += len(table.turn.seats) if game.acts(table.world) else 0
        table.end_phase()
    return count


class Cost(NamedTuple):
    """Seconds a match: elapsed times workers, of CPU in all processes; of both in callbacks; the bytes of a replay."""

    elapsed: float
    cpu: float
    own: float
    own_cpu: float
    replay: int


def spent() -> float:
    """The CPU time of all processes that this one has started, the ended ones included but those in sandboxes."""
    return sum(sum(process.cpu_times()[:4]) for process in psutil.Process().children(recursive=True))


def noted(done: Done) -> float:
    """The CPU time that the processes of the champions of a match say they have used, from their start."""
    lines = map(msgspec.json.decode, gzip.decompress(done.replay).splitlines())
    told = [own["log"][0] for line in lines for own in line.get("private", {}).values() if own.get("log")]
    assert len(told) == len(done.scores), told
    return sum(map(float, told))


def played(executor: Executor, game: Game, player: Champion, level: Level, count: int) -> Cost:
    """What matches cost once the workers are warm."""
    seats, workers = [player] * game.info.seats, executor.capacity
    found: list[Done] = []
    for name, jobs in (("warm", 2 * workers), ("measured", count)):
        before, began = spent(), time.perf_counter()
        for seed in range(jobs):
            executor.submit(job_for(f"{name} {seed}", game, seed, seats, hosting=Terms(level)))
        found = []
        while (came := executor.next()) is not None:
            assert isinstance(came, Done), came
            assert not came.void, came.void
            found.append(came)
    elapsed, cpu = (time.perf_counter() - began) * workers, spent() - before
    if level == Level.SANDBOX:
        cpu += sum(map(noted, found))
    own = sum(sum(done.wall_ms) for done in found) / 1e3
    own_cpu = sum(sum(done.cpu_ms) for done in found) / 1e3
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
        idle = champion(game, packages, folder, IDLE)
        print("| idle champions | workers | matches/s | CPU of a match | replay |\n|---|---:|---:|---:|---:|")
        for name, level, executor in executors(packages):
            with executor:
                workers, cost = executor.capacity, played(executor, game, idle, level, asked.matches)
            told = f"{workers / cost.elapsed:.1f} | {1e3 * cost.cpu:.0f} ms | {cost.replay / 1e3:.1f} kB"
            print(f"| {name} | {workers} | {told} |", flush=True)
        thinker = champion(game, packages, folder, THINKER, seconds=1 / callbacks(game))
        columns = ("a second of thinking", "workers", "time of a core", "in callbacks", "overhead over it")
        columns += ("CPU", "in callbacks", "overhead over it")
        print(f"\n| {' | '.join(columns)} |\n|---|{'---:|' * (len(columns) - 1)}")
        for name, level, executor in executors(packages):
            with executor:
                workers, cost = executor.capacity, played(executor, game, thinker, level, max(2, asked.matches // 4))
            pairs = ((cost.elapsed, cost.own), (cost.cpu, cost.own_cpu))
            told = " | ".join(f"{all_:.2f} s | {own:.2f} s | {all_ / own - 1:+.1%}" for all_, own in pairs)
            print(f"| {name} | {workers} | {told} |", flush=True)


if __name__ == "__main__":
    main()
