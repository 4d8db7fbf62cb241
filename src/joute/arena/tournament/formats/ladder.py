"""Ladder: runs until it is stopped, and plays the matches whose results say most about strength."""

from __future__ import annotations

from collections import Counter
from math import exp, sqrt
from typing import Annotated, ClassVar

import msgspec

from joute.core.text import Text

from .contract import EntrantIndex, Format, History, Met, Situation, Slot, Strength, When, rotations, too_few

SPREAD = 25 / 6
"""How far apart two are in skill when the better one is expected to win about seven of ten: openskill's beta."""
LOOK_BACK = 2
"""Over so many times the legs in which all could play once, nobody plays more than twice its share."""


class Ladder(Format, frozen=True, tag="ladder"):
    """The entrant whose strength is least known plays those against whom the result is most uncertain.

    Nobody plays more than about twice its share, but for the first matches (`first`) of who has just joined: these come
    before all others. Each table plays a leg once for each rotation of the seats. With `most`, it ends after so many
    matches. Those whose strength is fixed are opponents only.
    """

    when: ClassVar = When.ALWAYS
    title: ClassVar = Text("open ladder", "échelle ouverte")
    late_entrants: ClassVar = True
    most: Annotated[int, msgspec.Meta(ge=1)] | None = None
    first: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0

    def total(self, entrants: int, seats: int) -> int | None:
        return self.most

    def impossible(self, entrants: int, seats: int) -> str:
        return too_few(entrants, seats)

    def more(self, situation: Situation) -> list[Slot]:
        """One more leg."""
        history = situation.history or History()
        leg = history.legs
        if self.most is not None and leg * situation.seats >= self.most:
            return []
        able = [entrant for entrant in range(situation.entrants) if entrant not in situation.aside]
        if len(able) < situation.seats:
            return []
        rested = _rested(able, history, situation.seats)
        known = [_expected(strength) for strength in situation.strengths]
        tie = situation.chance("ladder", leg)
        order = {entrant: tie.random() for entrant in able}
        heads = [one for one in able if not known[one].fixed]
        if not heads:
            return []
        table = [one for one in heads if known[one].games + known[one].pending < self.first][:1]
        heads = [one for one in heads if one in rested] or heads
        table = table or [max(heads, key=lambda entrant: (known[entrant].sigma, order[entrant]))]
        while len(table) < situation.seats:
            rest = [entrant for entrant in rested if entrant not in table]
            lessons = {entrant: sum(_lesson(known, history.met, mate, entrant) for mate in table) for entrant in rest}
            table.append(max(rest, key=lambda entrant: (lessons[entrant], order[entrant])))
        return [Slot(f"{leg}/{turn}", leg, leg, seated) for turn, seated in enumerate(rotations(table))]


def _rested(able: list[EntrantIndex], history: History, seats: int) -> list[EntrantIndex]:
    """Those who have not had twice their share of the last legs; always enough to fill a table."""
    legs = LOOK_BACK * (len(able) // seats)
    recent = Counter(entrant for table in history.tables[-legs:] for entrant in table)
    return [entrant for entrant in able if recent[entrant] < 2 * LOOK_BACK]


def _expected(strength: Strength) -> Strength:
    """The strength as it will be known once the pending matches are over."""
    return strength._replace(sigma=strength.sigma / sqrt(1 + strength.pending))


def _lesson(known: list[Strength], met: Met, one: EntrantIndex, other: EntrantIndex) -> float:
    """How much a match of two would tell: how open it is times how little is known of both, less each time they met."""
    a, b = known[one], known[other]
    unsure = a.sigma**2 + b.sigma**2
    chance = 1 / (1 + exp(-(a.mu - b.mu) / sqrt(2 * SPREAD**2 + unsure)))
    return chance * (1 - chance) * unsure / (1 + met[min(one, other), max(one, other)])
