"""How often a champion wins: `python bench/strength.py GAME CHAMPION RIVAL [--preset P] [--matches N]`.

Plays until there are N distinct matches, on boards that come with the game and generated ones, from every seat; at
tables of more than two the rival takes all other seats. A match is won by who ends alone at the top. Prints a row:
wins, losses, the 95 % Clopper-Pearson interval of the share of wins, and how often one of them failed. A champion that
is named by its file is in a sandbox, under the clock of `--time-ms` and `--bank-ms`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from joute.arena.compare.boards import default_boards
from joute.arena.fairness import clopper_pearson, played
from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.jobs.job import Champion, Job, JobResult, Terms, job_for
from joute.arena.jobs.packages import Packages
from joute.champions.sandbox.limits import Limits
from joute.core.game import Game
from joute.core.registry import load_game
from joute.match.verdict import Verdict

ERROR = 0.05
FIRST_SEED = 1000
ROUNDS_MOST = 20
"""After so many times as many matches as are wanted, no more distinct ones are looked for."""


class Round(NamedTuple):
    """A match to play, and where the champion sits in it."""

    seat: int
    job: Job


def rounds(game: Game, champion: Champion, rival: Champion, terms: Terms) -> Iterator[Round]:
    """Matches on one board and seed after another, from every seat."""
    seats, number = game.info.seats, count()
    boards, generated = default_boards(game, seats, FIRST_SEED)
    for at in count():
        board = None if generated and at >= len(boards) else boards[at % len(boards)]
        for seat in range(seats):
            table = [champion if one == seat else rival for one in range(seats)]
            yield Round(seat, job_for(str(next(number)), game, FIRST_SEED + at, table, board, terms))


def distinct(matches: Iterator[Round], wanted: int, packages: Packages, workers: int) -> list[tuple[int, JobResult]]:
    """The first results of matches that differ in the course of the game, each with the champion's seat."""
    courses, results, most = set[tuple[int, str]](), list[tuple[int, JobResult]](), ROUNDS_MOST * wanted
    with LocalExecutor(workers, packages) as executor:
        while len(results) < wanted and (batch := list(islice(matches, min(most, 8 * workers)))):
            seats = {job.key: seat for seat, job in batch}
            most -= len(batch)
            for result in sorted(played(executor, [job for _, job in batch]), key=lambda one: int(one.key)):
                course = seats[result.key], result.course
                if course not in courses:
                    courses.add(course)
                    results.append((seats[result.key], result))
            print(f"{len(results)} of {wanted}", end="\r", file=sys.stderr, flush=True)
    return results[:wanted]


def row(results: list[tuple[int, JobResult]]) -> str:
    """What the results say of the champion."""
    ranks = [
        (one.ranks[seat], min(rank for other, rank in enumerate(one.ranks) if other != seat)) for seat, one in results
    ]
    wins, losses = sum(own < best for own, best in ranks), sum(own > best for own, best in ranks)
    low, high = clopper_pearson(wins, len(results), ERROR)
    failed = sum(any(verdict != Verdict.OK for verdict, _ in one.verdicts) for _, one in results)
    return f"{wins} of {len(results)} | {losses} | {low:.1%} to {high:.1%} | {failed} |"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game")
    words.add_argument("champion")
    words.add_argument("rival")
    words.add_argument("--preset")
    words.add_argument("--matches", type=int, default=200)
    words.add_argument("--time-ms", type=int)
    words.add_argument("--bank-ms", type=int, default=10_000)
    words.add_argument("--workers", type=int, default=2)
    asked = words.parse_args()
    game = load_game(asked.game, preset=asked.preset)
    terms = Terms(limits=Limits(time_ms=asked.time_ms, bank_ms=asked.bank_ms))
    with tempfile.TemporaryDirectory() as folder:
        packages = Packages(Path(folder))
        champion, rival = (packages.champion(game, name) for name in (asked.champion, asked.rival))
        results = distinct(rounds(game, champion, rival, terms), asked.matches, packages, asked.workers)
    print(f"| {game.name} | {game.preset} | {champion.name} | {rival.name} | {row(results)}", flush=True)


if __name__ == "__main__":
    main()
