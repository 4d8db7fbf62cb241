"""How often the intervals of a tournament's table hold the truth: they promise 95 of 100.

Each line is a kind of tournament, played many times by chance; what is printed is the share of ratings within their
interval, the share of ranks among the possible ranks, and how wide an interval is on the average, in points. Strengths
go evenly from `spread` to -`spread`; 1 against -1 is a chance of 88 % to win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy

from joute.arena.ratings import AVERAGE, SCALE, Ranked, rated

SPREADS = (0.3, 1.0, 2.0)


class Kind(NamedTuple):
    """A tournament: a round robin, or `rounds` rounds in which pairs are drawn by lot."""

    entrants: int
    legs: int
    rounds: int = 0

    def pairs(self, random: numpy.random.Generator) -> Iterator[tuple[int, int, int]]:
        """Who meets on which leg."""
        for leg in range(self.rounds or self.legs):
            order = [int(one) for one in random.permutation(self.entrants)]
            drawn = zip(order[::2], order[1::2], strict=False) if self.rounds else combinations(order, 2)
            yield from ((one, other, leg) for one, other in drawn)

    @property
    def games(self) -> int:
        return 2 * (self.rounds or self.legs * (self.entrants - 1))


KINDS = (Kind(5, 1), Kind(20, 0, 4), Kind(9, 1), Kind(12, 1), Kind(12, 4), Kind(40, 0, 9), Kind(6, 20))


def played(kind: Kind, true: numpy.ndarray, same: float, draws: float, random: numpy.random.Generator) -> list[Ranked]:
    """Results by chance. With the chance `same`, the second match of a leg ends as the first, from the other seat."""
    results = []
    for one, other, leg in kind.pairs(random):
        # A draw takes as much from the chance to win as from the chance to lose.
        chance = 1 / (1 + numpy.exp(true[other] - true[one]))
        level = draws * 2 * min(chance, 1 - chance)
        first, second = (_ranks(random.random(), chance, level) for _ in range(2))
        second = first if random.random() < same else second
        results += [Ranked((one, other), first, leg), Ranked((other, one), second[::-1], leg)]
    return results


def _ranks(drawn: float, chance: float, level: float) -> tuple[int, int]:
    if drawn < chance - level / 2:
        return 1, 2
    return (1, 1) if drawn < chance + level / 2 else (2, 1)


def measured(kind: Kind, spread: float, same: float, draws: float, runs: int) -> tuple[float, float, float]:
    """The shares of ratings and of ranks that are held, and the mean width of an interval."""
    true = numpy.linspace(spread, -spread, kind.entrants)
    held = ranks = width = 0.0
    for number in range(runs):
        found = rated(kind.entrants, played(kind, true, same, draws, numpy.random.default_rng(number)))
        for place, (one, own) in enumerate(zip(found, true, strict=True), 1):
            assert one is not None
            held += one.low <= AVERAGE + SCALE * own <= one.high
            ranks += one.best_rank <= place <= one.worst_rank
            width += one.high - one.low
    total = runs * kind.entrants
    return held / total, ranks / total, width / total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="tournaments a line (200)")
    runs = parser.parse_args().runs
    cases = ((0.0, 0.0, "matches independent"), (1.0, 0.0, "one winner a leg"), (0.5, 0.6, "60 % draws, half alike"))
    print("| entrants | matches each | legs each | case | ratings held, % | ranks held, % | width |")
    print("|---|---|---|---|---|---|---|")
    for kind in KINDS:
        for same, draws, name in cases:
            found = [measured(kind, spread, same, draws, runs) for spread in SPREADS]
            held, ranks = (", ".join(f"{100 * one[part]:.1f}" for one in found) for part in (0, 1))
            width = sum(one[2] for one in found) / len(found)
            head = f"| {kind.entrants} | {kind.games} | {kind.games // 2} | {name} "
            print(f"{head}| {held} | {ranks} | {width:.0f} |", flush=True)


if __name__ == "__main__":
    main()
