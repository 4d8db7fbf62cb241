"""A contest: how long a new version waits for its first ten matches, and what a match takes on the disk.

    python bench/contest.py simulate --workers 8      200 teams, 10 versions each, through the real scheduler and store
    python bench/contest.py play                      two real workers, short real matches

The simulation plays in time of its own: an executor that hands results out when a recorded match of that length would
have ended. Everything else is real: schedule, ratings, transactions.
"""

from __future__ import annotations

import argparse
import heapq
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from joute.arena.contest import config, model, teams, versions
from joute.arena.contest.config import Quotas
from joute.arena.contest.model import Contest
from joute.arena.contest.teams import Team
from joute.arena.jobs.executors import Executor, Worker
from joute.arena.jobs.job import Champion, Job, JobResult, job_for, play
from joute.arena.jobs.packages import Packages
from joute.arena.store import Store
from joute.arena.store.schema import Judgement, entrants, players, ratings
from joute.arena.store.schema import versions as versions_table
from joute.arena.tournament.model import packages_of
from joute.arena.tournament.runner import Event, Runner
from joute.champions.sources.find import find
from joute.core.registry import load_game
from joute.match.verdict import Verdict

FIRST = 10
JUDGING_S = 4.0
"""Seconds that a version in Python takes to be judged on an idle machine."""
RUSH = 0.5
"""The part of all versions that come in the last eighth of the time."""
IDLE = "def partie_init():\n    pass\n\n\ndef jouer_tour():\n    pass\n\n\ndef partie_fin():\n    pass\n"
CONTEST = 'name = "Bench"\ngame = "{game}"\nisolation = "process"\n[workers]\nlocal = 2\njudges = 1\n'


class Submission(NamedTuple):
    """A version to come: when it is judged, when it was received, and of which team."""

    judged: float
    received: float
    team: int


class Simulated(Executor):
    """Workers in a time of their own: a job takes as long as a recorded one did."""

    def __init__(self, workers: int, seconds: list[float], arrivals: list[Submission], arrive: Arrive) -> None:
        self.now = 0.0
        self._free, self._seconds, self._random = [0.0] * workers, seconds, Random(1)
        self._ends: list[tuple[float, str]] = []
        self._arrivals, self._arrive = arrivals[::-1], arrive
        self.played = 0

    @property
    def capacity(self) -> int:
        return len(self._free)

    def workers(self) -> list[Worker]:
        return []

    def submit(self, job: Job) -> None:
        began = max(self.now, heapq.heappop(self._free))
        end = began + self._random.choice(self._seconds)
        heapq.heappush(self._free, end)
        heapq.heappush(self._ends, (end, job.key))

    def next(self, timeout: float | None = None) -> JobResult | None:
        """The match that ends first; what is judged until then enters the ladder first."""
        if not self._ends:
            return None
        end, key = heapq.heappop(self._ends)
        self.arrive_until(end)
        self.now = max(self.now, end)
        self.played += 1
        first = self._random.random() < 0.5
        ranks, ok = ((1, 2) if first else (2, 1)), ((Verdict.OK, ""),) * 2
        return JobResult(key, ranks[::-1], ranks, "", ok, (0.0,) * 2, (0.0,) * 2, b"", f"{self.played:x}", worker="w")

    def arrive_until(self, end: float) -> None:
        while self._arrivals and self._arrivals[-1].judged <= end:
            self._arrive(self._arrivals.pop())

    @property
    def over(self) -> bool:
        return not self._arrivals

    def cancel(self, *keys: str) -> None:
        self._ends = [(end, key) for end, key in self._ends if key not in keys]
        heapq.heapify(self._ends)

    def close(self) -> None:
        self._ends = []


class Arrive:
    """Enters versions that were judged good; remembers when each was received."""

    def __init__(self, store: Store, contest: Contest, known: list[Team]) -> None:
        self.store, self.contest, self.teams = store, contest, known
        self.received: dict[int, float] = {}

    def __call__(self, one: Submission) -> None:
        with self.store.writing() as connection:
            team = self.teams[one.team]
            quotas = msgspec.structs.replace(Quotas(), submissions_an_hour=10_000)
            version = versions.receive(connection, team, None, f"{len(self.received):032x}", 1000, "python", quotas)
            versions.judged(connection, self.contest, version, "")
            entrant = versions.by_id(connection, version.id).entrant_id
        assert entrant is not None
        self.received[entrant] = one.received


def arrivals(count: int, each: int, hours: float) -> list[Submission]:
    """When versions come: half of them evenly, half in a rush before the deadline; and when each was judged."""
    random, end = Random(2), hours * 3600
    moments = sorted(
        (end * (random.uniform(0.875, 1) if random.random() < RUSH else random.random()), team)
        for team in range(count)
        for _ in range(each)
    )
    judged, made = 0.0, []
    for received, team in moments:
        judged = max(judged, received) + JUDGING_S
        made.append(Submission(judged, received, team))
    return made


def recorded(name: str, count: int) -> list[float]:
    """How long real matches of a game last, between its champions that come with it."""
    game = load_game(name)
    own = [one for one in ("weaver", "warden", "settler", "random") if _known(game, one)]
    table = [Champion(one, "bundled", find(game, one).digest, one) for one in (own * 2)[: game.info.seats]]
    return [play(job_for(str(seed), game, seed, table), Packages()).seconds for seed in range(count)]


def _known(game: object, name: str) -> bool:
    with suppress(Exception):
        find(game, name)  # type: ignore[arg-type]
        return True
    return False


def simulate(asked: argparse.Namespace) -> None:
    seconds = [asked.seconds] if asked.seconds else recorded(asked.game, 20)
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # the disk is measured by `play`
    with tempfile.TemporaryDirectory(dir=memory) as name:
        folder = Path(name)
        (folder / config.FILE).write_text(CONTEST.format(game=asked.game))
        plan = config.read(folder)
        with Store.open(plan.store) as store:
            contest = model.begin(store, plan, "bench")
            with store.writing() as connection:
                known = [teams.create(connection, f"team {number}") for number in range(asked.teams)]
            _simulated(asked, store, contest, known, seconds)


def _simulated(
    asked: argparse.Namespace, store: Store, contest: Contest, known: list[Team], seconds: list[float]
) -> None:
    store.replays.put = lambda data: "0" * 32  # type: ignore[method-assign, assignment]  # no replay was played
    arrive = Arrive(store, contest, known)
    coming = arrivals(asked.teams, asked.versions, asked.hours)
    executor = Simulated(asked.workers, seconds, coming, arrive)
    executor.arrive_until(coming[0].judged)
    executor.now = coming[0].judged
    waits: dict[int, float] = {}

    def told(event: Event) -> None:
        """After each result: who has now had its first matches."""
        with store.reading() as connection:
            here = select(entrants.c.id, entrants.c.games).join(players, players.c.entrant_id == entrants.c.id)
            for id_, count in connection.execute(here.where(players.c.match_id == event.match)):
                if count >= FIRST and id_ not in waits and id_ in arrive.received:
                    waits[id_] = executor.now - arrive.received[id_]

    signals: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: signals.append(number))  # tell what is known by then
    began = time.perf_counter()
    runner = Runner(store, contest.ladder, executor, told)
    runner.run(lambda: bool(signals) or (executor.over and _all_had(store, waits, arrive)))
    passed = time.perf_counter() - began
    cut, replaced = quantiles(waits.values(), n=20), len(arrive.received) - len(waits)
    print(
        f"{asked.teams} teams, {len(arrive.received)} versions in {asked.hours:g} h, {asked.workers} workers, matches "
        f"of {mean(seconds):.1f} s: first {FIRST} matches after {mean(waits.values()):.0f} s on average, "
        f"{cut[-1]:.0f} s for 95 %, {max(waits.values()):.0f} s at most; {replaced} versions were replaced before; "
        f"{executor.played} matches in {executor.now / 3600:.1f} h, "
        f"{1000 * passed / executor.played:.1f} ms each for scheduler and store"
    )


def _all_had(store: Store, waits: dict[int, float], arrive: Arrive) -> bool:
    with store.reading() as connection:
        active = connection.execute(
            select(entrants.c.id).where(entrants.c.retired.is_(None), entrants.c.kind == "package")
        )
        return set(active.scalars()) <= set(waits)


def real(asked: argparse.Namespace) -> None:
    """All versions come at once; two workers; matches of a few turns."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = CONTEST.format(game="chartichaud").replace("isolation", "params = { max_turns = 6 }\nisolation")
        (folder / config.FILE).write_text(text)
        plan = config.read(folder)
        with Store.open(plan.store) as store:
            contest = model.begin(store, plan, "bench")
            _submit_all(store, contest, asked.teams)
            began = time.time()
            words = [sys.executable, "-P", "-m", "joute.arena.contest.service", str(folder)]
            with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
                while _fewest(store) < FIRST:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(0.2)
                process.terminate()
            _print_real(store, asked.teams, began, folder)


def _submit_all(store: Store, contest: Contest, count: int) -> None:
    for number in range(count):
        path = store.folder / "champion.py"
        path.write_text(f"# {number}\n{IDLE}")
        digest = packages_of(store).add(path)
        with store.writing() as connection:
            team = teams.create(connection, f"team {number}")
            versions.receive(connection, team, None, digest, 100, "python", contest.settings.quotas)


def _fewest(store: Store) -> int:
    """The fewest matches that any version has played."""
    with store.reading() as connection:
        waiting = versions.waiting(connection)
        played = connection.execute(select(entrants.c.games).where(entrants.c.kind == "package")).scalars().all()
    return 0 if waiting else min(played, default=0)


def _print_real(store: Store, count: int, began: float, folder: Path) -> None:
    with store.reading() as connection:
        good = connection.execute(
            select(versions_table.c.entrant_id, versions_table.c.judged).where(
                versions_table.c.state == str(Judgement.GOOD)
            )
        )
        judged = {row.entrant_id: row.judged for row in good}
        tenth = {}
        for entrant in judged:
            query = select(ratings.c.at).where(ratings.c.entrant_id == entrant).order_by(ratings.c.at)
            tenth[entrant] = connection.execute(query.offset(FIRST - 1).limit(1)).scalar_one()
        matches = len(set(connection.execute(select(ratings.c.match_id)).scalars()))
    size = sum(
        path.stat().st_size for path in (folder / "store").rglob("*") if path.is_file() and "packages" not in path.parts
    )
    waits = [tenth[entrant] - judged[entrant] for entrant in judged]
    print(
        f"{count} versions at once, 2 workers: judged within {max(judged.values()) - began:.1f} s; first {FIRST} "
        f"matches {mean(waits):.1f} s after that on average, {max(waits):.1f} s at most; {matches} matches, "
        f"{size // matches} bytes each, {size / matches * 1e6 / (1 << 30):.1f} GB for a million"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["simulate", "play"])
    parser.add_argument("--teams", type=int, default=0)
    parser.add_argument("--versions", type=int, default=10)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--game", default="portails")
    parser.add_argument("--seconds", type=float, default=0.0, help="of a match, in place of recorded ones")
    asked = parser.parse_args()
    asked.teams = asked.teams or (200 if asked.what == "simulate" else 20)
    (simulate if asked.what == "simulate" else real)(asked)


if __name__ == "__main__":
    main()
