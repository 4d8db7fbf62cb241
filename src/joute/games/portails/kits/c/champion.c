// A starter: captures the nearest neutral portal, links it to all portals it may, and goes to the next.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

// Called once before the first turn; no orders are given here.
void partie_init(void) {}

static position here; // Where our pawn was when we last looked.

static void look(void) { here = position_agent(moi()); }

static int gap(position a, position b) { return abs(a.x - b.x) + abs(a.y - b.y); }

static bool same(position a, position b) { return a.x == b.x && a.y == b.y; }

// For qsort: the nearest first; of two equally near, the smaller x, then the smaller y.
static int by_distance(const void* first, const void* second) {
  position a = *(const position*)first, b = *(const position*)second;
  if (gap(here, a) != gap(here, b))
    return gap(here, a) - gap(here, b);
  return a.x != b.x ? a.x - b.x : a.y - b.y;
}

// The portals of a player, or -1 for the neutral ones, the nearest first.
static position_array near(int player) {
  position_array portals = liste_portails();
  size_t kept = 0;
  for (size_t i = 0; i < portals.length; i++)
    if (portail_joueur(portals.datas[i]) == player)
      portals.datas[kept++] = portals.datas[i];
  portals.length = kept;
  if (kept > 0)
    qsort(portals.datas, kept, sizeof(position), by_distance);
  return portals;
}

// Capture the portal here, if there is one, and link it to our others, the nearest first.
static void work(void) {
  look();
  if (portail_joueur(here) == -1)
    capturer();
  if (portail_joueur(here) != moi())
    return;
  position_array ours = near(moi());
  for (size_t i = 0; i < ours.length; i++)
    if (!same(ours.datas[i], here) && points_action() >= COUT_LIEN)
      lier(ours.datas[i]);
  free(ours.datas);
}

static int clamp(int value, int reach) { return value < -reach ? -reach : value > reach ? reach : value; }

// Go towards the nearest neutral portal; whether we are there and can capture it.
static bool walk(void) {
  look();
  position_array goals = near(-1);
  bool any = goals.length > 0;
  position goal = any ? goals.datas[0] : here;
  free(goals.datas);
  if (!any)
    return false;
  int reach = points_deplacement();
  int dx = clamp(goal.x - here.x, reach);
  int dy = clamp(goal.y - here.y, reach - abs(dx));
  position end = {here.x + dx, here.y + dy};
  return deplacer(end) == OK && same(end, goal) && points_action() >= COUT_CAPTURE;
}

// Called whenever it is your turn.
void jouer_tour(void) {
  work();
  while (walk())
    work();
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {}
