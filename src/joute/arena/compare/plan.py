"""Comparing champions: which matches are played, and what their results say.

The first champion is compared with each of the others, its *rivals*. A *round* is one board and seed, played once from
every seat: the same table, rotated. The value of a round is the share of its matches in which the champion came before
the rival, a draw counting half. Rounds are counted in order, whatever is finished first: otherwise short matches would
weigh more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import count
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from joute import __version__
from joute.arena.copies import Games
from joute.arena.jobs.job import Champion, Job, JobResult, Terms
from joute.match.verdict import Verdict

from .sequential import Sequence
from .sprt import VALUES, Hypotheses, bounds, expected_rounds, log_likelihood_ratio

LOSSES_KEPT = 5
"""How many of the champion's losses are kept as replays for each rival."""
CLOSE = 1e-9


class ComparisonPlan(msgspec.Struct, frozen=True):
    """Everything that settles which matches a comparison plays."""

    game: str
    preset: str
    params: dict[str, Any]
    boards: tuple[str | None, ...]
    """The boards in the order in which they are met; None for one that the game makes from the seed."""
    generated: bool
    """Whether boards made from the seed follow these; else these come again."""
    seed: int
    seats: int
    champions: tuple[Champion, ...]
    others: tuple[Champion, ...]
    hosting: Terms
    matches_most: int | None
    deadline: int
    """The round by which an answer is wanted: the bets depend on it. It stays when `matches_most` is raised."""
    error: float
    margin: float
    sprt: Hypotheses | None
    """To choose between two strengths, in place of better, worse and equal."""
    rules_version: int
    engine: str = __version__
    """By which it was begun. A later one goes on with it, if the rules are the same."""

    @property
    def rounds_most(self) -> int | None:
        return None if self.matches_most is None else -(-self.matches_most // self.seats)

    def board(self, number: int) -> int:
        """The number of the board of a round."""
        return number if self.generated else number % len(self.boards)

    def table(self, rival: int, rotation: int) -> tuple[Champion, ...]:
        """Who sits where: the champion at seat `rotation`, the rival after it, then the others."""
        line = (self.champions[0], self.champions[rival], *self.others)[: self.seats]
        return tuple(line[(seat - rotation) % self.seats] for seat in range(self.seats))

    def job(self, match: MatchId) -> Job:
        board = self.board(match.round)
        return Job(
            key=match.key,
            game=self.game,
            preset=self.preset,
            params=self.params,
            board=self.boards[board] if board < len(self.boards) else None,
            seed=self.seed + match.round,
            champions=self.table(match.rival, match.rotation),
            hosting=self.hosting,
            rules_version=self.rules_version,
        )


class MatchId(NamedTuple):
    """Which match of a comparison: against which rival, in which round, at which seat the champion sits."""

    rival: int
    round: int
    rotation: int

    @property
    def key(self) -> str:
        return f"{self.rival}/{self.round}/{self.rotation}"


def match_id(key: str) -> MatchId:
    rival, number, rotation = (int(part) for part in key.split("/"))
    return MatchId(rival, number, rotation)


class Conclusion(StrEnum):
    """Whether the champion is better than a rival, as far as is known."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"
    ELO0 = "elo0"
    """The lesser strength of a choice between two is accepted."""
    ELO1 = "elo1"


class Loss(NamedTuple):
    """A match that the champion lost; the greater by these fields, the more there is to learn from it."""

    failed: bool
    everywhere: bool
    """Whether it lost the round from every seat."""
    behind: int
    match: MatchId


class Pairing:
    """The champion against one rival: the tally of the rounds that count, up to the one that decided."""

    def __init__(self, plan: ComparisonPlan, rival: int) -> None:
        self.plan, self.rival = plan, rival
        self.wins = self.draws = self.losses = self.void = self.rounds = 0
        self.games = Games()
        self.faults: tuple[Counter[Verdict], Counter[Verdict]] = (Counter(), Counter())
        self.first_fault: list[str] = ["", ""]
        self.worst_losses: list[Loss] = []
        self.sequence = Sequence(plan.error, plan.deadline)
        self.values = Counter[float]()
        """How many rounds had each value."""
        self.log_likelihood_ratio = 0.0
        self._behind: list[float] = []
        self.next = 0
        """The number of the round to count next."""

    @property
    def answer(self) -> Conclusion:
        if self.plan.sprt is not None:
            return self._accepted
        low, high, margin = self.sequence.low, self.sequence.high, self.plan.margin + CLOSE
        if low >= 0.5 - CLOSE:
            return Conclusion.BETTER
        if high <= 0.5 + CLOSE:
            return Conclusion.WORSE
        return Conclusion.EQUAL if low >= 0.5 - margin and high <= 0.5 + margin else Conclusion.OPEN

    @property
    def _accepted(self) -> Conclusion:
        low, high = bounds(self.plan.error)
        if low < self.log_likelihood_ratio < high:
            return Conclusion.OPEN
        return Conclusion.ELO1 if self.log_likelihood_ratio >= high else Conclusion.ELO0

    @property
    def exhausted(self) -> bool:
        """Whether every board was met, and no new game is to be expected."""
        return self.next >= len(self.plan.boards) and self.games.repeat

    @property
    def over(self) -> bool:
        most = self.plan.rounds_most
        return self.answer != Conclusion.OPEN or self.exhausted or (most is not None and self.next >= most)

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points that the champion took."""
        total = sum(value * number for value, number in self.values.items())
        return total / self.rounds if self.rounds else 0.5

    @property
    def score_difference(self) -> tuple[float, float | None]:
        """By how much the champion's score was greater in a match, on average; and the standard error, if known."""
        gaps = self._behind
        if len(gaps) < 2:
            return (-gaps[0] if gaps else 0.0), None
        mean = sum(gaps) / len(gaps)
        return -mean, sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))

    def take(self, played: dict[str, JobResult]) -> bool:
        """Count the next round, if all its matches are played and nothing is decided yet; whether it was counted."""
        matches = [MatchId(self.rival, self.next, rotation) for rotation in range(self.plan.seats)]
        if self.over or any(match.key not in played for match in matches):
            return False
        self.next += 1
        self._count([(match, played[match.key]) for match in matches])
        return True

    def _count(self, matches: list[tuple[MatchId, JobResult]]) -> None:
        """Count the matches of a round. One in which the engine failed counts for nobody; copies count once."""
        if any(result.void for _, result in matches):
            self.void += 1
            return
        board = self.plan.board(matches[0][0].round)
        if not self.games.take(board, [result.course or result.key for _, result in matches]):
            return
        points, behind, losses = 0.0, 0.0, list[tuple[MatchId, int, bool]]()
        for match, result in matches:
            mine, theirs = self.seats(match)
            self._count_faults(result, mine, theirs)
            points += self._result(result.ranks[mine], result.ranks[theirs])
            gap = result.scores[theirs] - result.scores[mine]
            behind += gap
            if result.ranks[mine] > result.ranks[theirs]:
                losses.append((match, gap, result.verdicts[mine][0] != Verdict.OK))
        self._behind.append(behind / len(matches))
        self._weigh(points / len(matches))
        everywhere = len(losses) == len(matches)
        self.worst_losses += [Loss(failed, everywhere, gap, match) for match, gap, failed in losses]
        self.worst_losses = sorted(self.worst_losses, reverse=True)[:LOSSES_KEPT]

    def _weigh(self, value: float) -> None:
        """Draw the conclusions from the value of one more round."""
        self.rounds += 1
        self.values[value] += 1
        self.sequence.see(value)
        if self.plan.sprt is not None:
            counts = [self.values[value] for value in VALUES]
            self.log_likelihood_ratio = log_likelihood_ratio(self.plan.sprt, counts)

    def seats(self, match: MatchId) -> tuple[int, int]:
        return match.rotation, (match.rotation + 1) % self.plan.seats

    def _result(self, mine: int, theirs: int) -> float:
        self.wins += mine < theirs
        self.draws += mine == theirs
        self.losses += mine > theirs
        return 0.5 if mine == theirs else float(mine < theirs)

    def _count_faults(self, result: JobResult, *seats: int) -> None:
        for who, seat in enumerate(seats):
            verdict, message = result.verdicts[seat]
            if verdict != Verdict.OK:
                self.faults[who][verdict] += 1
                self.first_fault[who] = self.first_fault[who] or message


class Comparison:
    """A plan and the results so far."""

    def __init__(self, plan: ComparisonPlan) -> None:
        self.plan = plan
        self.duels = [Pairing(plan, rival) for rival in range(1, len(plan.champions))]
        self.played: dict[str, JobResult] = {}

    @property
    def over(self) -> bool:
        return all(duel.over for duel in self.duels)

    @property
    def matches_left(self) -> float:
        """How many more matches it takes at most; where there is no limit, as many as if the truth lay halfway."""
        plan = self.plan
        most = plan.rounds_most or (expected_rounds(plan.sprt, plan.error)[1] if plan.sprt else 0.0)
        return sum(plan.seats * max(most - duel.next, 0) for duel in self.duels if not duel.over)

    def take(self, result: JobResult) -> None:
        """Count a match; one that was counted before is ignored."""
        self.played.setdefault(result.key, msgspec.structs.replace(result, replay=b""))
        duel = self.duels[match_id(result.key).rival - 1]
        while duel.take(self.played):
            pass

    def todo(self) -> Iterator[MatchId]:
        """The matches still to play, round by round, until all duels are decided."""
        most = self.plan.rounds_most
        for number in count() if most is None else range(most):
            if self.over:
                return
            for duel in self.duels:
                for rotation in range(self.plan.seats):
                    match = MatchId(duel.rival, number, rotation)
                    if not duel.over and match.key not in self.played:
                        yield match

    def wanted(self, match: MatchId) -> bool:
        """Whether to keep the replay of a match that was just counted, for now."""
        duel = self.duels[match.rival - 1]
        if match.round < duel.next:
            return any(loss.match == match for loss in duel.worst_losses)
        result = self.played.get(match.key)
        if result is None or result.void or duel.over:
            return False
        mine, theirs = duel.seats(match)
        return result.ranks[mine] > result.ranks[theirs]
