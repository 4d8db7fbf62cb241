"""The error rates that are stated hold: found by simulation, with fixed seeds."""

from __future__ import annotations

import random
from copy import deepcopy
from math import exp

import pytest

from joute.arena.compare.sequential import STEPS, Bets, Candidate, Sequence, deadlines

RUNS, VALUES = 400, 250
FAIR = {
    "a coin": ((0.0, 1.0), (1, 1)),
    "pairs of matches": ((0.0, 0.25, 0.5, 0.75, 1.0), (1, 2, 4, 2, 1)),
    "draws mostly": ((0.0, 0.5, 1.0), (1, 18, 1)),
    "lopsided": ((0.0, 0.625), (1, 4)),
    "rare disasters": ((0.0, 0.5263157894736842), (1, 19)),
}
"""Values with a mean of a half, and their weights."""


def struck_out(draw, error: float, mean: float = 0.5, values: int = VALUES) -> int | None:
    """After how many values a mean is struck out; None if it stands."""
    bets = Bets(error, values)
    candidate = Candidate(mean, bets)
    for number in range(1, values + 1):
        spreads, value = bets.next(), draw()
        if not candidate.stands(value, spreads, bets.goal):
            return number
        bets.see(value)
    return None


@pytest.mark.slow
@pytest.mark.parametrize("error", [0.05, 0.2])
def test_a_half_is_wrongly_excluded_no_more_often_than_stated(error):
    """Looked at after every value, by one who stops as soon as the answer seems clear.

    For each kind of values within three standard deviations of what chance makes of that rate; all together, below it.
    """
    wrong = {}
    for kind, (values, weights) in FAIR.items():
        rng = random.Random(f"{kind} {error}")
        found = [struck_out(lambda: rng.choices(values, weights)[0], error) for _ in range(RUNS)]  # noqa: B023
        wrong[kind] = sum(number is not None for number in found)
        assert wrong[kind] <= error * RUNS + 3 * (RUNS * error * (1 - error)) ** 0.5
    assert 0 < sum(wrong.values()) <= error * RUNS * len(FAIR)


def test_an_ordinary_test_looked_at_after_every_value_would_be_wrong_far_more_often():
    """The simulation can tell: with the usual interval, peeking breaks the rate."""
    rng, wrong = random.Random(5), 0
    for _ in range(RUNS):
        total = 0
        for number in range(1, VALUES + 1):
            total += rng.choice((0, 1))
            if number >= 10 and abs(total / number - 0.5) > 1.96 * 0.5 / number**0.5:
                wrong += 1
                break
    assert wrong > 4 * 0.05 * RUNS


@pytest.mark.parametrize(("chance", "usual", "most"), [(0.8, 20, 40), (0.65, 70, 200), (0.35, 70, 200)])
def test_a_real_difference_is_found_soon(chance, usual, most):
    """How many rounds of two matches it takes: half of the time, and nearly always."""
    rng = random.Random(11)
    found = sorted(
        struck_out(lambda: ((rng.random() < chance) + (rng.random() < chance)) / 2, 0.05, values=1000) or 1001
        for _ in range(100)
    )
    assert found[50] <= usual
    assert found[95] <= most


def test_most_of_what_a_test_of_fixed_size_finds_is_found():
    """At 55 % of the points, within 500 rounds of two matches: a fixed test of that size finds 89 of 100."""
    rng, runs = random.Random(3), 200
    found = sum(
        struck_out(lambda: ((rng.random() < 0.55) + (rng.random() < 0.55)) / 2, 0.05, values=500) is not None
        for _ in range(runs)
    )
    assert 0.65 * runs <= found <= 0.89 * runs


def test_the_interval_holds_the_truth_at_every_moment():
    rng, missed = random.Random(2), 0
    for _ in range(20):
        sequence = Sequence(0.05, VALUES)
        truth = rng.choice((0.1, 0.4, 0.5, 0.75))
        widths = []
        for _ in range(120):
            sequence.see(float(rng.random() < truth))
            widths.append(sequence.high - sequence.low)
        missed += not sequence.low <= truth <= sequence.high
        assert widths == sorted(widths, reverse=True)
    assert missed <= 1


def test_values_that_never_vary_narrow_the_interval_around_them():
    sequence = Sequence(0.05, VALUES)
    for _ in range(80):
        sequence.see(0.5)
    assert 0.45 <= sequence.low < 0.5 < sequence.high <= 0.55
    for value in (0.0, 1.0):
        sequence = Sequence(0.05, VALUES)
        for _ in range(20):
            sequence.see(value)
        assert (sequence.low > 0.5, sequence.high < 0.5) == (value == 1.0, value == 0.0)


def test_before_the_first_value_nothing_is_known():
    sequence = Sequence(0.05, VALUES)
    assert (sequence.low, sequence.high, sequence.count) == (0.0, 1.0, 0)
    assert STEPS % 2 == 0


def test_deadlines_lie_apart_and_are_put_off_when_they_pass():
    assert [round(date) for date in deadlines(500)] == [19, 56, 167, 500]
    assert deadlines(36) == [12.0, 36.0]
    assert deadlines(1) == [1.0]
    bets = Bets(0.05, 2)
    assert bets.next() == [0.125 * 2]
    for value in (0.0, 1.0):
        bets.see(value)
    assert bets.next() == [bets._squares / 4 * (6 - 2)]


def test_all_gamblers_of_a_side_have_a_capital_of_one_to_begin_with():
    for last in (1, 36, 500, 5000):
        assert sum(exp(capital) for capital in Bets(0.05, last).capitals) == pytest.approx(1)


def test_no_bet_can_expect_to_gain_if_its_mean_is_the_truth():
    """From any capitals, the mean over the next value is the capital before: that is all the promise rests on."""
    rng = random.Random(8)
    for mean, (values, weights) in ((0.5, FAIR["pairs of matches"]), (0.5, FAIR["lopsided"]), (0.25, ((0, 1), (3, 1)))):
        bets = Bets(0.05, 40)
        candidate = Candidate(mean, bets)
        for _ in range(100):
            spreads, before = bets.next(), capital(candidate)
            after = [0.0, 0.0]
            for value, weight in zip(values, weights, strict=True):
                copy = deepcopy(candidate)
                copy.stands(value, spreads, bets.goal)
                after = [
                    sum(pair) for pair in zip(after, (weight * c / sum(weights) for c in capital(copy)), strict=True)
                ]
            assert after == pytest.approx(before)
            value = rng.choices(values, weights)[0]
            candidate.stands(value, spreads, bets.goal)
            bets.see(value)


def capital(candidate: Candidate) -> list[float]:
    return [sum(map(exp, candidate.above)), sum(map(exp, candidate.below))]
