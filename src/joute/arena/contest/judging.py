"""A program that judges one version: builds it in the box and rehearses it, as `joute check` does.

It gets a JudgingTask on standard input, writes the log to standard output, line by line, and what came of it, as an
Outcome, to a file descriptor. Who gets no Outcome knows that judging failed, not the version.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from joute.arena.jobs.executors.worker import die_with
from joute.arena.jobs.job import Terms, cause
from joute.champions.checks.own_constants import other_constants
from joute.champions.checks.rehearsal import Findings, Opponent, RehearsalTrial, rehearse
from joute.champions.checks.report import paragraphs, trial_lines
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.core.registry import settled_game
from joute.core.table import Table
from joute.core.text import words
from joute.match.player import Player


class JudgingTask(msgspec.Struct, frozen=True):
    """A version to be judged: where its package is, and how it will be hosted in matches."""

    path: str
    game: str
    preset: str
    params: dict[str, Any]
    seats: int
    board: str | None
    terms: Terms
    house: str | None
    """A champion of the house that it plays against, too."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of it: why the version failed, in a line; empty: it is good."""

    why: str
    seconds: float


def judge(task: JudgingTask, log: Callable[[str], None]) -> str:
    """Build and rehearse; why it failed, in a line."""
    game = settled_game(task.game, task.preset, task.params).on(None)
    start = Table(game if task.board is None else game.fitted(task.board), task.board, task.seats)

    def clean(text: str) -> str:
        path = Path(task.path)
        folder = path if path.is_dir() else path.parent
        return text.replace(f"{folder}/", "").replace(f"{folder}: ", "").replace(str(folder), ".")

    def tell(trial: RehearsalTrial) -> None:
        for line in trial_lines(start.game, trial):
            log(clean(line))

    log(words(f"Building and loading, for {game.name}:", f"Construction et chargement, pour {game.name} :"))
    if (other := other_constants(start.game, Path(task.path))) is not None:
        log(words(f"  warning: {other.sentence(start.game)}", f"  attention : {other.sentence(start.game):fr}"))
    hosting = task.terms.hosting([])
    findings = rehearse(
        start,
        "champion",
        lambda: find(start.game, task.path, start.seed, hosting),
        [_opponent(start.game, task.house, task.seats)] if task.house else [],
        tell,
    )
    for paragraph in paragraphs(findings):
        log(clean("\n".join(["", *paragraph])))
    why = "" if findings.ok else clean(_why(findings))
    log("")
    log(words("It failed.", "Elle a échoué.") if why else words("It is good.", "Elle est bonne."))
    return why


def _opponent(game: Game, house: str, seats: int) -> Opponent:
    def player(seed: int) -> Player:
        return find(game, house, seed)

    return (house, seats - 1, player)


def _why(findings: Findings) -> str:
    """The first thing that was wrong, in a line."""
    if findings.load_error:
        return cause(findings.load_error)
    if findings.faults:
        fault = findings.faults[0].fault
        where = words(f"turn {fault.turn}, {fault.callback}(): ", f"tour {fault.turn}, {fault.callback}() : ")
        return f"{where if fault.callback else ''}{cause(fault.message)}"
    odd = findings.malformed[0]
    return words(
        f"{odd.call}: {odd.argument}: found {odd.found}, expected {odd.expected}",
        f"{odd.call} : {odd.argument} : trouvé {odd.found}, attendu {odd.expected}",
    )


def main(outcome: int, life: int) -> None:
    """Judge what standard input says."""
    die_with(life)
    began = time.monotonic()
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=JudgingTask)
    why = judge(task, lambda line: print(line, flush=True))
    with os.fdopen(outcome, "wb") as file:
        file.write(msgspec.json.encode(Outcome(why, time.monotonic() - began)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
