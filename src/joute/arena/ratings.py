"""Ratings: openskill's Plackett-Luce while matches come in, and a fit to all of them at the end.

The fit maximises the likelihood of all rankings together, so it does not depend on their order. The strength of an
entrant is exp(theta); who comes first of some is chosen with a chance in proportion to strength, then who comes second
of the rest, and so on (for two players: Bradley-Terry). Who are level are taken in every order at once: a draw of two
is half a win for each. One drawn match of everybody against an average entrant is added, so that who won or lost
everything still has a finite rating.

How sure a rating is follows from how much results differ from the fit (the "sandwich" of robust statistics). The
matches of some entrants on one leg are taken together, since who is better on a board is often better from both seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
SURE = 1.959964
"""Standard errors on each side of a value that holds the truth in 95 of 100 cases."""
COMMON_LEGS = 4.0
"""How many legs of an entrant the spread of everybody's results is worth beside its own. Few legs say little of their
own spread; `bench/intervals.py` shows that with so many, intervals hold what they promise from four legs on."""


class Running(NamedTuple):
    """The rating of an entrant while matches come in: its skill, and the uncertainty of that."""

    mu: float
    sigma: float


START = Running(25.0, 25.0 / 3.0)
BETA = START.mu / 6
"""How far results scatter around skill, as openskill has it."""


def running_of(points: float, reach: float) -> Running:
    """The running rating of which the fit says so many points, give or take `reach` with 95 % certainty."""
    unit = BETA * 2**0.5 / SCALE
    return Running(START.mu + (points - AVERAGE) * unit, min(START.sigma, reach / SURE * unit))


def in_points(rating: Running) -> tuple[float, float, float]:
    """A running rating in points, as the fit counts them, and between which it lies with 95 % certainty."""
    unit = SCALE / (BETA * 2**0.5)
    points, reach = AVERAGE + (rating.mu - START.mu) * unit, SURE * rating.sigma * unit
    return points, points - reach, points + reach


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
    """The rating of an entrant in points, with the 95 % interval of it and of the rank."""

    points: float
    low: float
    high: float
    best_rank: int
    """Below those who are better for sure: the 95 % interval of the difference is above zero."""
    worst_rank: int


class Ranked(NamedTuple):
    """The result of a match: who played, in seat order, at which ranks, on which leg."""

    table: tuple[int, ...]
    ranks: tuple[int, ...]
    leg: int = 0


class Stages:
    """All rankings, split into stages: at each, one entrant is chosen among those who are left.

    Arrays of one length: `stage`, `entrant`, `share` (how much of the entrant is left at the stage; less than 1 among
    those who are level). `win_entrant` and `win_share` say who was chosen, and how much of a choice that was. `group`
    and `win_group` number what is taken together: the matches of the same entrants on the same leg.
    """

    def __init__(self, entrants: int, results: Sequence[Ranked]) -> None:
        import numpy

        self.entrants, self.matches = entrants, len(results)
        rows: list[tuple[int, int, int, float]] = []
        wins: list[tuple[int, int, float]] = []
        self.stages = 0
        known: dict[tuple[int, ...], Pattern] = {}
        groups: dict[tuple[int, ...], int] = {}
        for table, ranks, leg in results:
            group = groups.setdefault((leg, *sorted(table)), len(groups))
            if ranks not in known:
                known[ranks] = pattern(ranks)
            split = known[ranks]
            wins += [(group, table[seat], share) for seat, share in split.wins]
            rows += [(group, self.stages + stage, table[seat], share) for stage, seat, share in split.shares]
            self.stages += split.stages
        self.groups = len(groups)
        columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
        self.group: Ints = numpy.array(columns[0], dtype=numpy.int64)
        self.stage: Ints = numpy.array(columns[1], dtype=numpy.int64)
        self.entrant: Ints = numpy.array(columns[2], dtype=numpy.int64)
        self.share: Floats = numpy.array(columns[3], dtype=numpy.float64)
        chosen = list(zip(*wins, strict=True)) or [(), (), ()]
        self.win_group: Ints = numpy.array(chosen[0], dtype=numpy.int64)
        self.win_entrant: Ints = numpy.array(chosen[1], dtype=numpy.int64)
        self.win_share: Floats = numpy.array(chosen[2], dtype=numpy.float64)


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


def fit(stages: Stages) -> Floats:
    """Theta of each entrant: Newton's method on a concave function, halving steps that would overshoot."""
    import numpy

    theta: Floats = numpy.zeros(stages.entrants)
    value = _value(stages, theta)
    for _ in range(STEPS):
        expected = _Expected.of(stages, theta)
        step = numpy.linalg.solve(_curvature(stages, expected), _slope(stages, expected))
        while (tried := _value(stages, theta + step)) < value - PRECISE:
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

    def added(self) -> Floats:
        """How much each added draw tells of its entrant."""
        return PRIOR * self.even * (1 - self.even)


def _slope(stages: Stages, expected: _Expected) -> Floats:
    """The gradient: what was won, less what was expected."""
    import numpy

    won = numpy.bincount(stages.win_entrant, stages.win_share, stages.entrants)
    due = numpy.bincount(stages.entrant, expected.chance, stages.entrants)
    slope: Floats = won - due + PRIOR * (0.5 - expected.even)
    return slope


def _value(stages: Stages, theta: Floats) -> float:
    """The logarithm of the likelihood."""
    import numpy

    won = stages.win_share * theta[stages.win_entrant]
    due = numpy.log(_Expected.of(stages, theta).total)
    drawn = PRIOR * (theta / 2 - numpy.logaddexp(0, theta))
    return float(won.sum() - due.sum() + drawn.sum())


def _curvature(stages: Stages, expected: _Expected) -> Floats:
    """Minus the second derivative: how much all that was played, and the added draws, tell of theta."""
    import numpy

    told = _told(stages, expected, numpy.ones(stages.groups))
    return told + numpy.diag(expected.added())


def _told(stages: Stages, expected: _Expected, weights: Floats) -> Floats:
    """How much the stages tell of theta, if each group has a weight."""
    import numpy

    weight = weights[stages.group]
    due = numpy.bincount(stages.entrant, expected.chance * weight, stages.entrants)
    return numpy.diag(due) - _crossed(stages.stage, stages.entrant, expected.chance * numpy.sqrt(weight), len(due))


def _crossed(group: Ints, entrant: Ints, value: Floats, n: int) -> Floats:
    """The sum over groups of the products of all pairs of values there."""
    import numpy

    total = numpy.zeros(n * n)
    for rows in _blocks(group):
        who, part = entrant[rows], value[rows]
        pairs = who[:, :, None] * n + who[:, None, :]
        total += numpy.bincount(pairs.ravel(), (part[:, :, None] * part[:, None, :]).ravel(), n * n)
    return total.reshape(n, n)


BLOCK = 1 << 22
"""How many products are computed at once, which bounds memory."""


def _blocks(group: Ints) -> Iterator[Ints]:
    """The rows of groups of one size, a line for each group; `group` is sorted."""
    import numpy

    starts = numpy.flatnonzero(numpy.diff(group, prepend=-1))
    sizes = numpy.diff(starts, append=len(group))
    for size in numpy.unique(sizes):
        firsts = starts[sizes == size]
        block = max(1, BLOCK // int(size) ** 2)
        for at in range(0, len(firsts), block):
            yield firsts[at : at + block, None] + numpy.arange(size)


# How sure it is


def covariance(stages: Stages, theta: Floats) -> Floats:
    """How the errors of all theta vary together.

    A group varies as it did, by its own surplus, and as groups do on the whole: the latter has the weight of
    `COMMON_LEGS` legs of its entrants. Surpluses are made up for the part of them that the fit has absorbed.
    """
    import numpy

    n, expected = stages.entrants, _Expected.of(stages, theta)
    inverse: Floats = numpy.linalg.inv(_curvature(stages, expected)).astype(numpy.float64)
    places = numpy.concatenate((stages.win_group * n + stages.win_entrant, stages.group * n + stages.entrant))
    seats, where = numpy.unique(places, return_inverse=True)
    surplus = numpy.bincount(where, numpy.concatenate((stages.win_share, -expected.chance)), len(seats))
    group, entrant = seats // n, seats % n
    left = 1 - _absorbed(stages, expected, inverse, numpy.bincount(group) - 1)
    tells = numpy.bincount(stages.group, expected.chance * (1 - expected.chance), stages.groups)
    # One more group whose matches all go one way: a few results that agree with the fit do not make it certain.
    usual, one_way = tells.mean(), stages.matches / stages.groups
    common = float(((surplus**2).sum() + usual * one_way) / ((tells * left).sum() + usual))
    legs = numpy.full(stages.groups, numpy.inf)
    numpy.minimum.at(legs, group, numpy.bincount(entrant, minlength=n)[entrant])
    own = legs / (legs + COMMON_LEGS)
    spread = _crossed(group, entrant, surplus * numpy.sqrt(own / left)[group], n)
    spread += common * _told(stages, expected, 1 - own) + numpy.diag(expected.added())
    together: Floats = inverse @ spread @ inverse
    return together


def _absorbed(stages: Stages, expected: _Expected, inverse: Floats, free: Ints) -> Floats:
    """The part of what each group tells that went into the fit (its leverage); `free`: entrants but one."""
    import numpy

    variance = expected.chance * numpy.diag(inverse)[stages.entrant]
    absorbed = numpy.bincount(stages.group, variance, stages.groups)
    for rows in _blocks(stages.stage):
        who, part = stages.entrant[rows], expected.chance[rows]
        both = numpy.einsum("sa,sab,sb->s", part, inverse[who[:, :, None], who[:, None, :]], part)
        absorbed -= numpy.bincount(stages.group[rows[:, 0]], both, stages.groups)
    share: Floats = absorbed / free
    return share


def rated(entrants: int, results: Iterable[Ranked]) -> list[Rating | None]:
    """The rating of each entrant (by index) from all results, whatever their order; None for who has not played."""
    import numpy

    played = sorted(results)
    present = sorted({one for result in played for one in result.table})
    if not present:
        return [None] * entrants
    place = {one: number for number, one in enumerate(present)}
    stages = Stages(len(present), [one._replace(table=tuple(place[who] for who in one.table)) for one in played])
    theta = fit(stages)
    errors = covariance(stages, theta)
    theta, errors = theta - theta.mean(), errors - errors.mean(axis=0)
    errors = errors - errors.mean(axis=1, keepdims=True)
    variance = numpy.diag(errors)
    reach = SURE * numpy.sqrt(variance)
    between = SURE * numpy.sqrt((variance[:, None] + variance - 2 * errors).clip(PRECISE))
    ahead = theta[:, None] - theta > between
    ratings = [
        Rating(_points(own), _points(own - sure), _points(own + sure), 1 + int(better), len(present) - int(worse))
        for own, sure, better, worse in zip(theta, reach, ahead.sum(axis=0), ahead.sum(axis=1), strict=True)
    ]
    by_index = dict(zip(present, ratings, strict=True))
    return [by_index.get(index) for index in range(entrants)]


def _points(theta: float) -> float:
    return round(AVERAGE + SCALE * float(theta), 1)
