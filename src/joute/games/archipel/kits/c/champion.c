// A starter: colonises the nearest free islands with caravelles, and guards what it has with galions.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

#define FLEET 8 // No more caravelles at once.
#define GUARD 5 // So many galions on each island.

static int boats[FLEET]; // The ids of our caravelles.
static int afloat;       // How many they are.

// Called once before the first turn; no orders are given here.
void partie_init(void) { afloat = 0; }

// Forget the caravelles that we have lost.
static void count(void) {
  int kept = 0;
  for (int i = 0; i < afloat; i++)
    if (info_bateau(boats[i]).joueur == mon_joueur())
      boats[kept++] = boats[i];
  afloat = kept;
}

// The islands that nobody has.
static position_array free_islands(void) {
  position_array islands = liste_iles();
  size_t kept = 0;
  for (size_t i = 0; i < islands.length; i++)
    if (info_ile_joueur(islands.datas[i]) == -1)
      islands.datas[kept++] = islands.datas[i];
  islands.length = kept;
  return islands;
}

static void construct(void) {
  position_array islands = mes_iles();
  for (size_t i = 0; i < islands.length; i++)
    if (afloat < FLEET && construire(BATEAU_CARAVELLE, islands.datas[i]) == OK)
      boats[afloat++] = id_dernier_bateau_construit();
  free(islands.datas);
}

static void guard(void) {
  position_array islands = mes_iles();
  for (size_t i = 0; i < islands.length; i++) {
    bateau_array there = liste_bateaux_position(islands.datas[i]);
    int posted = 0;
    for (size_t j = 0; j < there.length; j++)
      posted += there.datas[j].btype == BATEAU_GALION;
    for (; posted < GUARD; posted++)
      construire(BATEAU_GALION, islands.datas[i]);
    free(there.datas);
  }
  free(islands.datas);
}

static int gap(position a, position b) { return abs(a.x - b.x) + abs(a.y - b.y); }

static bool same(position a, position b) { return a.x == b.x && a.y == b.y; }

// Whether a is nearer than b; of two equally near, the smaller x comes first, then the smaller y.
static bool nearer(position here, position a, position b) {
  if (gap(here, a) != gap(here, b))
    return gap(here, a) < gap(here, b);
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

// The nearest of some islands, which is taken off the list.
static position take_nearest(position here, position_array* islands) {
  size_t best = 0;
  for (size_t i = 1; i < islands->length; i++)
    if (nearer(here, islands->datas[i], islands->datas[best]))
      best = i;
  position goal = islands->datas[best];
  islands->datas[best] = islands->datas[--islands->length];
  return goal;
}

static int clamp(int value, int reach) { return value < -reach ? -reach : value > reach ? reach : value; }

// As near to the goal as the boat gets this turn; there, colonise it.
static void sail(int boat, position here, position goal) {
  int dx = clamp(goal.x - here.x, CARAVELLE_DEPLACEMENT);
  int dy = clamp(goal.y - here.y, CARAVELLE_DEPLACEMENT - abs(dx));
  position end = {here.x + dx, here.y + dy};
  if ((same(end, here) || deplacer(boat, end) == OK) && same(end, goal))
    coloniser(goal);
}

// Called whenever it is your turn.
void jouer_tour(void) {
  count();
  position_array islands = free_islands();
  if (afloat < FLEET && (size_t)afloat < islands.length)
    construct();
  for (int i = 0; i < afloat && islands.length > 0; i++) {
    position here = info_bateau(boats[i]).pos;
    sail(boats[i], here, take_nearest(here, &islands));
  }
  free(islands.datas);
  guard();
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {}
