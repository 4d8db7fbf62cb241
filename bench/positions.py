"""Rollouts of champions against compiled random play: `python bench/positions.py [GAME...]`.

The champion copies its first position and plays it to the end at random, over and over; the batch does the same to its
own copies. Both count phases for each second of CPU time, in turns, and the ratio is of the best of each.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import joute
from joute.champions.kits.kit import starter_files
from joute.champions.languages.registry import languages
from joute.champions.sandbox.limits import Hosting, Limits
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.match.play import MatchSpec, play_match
from joute.match.replay import PhaseLine

PYTHON = """
import time
import joute
from joute import debug

def run():
    root = joute.position().determinise()
    trial, phases, began = root.copy(), 0, time.process_time()
    while time.process_time() < began + {seconds}:
        for _ in range(20):
            trial.become(root)
            phases += trial.rollout()
            trial.score(0)
    debug.log(phases / (time.process_time() - began))

{callbacks}
"""
CXX = """
#include "api.hh"
#include <ctime>

static double now() { return double(std::clock()) / CLOCKS_PER_SEC; }

static void run() {
  joute::Position root = joute::position();
  root.determinise();
  joute::Position trial = root;
  long phases = 0;
  double began = now();
  while (now() < began + {seconds})
    for (int i = 0; i < 20; i++) {
      trial = root;
      phases += trial.rollout();
      trial.score(0);
    }
  joute::log(std::to_string(phases / (now() - began)));
}

{callbacks}
"""
SECONDS, ROUNDS = 1.0, 3


def text(game: Game, language: str) -> str:
    """The champion: it measures in its first turn and does nothing in the others."""
    calls = {
        "python": "{}\ndef {}():\n    global done\n    if not done:\n        done = True\n        run()\n",
        "cxx": "{}\nvoid {}() {{ if (!done) {{ done = true; run(); }} }}\n",
    }[language]
    acting = [phase.callback for phase in game.phases if phase.acts]
    first = {"python": "done = False", "cxx": "static bool done = false;"}[language]
    body = "".join(calls.format(first if callback is acting[0] else "", callback) for callback in acting)
    return {"python": PYTHON, "cxx": CXX}[language].replace("{callbacks}", body).replace("{seconds}", str(SECONDS))


def champion(game: Game, language: str, folder: Path) -> Path:
    for name, content in starter_files(game, language, "en").items():
        (folder / name).write_text(content)
    (folder / languages()[language].entry).write_text(text(game, language))
    return folder


def rollouts(game: Game, path: Path) -> float:
    """The phases a second that a champion measures, at the first seat that is asked."""
    hosting = Hosting(limits=Limits(time_ms=20_000, start_ms=60_000))
    table = first_turn(game)
    players = [find(game, str(path), 0, hosting), *(find(game, "idle") for _ in range(table.seats - 1))]
    match = play_match(MatchSpec(table, players))
    (note,) = [line.private[0] for line in match.record if isinstance(line, PhaseLine) and 0 in line.private]
    return float(note["log"][0])


def first_turn(game: Game) -> joute.Table:
    """The first turn of the first seat."""
    table = joute.Table(game)
    while 0 not in table.turn.seats or not game.acts(table.world):
        table.end_phase()
    return table


def batch(game: Game) -> float:
    """The phases a second of compiled random play."""
    table, phases, spent = first_turn(game), 0, 0.0
    while spent < SECONDS:
        games = joute.Batch(table, range(200))
        began = time.process_time()
        games.play()
        phases, spent = phases + games.phases, spent + time.process_time() - began
    return phases / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=joute.game_names())
    for name in parser.parse_args().games:
        game = joute.load_game(name).native()
        with tempfile.TemporaryDirectory() as folder:
            paths = {language: Path(folder, language) for language in ("cxx", "python")}
            for language, path in paths.items():
                path.mkdir()
                champion(game, language, path)
            measured = [(batch(game), *(rollouts(game, path) for path in paths.values())) for _ in range(ROUNDS)]
        best = [max(column) for column in zip(*measured, strict=True)]
        ratios = ", ".join(f"{name} {100 * one / best[0]:.0f} %" for name, one in zip(paths, best[1:], strict=True))
        print(f"{name}: {best[0] / 1e3:,.0f} thousand phases a second in a batch; {ratios}", flush=True)


if __name__ == "__main__":
    main()
