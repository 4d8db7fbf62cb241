"""The judge: versions are built and rehearsed in a process of their own, in the box."""

from __future__ import annotations

import shutil

import pytest
from sqlalchemy import update

from joute.arena.contest import accounts, judge, log, versions
from joute.arena.contest.accounts import NewAccount
from joute.arena.contest.judge import Judge
from joute.arena.contest.versions import receive
from joute.arena.store.schema import Judgement
from joute.arena.store.schema import versions as versions_table
from joute.arena.tournament.model import packages_of
from tests.champions.checks.test_own_constants import SUJET, folder

from .springs import IDLE, begun, submitted, team

BOXED = """
name = "Spring"
game = "portails"
preset = "finale"
[boards]
names = ["amas-30"]
[limits]
time_ms = 400
bank_ms = 200
[ladder]
house = ["idle", "random", "warden"]
"""
LOOPS = IDLE.replace("def jouer_tour():\n    pass", "def jouer_tour():\n    while True:\n        pass")
SAYS = IDLE.replace("def jouer_tour():\n    pass", 'def jouer_tour():\n    print("I move")')
HOSTILE = """
import os, socket

def partie_init():
    found = []
    for path in ("/etc/passwd", "/home", os.path.expanduser("~"), "/work"):
        try:
            found.append(os.listdir(path) if os.path.isdir(path) else open(path).read())
        except OSError:
            pass
    try:
        socket.socket()
        found.append("network")
    except OSError:
        pass
    print("found", found)
    os.kill(os.getppid(), 9)
    os.kill(1, 9)

def jouer_tour():
    os._exit(0)

def partie_fin():
    pass
"""


@pytest.fixture
def boxed(store, tmp_path):
    """A contest in the sandbox, with a team."""
    return begun(store, tmp_path, text=BOXED), team(store)


def judged(store, contest, version, say=print):
    """Judge what waits; the version, and its log."""
    assert Judge(store, ("idle", "random", "warden"), say).step(contest, lambda: False)
    with store.reading() as connection:
        after = versions.by_id(connection, version.id)
        return after, versions.log_of(connection, after)


def test_a_good_version_plays_and_its_log_says_how_it_was_rehearsed(store, tmp_path, boxed):
    contest, portes = boxed
    after, text = judged(store, contest, submitted(store, contest, portes, tmp_path, SAYS))
    assert (after.state, after.why) == (Judgement.GOOD, "")
    assert [line.split(",")[0].strip() for line in text.splitlines() if "against" in line] == [
        "against idle",
        "against random",
        "against warden",
    ]
    assert "turn 1: I move" in text
    assert text.rstrip().endswith("It is good.")
    assert after.judging_s > 0


def test_the_log_warns_of_a_folder_made_for_another_preset(store, tmp_path, boxed):
    contest, portes = boxed
    path = folder(tmp_path / "old", "python", SUJET)
    (path / "prologin.py").write_text(IDLE)
    digest = packages_of(store).add(path)
    with store.writing() as connection:
        version = receive(connection, portes, None, digest, 10, "python", contest.settings.quotas)
    after, text = judged(store, contest, version)
    assert after.state == Judgement.GOOD
    assert "\n  warning: its own api.py says TAILLE_TERRAIN 40, this match has 30 (and 11 more)\n" in text


def test_the_log_is_in_the_language_of_its_author(store, tmp_path, boxed):
    contest, portes = boxed
    with store.writing() as connection:
        ana = accounts.register(connection, NewAccount("ana", "Ana", language="fr"))
        path = tmp_path / "champion.py"
        path.write_text(IDLE)
        digest = packages_of(store).add(path)
        version = receive(connection, portes, ana.id, digest, 10, "python", contest.settings.quotas)
    assert judged(store, contest, version)[1].rstrip().endswith("Elle est bonne.")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def jouer_tour(:\n", "champion.py, line 1: this is not valid Python: invalid syntax"),
        (LOOPS, "turn 1, jouer_tour(): no answer after 400 ms"),
        (HOSTILE, ""),
    ],
    ids=["does not load", "loops", "hostile"],
)
def test_a_version_that_fails_is_told_why_without_the_paths_of_this_machine(store, tmp_path, boxed, source, why):
    contest, portes = boxed
    after, text = judged(store, contest, submitted(store, contest, portes, tmp_path, source))
    assert after.state == Judgement.FAILED
    assert why in after.why
    assert text.rstrip().endswith("It failed.")
    assert str(tmp_path) not in text + after.why
    assert "root:" not in text
    assert "network" not in text.replace("has no network", "")
    assert after.entrant_id is None


def test_one_that_does_not_build_shows_what_the_compiler_said(store, tmp_path, boxed):
    contest, portes = boxed
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.c").write_text("int jouer_tour(void) { return nothing; }\n")
    digest = packages_of(store).add(folder / "champion.c")
    with store.writing() as connection:
        version = receive(connection, portes, None, digest, 10, "c", contest.settings.quotas)
    after, text = judged(store, contest, version)
    assert after.state == Judgement.FAILED
    assert "nothing" in text
    assert str(tmp_path) not in text + after.why


def test_what_fails_through_our_own_fault_is_judged_again_and_then_an_organiser_is_told(store, tmp_path, boxed):
    contest, portes = boxed
    version = submitted(store, contest, portes, tmp_path)
    shutil.rmtree(packages_of(store).folder)
    told = []
    for _ in range(versions.FAILURES_MOST - 1):
        after, _text = judged(store, contest, version, told.append)
        assert (after.state, after.why) == (Judgement.RECEIVED, "")
    after, _text = judged(store, contest, version, told.append)
    assert (after.state, after.failures) == (Judgement.FAILED, versions.FAILURES_MOST)
    assert "through no fault of its own" in after.why
    with store.writing() as connection:
        assert log.entries(connection, 1)[0].what == "not judged"
        versions.judge_again(connection, after, "olga", "the disk was full")
        assert versions.next_to_judge(connection, contest.settings.quotas) is not None
    assert len(told) == versions.FAILURES_MOST


def test_a_team_that_has_used_up_its_time_waits_and_others_do_not(store, tmp_path, boxed):
    contest, portes = boxed
    first = submitted(store, contest, portes, tmp_path)
    judged(store, contest, first)
    with store.writing() as connection:
        spent = contest.settings.quotas.judging_s_an_hour
        connection.execute(update(versions_table).values(judging_s=spent))
    submitted(store, contest, portes, tmp_path)
    others = submitted(store, contest, team(store, "Others"), tmp_path)
    with store.writing() as connection:
        taken = versions.next_to_judge(connection, contest.settings.quotas)
        assert taken is not None
        assert taken.id == others.id
        assert versions.next_to_judge(connection, contest.settings.quotas) is None


def test_judging_that_is_stopped_waits_again(store, tmp_path, boxed):
    contest, portes = boxed
    version = submitted(store, contest, portes, tmp_path)
    assert Judge(store, ("idle",), print).step(contest, lambda: True)
    with store.reading() as connection:
        assert versions.by_id(connection, version.id).state == Judgement.RECEIVED


def test_judging_lasts_no_longer_than_its_clocks_allow(store, tmp_path, boxed, monkeypatch):
    contest, portes = boxed
    version = submitted(store, contest, portes, tmp_path)
    monkeypatch.setattr(judge, "_limit_s", lambda task: 0.0)
    told = []
    after, _ = judged(store, contest, version, told.append)
    assert after.state == Judgement.RECEIVED
    assert "it lasted longer than 0 s" in told[0]
