"""Versions: received, judged, active; and how they enter the ladder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from joute.arena.contest import ladder, log, model, versions
from joute.arena.contest.config import ContestError, Quotas, Times
from joute.arena.contest.teams import by_id as team_by_id
from joute.arena.ratings import START
from joute.arena.store.schema import Judgement
from joute.arena.tournament.model import entrants_of

from .springs import begun, submitted, team


def judge(store, contest, version, why=""):
    with store.writing() as connection:
        return versions.judged(connection, contest, version, why)


def again(store, id_):
    with store.reading() as connection:
        return versions.by_id(connection, id_)


def active(store, portes):
    with store.reading() as connection:
        return team_by_id(connection, portes.id).active_id


def seated(store, contest):
    with store.reading() as connection:
        return [one.name for one in entrants_of(connection, contest.ladder) if one.retired is None]


def test_a_good_version_plays_and_the_one_before_it_retires(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    first = submitted(store, contest, portes, tmp_path)
    assert judge(store, contest, first)
    assert seated(store, contest) == ["idle", "random", "Les Portes v1"]
    second = submitted(store, contest, portes, tmp_path)
    assert judge(store, contest, second)
    assert active(store, portes) == second.id
    assert seated(store, contest) == ["idle", "random", "Les Portes v2"]


def test_a_version_that_failed_never_plays_and_the_last_good_one_goes_on(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    good = submitted(store, contest, portes, tmp_path)
    judge(store, contest, good)
    bad = submitted(store, contest, portes, tmp_path)
    assert not judge(store, contest, bad, "SyntaxError")
    assert again(store, bad.id).state == Judgement.FAILED
    assert again(store, bad.id).why == "SyntaxError"
    assert active(store, portes) == good.id
    with pytest.raises(ContestError, match="version 2 cannot play: SyntaxError"), store.writing() as connection:
        versions.activate(connection, contest, again(store, bad.id), "ana", "")


def test_a_new_version_starts_from_what_is_known_of_the_old_one_with_more_doubt(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    judge(store, contest, submitted(store, contest, portes, tmp_path))
    with store.writing() as connection:
        (old,) = [one for one in entrants_of(connection, contest.ladder) if one.name == "Les Portes v1"]
        assert (old.mu, old.sigma) == START
        ladder._set(connection, ladder.entrants.c.id == old.id, mu=31.0, sigma=1.5)
    judge(store, contest, submitted(store, contest, portes, tmp_path))
    with store.reading() as connection:
        (new,) = [one for one in entrants_of(connection, contest.ladder) if one.name == "Les Portes v2"]
    assert (new.mu, new.sigma, new.start_mu, new.start_sigma) == (31.0, 3.5, 31.0, 3.5)


def test_rolling_back_seats_the_older_one_again_and_is_logged(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    first, second = (submitted(store, contest, portes, tmp_path) for _ in range(2))
    for version in (first, second):
        judge(store, contest, version)
    with store.writing() as connection:
        versions.activate(connection, contest, versions.by_id(connection, first.id), "ana", "the new one loops")
        last = log.entries(connection, 1)[0]
    assert seated(store, contest) == ["idle", "random", "Les Portes v1"]
    assert (last.actor, last.what, last.subject, last.why) == ("ana", "activate", "Les Portes v1", "the new one loops")
    assert last.details == {"team": "Les Portes", "before": 2, "after": 1}


def test_one_judged_after_a_newer_one_does_not_take_its_place(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    first, second = (submitted(store, contest, portes, tmp_path) for _ in range(2))
    assert judge(store, contest, second)
    assert not judge(store, contest, first)
    assert active(store, portes) == second.id
    assert seated(store, contest) == ["idle", "random", "Les Portes v2"]


def test_the_deadline_takes_what_was_received_before_it_even_if_judged_later(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    before = submitted(store, contest, portes, tmp_path)
    deadline = datetime.fromtimestamp(before.received, UTC) + timedelta(milliseconds=1)
    with store.writing() as connection:
        model.set_times(connection, contest, Times(submissions_close=deadline), "olga", "as announced")
    late = submitted(store, contest, portes, tmp_path)
    closed = model.load(store)
    assert not closed.allowed().submissions
    assert not judge(store, closed, late)
    assert judge(store, closed, before)
    assert seated(store, contest) == ["idle", "random", "Les Portes v1"]
    with store.reading() as connection:
        assert versions.last_before(connection, portes, deadline.timestamp()) == again(store, before.id)


def test_a_quota_is_told_with_the_time_to_wait(store, tmp_path):
    text = 'name = "S"\ngame = "chartichaud"\n[quotas]\nsubmissions_an_hour = 2\n'
    contest, portes = begun(store, tmp_path, text=text), team(store)
    for _ in range(2):
        submitted(store, contest, portes, tmp_path)
    with pytest.raises(ContestError, match="2 submissions within an hour, and 2 are allowed; the next one in 60 min"):
        submitted(store, contest, portes, tmp_path)


def test_a_team_that_submits_at_once_gets_no_more_than_its_quota(store, tmp_path):
    begun(store, tmp_path)
    portes, quotas = team(store), Quotas(submissions_an_hour=3)

    def submit(number):
        with store.writing() as connection, suppress(ContestError):
            return versions.receive(connection, portes, None, f"{number:032x}", 10, "python", quotas).number

    with ThreadPoolExecutor(4) as pool:
        received = list(pool.map(submit, range(8)))
    assert sorted(number for number in received if number) == [1, 2, 3]


def test_a_version_that_is_too_large_is_refused(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    with pytest.raises(ContestError, match="9765 kB; a version has at most 8192 kB"), store.writing() as connection:
        versions.receive(connection, portes, None, "ab", 10_000_000, "python", contest.settings.quotas)


def test_what_was_being_judged_when_the_server_died_is_judged_again(store, tmp_path):
    contest, portes = begun(store, tmp_path), team(store)
    first = submitted(store, contest, portes, tmp_path)
    with store.writing() as connection:
        assert versions.next_to_judge(connection, contest.settings.quotas) is not None
    with store.writing() as connection:
        assert versions.next_to_judge(connection, contest.settings.quotas) is None
        assert versions.recover(connection) == 1
        taken = versions.next_to_judge(connection, contest.settings.quotas)
    assert taken is not None
    assert (taken.id, taken.state) == (first.id, Judgement.JUDGING)


def test_house_champions_stand_where_they_are(store, tmp_path):
    contest = begun(store, tmp_path)
    with store.reading() as connection:
        house = {one.name: one for one in entrants_of(connection, contest.ladder)}
    assert all(one.pinned for one in house.values())
    assert house["random"].mu > house["idle"].mu
    assert all(one.mu == one.start_mu and one.sigma < START.sigma for one in house.values())


def test_a_contest_is_begun_once_and_gone_on_with(store, tmp_path):
    first = begun(store, tmp_path)
    assert begun(store, tmp_path).created == first.created
    with pytest.raises(ContestError, match="has the contest 'Spring', not 'Autumn'"):
        begun(store, tmp_path, text='name = "Autumn"\ngame = "chartichaud"\n')


def test_the_log_notices_a_row_that_was_changed(store, tmp_path):
    begun(store, tmp_path)
    with store.writing() as connection:
        for number in range(3):
            log.note(connection, "olga", "test", str(number))
        rows = log.entries(connection)[::-1]
        assert log.broken(rows) is None
        connection.execute(log.actions.update().where(log.actions.c.id == rows[1].id).values(why="none"))
        assert log.broken(log.entries(connection)[::-1]) == rows[1].id
        connection.execute(log.actions.delete().where(log.actions.c.id == rows[1].id))
        assert log.broken(log.entries(connection)[::-1]) == rows[2].id
