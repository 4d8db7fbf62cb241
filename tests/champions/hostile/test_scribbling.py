"""Compiled champions that write over the memory they share with their host's rules: they harm only themselves."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import joute
from joute.champions.players.simple import Idle, Random
from joute.champions.sandbox.limits import Hosting, Level
from joute.champions.sources.find import find
from joute.core.backends import exchange
from joute.core.game import Game
from joute.match.player import Player
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict
from tests.champions import native_support

from .support import AMPLE

NAMES = ("FUNCTION", "SEAT", "ORDERS", "LOG_END", "LOG", "STATE", "VIEW", "STATE_WORDS", "REST")
HEAD = f"""
#include <cstring>
#include "joute.hh"
enum {{ {", ".join(f"{name} = {getattr(exchange, name)}" for name in NAMES)} }};
static int64_t& word(int at) {{ return joute_exchange.words[at]; }}
static int64_t* at(int where) {{ return reinterpret_cast<int64_t*>(word(where)); }}
static void note(int action, int value) {{
  int64_t row[] = {{2, action, value, 2}};
  memcpy(at(LOG), row, sizeof row);
  word(LOG_END) = 4;
  word(ORDERS) = 1;
}}
void jouer_marche() {{}}
"""


class Cheat(NamedTuple):
    text: str
    verdict: Verdict
    message: str = ""


SIGNAL = 3
CHEATS = {
    "an order that the rules refuse": Cheat(
        f"note({SIGNAL}, 1000);", Verdict.INVALID, "the order [3, 1000] is refused by the rules"
    ),
    "an order that there is not": Cheat("note(77, 1);", Verdict.INVALID, "the order [77, 1] is refused by the rules"),
    "a log without end": Cheat("word(LOG_END) = int64_t(1) << 40;", Verdict.OK),  # it is read as far as it makes sense
    "orders of no length": Cheat("word(LOG_END) = 4; *at(LOG) = -2;", Verdict.OK),
    "a state that is nowhere": Cheat("word(STATE) = 8; tour();", Verdict.CRASHED),
    "a rest that is nowhere": Cheat("word(REST) = 8; pieces({0, 0});", Verdict.CRASHED),
    "a log that is nowhere": Cheat("word(LOG) = 8; signaler(7);", Verdict.CRASHED),
    "a last call that there is not": Cheat("word(FUNCTION) = 9999; throw 1;", Verdict.CRASHED, "int was thrown"),
    "a library of its own": Cheat("joute_exchange.call = [](int64_t*, int32_t) { return 0; }; note(77, 1);",
                                  Verdict.INVALID, "the order [77, 1] is refused by the rules"),
    "a host of its own": Cheat("joute_exchange.host = nullptr; joute_exchange.call = nullptr; note(77, 1);",
                               Verdict.INVALID, "the order [77, 1] is refused by the rules"),
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return native_support.native("toy")


def played(game: Game, player: Player) -> tuple[MatchResult, str]:
    table = joute.Table(game)
    return Referee(table, [player, Random(5)]).play(), table.digest


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS)
def test_the_match_goes_on_as_if_it_had_done_nothing(tmp_path: Path, game: Game, cheat: Cheat) -> None:
    place = native_support.folder(tmp_path, game, "cxx", f"{HEAD}void jouer_placement() {{ {cheat.text} }}")
    hostile = find(game, str(place), hosting=Hosting(Level.PROCESS, AMPLE, strict=True))
    outcome, digest = played(game, hostile)
    report = outcome.reports[0]
    assert (report.verdict, bool(report.faults), outcome.void) == (cheat.verdict, cheat.verdict != Verdict.OK, "")
    assert cheat.message in "".join(fault.message for fault in report.faults[:1])
    honest, expected = played(game, Idle())
    assert (outcome.reports[1].faults, outcome.result, digest) == ((), honest.result, expected)


def test_what_it_writes_into_its_view_deceives_nobody_else(tmp_path: Path, game: Game) -> None:
    """Garbage in its own view, whatever it makes of that: orders are judged by the truth."""
    text = """
void jouer_placement() {
  for (int64_t i = 0; i < word(STATE_WORDS); i++) if (i % 3 == tour() % 3) at(VIEW)[i] ^= 1;
  for (int y = 0; y < 4; y++) for (int x = 0; x < 4; x++) creuser({y, x}, PELLE);
  signaler(7);
}
"""
    place = native_support.folder(tmp_path, game, "cxx", HEAD + text)
    outcome, _ = played(game, find(game, str(place), hosting=Hosting(Level.PROCESS, AMPLE, strict=True)))
    assert outcome.void == ""
    assert outcome.reports[1].faults == ()
    assert outcome.result.over


def test_another_seat_in_its_exchange_is_not_its_seat(tmp_path: Path, game: Game) -> None:
    """Asked for another seat, its library answers from its own view; its orders are still its own."""
    digests = []
    for name, text in (("honest", "signaler(7);"), ("other", "word(SEAT) = 1; signaler(7);")):
        place = native_support.folder(tmp_path / name, game, "cxx", f"{HEAD}void jouer_placement() {{ {text} }}")
        outcome, digest = played(game, find(game, str(place)))
        assert [report.faults for report in outcome.reports] == [(), ()]
        digests.append(digest)
    assert digests[0] == digests[1] != played(game, Idle())[1]
