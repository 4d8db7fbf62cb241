"""Is the mean of a stream of values above or below a half? The answer may be read after every value.

The values lie in [0, 1], and each has the same mean, whatever came before; nothing else is assumed. For each candidate
mean m gamblers bet, knowing the values so far, that the truth is above m, and others that it is below. Were m the
truth, neither side could expect to gain, and the chance that one of them ever multiplies its capital by 2/error is at
most error/2 (Ville). Candidates for which that happens are struck out. Those left contain the truth, at all times
together, with a probability of at least 1 - error: so one may stop whenever one likes what one sees.

That holds for any bets; good ones find the truth soon. Each gambler has a deadline, and bets what would carry a random
walk from its capital to the goal by then (Voráček and Orabona, STaR-Bets, 2025): to see a great difference early takes
other bets than to see a small one at last. The last deadline is the value by which one wants to know.
"""

from __future__ import annotations

from collections.abc import Sequence as Numbers
from math import exp, log, log1p, sqrt

STEPS = 400
"""How many steps the candidate means divide [0, 1] into: a half is one of them."""
CAP = 0.7
"""No bet risks more than this share of the capital."""
APART = 3
"""How many times later each deadline is than the one before; one that has passed is put off as much."""
FIRST_DEADLINE = 12
"""No deadline is earlier."""
LAST_SHARE = 1 / 3
"""The share of the capital that works for the last deadline; the others have equal shares."""


def deadlines(last: int) -> list[float]:
    """The deadlines up to the last, in order."""
    dates = [float(last)]
    while dates[0] / APART >= FIRST_DEADLINE:
        dates.insert(0, dates[0] / APART)
    return dates


class Bets:
    """What the bets on the next value depend on, whatever mean they are against."""

    def __init__(self, error: float, last: int) -> None:
        self.goal = log(2 / error)
        self._deadlines = deadlines(last)
        others = len(self._deadlines) - 1
        shares = [(1 - LAST_SHARE) / others] * others + [LAST_SHARE] if others else [1.0]
        self.capitals = [log(share) for share in shares]
        """The logarithms of the capitals to begin with."""
        self._count, self._sum, self._squares = 2, 1.0, 0.25  # as if two values had come, a coin's

    def next(self) -> list[float]:
        """For each gambler how much the sum of values will vary until its deadline, as its variance."""
        seen = self._count - 2
        self._deadlines = [date if date > seen else date * APART for date in self._deadlines]
        return [self._squares / self._count * (date - seen) for date in self._deadlines]

    def see(self, value: float) -> None:
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / self._count) ** 2


class Candidate:
    """One candidate mean, and the capitals (their logarithms) of those who bet that the truth is above, and below."""

    __slots__ = ("above", "below", "mean")

    def __init__(self, mean: float, bets: Bets) -> None:
        self.mean = mean
        self.above, self.below = bets.capitals.copy(), bets.capitals.copy()

    def stands(self, value: float, spreads: Numbers[float], goal: float) -> bool:
        """Whether neither side has reached the goal after one more value."""
        rise = value - self.mean
        above = _gambled(self.above, rise, CAP / self.mean, spreads, goal)
        below = _gambled(self.below, -rise, CAP / (1 - self.mean), spreads, goal)
        return max(above, below) < exp(goal)


def _gambled(capitals: list[float], rise: float, most: float, spreads: Numbers[float], goal: float) -> float:
    """Settle one bet of each gambler of a side; the capital that they have together."""
    total = 0.0
    for number, spread in enumerate(spreads):
        capital = capitals[number]
        capital += log1p(min(sqrt(2 * max(goal - capital, 0.0) / spread), most) * rise)
        capitals[number] = capital
        total += exp(capital)
    return total


class Sequence:
    """A confidence sequence: the means that still stand lie between `low` and `high`, which do not.

    `error` is the chance that the truth is ever outside.
    """

    def __init__(self, error: float, last: int) -> None:
        self.count = 0
        self.low, self.high = 0.0, 1.0
        self._bets = Bets(error, last)
        self._standing = [Candidate(step / STEPS, self._bets) for step in range(1, STEPS)]

    def see(self, value: float) -> None:
        """Take one more value into account."""
        spreads, goal = self._bets.next(), self._bets.goal
        standing = [candidate for candidate in self._standing if candidate.stands(value, spreads, goal)]
        self._bets.see(value)
        self.count += 1
        if standing:  # else the values do not have one mean: the last answer is kept
            self.low, self.high = standing[0].mean - 1 / STEPS, standing[-1].mean + 1 / STEPS
            self._standing = standing
