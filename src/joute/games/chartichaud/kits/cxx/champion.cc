// A starter: harvests, sends every civilian to the nearest gold, and recruits more of them.
// All you may ask and order is in api.hh.
#include "api.hh"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace {

const int enough = 8;  // Enough civilians.

struct Cell {
  int y, x;
};
using Cells = std::vector<Cell>;

// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
void construct(const Cells& homes) {
  for (Cell cell : homes)
    if (build(cell.y, cell.x, B) == OK) return;
}

void recruit(const Cells& buildings, int workers) {
  for (Cell cell : buildings)
    if (workers < enough && build(cell.y, cell.x, C) == OK) workers++;
}

int far(Cell from, const Cells& mines) {
  int least = 1000;
  for (Cell mine : mines) least = std::min(least, std::abs(from.y - mine.y) + std::abs(from.x - mine.x));
  return least;
}

// One civilian goes a step towards the nearest gold.
void walk(Cell from, const Cells& mines) {
  int y = from.y, x = from.x;
  std::array<Cell, 4> steps = {{{y, x + 1}, {y + 1, x}, {y, x - 1}, {y - 1, x}}};
  std::stable_sort(steps.begin(), steps.end(), [&](Cell a, Cell b) { return far(a, mines) < far(b, mines); });
  for (Cell step : steps)
    if (move(C, y, x, step.y, step.x) == OK) return;
}

}  // namespace

// Called once before the first turn; no orders are given here.
void partie_init() {}

// Called whenever it is your turn.
void jouer_tour() {
  autofarm();
  Cells mines, homes, buildings;
  int workers = 0;
  for (int y = 0; y < height(); y++)
    for (int x = 0; x < width(); x++) {
      int civilians = units(player(), C, y, x);
      if (gold_at(y, x) > 0) mines.push_back({y, x});
      if (civilians > 0) homes.push_back({y, x});
      if (units(player(), B, y, x) > 0) buildings.push_back({y, x});
      workers += std::max(0, civilians);
    }
  if (buildings.empty()) construct(homes);
  recruit(buildings, workers);
  for (Cell cell : homes)
    for (int idle = ready(C, cell.y, cell.x); idle > 0; idle--) walk(cell, mines);
}

// Called once after the last turn; no orders are given here.
void partie_fin() {}
