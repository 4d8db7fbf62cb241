"""What counts, and the final table, follow from the results of matches: never from the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.job import Job, JobResult
from joute.arena.jobs.packages import Packages
from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.schema import State
from joute.arena.tournament import admin
from joute.arena.tournament.config import packed, read
from joute.arena.tournament.entry import join
from joute.arena.tournament.model import Tournament, packages_of
from joute.arena.tournament.runner import Runner
from joute.match.verdict import Verdict

from .cups import Inline, Outcome, again, all_matches, begun, cup_file, field, named, played, states, table

NUMBERS = count()
FORMATS = {
    "round_robin": 'kind = "round_robin"',
    "tables": 'kind = "tables"\nrounds = 12',
    "swiss": 'kind = "swiss"\nrounds = 4',
    "elimination": 'kind = "elimination"\nbest_of = 5',
}


class Shuffled(Inline):
    """Has as many matches under way as workers would, and ends them in a random order; nothing is really played."""

    def __init__(self, packages: Packages, workers: int, random: Random) -> None:
        super().__init__(packages)
        self.processes = workers
        self.random = random

    @property
    def capacity(self) -> int:
        return self.processes

    def next(self, timeout: float | None = None) -> Outcome | None:
        if not self.jobs:
            return None
        self.jobs.rotate(self.random.randrange(len(self.jobs)))
        return outcome(self.jobs.popleft())


def outcome(job: Job) -> JobResult:
    """A result that follows from who plays on which seed: capital letters mostly fail."""
    names = [champion.name for champion in job.champions]
    chance = Random(f"{names} {job.seed}")
    ranks = chance.choice([(1, 2), (2, 1), (1, 1)] if len(names) == 2 else [(1, 2, 3), (3, 1, 1), (2, 3, 1)])
    verdicts = [
        (Verdict.CRASHED, f"{name} on {job.seed}") if name.isupper() and chance.random() < 0.9 else (Verdict.OK, "")
        for name in names
    ]
    scores = tuple(9 - rank for rank in ranks)
    return JobResult(job.key, scores, ranks, "over", tuple(verdicts), replay=job.key.encode())


def seen(store: Store, tournament: Tournament) -> dict[str, Any]:
    """All of the final table but when it was played; the schedule with what counts."""
    final = msgspec.to_builtins(table(store, tournament))
    counts = [(match.label, str(match.state), match.why) for match in all_matches(store, tournament)]
    return {key: value for key, value in final.items() if key not in ("began", "ended")} | {"schedule": sorted(counts)}


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    return (tmp_path / str(number) for number in NUMBERS)


def shuffled(folder: Path, path: Path, workers: int, random: Random) -> dict[str, Any]:
    with Store.open(str(folder)) as store:
        cup = begun(store, path)
        executor = Shuffled(packages_of(store), workers, random)
        assert Runner(store, cup, executor).run() is True
        assert check(store) == []
        return seen(store, cup)


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(workers=st.integers(1, 9), random=st.randoms(use_true_random=False))
def test_results_in_any_order_give_one_table(kind, tmp_path, folders, workers, random):
    seats = 3 if kind == "tables" else 2
    path = cup_file(tmp_path, named(*"abCdEF"), FORMATS[kind], f"set_aside_after = 3\nseats = {seats}")
    one_by_one = tmp_path / "one by one.json"
    if not one_by_one.exists():
        one_by_one.write_bytes(msgspec.json.encode(shuffled(next(folders), path, 1, Random(0))))
    expected = msgspec.json.decode(one_by_one.read_bytes())
    found = shuffled(next(folders), path, workers, random)
    assert [line["name"] for line in found["lines"] if line["aside"]] != []
    assert msgspec.json.decode(msgspec.json.encode(found)) == expected


# Real workers

THINKS = "def jouer_placement():\n    pass\n\n\ndef jouer_marche():\n    sum(range({spin}))\n"
FAILS = "def jouer_placement():\n    raise ValueError('broken')\n"


@pytest.mark.parametrize("kind", FORMATS)
def test_the_table_is_the_same_with_any_number_of_workers(kind, tmp_path):
    for number in range(6):
        (tmp_path / f"{number}.py").write_text(FAILS if number % 3 == 0 else THINKS.format(spin=10**number))
    entrants = ", ".join(f'"{number}.py"' for number in range(6))
    path = cup_file(tmp_path, entrants, FORMATS[kind], "set_aside_after = 3\nlimits.time_ms = 60000")
    tables = []
    for workers in (1, 2, 6):
        with Store.open(str(tmp_path / f"with {workers}")) as store:
            cup = begun(store, path)
            with LocalExecutor(workers, packages_of(store)) as executor:
                assert Runner(store, cup, executor).run() is True
            tables.append(seen(store, cup))
    assert tables[0]["matches"]["done"] > 0
    assert any(line["aside"] for line in tables[0]["lines"])
    assert tables[1] == tables[0]
    assert tables[2] == tables[0]


# Who is set aside


def failing(tournament: Tournament, store: Store, *fails: tuple[str, int]) -> Any:
    """Has entrants fail in some of their matches, by the position in their schedule, from 0."""
    mine: dict[str, list[int]] = {}
    for match in all_matches(store, tournament):
        for player in match.players:
            mine.setdefault(player.name, []).append(match.id)

    def change(job: Job, done: JobResult) -> JobResult:
        names = [champion.name for champion in job.champions]
        failed = [(name, mine[name].index(int(job.key))) in fails for name in names]
        verdicts = tuple((Verdict.CRASHED, "boom") if bad else (Verdict.OK, "") for bad in failed)
        return msgspec.structs.replace(done, verdicts=verdicts)

    return change


def test_who_met_a_failing_entrant_before_it_was_set_aside_gains_nothing(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), more="set_aside_after = 2"))
    played(store, cup, failing(cup, store, ("d", 0), ("d", 1)))
    assert states(store, cup) == {State.DONE: 6, State.ASIDE: 6}
    annulled = [match for match in all_matches(store, cup) if match.state == State.ASIDE]
    assert all("d" in [player.name for player in match.players] for match in annulled)
    assert {match.why for match in annulled} == {"d was set aside"}
    assert [match.replay is not None for match in annulled] == [True] * 2 + [False] * 4
    assert [annulled[0].players[seat].rank is not None for seat in (0, 1)] == [True, True]
    entrants = field(store, cup)
    assert [entrants[name].games for name in "abcd"] == [4, 4, 4, 0]
    assert check(store) == []


def test_failures_in_a_row_are_counted_in_the_order_of_the_schedule(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab"), 'kind = "round_robin"\nlegs = 3', "set_aside_after = 2"))
    executor = Inline(packages_of(store), failing(cup, store, ("a", 0), ("a", 2), ("a", 4)))
    runner = Runner(store, cup, executor)
    order = iter([0, 1, 0, 1, 0, 0])  # 1, 3, 2, 5, 4, 6: the failures come one after another

    def next_(timeout=None):
        executor.jobs.rotate(-next(order)) if executor.jobs else None
        return Inline.next(executor, timeout)

    executor.next = next_
    assert runner.run() is True
    assert field(store, cup)["a"].aside == ""
    assert [match.filed for match in all_matches(store, cup)] != [1, 2, 3, 4, 5, 6]


def next_is(numbers: Iterator[int], last: int) -> bool:
    return next(numbers) == last


def test_a_match_that_is_played_again_and_ends_alike_changes_nothing(store, tmp_path):
    """Failures in a row are counted anew from all matches that count."""
    entrants, shape = named(*"abcdeF"), 'kind = "round_robin"\nlegs = 2'
    tables = []
    for name in ("plain", "requeued"):
        path = cup_file(tmp_path, entrants, shape, more="set_aside_after = 6")
        path.write_text(path.read_text().replace('name = "cup"', f'name = "{name}"'))
        cup = begun(store, path)
        steps = count()
        Runner(store, cup, Shuffled(packages_of(store), 1, Random(0))).run(partial(next_is, steps, 12))
        if name == "requeued":
            first = next(match for match in all_matches(store, cup) if match.state == State.DONE)
            admin.requeue_match(store, cup, first.id)
        Runner(store, cup, Shuffled(packages_of(store), 1, Random(0))).run()
        tables.append([(line.name, line.games, line.rating, bool(line.aside)) for line in table(store, cup).lines])
    assert tables[0] == tables[1]
    assert [line[0] for line in tables[0] if line[3]] == ["F"]


def test_of_two_failing_ones_who_meet_the_match_counts_for_who_comes_first(store, tmp_path):
    """d is out after its second match; its fifth, with c, is then no failure of c's."""
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), more="set_aside_after = 2"))
    tables = ["".join(player.name for player in match.players) for match in all_matches(store, cup)]
    assert [table for table in tables if "c" in table] == ["bc", "cb", "ac", "ca", "cd", "dc"]
    played(store, cup, failing(cup, store, ("d", 0), ("d", 1), ("d", 4), ("c", 3), ("c", 4)))
    assert {name: bool(entrant.aside) for name, entrant in field(store, cup).items() if entrant.aside} == {"d": True}


def test_in_swiss_who_keeps_failing_is_set_aside_between_rounds_and_what_was_played_stands(store, tmp_path):
    shape = 'kind = "swiss"\nrounds = 3'
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), shape, "set_aside_after = 1"))

    def change(job: Job, done: JobResult) -> JobResult:
        bad = [champion.name == "d" for champion in job.champions]
        ranks = tuple(2 if one else 1 for one in bad) if any(bad) else (1, 1)
        verdicts = tuple((Verdict.CRASHED, "boom") if one else (Verdict.OK, "") for one in bad)
        return msgspec.structs.replace(done, ranks=ranks, verdicts=verdicts)

    played(store, cup, change)
    assert states(store, cup) == {State.DONE: 8}  # two pairs, then one of three each round
    lines = {line.name: line for line in table(store, cup).lines}
    assert (lines["d"].games, lines["d"].wins, lines["d"].rank) == (2, 0, 4)
    assert lines["d"].aside == "failed in 1 matches in a row; the last time CRASHED: boom"
    assert sum(line.games for line in lines.values()) == 16


def test_who_is_taken_back_in_swiss_is_not_judged_by_what_was_before(store, tmp_path):
    shape = 'kind = "swiss"\nrounds = 3'
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), shape, "set_aside_after = 2"))

    def change(job: Job, done: JobResult) -> JobResult:
        if done.key == "5":  # in the second round, drawn without d
            assert admin.requeue_entrant(store, cup, "d", unplayed=True) == 0
        bad = [champion.name == "d" and int(job.key) < 5 for champion in job.champions]
        return msgspec.structs.replace(
            done, verdicts=tuple((Verdict.CRASHED, "boom") if one else (Verdict.OK, "") for one in bad)
        )

    played(store, cup, change)
    assert field(store, cup)["d"].aside == ""
    assert field(store, cup)["d"].games == 4


def test_who_joins_late_does_not_meet_who_was_set_aside(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abc")))
    admin.put_aside(store, cup, "a", "late")
    plan = read(cup_file(tmp_path, named(*"abcd")))
    with store.writing() as connection:
        join(connection, cup, plan, packed(plan, packages_of(store)))
    played(store, again(store, cup))
    assert states(store, cup) == {State.DONE: 6, State.ASIDE: 6}
    assert admin.requeue_entrant(store, cup, "a") == 6


def test_at_tables_of_more_than_two_nobody_is_set_aside_unless_the_file_says_so(tmp_path):
    limits = {"": 5, "seats = 3": 0, "seats = 3\nset_aside_after = 4": 4, "set_aside_after = 0": 0}
    for more, expected in limits.items():
        assert read(cup_file(tmp_path, named(*"abc"), more=more)).settings.set_aside_after == expected
