"""The store: filing matches, versions, and what cannot be used."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError

from joute.arena.store import Store, StoreBroken, StoreError, StoreFull
from joute.arena.store.blobs import digest_of
from joute.arena.store.errors import explained
from joute.arena.store.matches import (
    MatchRow,
    PlayerRow,
    ResultRow,
    add,
    begin,
    by_id,
    find,
    finish,
    recent,
    remove,
    set_state,
    unfinished,
)
from joute.arena.store.schema import State, matches, metadata
from joute.arena.store.version import HEAD
from joute.cli.exits import Exit
from joute.cli.main import main

PLAYERS = (PlayerRow("Ana", "human", secret="ab" * 32), PlayerRow("random", "bundled", "cd" * 12))
MATCH = MatchRow("web/1", "web", "toy", "plain", {"rows": 3}, "2 2\n..\n..\n", 2**64 - 1, PLAYERS)
RESULT = ResultRow((7, -2), (1, 2), "gold", (("OK", ""), ("CRASHED", "a\0b")), (1.5, 2.5), (1.0, 2.0))


def filed(store: Store, match: MatchRow = MATCH) -> int:
    with store.writing() as connection:
        return add(connection, [match])[0]


def found(store: Store, key: str = "web/1") -> MatchRow:
    with store.reading() as connection:
        match = find(connection, key)
    assert match is not None
    return match


def test_a_match_is_filed_begun_and_finished(store):
    number = filed(store)
    kept = found(store)
    assert msgspec.structs.replace(kept, id=0, created=0.0) == MATCH
    with store.writing() as connection:
        begin(connection, [number])
    assert found(store).state == State.RUNNING
    replay = store.replays.put(b"replay")
    with store.writing() as connection:
        assert finish(connection, number, msgspec.structs.replace(RESULT, replay=replay)) is True
    kept = found(store)
    assert (kept.state, kept.reason, kept.replay) == (State.DONE, "gold", digest_of(b"replay"))
    assert [(player.score, player.rank, player.verdict, player.told) for player in kept.players] == [
        (7, 1, "OK", ""),
        (-2, 2, "CRASHED", "a�b"),
    ]
    assert [(player.wall_ms, player.cpu_ms) for player in kept.players] == [(1.5, 1.0), (2.5, 2.0)]
    assert store.replays.get(kept.replay) == b"replay"


def test_a_match_is_finished_once(store):
    number = filed(store)
    with store.writing() as connection:
        assert finish(connection, number, RESULT) is True
        assert finish(connection, number, ResultRow((0, 9), (2, 1))) is False
    assert [player.score for player in found(store).players] == [7, -2]


def test_a_key_is_used_once(store):
    filed(store)
    with pytest.raises(IntegrityError):
        filed(store)


def test_a_transaction_that_fails_leaves_nothing(store):
    with pytest.raises(IntegrityError), store.writing() as connection:
        add(connection, [MATCH, MATCH])
    with store.reading() as connection:
        assert find(connection, "web/1") is None


def test_recent_matches_are_given_page_by_page_newest_first(store):
    with store.writing() as connection:
        ids = add(connection, [msgspec.structs.replace(MATCH, key=f"web/{count}") for count in range(5)])
        add(connection, [msgspec.structs.replace(MATCH, key="other", kind="other")])
    with store.reading() as connection:
        page = recent(connection, "web", most=2)
        assert [match.id for match in page] == ids[:2:-1]
        assert [match.id for match in recent(connection, "web", most=2, before=page[-1].id)] == ids[2:0:-1]
        assert [match.id for match in by_id(connection, ids[1:3])] == ids[1:3]


def test_recent_matches_of_a_game(store):
    with store.writing() as connection:
        add(connection, [MATCH, msgspec.structs.replace(MATCH, key="web/2", game="other", owner="me")])
    with store.reading() as connection:
        assert [(match.key, match.owner) for match in recent(connection, game="other")] == [("web/2", "me")]


def test_a_match_can_be_forgotten(store):
    filed(store)
    with store.writing() as connection:
        assert remove(connection, "web/1") is True
        assert remove(connection, "web/1") is False
        assert recent(connection) == []


def test_matches_that_a_program_has_left_unfinished(store):
    first, second = filed(store), filed(store, msgspec.structs.replace(MATCH, key="web/2"))
    filed(store, msgspec.structs.replace(MATCH, key="other/1", kind="other"))
    with store.writing() as connection:
        assert [match.id for match in unfinished(connection, "web")] == [first, second]
        finish(connection, first, RESULT)
        assert [match.id for match in unfinished(connection, "web")] == [second]
        set_state(connection, [second], State.FAILED, "nothing is left of it")
        assert unfinished(connection, "web") == []


def test_two_writers_wait_for_each_other(store):
    def write(name: str) -> None:
        for count in range(10):
            filed(store, msgspec.structs.replace(MATCH, key=f"{name}/{count}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as connection:
        assert len(recent(connection)) == 20


def test_a_store_is_made_once_and_opened_again(address):
    with Store.open(address) as first:
        filed(first)
    with Store.open(address, create=False) as again:
        assert found(again).seed == 2**64 - 1


def test_the_migrations_make_the_tables_that_the_code_knows(store):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD


def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path, monkeypatch):
    from joute.arena.store import version

    real = version.target
    monkeypatch.setattr(version, "target", lambda: "0001")
    with Store.open(tmp_path / "store") as old, old.writing() as connection:
        connection.execute(text("INSERT INTO boards VALUES ('ab', 'kept')"))
        assert "owner" not in {row.name for row in connection.execute(text("PRAGMA table_info(matches)"))}
    monkeypatch.setattr(version, "target", real)
    with Store.open(tmp_path / "store") as new:
        assert filed(new) == 1
        with new.reading() as connection:
            assert connection.execute(text("SELECT text FROM boards WHERE digest = 'ab'")).scalar() == "kept"


def test_opening_a_store_that_is_up_to_date_does_not_load_alembic(tmp_path):
    Store.open(tmp_path / "store").close()
    code = "import sys; from joute.arena.store import Store; Store.open(sys.argv[1]); print('alembic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "store")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


# What cannot be used


def test_a_newer_store_is_refused_and_left_alone(address):
    with Store.open(address) as made, made.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"made by a newer version of joute \(its version is 9999"):
        Store.open(address)


def test_a_store_that_must_exist_is_not_made(tmp_path):
    with pytest.raises(StoreError, match=r"there is no store here$"):
        Store.open(tmp_path / "nowhere", create=False)
    with pytest.raises(StoreError, match=f"there is no store here: its folder {tmp_path}/nowhere is missing"):
        Store.open(f"postgresql://host/name?replays={tmp_path}/nowhere", create=False)
    assert not (tmp_path / "nowhere").exists()


def test_a_database_of_another_program_is_refused(address):
    with Store.open(address) as made, made.writing() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(StoreBroken, match="tables of another program"):
        Store.open(address)


def test_a_damaged_database_is_told(tmp_path):
    (tmp_path / "replays").mkdir()
    (tmp_path / "store.db").write_bytes(b"no database at all, but long enough to be read as one" * 100)
    with pytest.raises(StoreBroken, match="is damaged or is no store of joute"):
        Store.open(tmp_path)


def test_damage_that_is_no_text_is_told(tmp_path):
    """SQLite says what it cannot read in words of the file, which need be no text."""
    with Store.open(tmp_path) as store, store.writing() as connection:
        connection.execute(text("PRAGMA writable_schema = ON"))
        connection.execute(
            text("UPDATE sqlite_master SET sql = CAST(:sql AS TEXT) WHERE name = 'matches'"),
            {"sql": b"CREATE \xb3ABLE matches (id)"},
        )
    with pytest.raises(StoreBroken, match=r"is damaged or is no store of joute .*restore it from a copy"):
        Store.open(tmp_path)


def test_a_text_that_is_none_is_damage(tmp_path):
    with Store.open(tmp_path) as store:
        filed(store)
        with store.writing() as connection:
            connection.execute(text("UPDATE matches SET reason = CAST(:said AS TEXT)"), {"said": b"\xff"})
        with pytest.raises(StoreBroken, match=r"restore it from a copy"):
            found(store)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://host/name", "stores are kept in SQLite and PostgreSQL"),
        ("postgresql://joe:hidden@host/name", r"postgresql://joe:\*\*\*@host/name: where do the replays go\?"),
        ("x y://host/name:a:b@:z", "this is no address of a database"),
        ("postgresql://127.0.0.1:1/name?replays={}", "the database does not answer: connection"),
    ],
)
def test_an_address_that_is_wrong_is_told(tmp_path, address, message):
    with pytest.raises(StoreError, match=message):
        Store.open(address.format(tmp_path))


def test_a_store_that_is_shut_is_told_with_the_remedy():
    said = r"store.lock: Read-only file system; a store must be writable, even to be read: copy it"
    with pytest.raises(StoreError, match=said), explained("store"):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), "store.lock")


def test_a_reader_that_has_heard_enough_is_no_fault_of_the_store():
    with pytest.raises(BrokenPipeError), explained("store"):
        raise BrokenPipeError


def test_a_file_is_no_store(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="this is a file; a store is a folder"):
        Store.open(tmp_path / "file")


@pytest.fixture
def no_room(monkeypatch):
    """Files of more than a megabyte cannot be written, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_stops_a_replay_and_leaves_no_half_of_it(tmp_path, no_room):
    with Store.open(tmp_path / "store") as store:
        with pytest.raises(StoreFull, match="no room to write"):
            store.replays.put(os.urandom(2 << 20))
        assert list(store.replays.files()) == []


def test_a_full_disk_stops_a_transaction_and_keeps_those_before(tmp_path, no_room):
    with Store.open(tmp_path / "store") as store:
        filed(store)
        board = "x" * (2 << 20)
        with pytest.raises(StoreFull, match=r"no room to write.*all finished matches are safe"):
            filed(store, msgspec.structs.replace(MATCH, key="web/2", board=board))
    with Store.open(tmp_path / "store") as store, store.reading() as connection:
        assert [match.key for match in recent(connection)] == ["web/1"]


# Checking


@pytest.fixture
def sound(store):
    """A store with a finished match and its replay."""
    number = filed(store)
    replay = store.replays.put(b"replay")
    with store.writing() as connection:
        finish(connection, number, msgspec.structs.replace(RESULT, replay=replay))
    return store


def findings(store: Store) -> list[tuple[str, str]]:
    from joute.arena.store.check import check

    return [(finding.kind, finding.what) for finding in check(store)]


def replay_of(store: Store) -> Path:
    name = found(store).replay
    assert name is not None
    return store.replays.path(name)


def test_check_finds_nothing_in_a_sound_store(sound):
    assert findings(sound) == []


def test_check_finds_replays_that_are_missing_damaged_or_nobodys(sound):
    extra = sound.replays.path(sound.replays.put(b"nobody's"))
    part = extra.with_name("x.part")
    part.touch()
    replay_of(sound).write_bytes(b"other")
    assert sorted(findings(sound)) == [
        ("replay", "the replay of match 1 is damaged"),
        ("stray", "half a replay: a program died while it wrote this file"),
        ("stray", "no match refers to this file"),
    ]
    replay_of(sound).unlink()
    extra.unlink()
    part.unlink()
    assert findings(sound) == [("replay", "the replay of match 1 is missing")]


def test_mend_names_strays_and_removes_those_that_are_old(sound, address, capsys):
    kept = replay_of(sound)
    old, fresh, wanted = (sound.replays.path(sound.replays.put(data)) for data in (b"old", b"fresh", b"wanted"))
    part = old.with_name("x.part")
    part.touch()
    for path in (kept, old, wanted, part):
        os.utime(path, (1, 1))
    sound.replays.put(b"wanted")
    assert main(["store", "check", "--store", address, "--mend"]) == Exit.DONE
    told = capsys.readouterr().out
    later = "  left alone: younger than 10 minutes, it may belong to a match that is being filed\n"
    assert f"{old}: no match refers to this file\n  removed\n" in told
    assert f"{part}: half a replay: a program died while it wrote this file\n  removed\n" in told
    for path in (fresh, wanted):
        assert f"{path}: no match refers to this file\n{later}" in told
    assert told.endswith(
        ": all is well\n2 files that nothing needs are there, left by a program that was killed; remove what is old:  "
        "joute store check --mend\n"
    )
    assert [path.exists() for path in (kept, old, part, fresh, wanted)] == [True, False, False, True, True]
    for path in (fresh, wanted):
        os.utime(path, (1, 1))
    assert main(["store", "check", "--store", address, "--mend", "--json"]) == Exit.DONE
    assert [json.loads(line)["mended"] for line in capsys.readouterr().out.splitlines()] == ["removed"] * 2
    assert findings(sound) == []


def test_where_the_database_was_lost_no_replay_is_a_stray(sound, address, capsys):
    kept = replay_of(sound)
    os.utime(kept, (1, 1))
    with sound.writing() as connection:
        remove(connection, "web/1")
    assert main(["store", "check", "--store", address, "--mend"]) == Exit.MISMATCH
    assert "the database knows no match: it was lost, or belongs to another store\n" in capsys.readouterr().out
    assert kept.exists()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE players SET rank = NULL WHERE seat = 1", "it is done, but only 1 of 2 players have a rank"),
        ("UPDATE players SET rank = 2", "the ranks of its 2 players run from 2 to 2"),
        ("UPDATE players SET seat = 5 WHERE seat = 1", "it has 2 players, but their seats run from 0 to 5"),
        ("DELETE FROM players", "it has no players"),
        ("UPDATE matches SET state = 'waiting'", "it is waiting, but has a result"),
        ("UPDATE matches SET kind = 'tournament', replay = NULL", "it is done, but has no replay"),
    ],
)
def test_check_finds_rows_that_cannot_be(sound, change, what):
    with sound.writing() as connection:
        connection.execute(text(change))
    assert ("match", what) in findings(sound)


def test_check_finds_a_board_that_changed(sound):
    with sound.writing() as connection:
        connection.execute(text("UPDATE boards SET text = 'other'"))
    assert findings(sound) == [("board", "the hash of this board is not its name")]


def test_check_finds_damage_in_the_database_itself(tmp_path):
    with Store.open(tmp_path / "store") as store:
        filed(store)
    with sqlite3.connect(tmp_path / "store" / "store.db") as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("DELETE FROM matches")
    raw.close()
    with Store.open(tmp_path / "store") as store:
        kinds = {kind for kind, _ in findings(store)}
    assert kinds == {"database"}


def test_the_command_tells_what_is_wrong_and_what_to_do(tmp_path, capsys):
    folder = str(tmp_path / "store")
    with Store.open(folder) as store:
        number = filed(store)
        with store.writing() as connection:
            finish(connection, number, RESULT)
    assert main(["store", "check", "--store", folder]) == Exit.DONE
    assert capsys.readouterr().out == f"{folder}: all is well\n"
    with Store.open(folder) as store:
        store.replays.path(store.replays.put(b"left"))
    assert main(["store", "check", "--store", folder]) == Exit.DONE
    assert capsys.readouterr().out == (
        f"{folder}: all is well\none file that nothing needs is there, left by a program that was killed; "
        "remove what is old:  joute store check --mend\n"
    )
    store.replays.path(digest_of(b"left")).unlink()
    with Store.open(folder) as store, store.writing() as connection:
        connection.execute(update(matches).values(replay="ab" * 16))
    assert main(["store", "check", "--store", folder]) == Exit.MISMATCH
    assert capsys.readouterr().out == (
        f"{folder}/replays/ab/{'ab' * 16}.jsonl.gz: the replay of match 1 is missing\n"
        "  what to do: restore it from a copy, or leave it: no table counts this match\n"
        f"{folder}: 1 thing is wrong\n"
    )


def test_the_command_refuses_a_store_that_is_not_there(tmp_path, capsys):
    assert main(["store", "check", "--store", str(tmp_path / "none")]) == Exit.NOT_LOADED
    assert capsys.readouterr().err == f"joute: {tmp_path / 'none'}: there is no store here\n"
