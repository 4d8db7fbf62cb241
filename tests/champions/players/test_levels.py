"""Levels for people: of the champions of every game that are policies, each level beats the one below clearly."""

from __future__ import annotations

from itertools import pairwise

import pytest

import joute
from joute.arena.compare.boards import default_boards
from joute.champions.players.options import LEVELS
from joute.champions.sources.find import find, policies
from joute.core.game import Game
from joute.core.registry import game_names
from joute.match.referee import Referee

MATCHES = 8
CASES = [
    (name, preset, policy.path.stem)
    for name in game_names()
    if name != "toy"  # a game for tests, too short to tell levels apart
    for preset in joute.load_game(name).parameters.presets
    for policy in policies(joute.load_game(name))[1:]
]


def wins(game: Game, champion: str, rival: str) -> int:
    """How many matches a champion wins alone, from every seat, the rival in all others."""
    seats = game.info.seats
    boards, _ = default_boards(game, seats, seed=1)
    won = 0
    for number in range(MATCHES):
        at, seat = divmod(number, seats)
        names = [rival] * seats
        names[seat] = champion
        table = joute.Table(game, boards[at % len(boards)], seats=seats, seed=at)
        outcome = Referee(table, [find(game, name) for name in names]).play()
        assert not outcome.failed
        won += outcome.result.winners == (seat,)
    return won


@pytest.mark.parametrize(("name", "preset", "champion"), CASES)
def test_a_level_beats_the_one_below(name: str, preset: str, champion: str) -> None:
    game = joute.load_game(name, preset).native()
    for lower, higher in pairwise(LEVELS):
        assert wins(game, f"{champion}:level={higher}", f"{champion}:level={lower}") > MATCHES // 2
