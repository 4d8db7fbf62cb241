"""Is one champion stronger by `elo1` rather than by `elo0`? The test of chess engines, for pairs of matches.

A generalised sequential probability ratio test (GSPRT) on the five values of a round of two matches, as fishtest and
fastchess do it (Van den Bergh, Comments on normalized Elo): the likelihood of the counts under the most likely
distribution with strength `elo1`, over that with `elo0`. Its error rates are asymptotic: close for many rounds, not
guaranteed for few.

Logistic Elo is about the share of points alone: 400 (log10 share - log10 (1 - share)). Normalised Elo divides what is
above a half by the standard deviation of a match, so that the same difference takes the same number of matches to see,
however many draws there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import log, sqrt

import msgspec

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a round of two matches can be worth."""
UNSEEN = 1e-3
"""How often a value counts as seen that was not: no distribution is impossible."""
ELO = 800 / log(10)
"""Normalised Elo of an excess of one standard deviation of a match."""
VARIANCE = 1 / 8
"""The greatest variance of a round whose two matches do not depend on each other: there are no draws."""
CLOSE, ITERATIONS_MOST = 1e-9, 50


class Model(StrEnum):
    """What Elo differences are differences of."""

    NORMALISED = "normalised"
    LOGISTIC = "logistic"


class Hypotheses(msgspec.Struct, frozen=True):
    """Two strengths to choose between, in Elo."""

    elo0: float
    elo1: float
    model: Model


def log_likelihood_ratio(hypotheses: Hypotheses, counts: Sequence[int]) -> float:
    """How much more likely `elo1` makes these counts of the five values than `elo0`, as a logarithm."""
    seen = [count or UNSEEN for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    likeliest = _with_share if hypotheses.model == Model.LOGISTIC else _with_excess
    first, second = (likeliest(shares, elo) for elo in (hypotheses.elo0, hypotheses.elo1))
    return sum(count * log(q / p) for count, p, q in zip(seen, first, second, strict=True))


def bounds(error: float) -> tuple[float, float]:
    """The ratios at which `elo0` and `elo1` are accepted, each wrongly with the chance `error`."""
    return log(error / (1 - error)), log((1 - error) / error)


def expected_rounds(hypotheses: Hypotheses, error: float) -> tuple[float, float]:
    """How many rounds it takes if `elo0` or `elo1` is true, and if the truth lies halfway: the most there is.

    For a Brownian motion with the drift and variance of the ratio; in logistic Elo without draws.
    """
    first, second = (_deviations(hypotheses.model, elo) for elo in (hypotheses.elo0, hypotheses.elo1))
    _, high = bounds(error)
    information = (second - first) ** 2
    return 2 * (1 - 2 * error) * high / information, high**2 / information


def _deviations(model: Model, elo: float) -> float:
    """By how many standard deviations of a round its mean is above a half."""
    return (_share(elo) - 0.5) / sqrt(VARIANCE) if model == Model.LOGISTIC else sqrt(2) * elo / ELO


def _share(elo: float) -> float:
    """The share of points of a champion that is stronger by so much logistic Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def _with_share(shares: Sequence[float], elo: float) -> list[float]:
    """The most likely distribution with the mean that a logistic Elo difference says."""
    mean = _share(elo)
    return _tilted(shares, [value - mean for value in VALUES])


def _with_excess(shares: Sequence[float], elo: float) -> list[float]:
    """The most likely distribution whose mean is above a half by so many of its standard deviations."""
    excess = _deviations(Model.NORMALISED, elo)
    found = [1 / len(VALUES)] * len(VALUES)
    for _ in range(ITERATIONS_MOST):
        mean = sum(p * value for p, value in zip(found, VALUES, strict=True))
        variance = sum(p * (value - mean) ** 2 for p, value in zip(found, VALUES, strict=True))
        slopes = [
            value - 0.5 - excess / 2 * (sqrt(variance) + (value - mean) ** 2 / sqrt(variance)) for value in VALUES
        ]
        last, found = found, _tilted(shares, slopes)
        if max(abs(p - q) for p, q in zip(last, found, strict=True)) < CLOSE:
            break
    return found


def _tilted(shares: Sequence[float], slopes: Sequence[float]) -> list[float]:
    """The distribution nearest to `shares` under which `slopes` have the mean zero."""

    def mean(tilt: float) -> float:
        return sum(share * slope / (1 + tilt * slope) for share, slope in zip(shares, slopes, strict=True))

    tilt = _root(mean, -1 / max(slopes), -1 / min(slopes))
    return [share / (1 + tilt * slope) for share, slope in zip(shares, slopes, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero, by bisection."""
    for _ in range(ITERATIONS_MOST):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
