"""Calls that the rules' library answers in a champion's own process: the same answers as the interpreted rules give."""

from __future__ import annotations

import re
from collections.abc import Callable
from ctypes import c_int
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import joute
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.core.world import Turn
from joute.match.player import Player
from joute.match.referee import Referee
from joute.match.verdict import Verdict
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


# What is told of calls


ENDS = {
    "none": "throw 1;",
    "a number": "moi(); score(1); throw 1;",
    "a struct": "ou_est(1); throw 1;",
    "a list": "chemin_prevu(); throw 1;",
    "a truth value": "est_creusee({1, 1}); throw 1;",
    "an order": "signaler(7); throw 1;",
    "an order refused": "signaler(-7); throw 1;",
    "a malformed order": "deplacer(std::vector<position>(9)); throw 1;",
    "an undo": "signaler(7); annuler(); throw 1;",
    "killed": "signaler(7); *(volatile int*)0 = 1;",
    "killed after a malformed order": "moi(); deplacer(std::vector<position>(9)); *(volatile int*)0 = 1;",
}


@pytest.mark.parametrize("text", ENDS.values(), ids=ENDS)
def test_the_last_call_is_told_as_the_interpreted_rules_tell_it(tmp_path: Path, text: str) -> None:
    native = native_support.native("toy")
    text = f"void jouer_placement() {{ {text} }}\nvoid jouer_marche() {{}}"
    place = native_support.folder(tmp_path, native, "cxx", text)
    told = [first_fault(game, find(game, str(place), hosting=HOSTING)) for game in (native, native.interpreted)]
    assert told[0] == told[1]


def first_fault(game: Game, player: Player) -> tuple[Verdict, str, int, str]:
    outcome = Referee(joute.Table(game), [player, Idle()]).play()
    fault = outcome.reports[0].faults[0]
    return fault.verdict, fault.message, fault.turn, fault.last_call


@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_too_many_orders_are_a_fault_and_the_last_call(tmp_path: Path, backend: str) -> None:
    native = native_support.native("portails", NB_TOURS=1)
    text = "void jouer_tour() { while (deplacer(position_agent(moi())) == OK) {} tour_actuel(); }"
    place = native_support.folder(tmp_path, native, "cxx", text)
    game = native if backend == "native" else native.interpreted
    verdict, message, turn, call = first_fault(game, find(game, str(place), hosting=HOSTING))
    assert (verdict, message, turn) == (Verdict.INVALID, "a turn of portails holds at most 4096 orders", 1)
    assert re.fullmatch(r"deplacer\(\{ x=\d+, y=\d+ \}\)", call)


def test_a_thread_that_goes_on_after_the_callback_gets_empty_answers(tmp_path: Path) -> None:
    game = native_support.native("toy")
    text = """
#include <thread>
static void ask(int* answers) {
  answers[0] = moi();
  answers[1] = (int)chemin_prevu().size();
  answers[2] = signaler(5) == OK;
  answers[3] = annuler();
}
extern "C" {
__attribute__((visibility("default"))) int during[4], after[4];
__attribute__((visibility("default"))) void go_on() { std::thread(ask, after).join(); }
void jouer_placement() { std::thread(ask, during).join(); signaler(6); }
void jouer_marche() {}
}
"""
    table = joute.Table(game)
    table.end_phase()
    seat = native_support.native_seat(table, 1)
    player = native_support.champion(tmp_path, game, "cxx", text)
    assert player.load(seat) is None
    assert player.ask(Turn(0, "placement", "jouer_placement", (1,))).fault is None
    orders = seat.orders
    player._code.go_on()
    answers = {name: list((c_int * 4).in_dll(player._code, name)) for name in ("during", "after")}
    assert answers == {"during": [1, 0, 1, 1], "after": [0, 0, 0, 0]}
    assert seat.orders == orders != []
