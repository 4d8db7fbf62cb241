"""Sampled tables: for more seats than two, where all tables would be far too many."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from joute.core.text import Text

from .contract import EntrantIndex, Format, Situation, Slot, When, too_few, too_long


class Tables(Format, frozen=True, tag="tables"):
    """In each of `rounds` rounds all entrants are dealt to tables; those who do not fill one wait for the next round.

    Entrants that waited play first, those that met least often meet, and each sits where it sat least often. The deal
    depends on the number of entrants, so nobody may join later.
    """

    when: ClassVar = When.ONCE
    title: ClassVar = Text("tables drawn by lot", "tables tirées au sort")
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000)]

    def total(self, entrants: int, seats: int) -> int | None:
        return self.rounds * (entrants // seats)

    def impossible(self, entrants: int, seats: int) -> str:
        return too_few(entrants, seats) or too_long(self.total(entrants, seats) or 0, "play fewer rounds")

    def more(self, situation: Situation) -> list[Slot]:
        dealer = Dealer(situation.entrants, situation.seats)
        slots = []
        for number in range(self.rounds):
            order = list(range(situation.entrants))
            situation.chance("deal", number).shuffle(order)
            for count, table in enumerate(dealer.deal(order)):
                slots.append(Slot(f"{number}/{count}", number, number, table))
        return slots


class Dealer:
    """Deals entrants to tables and remembers who met and who sat where."""

    def __init__(self, entrants: int, seats: int) -> None:
        import numpy

        self.seats = seats
        self.games = [0] * entrants
        self.met = numpy.zeros((entrants, entrants), dtype=numpy.int64)
        self.sat = [[0] * seats for _ in range(entrants)]

    def deal(self, order: list[EntrantIndex]) -> list[tuple[EntrantIndex, ...]]:
        """One round; `order` settles what is level."""
        whole = len(order) // self.seats * self.seats
        playing = sorted(order, key=lambda entrant: self.games[entrant])[:whole]
        rank = {entrant: number for number, entrant in enumerate(order)}
        playing.sort(key=lambda entrant: rank[entrant])
        tables = []
        while playing:
            mates = self._mates(playing)
            playing = [entrant for entrant in playing if entrant not in mates]
            tables.append(self._seated(mates))
        return tables

    def _mates(self, playing: list[EntrantIndex]) -> list[EntrantIndex]:
        """The first who waits, with those that all at the table have met least often."""
        import numpy

        waiting = numpy.array(playing[1:])
        mates = [playing[0]]
        cost = self.met[playing[0]][waiting] ** 2
        while len(mates) < self.seats:
            best = int(cost.argmin())
            mates.append(int(waiting[best]))
            waiting, cost = numpy.delete(waiting, best), numpy.delete(cost, best)
            cost = cost + self.met[mates[-1]][waiting] ** 2
        for one in mates:
            self.games[one] += 1
            self.met[one, mates] += 1
            self.met[one, one] -= 1
        return mates

    def _seated(self, mates: list[EntrantIndex]) -> tuple[EntrantIndex, ...]:
        """Each at the seat where it sat least often: exchanges of two, as long as one helps."""
        table, better = list(mates), True
        while better:
            better = False
            for one in range(self.seats):
                for other in range(one):
                    if self._gain(table, one, other) > 0:
                        table[one], table[other] = table[other], table[one]
                        better = True
        for seat, entrant in enumerate(table):
            self.sat[entrant][seat] += 1
        return tuple(table)

    def _gain(self, table: list[EntrantIndex], one: int, other: int) -> int:
        first, second = self.sat[table[one]], self.sat[table[other]]
        return first[one] ** 2 + second[other] ** 2 - first[other] ** 2 - second[one] ** 2
