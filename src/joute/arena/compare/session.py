"""A comparison in a folder: its plan, its results as they come, and the replays of the losses that teach most.

The folder holds everything, the champions included, so that it can be continued after any interruption.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from joute.arena.jobs.executors import Executor, Lost
from joute.arena.jobs.job import JobResult, require_fit
from joute.arena.jobs.packages import Packages
from joute.champions.errors import ChampionError
from joute.core.control_chars import escaped_json_bytes
from joute.core.locks import lock
from joute.core.text import Text, text_of
from joute.match.verdict import Verdict

from .plan import Comparison, ComparisonPlan, MatchId, match_id

PLAN, RESULTS, LOSSES, PACKAGES = "plan.json", "results.jsonl", "losses", "packages"
SUFFIX = ".jsonl.gz"
REPLAY_NAME = re.compile(r"-(\d+)-round-(\d+)-seat-(\d+)" + re.escape(SUFFIX) + "$")
TRIES_MOST = 3
"""How often a match is tried in which the engine fails."""
FAILURES_MOST = 4
"""After so many matches in a row that could not be played, the comparison stops."""
TICK_S = 0.2
_decode_result = msgspec.json.Decoder(JobResult).decode


class CompareError(ValueError):
    """A folder without a comparison, or with a damaged one: which file, why, and what to do."""


class Session:
    """A comparison and its folder."""

    def __init__(self, folder: Path, comparison: Comparison) -> None:
        self.folder = folder
        self.comparison = comparison
        self._results: IO[bytes] | None = None

    def write(self, result: JobResult) -> None:
        """Write a result to the disk: once this returns, that match is never played again."""
        match = match_id(result.key)
        self.comparison.take(result)
        try:
            if self.comparison.wanted(match):
                self.path(match).write_bytes(result.replay)
            self._append(escaped_json_bytes(msgspec.json.encode(msgspec.structs.replace(result, replay=b""))) + b"\n")
            self._prune()
        except OSError as error:
            raise CompareError(
                Text(
                    f"{self.folder}: cannot be written: {error.strerror}; the results so far are kept",
                    f"{self.folder} : écriture impossible : {error.strerror} ; les résultats obtenus sont gardés",
                )
            ) from None

    def _append(self, line: bytes) -> None:
        if self._results is None:
            self._results = open(self.folder / RESULTS, "ab")  # noqa: SIM115
        self._results.write(line)
        self._results.flush()
        os.fsync(self._results.fileno())

    def path(self, match: MatchId) -> Path:
        """The file for the replay of a match."""
        rival = re.sub(r"\W+", "-", self.comparison.plan.champions[match.rival].name).strip("-")
        return self.folder / LOSSES / f"{rival}-{match.rival}-round-{match.round}-seat-{match.rotation}{SUFFIX}"

    def losses(self, rival: int) -> list[Path]:
        """The replays of the losses against a rival that teach most, the best first."""
        losses = self.comparison.duels[rival - 1].worst_losses
        return [path for loss in losses if (path := self.path(loss.match)).exists()]

    def _prune(self) -> None:
        """Remove the replays that are no longer among the losses to keep."""
        for path in (self.folder / LOSSES).iterdir():
            name = REPLAY_NAME.search(path.name)
            if name is not None and not self.comparison.wanted(MatchId(*map(int, name.groups()))):
                path.unlink()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other programs from playing it meanwhile."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            try:
                lock(folder, wait=False)
            except BlockingIOError:
                raise CompareError(
                    Text(
                        f"{self.folder}: another program is playing it; wait for it, or stop it first",
                        f"{self.folder} : un autre programme la joue ; attendez-le, ou arrêtez-le d'abord",
                    )
                ) from None
            yield
        finally:
            os.close(folder)

    def close(self) -> None:
        if self._results is not None:
            self._results.close()


def packages_in(folder: Path) -> Packages:
    return Packages(folder / PACKAGES)


def begun(folder: Path, plan: ComparisonPlan) -> Session:
    """A new comparison in a folder that is made for it."""
    (folder / LOSSES).mkdir(parents=True)
    _write_plan(folder, plan)
    return Session(folder, Comparison(plan))


def _write_plan(folder: Path, plan: ComparisonPlan) -> None:
    new = folder / f"{PLAN}.new"
    new.write_bytes(escaped_json_bytes(msgspec.json.format(msgspec.json.encode(plan))) + b"\n")
    new.replace(folder / PLAN)


def continued(folder: Path, matches_most: int | None = None) -> Session:
    """The comparison of a folder with its results so far; a match whose line is cut off is played again.

    `matches_most` may be raised: the chance of a wrong answer stays what it was. It cannot be lowered, since what was
    decided with more matches stays decided.
    """
    try:
        plan = msgspec.convert(_whole(msgspec.json.decode((folder / PLAN).read_bytes())), ComparisonPlan)
    except OSError as error:
        raise CompareError(
            Text(
                f"{folder}: no comparison here: {PLAN} cannot be read: {error.strerror}",
                f"{folder} : pas de comparaison ici : {PLAN} est illisible : {error.strerror}",
            )
        ) from None
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, ZeroDivisionError) as error:
        raise CompareError(
            Text(
                f"{folder / PLAN}: damaged, or of another version: {error}",
                f"{folder / PLAN} : abîmé, ou d'une autre version : {error}",
            )
        ) from None
    try:
        require_fit(plan.job(MatchId(1, 0, 0)))
    except ValueError as error:
        raise CompareError(
            Text(
                f"{folder}: cannot be continued here: {error}",
                f"{folder} : ne peut pas continuer ici : {text_of(error):fr}",
            )
        ) from None
    if matches_most is not None and matches_most != plan.matches_most:
        if plan.matches_most is None or matches_most < plan.matches_most:
            before = (
                Text("without a limit", "sans limite")
                if plan.matches_most is None
                else Text(f"with --games {plan.matches_most}", f"avec --games {plan.matches_most}")
            )
            raise CompareError(
                Text(
                    f"{folder}: --games {matches_most}: this comparison was begun {before}, or more",
                    f"{folder} : --games {matches_most} : cette comparaison a commencé {before:fr}, ou plus",
                )
            )
        plan = msgspec.structs.replace(plan, matches_most=matches_most)
        _write_plan(folder, plan)
    comparison = Comparison(plan)
    (folder / LOSSES).mkdir(exist_ok=True)
    _replay(folder / RESULTS, comparison)
    return Session(folder, comparison)


def _whole(plan: Any) -> Any:
    """A plan with what earlier versions did not write: boards came again, unless the game made them from the seed."""
    if isinstance(plan, dict) and "generated" not in plan:
        rounds = -(-int(plan["matches_most"]) // int(plan["seats"]))
        return plan | {"generated": None in plan["boards"], "deadline": rounds, "sprt": None}
    return plan


def _replay(path: Path, comparison: Comparison) -> None:
    """Count the results of a file; a last line that was only half written is cut off."""
    data = b""
    with suppress(FileNotFoundError):
        data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            comparison.take(_decode_result(line))
        except (msgspec.MsgspecError, ValueError, IndexError) as error:
            raise CompareError(
                Text(
                    f"{path}, line {number}: damaged: {error}; remove the line to play it again",
                    f"{path}, ligne {number} : abîmée : {error} ; ôtez la ligne pour rejouer ce match",
                )
            ) from None
    if len(whole) < len(data):
        os.truncate(path, len(whole))


def run(
    session: Session,
    executor: Executor,
    progress: Callable[[Comparison], None] = lambda comparison: None,
    warn: Callable[[str], None] = lambda text: None,
) -> None:
    """Play until all is decided. `progress` is called after each match, and every TICK_S while none is finished."""
    comparison, warned = session.comparison, set[str]()
    todo, tries = comparison.todo(), Counter[str]()
    under_way: set[str] = set()
    failures = 0
    while not comparison.over:
        while len(under_way) < 2 * max(1, executor.capacity) and (match := next(todo, None)) is not None:
            under_way.add(match.key)
            executor.submit(comparison.plan.job(match))
        outcome = executor.next(TICK_S)
        if outcome is not None:
            result = _settled(outcome, tries)
            if result is None:
                executor.submit(comparison.plan.job(match_id(outcome.key)))
            else:
                under_way.discard(outcome.key)
                session.write(result)
                _require_loaded(comparison, result)
                failures = failures + 1 if result.void else 0
                _require_health(failures, result)
                for text in set(result.warnings) - warned:
                    warn(text)
                warned.update(result.warnings)
        progress(comparison)


def _settled(outcome: JobResult | Lost, tries: Counter[str]) -> JobResult | None:
    """The result of a match; None if the engine failed and the match is to be tried again."""
    failed = isinstance(outcome, Lost) or bool(outcome.void)
    tries[outcome.key] += failed
    if failed and tries[outcome.key] < TRIES_MOST:
        return None
    return JobResult(outcome.key, void=outcome.why) if isinstance(outcome, Lost) else outcome


def _require_health(failures: int, result: JobResult) -> None:
    """Stop where the engine fails in match after match: more matches would not help."""
    if failures >= FAILURES_MOST:
        raise CompareError(
            Text(
                f"{failures} matches in a row failed through the engine; the last error:\n{result.void}",
                f"{failures} matchs de suite ont échoué à cause du moteur ; la dernière erreur :\n{result.void}",
            )
        )


def _require_loaded(comparison: Comparison, result: JobResult) -> None:
    """Stop where a champion cannot be loaded: there is nothing to compare."""
    if result.void:
        return
    match = match_id(result.key)
    for champion, (verdict, message) in zip(
        comparison.plan.table(match.rival, match.rotation), result.verdicts, strict=True
    ):
        if verdict == Verdict.LOAD_ERROR:
            raise ChampionError(
                Text(
                    f"{champion.name} cannot be loaded: {message}",
                    f"{champion.name} ne peut pas être chargé : {message}",
                )
            )
