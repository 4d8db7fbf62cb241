"""A course: a roster, exercises that are played until they are clear, and a table of the students."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from joute.arena.contest import accounts, links, teams, versions
from joute.arena.contest.challenges import KIND
from joute.arena.contest.config import ContestError
from joute.arena.contest.course import import_roster, report, safe
from joute.arena.contest.exercises import PAIRS_MOST, Exercises, attempts
from joute.arena.contest.personal import kept_of
from joute.arena.store.matches import ResultRow, finish, of_kind
from joute.arena.store.schema import State, matches
from joute.arena.store.schema import versions as versions_table
from joute.cli.exits import Exit
from joute.cli.main import main

from .springs import CONTEST, IDLE, begun, submitted, team

SURE = '[[exercises]]\nname = "first"\nbeat = "random"\nconfidence = 0.95\n'
ROSTER = ["login,name,real_name,email,group,team\n", "ana,Ana,Ana A,a@b.c,B1,\n", "bob,Bob,,,B1,Les Deux\n"]


@pytest.fixture
def contest(store, tmp_path):
    return begun(store, tmp_path, text=CONTEST + SURE)


def enter(store, contest, lines):
    with store.writing() as connection:
        return import_roster(connection, contest, "".join(lines), "olga")


def good(store, contest, of, folder, source=IDLE):
    version = submitted(store, contest, of, folder, source)
    with store.writing() as connection:
        versions.judged(connection, contest, version, "")
    return version


def results(store, entrant, won):
    """File the results of all exercise matches that wait: the entrant wins them, loses them, or nobody does."""
    with store.reading() as connection:
        waiting = of_kind(connection, KIND, [State.WAITING])
    for match in waiting:
        mine = [player.entrant == entrant for player in match.players]
        ranks = {"won": [2 - own for own in mine], "lost": [1 + own for own in mine], "drawn": [1, 1]}[won]
        with store.writing() as connection:
            finish(connection, match.id, ResultRow([0, 0], ranks))
    return len(waiting)


def played(store, entrant, won):
    """Play an exercise to its end; in how many matches that was clear."""
    exercises, count = Exercises(store), 0
    while exercises.step():
        assert not exercises.step()  # a pair is under way
        count += results(store, entrant, won)
    return count


def the_attempt(store, contest, name):
    with store.reading() as connection:
        (one,) = attempts(connection, contest, teams.by_name(connection, name))
    return one


def test_students_of_a_roster_get_accounts_teams_groups_and_links(store, contest):
    entered = enter(store, contest, ROSTER)
    assert [(one.login, one.team) for one in entered] == [("ana", "Ana"), ("bob", "Les Deux")]
    with store.reading() as connection:
        ana = accounts.by_login(connection, "ana")
        assert kept_of(connection, ana)["account"]["real_name"] == "Ana A"
        assert [(one.name, one.group) for one in teams.all_teams(connection)] == [("Ana", "B1"), ("Les Deux", "B1")]
    again = enter(store, contest, [ROSTER[0], "ana,Ana,,,B2,Les Deux\n"])
    assert again[0].secret not in ("", entered[0].secret)
    with store.writing() as connection:
        accounts.set_password(connection, ana, "a password of her own")
        assert teams.team_of(connection, ana.id).name == "Les Deux"
        assert links.accounts is accounts
    assert enter(store, contest, ROSTER)[0].secret == ""


def test_a_roster_of_a_spreadsheet_may_have_semicolons(store, contest):
    (eve,) = enter(store, contest, ["login;team\r\n", "eve;One, Two\r\n"])
    assert (eve.login, eve.team) == ("eve", "One, Two")


def test_students_of_the_same_name_have_teams_of_their_own(store, contest):
    lines = ["login,name\n", "lea,Léa\n", "lea2,Lea\n"]
    assert [one.team for one in enter(store, contest, lines)] == ["Léa", "Lea lea2"]
    assert [one.team for one in enter(store, contest, lines)] == ["Léa", "Lea lea2"]


def test_links_for_this_machine_alone_are_told_as_such(store, tmp_path, capsys):
    begun(store, tmp_path, text=CONTEST)
    roster = tmp_path / "students.csv"
    roster.write_text("login\nana\n")
    assert main(["contest", "roster", str(tmp_path), str(roster)]) == Exit.DONE
    told = capsys.readouterr()
    assert "http://127.0.0.1:8000/contest/enter#" in told.out
    assert f'write url = "http://ADDRESS:8000" into {tmp_path / "contest.toml"}' in told.err


def test_a_roster_that_is_not_utf_8_is_refused_by_name(store, tmp_path, capsys):
    begun(store, tmp_path, text=CONTEST)
    roster = tmp_path / "students.csv"
    roster.write_bytes("login,name\nrené,René\n".encode("latin-1"))
    assert main(["contest", "roster", str(tmp_path), str(roster)]) == Exit.USAGE
    assert f"{roster}: this is not UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["name\n", "Ana\n"], "line 1: found no login"),
        (["login,shoe\n", "ana,38\n"], "line 1: found shoe"),
        ([*ROSTER, "!,X,,,,\n"], "line 4: login: found '!'"),
        ([*ROSTER, "eve,Eve,,,,The One, The Other\n"], "line 4: more cells than columns"),
        ([*ROSTER, "x" * 200_000], "line 4: field larger than field limit"),
        ([], "line 1: found no login"),
    ],
)
def test_a_roster_that_cannot_be_read_changes_nothing(store, contest, lines, said):
    with pytest.raises(ContestError) as refusal:
        enter(store, contest, lines)
    assert said in str(refusal.value)
    with store.reading() as connection:
        assert accounts.everybody(connection) == []


@pytest.mark.parametrize(("won", "answer"), [("won", "yes"), ("lost", "no")])
def test_an_exercise_is_played_in_pairs_until_it_is_clear(store, contest, tmp_path, won, answer):
    version = good(store, contest, team(store, "Ana"), tmp_path)
    with store.reading() as connection:
        entrant = versions.by_id(connection, version.id).entrant_id
    count = played(store, entrant, won)
    found = the_attempt(store, contest, "Ana")
    assert (found.answer, found.points, 2 * found.pairs) == (answer, float(won == "won"), count)
    assert found.pairs < PAIRS_MOST / 2
    with store.reading() as connection:
        played_ = connection.execute(select(matches.c.seed).where(matches.c.kind == KIND)).scalars().all()
    assert len(set(played_)) == found.pairs  # both of a pair have one seed


def test_an_exercise_that_never_is_clear_ends_open(store, contest, tmp_path):
    version = good(store, contest, team(store, "Ana"), tmp_path)
    with store.reading() as connection:
        entrant = versions.by_id(connection, version.id).entrant_id
    assert played(store, entrant, "drawn") == 2 * PAIRS_MOST
    assert the_attempt(store, contest, "Ana").answer == "open"


def test_the_last_good_version_received_before_the_deadline_counts(store, tmp_path):
    deadline = datetime.now(UTC) - timedelta(hours=1)
    contest = begun(store, tmp_path, text=f"{CONTEST}{SURE}deadline = {deadline.isoformat()}\n")
    ana = team(store, "Ana")
    early = good(store, contest, ana, tmp_path)
    with store.writing() as connection:
        before = deadline.timestamp() - 1
        connection.execute(update(versions_table).where(versions_table.c.id == early.id).values(received=before))
    good(store, contest, ana, tmp_path, f"# later\n{IDLE}")
    assert the_attempt(store, contest, "Ana").version == 1
    assert team(store, "Late")
    assert the_attempt(store, contest, "Late").answer == "no"


def test_a_name_that_looks_like_a_formula_is_none_in_a_spreadsheet():
    assert [safe(value) for value in ("=1+1", "Ana", 3, None)] == ["'=1+1", "Ana", 3, None]


def test_the_table_has_a_line_for_each_student(store, contest, tmp_path):
    enter(store, contest, ROSTER)
    with store.reading() as connection:
        ana = teams.by_name(connection, "Ana")
    good(store, contest, ana, tmp_path)
    bad = submitted(store, contest, ana, tmp_path, "x")
    with store.writing() as connection:
        versions.judged(connection, contest, bad, "it does not build")
        head, *rows = report(connection, contest)
    assert head[-6:] == [f"first: {name}" for name in ("version", "beaten", "points", "low", "high", "pairs")]
    assert rows[0][:7] == ["B1", "Ana", "ana", "Ana A", 2, 1, 1]
    assert rows[0][8:] == [0, 1, "open", 0.0, 0.0, 1.0, 0]
    assert rows[1][1:5] == ["Les Deux", "bob", "", 0]
    assert rows[1][8:] == [0, "", "no", 0.0, 0.0, 1.0, 0]
