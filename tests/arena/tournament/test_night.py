"""A night in minutes: every part of a running tournament is killed at random, a hundred times in all.

A supervisor starts again what has ended, always with the same command. Each match is filed once, none is lost, and the
table is that of a run that nobody disturbed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from joute.arena.jobs.packages import CACHE
from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.matches import counts
from joute.arena.store.schema import State
from joute.arena.tournament.model import find
from joute.arena.tournament.standings import Final, final
from joute.cli.exits import Exit
from tests.arena.dask_cluster import Cluster
from tests.arena.postgres import MISSING, programs, server

from .cups import all_matches, begun, cup_file, played

PAUSE = "NIGHT_PAUSE_S"
"""An environment variable: how long the champions take over a match, so that what is killed is in the middle of one."""
PAUSE_S = "0.1"
DIGGER = f"""
import os, time
from api import *

def partie_init():
    time.sleep(float(os.environ.get("{PAUSE}", "0")))

def jouer_placement():
    deplacer([(ou_est(moi()).y - 1, ou_est(moi()).x)])

def jouer_marche():
    creuser(ou_est(moi()), PIOCHE)

def partie_fin():
    pass
"""
ENTRANTS = '"a.py", "b.py", "digger", "random", "idle"'
SHAPE = 'kind = "round_robin"\nlegs = 24'
MATCHES = 5 * 4 * 24


class Supervised:
    """The command that plays the tournament: started again whenever it has failed."""

    def __init__(self, cup: Path, log: Path, *words: str) -> None:
        self.words = [sys.executable, "-m", "joute.cli", "tournament", "run", str(cup), *words]
        self.log = log
        self.start()

    def start(self) -> None:
        with open(self.log, "ab") as log:
            environment = os.environ | {PAUSE: PAUSE_S}
            self.process = subprocess.Popen(self.words, stdout=subprocess.DEVNULL, stderr=log, env=environment)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def ended(self) -> bool:
        """Whether it has ended well; otherwise it runs, again if need be."""
        with suppress(subprocess.TimeoutExpired):
            if self.process.wait(0.05) == Exit.DONE:
                return True
            self.start()
        return False

    def kill_worker(self, random: Random) -> None:
        """Kill one of the processes that it has started."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with suppress(OSError, IndexError):
            os.kill(random.choice([int(word) for word in path.read_text().split()]), signal.SIGKILL)


def disturbed(store: Store, runner: Supervised, count: int, kills: list[Callable[[], None]], random: Random) -> None:
    """Kill something so many times, each time after a few more results; then let it be played to the end."""
    for _ in range(count):
        target = done(store) + random.randrange(5)
        while done(store) < target:
            assert not runner.ended(), "all was played before everything was killed: it needs more matches"
        random.choice(kills)()
    while not runner.ended():
        pass


def done(store: Store) -> int:
    with store.reading() as connection:
        return counts(connection, 1)[State.DONE]


def table(store: Store) -> Final:
    with store.reading() as connection:
        return msgspec.structs.replace(final(connection, find(connection, "cup")), began=0.0, ended=0.0)


def require_as_if_undisturbed(store: Store, cup: Path, log: Path) -> None:
    tournament = find_cup(store)
    matches = all_matches(store, tournament)
    assert {match.state for match in matches} == {State.DONE}
    assert sorted(match.filed or 0 for match in matches) == list(range(1, MATCHES + 1))
    assert len({match.label for match in matches}) == MATCHES
    assert [finding for finding in check(store) if not finding.harmless] == []
    with Store.open(cup.parent / "undisturbed") as calm:
        played(calm, begun(calm, cup), lambda job, done: done)
        assert table(store) == table(calm)
    lines = log.read_text().splitlines()
    assert [line for line in lines if not line.startswith("joute: ")] == []
    assert [line for line in lines if "Traceback" in line or "bug" in line] == []


def find_cup(store: Store):
    with store.reading() as connection:
        return find(connection, "cup")


@pytest.fixture
def cup(tmp_path) -> Path:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(DIGGER)
    return cup_file(tmp_path, ENTRANTS, SHAPE, "retries = 100")


@pytest.mark.slow
def test_a_night_on_one_machine(tmp_path, cup):
    random, log, address = Random(18), tmp_path / "log", str(tmp_path / "store")
    with Store.open(address) as store:
        runner = Supervised(cup, log, "--store", address, "--workers", "2")
        try:
            disturbed(store, runner, 60, [runner.kill, lambda: runner.kill_worker(random)], random)
        finally:
            runner.kill()
        require_as_if_undisturbed(store, cup, log)


@pytest.mark.slow
def test_a_night_with_a_database_and_a_cluster(tmp_path, cup):
    import psycopg

    folder = programs()
    if folder is None:
        pytest.skip(MISSING)
    random, log = Random(18), tmp_path / "log"
    with server(folder) as database:
        with psycopg.connect(f"{database.address}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE night")
        address = f"{database.address}/night?replays={tmp_path / 'files'}"
        cluster = Cluster(tmp_path)
        settings = {CACHE: str(tmp_path / "cache"), PAUSE: PAUSE_S}
        workers = [cluster.begin_worker(**settings) for _ in range(2)]

        def kill_worker(number: int) -> None:
            workers[number].kill()
            workers[number] = cluster.begin_worker(**settings)

        def kill_scheduler() -> None:
            cluster.restart_scheduler()
            for number in range(len(workers)):
                kill_worker(number)

        def kill_database() -> None:
            database.stop(signal.SIGQUIT)
            database.start()

        with Store.open(address) as store:
            runner = Supervised(cup, log, "--store", address, "--cluster", cluster.address)
            kills = [runner.kill, kill_database, kill_scheduler, lambda: kill_worker(random.randrange(2))]
            try:
                disturbed(store, runner, 40, kills, random)
            finally:
                runner.kill()
                cluster.close()
            require_as_if_undisturbed(store, cup, log)
