"""Tournaments to test with, and an executor that plays at once, in this process."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path

import msgspec

from joute.arena.jobs.executors import Executor, Lost, Worker
from joute.arena.jobs.job import Job, JobResult, play
from joute.arena.jobs.packages import Packages
from joute.arena.store import Store
from joute.arena.store.matches import MatchRow, of_tournament
from joute.arena.store.schema import LIVE, State
from joute.arena.tournament.config import packed, read
from joute.arena.tournament.entry import create
from joute.arena.tournament.model import Entrant, Tournament, entrants_of, find, packages_of
from joute.arena.tournament.runner import Runner
from joute.arena.tournament.standings import Final, final

CUP = """
name = "cup"
game = "toy"
entrants = [{entrants}]
isolation = "none"
{more}
[seeds]
value = 7
[format]
{shape}
"""
Outcome = JobResult | Lost


class Inline(Executor):
    """Plays a job when its result is asked for; `change` may put another result in its place."""

    def __init__(
        self, packages: Packages, change: Callable[[Job, JobResult], Outcome] = lambda job, done: done
    ) -> None:
        self.packages = packages
        self.change = change
        self.jobs: deque[Job] = deque()
        self.played: list[Job] = []

    @property
    def capacity(self) -> int:
        return 2

    def workers(self) -> list[Worker]:
        return [Worker("here", self.jobs[0].key if self.jobs else None)]

    def submit(self, job: Job) -> None:
        self.jobs.append(job)

    def next(self, timeout: float | None = None) -> Outcome | None:
        if not self.jobs:
            return None
        job = self.jobs.popleft()
        self.played.append(job)
        return self.change(job, play(job, self.packages))

    def cancel(self, *keys: str) -> None:
        self.jobs = deque(job for job in self.jobs if job.key not in keys)

    def close(self) -> None:
        self.jobs.clear()


def named(*names: str) -> str:
    """Entrants that are all the bundled champion that does nothing."""
    return ", ".join(f'{{ name = "{name}", champion = "idle" }}' for name in names)


def cup_file(folder: Path, entrants: str = "", shape: str = 'kind = "round_robin"', more: str = "") -> Path:
    path = folder / "cup.toml"
    path.write_text(CUP.format(entrants=entrants or named("a", "b", "c"), shape=shape, more=more))
    return path


def begun(store: Store, path: Path) -> Tournament:
    plan = read(path)
    return create(store, plan, packed(plan, packages_of(store)))


def ranked(order: str, job: Job, done: JobResult, names: dict[int, list[str]]) -> JobResult:
    """The result of a job as if the entrants had come in some order, the first best."""
    table = names[int(job.key)]
    best = sorted(table, key=order.index)
    ranks = tuple(1 + best.index(name) for name in table)
    return msgspec.structs.replace(done, ranks=ranks, scores=tuple(10 - rank for rank in ranks))


def played(
    store: Store, tournament: Tournament, change: Callable[[Job, JobResult], Outcome] | None = None, order: str = ""
) -> Inline:
    """Play a tournament until nothing is left; `order` decides who beats whom."""

    def by_order(job: Job, done: JobResult) -> Outcome:
        names = {match.id: [player.name for player in match.players] for match in all_matches(store, tournament)}
        return ranked(order, job, done, names) if order else done

    executor = Inline(packages_of(store), change or by_order)
    assert Runner(store, tournament, executor).run() is True
    return executor


def all_matches(store: Store, tournament: Tournament) -> list[MatchRow]:
    """All that count, or will."""
    with store.reading() as connection:
        return of_tournament(connection, tournament.id, LIVE)


def field(store: Store, tournament: Tournament) -> dict[str, Entrant]:
    with store.reading() as connection:
        return {entrant.name: entrant for entrant in entrants_of(connection, tournament)}


def again(store: Store, tournament: Tournament) -> Tournament:
    """The tournament as it stands now."""
    with store.reading() as connection:
        return find(connection, tournament.name)


def table(store: Store, tournament: Tournament) -> Final:
    """The final table."""
    with store.reading() as connection:
        return final(connection, again(store, tournament))


def states(store: Store, tournament: Tournament) -> Counter[State]:
    return Counter(match.state for match in all_matches(store, tournament))
