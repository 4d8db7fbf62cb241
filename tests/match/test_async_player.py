"""Waiting for players in other processes."""

from __future__ import annotations

import math
import os
import select
from collections.abc import Iterator
from contextlib import suppress

import pytest

from joute.match import async_player
from joute.match.async_player import TICK_MS, AsyncPlayer, wait

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


class Looks:
    """A poll object that notes how long it may wait; at the third look something comes for a player."""

    def __init__(self, player: Reader) -> None:
        self.real, self.player = select.poll(), player
        self.waits: list[float] = []

    def register(self, *values: int) -> None:
        self.real.register(*values)

    def unregister(self, file: int) -> None:
        self.real.unregister(file)

    def poll(self, wait_ms: float) -> list[tuple[int, int]]:
        self.waits.append(wait_ms)
        if len(self.waits) == 3:
            os.write(self.player.end, b"answer")
        return self.real.poll(0)


@pytest.mark.parametrize("eager", [True, False])
def test_what_an_eager_player_sends_soon_is_awaited_without_sleep(
    players: tuple[Reader, Reader], monkeypatch: pytest.MonkeyPatch, eager: bool
) -> None:
    thinking, _ = players
    thinking.eager, looks = eager, Looks(thinking)
    monkeypatch.setattr(async_player, "EAGER_S", math.inf)
    monkeypatch.setattr(async_player, "Poll", lambda: looks)
    wait([thinking])
    assert looks.waits == ([0, 0, 0, TICK_MS] if eager else [TICK_MS] * 3)
    assert thinking.heard == b"answer"


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
