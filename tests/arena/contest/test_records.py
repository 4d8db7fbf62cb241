"""Backups, exports and their proof, and what is dropped by age."""

from __future__ import annotations

import io
import tarfile
from dataclasses import dataclass

import msgspec
import pytest
from sqlalchemy import select, update

from joute.arena.contest import (
    backup,
    challenges,
    config,
    export,
    log,
    model,
    organising,
    prune,
    teams,
    tokens,
    versions,
)
from joute.arena.contest.config import ContestError
from joute.arena.contest.verify import verify
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.store import Store, StoreError
from joute.arena.store.check import check
from joute.arena.store.schema import State, TokenKind, matches, metadata, players
from joute.arena.store.schema import versions as versions_table
from joute.arena.tournament.model import packages_of
from joute.arena.tournament.runner import Runner
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.match.reading import read

from .springs import CONTEST, IDLE, PASSWORD, person, spring, submitted, team

TALKS = IDLE.replace("def jouer_tour():\n    pass", "def jouer_tour():\n    print('a secret of mine')")
TAG = "for organisers alone"
PLAYED = 6


@dataclass
class Spring:
    """A contest that two teams have played in."""

    plan: config.ContestPlan
    store: Store

    @property
    def contest(self):
        return model.load(self.store)

    def rows(self):
        return rows_of(self.store)


def rows_of(store):
    """All rows of a store, table by table."""
    with store.reading() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }


def play(store, contest, most):
    """Play so many matches of the ladder."""
    done = []
    with LocalExecutor(1, packages_of(store)) as executor:
        tell = lambda event: done.append(event) if event.kind == "done" else None  # noqa: E731
        Runner(store, contest.ladder, executor, tell).run(lambda: len(done) >= most)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "spring"


@pytest.fixture
def played(store, address, folder):
    text = CONTEST.replace('isolation = "process"', f'isolation = "process"\nstore = "{address}"')
    plan = spring(folder, text=text)
    (folder / "secrets").mkdir()
    (folder / "secrets" / "mail").write_text("hush")
    contest = model.begin(store, plan, "tests")
    ana = person(store)
    with store.writing() as connection:
        tokens.issue(connection, TokenKind.SESSION, ana.id)
    for name, source in (("Ana", TALKS), ("Ana B", IDLE)):
        version = submitted(store, contest, team(store, name), folder, source)
        with store.writing() as connection:
            versions.write_log(connection, version.id, "built\n")
            versions.judged(connection, contest, version, "")
    (folder / "champion.py").unlink()
    play(store, contest, PLAYED)
    return Spring(plan, store)


def finished(store):
    with store.reading() as connection:
        return connection.execute(
            select(matches).where(matches.c.state == str(State.DONE)).order_by(matches.c.id)
        ).all()


# Backups


def test_a_backup_made_while_others_write_is_the_contest_at_one_moment(played, folder, tmp_path):
    before, made = played.rows(), tmp_path / "night.tar"

    def meanwhile(copied):
        if copied == 1:
            person(played.store, "bob")

    count = backup.save(played.plan, made, meanwhile)
    assert count >= PLAYED
    assert made.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob(".night*")] == []
    new = tmp_path / "new"
    text = (folder / config.FILE).read_text()
    about = backup.restore(moved(made, text, tmp_path), new)
    assert (about.contest, about.engine) == ("Spring", msgspec.json.decode(b'"%s"' % about.engine.encode()))
    assert (new / "secrets" / "mail").read_text() == "hush"
    with Store.open(config.read(new).store, create=False) as back:
        assert rows_of(back) == before
        assert [finding for finding in check(back) if not finding.harmless] == []
        play(back, model.load(back), 1)
        assert len(finished(back)) == len(finished(played.store)) + 1
    assert len(played.rows()["accounts"]) == len(before["accounts"]) + 1


def moved(made, text, tmp_path):
    """The same backup, of a contest whose store is in its folder: the one it was made of is still there."""
    to = tmp_path / "moved.tar"
    with tarfile.open(made) as source, tarfile.open(to, "w") as target:
        for entry in source:
            data = source.extractfile(entry).read()
            if entry.name == f"folder/{config.FILE}":
                data = "\n".join(line for line in text.splitlines() if not line.startswith("store")).encode()
                entry.size = len(data)
            target.addfile(entry, io.BytesIO(data))
    return to


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_backup_fills_another_database(played, tmp_path, empty_database):
    made = tmp_path / "night.tar"
    backup.save(played.plan, made)
    text = f'name = "Spring"\ngame = "chartichaud"\nstore = "{empty_database}"\n'
    source = tmp_path / "text.tar"
    with tarfile.open(made) as old, tarfile.open(source, "w") as new:
        for entry in old:
            data = old.extractfile(entry).read()
            if entry.name == f"folder/{config.FILE}":
                data, entry.size = text.encode(), len(text)
            new.addfile(entry, io.BytesIO(data))
    backup.restore(source, tmp_path / "new")
    with Store.open(empty_database, create=False) as back:
        assert rows_of(back) == played.rows()
        person(back, "bob")  # its number follows those of the others
        play(back, model.load(back), 1)
        assert [finding for finding in check(back) if not finding.harmless] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("store/../../out", "which no backup has"),
        ("elsewhere", "which no backup has"),
        ("folder/a", "it has no folder"),
    ],
)
def test_what_is_no_backup_is_refused_and_leaves_nothing(tmp_path, name, told):
    path = tmp_path / "odd.tar"
    about = msgspec.json.encode(backup.About("Spring", 0.0, "1"))
    with tarfile.open(path, "w") as archive:
        for member, data in (("about.json", about), (name, b"x")):
            entry = tarfile.TarInfo(member)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    with pytest.raises(ContestError, match=told):
        backup.restore(path, tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("data", [b"", b"no archive", b"\0" * 2048])
def test_a_file_that_is_no_archive_is_refused(tmp_path, data):
    path = tmp_path / "odd.tar"
    path.write_bytes(data)
    with pytest.raises(ContestError, match="no whole backup"):
        backup.restore(path, tmp_path / "new")


def test_a_backup_is_not_restored_over_something(played, folder, tmp_path):
    made = tmp_path / "night.tar"
    backup.save(played.plan, made)
    with pytest.raises(ContestError, match="new or empty"):
        backup.restore(made, folder)
    with pytest.raises((ContestError, StoreError), match=r"new or empty|in use"):  # its store is still there
        backup.restore(made, tmp_path / "new")


# Exports


def test_an_export_is_checked_offline_and_tells_nothing_of_people(played, tmp_path):
    made = tmp_path / "export"
    with played.store.writing() as connection:
        organising.describe_team(connection, teams.by_id(connection, 1), "", [TAG], "olga")
    export.export(played.store, made)
    played.store.close()
    assert list(verify(made)) == []
    data = b"".join(path.read_bytes() for path in made.rglob("*") if path.is_file())
    with played.store.reading() as connection:
        hashes = [row.password for row in connection.execute(select(metadata.tables["accounts"]))]
    for secret in (PASSWORD, hashes[0], "hush", TAG):
        assert secret.encode() not in data
    assert "THE CONTEST IS NOT OVER" in (made / export.README).read_text()
    assert (made / export.TABLE).read_text().startswith("rank,name,house,version,points,low,high,games,aside\n1,")


def changed_result(store):
    """Another wins, or one of those who drew."""
    mine = players.c.match_id == finished(store)[0].id
    with store.writing() as connection:
        drew = len(set(connection.execute(select(players.c.rank).where(mine)).scalars())) == 1
        connection.execute(update(players).where(mine).values(rank=players.c.seat + 1 if drew else 3 - players.c.rank))


def changed_seed(store):
    with store.writing() as connection:
        connection.execute(update(matches).where(matches.c.id == finished(store)[0].id).values(seed="1"))


def changed_log(store):
    with store.writing() as connection:
        connection.execute(update(metadata.tables["actions"]).values(why="nothing"))


def changed_replay(store):
    store.replays.path(finished(store)[0].replay).write_bytes(b"")


def changed_package(store):
    path = next((store.folder / "packages").glob("*.tar.gz"))
    path.write_bytes(path.read_bytes()[:-20])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (changed_result, "its replay has another seed or result"),
        (changed_seed, "its seed is 1, but leg"),
        (changed_log, "audit log: row 1 was changed"),
        (changed_replay, "damaged"),
        (changed_package, "is damaged"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_what_was_changed_in_an_export_is_noticed(played, tmp_path, change, told):
    made = tmp_path / "export"
    export.export(played.store, made)
    with Store.open(made / export.STORE) as copy:
        change(copy)
    assert any(told in sentence for sentence in verify(made))


def test_sources_are_a_folder_a_team(played, tmp_path):
    assert export.sources(played.store, tmp_path / "sources", every=False) == 2
    found = {str(path.relative_to(tmp_path / "sources")) for path in (tmp_path / "sources").rglob("*.py")}
    assert found == {"0001-Ana/champion.py", "0002-Ana_B/champion.py"}
    assert export.sources(played.store, tmp_path / "every", every=True) == 2
    assert (tmp_path / "every" / "0001-Ana-v1" / "champion.py").read_text() == TALKS


# Pruning


def test_old_notes_and_challenges_go_and_results_stay_provable(played, tmp_path):
    store, contest = played.store, played.contest
    with store.writing() as connection:
        ana = teams.all_teams(connection)[0]
        number = challenges.challenge(connection, contest, ana, versions.of_team(connection, ana)[0], "random")
    first = finished(store)
    kept = store.replays.put(store.replays.get(first[0].replay) + b"")
    with store.writing() as connection:
        done = {"state": str(State.DONE), "ended": 1.0, "replay": kept}
        connection.execute(update(matches).where(matches.c.id == number).values(done))
        connection.execute(update(players).where(players.c.match_id == number).values(rank=1))
        old = update(matches).where(matches.c.id != first[-1].id).values(ended=1.0)
        connection.execute(old.where(matches.c.tournament_id.is_not(None)))
        connection.execute(update(versions_table).values(judged=1.0))
        connection.execute(update(versions_table).where(versions_table.c.team_id == ana.id).values(entrant_id=None))
        teams.change(connection, ana, active_id=None)
    assert "a secret of mine" in printed(store, first[0])
    made = prune.prune(store, contest, days=1, actor="tests")
    assert (made.notes, made.replays, made.logs) == (len(first) - 1, 1, 1)
    assert made.bytes > 0
    ranked = [match for match in finished(store) if match.id != number]
    assert "a secret of mine" in printed(store, ranked[-1])
    assert [printed(store, match) for match in ranked[:-1]] == [""] * (len(first) - 1)
    with store.reading() as connection:
        assert connection.execute(select(matches.c.replay).where(matches.c.id == number)).scalar() is None
        assert [entry.what for entry in log.entries(connection, most=1)] == ["prune"]
    assert prune.prune(store, contest, days=1, actor="tests")[:3] == (0, 0, 0)
    assert [finding.what for finding in check(store)] == []
    export.export(store, tmp_path / "export")
    assert list(verify(tmp_path / "export")) == []


def printed(store, match):
    replay = read(store.replays.path(match.replay))
    return "".join(str(line.private) for line in replay.phases if line.private)


# Commands


def test_commands_save_export_check_and_thin_out(played, folder, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["contest", "backup", str(folder)]) == Exit.DONE
    (made,) = tmp_path.glob("spring-*.tar")
    assert f"joute contest restore {made.name} NEW_FOLDER" in capsys.readouterr().out
    assert main(["contest", "restore", made.name, str(folder)]) == Exit.USAGE
    assert "new or empty" in capsys.readouterr().err
    assert main(["contest", "export", str(folder), "-o", "out"]) == Exit.DONE
    assert main(["contest", "verify", "out"]) == Exit.DONE
    assert capsys.readouterr().out.endswith("all is as it should be\n")
    (tmp_path / "out" / export.TABLE).write_text("mine")
    assert main(["contest", "verify", "out"]) == Exit.MISMATCH
    assert main(["contest", "verify", str(folder)]) == Exit.USAGE
    assert main(["contest", "export", str(folder), "--every", "-o", "x"]) == Exit.USAGE
    assert main(["contest", "export", str(folder), "--sources", "-o", "sources"]) == Exit.DONE
    capsys.readouterr()
    assert main(["contest", "prune", str(folder), "--days", "0", "--json"]) == Exit.DONE
    assert msgspec.json.decode(capsys.readouterr().out)["notes"] >= 1
