"""Replays without what is private to their champions: what they noted and printed, and how they failed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from .replay import Line, PhaseLine, Replay, ResultLine
from .verdict import Fault

Seats = Callable[[int], bool]
"""Whether a seat is one of some."""


def stripped(replay: Replay, noted: Seats, told: Seats) -> list[Line]:
    """The lines of a replay for somebody: all of the seats that are `noted`, and why those that are `told` failed."""

    def fault(seat: int, of: Fault) -> Fault:
        if noted(seat):
            return of
        return replace(of.bare(), message=of.message) if told(seat) else of.bare()

    def phase(line: PhaseLine) -> PhaseLine:
        private = {seat: notes for seat, notes in line.private.items() if noted(seat)}
        return replace(line, private=private, faults={seat: fault(seat, one) for seat, one in line.faults.items()})

    def result(line: ResultLine) -> ResultLine:
        reports = (
            replace(one, faults=tuple(fault(seat, each) for each in one.faults))
            for seat, one in enumerate(line.reports)
        )
        return replace(line, reports=tuple(reports))

    ended = [] if replay.result is None else [result(replay.result)]
    return [replay.header, *map(phase, replay.phases), *ended]
