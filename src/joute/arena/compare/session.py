"""A comparison in a folder: its plan, its results as they come, and the replays of the losses that teach most.

The folder holds everything, the champions included, so that it can be continued after any interruption.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec

from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import JobResult, require_fit
from joute.arena.jobs.packages import Packages
from joute.champions.errors import ChampionError
from joute.core.control_chars import escaped_json_bytes
from joute.match.verdict import Verdict

from .plan import Comparison, Place, Plan, place_of

PLAN, RESULTS, LOSSES, PACKAGES = "plan.json", "results.jsonl", "losses", "packages"
SUFFIX = ".jsonl.gz"
PLACE = re.compile(r"-(\d+)-round-(\d+)-seat-(\d+)" + re.escape(SUFFIX) + "$")
TRIES_MOST = 3
"""So often is a match tried that fails through us."""
FAILURES_MOST = 4
"""After so many matches in a row that could not be played it is given up."""
TICK_S = 0.2
_done = msgspec.json.Decoder(JobResult).decode


class CompareError(ValueError):
    """A folder that holds no comparison, or a damaged one: which file, why, and what to do."""


class Notebook:
    """The folder of a comparison."""

    def __init__(self, folder: Path, comparison: Comparison) -> None:
        self.folder = folder
        self.comparison = comparison
        self._results: IO[bytes] | None = None

    def write(self, done: JobResult) -> None:
        """Note a match: once this returns, it is never played again."""
        place = place_of(done.key)
        self.comparison.take(done)
        try:
            if self.comparison.wanted(place):
                self.path(place).write_bytes(done.replay)
            self._append(escaped_json_bytes(msgspec.json.encode(msgspec.structs.replace(done, replay=b""))) + b"\n")
            self._prune()
        except OSError as fault:
            raise CompareError(f"{self.folder}: cannot be written: {fault.strerror}; all up to there is kept") from None

    def _append(self, line: bytes) -> None:
        if self._results is None:
            self._results = open(self.folder / RESULTS, "ab")  # noqa: SIM115
        self._results.write(line)
        self._results.flush()
        os.fsync(self._results.fileno())

    def path(self, place: Place) -> Path:
        """Where the replay of a match goes."""
        rival = re.sub(r"\W+", "-", self.comparison.plan.champions[place.rival].name).strip("-")
        return self.folder / LOSSES / f"{rival}-{place.rival}-round-{place.round}-seat-{place.rotation}{SUFFIX}"

    def losses(self, rival: int) -> list[Path]:
        """The replays of the losses against a rival that teach most, the best first."""
        kept = self.comparison.duels[rival - 1].kept
        return [path for loss in kept if (path := self.path(loss.place)).exists()]

    def _prune(self) -> None:
        """Remove the replays that nobody will want to see."""
        for path in (self.folder / LOSSES).iterdir():
            found = PLACE.search(path.name)
            if found is not None and not self.comparison.wanted(Place(*map(int, found.groups()))):
                path.unlink()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else plays it meanwhile."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CompareError(f"{self.folder}: another program plays it now; let it, or stop it first") from None
            yield
        finally:
            os.close(folder)

    def close(self) -> None:
        if self._results is not None:
            self._results.close()


def packages_in(folder: Path) -> Packages:
    return Packages(folder / PACKAGES)


def begun(folder: Path, plan: Plan) -> Notebook:
    """A new comparison in a folder that is made for it."""
    (folder / LOSSES).mkdir(parents=True)
    _write_plan(folder, plan)
    return Notebook(folder, Comparison(plan))


def _write_plan(folder: Path, plan: Plan) -> None:
    new = folder / f"{PLAN}.new"
    new.write_bytes(escaped_json_bytes(msgspec.json.format(msgspec.json.encode(plan))) + b"\n")
    new.replace(folder / PLAN)


def continued(folder: Path, matches_most: int | None = None) -> Notebook:
    """The comparison of a folder, with all that was played of it; a last line that was broken off is played again.

    More matches than were planned may be played: the answer stays as sure as it was to be.
    """
    try:
        plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except OSError as fault:
        raise CompareError(f"{folder}: no comparison here: {PLAN} cannot be read: {fault.strerror}") from None
    except (msgspec.MsgspecError, ValueError) as fault:
        raise CompareError(f"{folder / PLAN}: damaged, or of another version: {fault}") from None
    try:
        require_fit(plan.job(Place(1, 0, 0)))
    except ValueError as fault:
        raise CompareError(f"{folder}: cannot be continued here: {fault}") from None
    if matches_most is not None and matches_most != plan.matches_most:
        plan = msgspec.structs.replace(plan, matches_most=matches_most)
        _write_plan(folder, plan)
    comparison = Comparison(plan)
    (folder / LOSSES).mkdir(exist_ok=True)
    _replay(folder / RESULTS, comparison)
    return Notebook(folder, comparison)


def _replay(path: Path, comparison: Comparison) -> None:
    """Take in what a file has, and cut off what was half written."""
    data = b""
    with suppress(FileNotFoundError):
        data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            comparison.take(_done(line))
        except (msgspec.MsgspecError, ValueError, IndexError) as fault:
            raise CompareError(f"{path}, line {number}: damaged: {fault}; remove the line to play it again") from None
    if len(whole) < len(data):
        os.truncate(path, len(whole))


def run(
    notebook: Notebook,
    executor: Executor,
    told: Callable[[Comparison], None] = lambda found: None,
    warn: Callable[[str], None] = lambda text: None,
) -> None:
    """Play until all is decided. `told` hears of each match, and now and then while none is finished."""
    comparison, warned = notebook.comparison, set[str]()
    todo, tries = comparison.todo(), Counter[str]()
    under_way: set[str] = set()
    failures = 0
    while not comparison.over:
        while len(under_way) < 2 * max(1, executor.capacity) and (place := next(todo, None)) is not None:
            under_way.add(place.key)
            executor.submit(comparison.plan.job(place))
        came = executor.next(TICK_S)
        if came is not None:
            done = _settled(came, tries)
            if done is None:
                executor.submit(comparison.plan.job(place_of(came.key)))
            else:
                under_way.discard(came.key)
                notebook.write(done)
                _require_loaded(comparison, done)
                failures = failures + 1 if done.void else 0
                _require_health(failures, done)
                for text in set(done.warnings) - warned:
                    warn(text)
                warned.update(done.warnings)
        told(comparison)


def _settled(came: JobResult | Lost, tries: Counter[str]) -> JobResult | None:
    """What came of a match; None if it failed through us and is to be tried again."""
    failed = isinstance(came, Lost) or bool(came.void)
    tries[came.key] += failed
    if failed and tries[came.key] < TRIES_MOST:
        return None
    return JobResult(came.key, void=came.why) if isinstance(came, Lost) else came


def _require_health(failures: int, done: JobResult) -> None:
    """Where match after match fails through us, more of them will not help."""
    if failures >= FAILURES_MOST:
        raise CompareError(f"{failures} matches in a row failed through joute itself; the last:\n{done.void}")


def _require_loaded(comparison: Comparison, done: JobResult) -> None:
    """There is nothing to compare with a champion that cannot even be loaded."""
    if done.void:
        return
    place = place_of(done.key)
    for champion, (verdict, told) in zip(
        comparison.plan.table(place.rival, place.rotation), done.verdicts, strict=True
    ):
        if verdict == Verdict.LOAD_ERROR:
            raise ChampionError(f"{champion.name} cannot be loaded: {told}")
