"""Sampled tables: for more seats than two, where all tables would be far too many."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from .draw import Contest, Place, Slot, When, too_few, too_long


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="tables"):
    """In each of `rounds` rounds all entrants are dealt to tables, but for those who are left over.

    Who was left over plays next; who met least often meets; who sat least often at a seat sits there.
    """

    when: ClassVar[When] = When.ONCE
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000)]

    def total(self, entrants: int, seats: int) -> int | None:
        return self.rounds * (entrants // seats)

    def impossible(self, entrants: int, seats: int) -> str:
        return too_few(entrants, seats) or too_long(self.total(entrants, seats) or 0, "play fewer rounds")

    def more(self, contest: Contest) -> list[Slot]:
        dealer = Dealer(contest.entrants, contest.seats)
        found = []
        for number in range(self.rounds):
            order = list(range(contest.entrants))
            contest.chance("deal", number).shuffle(order)
            for count, table in enumerate(dealer.deal(order)):
                found.append(Slot(f"{number}/{count}", number, number, table))
        return found


class Dealer:
    """Deals entrants to tables and remembers who met and who sat where."""

    def __init__(self, entrants: int, seats: int) -> None:
        import numpy

        self.seats = seats
        self.games = [0] * entrants
        self.met = numpy.zeros((entrants, entrants), dtype=numpy.int64)
        self.sat = [[0] * seats for _ in range(entrants)]

    def deal(self, order: list[Place]) -> list[tuple[Place, ...]]:
        """One round; `order` settles what is level."""
        whole = len(order) // self.seats * self.seats
        playing = sorted(order, key=lambda place: self.games[place])[:whole]
        rank = {place: number for number, place in enumerate(order)}
        playing.sort(key=lambda place: rank[place])
        tables = []
        while playing:
            mates = self._mates(playing)
            playing = [place for place in playing if place not in mates]
            tables.append(self._seated(mates))
        return tables

    def _mates(self, playing: list[Place]) -> list[Place]:
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

    def _seated(self, mates: list[Place]) -> tuple[Place, ...]:
        """Each at the seat where it sat least often: exchanges of two, as long as one helps."""
        table, better = list(mates), True
        while better:
            better = False
            for one in range(self.seats):
                for other in range(one):
                    if self._gain(table, one, other) > 0:
                        table[one], table[other] = table[other], table[one]
                        better = True
        for seat, place in enumerate(table):
            self.sat[place][seat] += 1
        return tuple(table)

    def _gain(self, table: list[Place], one: int, other: int) -> int:
        first, second = self.sat[table[one]], self.sat[table[other]]
        return first[one] ** 2 + second[other] ** 2 - first[other] ** 2 - second[one] ** 2
