"""Waiting for players in other processes."""

from __future__ import annotations

import math
import os
import select
from collections.abc import Iterator
from contextlib import suppress

import pytest

from joute.match.async_player import AsyncPlayer, wait

STEPS_MOST = 20


class Reader(AsyncPlayer):
    """Is done when something has come for it, or after many steps; what it reads is for `other`, if there is one."""

    def __init__(self, other: Reader | None = None) -> None:
        self.file, self.end = os.pipe2(os.O_NONBLOCK)
        self.other = other or self
        self.done = other is not None
        self.heard = b""
        self.steps = 0

    def files(self) -> list[tuple[int, int]]:
        return [(self.file, select.POLLIN)]

    def step(self) -> None:
        self.steps += 1
        self.done = self.done or self.steps > STEPS_MOST
        with suppress(BlockingIOError):
            self.other.heard += os.read(self.file, 9)
            self.other.done = True

    @property
    def left_ms(self) -> float:
        return math.inf


@pytest.fixture
def players() -> Iterator[tuple[Reader, Reader]]:
    """One that thinks, and an idle one that hears for it."""
    thinking = Reader()
    idle = Reader(thinking)
    yield thinking, idle
    for player in (thinking, idle):
        os.close(player.file)
        os.close(player.end)


def test_a_player_that_attends_is_served_while_another_thinks(players: tuple[Reader, Reader]) -> None:
    thinking, idle = players
    idle.attends = True
    os.write(idle.end, b"news")
    wait([thinking], [idle])
    assert thinking.heard == b"news"


def test_any_other_is_left_alone(players: tuple[Reader, Reader]) -> None:
    thinking, idle = players
    os.write(thinking.end, b"own")
    os.write(idle.end, b"news")
    wait([thinking], [idle])
    assert (thinking.heard, idle.steps) == (b"own", 0)
