"""The runner: gives the matches of a tournament to an executor and files the results, until none is left.

All state is in the store. It may be killed at any moment: what was filed stays filed, what was under way waits. A
database that goes away is waited for; what is under way is played on meanwhile.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Connection, update

from joute.arena.jobs.executors import Executor, ExecutorError, Lost
from joute.arena.jobs.job import Job, JobResult, cause, job_for
from joute.arena.store.schema import Stage, State, tournaments
from joute.core.registry import game_info
from joute.core.text import Text

from ..outage import Outage
from ..store import Store, StoreError, StoreUnavailable
from ..store.locks import LockCheck
from ..store.matches import MatchRow, begin, counts, of_tournament, set_state
from .config import TournamentError
from .formats.contract import History, When
from .lock import BeingPlayed, changing, playing
from .model import Entrant, Tournament, entrants_of, is_over
from .results import file_result, ids_of, put_back, set_failing_aside
from .schedule import history_of, schedule

PULSE_S = 2.0
"""Seconds between two signs of life of the runner."""
WAIT_S, TICK_S = 0.5, 0.1
RELEASE_S = 90.0
"""Seconds that a database may take to release our own lock after the connection to it was cut."""
FAILURES_MOST = 5
AHEAD = 2
"""How many matches are submitted for each worker: the one it plays, and the next."""


class Event(NamedTuple):
    """An event for the display of progress: `kind` is done, retried, failed, aside or outage."""

    kind: str
    match: int | None
    text: str = ""


class Runner:
    """Plays one tournament."""

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        executor: Executor,
        tell: Callable[[Event], None] = lambda event: None,
        resting: Callable[[], bool] = lambda: False,
    ) -> None:
        """`resting`: whether nothing more is handed out now; what is under way is played to its end."""
        self.store = store
        self.tournament = tournament
        self.executor = executor
        self.tell = tell
        self._resting = resting
        self.game = tournament.settings.settled()
        self._entrants: dict[int, Entrant] = {}
        self._under_way: set[int] = set()
        self._outcome: JobResult | Lost | None = None
        """What the executor gave back and the store has not filed yet."""
        self._outage = Outage("the database", lambda text: tell(Event("outage", None, text)))
        self._failures = 0
        """How many matches in a row have failed for good."""
        self._beat = 0.0
        self._history: History | None = None
        version = game_info(self.game.name).rules_version
        if version != tournament.settings.rules_version:
            raise TournamentError(
                Text(
                    f"{tournament.name!r} was begun with version {tournament.settings.rules_version} of the rules of "
                    f"{self.game.name}, and this engine has version {version}; go on with the engine that began it",
                    f"{tournament.name!r} a commencé avec la version {tournament.settings.rules_version} des règles de "
                    f"{self.game.name}, et ce moteur a la version {version} ; continuez avec le moteur qui l'a "
                    "commencé",
                )
            )

    def run(self, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Play until there is nothing left to play now (True), or until stopped (False); wait for a lost database."""
        while not stopped():
            try:
                with playing(self.store, self.tournament) as check_lock:
                    return self._play(check_lock, stopped)
            except BeingPlayed as refusal:
                if not self._outage.lasts or self._outage.seconds >= RELEASE_S:
                    raise
                self._outage.failed(str(refusal))
            except StoreUnavailable as error:
                self._outage.failed(str(error))
            while not (self._outage.due or stopped()):
                time.sleep(TICK_S)
        return False

    def _play(self, check_lock: LockCheck, stopped: Callable[[], bool]) -> bool:
        """Play while the lock of the tournament is ours."""
        self._recover()
        self._outage.over()
        try:
            while not stopped():
                if not (rests := self._resting()):
                    self._hand_out()
                if not self._under_way:
                    return rests or self._end()
                self._pulse(check_lock)
                self._outcome = self._outcome or self.executor.next(WAIT_S)
                if self._outcome is not None:
                    self._file(self._outcome)
                    self._outcome = None
            return False
        finally:
            with suppress(StoreError):  # reported already (full disk, lost lock); the next run recovers first
                check_lock()
                self._cancel(self._under_way)
                self._outcome = None
                self._recover()
                self._write_pulse([], running=False)

    def _recover(self) -> None:
        """Agree with the store on what is under way: put back what only it has there, and stop what only we have."""
        self._history = None
        with changing(self.store, self.tournament) as connection:
            running = set(ids_of(connection, self.tournament, None, [State.RUNNING]))
            set_state(connection, sorted(running - self._under_way), State.WAITING)
        self._cancel(self._under_way - running)

    def _cancel(self, ids: set[int]) -> None:
        self.executor.cancel(*map(str, ids))
        self._under_way = self._under_way - ids

    # Handing out

    def _hand_out(self) -> None:
        """Submit waiting matches: one for each worker to play, and one ahead; ask the format for more if need be."""
        room = AHEAD * max(1, self.executor.capacity) - len(self._under_way)
        if room <= self.executor.capacity // 2 and self._under_way:
            return
        with changing(self.store, self.tournament) as connection:
            waiting = self._waiting(connection, room)
            begin(connection, [match.id for match in waiting])
        for match in waiting:
            self._under_way.add(match.id)
            self.executor.submit(self._job(match))

    def _waiting(self, connection: Connection, room: int) -> list[MatchRow]:
        waiting = of_tournament(connection, self.tournament.id, [State.WAITING], room)
        while len(waiting) < room and self._more(connection, bool(waiting or self._under_way)):
            waiting = of_tournament(connection, self.tournament.id, [State.WAITING], room)
        self._entrants = {entrant.id: entrant for entrant in entrants_of(connection, self.tournament)}
        return waiting

    def _more(self, connection: Connection, busy: bool) -> bool:
        """Ask the format for more matches if it is time for that; whether it gave any."""
        when = self.tournament.settings.format.when
        if when == When.ONCE or (when == When.BETWEEN and busy) or is_over(connection, self.tournament):
            return False
        if when == When.BETWEEN:
            failed = ids_of(connection, self.tournament, None, [State.FAILED])
            return not failed and schedule(connection, self.tournament, tell_aside=self._tell_aside) > 0
        self._history = self._history or history_of(connection, self.tournament)
        return schedule(connection, self.tournament, self._history) > 0

    def _tell_aside(self, name: str) -> None:
        self.tell(Event("aside", 0, name))

    def _job(self, match: MatchRow) -> Job:
        champions = [self._entrants[player.entrant or 0].champion for player in match.players]
        return job_for(str(match.id), self.game, match.seed, champions, match.board, self.tournament.settings.terms)

    # Filing

    def _file(self, outcome: JobResult | Lost) -> None:
        id_ = int(outcome.key)
        if isinstance(outcome, JobResult) and not outcome.void:
            self._failures = 0
            set_aside = file_result(self.store, self.tournament, id_, outcome)
            self._under_way.discard(id_)
            if set_aside is not None:
                self.tell(Event("done", id_))
            for name in set_aside or []:
                self.tell(Event("aside", id_, name))
            return
        if isinstance(outcome, JobResult) and outcome.unfit:
            raise ExecutorError(f"this machine cannot play it: {outcome.void}")
        why = outcome.why if isinstance(outcome, Lost) else outcome.void
        state = put_back(self.store, self.tournament, id_, why)
        self._under_way.discard(id_)
        self.tell(Event("failed" if state == State.FAILED else "retried", id_, why))
        self._require_health(state, why)

    def _require_health(self, state: State, why: str) -> None:
        """Stop where the engine fails in match after match: the others wait until somebody has had a look."""
        self._failures += state == State.FAILED
        if self._failures >= FAILURES_MOST:
            raise ExecutorError(
                f"the engine failed in {self._failures} matches in a row ({cause(why):.300}); they count for nobody, "
                "and the others wait"
            )

    def _end(self) -> bool:
        """Nothing is left to play: mark the tournament as over, unless the engine failed in some matches, or more may
        come (a ladder without an end, in which too few stand)."""
        format_, settings = self.tournament.settings.format, self.tournament.settings
        if format_.when == When.ALWAYS and format_.total(len(self._entrants), settings.seats) is None:
            return True
        with changing(self.store, self.tournament) as connection:
            if format_.when != When.BETWEEN:
                for name in set_failing_aside(connection, self.tournament):
                    self._tell_aside(name)
            states = counts(connection, self.tournament.id)
            if states[State.FAILED] == 0 and states[State.WAITING] == 0:
                connection.execute(
                    update(tournaments)
                    .where(tournaments.c.id == self.tournament.id, tournaments.c.stage == str(Stage.OPEN))
                    .values(stage=str(Stage.DONE), ended=time.time())
                )
        return True

    def _pulse(self, check_lock: LockCheck) -> None:
        """Every PULSE_S, check the lock and write to the store what each worker plays, for `status` and the page."""
        if time.time() - self._beat >= PULSE_S:
            check_lock()
            self._write_pulse([{"name": worker.name, "match": worker.job} for worker in self.executor.workers()])

    def _write_pulse(self, workers: list[dict[str, str | None]], running: bool = True) -> None:
        self._beat = time.time()
        runner = {"time": self._beat, "host": socket.gethostname(), "pid": os.getpid()}
        pulse = json.dumps(runner | {"running": running, "workers": workers})
        with changing(self.store, self.tournament) as connection:
            connection.execute(update(tournaments).where(tournaments.c.id == self.tournament.id).values(pulse=pulse))
