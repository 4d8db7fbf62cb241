"""Calls that the rules' library answers in a champion's own process: the same answers as the interpreted rules give."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import joute
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.core.world import Turn
from joute.match.player import Player
from tests.champions import native_support, probes

GAMES = ("toy", "archipel", "casus_belli", "chartichaud", "portails", "tours_de_magie")
HOSTING = Hosting(Level.PROCESS, Limits(time_ms=60_000))
CALLS, PHASES = 1000, 12


class Probed(NamedTuple):
    """What a probing champion printed, and its orders in each phase."""

    hashes: list[str]
    orders: list[list[Any]]


def probed(game: Game, player: Player) -> Probed:
    """Some phases with a probing champion at the first seat."""
    table = joute.Table(game)
    orders = []
    try:
        assert player.load(table.copy().seat(0)) is None
        player.sit(table.seat(0))
        for _ in range(PHASES):
            if 0 in table.turn.seats:
                acts = game.acts(table.world)
                assert player.ask(table.turn).fault is None
                orders += [[list(map(int, row)) for row in table.seat(0).orders]] if acts else []
            table.end_phase()
        last = game.phases[-1]
        fault = player.ask(Turn(table.turn.number, last.name, last.callback, (0,))).fault
        assert fault is not None
        return Probed(re.findall("^[0-9a-f]{8}$", fault.output, re.MULTILINE), orders)
    finally:
        player.release()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Probed]:
    """What the probing champion of a game finds in Python, on the interpreted rules."""

    @cache
    def of(name: str) -> Probed:
        game = joute.load_game(name)
        path = tmp_path_factory.mktemp(name) / "probe.py"
        path.write_text(probes.text(game, "python", CALLS))
        return probed(game, find(game, str(path)))

    return of


CASES = [
    pytest.param(name, language, marks=[] if name == "toy" else pytest.mark.slow)
    for name in GAMES
    for language in native_support.LANGUAGES
]


@pytest.mark.parametrize(("name", "language"), CASES)
def test_every_call_is_answered_as_the_interpreted_rules_answer_it(
    tmp_path: Path, name: str, language: str, expected: Callable[[str], Probed]
) -> None:
    game = native_support.native(name)
    place = native_support.folder(tmp_path, game, language, probes.text(game, language, CALLS))
    found = probed(game, find(game, str(place), hosting=HOSTING))
    assert found.orders == expected(name).orders
    assert found.hashes == expected(name).hashes
    assert len(set(found.hashes)) == len(found.orders) >= 2
    assert any(found.orders)
