"""Ratings: openskill's Plackett-Luce while matches come in, and a fit to all of them at the end.

The fit maximises the likelihood of all rankings together, so it does not depend on their order. The strength of an
entrant is exp(theta); who comes first of some is chosen with a chance in proportion to strength, then who comes second
of the rest, and so on (for two players: Bradley-Terry). Who are level are taken in every order at once: a draw of two
is half a win for each. One drawn match of everybody against an average entrant is added, so that who won or lost
everything still has a finite rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray
    from openskill.models import PlackettLuce

    Floats = NDArray[float64]
    Ints = NDArray[int64]

SCALE = 173.7177927613007
"""Points for each unit of theta: 400 / ln 10, so that 400 points more mean ten wins to one loss."""
AVERAGE = 1500
"""The mean of all ratings."""
PRIOR = 1.0
"""How many drawn matches against an average entrant are added."""
STEPS, PRECISE = 100, 1e-7
REFIT_ENTRANTS, REFIT_ROWS = 100, 10_000
"""Up to so many entrants, and seats at all stages of all matches (two for a match of two), each sample of the bootstrap
is fitted to the end; beyond, by one step from the whole fit. What that misses is of the second order: of the spread of
the samples it is about 1.6 over the root of the matches of an entrant, a sixth at a hundred of them."""
SAMPLES = 400
LOW, HIGH = 2.5, 97.5
"""The interval that holds 95 of 100 samples."""


class Running(NamedTuple):
    """The rating of an entrant while matches come in: its skill, and the uncertainty of that."""

    mu: float
    sigma: float


START = Running(25.0, 25.0 / 3.0)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START.mu, sigma=START.sigma)


def updated(table: Sequence[Running], ranks: Sequence[int]) -> list[Running]:
    """The ratings of those at a table after a match."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in table]
    return [Running(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]


# The fit


class Rating(NamedTuple):
    """The rating of an entrant in points, with its interval, and the ranks it has in the samples."""

    points: float
    low: float
    high: float
    best_rank: int
    worst_rank: int


class Stages:
    """All rankings, split into stages: at each, one entrant is chosen among those who are left.

    Arrays of one length: `match`, `stage`, `entrant`, `share` (how much of the entrant is left at the stage; less
    than 1 among those who are level). `wins` has the same for the choices: match, entrant, how much of a choice.
    """

    def __init__(self, entrants: int, tables: Sequence[Sequence[int]], ranks: Sequence[Sequence[int]]) -> None:
        import numpy

        self.entrants = entrants
        self.matches = len(tables)
        rows: list[tuple[int, int, int, float]] = []
        wins: list[tuple[int, int, float]] = []
        self.stages = 0
        known: dict[tuple[int, ...], Pattern] = {}
        for match, (table, order) in enumerate(zip(tables, ranks, strict=True)):
            key = tuple(order)
            if key not in known:
                known[key] = pattern(key)
            split = known[key]
            wins += [(match, table[seat], share) for seat, share in split.wins]
            rows += [(match, self.stages + stage, table[seat], share) for stage, seat, share in split.shares]
            self.stages += split.stages
        columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
        self.match: Ints = numpy.array(columns[0], dtype=numpy.int64)
        self.stage: Ints = numpy.array(columns[1], dtype=numpy.int64)
        self.entrant: Ints = numpy.array(columns[2], dtype=numpy.int64)
        self.share: Floats = numpy.array(columns[3], dtype=numpy.float64)
        chosen = list(zip(*wins, strict=True)) or [(), (), ()]
        self.win_match: Ints = numpy.array(chosen[0], dtype=numpy.int64)
        self.win_entrant: Ints = numpy.array(chosen[1], dtype=numpy.int64)
        self.win_share: Floats = numpy.array(chosen[2], dtype=numpy.float64)
        self.stage_match: Ints = numpy.zeros(self.stages, dtype=numpy.int64)
        self.stage_match[self.stage] = self.match


class Pattern(NamedTuple):
    """A ranking split into stages: choices (seat, share), and who is left at each stage (stage, seat, share)."""

    wins: tuple[tuple[int, float], ...]
    shares: tuple[tuple[int, int, float], ...]
    stages: int


def pattern(ranks: Sequence[int]) -> Pattern:
    """Best first; of d who are level, (d - k) / d of each is left when k have been chosen."""
    wins: list[tuple[int, float]] = []
    shares: list[tuple[int, int, float]] = []
    stage = 0
    for rank in sorted(set(ranks)):
        level = [seat for seat, own in enumerate(ranks) if own == rank]
        below = [seat for seat, own in enumerate(ranks) if own > rank]
        choices = len(level) - (not below)  # the last of all is not chosen among any
        wins += [(seat, choices / len(level)) for seat in level if choices]
        for chosen in range(choices):
            shares += [(stage, seat, 1 - chosen / len(level)) for seat in level]
            shares += [(stage, seat, 1.0) for seat in below]
            stage += 1
    return Pattern(tuple(wins), tuple(shares), stage)


def fit(stages: Stages, weights: Floats, prior: Floats, start: Floats) -> Floats:
    """Theta of each entrant: Newton's method on a concave function, halving steps that would overshoot.

    `weights` is the weight of each match, `prior` that of each added draw.
    """
    import numpy

    theta, value = start, _value(stages, start, weights, prior)
    for _ in range(STEPS):
        expected = _Expected.of(stages, theta)
        step = numpy.linalg.solve(
            _curvature(stages, expected, weights, prior), _slope(stages, expected, weights, prior)
        )
        while (tried := _value(stages, theta + step, weights, prior)) < value - PRECISE:
            step = step / 2
        theta, value = theta + step, tried
        if numpy.abs(step).max() < PRECISE:
            break
    return theta


class _Expected(NamedTuple):
    """What follows from some theta: the total strength left at each stage, and each one's chance to be chosen there."""

    total: Floats
    chance: Floats
    even: Floats
    """The chance to beat an average entrant."""

    @classmethod
    def of(cls, stages: Stages, theta: Floats) -> _Expected:
        import numpy

        left = stages.share * numpy.exp(theta)[stages.entrant]
        total: Floats = numpy.bincount(stages.stage, left, stages.stages).astype(numpy.float64)
        return cls(total, left / total[stages.stage], 1 / (1 + numpy.exp(-theta)))


def _slope(stages: Stages, expected: _Expected, weights: Floats, prior: Floats) -> Floats:
    """The gradient: what was won, less what was expected."""
    import numpy

    n = stages.entrants
    won = numpy.bincount(stages.win_entrant, stages.win_share * weights[stages.win_match], n)
    due = numpy.bincount(stages.entrant, expected.chance * weights[stages.match], n)
    slope: Floats = won - due + prior * (0.5 - expected.even)
    return slope


def _value(stages: Stages, theta: Floats, weights: Floats, prior: Floats) -> float:
    """The logarithm of the likelihood."""
    import numpy

    won = stages.win_share * weights[stages.win_match] * theta[stages.win_entrant]
    due = weights[stages.stage_match] * numpy.log(_Expected.of(stages, theta).total)
    drawn = prior * (theta / 2 - numpy.logaddexp(0, theta))
    return float(won.sum() - due.sum() + drawn.sum())


def _curvature(stages: Stages, expected: _Expected, weights: Floats, prior: Floats) -> Floats:
    """Minus the second derivative."""
    import numpy

    due = numpy.bincount(stages.entrant, expected.chance * weights[stages.match], stages.entrants)
    diagonal: Floats = numpy.diag(due + prior * expected.even * (1 - expected.even))
    return diagonal - _crossed(stages, expected.chance, weights)


def _crossed(stages: Stages, chance: Floats, weights: Floats) -> Floats:
    """The sum over stages of the products of all pairs of chances there, for all stages of one size at once."""
    import numpy

    n = stages.entrants
    total = numpy.zeros(n * n)
    sizes = numpy.bincount(stages.stage, minlength=stages.stages)
    starts = numpy.concatenate(([0], numpy.cumsum(sizes)[:-1])).astype(numpy.int64) if stages.stages else sizes
    for size in numpy.unique(sizes):
        firsts = starts[sizes == size]
        block = max(1, BLOCK // int(size) ** 2)
        for at in range(0, len(firsts), block):
            rows = firsts[at : at + block, None] + numpy.arange(size)
            who, part = stages.entrant[rows], chance[rows]
            products = (part * weights[stages.match[rows]])[:, :, None] * part[:, None, :]
            pairs = who[:, :, None] * n + who[:, None, :]
            total += numpy.bincount(pairs.ravel(), products.ravel(), n * n)
    return total.reshape(n, n)


BLOCK = 1 << 22
"""How many products are computed at once, which bounds memory."""


def bootstrap(stages: Stages, theta: Floats, seed: int, samples: int = SAMPLES) -> Floats:
    """Theta of each entrant in samples, in which each match and each added draw has a random weight.

    The weights are those of the Bayesian bootstrap, exponential and 1 on average.
    """
    import numpy

    random = numpy.random.default_rng(seed)
    sizes = stages.matches, stages.entrants
    drawn = ((random.exponential(size=sizes[0]), PRIOR * random.exponential(size=sizes[1])) for _ in range(samples))
    if stages.entrants > REFIT_ENTRANTS or len(stages.entrant) > REFIT_ROWS:
        return theta + _steps(stages, theta, drawn)
    return numpy.array([fit(stages, weights, prior, theta) for weights, prior in drawn])


def _steps(stages: Stages, theta: Floats, drawn: Iterable[tuple[Floats, Floats]]) -> Floats:
    """One Newton step from the whole fit to that of each sample; what samples share is computed once."""
    import numpy

    n, expected = stages.entrants, _Expected.of(stages, theta)
    places = numpy.concatenate((stages.win_match * n + stages.win_entrant, stages.match * n + stages.entrant))
    parts = numpy.concatenate((stages.win_share, -expected.chance))
    seats, where = numpy.unique(places, return_inverse=True)
    surplus = numpy.bincount(where, parts, len(seats))
    match, entrant = seats // n, seats % n
    slopes = [
        numpy.bincount(entrant, surplus * weights[match], n) + prior * (0.5 - expected.even) for weights, prior in drawn
    ]
    whole = numpy.ones(stages.matches), numpy.full(n, PRIOR)
    curvature = _curvature(stages, expected, *whole)
    return numpy.linalg.solve(curvature, numpy.array(slopes).T).T.astype(numpy.float64)


def rated(
    entrants: int,
    tables: Sequence[Sequence[int]],
    ranks: Sequence[Sequence[int]],
    seed: int = 0,
    samples: int = SAMPLES,
) -> list[Rating]:
    """The rating of each entrant (by index) from all rankings, whatever their order."""
    import numpy

    if not entrants:
        return []
    order = sorted(range(len(tables)), key=lambda match: (tuple(tables[match]), tuple(ranks[match])))
    stages = Stages(entrants, [tables[match] for match in order], [ranks[match] for match in order])
    theta = fit(stages, numpy.ones(stages.matches), numpy.full(entrants, PRIOR), numpy.zeros(entrants))
    sampled = bootstrap(stages, theta, seed, samples)
    theta, sampled = theta - theta.mean(), sampled - sampled.mean(axis=1, keepdims=True)
    low, high = numpy.percentile(sampled, [LOW, HIGH], axis=0)
    places = 1 + numpy.array([numpy.sort(row).searchsorted(row) for row in (-sampled).round(9)])
    best, worst = numpy.percentile(places, [LOW, HIGH], axis=0, method="nearest")
    return [
        Rating(_points(theta[one]), _points(low[one]), _points(high[one]), int(best[one]), int(worst[one]))
        for one in range(entrants)
    ]


def _points(theta: float) -> float:
    return round(AVERAGE + SCALE * float(theta), 1)
