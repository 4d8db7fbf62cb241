"""Finals are released round by round, the table may be frozen, and nothing else tells of what is held back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import fmean

import msgspec
import pytest
from sqlalchemy import select, update

from joute.arena.contest import finals, model, public, teams, versions
from joute.arena.contest.config import ContestError, Times
from joute.arena.contest.table import table
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.job import JobResult
from joute.arena.store.schema import entrants, matches
from joute.arena.tournament import airing
from joute.arena.tournament.chart import chart
from joute.arena.tournament.formats.elimination import Elimination
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.model import find, packages_of
from joute.arena.tournament.results import file_result
from joute.arena.tournament.runner import Runner
from joute.arena.tournament.schedule import history_of, schedule
from joute.arena.tournament.standings import final as final_table
from joute.arena.tournament.status import board, meetings, summaries
from joute.arena.tournament.viewer import Numbers
from joute.match.verdict import Verdict

from .springs import begun, submitted, team

NAMES = ("A", "B", "C", "D")


@pytest.fixture
def four(store, tmp_path):
    """A contest with four teams, each with a good version."""
    contest = begun(store, tmp_path)
    for name in NAMES:
        version = submitted(store, contest, team(store, name), tmp_path)
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    return contest


def chosen(store, contest, **which):
    with store.reading() as connection:
        return finals.finalists(connection, contest, **which)


def cup(store, contest, kind=None):
    kind = Elimination() if kind is None else kind
    return finals.begin_finals(store, contest, "Cup", kind, chosen(store, contest), "olga")


def play(store, tournament):
    with LocalExecutor(1, packages_of(store)) as executor:
        assert Runner(store, tournament, executor).run()


def release(store):
    with store.writing() as connection:
        return finals.release(connection, "Cup", "olga")


def everything_public(store, contest):
    """All that the public is told of the final, in one text."""
    viewer = public.viewer(contest)
    seen = board(store, "Cup", viewer), meetings(store, "Cup", viewer=viewer), chart(store, "Cup", viewer)
    return seen, msgspec.json.encode([seen, summaries(store, viewer)]).decode()


def test_what_is_not_released_is_told_nowhere(store, four):
    held = cup(store, four)
    (before, listed, drawn), text = everything_public(store, four)
    play(store, held)
    assert everything_public(store, four)[1] == text
    assert listed == []
    assert set(before.summary.matches.values()) == {0}
    assert (before.summary.stage, before.summary.ended, before.summary.secret) == ("open", None, None)
    assert {(one.games, one.points) for one in before.standings} == {(0, 0.0)}
    assert all(tie.winner is None for line in drawn.bracket for tie in line)
    assert [one.name for one in summaries(store, public.viewer(four))] == ["Cup"]


def test_a_round_is_released_with_what_follows_from_it_and_no_more(store, four):
    held = cup(store, four)
    with pytest.raises(ContestError, match="round 1 of 'Cup' is not over"):
        release(store)
    play(store, held)
    assert release(store) == 1
    (shown, listed, drawn), _ = everything_public(store, four)
    assert {one.round for one in listed} == {0}
    assert sum(one.games for one in shown.standings) == 2 * len(listed)
    assert shown.summary.matches["done"] == len(listed)
    assert all(tie.winner is not None for tie in drawn.bracket[0])
    assert [tie.winner for tie in drawn.bracket[1]] == [None]
    assert shown.summary.secret is None
    skills = {one.name: one.skill for one in shown.standings}
    aired = airing.on_air(store, 100)
    assert {one.match.id for one in aired} == {public.numbers(four).real(one.id) for one in listed}
    for one in aired:  # what television shows first
        assert one.skill == pytest.approx(fmean(skills[player.name] for player in one.match.players), abs=0.01)
    assert release(store) is None
    (shown, _, drawn), _ = everything_public(store, four)
    assert drawn.bracket[1][0].winner is not None
    assert shown.summary.secret == held.secret
    with pytest.raises(ContestError, match="public already"):
        release(store)
    with store.reading() as connection:
        whole = final_table(connection, find(connection, "Cup"))
    assert sum(one.games for one in shown.standings) == sum(line.games for line in whole.lines)


def test_a_round_robin_is_released_by_rounds_too(store, four):
    held = cup(store, four, RoundRobin(legs=2))
    assert everything_public(store, four)[0][1] == []
    play(store, held)
    released = []
    while (rounds := release(store)) is not None:
        released.append((rounds, {one.round for one in everything_public(store, four)[0][1]}))
    assert [rounds for rounds, _ in released] == list(range(1, len(released) + 1))
    assert all(seen <= set(range(rounds)) for rounds, seen in released)


def test_public_numbers_tell_neither_order_nor_how_many(store, four):
    numbers = public.numbers(four)
    shown = [numbers.public(id_) for id_ in range(1, 500)]
    assert [numbers.real(number) for number in shown] == list(range(1, 500))
    assert len(set(shown)) == 499
    assert max(shown) < 2**48
    assert shown != sorted(shown)
    assert min(shown) > 500
    assert Numbers("another").public(1) != shown[0]
    assert Numbers().public(7) == Numbers().real(7) == 7


def test_finalists_come_in_the_order_of_the_table_by_number_or_by_tag(store, four):
    with store.writing() as connection:
        tagged = teams.by_name(connection, "C")
        teams.set_tags(connection, tagged, ["school"])
        connection.execute(update(entrants).where(entrants.c.name == "D v1").values(mu=40.0))
    assert chosen(store, four)[0].team.name == "D"
    assert len(chosen(store, four, top=2)) == 2
    assert [one.team.name for one in chosen(store, four, tag="school")] == ["C"]


def test_finals_wait_for_what_was_received_in_time(store, four, tmp_path):
    late = submitted(store, four, chosen(store, four)[0].team, tmp_path)
    with pytest.raises(ContestError, match="1 version received in time is still to be judged"):
        cup(store, four)
    deadline = datetime.fromtimestamp(late.received, UTC) - timedelta(milliseconds=1)
    with store.writing() as connection:
        model.set_times(connection, four, Times(submissions_close=deadline), "olga", "")
    assert len(chosen(store, model.load(store))) == 4


def test_finals_are_played_on_the_versions_with_which_they_began(store, four, tmp_path):
    cup(store, four)
    team_a = chosen(store, four)[0].team
    newer = submitted(store, four, team_a, tmp_path, "import math\n" + "def jouer_tour():\n    pass\n")
    with store.writing() as connection:
        versions.judged(connection, four, newer, "")
        seated = board(store, "Cup").standings
        assert {one.name for one in seated} == set(NAMES)
        digests = connection.execute(
            select(entrants.c.digest).where(entrants.c.tournament_id == find(connection, "Cup").id)
        ).scalars()
        assert newer.digest not in list(digests)


def won(store, contest, count=2):
    """Play so many matches of the ladder in which the first seat wins."""
    with store.writing() as connection:
        while schedule(connection, contest.ladder, history_of(connection, contest.ladder)) < 1:
            pass
        ids = connection.execute(select(matches.c.id).where(matches.c.state == "waiting").limit(count)).scalars().all()
    ok = ((Verdict.OK, ""),) * 2
    for id_ in ids:
        file_result(store, contest.ladder, id_, JobResult(str(id_), (1, 0), (1, 2), "", ok, (0.0,) * 2, (0.0,) * 2))


def test_the_public_table_stays_as_it_was_when_it_froze(store, four, tmp_path):
    won(store, four)
    with store.reading() as connection:
        before = table(connection, four)
        last = max(connection.execute(select(matches.c.ended).where(matches.c.ended.is_not(None))).scalars())
    moment = datetime.fromtimestamp(last, UTC) + timedelta(milliseconds=1)
    with store.writing() as connection:
        model.set_times(connection, four, Times(table_freezes=moment), "olga", "")
    frozen = model.load(store)
    won(store, frozen)
    newer = submitted(store, frozen, chosen(store, frozen)[0].team, tmp_path, "import math\n")
    with store.writing() as connection:
        versions.judged(connection, frozen, newer, "")
        then = frozen.allowed(moment.timestamp() + 3600).frozen_at
        assert [row for row in table(connection, frozen, then) if row.games] == [row for row in before if row.games]
        assert table(connection, frozen) != before
