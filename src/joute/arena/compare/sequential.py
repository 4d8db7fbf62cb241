"""Is the mean of a stream of values above or below a half? The answer may be read after every value.

The values lie in [0, 1] and have the same distribution; nothing else is assumed. For each candidate mean m two gamblers
bet, knowing the values so far, that the truth is above m, and that it is below. Were m the truth, neither could expect
to gain, and the chance that one of them ever multiplies their capital by 2/error is at most error/2 (Ville). Candidates
for which that happens are struck out. Those left contain the truth, at all times together, with a probability of at
least 1 - error: so one may stop whenever one likes what one sees. The bets are those of Waudby-Smith and Ramdas
(Estimating means of bounded random variables by betting, 2024).
"""

from __future__ import annotations

from math import log, sqrt

STEPS = 400
"""How many steps the candidate means divide [0, 1] into: a half is one of them."""
CAP = 0.5
"""No bet risks more than this share of the capital."""


class Bets:
    """How much to bet on the next value, given those before: much when they vary little."""

    def __init__(self, error: float) -> None:
        self._stake = 2 * log(2 / error)
        self._count = 0
        self._sum = 0.5
        self._squares = 0.25

    def next(self) -> float:
        count = self._count + 1
        return sqrt(self._stake / (self._squares / count * count * log(1 + count)))

    def see(self, value: float) -> None:
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / (self._count + 1)) ** 2


class Candidate:
    """One candidate mean, and the capital (its logarithm) of the two who bet against it."""

    __slots__ = ("above", "below", "mean")

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self.above = self.below = 0.0

    def see(self, value: float, bet: float) -> float:
        """The better of both gamblers after one more value."""
        rise = value - self.mean
        self.above += log(1 + min(bet, CAP / self.mean if self.mean else bet) * rise)
        self.below += log(1 - min(bet, CAP / (1 - self.mean) if self.mean < 1 else bet) * rise)
        return max(self.above, self.below)


class Sequence:
    """A confidence sequence: the interval of means that still stand, with `error` as the chance of ever being wrong."""

    def __init__(self, error: float = 0.05) -> None:
        self.count = 0
        self.low, self.high = 0.0, 1.0
        self._ruin = log(2 / error)
        self._bets = Bets(error)
        self._standing = [Candidate(step / STEPS) for step in range(STEPS + 1)]

    def see(self, value: float) -> None:
        """Take one more value into account."""
        bet = self._bets.next()
        standing = [candidate for candidate in self._standing if candidate.see(value, bet) < self._ruin]
        self._bets.see(value)
        self.count += 1
        if not standing:  # all are struck out, so the values do not have one distribution: keep the last answer
            return
        first, last = standing[0].mean, standing[-1].mean
        self.low = max(self.low, first - 1 / STEPS) if first > 0 else self.low
        self.high = min(self.high, last + 1 / STEPS) if last < 1 else self.high
        self._standing = standing
