// A starter: civilians go where the gold is, one building recruits, soldiers go where the enemy is.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

#define NEVER_SEEN (-1)
#define LED_MOST 10 // Units of a kind that one cell sends out in a turn.

static int rows, columns;
static int* golds;   // The gold of each cell when we last saw it.
static int* workers; // Our civilians on each cell, and those on their way to it.
static int* foes;    // The enemy's units on each cell, as far as we see.

// Called once before the first turn; no orders are given here.
void partie_init(void) {
  rows = height();
  columns = width();
  golds = malloc(rows * columns * sizeof(int));
  workers = malloc(rows * columns * sizeof(int));
  foes = malloc(rows * columns * sizeof(int));
  for (int cell = 0; cell < rows * columns; cell++)
    golds[cell] = NEVER_SEEN;
}

static void look(void) {
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) {
      int cell = y * columns + x, seen = visible(y, x);
      if (seen)
        golds[cell] = gold_at(y, x);
      workers[cell] = seen ? units(player(), C, y, x) : 0;
      foes[cell] = 0;
      for (int k = C; seen && k <= B; k++)
        foes[cell] += units(opponent(), k, y, x);
    }
}

static int wanted(kind who, int cell) {
  return who == M ? foes[cell] > 0 : golds[cell] > 0 && workers[cell] == 0 && foes[cell] == 0;
}

// The nearest cell worth going to, or the nearest that we have never seen; -1 if there is none.
static int goal_of(kind who, int y, int x) {
  int best = -1, best_cost = 1 << 20;
  for (int cell = 0; cell < rows * columns; cell++) {
    int cost = abs(cell / columns - y) + abs(cell % columns - x);
    if (!wanted(who, cell))
      cost += golds[cell] == NEVER_SEEN ? rows + columns : 1 << 20;
    if (cost < best_cost) {
      best = cell;
      best_cost = cost;
    }
  }
  return best;
}

static int sign(int n) { return (n > 0) - (n < 0); }

// One step nearer to the goal, along its longer side.
static void step(kind who, int y, int x, int goal) {
  int dy = goal / columns - y, dx = goal % columns - x;
  int ny = y + (abs(dy) >= abs(dx) ? sign(dy) : 0), nx = x + (abs(dy) >= abs(dx) ? 0 : sign(dx));
  if (who == M || foes[ny * columns + nx] == 0)
    move(who, y, x, ny, nx);
}

static void lead(kind who) {
  for (int cell = 0; cell < rows * columns; cell++) {
    int y = cell / columns, x = cell % columns;
    for (int left = ready(who, y, x), led = 0; left > 0 && led < LED_MOST; left--, led++) {
      int goal = goal_of(who, y, x);
      if (goal < 0)
        break;
      if (who == C)
        workers[goal]++;
      step(who, y, x, goal);
    }
  }
}

// The first building stands where a civilian can pay for it; buildings recruit workers for free mines, then soldiers.
static void build_up(void) {
  int mines = 0, buildings = 0;
  for (int cell = 0; cell < rows * columns; cell++) {
    mines += golds[cell] > 0 && workers[cell] == 0;
    buildings += units(player(), B, cell / columns, cell % columns) > 0;
  }
  for (int cell = 0; cell < rows * columns; cell++) {
    int y = cell / columns, x = cell % columns;
    if (buildings == 0 && ready(C, y, x) > 0 && build(y, x, B) == OK)
      buildings++;
    while (ready(B, y, x) > 0 && build(y, x, mines > 0 ? C : M) == OK)
      mines--;
  }
}

// Called whenever it is your turn.
void jouer_tour(void) {
  look();
  autofarm();
  build_up();
  lead(M);
  lead(C);
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {
  free(golds);
  free(workers);
  free(foes);
}
