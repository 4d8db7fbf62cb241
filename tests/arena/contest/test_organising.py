"""What organisers do: each act changes what it says, and is a row of the audit log with its reason."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from joute.arena.contest import accounts, finals, ladder, log, model, organising, personal, teams, versions
from joute.arena.contest.config import ContestError, Times
from joute.arena.contest.table import table
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.store.schema import State, announcements, matches
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.model import entrants_of, packages_of
from joute.arena.tournament.runner import Runner
from joute.core.text import Text

from .springs import IDLE, begun, person, submitted, team


def good(store, contest, of, folder, source=IDLE):
    version = submitted(store, contest, of, folder, source)
    with store.writing() as connection:
        versions.judged(connection, contest, version, "")
        return versions.by_id(connection, version.id)


def rows(store):
    with store.reading() as connection:
        return [(one.what, one.subject, one.why) for one in log.entries(connection)]


def retired(store, version):
    with store.reading() as connection:
        return ladder.entrant(connection, version.entrant_id).retired is not None


def test_rows_that_are_written_at_once_follow_each_other(store, tmp_path):
    begun(store, tmp_path)

    def write(number):
        with store.writing() as connection:
            log.note(connection, "joute", "count", str(number))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(20)))
    with store.reading() as connection:
        written = log.entries(connection)[::-1]
    assert {one.subject for one in written if one.what == "count"} == set(map(str, range(20)))
    assert log.broken(written) is None


def test_what_is_said_in_one_language_is_shown_in_both(store, tmp_path):
    begun(store, tmp_path)
    with store.writing() as connection:
        organising.announce(connection, Text(" Lunch! ", ""), "olga")
        with pytest.raises(ContestError, match="expected 1 to 4000 characters"):
            organising.announce(connection, Text("", " "), "olga")
    with store.reading() as connection:
        assert connection.execute(select(announcements.c.en, announcements.c.fr)).all() == [("Lunch!", "Lunch!")]


def test_a_team_that_is_set_aside_plays_no_more_until_it_is_let_back(store, tmp_path):
    contest = begun(store, tmp_path)
    version = good(store, contest, team(store, "Ana"), tmp_path)
    with store.writing() as connection:
        ana = teams.by_name(connection, "Ana")
        with pytest.raises(ContestError, match="give a reason"):
            organising.set_team_aside(connection, ana, "olga", "  ")
        organising.set_team_aside(connection, ana, "olga", "copied")
    assert retired(store, version)
    with store.reading() as connection:
        assert [(row.name, row.aside) for row in table(connection, contest)][-1] == ("Ana", "copied")
        assert finals.finalists(connection, contest) == []
        ana = teams.by_name(connection, "Ana")
    with store.writing() as connection:
        organising.let_team_back(connection, ana, "olga", "it was a mistake")
    assert not retired(store, version)
    assert rows(store)[:2] == [("let team back", "Ana", "it was a mistake"), ("set team aside", "Ana", "copied")]


def test_where_a_version_is_set_aside_the_last_good_one_before_it_goes_on(store, tmp_path):
    contest, ana = begun(store, tmp_path), team(store, "Ana")
    first, second = good(store, contest, ana, tmp_path), good(store, contest, ana, tmp_path, f"# 2\n{IDLE}")
    with store.writing() as connection:
        organising.set_version_aside(connection, contest, second, "olga", "it attacks the network")
    assert (retired(store, first), retired(store, second)) == (False, True)
    with store.reading() as connection:
        assert versions.active_of(connection, ana) == first.id
        again = versions.by_id(connection, second.id)
        assert (str(again.state), again.why) == ("failed", "it attacks the network")
    with store.writing() as connection:
        with pytest.raises(ContestError, match="version 2 does not play: it is failed"):
            organising.set_version_aside(connection, contest, again, "olga", "again")
        organising.set_version_aside(connection, contest, versions.by_id(connection, first.id), "olga", "too")
        assert versions.active_of(connection, ana) is None


def test_a_match_is_played_again_for_a_reason_and_counts_once(store, tmp_path):
    contest = begun(store, tmp_path)
    for name in ("Ana", "Bob"):
        good(store, contest, team(store, name), tmp_path, f"# {name}\n{IDLE}")

    def over():
        with store.reading() as connection:
            return connection.execute(select(matches.c.id).where(matches.c.state == "done").limit(1)).scalar()

    with LocalExecutor(1, packages_of(store)) as executor:
        Runner(store, contest.ladder, executor).run(lambda: over() is not None)
    done = over()
    assert organising.requeue(store, done, "olga", "a power cut") == 1
    assert rows(store)[0] == ("requeue", f"match {done} of ladder", "a power cut")
    with store.reading() as connection:
        state = connection.execute(select(matches.c.state).where(matches.c.id == done)).scalar_one()
    assert state == State.REPLACED
    with pytest.raises(ContestError, match="none of the ladder or of a final"):
        organising.requeue(store, 10**6, "olga", "why not")


def test_finalists_are_those_of_an_edited_list_in_its_order(store, tmp_path):
    contest = begun(store, tmp_path)
    for name in ("Ana", "Bob", "Cleo"):
        good(store, contest, team(store, name), tmp_path)
    with store.reading() as connection:
        chosen = finals.finalists(connection, contest, named=["Cleo", "Ana"])
        with pytest.raises(ContestError, match="no such team plays in the table"):
            finals.finalists(connection, contest, named=["Cleo", "Nobody"])
        with pytest.raises(ContestError, match="listed twice"):
            finals.finalists(connection, contest, named=["Cleo", "Cleo"])
    finals.begin_finals(store, contest, "Cup", RoundRobin(), chosen, "olga")
    with store.reading() as connection:
        (final,) = finals.to_play(connection, contest)
        assert [one.name for one in entrants_of(connection, final)] == ["Cleo", "Ana"]


def test_who_is_disabled_signs_in_no_more(store, tmp_path):
    begun(store, tmp_path)
    ana = person(store)
    with store.writing() as connection:
        organising.disable(connection, ana, "olga", "shared the password")
    with store.writing() as connection:
        organising.enable(connection, ana, "olga", "talked to them")
    assert [row[0] for row in rows(store)[:2]] == ["enable", "disable"]


def test_ranked_play_ends_for_good_once_it_is_closed_and_nothing_opens_it_again(store, tmp_path):
    contest = begun(store, tmp_path)
    with pytest.raises(ContestError, match="ranked play is open"):
        organising.end_ranked_play(store, contest, "olga", "over")
    past = Times(ranked_closes=datetime.now(UTC) - timedelta(seconds=1))
    with store.writing() as connection:
        model.set_times(connection, contest, past, "olga", "over")
    organising.end_ranked_play(store, model.load(store), "olga", "over")
    assert model.load(store).ladder.revealed
    good(store, contest, team(store, "Late"), tmp_path)
    assert model.load(store).ladder.revealed
    assert rows(store)[1] == ("end ranked play", "Spring", "over")


def test_personal_data_are_erased_by_themselves_when_they_were_kept_as_long_as_was_said(store, tmp_path):
    contest = begun(store, tmp_path)
    ana, end = person(store), datetime(2026, 1, 1, tzinfo=UTC)
    with store.writing() as connection:
        model.set_times(connection, contest, Times(opens=end), "olga", "set")
        assert personal.due(model.current(connection)) is None
        model.set_times(connection, contest, Times(submissions_close=end), "olga", "set")
        contest = model.current(connection)
        due = end.timestamp() + 365 * 86_400
        assert personal.due(contest) == due
        assert personal.expire(connection, contest, due - 1) == 0
        assert personal.expire(connection, contest, due) == 1
        assert personal.expire(connection, contest, due) == 0
        assert (accounts.by_id(connection, ana.id).login, accounts.by_id(connection, ana.id).name) == ("erased-1", "-")


def test_a_version_that_was_set_aside_plays_again_once_it_is_judged_again(store, tmp_path):
    contest = begun(store, tmp_path)
    version = submitted(store, contest, team(store), tmp_path)
    with store.writing() as connection:
        assert versions.judged(connection, contest, version, "")
        entrant = versions.by_id(connection, version.id).entrant_id
        organising.set_version_aside(connection, contest, versions.by_id(connection, version.id), "olga", "a mistake")
        versions.judge_again(connection, versions.by_id(connection, version.id), "olga", "it was one of ours")
        assert versions.judged(connection, contest, versions.by_id(connection, version.id), "")
        assert versions.by_id(connection, version.id).entrant_id == entrant
        assert ladder.entrant(connection, entrant).retired is None
