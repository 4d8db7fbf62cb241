// A starter: turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
// All you may ask and order is in api.h.
#include "api.h"

#include <stdlib.h>

#define GUARD 5 // So many wizards stay at home.
#define HOLD 2  // So many stay on what we have taken.

typedef struct cells {
  int length;
  position items[2 * TAILLE_TERRAIN * TAILLE_TERRAIN]; // Each cell once, and once more for who arrives there.
} cells;

static cells goals;  // The fountains and the artefact.
static cells armies; // The cells where we may have wizards.

static void add(cells* list, position cell) { list->items[list->length++] = cell; }

static int same(position a, position b) { return a.x == b.x && a.y == b.y; }

static int among(const cells* list, position cell) {
  for (int i = 0; i < list->length; i++)
    if (same(list->items[i], cell))
      return 1;
  return 0;
}

static int min(int a, int b) { return a < b ? a : b; }

// Called once before the first turn; no orders are given here.
void partie_debut(void) {
  for (int x = 0; x < TAILLE_TERRAIN; x++)
    for (int y = 0; y < TAILLE_TERRAIN; y++) {
      position cell = {x, y};
      case_info found = info_case(cell);
      if (found == CASE_FONTAINE || found == CASE_ARTEFACT)
        add(&goals, cell);
    }
}

void phase_construction(void) { creer(magie(moi()) / COUT_SORCIER); }

static position from; // Where the goals are sorted from.

// The nearest first; of two equally near, the one of smaller x, then y.
static int nearer(const void* left, const void* right) {
  const position *a = left, *b = right;
  int gap = distance(from, *a) - distance(from, *b);
  return gap != 0 ? gap : a->x != b->x ? a->x - b->x : a->y - b->y;
}

// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
static void march(position cell, int number) {
  static cells wanted;
  wanted.length = 0;
  for (int i = 0; i < goals.length; i++)
    if (joueur_case(goals.items[i]) != moi())
      add(&wanted, goals.items[i]);
  if (wanted.length == 0) {
    int_array others = adversaires();
    for (size_t i = 0; i < others.length; i++)
      add(&wanted, base_joueur(others.datas[i]));
    free(others.datas);
  }
  from = cell;
  qsort(wanted.items, wanted.length, sizeof(position), nearer);
  for (int i = 0, gone = 0; i < wanted.length && !gone; i++) {
    position_array path = chemin(cell, wanted.items[i]);
    if (path.length > 0) {
      position end = path.datas[min(path.length, PORTEE_SORCIER) - 1];
      gone = deplacer(cell, end, number) == OK;
      if (gone)
        add(&armies, end);
    }
    free(path.datas);
  }
}

// Keep each cell where we have wizards once, home first.
static void muster(position home) {
  static cells before;
  before = armies;
  armies.length = 0;
  if (nb_sorciers(home, moi()) > 0)
    add(&armies, home);
  for (int i = 0; i < before.length; i++)
    if (!among(&armies, before.items[i]) && nb_sorciers(before.items[i], moi()) > 0)
      add(&armies, before.items[i]);
}

void phase_deplacement(void) {
  position home = base_joueur(moi());
  muster(home);
  int length = armies.length; // Those who arrive now do not march again.
  for (int i = 0; i < length; i++) {
    position cell = armies.items[i];
    int stay = same(cell, home) ? GUARD : among(&goals, cell) ? HOLD : 0;
    int number = min(nb_sorciers_deplacables(cell, moi()), nb_sorciers(cell, moi()) - stay);
    if (number > 0)
      march(cell, number);
  }
}

void phase_tirs(void) {}

// Wizards beside a tower of another player bring it down.
void phase_siege(void) {
  for (int i = 0; i < armies.length; i++) {
    position cell = armies.items[i];
    position sides[] = {{cell.x, cell.y + 1}, {cell.x + 1, cell.y}, {cell.x, cell.y - 1}, {cell.x - 1, cell.y}};
    for (int side = 0; side < 4; side++) {
      position near = sides[side];
      int number = nb_sorciers(cell, moi());
      if (number > 0 && info_case(near) == CASE_TOURELLE && joueur_case(near) != moi())
        assieger(cell, near, min(number, tourelle_case(near).vie));
    }
  }
}

// Called once after the last turn; no orders are given here.
void partie_fin(void) {}
