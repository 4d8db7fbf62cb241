"""The program that plays a contest: it judges versions and plays ladder, finals and unranked matches until SIGTERM.

It stands beside the web server, which only reads and writes the store. All state is in the store, so it may be killed
at any moment; whoever starts it again goes on from there. It prints READY when it begins.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from sqlalchemy import update

from joute.arena.jobs.executors import Executor, ExecutorError
from joute.arena.jobs.executors.worker import die_with
from joute.arena.outage import Outage
from joute.arena.store import Store, StoreError, StoreUnavailable
from joute.arena.store.schema import contests
from joute.arena.tournament.config import TournamentError
from joute.arena.tournament.model import live_folder, packages_of
from joute.arena.tournament.runner import PULSE_S, Event, Runner

from . import finals, fits, model, personal, versions, workers
from .challenges import Challenges
from .comparisons import Comparisons
from .config import LADDER, ContestError, ContestPlan, read
from .exercises import Exercises
from .judge import Judge
from .lanes import Lanes
from .model import Contest
from .saying import say

READY = "playing"
LANES = ("finals", "ladder", "challenges", "comparisons")
"""Who comes first where matches wait."""
PAUSE_S = 1.0
"""Seconds until a tournament is looked at again in which there was nothing to play."""
AUDIT_S = 30.0
"""Seconds between two looks at what machines have played."""
FORGET_S = 600.0
"""Seconds between two looks at what personal data are due to be erased."""
IDLE_S = 0.2
"""Seconds between two looks at the store while there is nothing to do."""


class Service:
    """The threads of the service: one a lane, and one that gives a sign of life."""

    def __init__(self, store: Store, plan: ContestPlan) -> None:
        self.store, self.plan = store, plan
        self.lanes = Lanes(self._executor, LANES)
        self.stopping = threading.Event()
        self.judge = Judge(store, plan.house, say)
        self.exercises = Exercises(store)
        self._known: tuple[float, Contest | None] = 0.0, None
        """The contest, and when it was read."""
        self._fitted: fits.Key | None = None
        """Which results the ratings were fitted to, once ranked play had closed."""
        self.failed = False
        """Whether it stops because of an error, which was printed."""

    def _executor(self) -> Executor:
        packages, workers = packages_of(self.store), self.plan.workers
        if workers.cluster:
            from joute.arena.jobs.executors.dask import DaskExecutor

            return DaskExecutor(workers.cluster, packages, warn=say)
        from joute.arena.jobs.executors.local import LocalExecutor

        return LocalExecutor(workers.local, packages, live_folder(self.store))

    def run(self) -> bool:
        """Play until it is stopped; whether all went well."""
        steps = {
            "finals": self.play_finals,
            "ladder": self.play_ladder,
            "challenges": Challenges(self.store, self.contest(), self.lanes["challenges"], say).step,
            "comparisons": self.play_comparisons,
            "workers": self.watch_workers,
            "exercises": self.queue_exercises,
            "personal data": self.forget,
            "sign of life": self.beat,
        }
        steps |= {f"judge {number + 1}": self.judge_one for number in range(self.plan.workers.judges)}
        with self.store.writing() as connection:
            versions.recover(connection)
        self.lanes.start()
        threads = [threading.Thread(target=self._repeat, args=step, name=step[0]) for step in steps.items()]
        for thread in threads:
            thread.start()
        print(READY, flush=True)
        for thread in threads:
            thread.join()
        self.lanes.close()
        with suppress(StoreError):
            self._write_pulse(running=False)
        return not self.failed

    def _repeat(self, name: str, step: Callable[[], bool]) -> None:
        """Repeat a step, which says whether there was something to do; wait for a database that is away."""
        outage = Outage("the database", say)
        while not self.stopping.is_set():
            try:
                busy = step()
                outage.over()
            except StoreUnavailable as error:
                outage.failed(str(error))
                busy = False
            except (ContestError, TournamentError, ExecutorError, StoreError) as error:
                self._fail(f"{name}: {error}")
                return
            except BaseException:
                self._fail(f"{name}: this is a bug in joute\n{traceback.format_exc()}")
                return
            if not busy:
                self.stopping.wait(IDLE_S)

    def _fail(self, why: str) -> None:
        say(why)
        self.failed = True
        self.stopping.set()

    def contest(self) -> Contest:
        """The contest as it stood a moment ago."""
        read, known = self._known
        if known is None or time.monotonic() - read > IDLE_S:
            known = model.load(self.store)
            self._known = time.monotonic(), known
        return known

    # Steps

    def play_ladder(self) -> bool:
        """Play the ladder while ranked matches are allowed."""
        contest = self.contest()
        if contest.allowed().ranked:
            tell = partial(say_event, LADDER)
            Runner(self.store, contest.ladder, self.lanes["ladder"], tell, self._rests).run(self.stopping.is_set)
        elif contest.allowed().open:
            self._fitted = fits.renew(self.store, contest.ladder, self._fitted)
        self.stopping.wait(PAUSE_S)
        return True

    def play_finals(self) -> bool:
        """Play the finals that are not over."""
        with self.store.reading() as connection:
            waiting = finals.to_play(connection, self.contest())
        for final in waiting:
            runner = Runner(self.store, final, self.lanes["finals"], partial(say_event, final.name))
            runner.run(self.stopping.is_set)
        self.stopping.wait(PAUSE_S)
        return True

    def play_comparisons(self) -> bool:
        """Play a comparison, if one waits."""
        return Comparisons(self.store, self.contest(), self.lanes["comparisons"], say).step(self.stopping.is_set)

    def watch_workers(self) -> bool:
        """Look for machines that stand out, and give those that were drained nothing more."""
        if len(self.lanes.workers) > 0:
            for suspect in workers.audit(self.store, self.contest()):
                say(f"worker {suspect.name} stands out and is drained: {suspect}")
            with self.store.reading() as connection:
                drained = workers.drained_names(connection)
            self.lanes.ask(lambda executor: executor.drain(drained))
        self.stopping.wait(AUDIT_S)
        return True

    def judge_one(self) -> bool:
        """Judge a version, if one waits."""
        return self.judge.step(self.contest(), self.stopping.is_set)

    def queue_exercises(self) -> bool:
        """Queue the next matches of exercises that are not clear yet."""
        self.exercises.step()
        self.stopping.wait(PAUSE_S)
        return True

    def forget(self) -> bool:
        """Erase personal data once they are due."""
        with self.store.writing() as connection:
            count = personal.expire(connection, model.current(connection), time.time())
        if count:
            say(f"personal data of {count} people were erased: they were kept as long as was said")
        self.stopping.wait(FORGET_S)
        return True

    def _rests(self) -> bool:
        """Whether ranked matches are not allowed at the moment: what is under way is played to its end."""
        return not self.contest().allowed().ranked

    def beat(self) -> bool:
        """Give a sign of life."""
        self._write_pulse()
        self.stopping.wait(PULSE_S)
        return True

    def _write_pulse(self, running: bool = True) -> None:
        workers = [{"name": worker.name, "job": worker.job} for worker in self.lanes.workers]
        about = {"time": time.time(), "host": socket.gethostname(), "pid": os.getpid(), "running": running}
        pulse = json.dumps(about | {"capacity": self.lanes.capacity, "workers": workers})
        with self.store.writing() as connection:
            connection.execute(update(contests).values(pulse=pulse))


def say_event(lane: str, event: Event) -> None:
    """Write what an organiser wants to know of a lane; results are in the store."""
    if event.kind != "done":
        say(f"{lane}: {event.kind}{'' if event.match is None else f' {event.match}'} {event.text:.300}".rstrip())


def main(folder: str, life: str = "") -> int:
    """Play the contest of a folder; 1 where that is not possible. It dies when the other end of `life` is closed."""
    if life:
        die_with(int(life))
    try:
        plan = read(Path(folder))
        with Store.open(plan.store) as store, store.lock("contest", wait=False):
            model.begin(store, plan, "joute")
            service = Service(store, plan)
            signal.signal(signal.SIGTERM, lambda number, frame: service.stopping.set())
            signal.signal(signal.SIGINT, signal.SIG_IGN if life else lambda number, frame: service.stopping.set())
            return 0 if service.run() else 1
    except (ContestError, TournamentError, StoreError, ExecutorError) as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
