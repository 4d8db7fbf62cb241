"""How often `joute compare` gives which answer, and after how many matches: simulated, without playing.

`python bench/compare.py` prints the table of docs/comparing.md; it takes about twenty minutes on two cores.
A round is two matches. `alike`: in half of the rounds the second match ends as the first one did.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import sqrt
from typing import NamedTuple

from joute.arena.compare.sequential import Bets, Candidate
from joute.arena.compare.sprt import VALUES, Hypotheses, Model, bounds, log_likelihood_ratio

CHANCES = (0.50, 0.52, 0.55, 0.60, 0.70)
DRAWS = (0.0, 0.2, 0.6)
LEGS = ("independent", "alike")
ROUNDS, ERROR, MARGIN = 500, 0.05, 0.05
QUANTILE = 1.96
"""Of the fixed test: two-sided, 5 %."""
SPRT = Hypotheses(0, 35, Model.NORMALISED)
SPRT_EVERY, SPRT_SHARE = 5, 5
"""The SPRT is looked at after every fifth round, and simulated a fifth as often: it takes longer."""


class Case(NamedTuple):
    """Champions: the share of points of the first, how often they draw, how the matches of a round depend."""

    legs: str
    draws: float
    chance: float

    def values(self, rng: random.Random) -> Iterator[float]:
        """The values of rounds, without end."""
        weights = (self.chance - self.draws / 2, self.draws, 1 - self.chance - self.draws / 2)
        while True:
            first, second = rng.choices((1.0, 0.5, 0.0), weights, k=2)
            yield first if self.legs == "alike" and rng.random() < 0.5 else (first + second) / 2


def compared(case: Case, rng: random.Random) -> tuple[str, int, bool]:
    """The answer, the round it was given in, and whether a fixed test of all rounds finds the champion better."""
    bets = Bets(ERROR, ROUNDS)
    worse_margin, half, better_margin = (Candidate(0.5 + shift, bets) for shift in (-MARGIN, 0.0, MARGIN))
    standing = [worse_margin, half, better_margin]
    values = [value for _, value in zip(range(ROUNDS), case.values(rng), strict=False)]
    fixed = _fixed_test(values)
    for number, value in enumerate(values, 1):
        spreads = bets.next()
        standing = [candidate for candidate in standing if candidate.stands(value, spreads, bets.goal)]
        bets.see(value)
        if half not in standing:
            return ("better" if max(half.above) > max(half.below) else "worse"), number, fixed
        if standing == [half]:
            return "equal", number, fixed
    return "open", ROUNDS, fixed


def _fixed_test(values: list[float]) -> bool:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean - 0.5 > QUANTILE * sqrt(variance / len(values))


def chosen(case: Case, rng: random.Random) -> tuple[bool, int]:
    """Whether the SPRT accepts the greater strength, and in which round."""
    counts, (low, high) = [0] * len(VALUES), bounds(ERROR)
    for number, value in enumerate(case.values(rng), 1):
        counts[VALUES.index(value)] += 1
        if number % SPRT_EVERY == 0 and not low < (ratio := log_likelihood_ratio(SPRT, counts)) < high:
            return ratio > 0, number
    raise AssertionError("the values never end")


def row(case: Case, runs: int) -> str:
    """The line of the table for a case."""
    rng = random.Random(repr(case))
    answers = [compared(case, rng) for _ in range(runs)]
    shares = [100 * sum(answer == name for answer, _, _ in answers) / runs for name in ("better", "equal", "worse")]
    fixed = 100 * sum(better for _, _, better in answers) / runs
    matches = 2 * sum(number for _, number, _ in answers) / runs
    choices = [chosen(case, rng) for _ in range(max(1, runs // SPRT_SHARE))]
    passed = 100 * sum(accepted for accepted, _ in choices) / len(choices)
    length = 2 * sum(number for _, number in choices) / len(choices)
    cells = [
        case.legs,
        f"{100 * case.draws:.0f} %",
        f"{100 * case.chance:.0f} %",
        *(f"{share:.1f}" for share in shares),
    ]
    return f"| {' | '.join([*cells, f'{matches:.0f}', f'{fixed:.1f}', f'{passed:.1f}', f'{length:.0f}'])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="comparisons simulated for each line")
    runs = parser.parse_args().runs
    names = ("matches", "draws", "points", "better", "equal", "worse", "length", "fixed", "SPRT", "its length")
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}")
    cases = [Case(*case) for case in product(LEGS, DRAWS, CHANCES)]
    with ProcessPoolExecutor() as pool:
        for line in pool.map(row, cases, [runs] * len(cases)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
