"""Positions to play on from: one of a replay that anybody may have sent."""

from __future__ import annotations

from pathlib import Path

import msgspec

from joute.core.table import Table
from joute.match.reading import read
from joute.match.replay import advance
from joute.web.film.replay import readable

from .pipe import JobEnd, JobFailed, PositionFound, PositionJob

OVER = "the match is over in this position"


def position(pipe: JobEnd, job: PositionJob) -> None:
    """Find a position of a replay, as its film shows it."""
    replay, _ = readable(read(Path(job.replay), lenient=True))
    replay = msgspec.structs.replace(replay, source="this replay")
    table, turn, step = replay.table(), -1, 0
    for number in range(job.frame + 1):
        if number:
            advance(table, replay.phases[number - 1], number - 1)
        step = step + 1 if table.turn.number == turn else 0
        turn = table.turn.number
    if not leads_on(table):
        pipe.send(JobFailed(OVER, over=True))
        return
    dump = table.dump() | ({} if job.seed is None else {"seed": job.seed})
    pipe.send(PositionFound(dump, turn, step))


def leads_on(table: Table) -> bool:
    """Whether somebody can still act, now or after phases in which nobody can."""
    ahead = table.copy()
    while ahead.turn.seats and not ahead.game.acts(ahead.world):
        ahead.end_phase()
    return bool(ahead.turn.seats)
