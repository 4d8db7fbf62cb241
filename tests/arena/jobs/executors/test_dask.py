"""A cluster of real Dask workers in processes of their own: they come, go, and are killed in the middle of matches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import psutil
import pytest

from joute.arena.jobs.executors import ExecutorError, dask
from joute.arena.jobs.executors.dask import DaskExecutor, misfit
from joute.arena.jobs.executors.dask_worker import About, about
from joute.arena.jobs.job import JobResult, play
from joute.arena.jobs.packages import CACHE
from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.schema import State
from joute.arena.tournament.model import Tournament, packages_of
from joute.arena.tournament.runner import Event, Runner
from tests.arena.dask_cluster import Cluster
from tests.arena.support import (
    APART,
    IDLER,
    PATIENT,
    THINKER,
    all_despite,
    all_of,
    bundled,
    game,
    gone,
    jobs,
    packages,
    results,
    written,
)
from tests.arena.tournament.cups import all_matches, begun, cup_file, played

OTHER_ENGINE = "import joute; joute.__version__ = '99.0'; "
OTHER_RULES = (
    "import joute.core.registry as registry; found = registry.game_info; "
    "registry.game_info = lambda name: found(name)._replace(rules_version=99); "
)


@pytest.fixture
def cluster(tmp_path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.close()


@pytest.mark.slow
def test_jobs_come_back_as_they_are_here_and_packages_are_sent_to_each_worker(cluster, tmp_path):
    caches = [cluster.cache(number) for number in range(2)]
    cluster.worker(**{CACHE: str(caches[0])})
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", IDLER)), "mine")
    todo = jobs([mine, bundled("random")], 6, APART)
    with DaskExecutor(cluster.address, box) as executor:
        assert executor.capacity == 1
        executor.submit(todo[0])
        first = executor.next()
        cluster.worker(threads=2, **{CACHE: str(caches[1])})
        for job in todo[1:]:
            executor.submit(job)
        found = [first, *all_of(executor)]
        assert len(executor.workers()) == 2
    assert results(found) == results([play(job, box) for job in todo])
    assert [(cache / mine.digest / "mine.py").read_text() for cache in caches] == [IDLER, IDLER]


@pytest.mark.slow
def test_workers_killed_in_the_middle_of_matches_lose_nothing(cluster, tmp_path):
    """Thirty matches; workers are killed while they play, others come; everything is played, each once."""
    rng, box = random.Random(3), packages(tmp_path)
    todo = {job.key: job for job in jobs([bundled("random"), bundled("settler")], 30, max_turns=60)}
    expected = results([play(job, box) for job in todo.values()])
    workers = [cluster.worker(**{CACHE: str(box.folder)}) for _ in range(2)]
    killed = 0

    def kill_one() -> None:
        nonlocal killed
        if killed < 4 and rng.random() < 0.3:
            victim = workers.pop(rng.randrange(len(workers)))
            victim.kill()
            killed += 1
            workers.append(cluster.worker(**{CACHE: str(box.folder)}))

    with DaskExecutor(cluster.address, box) as executor:
        played = all_despite(executor, todo, lambda: rng.uniform(0.0, 0.3), kill_one)
    assert killed == 4
    assert results(played) == expected


@pytest.mark.slow
def test_what_a_killed_worker_had_started_dies_with_it(cluster, tmp_path):
    box = packages(tmp_path)
    worker = cluster.worker(**{CACHE: str(box.folder)})
    (job,) = jobs([bundled("idle"), bundled("idle")], 1)
    with DaskExecutor(cluster.address, box) as executor:
        executor.submit(job)
        assert isinstance(executor.next(), JobResult)
        player = [child.pid for child in psutil.Process(worker.pid).children(recursive=True)]
        assert len(player) == 1
        worker.kill()
        assert gone(player)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "told"),
    [(OTHER_ENGINE, "has joute 99.0, not "), (OTHER_RULES, "has version 99 of the rules of ")],
    ids=["engine", "rules"],
)
def test_a_worker_of_another_version_is_refused_at_once_or_sent_away_later(cluster, tmp_path, before, told):
    wrong = cluster.worker(before=before)
    (job,) = jobs([bundled("idle"), bundled("idle")], 1)
    with (
        pytest.raises(ExecutorError, match="install the same joute on all machines") as refusal,
        DaskExecutor(cluster.address, packages(tmp_path)) as executor,
    ):
        executor.submit(job)
    assert told in str(refusal.value)
    wrong.kill()
    wrong.wait()
    warnings: list[str] = []
    with DaskExecutor(cluster.address, packages(tmp_path), warn=warnings.append) as executor:
        executor.submit(job)
        late = cluster.worker(before=before)
        while not any("is removed" in warning for warning in warnings):
            assert executor.next(0.1) is None
        assert gone([late.pid])
        cluster.worker(**{CACHE: str(tmp_path / "cache")})
        done = executor.next()
        assert isinstance(done, JobResult)
        assert done.void == ""
    # Where workers start slowly, it is also told that none is connected, and that one is back.
    (removal,) = [warning for warning in warnings if not re.match("no worker is connected|a worker is back", warning)]
    assert "is removed" in removal
    assert "install the same" in removal


@pytest.mark.slow
def test_when_all_workers_are_sent_away_it_is_given_up(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(dask, "UNFIT_S", 0.0)
    with DaskExecutor(cluster.address, packages(tmp_path)) as executor:
        executor.submit(jobs([bundled("idle"), bundled("idle")], 1)[0])
        assert executor.next(0.0) is None
        late = cluster.worker(before=OTHER_ENGINE)
        with pytest.raises(ExecutorError, match="no worker is left") as refusal:
            executor.next()
        assert "and here is joute 99.0; install the same version everywhere" in str(refusal.value)
        assert gone([late.pid])


@pytest.mark.slow
def test_a_job_that_is_cancelled_is_stopped_on_its_worker(cluster, tmp_path):
    box = packages(tmp_path)
    worker = cluster.worker(**{CACHE: str(box.folder)})
    thinker = box.champion(game(), str(written(tmp_path, "mine.py", THINKER)), "mine")
    (job,) = jobs([thinker, bundled("idle")], 1, PATIENT)
    (after,) = jobs([bundled("idle"), bundled("idle")], 1)
    with DaskExecutor(cluster.address, box) as executor:
        executor.submit(job)
        while len(playing := psutil.Process(worker.pid).children(recursive=True)) < 2:
            assert executor.next(0.05) is None
        executor.cancel(job.key)
        assert gone([process.pid for process in playing])
        executor.submit(after)
        done = executor.next()
        assert isinstance(done, JobResult)
        assert done.void == ""
        executor.submit(job)
        while len(playing := psutil.Process(worker.pid).children(recursive=True)) < 2:
            assert executor.next(0.05) is None
    assert gone([process.pid for process in playing])


@pytest.mark.slow
def test_a_tournament_on_a_cluster_loses_nothing_when_a_worker_is_killed(cluster, tmp_path):
    written(tmp_path, "mine.py", "def jouer_placement():\n    pass\ndef jouer_marche():\n    pass\n")
    entrants = '"mine.py", "idle", { name = "other", champion = "random" }'
    path = cup_file(tmp_path, entrants, 'kind = "round_robin"\nlegs = 4', "retries = 100")
    with Store.open(str(tmp_path / "here")) as store:
        played(store, tournament := begun(store, path))
        expected = outcomes(store, tournament)
    workers = [cluster.worker(**{CACHE: str(cluster.cache(number))}) for number in range(2)]
    events: list[str] = []

    def tell(event: Event) -> None:
        events.append(event.kind)
        if len(events) == 5:
            workers[0].kill()
            cluster.worker(**{CACHE: str(cluster.cache(2))})

    with Store.open(str(tmp_path / "store")) as store:
        tournament = begun(store, path)
        with DaskExecutor(cluster.address, packages_of(store)) as executor:
            assert Runner(store, tournament, executor, tell).run() is True
        assert outcomes(store, tournament) == expected
        assert events.count("done") == len(expected) == 24
        assert workers[0].poll() == -9
        assert check(store) == []


def outcomes(store: Store, tournament: Tournament) -> dict[str, tuple]:
    """Every match of a tournament that is done: who played it, and what came of it."""
    found = [match for match in all_matches(store, tournament) if match.state == State.DONE]
    assert sorted(match.filed or 0 for match in found) == list(range(1, len(found) + 1))
    return {match.label: (match.seed, [(p.name, p.score, p.rank) for p in match.players]) for match in found}


@pytest.mark.slow
def test_a_scheduler_that_dies_is_waited_for_and_all_jobs_are_played(cluster, tmp_path):
    box = packages(tmp_path)
    mine = box.champion(game(), str(written(tmp_path, "mine.py", IDLER)), "mine")
    todo = jobs([mine, bundled("random")], 6, APART)
    told: list[str] = []
    with DaskExecutor(cluster.address, box, warn=told.append) as executor:
        for job in todo[:4]:
            executor.submit(job)
        while not told:  # there is no worker yet
            assert executor.next(0.1) is None
        cluster.scheduler.kill()
        while len(told) < 2:
            assert executor.next(0.1) is None
        for job in todo[4:]:
            executor.submit(job)
        assert (executor.capacity, executor.workers()) == (0, [])
        executor.cancel(todo[0].key)
        cluster.restart_scheduler()
        cluster.worker(**{CACHE: str(cluster.cache(1))})
        found = all_of(executor)
    assert results(found) == results([play(job, box) for job in todo[1:]])
    where = f"the Dask scheduler at {cluster.address}"
    assert told[0] == f"no worker is connected to {where}; waiting until a worker is back"
    assert re.fullmatch(rf"the connection to {where} is lost \(.*\); waiting until the Dask scheduler is back", told[1])
    assert re.fullmatch(r"the Dask scheduler is back after \d+ s", told[2])


@pytest.mark.slow
def test_an_embedded_cluster_plays_and_forgets_what_is_cancelled(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    todo = jobs([bundled("random"), bundled("idle")], 4)
    with DaskExecutor(None, packages(tmp_path), workers=1) as executor:
        for job in todo:
            executor.submit(job)
        executor.cancel(todo[3].key)
        found = all_of(executor)
    assert results(found) == results([play(job, packages(tmp_path)) for job in todo[:3]])


def test_an_address_where_nobody_answers_is_told_with_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setattr("joute.arena.jobs.executors.dask.CONNECT_S", 0.2)
    for address in ("tcp://127.0.0.1:1", "nonsense://x", "not an address"):
        with pytest.raises(ExecutorError, match=f"no Dask scheduler answers at {re.escape(address)}.*«dask scheduler»"):
            DaskExecutor(address, packages(tmp_path))


def test_a_worker_without_joute_or_without_the_game_does_not_fit():
    ours = about()
    assert misfit(ours, ours) == ""
    missing = misfit(ours, ModuleNotFoundError("No module named 'joute'"))
    assert missing == "joute cannot be loaded there (No module named 'joute'); pip install 'joute[cluster]'"
    fewer = {name: version for name, version in ours.rules.items() if name != "chartichaud"}
    theirs = About(ours.engine, fewer, "lab7", "3.11")
    assert misfit(ours, theirs) == misfit(ours, theirs, "portails") == ""
    assert misfit(ours, theirs, "chartichaud") == "lab7 does not know the game chartichaud"


@pytest.mark.slow
def test_a_machine_that_is_drained_plays_no_more_and_the_others_play_what_it_had(cluster, tmp_path):
    cluster.worker()
    drained = cluster.worker(before="import platform; platform.node = lambda: 'lab-07'; ")
    todo = jobs([bundled("random"), bundled("random")], 8, APART)
    with DaskExecutor(cluster.address, packages(tmp_path)) as executor:
        for job in todo:
            executor.submit(job)
        executor.drain(["lab-07", "another"])
        drained.wait()
        assert sorted(found.key for found in all_of(executor)) == sorted(job.key for job in todo)
        assert len(executor.workers()) == 1
