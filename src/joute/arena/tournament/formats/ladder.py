"""Ladder: runs until it is stopped, and plays the matches that teach the most."""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated, ClassVar

import msgspec

from .draw import Contest, History, Met, Place, Slot, Strength, When, rotations, too_few

SPREAD = 25 / 6
"""How far apart two are in skill when the better one is expected to win about seven of ten: openskill's beta."""


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ladder"):
    """The entrant that is known least plays those against whom the outcome is most open and least known.

    Each table plays a leg once for each rotation of the seats. With `most`, it ends after so many matches.
    """

    when: ClassVar[When] = When.ALWAYS
    most: Annotated[int, msgspec.Meta(ge=1)] | None = None

    def total(self, entrants: int, seats: int) -> int | None:
        return self.most

    def impossible(self, entrants: int, seats: int) -> str:
        return too_few(entrants, seats)

    def more(self, contest: Contest) -> list[Slot]:
        """One more leg."""
        history = contest.history or History()
        leg = history.legs
        if self.most is not None and leg * contest.seats >= self.most:
            return []
        able = [place for place in range(contest.entrants) if place not in contest.aside]
        if len(able) < contest.seats:
            return []
        known = [_expected(strength) for strength in contest.strengths]
        tie = contest.chance("ladder", leg)
        order = {place: tie.random() for place in able}
        table = [max(able, key=lambda place: (known[place].sigma, order[place]))]
        while len(table) < contest.seats:
            rest = [place for place in able if place not in table]
            lessons = {place: sum(_lesson(known, history.met, mate, place) for mate in table) for place in rest}
            table.append(max(rest, key=lambda place: (lessons[place], order[place])))
        return [Slot(f"{leg}/{turn}", leg, leg, seated) for turn, seated in enumerate(rotations(table))]


def _expected(strength: Strength) -> Strength:
    """What will be known when the matches that are not over yet are."""
    return strength._replace(sigma=strength.sigma / sqrt(1 + strength.pending))


def _lesson(known: list[Strength], met: Met, one: Place, other: Place) -> float:
    """What a match of two teaches: how open it is, times how little is known of both, less each time they met."""
    a, b = known[one], known[other]
    unsure = a.sigma**2 + b.sigma**2
    chance = 1 / (1 + exp(-(a.mu - b.mu) / sqrt(2 * SPREAD**2 + unsure)))
    return chance * (1 - chance) * unsure / (1 + met[min(one, other), max(one, other)])
