"""One at a time: who plays a tournament, and who changes it."""

from __future__ import annotations

import os
import re
import socket
import threading
from contextlib import ExitStack

import pytest
from sqlalchemy import text

from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.schema import State
from joute.arena.tournament import admin, runner
from joute.arena.tournament.config import TournamentError
from joute.arena.tournament.lock import playing
from joute.arena.tournament.model import packages_of
from joute.arena.tournament.runner import Runner

from .cups import Inline, begun, cup_file, field, played, states


def test_running_twice_at_once_is_refused(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    with playing(store, cup), pytest.raises(TournamentError, match="'cup' is being played already; stop that first"):
        played(store, cup)


def test_who_plays_it_already_is_told(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    told = []

    def change(job, done):
        if not told:
            with pytest.raises(TournamentError) as refused, playing(store, cup):
                pass
            told.append(str(refused.value))
        return done

    played(store, cup, change)
    assert f" by process {os.getpid()} on {socket.gethostname()};" in told[0]


def test_a_runner_whose_lock_is_lost_takes_it_again_and_loses_nothing(empty_database, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "PULSE_S", 0.0)
    events = []
    with Store.open(empty_database) as store:
        cup = begun(store, cup_file(tmp_path))

        def change(job, done):
            assert let_go(store) == 1
            return done

        executor = Inline(packages_of(store), change)
        assert Runner(store, cup, executor, events.append).run() is True
        assert sorted(int(job.key) for job in executor.played) == [1, 2, 3, 4, 5, 6]
        assert states(store, cup) == {State.DONE: 6}
    told = [event.text for event in events if event.kind == "outage"]
    away, back = told[::2], told[1::2]
    assert len(away) == len(back) == 5  # the sixth result is the last
    assert all(
        re.fullmatch(r".*: the database does not answer: .*; waiting until the database is back", t) for t in away
    )
    assert all(re.fullmatch(r"the database is back after \d+ s", text) for text in back)


def test_a_runner_that_finds_its_lock_taken_stops_and_leaves_all_to_the_other(empty_database, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "PULSE_S", 0.0)
    monkeypatch.setattr(runner, "RELEASE_S", 1.0)
    with Store.open(empty_database) as store, ExitStack() as other:
        cup = begun(store, cup_file(tmp_path))

        def change(job, done):
            assert let_go(store) == 1
            other.enter_context(playing(store, cup))
            return done

        with pytest.raises(TournamentError, match="'cup' is being played already"):
            played(store, cup, change)
        assert states(store, cup) == {State.DONE: 1, State.RUNNING: 3, State.WAITING: 2}
        other.close()
        assert len(played(store, cup).played) == 5


def let_go(store):
    """Have the server end who holds a lock, as if the connection had been cut; how many."""
    with store.reading() as connection:
        found = connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
        return len(found.all())


def test_results_and_actions_at_the_same_time_never_lose_a_count(empty_database, tmp_path, monkeypatch):
    from joute.arena.tournament import results

    with Store.open(empty_database) as store:
        cup = begun(store, cup_file(tmp_path))
        played(store, cup)
        admin.requeue_match(store, cup, 1)
        other = threading.Thread(target=admin.requeue_match, args=(store, cup, 2))
        real = results.updated

        def slow(*values):
            """Between reading a tally and writing it, let the other come as far as it can."""
            if not other.ident:
                other.start()
                while other.is_alive() and not waiting(store):
                    pass
            return real(*values)

        monkeypatch.setattr(results, "updated", slow)
        played(store, cup)
        other.join()
        played(store, cup)
        assert {entrant.games for entrant in field(store, cup).values()} == {4}
        assert check(store) == []


def waiting(store):
    """Whether a transaction waits for another."""
    with store.reading() as connection:
        return connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar()
