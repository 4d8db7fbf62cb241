"""What the process of a match does when there is nobody left to do it for."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from joute.champions.players.simple import Idle
from joute.web.worker import jobs, progress
from joute.web.worker.pipe import JobEnd, PipeClosed, PlayerSpec, PlayJob


def job_of(record: Path) -> PlayJob:
    return PlayJob(
        game="chartichaud",
        preset=None,
        params={},
        board=None,
        seed=1,
        players=[PlayerSpec("champion", "one"), PlayerSpec("champion", "other")],
        clock=None,
        isolation="none",
        replay=str(record),
    )


def test_champions_are_released_where_the_server_is_gone_before_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released: list[str] = []

    class Submitted(Idle):
        def __init__(self) -> None:
            self.cleanup = (lambda: released.append(self.name),)

    monkeypatch.setattr(jobs, "find", lambda *_: Submitted())
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs, pytest.raises(PipeClosed):
        jobs.play(JobEnd(theirs), job_of(tmp_path / "match.jsonl"))
    assert released == ["one", "other"]


def test_a_match_that_is_stopped_before_it_begins_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "match.jsonl"
    monkeypatch.setattr(progress, "lock", lambda _: record.unlink())  # the server, just then
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(PipeClosed):
        jobs.play(JobEnd(theirs), job_of(record))
