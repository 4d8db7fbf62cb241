"""Locks of a store, and those who wait."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest
from sqlalchemy import text

from joute.arena.store import Store, StoreBusy, StoreError
from joute.arena.store.matches import recent

from .test_store import MATCH, filed


def test_a_lock_is_held_by_one_program(store):
    with store.lock("x"), pytest.raises(StoreError, match="already at work on 'x'"), store.lock("x", wait=False):
        pass
    with store.lock("x", wait=False):
        pass


HOLDER = """
import sys
from joute.arena.store import Store
with Store.open(sys.argv[1]) as store, store.lock("x", wait=False):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_lock_holds_for_all_processes_and_a_kill_lets_go_of_it(request, tmp_path, kind):
    """With PostgreSQL on other machines too: they share the database, and here not even the folder."""
    here = str(tmp_path / "store") if kind == "sqlite" else request.getfixturevalue("empty_database")
    there = here if kind == "sqlite" else f"{here}-elsewhere"
    words = [sys.executable, "-c", HOLDER, there]
    with (
        Store.open(here) as store,
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
    ):
        assert process.stdout.read(5) == b"held\n"
        with pytest.raises(StoreBusy, match="another program is already at work on 'x'"), store.lock("x", wait=False):
            pass
        process.kill()
        process.wait()
        with store.lock("x", wait=False) as held:
            held()


def test_a_lock_that_the_server_has_let_go_of_is_told(empty_database):
    with Store.open(empty_database) as store, store.lock("x", wait=False) as held:
        with store.reading() as connection:
            connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
        with pytest.raises(StoreError, match="the database does not answer"):
            held()


def test_nobody_waits_for_ever_for_one_who_hangs(address, monkeypatch):
    from joute.arena.store import database as opening

    monkeypatch.setattr(opening, "BUSY_S", 0.1)
    monkeypatch.setitem(opening.SERVER, "lock_timeout", "100ms")
    with Store.open(address) as one, Store.open(address) as other:
        filed(one)
        change = text("UPDATE matches SET why = 'x'")
        with one.writing() as hanging:
            hanging.execute(change)
            with pytest.raises(StoreError, match="another program has kept the database busy"), other.writing() as late:
                late.execute(change)


def test_a_reader_sees_one_moment(store):
    filed(store)
    with store.reading() as connection:
        assert len(recent(connection)) == 1
        filed(store, msgspec.structs.replace(MATCH, key="web/2"))
        assert len(recent(connection)) == 1
    with store.reading() as connection:
        assert len(recent(connection)) == 2
