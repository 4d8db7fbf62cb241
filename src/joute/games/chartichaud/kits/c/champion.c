// A starter: harvests, sends every civilian to the nearest gold, and recruits more of them.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

#define ENOUGH 8 // Enough civilians.

typedef struct {
  int y, x;
} cell;

typedef struct {
  cell* items;
  int count;
} cells;

static cells mines, homes, buildings;
static int workers;

static void add(cells* list, int y, int x) {
  list->items[list->count].y = y;
  list->items[list->count++].x = x;
}

static void look(void) {
  mines.count = homes.count = buildings.count = workers = 0;
  for (int y = 0; y < height(); y++)
    for (int x = 0; x < width(); x++) {
      int civilians = units(player(), C, y, x);
      if (gold_at(y, x) > 0)
        add(&mines, y, x);
      if (civilians > 0)
        add(&homes, y, x);
      if (units(player(), B, y, x) > 0)
        add(&buildings, y, x);
      workers += civilians > 0 ? civilians : 0;
    }
}

// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
static void construct(void) {
  for (int i = 0; i < homes.count; i++)
    if (build(homes.items[i].y, homes.items[i].x, B) == OK)
      return;
}

static void recruit(void) {
  for (int i = 0; i < buildings.count; i++)
    if (workers < ENOUGH && build(buildings.items[i].y, buildings.items[i].x, C) == OK)
      workers++;
}

static int far(cell from) {
  int least = 1000;
  for (int i = 0; i < mines.count; i++) {
    int away = abs(from.y - mines.items[i].y) + abs(from.x - mines.items[i].x);
    least = away < least ? away : least;
  }
  return least;
}

// One civilian goes a step towards the nearest gold.
static void walk(int y, int x) {
  cell steps[4] = {{y, x + 1}, {y + 1, x}, {y, x - 1}, {y - 1, x}};
  for (int i = 1; i < 4; i++)
    for (int j = i; j > 0 && far(steps[j]) < far(steps[j - 1]); j--) {
      cell kept = steps[j];
      steps[j] = steps[j - 1];
      steps[j - 1] = kept;
    }
  for (int i = 0; i < 4; i++)
    if (move(C, y, x, steps[i].y, steps[i].x) == OK)
      return;
}

// Called once before the first turn; no orders are given here.
void partie_init(void) {
  int size = height() * width();
  mines.items = malloc(size * sizeof(cell));
  homes.items = malloc(size * sizeof(cell));
  buildings.items = malloc(size * sizeof(cell));
}

// Called whenever it is your turn.
void jouer_tour(void) {
  autofarm();
  look();
  if (buildings.count == 0)
    construct();
  recruit();
  for (int i = 0; i < homes.count; i++)
    for (int idle = ready(C, homes.items[i].y, homes.items[i].x); idle > 0; idle--)
      walk(homes.items[i].y, homes.items[i].x);
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {}
