"""What an accepted order of a live game costs a champion in a sandbox: `python bench/live_orders.py [LANGUAGE...]`.

Each champion gives `autofarm` a thousand times in its first turn, which changes nothing after the first time, and moves
a civilian to and fro in each of the others. It measures both itself, the fastest call and the middle one.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from command import joute

PYTHON = """
import time
from api import *

many, moves, there = [], [], None

def timed(times, call, *values):
    began = time.perf_counter()
    answer = call(*values)
    if answer == OK:
        times.append((time.perf_counter() - began) * 1e6)
    return answer

def jouer_tour():
    global there
    for _ in range(0 if many else 1000):
        timed(many, autofarm)
    if there is None:
        there = next((y, x) for y in range(height()) for x in range(width()) if units(player(), C, y, x) > 0)
    y, x = there
    for ny, nx in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)):
        if timed(moves, move, C, y, x, ny, nx) == OK:
            there = ny, nx
            break

def shown(name, times):
    times.sort()
    return f"{name} {times[0]:.0f} {times[len(times) // 2]:.0f}"

def partie_fin():
    raise RuntimeError(f"{shown('autofarm', many)}, {shown('move', moves)}")
"""

CXX = """
#include "api.hh"
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

static std::vector<double> many, moves;
static int ty = -1, tx = -1;

template <class Call> static bool timed(std::vector<double> &times, Call call) {
    auto began = std::chrono::steady_clock::now();
    bool accepted = call() == OK;
    std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - began;
    if (accepted) times.push_back(taken.count());
    return accepted;
}

void partie_init() {}

void jouer_tour() {
    if (many.empty()) for (int i = 0; i < 1000; i++) timed(many, [] { return autofarm(); });
    for (int y = 0; ty < 0; y++)
        for (int x = 0; x < width() && ty < 0; x++)
            if (units(player(), C, y, x) > 0) ty = y, tx = x;
    const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (auto [dy, dx] : steps)
        if (timed(moves, [&] { return move(C, ty, tx, ty + dy, tx + dx); })) {
            ty += dy, tx += dx;
            break;
        }
}

static std::string shown(const char *name, std::vector<double> &times) {
    std::sort(times.begin(), times.end());
    return std::string(name) + " " + std::to_string(int(times[0])) + " " + std::to_string(int(times[times.size() / 2]));
}

void partie_fin() {
    throw std::runtime_error(shown("autofarm", many) + ", " + shown("move", moves));
}
"""

JAVASCRIPT = """
"use strict";
const api = require("./joute");
const { C, OK } = api;
const many = [], moves = [];
let there = null;

function timed(times, call) {
  const began = performance.now();
  const accepted = call() === OK;
  if (accepted) times.push((performance.now() - began) * 1e3);
  return accepted;
}

function jouer_tour() {
  for (let i = many.length; i < 1000; i++) timed(many, () => api.autofarm());
  for (let y = 0; !there; y++)
    for (let x = 0; x < api.width(); x++) if (!there && api.units(api.player(), C, y, x) > 0) there = [y, x];
  const [y, x] = there;
  for (const [ny, nx] of [[y, x + 1], [y, x - 1], [y + 1, x], [y - 1, x]])
    if (timed(moves, () => api.move(C, y, x, ny, nx))) {
      there = [ny, nx];
      break;
    }
}

function shown(name, times) {
  times.sort((a, b) => a - b);
  return `${name} ${times[0].toFixed()} ${times[times.length >> 1].toFixed()}`;
}

function partie_fin() {
  throw new Error(`${shown("autofarm", many)}, ${shown("move", moves)}`);
}

api.play({ jouer_tour, partie_fin });
"""
CHAMPIONS = {"cxx": ("champion.cc", CXX), "python": ("champion.py", PYTHON), "javascript": ("champion.js", JAVASCRIPT)}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("languages", nargs="*", default=list(CHAMPIONS))
    with tempfile.TemporaryDirectory() as name:
        for language in words.parse_args().languages:
            joute("new", "chartichaud", language, "--lang", language, folder=Path(name))
            file, text = CHAMPIONS[language]
            (Path(name) / language / file).write_text(text)
            print(language, joute("run", "chartichaud", language, "idle", "--no-clock", folder=Path(name)))


if __name__ == "__main__":
    main()
