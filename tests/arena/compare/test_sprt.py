"""The choice between two strengths, against published ratios of other programs."""

from __future__ import annotations

import random

import pytest

from joute.arena.compare.sprt import (
    ELO,
    VALUES,
    Hypotheses,
    Model,
    _with_excess,
    _with_share,
    bounds,
    expected_rounds,
    log_likelihood_ratio,
)

NORMALISED, LOGISTIC = Model.NORMALISED, Model.LOGISTIC


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "counts", "ratio"),
    [
        (NORMALISED, 0, 2, (365, 16618, 36229, 16974, 390), 2.25),
        (NORMALISED, -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.01),
        (LOGISTIC, 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (LOGISTIC, 0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_ratios_are_those_of_fastchess(model, elo0, elo1, counts, ratio):
    assert round(log_likelihood_ratio(Hypotheses(elo0, elo1, model), counts), 2) == ratio


@pytest.mark.parametrize("model", [NORMALISED, LOGISTIC])
def test_who_is_better_and_who_is_worse_are_mirrors(model):
    ratio = log_likelihood_ratio(Hypotheses(0, 35, model), (3, 10, 40, 20, 9))
    assert log_likelihood_ratio(Hypotheses(-35, 0, model), (9, 20, 40, 10, 3)) == pytest.approx(-ratio)


@pytest.mark.parametrize("elo", [-200, -35, 0, 35, 200])
def test_the_likeliest_distribution_has_the_strength_that_is_asked_for(elo):
    for counts in ((3, 10, 40, 20, 9), (0, 0, 0, 0, 7), (0, 0, 9, 0, 0), (5, 0, 0, 0, 0)):
        seen = [count or 1e-3 for count in counts]
        shares = [count / sum(seen) for count in seen]
        mean, _ = moments(_with_share(shares, elo))
        assert mean == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
        mean, variance = moments(_with_excess(shares, elo))
        assert (mean - 0.5) / (2 * variance) ** 0.5 * ELO == pytest.approx(elo, abs=1e-3)


def moments(shares: list[float]) -> tuple[float, float]:
    assert sum(shares) == pytest.approx(1)
    mean = sum(share * value for share, value in zip(shares, VALUES, strict=True))
    return mean, sum(share * (value - mean) ** 2 for share, value in zip(shares, VALUES, strict=True))


def test_bounds_and_expected_lengths():
    assert [round(bound, 2) for bound in bounds(0.05)] == [-2.94, 2.94]
    assert [round(2 * rounds) for rounds in expected_rounds(Hypotheses(0, 35, NORMALISED), 0.05)] == [522, 854]
    assert [round(2 * rounds) for rounds in expected_rounds(Hypotheses(0, 35, LOGISTIC), 0.05)] == [526, 860]


@pytest.mark.slow
@pytest.mark.parametrize(("chance", "passes"), [(0.5, False), (0.5504, True)])
def test_error_rates_and_length_are_about_what_is_stated(chance, passes):
    """0 and 35 normalised Elo without draws, looked at every fifth round."""
    rng, hypotheses, (low, high) = random.Random(chance), Hypotheses(0, 35, NORMALISED), bounds(0.05)
    right, rounds, runs = 0, 0, 100
    for _ in range(runs):
        counts, ratio = [0] * 5, 0.0
        while low < ratio < high:
            for _ in range(5):
                counts[2 * ((rng.random() < chance) + (rng.random() < chance))] += 1
            ratio = log_likelihood_ratio(hypotheses, counts)
        right += (ratio > 0) == passes
        rounds += sum(counts)
    assert right >= 0.88 * runs
    assert 0.7 < rounds / runs / expected_rounds(hypotheses, 0.05)[0] < 1.3
