"""Machines that stand out are drained, reported, and their matches played again."""

from __future__ import annotations

import math
import time

import msgspec
import pytest
from sqlalchemy import func, select, update

from joute.arena.contest import log, versions, workers
from joute.arena.contest.config import ContestError
from joute.arena.contest.workers import Played, at_least, suspects
from joute.arena.jobs.job import JobResult
from joute.arena.store.schema import State, matches
from joute.arena.store.schema import workers as workers_table
from joute.arena.tournament.results import file_result
from joute.arena.tournament.schedule import history_of, schedule
from joute.match.verdict import Verdict

from .springs import begun, submitted, team


def test_the_chance_of_so_many_or_more_is_the_binomial_tail():
    exact = sum(math.comb(10, k) * 0.3**k * 0.7 ** (10 - k) for k in range(4, 11))
    assert at_least(4, 10, 0.3) == pytest.approx(exact)
    assert at_least(0, 10, 0.3) == pytest.approx(1.0)


def played(worker, count, failed=0, teams=(1, 2, 3), what="failed"):
    """So many matches of a machine, in the first of which something happened to the teams in turn."""
    nobody = frozenset()
    return [
        Played(number, 1, worker, 0.0, *((mine, nobody) if what == "failed" else (nobody, mine)))
        for number in range(count)
        for mine in [frozenset({teams[number % len(teams)]}) if number < failed else nobody]
    ]


def test_a_machine_stands_out_where_faults_are_far_more_frequent_than_elsewhere_for_several_teams():
    usual = played("a", 200, 4) + played("b", 200, 6)
    assert suspects(usual) == []
    (found,) = suspects(usual + played("c", 60, 20))
    assert (found.name, found.what, found.times, found.of, found.teams) == ("c", "failed", 20, 60, 3)
    assert found.others == round(11 / 402, 4)


@pytest.mark.parametrize(
    "more",
    [played("c", 60, 20, teams=(1, 2)), played("c", 10, 10), played("c", 60, 5)],
    ids=["two teams", "too few matches", "as chance has it"],
)
def test_what_may_be_the_fault_of_a_team_or_of_chance_is_no_suspicion(more):
    assert suspects(played("a", 200, 4) + played("b", 200, 6) + more) == []


def test_results_that_stand_out_are_seen_too():
    usual = played("a", 300, 90, what="upset")
    assert [one.what for one in suspects(usual + played("b", 80, 70, what="upset"))] == ["upset"]


def test_one_machine_alone_has_nobody_to_be_compared_with():
    assert suspects(played("a", 500, 400)) == []


@pytest.fixture
def suspicious(store, tmp_path):
    """A contest in which champions of all teams failed on the machine `bad` and nowhere else."""
    contest = begun(store, tmp_path)
    for name in "ABCD":
        version = submitted(store, contest, team(store, name), tmp_path, f"# {name}\n")
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    with store.writing() as connection:
        history = history_of(connection, contest.ladder)
        while history.legs < 90:
            schedule(connection, contest.ladder, history)
        ids = connection.execute(select(matches.c.id).order_by(matches.c.id)).scalars().all()
    fine, late = (Verdict.OK, ""), (Verdict.TIMED_OUT, "late")
    for id_ in ids:
        machine = ("bad", "good 0", "good 1")[id_ // 2 % 3]  # both seats of a leg
        result = JobResult(
            str(id_), (1, 0), (1, 2), "", (fine, late if machine == "bad" else fine), (0.0,) * 2, (0.0,) * 2
        )
        file_result(store, contest.ladder, id_, msgspec.structs.replace(result, worker=machine))
    return contest


def counted(store, state, worker=None):
    query = select(func.count()).where(matches.c.state == str(state))
    with store.reading() as connection:
        return connection.execute(query if worker is None else query.where(matches.c.worker == worker)).scalar_one()


def test_a_machine_that_stands_out_is_drained_and_its_matches_are_played_again_under_audit(store, suspicious):
    before = counted(store, State.DONE, "bad")
    assert [one.name for one in workers.audit(store, suspicious)] == ["bad"]
    assert counted(store, State.REPLACED, "bad") == before
    assert counted(store, State.DONE, "bad") == 0
    assert counted(store, State.WAITING) == before
    with store.reading() as connection:
        assert workers.drained_names(connection) == ["bad"]
        told = {one.what: one for one in log.entries(connection)}
        known = {one.name: one for one in workers.machines(connection)}
    assert told["drain"].subject == told["play again"].subject == "bad"
    assert told["drain"].details["of"] == before
    assert len(told["play again"].details["ranked"]) == before
    assert set(known) == {"bad", "good 0", "good 1"}
    assert known["bad"].drained is not None
    assert known["good 0"].faults == 0
    assert workers.audit(store, suspicious) == []


def test_an_organiser_drains_a_machine_and_lets_it_play_again(store, suspicious):
    with store.writing() as connection:
        workers._note_seen(connection, workers.recent(connection, time.time()))
        workers.drain(connection, "good 0", "olga", "its fan is loud")
        with pytest.raises(ContestError, match="no worker 'good 0' that plays"):
            workers.drain(connection, "good 0", "olga", "again")
        workers.let_play(connection, "good 0", "olga", "mended")
        assert workers.drained_names(connection) == []
        assert log.entries(connection, 1)[0].what == "let play"


def test_a_machine_that_plays_nothing_while_others_do_is_lost(store, suspicious):
    with store.writing() as connection:
        workers._note_seen(connection, workers.recent(connection, time.time()))
        old = time.time() - workers.LOST_S - 60
        connection.execute(update(workers_table).where(workers_table.c.name == "good 1").values(seen=old))
        assert [one.name for one in workers.machines(connection) if one.lost] == ["good 1"]
