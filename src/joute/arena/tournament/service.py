"""A program that plays one tournament of a store until nothing is left or it gets SIGTERM: how a server plays it.

It prints READY when it begins, and the reason on standard error where it cannot. It dies with its parent; what it has
filed stays, and whoever plays the tournament next goes on from there.
"""

from __future__ import annotations

import signal
import sys

from joute.arena.jobs.executors import ExecutorError
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.executors.worker import die_with
from joute.arena.store import Store, StoreError

from .config import TournamentError
from .lock import playing
from .model import find, live_folder, packages_of
from .runner import Runner

READY = "playing"


def main(where: str, name: str, workers: int, life: int) -> int:
    """Play it; 1 where that is not possible."""
    die_with(life)
    signals: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: signals.append(number))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server, which ends this program in order
    try:
        with Store.open(where, create=False) as store:
            with store.reading() as connection:
                tournament = find(connection, name)
            with playing(store, tournament):  # who plays it already is told before anything is started
                pass
            with LocalExecutor(workers, packages_of(store), live_folder(store)) as executor:
                runner = Runner(store, tournament, executor)
                print(READY, flush=True)
                runner.run(lambda: bool(signals))
    except (TournamentError, StoreError, ExecutorError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
