"""Round robin: everybody meets everybody, at every seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Annotated, ClassVar

import msgspec

from joute.core.text import Text

from .contract import EntrantIndex, Format, Situation, Slot, When, rotations, too_few, too_long


class RoundRobin(Format, frozen=True, tag="round_robin"):
    """Each set of entrants that fills a table plays `legs` legs; each leg once for each rotation of the seats."""

    when: ClassVar = When.ONCE
    title: ClassVar = Text("everybody meets everybody", "chacun contre chacun")
    late_entrants: ClassVar = True
    legs: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1

    def total(self, entrants: int, seats: int) -> int | None:
        return comb(entrants, seats) * seats * self.legs

    def impossible(self, entrants: int, seats: int) -> str:
        total = self.total(entrants, seats) or 0
        remedy = 'play fewer legs, or kind = "tables", which samples them' if seats > 2 else "play fewer legs"
        return too_few(entrants, seats) or too_long(total, remedy)

    def legs_together(self) -> int:
        return self.legs

    def more(self, situation: Situation) -> list[Slot]:
        """Leg by leg, so that whenever it is stopped all have played about as often."""
        slots = []
        for leg in range(self.legs):
            for number, table in _rounds(situation.entrants, situation.seats):
                name = "-".join(str(entrant) for entrant in table)
                for turn, seated in enumerate(rotations(table)):
                    slots.append(Slot(f"{name}/{leg}/{turn}", number, leg, seated))
        return slots


def _rounds(entrants: int, seats: int) -> Iterator[tuple[int, tuple[EntrantIndex, ...]]]:
    """Pairs by the method of the circle, a round at a time; larger tables in order."""
    if seats != 2:
        yield from ((0, table) for table in combinations(range(entrants), seats))
        return
    circle: list[EntrantIndex | None] = [*range(entrants), *([None] if entrants % 2 else [])]
    for number in range(len(circle) - 1):
        for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if one is not None and other is not None:
                yield number, (min(one, other), max(one, other))
        circle.insert(1, circle.pop())
