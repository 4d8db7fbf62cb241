"""JavaScript: calls that the game's library answers in the champion's process give what the interpreted rules give."""

from __future__ import annotations

import base64
import json
import shutil
from array import array
from pathlib import Path

import pytest

import joute
from joute.champions.kits.kit import starter_files
from joute.champions.players.protocol import Limits as LineLimits
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.champions.sources.recipe import recipe_of
from joute.core.game import Game
from joute.match.referee import Referee
from joute.match.verdict import Fault, Verdict
from tests.champions.lines_support import (
    CALLS,
    PHASES,
    CountedChampion,
    ScriptedCall,
    for_the_engine,
    hostile,
    proper,
    run_interpreted,
    run_natively,
    script,
    wasm,
)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here: apt install nodejs")
FAST = ("toy", "chartichaud")
LEVELS = [
    pytest.param(Level.SANDBOX, marks=pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")),
    Level.PROCESS,
]
GAMES = [pytest.param(name, marks=() if name in FAST else pytest.mark.slow) for name in joute.game_names()]

SCRIPTED = """
"use strict";
const api = require("./joute");
const script = require("./script.json");
let phase = 0;

function play() {
  for (const [name, values, wanted] of script[phase]) {
    const found = JSON.stringify(api[name](...values));
    if (found !== JSON.stringify(wanted)) {
      throw new Error(`phase ${phase}, ${name}(${JSON.stringify(values)}) = ${found}, not ${JSON.stringify(wanted)}`);
    }
  }
  phase++;
}

api.play(Object.fromEntries(CALLBACKS.map((name) => [name, play])));
"""


def champion(folder: Path, game: Game, text: str) -> CountedChampion:
    for name, content in starter_files(game, "javascript", "en").items():
        (folder / name).write_text(content)
    (folder / "champion.js").write_text(text)
    return CountedChampion("mine", recipe_of(folder), "digest")


def scripted(folder: Path, game: Game, calls: list[list[ScriptedCall]]) -> CountedChampion:
    (folder / "script.json").write_text(json.dumps(calls))
    callbacks = json.dumps([phase.callback for phase in game.phases])
    return champion(folder, game, SCRIPTED.replace("CALLBACKS", callbacks))


@pytest.mark.parametrize("name", GAMES)
def test_library_answers_as_the_interpreted_rules(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    wasm(game)
    calls = script(game, proper)
    player = scripted(tmp_path, game, calls)
    assert run_natively(player, game) == []
    reached, actions = for_the_engine(game, calls), [action.name for action in game.api.actions]
    assert player.reached == [name for name in reached if name not in actions]
    assert [actions[order.row[0]] for order in player.linked] == [name for name in reached if name in actions]


@pytest.mark.parametrize("name", GAMES)
def test_malformed_arguments_are_answered_as_by_the_interpreted_rules(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    wasm(game)
    player = scripted(tmp_path, game, script(game, hostile, seed=2))
    assert run_natively(player, game) == []
    assert 0 < len(player.reached) < PHASES * CALLS / 2


@pytest.mark.parametrize("name", joute.game_names())
def test_engine_answers_all_calls_where_there_is_no_library(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    calls = script(game, hostile, seed=2)
    player = scripted(tmp_path, game, calls)
    assert run_interpreted(player, game) == []
    assert player.reached == [call.name for phase in calls for call in phase]


# Champions that harm themselves


CAPTURED = """
"use strict";
let library;
const Instance = WebAssembly.Instance;
WebAssembly.Instance = function (...given) {
  const made = new Instance(...given);
  library = made.exports;
  return made;
};
const api = require("./joute");
"""
"""A champion that reaches into the memory of the library."""


def faults_of(folder: Path, text: str) -> list[str]:
    """What becomes of a champion of toy that runs some text in its second phase and then plays on."""
    game = joute.load_game("toy")
    wasm(game)
    body = f"let phase = 0;\nfunction play() {{ if (phase++ === 1) {{ {text} }} }}\n"
    callbacks = json.dumps([phase.callback for phase in game.phases])
    ending = f"api.play(Object.fromEntries({callbacks}.map((name) => [name, play])));\n"
    return run_natively(champion(folder, game, CAPTURED + body + ending), game)


def test_champion_that_overwrites_the_library_fails_alone(tmp_path: Path) -> None:
    text = "new Uint8Array(library.memory.buffer).fill(127); api.ou_est(0);"
    (fault,) = faults_of(tmp_path, text)
    assert fault == "RuntimeError: memory access out of bounds"


def test_order_that_is_forged_in_the_log_stops_the_champion(tmp_path: Path) -> None:
    text = """
    if (api.signaler(7) !== api.OK) throw new Error("refused");
    const words = new Int32Array(library.memory.buffer);
    const log = words.findIndex((word, at) => word === 2 && words[at + 2] === 3 && words[at + 4] === 7);
    words[log + 4] = 1000;
    """
    first, *rest = faults_of(tmp_path, text)
    assert first == "the order [3, 1000] is refused by the rules"
    assert set(rest) == {"the champion is not running"}


# Live games

LIVE = """
"use strict";
const api = require("./joute");
const fs = require("node:fs");
let turn = 0;
function jouer_tour() {
BODY
}
api.play({ jouer_tour });
"""
FARM = """
  for (let number = 0; number < 50; number++) if (api.autofarm() !== api.OK) throw new Error(`${number} is refused`);
"""


def live_faults(folder: Path, body: str) -> tuple[CountedChampion, list[str]]:
    game = joute.load_game("chartichaud")
    wasm(game)
    player = champion(folder, game, LIVE.replace("BODY", body))
    return player, run_natively(player, game)


def test_orders_of_a_live_game_go_to_the_engine_without_the_host(tmp_path: Path) -> None:
    player, faults = live_faults(tmp_path, f"if (turn++ === 0) {{ {FARM} }}")
    assert (faults, player.reached) == ([], [])
    assert [order.number for order in player.linked] == [1] * 50
    assert len({order.row for order in player.linked}) == 1


def test_what_the_engine_has_answered_is_told_in_lines_of_bounded_length(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud")
    wasm(game)
    player = champion(tmp_path, game, LIVE.replace("BODY", f"if (turn++ === 0) {{ {FARM} }}"))
    player.limits = LineLimits(line_bytes=400)
    assert run_natively(player, game) == []
    assert len(player.linked) == 50


FORGED = "protocol: news that the engine has not sent"


@pytest.mark.parametrize(
    "words",
    [[], [2], [1, 0], [1, 0, -1, 1, 7], [1, 0, 10**6, 1, 7], [1, 0, 0, 2**40, 7], [1, 5, 0, 1, 7]],
    ids=["no words", "columns", "half a run", "before", "behind", "length", "column"],
)
def test_news_that_the_engine_cannot_have_sent_stop_the_champion(words: list[int], tmp_path: Path) -> None:
    data = array("q", words).tobytes()
    line = json.dumps({"type": "learnt", "news": [base64.b64encode(data).decode()]})
    _, (first, *rest) = live_faults(tmp_path, f"fs.writeSync(1, {json.dumps(line)} + '\\n');")
    assert first == FORGED
    assert set(rest) == {"the champion is not running"}


def hosted_fault(folder: Path, level: Level, body: str) -> Fault:
    """The first fault of a champion in a host, beside one that does nothing."""
    game = joute.load_game("chartichaud", max_turns=3).native()
    wasm(game)
    champion(folder, game, LIVE.replace("BODY", body))
    hosting = Hosting(level, Limits(start_ms=60_000, time_ms=3_000, bank_ms=0))
    players = [find(game, str(folder), 0, hosting), find(game, "idle")]
    return Referee(joute.Table(game), players).play().reports[0].faults[0]


@pytest.mark.parametrize("level", LEVELS)
def test_last_order_of_one_that_is_stopped_is_told(level: Level, tmp_path: Path) -> None:
    fault = hosted_fault(tmp_path, level, "api.autofarm(); for (;;) {}")
    assert (fault.verdict, fault.callback, fault.last_call) == (Verdict.TIMED_OUT, "jouer_tour", "autofarm()")


@pytest.mark.parametrize("level", LEVELS)
def test_orders_in_the_name_of_another_turn_stop_the_champion(level: Level, tmp_path: Path) -> None:
    forged = "fs.writeSync(200, Buffer.from([128, 0, 0, 16, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]));"
    fault = hosted_fault(tmp_path, level, f"api.autofarm(); {forged} for (;;) {{}}")
    assert fault.verdict == Verdict.INVALID
    assert fault.message.startswith("protocol: unexpected message order with a wrong number")


# The turn goes on at the engine


def test_turn_with_more_orders_than_a_line_holds_goes_on_at_the_engine(tmp_path: Path) -> None:
    """Each flag is an order of two numbers, four words of the log."""
    game = joute.load_game("toy")
    wasm(game)
    text = """
    "use strict";
    const api = require("./joute");
    let phase = 0;
    function play() {
      if (phase++ !== 1) return;
      for (let number = 0; number < 20; number++) {
        if (api.signaler(number) !== api.OK) throw new Error(`${number} is refused`);
      }
      if (!api.annuler()) throw new Error("nothing to take back");
    }
    """
    callbacks = json.dumps([phase.callback for phase in game.phases])
    text += f"api.play(Object.fromEntries({callbacks}.map((name) => [name, play])));\n"
    player = champion(tmp_path, game, text)
    player.limits = LineLimits(line_bytes=16 * 4 * 12)
    assert run_natively(player, game) == []
    assert player.reached == ["signaler"] * 8 + ["annuler"]
    assert len(player.noted[1]) == 19


@pytest.mark.slow
def test_one_order_more_than_a_turn_holds_is_an_error_of_the_call(tmp_path: Path) -> None:
    """A pawn may move to where it is, as often as a turn holds orders."""
    game = joute.load_game("portails")
    wasm(game)
    text = """
    "use strict";
    const api = require("./joute");
    function jouer_tour() {
      const here = api.position_agent(api.moi());
      let moves = 0;
      try {
        while (api.deplacer(here) === api.OK) moves++;
      } catch (error) {
        throw new Error(`${moves}: ${error.message}`);
      }
    }
    api.play({ jouer_tour });
    """
    player = champion(tmp_path, game, text)
    assert set(run_natively(player, game)) == {"a turn of portails holds at most 4096 orders"}
    assert len(player.noted[1]) == 4096
    assert set(player.reached) == {"deplacer"}
