"""The service: judges and plays what the store says; killed at any moment, it loses nothing and repeats nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest
from sqlalchemy import func, select

from joute.arena.contest import challenges, comparisons, finals, log, model, versions
from joute.arena.contest.config import ContestError, Times
from joute.arena.contest.service import READY
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.schema import Judgement, State, entrants, matches, ratings
from joute.arena.store.schema import versions as versions_table
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.model import find, packages_of

from .springs import CONTEST, IDLE, begun, submitted, team

TALKS = IDLE.replace("def jouer_tour():\n    pass", "def jouer_tour():\n    print('hello')")
KILLS = 6


@pytest.fixture
def text(address):
    """The contest with this store, and one worker."""
    kept = f'isolation = "process"\nstore = "{address}"'
    return CONTEST.replace('isolation = "process"', kept) + "[workers]\nlocal = 1\n"


@contextmanager
def serving(folder) -> Iterator[subprocess.Popen[str]]:
    """The service of a contest, as its server starts it."""
    words = [sys.executable, "-P", "-m", "joute.arena.contest.service", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == READY
        try:
            yield process
        finally:
            process.kill()


def until(process, done: Callable[[], bool]) -> None:
    """Wait until something is so; the service must live meanwhile."""
    while not done():
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
        assert process.poll() is None


def asked(store: Store, query):
    with store.reading() as connection:
        return connection.execute(query).scalar_one()


def played(store, kind, state=State.DONE):
    return asked(store, select(func.count()).where(matches.c.kind == kind, matches.c.state == str(state)))


def good(store):
    return asked(store, select(func.count()).where(versions_table.c.state == str(Judgement.GOOD)))


def test_it_judges_plays_the_ladder_and_what_teams_ask_for(store, tmp_path, text):
    contest = begun(store, tmp_path, text=text)
    ana, bob = team(store, "Ana"), team(store, "Bob")
    first = submitted(store, contest, ana, tmp_path)
    other = submitted(store, contest, ana, tmp_path, TALKS)
    submitted(store, contest, bob, tmp_path)
    with serving(tmp_path) as process:
        until(process, lambda: good(store) == 3)
        with store.writing() as connection:
            mine = versions.by_id(connection, other.id)
            for rival in ("Bob", "random"):
                challenges.challenge(connection, contest, ana, mine, rival)
            comparisons.compare(connection, contest, ana, versions.by_id(connection, first.id), mine)
        until(process, lambda: played(store, challenges.KIND) == 2)
        until(process, lambda: compared(store, ana).result.get("matches", 0) >= 4)
        until(process, lambda: rated(store, "Ana v2") >= 10)
        process.terminate()
        assert process.wait() == 0
    assert played(store, "tournament", State.RUNNING) == played(store, challenges.KIND, State.RUNNING) == 0
    assert asked(store, select(func.count()).where(matches.c.state == "done", matches.c.worker == "")) == 0
    unranked = select(matches.c.id).where(matches.c.kind == challenges.KIND)
    assert asked(store, select(func.count()).where(ratings.c.match_id.in_(unranked))) == 0
    assert [finding for finding in check(store) if not finding.harmless] == []


def test_a_comparison_that_was_stopped_goes_on_and_says_what_it_has_found(store, tmp_path, monkeypatch):
    monkeypatch.setattr(comparisons, "GAMES_MOST", 6)
    contest, ana = begun(store, tmp_path), team(store, "Ana")
    for source in (IDLE, TALKS):
        version = submitted(store, contest, ana, tmp_path, source)
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    with store.writing() as connection:
        comparisons.compare(connection, contest, ana, *versions.of_team(connection, ana)[::-1])
    stops = iter([False, False, True])
    with LocalExecutor(1, packages_of(store)) as executor:
        player = comparisons.Comparisons(store, contest, executor, print)
        assert player.step(lambda: next(stops, True))
        assert compared(store, ana).state == State.WAITING
        assert (store.folder / comparisons.FOLDER / "1").is_dir()
        assert player.step(lambda: False)
        assert not player.step(lambda: False)
    found = compared(store, ana)
    assert (found.one, found.other, found.state) == (1, 2, State.DONE)
    assert (found.result["wins"], found.result["losses"], found.result["answer"]) == (0, 0, "open")
    assert found.result["matches"] > 0
    assert not (store.folder / comparisons.FOLDER / "1").exists()


def compared(store, of):
    with store.reading() as connection:
        return comparisons.of_team(connection, of)[0]


def rated(store, name):
    """How many ranked matches an entrant has played."""
    return asked(store, select(entrants.c.games).where(entrants.c.name == name))


def test_killed_at_any_moment_it_loses_nothing_and_repeats_nothing(store, tmp_path, text):
    random = Random(5)
    contest = begun(store, tmp_path, text=text)
    ana, bob = team(store, "Ana"), team(store, "Bob")
    for _ in range(3):
        submitted(store, contest, ana, tmp_path, TALKS)
        submitted(store, contest, bob, tmp_path)
    seen: dict[int, tuple[object, ...]] = {}
    for _ in range(KILLS):
        with serving(tmp_path) as process:
            target = len(seen) + random.randrange(8)
            until(process, lambda: played(store, "tournament") >= target)  # noqa: B023
            with suppress(subprocess.TimeoutExpired):
                process.wait(random.uniform(0, 0.5))
            process.kill()
        with store.reading() as connection:
            query = select(matches.c.id, matches.c.replay, matches.c.filed, matches.c.ended)
            rows = {row[0]: tuple(row) for row in connection.execute(query.where(matches.c.state == "done"))}
        assert seen.items() <= rows.items()
        seen = rows
    with serving(tmp_path) as process:
        until(process, lambda: good(store) == 6)
        process.terminate()
        assert process.wait() == 0
    filed = [row[2] for row in seen.values()]
    assert len(set(filed)) == len(filed)
    with store.reading() as connection:
        names = connection.execute(select(entrants.c.name)).scalars().all()
        activations = [one.subject for one in log.entries(connection) if one.what == versions.ACTIVATE]
    assert sorted(names) == ["Ana v1", "Ana v2", "Ana v3", "Bob v1", "Bob v2", "Bob v3", "idle", "random"]
    assert len(activations) == 6
    assert [finding for finding in check(store) if not finding.harmless] == []


def test_finals_are_played_by_themselves_and_ranked_play_stops_when_it_closes(store, tmp_path, text):
    contest = begun(store, tmp_path, text=text)
    for name in ("Ana", "Bob"):
        version = submitted(store, contest, team(store, name), tmp_path)
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    closed = Times(ranked_closes=datetime.now(UTC) - timedelta(seconds=1))
    with store.writing() as connection:
        model.set_times(connection, contest, closed, "olga", "")
    with store.reading() as connection:
        chosen = finals.finalists(connection, contest)
    finals.begin_finals(store, contest, "Cup", RoundRobin(legs=2), chosen, "olga")
    with serving(tmp_path) as process:
        until(process, lambda: over(store, "Cup"))
        process.terminate()
        assert process.wait() == 0
    assert played(store, "tournament") == 4
    assert rated(store, "Ana v1") == 0


def over(store, name):
    with store.reading() as connection:
        return find(connection, name).ended is not None


def test_a_second_service_of_a_contest_is_refused(store, tmp_path, text):
    begun(store, tmp_path, text=text)
    with serving(tmp_path):
        words = [sys.executable, "-P", "-m", "joute.arena.contest.service", str(tmp_path)]
        refused = subprocess.run(words, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "another program is already at work on 'contest'" in refused.stderr


def test_during_a_freeze_and_after_the_deadline_only_the_house_may_be_challenged(store, tmp_path):
    contest = begun(store, tmp_path)
    ana, bob = team(store, "Ana"), team(store, "Bob")
    for one in (ana, bob):
        version = submitted(store, contest, one, tmp_path)
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    past = datetime.now(UTC) - timedelta(seconds=1)
    with store.writing() as connection:
        model.set_times(connection, contest, Times(ranked_closes=past), "olga", "")
        frozen = model.current(connection)
        mine = versions.of_team(connection, ana)[0]
        with pytest.raises(ContestError, match="only house champions may be challenged now"):
            challenges.challenge(connection, frozen, ana, mine, "Bob")
        assert challenges.challenge(connection, frozen, ana, mine, "random") > 0


def test_what_a_team_may_ask_for_in_an_hour_is_limited(store, tmp_path):
    text = 'name = "S"\ngame = "chartichaud"\n[quotas]\nchallenges_an_hour = 1\ncomparisons_an_hour = 1\n'
    contest, ana = begun(store, tmp_path, text=text), team(store, "Ana")
    for _ in range(2):
        version = submitted(store, contest, ana, tmp_path)
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    with store.writing() as connection:
        second, first = versions.of_team(connection, ana)
        challenges.challenge(connection, contest, ana, second, "idle")
        with pytest.raises(ContestError, match="1 within an hour, and 1 are allowed"):
            challenges.challenge(connection, contest, ana, second, "idle")
        comparisons.compare(connection, contest, ana, first, second)
        with pytest.raises(ContestError, match="1 within an hour, and 1 are allowed"):
            comparisons.compare(connection, contest, ana, first, second)
        with pytest.raises(ContestError, match="there is nobody 'Nobody' to play against"):
            challenges.challenge(connection, begun_with(contest, challenges_an_hour=9), ana, second, "Nobody")


def begun_with(contest, **quotas):
    changed = msgspec.structs.replace(contest.settings.quotas, **quotas)
    return msgspec.structs.replace(contest, settings=msgspec.structs.replace(contest.settings, quotas=changed))
